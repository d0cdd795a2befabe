"""The walk over a file, and what is made of it: places, cuts, representations."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from nacformats import NacBuilder, dumps
from nacformats.codec.streams import Source
from nacformats.codec.walk import FieldNode, Walk
from nacformats.commands.inspection.core import Inspection, inspect_source
from nacformats.commands.inspection.document import inspection_document
from nacformats.commands.inspection.text import inspection_lines
from nacformats.commands.terminal import unstyled
from nacformats.printing import printable
from nacformats.view.representation import bytes_text
from nacformats.view.tables import ShownTable
from tests.campaign.files import EXAMPLES, Files, originals
from tests.effort import effort

#: Bytes of the payload of a large file.
LARGE = 4 * 1024**3


def lines_of(*what: Any, **how: Any) -> list[str]:
    """The lines of an inspection without styles."""
    return [unstyled(line) for line in inspection_lines(*what, **how)]


STB = (
    struct.pack("<4sBBHIIQQ", b"STB0", 1, 0, 2, 0, 0, 128, 200)
    + struct.pack("<BBBBQQ3I", 7, 0, 2, 0, 128, 24, 2, 3, 0)
    + struct.pack("<BBBBQQ3I", 8, 2, 1, 0, 192, 8, 8, 0, 0)
    + bytes(32)
    + bytes(range(24))
    + bytes(40)
    + b"\x01\x02\x03\x04\x05\x06\x07\x08"
)
MICB = bytes.fromhex(
    "4d494342 02"  # magic, version
    "02 0134 0178"  # strings "4", "x"
    "00"  # no symbols
    "01 01 01 00"  # types: f32[4]
    "02"  # values
    "00 01 00"  # arg x: T0
    "02 05 01 00"  # node relu %0
    "01"  # output %1
)


def every_node(walk: Walk, node: FieldNode) -> list[FieldNode]:
    return [node, *(found for child in walk.children(node) for found in every_node(walk, child))]


def walk_of(name: str, data: bytes, reads: int = 10_000) -> Walk:
    return Walk(name, Source(data), reads)


def test_places_of_fields_and_elements() -> None:
    walk = walk_of("stb", STB)
    found = {node.path: (node.offset, node.size) for node in every_node(walk, walk.root)}
    assert found[""] == (0, 200)
    assert found["num_tensors"] == (6, 2)
    assert found["tensors"] == (32, 64)
    assert found["tensors[1]"] == (64, 32)
    assert found["tensors[1].dims[2]"] == (92, 4)
    assert found["tensors[1].body"] == (192, 8)


def test_finding_by_path() -> None:
    walk = walk_of("stb", STB)
    node = walk.find("tensors[1].tensor_id")
    assert node is not None
    assert (node.offset, node.value) == (64, 8)
    assert walk.find("tensors[2]") is None
    assert walk.find("tens") is None


def test_children_stay_inside_their_parents() -> None:
    walk = walk_of("micb", MICB)
    for node in every_node(walk, walk.root):
        for child in walk.children(node):
            assert node.offset <= child.offset
            assert child.offset + child.size <= node.offset + node.size, child.path


def test_bits_share_a_byte() -> None:
    header = b"NAC\x01" + bytes([0x80 | 3]) + struct.pack("<HHBH9QI", 1, 1, 0, 0, *[0] * 9, 0)
    walk = walk_of("nac", header)
    bits = {node.path: (node.offset, node.size, node.value) for node in walk.children(walk.root)}
    assert bits["has_internal_weights"] == (4, 1, True)
    assert bits["quantization_method"] == (4, 1, 3)
    assert bits["num_inputs"] == (5, 2, 1)


@pytest.mark.parametrize("length", range(len(MICB)))
def test_a_cut_file_is_walked_up_to_the_cut(length: int) -> None:
    walk = walk_of("micb", MICB[:length])
    nodes = every_node(walk, walk.root)
    assert all(node.offset <= length for node in nodes)
    whole = {(node.path, node.offset) for node in every_node(walk_of("micb", MICB), walk_of("micb", MICB).root)}
    assert {(node.path, node.offset) for node in nodes} <= whole


def test_the_walk_stops_when_it_has_read_enough() -> None:
    assert not walk_of("micb", MICB).stopped
    walk = walk_of("micb", MICB, reads=3)
    assert walk.stopped
    assert len(every_node(walk, walk.root)) < len(every_node(walk_of("micb", MICB), walk_of("micb", MICB).root))
    source = Source(MICB)
    found = inspect_source(source, "micb", reads=3)
    assert "not read (--all)" in lines_of("x", source, found, found.select(None))[-1]
    assert json.loads("".join(inspection_document("x", found, *found.select(None))))["complete"] is False


def test_a_long_section_does_not_keep_the_others_from_being_read() -> None:
    builder = NacBuilder()
    value = builder.input("x")
    for _ in range(200):
        value = builder.operation("aten.relu.default", value)
    builder.output(value)
    source = Source(dumps(builder.build()))
    found = inspect_source(source, "nac", part_reads=160)
    shown = "\n".join(lines_of("x", source, found, found.select(None)))
    assert re.search(r"instructions.*  at least \d\d elements", shown)
    assert re.search(r"… at least \d\d more", shown)
    assert "%0: x" in shown, "the section data, which comes after the instructions"
    assert "relu: 100 x 2 instructions" in shown, "rows of the program"
    assert shown.endswith("not read (--all)")
    assert "202 elements" in "\n".join(lines_of("x", source, *all_of(source)))


def all_of(source: Source) -> tuple[Inspection, tuple[list[ShownTable], FieldNode | None]]:
    found = inspect_source(source)
    return found, found.select(None)


def test_instructions_name_their_operation() -> None:
    builder = NacBuilder()
    x = builder.input("x")
    builder.output(builder.operation("aten.softmax.int", builder.operation("aten.relu.default", x), -1))
    source = Source(dumps(builder.build()))
    lines = lines_of("x", source, *all_of(source))
    rows = [line.partition("]  ")[2] for line in lines if re.search(r" \[\d\]  ", line)]
    assert rows[:4] == ["INPUT USER", "aten.relu.default (-1)", "aten.softmax.int (-1,0)", "OUTPUT RESULT (-1)"]


def test_long_repeats_are_counted_unless_all_is_asked_for() -> None:
    strings = b"".join(b"\x02" + b"%02d" % number for number in range(40))
    data = b"MICB\x02" + bytes([40]) + strings + bytes.fromhex("00 01 01 00 01 00 00 00 00")
    source = Source(data)
    found = inspect_source(source, "micb")
    short = lines_of("x", source, found, found.select("strings"))
    assert any("24 more (--all)" in line for line in short)
    full = lines_of("x", source, found, found.select("strings"), full=True)
    assert sum("len_text" in line for line in full) == 40


def test_values_as_text() -> None:
    assert bytes_text(b"STB0") == '"STB0"'
    assert bytes_text(b"\x00\xff") == "00 ff"
    assert bytes_text(bytes(100)).endswith("… (100 bytes)")
    assert printable("a\x1b[0m\nb") == "a\\x1b[0m\\nb"
    assert printable("Λ") == "Λ"


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("part", range(4))
def test_damaged_files_are_shown_as_far_as_they_go(part: int) -> None:
    files = Files(originals(EXAMPLES))
    for case in files.cases(range(part * 100, part * 100 + 100, effort(8, 1))):
        name, data = case.format, case.data
        source = Source(data)
        found = inspect_source(source, name)
        chosen = found.select(None)
        shown = lines_of("x", source, found, chosen, full=True, hexdump=True)
        assert shown[0].endswith(f"{len(data):,} bytes")
        document = json.loads("".join(inspection_document("x", found, *chosen)))
        assert document["valid"] == found.valid
        for node in every_node(found.walk, found.walk.root):
            assert node.offset >= 0  # a damaged offset may lead past the end, but nothing is read from there
            assert not node.size or node.offset + node.size <= len(data)


@pytest.mark.nightly
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux says how much memory was resident")
def test_a_file_larger_than_memory_is_inspected_in_little() -> None:
    code = f"""
import re, sys, tempfile
import numpy as np
from pathlib import Path
from nacformats import NacBuilder, StbFile
from nacformats.cli import main
from nacformats.formats import formats
zeros = np.zeros({LARGE} // 4, np.float32)
builder, stb = NacBuilder(), StbFile()
builder.output(builder.parameter("x", zeros))
stb.add(zeros, id=0)
with tempfile.TemporaryDirectory() as folder:
    for name, model in (("nac", builder.build()), ("stb", stb)):
        path = Path(folder, "large." + name)
        with path.open("wb") as file:
            for chunk in map(memoryview, formats()[name].write(model)):
                file.write(chunk) if chunk.nbytes < 4096 else file.truncate(file.seek(chunk.nbytes, 1))
        main(["inspect", "--hex", "--all", str(path)], standalone_mode=False)
        main(["validate", str(path)], standalone_mode=False)
print(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    lines = done.stdout.splitlines()
    assert sum(": ok (" in line for line in lines) == 2
    assert len(done.stdout) < 50_000
    assert int(lines[-1]) < 200_000, "kilobytes resident"


def test_a_nac_file_opens_with_inputs_outputs_and_weights(run: Any, example: Any) -> None:
    lines = run("inspect", "--tables", example("mlp.nac")).stdout.splitlines()
    assert [line.strip() for line in lines[1:4]] == [
        "inputs: features",
        "outputs: %8 aten.softmax.int",
        "weights: 4 parameters, 656 bytes (float32 592 bytes, INT8_CHANNEL 64 bytes)",
    ]
    document = json.loads(run("inspect", "--json", example("mlp.nac")).stdout)
    assert document["summary"]["inputs"] == "features"
    tree = json.loads(run("inspect", "--json", "--section", "data.tensors[2]", example("mlp.nac")).stdout)["tree"]
    assert tree["called"] == "fc2.weight"


def test_tensors_have_names_in_the_tree(run: Any, example: Any) -> None:
    shown = run("inspect", "--section", "data.tensors", example("mlp.nac")).stdout
    assert re.search(r"\[2\]  fc2\.weight  3: INT8", shown)


def test_a_compiled_file_says_what_its_inputs_are(run: Any, tmp_path: Path) -> None:
    builder = NacBuilder()
    builder.output(builder.operation("aten.relu.default", builder.input("x")))
    described = {"inputs": [{"name": "x", "dtype": "float32", "shape": ["n", 3]}], "outputs": []}
    described["outputs"] = [{"name": "y", "dtype": "float32", "shape": ["n", 3]}]
    builder.resource("interface.json", json.dumps(described).encode())
    (tmp_path / "x.nac").write_bytes(dumps(builder.build()))
    lines = run("inspect", "--tables", tmp_path / "x.nac").stdout.splitlines()
    assert [line.strip() for line in lines[1:4]] == [
        "inputs: x float32[n, 3]",
        "outputs: y float32[n, 3]",
        "weights: 0 parameters",
    ]
