"""What is easily read in another way than Kaitai does: Python, C and the machine of other languages agree with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import nacformats
from tests.kaitai.compiler import Compiler, Parser
from tests.kaitai.native import CC, NativeParser
from tests.kaitai.ours import OurParser
from tests.kaitai.trees import compare
from tests.languages.machines import comparable, machine_of, plain, said

SPARSE = """
meta: {id: edges, endian: le}
seq:
- {id: case, type: u1}
- {id: num_items, type: u1}
- {id: items, type: {switch-on: case, cases: {1: u2, 2: one}}, repeat: expr, repeat-expr: num_items}
- {id: others, type: {switch-on: case, cases: {1: one, 2: one}}, repeat: expr, repeat-expr: num_items}
types: {one: {seq: [{id: a, type: u1}]}}
"""
BITS = """
meta: {id: edges}
seq:
- {id: a, type: b4}
- {id: part, type: part, size: 1}
- {id: b, type: b4, if: not _io.eof}
- {id: c, type: b4, if: not _io.eof}
instances:
  is_end: {value: _io.eof}
types:
  part: {seq: [{id: a, type: b3}], instances: {is_end: {value: _io.eof}}}
"""
PAST = """
meta: {id: edges, endian: le, encoding: ASCII}
seq:
- {id: ofs_all, type: u1}
- {id: num_all, type: u1}
instances:
  numbers: {pos: ofs_all, type: u2, repeat: expr, repeat-expr: num_all}
  floats: {pos: ofs_all, type: f4, repeat: expr, repeat-expr: num_all}
  bits: {pos: ofs_all, type: b3, repeat: expr, repeat-expr: num_all}
  records: {pos: ofs_all, type: one, repeat: expr, repeat-expr: num_all}
  bytes_: {pos: ofs_all, size: num_all}
  rest: {pos: ofs_all, size-eos: true}
  each: {pos: ofs_all, type: one, repeat: eos}
types: {one: {seq: [{id: a, type: u1}]}}
"""
NONE: dict[str, Any] = {"ofs_all": 9, "num_all": 0, "numbers": [], "floats": [], "bits": [], "records": []}
NONE |= {"bytes_": b"", "rest": b"", "each": []}
CASES = {
    "no case": (SPARSE, "0003", {"case": 0, "num_items": 3, "items": [], "others": []}),
    "a case": (SPARSE, "0101020003", {"case": 1, "num_items": 1, "items": [2], "others": [{"a": 3}]}),
    "no elements": (SPARSE, "0200", {"case": 2, "num_items": 0, "items": [], "others": []}),
    "bits are left": (BITS, "f0e012", {"a": 15, "part": {"a": 7}, "b": 1, "c": 2}),
    "bits are left of the last byte": (BITS, "f0c0", {"a": 15, "part": {"a": 6}}),
    "past the end": (PAST, "0900", NONE),
}


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    return tmp_path / "edges.ksy"


@pytest.mark.parametrize("case", CASES)
def test_all_read_the_same_tree(case: str, schema: Path, tmp_path: Path) -> None:
    text, digits, tree = CASES[case]
    data = bytes.fromhex(digits)
    schema.write_text(text, encoding="utf-8")
    ours = OurParser(schema)
    found = ours.read(data)
    assert {name: plain(getattr(found, name)) for name in tree} == plain(tree)
    assert comparable(said(machine_of(schema), data)[1]) == plain(tree)
    compiler = Compiler(tmp_path)
    if compiler.missing is None:
        theirs = Parser(compiler.compile([schema])[schema], "edges").read(data)
        assert compare(theirs, found).different == []


@pytest.mark.nightly
@pytest.mark.skipif(CC is None, reason="needs a C compiler")
@pytest.mark.parametrize("text", [SPARSE, BITS])
def test_c_writes_the_files_back(text: str, schema: Path) -> None:
    schema.write_text(text, encoding="utf-8")
    with NativeParser(OurParser(schema).model) as native:
        for case in CASES.values():
            assert case[0] != text or native.verdict(bytes.fromhex(case[1])).kind == "back"


def test_a_list_without_elements_keeps_the_count_that_it_had(schema: Path) -> None:
    schema.write_text(SPARSE, encoding="utf-8")
    room = nacformats.open_schema(schema)
    tree = room.loads(b"\0\3")
    assert room.dumps(tree) == b"\0\3"
    tree.case, tree.items, tree.others = 1, [5, 6], [{"a": 7}, {"a": 8}]
    assert room.dumps(tree) == bytes.fromhex("01020500060007 08")
    assert room.dumps({"case": 1, "items": [], "others": []}) == b"\1\0"


def test_a_list_whose_elements_are_left_out_one_by_one_is_read_only(schema: Path) -> None:
    schema.write_text(SPARSE.replace("switch-on: case, cases: {1: one", "switch-on: _index, cases: {1: one"))
    room = nacformats.open_schema(schema)
    assert [each.a for each in room.loads(bytes.fromhex("00030708"), strict=False).others] == [7, 8]
    with pytest.raises(nacformats.UnsupportedError, match="left out, and the list does not say where"):
        room.dumps({"case": 1, "items": [], "others": []})
