"""diff of what is large, of what is hostile, and of what cannot be compared."""

from __future__ import annotations

import json
import random
import struct
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats import MicGraph, NacBuilder, NacFile, StbFile
from nacformats.comparing.comparison import compare_models
from nacformats.comparing.core import SHOWN_CHARACTERS, Difference
from nacformats.comparing.models import other_differences
from nacformats.errors import LimitError
from nacformats.formats.generic import Tree
from nacformats.formats.nac.builder import make_operations
from nacformats.formats.nac.columns.instructions import Fields
from nacformats.formats.nac.columns.memory_map import MemoryMap
from nacformats.formats.records.constants import Constant
from nacformats.formats.records.rows import IdTable
from nacformats.formats.stb import StbTensor


def nac(*, distance: int = -2, count: int = 0, constant: object = 1, name: str = "w") -> NacFile:
    """A program of one addition after another, all with one constant and one parameter."""
    builder = NacBuilder()
    x = builder.input("x")
    builder.output(builder.operation("aten.add.Tensor", x, builder.parameter(name, np.zeros(1, np.float32)), constant))
    file = builder.build()
    assert file.sections.ops is not None
    *before, addition, output = file.sections.ops
    more = [Fields(addition.a, addition.b, addition.c, (distance, *addition.d[1:])) for _ in range(count)]
    file.sections.ops = make_operations([*before, addition, *more, output])
    return file


def with_schedule(target: int, records: int = 400, commands: int = 50) -> NacFile:
    file = nac()
    columns = {
        "tick": np.arange(records).astype(np.uint16),
        "commands[]": np.arange(records + 1) * commands,
        "commands.action": np.zeros(records * commands, np.uint8),
        "commands.target": np.full(records * commands, target, np.uint16),
    }
    columns["commands.target"][::1000] = 7
    file.sections.mmap = MemoryMap(columns)
    return file


def with_constants(first: int) -> NacFile:
    file = nac()
    assert file.sections.cnst is not None
    more = [(number, Constant.of([first, *range(50_000)])) for number in range(100, 110)]
    file.sections.cnst = IdTable([*file.sections.cnst.entries, *more])
    return file


def graph(op: str, name: str, count: int = 3000) -> MicGraph:
    made = MicGraph()
    value = made.arg(name, made.add_type("f32", name, 2))
    for _ in range(count):
        value = made.node(op, value)
    made.output = value
    return made


def drained(first: Any, second: Any) -> tuple[int, float, int]:
    """How many differences there are, the seconds that they took and the most bytes that were in use."""
    tracemalloc.start()
    try:
        start = time.process_time()
        found = compare_models(first, second)
        listed = (found.rows, found.parameters, found.other)
        count = sum(each.mark != "same" for part in listed for each in part)
        return count, time.process_time() - start, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.sample(each=9)
@pytest.mark.parametrize(
    ("make", "count", "most_bytes"),
    [
        (lambda side: with_schedule(1 + side), 20_000 - 20, 24 << 20),
        (lambda side: with_schedule(1 + 0 * side), 0, 4 << 20),
        (with_constants, 10, 16 << 20),
        (lambda side: nac(distance=-2 - side, count=2000), 2000, 24 << 20),
        (lambda side: nac(count=2000, constant=[*range(50_000), side]), 2001, 24 << 20),
        (lambda side: nac(count=2000, name="w" * 60_000 + str(side)), 1, 24 << 20),
        (lambda side: graph(("relu", "gelu")[side], "a"), 3000, 24 << 20),
        (lambda side: graph("relu", "a" * 60_000 + str(side)), 1, 24 << 20),
    ],
)
def test_time_and_memory_follow_the_size(make: Callable[[int], Any], count: int, most_bytes: int) -> None:
    """Every differing place is found once, and its text is cut."""
    found, seconds, peak = drained(make(0), make(1))
    assert count * 0.99 <= found <= count
    assert peak < most_bytes
    assert seconds < 120  # it takes one to ten seconds, under tracemalloc


def test_types_that_share_a_long_name_are_compared_in_little_time() -> None:
    """32 dims of each type are one name of 60,000 characters: 2 MB of text for 34 bytes of the file."""

    def file(name: bytes) -> bytes:
        strings = b"\x02\x01x" + bytes([len(name) & 127 | 128, len(name) >> 7 & 127 | 128, len(name) >> 14]) + name
        types = b"\xe8\x07" + (b"\x01\x20" + b"\x01" * 32) * 1000
        return b"MICB\x02" + strings + b"\x00" + types + b"\x01\x00\x00\x00\x00"

    name = b"a" * 60_000
    first, same, other = (nacformats.loads(file(each)) for each in (name, name, name[1:] + b"b"))
    assert drained(first, same)[0] == 0
    count, seconds, peak = drained(first, other)
    assert count == 3
    assert peak < 16 << 20
    assert seconds < 60
    (difference, *_) = other_differences(first, other)
    assert max(map(len, difference.as_dict()["first"])) <= SHOWN_CHARACTERS


def stb_of_shared_bytes(count: int, size: int, step: int) -> bytes:
    """Tensors of one size, each a step after the one before it."""
    start = -(-(32 + 32 * count) // 64) * 64
    whole = start + size + step * (count - 1)
    head = struct.pack("<4sBBHIIQQ", b"STB0", 1, 0, count, 0, 0, start, whole)
    descriptor = struct.Struct("<BBBBQQ3I")
    table = b"".join(descriptor.pack(1, 2, 1, 0, start + step * i, size, size, 0, 0) for i in range(count))
    return (head + table).ljust(whole, b"\0")


@pytest.mark.nightly
def test_tensors_that_share_their_bytes() -> None:
    """Aliases are compared once; a thousand tensors, each moved a little, are refused: they are too much to compare."""
    aliases = stb_of_shared_bytes(2000, 1 << 20, 0)
    changed = aliases[:-1] + b"\1"
    count, seconds, _ = drained(nacformats.loads(aliases, format="stb"), nacformats.loads(changed, format="stb"))
    assert count == 2000
    assert seconds < 20  # comparing each would be 2 GB
    shifted = stb_of_shared_bytes(1000, 1 << 18, 64)
    with pytest.raises(LimitError, match="share their bytes"):
        drained(nacformats.loads(shifted, format="stb"), nacformats.loads(shifted, format="stb"))


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """Two files that differ in every instruction, with their weights in other files."""
    paths = tmp_path / "a.nac", tmp_path / "b.nac"
    for path, distance in zip(paths, (-2, -3), strict=True):
        nacformats.dump(nac(distance=distance, count=3000), path)
    return paths


@pytest.mark.nightly
@pytest.mark.sample("--json")
@pytest.mark.parametrize("option", ["--all", "--json"])
def test_output_that_nobody_reads_to_its_end(pair: tuple[Path, Path], option: str) -> None:
    command = [sys.executable, "-m", "nacformats", "diff", option, *map(str, pair)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.read(100)
        child.stdout.close()  # what would follow has nowhere to go
        assert child.stderr.read() == b""
        assert child.wait(timeout=60) == 141


@pytest.mark.nightly
def test_text_is_cut_to_a_screen(run: Any, pair: tuple[Path, Path]) -> None:
    lines = run("diff", *pair).stdout.splitlines()
    assert len(lines) < 50
    assert any(line.endswith(" more: --all shows them") for line in lines)
    assert len(run("diff", "--all", *pair).stdout.splitlines()) > 3000


@pytest.mark.nightly
def test_json_has_the_whole_comparison(run: Any, pair: tuple[Path, Path]) -> None:
    found = json.loads(run("diff", "--json", *pair).stdout)
    assert not found["same"]
    assert sum(row["mark"] == "changed" for row in found["rows"]) > 2900
    assert found["left"] == {"name": str(pair[0]), "format": "NAC v1.6"}
    same = json.loads(run("diff", "--json", pair[0], pair[0]).stdout)
    assert same["same"]
    assert {row["mark"] for row in same["rows"]} == {"same"}


def test_a_comparison_that_cannot_be_made_is_still_json(run: Any, tmp_path: Path) -> None:
    weights = {"w": np.zeros(2, np.float32), "v": np.zeros(2, np.float32)}
    for folder in ("a", "b"):
        builder = NacBuilder(external_weights=True)
        x = builder.input("x")
        for name, array in weights.items():
            x = builder.operation("aten.add.Tensor", x, builder.parameter(name, array), 1)
        builder.output(x)
        (tmp_path / folder).mkdir()
        nacformats.dump(builder.build(), tmp_path / folder / "m.nac")
        weights = {name: array + 1 for name, array in weights.items()}
    broken = tmp_path / "b" / "m.safetensors"
    data = broken.read_bytes()
    broken.write_bytes(data.replace(b'"F32"', b'"F99"', 1) if data.count(b"F32") else data)
    result = run("diff", "--json", tmp_path / "a" / "m.nac", tmp_path / "b" / "m.nac")
    assert result.exit_code == 2
    document = json.loads(result.stdout)
    assert document["error"]["severity"] == "error"
    assert result.stderr == ""


def test_refusals_are_json(run: Any, tmp_path: Path, example: Any) -> None:
    bad, good = tmp_path / "cut.stb", example("weights.stb")
    bad.write_bytes(good.read_bytes()[:50])
    foreign = tmp_path / "x.bin"
    foreign.write_bytes(b"what is this?")
    for file, rule, code in (
        (bad, "stb.truncated", 1),
        (tmp_path / "missing.stb", "unreadable", 2),
        (tmp_path, "unreadable", 2),
        (foreign, "wrong-format", 1),
    ):
        refusals = {}
        if file != tmp_path:  # inspect and validate look into folders
            inspected = run("inspect", "--json", file)
            assert inspected.exit_code == code
            refusals["inspect"] = json.loads(inspected.stdout)["findings"][0]
            validated = run("validate", "--json", file)
            assert validated.exit_code == code
            refusals["validate"] = json.loads(validated.stdout)["files"][0]["findings"][0]
        for pair in ((file, good), (good, file)):
            result = run("diff", "--json", *pair)
            assert (result.exit_code, result.stderr) == (2, "")
            error = json.loads(result.stdout)["error"]
            assert error.pop("file") == str(file)
            refusals[f"diff {pair}"] = error
        assert {refusal["rule"] for refusal in refusals.values()} == {rule}
        assert len({json.dumps(refusal, sort_keys=True) for refusal in refusals.values()}) == 1
    result = run("diff", "--json", good, example("residual.mic2"))
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["rule"] == "usage"


@pytest.mark.parametrize("value", ["x" * 1000, list(range(1000)), {"a": list(range(1000))}, b"x" * 1000, 10**30, "é"])
def test_long_values_are_cut(value: Any) -> None:
    difference = Difference("path", value, None, "first")
    assert len(str(difference)) <= SHOWN_CHARACTERS + len("- path: ")
    json.dumps(difference.as_dict())


def test_numbers_that_json_lacks_are_text() -> None:
    document = Difference("path", float("nan"), float("inf")).as_dict()
    assert json.loads(json.dumps(document, allow_nan=False)) == {**document, "first": "nan", "second": "inf"}


def test_what_two_long_texts_have_in_common_is_left_out() -> None:
    first, second = "w" * 5000 + "1" + "x" * 5000, "w" * 5000 + "2" + "x" * 5000
    document = Difference("path", first, second).as_dict()
    assert document["first"] != document["second"]


def test_tensors_of_two_files_are_paired_by_id() -> None:
    def tensor(number: int) -> StbTensor:
        return StbTensor.from_array(np.full(2, number, np.float32), number)

    found = compare_models(StbFile([tensor(1), tensor(2)]), StbFile([tensor(3), tensor(1)])).parameters
    assert [(each.mark, each.left, each.right) for each in found] == [
        ("removed", "id=2", None),
        ("inserted", None, "id=3"),
        ("same", "id=1", "id=1"),
    ]


@pytest.mark.nightly
def test_two_files_of_any_schema_are_compared(run: Any, tmp_path: Path) -> None:
    path = Path(__file__).resolve().parents[1] / "generic" / "toy.ksy"
    toy = nacformats.open_schema(path)
    tree = max((toy.loads(data) for data in toy.fuzz(20, seed=3)), key=lambda each: len(each["records"]))
    records, sums = list(tree["records"]), list(tree["checksums"])
    middle = len(records) // 2
    assert middle > 8
    longer = {name: value for name, value in tree.items() if name not in ("num_records", "ofs_checksums")}
    longer["records"] = [*records[:middle], records[0], *records[middle:]]
    longer["checksums"] = [*sums[:middle], (sums[middle] + 1) % 65536, *sums[middle:-1], (sums[-1] + 1) % 65536]
    first, second = tmp_path / "a.toy", tmp_path / "b.toy"
    first.write_bytes(toy.dumps(tree))
    second.write_bytes(toy.dumps(longer))
    found = toy.compare(first, second)
    places = [(each.path, each.mark) for each in found.other]
    assert places[0] == (f"records[{middle}]", "inserted")
    assert all(place.startswith("checksums[") for place, _ in places[1:])
    assert len(places) < 5
    schema = ("--schema", str(path))
    assert f"+ records[{middle}]" in (text := run("diff", str(first), str(second), *schema)).stdout
    assert text.exit_code == 1
    assert run("diff", str(first), str(first), *schema).exit_code == 0
    document = json.loads(run("diff", str(first), str(second), *schema, "--json").stdout)
    assert [(each["path"], each["mark"]) for each in document["other"]] == places
    page = tmp_path / "page.html"
    assert run("diff", str(first), str(second), *schema, "--html", str(page)).exit_code == 1
    assert f"records[{middle}]" in page.read_text(encoding="utf-8")
    second.write_bytes(b"TOY2")
    assert run("diff", str(first), str(second), *schema).exit_code in (1, 2)


@pytest.mark.nightly
def test_long_lists_of_a_tree_are_aligned_in_little_time() -> None:
    first = [{"x": number % 7, "y": [number]} for number in range(20_000)]
    second = [{"x": -1, "y": []}, *first[1:10_000], *first[10_500:], {"x": 0, "y": []}]
    found = compare_models(Tree("t", {"values": first}), Tree("t", {"values": second}))
    assert len(found.other) == 503
    alike = compare_models(Tree("t", {"values": [0] * 60_000}), Tree("t", {"values": [0] * 30_000}))
    assert {each.mark for each in alike.other} == {"removed"}
    shuffled = random.Random(3).sample(range(60_000), 60_000)
    assert not compare_models(Tree("t", {"v": shuffled}), Tree("t", {"v": sorted(shuffled)})).same


def test_the_page_has_the_comparison(run: Any, tmp_path: Path, example: Any) -> None:
    out = tmp_path / "out.html"
    result = run("diff", example("residual.mic2"), example("residual.micb"), "--html", out)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(f"{out}: ")
    assert '"rows":' in out.read_text(encoding="utf-8")
    assert run("diff", example("residual.mic2"), example("residual.micb"), "--html", out).exit_code == 2  # it exists
    assert run("diff", example("mlp.nac"), example("weights.stb"), "--html", out, "--force").exit_code == 1
    assert run("diff", example("mlp.nac"), "-", "--html", out, "--force").exit_code == 2
    assert run("diff", example("mlp.nac"), example("mlp.nac"), "--html", out, "--force", "--json").exit_code == 2
