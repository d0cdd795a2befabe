"""Reports of files: what they say, and that they are what viewer/src/protocol.ts declares."""

from __future__ import annotations

import json
import random
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats.codec.streams import Source
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.file.disassembly import disassemble
from nacformats.formats.nac.file.program import ConstantRef, ParameterRef, ResultRef
from nacformats.graph.graph import UNKNOWN, ValueType
from nacformats.schema.sources import ROOT
from nacformats.view import protocol
from nacformats.view.protocol import PageProgram, page_json
from nacformats.view.report import report_of
from nacformats.view.reports.nac import columns_of_nac
from nacformats.view.reports.programs import GraphFacts
from tests.campaign.files import EXAMPLES
from tests.effort import effort

STORY = EXAMPLES / "story" / "story.nac"
PROTOCOL = ROOT / "viewer" / "src" / "protocol.ts"
NAMES_OF_EXAMPLES = ("mlp.nac", "residual.micb", "residual.mic2", "weights.stb", "words.tisa", "tiny.gguf")
#: Types that have another name in Python.
NAMES = {"Page": "PageData", "PageFile": "PageFile"}
DECLARED = (
    "Page",
    "PageFile",
    "Report",
    "Summary",
    "Port",
    "Finding",
    "Program",
    "Block",
    "Tensor",
    "Schedule",
    "PlanLine",
)


def declared(name: str) -> list[str]:
    """Return the fields of an interface in TypeScript."""
    text = re.search(rf"export interface {name} {{\n(.*?)\n}}", PROTOCOL.read_text(encoding="utf-8"), re.DOTALL)
    assert text is not None
    return re.findall(r"^  readonly (\w+)\??:", text[1], re.MULTILINE)


@pytest.mark.parametrize("name", DECLARED)
def test_types_are_those_of_the_viewer(name: str) -> None:
    made = getattr(protocol, NAMES.get(name, f"Page{name}"))
    assert {each.name for each in fields(made)} == set(declared(name))


def report(path: Path | bytes) -> dict[str, Any]:
    with Source.of(path) as source:
        found = page_json(report_of(source))
    json.dumps(found, allow_nan=False)
    return dict(found)


def test_a_program_has_types_names_and_blocks() -> None:
    found = report(STORY)
    program = found["program"]
    assert [block["name"] for block in program["blocks"]] == ["blocks.0 to blocks.2"]
    assert program["names"]["0"] == "ids"
    assert program["types"][program["type"][0]] == "int64[1, length]"
    assert len(program["starts"]) == len(program["operator"]) + 1 == len(program["type"]) + 1
    assert {each["path"] for each in found["plan"]} >= {"", "orch.bytecode.instructions[0]"} - {""}
    assert found["schedule"]["unit"] == "bytes"
    assert len(found["schedule"]["held"]) == found["schedule"]["ticks"]
    weight = next(each for each in found["tensors"] if each["name"] == "tokens.weight")
    assert weight["note"] == "int8_channel"
    assert weight["stop"] - weight["start"] == weight["bytes"]
    assert found["findings"] == []


def operands(program: PageProgram, row: int) -> list[str]:
    start, stop = np.asarray(program.starts)[row : row + 2].tolist()
    listed = np.asarray(program.operands)[start:stop].tolist()
    return [f"%{each}" if each >= 0 else program.constants[-1 - each] for each in listed]


def test_programs_are_those_that_inspect_shows(corpus: Path) -> None:
    paths = [*EXAMPLES.rglob("*.nac"), *sorted(corpus.rglob("*.nac"))]
    seen = 0
    for path in paths:
        try:
            model = nacformats.load(path, strict=False)
        except nacformats.FormatError:
            continue
        assert isinstance(model, NacFile)
        with model:
            program = columns_of_nac(model).program()
            for line in disassemble(model):
                assert program.operators[int(program.operator[line.index])] == line.name
                assert operands(program, line.index) == shown(line.operands, line.values, program, line.index), path
                seen += 1
    assert seen > 100


def shown(texts: Any, values: Any, program: PageProgram, row: int) -> list[str]:
    """Return the operands of a line as a page has them: parameters by name, and constants without their ids."""
    if not values:
        return list(texts)
    named = str(row) in program.names
    pairs = [(text, value) for text, value in zip(texts, values, strict=True) if not (named and is_named(value))]
    return [shown_operand(text, value) for text, value in pairs]


def shown_operand(text: str, value: Any) -> str:
    if isinstance(value, ResultRef):
        return f"%{value.index}"
    return text.partition("=")[2] if isinstance(value, ConstantRef) else text


def is_named(value: Any) -> bool:
    return isinstance(value, ParameterRef) and value.name is not None


@pytest.mark.parametrize("size", [0, 3, 90, 500, 3000, 100_000])
def test_a_damaged_file_has_a_report_with_findings(size: int) -> None:
    with Source(STORY.read_bytes()[:size], "x.nac") as source:
        found = page_json(report_of(source))
    assert any(each["severity"] == "error" for each in found["findings"])
    assert found["summary"]["kind"]


def test_sizes_that_are_not_known_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    known = ValueType(np.dtype("f4"), (2,))
    types = [UNKNOWN if row % 2 else known for row in range(9999)]
    monkeypatch.setattr(GraphFacts, "of", lambda _graph_of, count: GraphFacts([*types[:count]]))
    schedule = report(STORY)["schedule"]
    assert {each.get("size") for each in schedule["spans"]} >= {8, None}
    assert schedule["unit"] == "bytes"


def test_damaged_bytes_never_keep_a_report_from_being_made() -> None:
    paths = [STORY, *(EXAMPLES / name for name in NAMES_OF_EXAMPLES)]
    chosen = random.Random(7)
    for trial in range(effort(8, 400)):
        path = paths[trial % len(paths)]
        data = bytearray(path.read_bytes())
        for _ in range(chosen.randint(1, 6)):
            data[chosen.randrange(min(len(data), 4096))] = chosen.randrange(256)
        try:
            with Source(bytes(data), path.name) as source:
                json.dumps(page_json(report_of(source)), allow_nan=False)
        except nacformats.UnsupportedError:
            continue


def test_a_file_of_no_format_has_none() -> None:
    with pytest.raises(nacformats.UnsupportedError, match="unknown format"):
        report(b"nothing that is known")
