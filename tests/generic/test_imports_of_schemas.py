"""Imports from folders above, and by the id where a file is called otherwise; long and deep schemas end in time."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from nacformats import open_schema
from nacformats.cli import main
from nacformats.schema.reading import read_schema
from nacformats.schema.sources import read_yaml

DEEP = "its values or its types are nested too deeply"


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_above_and_one_called_otherwise(tmp_path: Path) -> None:
    write(tmp_path / "common/w3-base.ksy", "meta: {id: w3_base}\nseq: [{id: a, type: u1}]\n")
    write(
        tmp_path / "common/parts/header.ksy",
        "meta: {id: header, imports: [../w3-base]}\nseq: [{id: b, type: w3_base}]\n",
    )
    path = write(
        tmp_path / "formats/game.ksy",
        "meta: {id: game, imports: [../common/parts/header, ../common/w3-base]}\n"
        "seq: [{id: h, type: header}, {id: c, type: w3_base}]\n",
    )
    tree = open_schema(path).loads(b"\1\2")
    assert (tree.h.b.a, tree.c.a) == (1, 2)
    result = CliRunner().invoke(
        main, ["generate", "--schema", str(path), "-o", str(tmp_path / "out"), "--for", "python,c"]
    )
    assert result.exit_code == 0, result.output
    assert (tmp_path / "out/c/game.h").exists()


def test_numbers_of_enums_with_zeros_before_them() -> None:
    schema = read_schema(read_yaml("meta: {id: x}\nenums: {e: {009999: a, 010: b, 0x10: c}}\n"))
    assert schema.root.enums["e"].numbers == {"a": 9999, "b": 8, "c": 16}


def chain(count: int) -> str:
    types = "".join(f"  t{at}: {{seq: [{{id: a, type: t{at + 1}}}]}}\n" for at in range(count))
    return f"seq: [{{id: a, type: t0}}]\ntypes:\n{types}  t{count}: {{seq: [{{id: a, type: u1}}]}}\n"


def cases(count: int) -> str:
    listed = "".join(f"      {at}: {('u1', 'u2le', 't0', 't1')[at % 4]}\n" for at in range(count))
    types = "types:\n  t0: {seq: [{id: a, type: u1}]}\n  t1: {seq: [{id: b, type: u1}]}\n"
    return f"seq:\n- {{id: a, type: u2le}}\n- id: b\n  type:\n    switch-on: a\n    cases:\n{listed}{types}"


def members(count: int) -> str:
    return "seq:\n" + "".join(f"- {{id: f{at}, type: u1}}\n" for at in range(count))


def test_a_switch_may_have_thousands_of_cases(tmp_path: Path) -> None:
    form = open_schema(write(tmp_path / "x.ksy", "meta: {id: x}\n" + cases(5000)))
    assert form.loads(b"\3\0\7").b.b == 7
    assert form.dumps({"a": 4997, "b": 258}) == b"\x85\x13\2\1"


@pytest.mark.sample(each=6)
@pytest.mark.parametrize(("text", "message"), [(chain(5000), DEEP), (members(5000), "more than 1,000 members")])
@pytest.mark.parametrize(
    "command",
    ["inspect x.bin --schema x.ksy", "fuzz x.ksy --count 1", "generate --schema x.ksy -o out --for python,go"],
)
def test_what_is_too_long_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "x.ksy", "meta: {id: x}\n" + text)
    (tmp_path / "x.bin").write_bytes(b"\1")
    result = CliRunner().invoke(main, command.split())
    assert result.exit_code == 2, result.output
    assert message in result.output


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("type: u1, checksum: {kind: crc32, over: [a]}", "/seq/0/checksum: not supported: is '-checksum' meant?"),
        ("type: u1, pos: 3", "/seq/0/pos: not supported here: it goes with a field of `instances`"),
        ("type: uleb128", "there is no type 'uleb128': `imports: [uleb128]` in /meta has it"),
        ("type: u3", "there is no type 'u3': numbers are u1, u2, u4, u8"),
    ],
)
def test_an_error_says_what_was_meant_and_shows_no_usage(tmp_path: Path, field: str, message: str) -> None:
    path = write(tmp_path / "x.ksy", f"meta: {{id: x, endian: le}}\nseq: [{{id: a, {field}}}]\n")
    (tmp_path / "x.bin").write_bytes(b"\1")
    result = CliRunner().invoke(main, ["inspect", str(tmp_path / "x.bin"), "--schema", str(path)])
    assert result.exit_code == 2
    assert message in result.output
    assert "Usage" not in result.output
