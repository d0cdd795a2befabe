"""Every command: what it prints, what it writes, and with which exit code it ends."""

from __future__ import annotations

import errno
import json
import os
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy
import yaml

import nacformats
from nacformats import NacBuilder
from nacformats.codec import streams as stream
from nacformats.comparing.comparison import compare_models
from nacformats.formats import formats
from nacformats.schema.sources import schema_names
from nacformats.targets import generate

FILES = ("mlp.nac", "residual.mic2", "residual.micb", "weights.stb", "words.tisa")


@pytest.fixture
def bad(tmp_path: Path, example: Any) -> Path:
    """An STB file that is cut in its tensor table."""
    path = tmp_path / "cut.stb"
    path.write_bytes(example("weights.stb").read_bytes()[:50])
    return path


def test_version_and_help(run: Any) -> None:
    assert run("--version").stdout.strip() == "nacformats 0.1.0"
    listed = run("--help").stdout
    for command in ("inspect", "validate", "convert", "repair", "diff", "generate", "schema", "run"):
        assert f"\n  {command} " in listed
        assert run(command, "--help").exit_code == 0


# inspect


@pytest.mark.parametrize("name", FILES)
def test_inspect_shows_every_byte_of_the_header_as_a_field(run: Any, example: Any, name: str) -> None:
    result = run("inspect", "--tables", example(name))
    assert result.exit_code == 0
    assert f"{example(name).stat().st_size:,} bytes" in result.stdout
    assert "\n00000000" in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize("name", FILES)
def test_inspect_as_json_covers_the_file_with_fields(run: Any, example: Any, name: str) -> None:
    document = json.loads(run("inspect", "--json", example(name)).stdout)
    assert document["valid"]
    assert document["complete"]
    size = example(name).stat().st_size
    covered = bytearray(size)
    for node in leaves(document["tree"]):
        assert 0 <= node["offset"] <= node["offset"] + node["size"] <= size
        covered[node["offset"] : node["offset"] + node["size"]] = bytes([1]) * node["size"]
    data = example(name).read_bytes()
    uncovered = bytes(byte for byte, seen in zip(data, covered, strict=True) if not seen)
    assert not uncovered.strip(b"\0\n"), "bytes that no field shows, and that are neither padding nor ends of lines"


def leaves(node: dict[str, Any]) -> list[dict[str, Any]]:
    if "children" not in node:
        return [node]
    return [leaf for child in node["children"] for leaf in leaves(child)]


def test_inspect_one_section(run: Any, example: Any) -> None:
    tree = json.loads(run("inspect", "--json", "--section", "tensors[1]", example("weights.stb")).stdout)["tree"]
    assert (tree["path"], tree["offset"], tree["size"]) == ("tensors[1]", 64, 32)
    result = run("inspect", "--section", "nothing", example("weights.stb"))
    assert result.exit_code == 2
    assert "no section 'nothing': the file has tensors, magic" in result.stderr


def test_inspect_with_bytes(run: Any, example: Any) -> None:
    result = run("inspect", "--hex", "--section", "magic", example("weights.stb"))
    assert "00000000  53 54 42 30 " in result.stdout
    assert "|STB0|" in result.stdout


def test_inspect_reads_a_bad_file_as_far_as_it_goes(run: Any, bad: Path) -> None:
    result = run("inspect", bad)
    assert result.exit_code == 1
    assert "num_tensors" in result.stdout
    assert "error: stb: len_file (byte 24)" in result.stdout
    document = json.loads(run("inspect", "--json", bad).stdout)
    assert not document["valid"]
    assert document["findings"][0]["offset"] == 24


def test_inspect_of_an_unknown_format(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    path.write_bytes(b"what is this?")
    result = run("inspect", path)
    assert result.exit_code == 1
    assert 'text that begins with "what is this?"' in result.stdout
    assert "unknown format" in result.stderr
    result = run("inspect", "--json", path)
    document = json.loads(result.stdout)
    assert (result.exit_code, document["format"], document["valid"]) == (1, None, False)
    assert document["findings"] == json.loads(run("validate", "--json", path).stdout)["files"][0]["findings"]


def test_inspect_dumps_no_bytes_into_json(run: Any, example: Any) -> None:
    result = run("inspect", "--hex", "--json", example("weights.stb"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "give one of them" in result.stderr


def test_inspect_does_not_obey_control_characters_of_a_file(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "colours.mic2"
    path.write_bytes(b"mic@2\nT0 f32 4\na \x1b[31mred T0\nO 0\n")
    assert "\x1b" not in run("inspect", path).stdout
    assert "\x1b" not in run("validate", path).stdout


# validate


def test_validate_says_ok_and_what_it_is(run: Any, example: Any) -> None:
    result = run("validate", *map(example, FILES))
    assert result.exit_code == 0
    assert [line.split(": ", 1)[1].split(" ")[0] for line in result.stdout.splitlines()] == ["ok"] * len(FILES)


def test_validate_goes_on_after_a_bad_file_and_a_missing_one(run: Any, example: Any, bad: Path) -> None:
    result = run("validate", bad, "/nowhere.stb", example("weights.stb"))
    assert result.exit_code == 2
    first, second, third = result.stdout.splitlines()
    assert first.startswith(f"{bad}: error: stb: len_file (byte 24)")
    assert second == "/nowhere.stb: No such file or directory"
    assert ": ok (STB v0.1," in third
    assert run("validate", bad, example("weights.stb")).exit_code == 1


def test_validate_a_folder(run: Any, bad: Path, tmp_path: Path) -> None:
    (tmp_path / "README").write_text("no format has this suffix")
    result = run("validate", tmp_path)
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 1
    empty = tmp_path / "empty"
    empty.mkdir()
    result = run("validate", empty, bad)
    assert result.exit_code == 2
    first, second = result.stdout.splitlines()
    assert first.startswith(f"{empty}: no file below this folder has one of the suffixes .gguf, .micb")
    assert second.startswith(f"{bad}: error: ")


def test_validate_says_which_folder_it_cannot_read(
    run: Any, bad: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    scandir = os.scandir

    def guarded(path: Any) -> Any:
        if Path(path) == secret:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", guarded)
    result = run("validate", tmp_path)
    assert result.exit_code == 2
    assert [line.split(": ")[:2] for line in result.stdout.splitlines()] == [
        [str(bad), "error"],
        [str(secret), "Permission denied"],
    ]


def test_validate_as_json(run: Any, example: Any, bad: Path) -> None:
    reports = json.loads(run("validate", "--json", bad, "/nowhere.stb", example("mlp.nac")).stdout)["files"]
    assert [report["valid"] for report in reports] == [False, False, True]
    assert reports[0]["findings"][0]["path"] == "len_file"
    assert reports[1]["problem"] == "No such file or directory"
    assert reports[2]["format"] == "nac"


def test_validate_leniently(run: Any, unaligned: Path) -> None:
    assert run("validate", unaligned).exit_code == 1
    assert run("validate", "--lenient", unaligned).exit_code == 0


def test_validate_an_unknown_format(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    path.write_bytes(b"what is this?")
    result = run("validate", path)
    assert result.exit_code == 1
    assert "unknown format: " in result.stdout
    assert run("validate", "--format", "elf", path).exit_code == 2


# convert and repair


def test_convert_there_and_back(run: Any, example: Any, tmp_path: Path) -> None:
    binary, text = tmp_path / "x.micb", tmp_path / "x.mic2"
    assert run("convert", example("residual.mic2"), binary).exit_code == 0
    assert binary.read_bytes() == example("residual.micb").read_bytes()
    assert run("convert", binary, text).exit_code == 0
    assert text.read_bytes() == example("residual.mic2").read_bytes()


def test_convert_through_standard_input_and_output(run: Any, example: Any) -> None:
    result = run("convert", "-", "-", "--to", "micb", stdin=example("residual.mic2").read_bytes())
    assert result.exit_code == 0
    assert result.stdout_bytes == example("residual.micb").read_bytes()


def test_convert_needs_to_know_the_target(run: Any, example: Any, tmp_path: Path) -> None:
    for target in (tmp_path / "x.bin", "-"):
        result = run("convert", example("residual.mic2"), target)
        assert result.exit_code == 2
        assert "no format has this suffix" in result.stderr


def test_convert_between_formats_that_hold_different_things(run: Any, example: Any, tmp_path: Path) -> None:
    result = run("convert", example("residual.mic2"), tmp_path / "x.stb")
    assert result.exit_code == 1
    assert "cannot be written as STB" in result.stderr
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten_without_force(run: Any, example: Any, tmp_path: Path) -> None:
    target = tmp_path / "x.micb"
    target.write_bytes(b"precious")
    target.chmod(0o640)
    result = run("convert", example("residual.mic2"), target)
    assert (result.exit_code, target.read_bytes()) == (2, b"precious")
    assert result.stderr == f"nacformats: {target}: exists; --force replaces it\n"
    assert run("convert", "--force", example("residual.mic2"), target).exit_code == 0
    assert target.read_bytes() == example("residual.micb").read_bytes()
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_bad_input_leaves_the_target_as_it_was(run: Any, bad: Path, tmp_path: Path) -> None:
    target = tmp_path / "x.stb"
    target.write_bytes(b"precious")
    result = run("repair", "--force", bad, target)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"nacformats: {bad}: stb: len_file (byte 24)")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cut.stb", "x.stb"]
    assert target.read_bytes() == b"precious"


def test_a_target_that_cannot_be_written(run: Any, example: Any, tmp_path: Path) -> None:
    for target in (tmp_path, tmp_path / "missing" / "x.micb"):
        result = run("convert", "--to", "micb", example("residual.mic2"), target)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1


def test_the_suffix_of_another_format_is_refused(run: Any, example: Any, tmp_path: Path) -> None:
    for command in (
        ("convert", example("mlp.nac"), tmp_path / "x.micb", "--to", "nac"),
        ("convert", example("residual.mic2"), tmp_path / "x.mic2", "--to", "micb"),
        ("repair", example("weights.stb"), tmp_path / "x.nac"),
    ):
        result = run(*command)
        assert result.exit_code == 2
        assert f" is for {formats()[command[2].suffix[1:]].title}; " in result.stderr
    assert not list(tmp_path.iterdir())
    assert run("convert", example("mlp.nac"), tmp_path / "x.bin", "--to", "nac").exit_code == 0


def test_a_target_that_cannot_be_made_is_named(run: Any, example: Any, tmp_path: Path) -> None:
    link = tmp_path / "link.micb"
    link.symlink_to(tmp_path / "missing" / "x.micb")
    result = run("convert", example("residual.mic2"), link)
    assert (result.exit_code, result.stderr) == (2, f"nacformats: {link}: No such file or directory\n")


def test_a_folder_that_cannot_be_written(run: Any, example: Any, tmp_path: Path, monkeypatch: Any) -> None:
    opened = os.open

    def refused(path: Any, flags: int, *mode: int, **named: Any) -> int:
        if flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return opened(path, flags, *mode, **named)

    monkeypatch.setattr(os, "open", refused)
    target = tmp_path / "x.micb"
    result = run("convert", example("residual.mic2"), target)
    assert (result.exit_code, result.stderr) == (2, f"nacformats: {target}: Permission denied\n")


@pytest.mark.skipif(os.name == "nt", reason="file names without control characters")
def test_names_of_files_are_not_obeyed(run: Any, example: Any, tmp_path: Path) -> None:
    strange = tmp_path / "\x1b[31mred\nline.stb"
    shown = f"{tmp_path}/\\x1b[31mred\\nline.stb"
    for arguments in (("validate", strange), ("inspect", strange), ("convert", strange, tmp_path / "x.stb")):
        assert f"{shown}: No such file" in run(*arguments).output
    strange.write_bytes(example("weights.stb").read_bytes())
    for command in ("validate", "inspect"):
        assert run(command, strange).stdout.startswith(f"{shown}: ")
    strange.write_bytes(b"STB0")
    for arguments in (("validate", strange), ("inspect", strange), ("repair", strange, tmp_path / "x.stb")):
        output = run(*arguments).output
        assert "\x1b" not in output
        assert "red\n" not in output


def test_a_device_is_written_to_and_not_replaced(run: Any, example: Any) -> None:
    assert run("convert", "--to", "micb", example("residual.mic2"), os.devnull).exit_code == 0
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


@pytest.fixture
def unaligned(tmp_path: Path, example: Any) -> Path:
    """The tensors of weights.stb, the last one moved off its boundary."""
    data = bytearray(example("weights.stb").read_bytes())
    descriptor = 32 + 32 * (int.from_bytes(data[6:8], "little") - 1)
    start = int.from_bytes(data[descriptor + 4 : descriptor + 12], "little")
    data[start:start] = bytes(4)
    data[descriptor + 4 : descriptor + 12] = (start + 4).to_bytes(8, "little")
    data[24:32] = len(data).to_bytes(8, "little")
    path = tmp_path / "unaligned.stb"
    path.write_bytes(data)
    return path


def test_repair_aligns_tensors(run: Any, unaligned: Path, tmp_path: Path, example: Any) -> None:
    repaired = tmp_path / "repaired.stb"
    assert run("repair", unaligned, repaired).exit_code == 0
    assert repaired.read_bytes() == example("weights.stb").read_bytes()


def test_repair_writes_the_canonical_form(run: Any, tmp_path: Path) -> None:
    source, target = tmp_path / "windows.mic2", tmp_path / "repaired.mic2"
    source.write_bytes(b"mic@2\r\nT0 f32 4\r\na  x T0\r\nO 0\r\n")
    assert run("repair", source, target).exit_code == 0
    assert nacformats.formats.mic.is_canonical(target)
    assert not nacformats.formats.mic.is_canonical(source)


def test_repair_of_what_is_more_than_spelling(run: Any, example: Any, tmp_path: Path) -> None:
    source = tmp_path / "trailing.nac"
    source.write_bytes(example("mlp.nac").read_bytes() + b"trailing")
    result = run("repair", source, tmp_path / "repaired.nac")
    assert result.exit_code == 1
    assert result.stderr.startswith(f"nacformats: {source}: cannot be repaired: nac: data (byte ")
    assert not (tmp_path / "repaired.nac").exists()


# diff


def test_diff_of_the_same_in_two_formats(run: Any, example: Any) -> None:
    result = run("diff", example("residual.mic2"), example("residual.micb"))
    assert (result.exit_code, result.stdout) == (0, "")


def test_diff_names_the_places(run: Any, example: Any, tmp_path: Path) -> None:
    graph = nacformats.load(example("residual.mic2"))
    symbols = len(graph.symbols)
    graph.add_symbol("extra")
    graph.output = 0
    changed = tmp_path / "changed.micb"
    nacformats.dump(graph, changed)
    result = run("diff", example("residual.mic2"), changed)
    assert result.exit_code == 1
    assert f"+ symbols[{symbols}]: extra" in result.stdout
    assert "! output: output %6 -> output %0 (operand 0: %6 -> %0)" in result.stdout
    found = json.loads(run("diff", "--json", example("residual.mic2"), changed).stdout)
    assert [entry["path"] for entry in found["other"]] == [f"symbols[{symbols}]"]
    assert [row["path_left"] for row in found["rows"] if row["mark"] != "same"] == ["output"]


def test_diff_of_tensors(run: Any, example: Any, tmp_path: Path, unaligned: Path) -> None:
    assert run("diff", "--lenient", example("weights.stb"), unaligned).exit_code == 0
    data = bytearray(example("weights.stb").read_bytes())
    data[-1] ^= 1
    changed = tmp_path / "changed.stb"
    changed.write_bytes(data)
    result = run("diff", example("weights.stb"), changed)
    assert result.exit_code == 1
    assert "! weights[id=" in result.stdout


def test_diff_of_things_that_cannot_be_compared(run: Any, example: Any, bad: Path) -> None:
    assert run("diff", example("residual.mic2"), example("weights.stb")).exit_code == 2
    assert run("diff", example("weights.stb"), bad).exit_code == 2


def with_external_weights(folder: Path, weight: float = 0.5, extra: bool = False) -> Path:
    """A NAC file and the file of its weights."""
    builder = NacBuilder(external_weights=True)
    x = builder.input("x")
    y = builder.operation("aten.add.Tensor", x, builder.parameter("w", np.full(3, weight, np.float32)), 1)
    if extra:
        y = builder.operation("aten.relu.default", y)
    builder.output(y)
    folder.mkdir()
    nacformats.dump(builder.build(), folder / "model.nac")
    return folder / "model.nac"


def test_diff_of_external_weights(run: Any, tmp_path: Path) -> None:
    first, same = with_external_weights(tmp_path / "a"), with_external_weights(tmp_path / "b")
    changed = with_external_weights(tmp_path / "c", weight=0.25)
    assert run("diff", first, same).exit_code == 0
    result = run("diff", first, changed)
    assert result.exit_code == 1
    numbers = "3 of 3 elements differ, NMSE 0.25, cosine 1, largest 0.25"
    assert result.stdout.splitlines() == [
        "= program: 4 rows, 4: 4 equal",
        "= parameters: 1 changed, 0 equal",
        f"! weights[w]: float32[3]: {numbers} (element [0]: 0.5 -> 0.25)",
    ]
    safetensors.numpy.save_file({"other": np.zeros(1)}, changed.with_suffix(".safetensors"))
    assert "! weights[w]: float32[3] -> no elements" in run("diff", first, changed).stdout
    assert "! weights[w]: no elements -> float32[3]" in run("diff", changed, first).stdout
    changed.with_suffix(".safetensors").unlink()
    for pair in ((first, changed), (changed, first), (changed, changed)):
        result = run("diff", *pair)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"{changed.with_suffix('.safetensors')}: the file with the weights is missing" in result.stderr
    result = run("diff", "-", first, stdin=first.read_bytes())
    assert result.exit_code == 2
    assert "standard input" in result.stderr


def test_diff_of_programs(run: Any, tmp_path: Path, example: Any) -> None:
    short, long = with_external_weights(tmp_path / "a"), with_external_weights(tmp_path / "b", extra=True)
    found = json.loads(run("diff", "--json", short, long).stdout)
    (row,) = [row for row in found["rows"] if row["mark"] != "same"]  # a relu before the output, which returns it
    assert (row["mark"], row["path_right"]) == ("inserted", "ops.instructions[3]")
    assert row["changes"] == [{"what": "operand 0 of %4", "left": "%2", "right": "%3"}]
    with nacformats.load(example("mlp.nac")) as nac:
        nac.sections.ops.field("distances")[nac.sections.ops.rows_of("distances")[3]] -= 1
        rows = compare_models(nacformats.load(example("mlp.nac")), nac).rows
        assert [row.path_left for row in rows if row.mark != "same"] == ["ops.instructions[3]"]
    assert run("diff", example("mlp.nac"), example("mlp.nac")).exit_code == 0


# schema and generate


def test_schema_lists_and_prints(run: Any) -> None:
    listed = run("schema").stdout
    for name in schema_names():
        assert f"{name} " in listed
    assert run("schema", "elf").exit_code == 2


@pytest.mark.parametrize("name", list(formats()))
def test_schema_is_one_file_without_imports(run: Any, name: str) -> None:
    schema = yaml.safe_load(run("schema", name).stdout)
    assert schema["meta"]["id"] == name
    assert "imports" not in schema["meta"]


def test_schema_to_a_file(run: Any, tmp_path: Path) -> None:
    target = tmp_path / "micb.ksy"
    assert run("schema", "micb", "--no-inline", "--output", target).exit_code == 0
    assert yaml.safe_load(target.read_text())["meta"]["imports"] == ["uleb128"]
    assert run("schema", "micb", "-o", target).exit_code == 2


@pytest.mark.nightly
def test_generate_finds_nothing_to_do(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one kind of file: that all are current is for the tests of the generator."""
    tables = next(product for product in generate.PRODUCTS if product.folder == "tables")
    monkeypatch.setattr(generate, "PRODUCTS", (tables,))
    result = run("generate", "--check")
    assert (result.exit_code, result.stdout) == (0, f"{generate.OUTPUT}: up to date\n")
    monkeypatch.setattr(generate, "PRODUCTS", (replace(tables, render=lambda name: f"# {name}"),))
    result = run("generate", "--check")
    assert result.exit_code == 1
    assert "stale: generated/tables/nac.py\n" in result.stdout


# usage


@pytest.mark.parametrize("command", ["inspect", "validate"])
def test_a_missing_file_is_one_line_and_exit_code_2(run: Any, command: str, tmp_path: Path) -> None:
    result = run(command, tmp_path / "no.stb")
    assert result.exit_code == 2
    assert "No such file or directory" in result.stdout + result.stderr
    assert len((result.stdout + result.stderr).splitlines()) == 1


def test_a_folder_is_no_file(run: Any, tmp_path: Path) -> None:
    assert run("inspect", "--tables", tmp_path).exit_code == 2


def test_an_unknown_option_or_command(run: Any) -> None:
    assert run("inspect", "--colour").exit_code == 2
    assert run("explode").exit_code == 2


@pytest.mark.skipif(os.name == "nt" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read all")
def test_an_unreadable_file(run: Any, bad: Path) -> None:
    bad.chmod(0)
    result = run("inspect", bad)
    assert (result.exit_code, result.stderr) == (2, f"nacformats: {bad}: Permission denied\n")


def test_what_never_ends_is_not_read_to_the_end(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "MAX_STREAM_BYTES", 5_000_000)
    result = run("validate", "-", stdin=b"mic@2\n" * 1_000_000)
    assert result.exit_code == 1
    assert result.stdout.startswith(
        "-: error: standard input is too long to be read into memory: expected at most 5,000,000 bytes"
    )
    if os.name == "posix":
        (finding,) = nacformats.validate("/dev/zero")
        assert finding.rule == "limit"
        for command in ("inspect", "validate"):
            result = run(command, "/dev/zero")
            assert result.exit_code == 1
            assert "/dev/zero is too long" in result.output


def test_standard_input(run: Any, example: Any) -> None:
    data = example("weights.stb").read_bytes()
    assert run("validate", "-", stdin=data).stdout == f"-: ok (STB v0.1, {len(data):,} bytes)\n"
    assert "tensors" in run("inspect", "-", stdin=data).stdout


@pytest.mark.sample(each=5)
@pytest.mark.parametrize("name", ["micb", "mic2", "nac", "stb", "tisa"])
def test_a_schema_that_was_printed_reads_what_its_format_reads(
    run: Any, example: Any, tmp_path: Path, name: str
) -> None:
    """Imported types are inlined in it, and its name is that of a registered format."""
    printed, document, back = tmp_path / "printed.ksy", tmp_path / "tree.json", tmp_path / f"back.{name}"
    file = next(example(each) for each in FILES if each.endswith(name))
    assert run("schema", name, "-o", printed).exit_code == 0
    for words in (("inspect", file), ("validate", file), ("convert", file, document), ("convert", document, back)):
        result = run(words[0], "--schema", printed, *words[1:])
        assert result.exit_code == 0, result.output
    assert back.read_bytes() == file.read_bytes()


def test_with_a_schema_the_suffix_of_another_format_is_refused(run: Any, tmp_path: Path) -> None:
    scores = Path(__file__).parents[2] / "docs" / "scores.ksy"
    target = tmp_path / "x.micb"
    result = run("convert", "--schema", scores, "-", target, stdin=b"SCOR\0")
    assert result.exit_code == 2
    assert ".micb is for MIC-B v2; Scores of a game is .scores" in result.stderr
    assert not target.exists()


@pytest.mark.parametrize("name", ["json", "schema"])
@pytest.mark.parametrize("target", ["new.json", "new.onnx", "new.mep", "new.micb"])
def test_a_format_that_the_target_is_not_made_of_is_a_usage_error(
    run: Any, example: Any, tmp_path: Path, name: str, target: str
) -> None:
    result = run("convert", "--from", name, example("mlp.nac"), tmp_path / target)
    assert result.exit_code == 2, result.stderr
