"""Sections as the machine reads them, with columns for their lists, against the parser of the Kaitai compiler."""

from __future__ import annotations

import pytest

from nacformats import FormatError
from nacformats._generated.columns import nac as codecs
from nacformats._generated.tables.nac import SCHEMA
from nacformats.codec.columns import Columns
from nacformats.codec.columns.reading import RecordTables
from nacformats.codec.streams import Source
from nacformats.codec.trees.parts import begun
from nacformats.codec.trees.reading import RecordMaker
from nacformats.formats.nac.file.reading import Frames
from nacformats.formats.nac.file.sections import SECTIONS as TABLE
from nacformats.formats.nac.file.sections import Sections, offset_field
from tests.nac.samples import COMPLETE, GOLDEN, Case
from tests.oracle import parse, type_of


def assert_same(data: bytes) -> int:
    """Frames have the fields of the parser, and lists of as many records. Gives the number of lists."""
    source = Source(data)
    frames, tree, lists = Frames(source), parse("nac", source), 0
    for name in frames.starts:
        frame, node = frames[name], getattr(tree, name)
        for field in (entry.id for entry in type_of(node).fields if hasattr(node, entry.id)):
            found, expected = getattr(frame, field), getattr(node, field)
            if isinstance(found, Columns):
                lists += 1
                assert len(found) == len(expected)
            else:
                assert found == expected
    return lists


def test_frames_agree_with_the_parser(cases: list[Case]) -> None:
    assert assert_same(COMPLETE) == 10
    assert assert_same(GOLDEN) == 8
    for case in cases:
        assert_same(case.data)


def test_the_table_of_sections_is_that_of_the_schema() -> None:
    placed = {each.id: each.pos for each in SCHEMA.root.placed if each.pos}
    assert set(TABLE) == set(placed)
    assert set(TABLE) <= set(Sections.__dataclass_fields__)
    assert {name: offset_field(name) for name in TABLE} == placed == {name: f"ofs_{name}" for name in TABLE}


@pytest.mark.parametrize("path", ["instruction.fields", "constant.body", "tensor_meta.scaling"])
def test_fields_of_cases_are_those_of_the_columns(path: str) -> None:
    record, field = path.split(".")
    codec = vars(codecs)[record]
    keys = {column.key.rstrip("[]@#") for column in codec.columns}
    cases = SCHEMA.cases(codec.parser, field)
    lists = [f"{field}.{each.id}" for kind in cases.values() for each in kind.fields]
    counts = {name for name in lists if name not in keys}  # what only counts is no column
    assert lists
    assert all("num_" in name or "rank" in name for name in counts)


@pytest.mark.parametrize(
    ("count", "size", "path", "offset"),
    [
        (6, 24, "entries[5].id_operation", 23),
        (1, 8, "entries[0].id_operation", 8),
        (2**32 - 1, 40, "entries", 8),  # refused at once: looking for so many might take a while
    ],
)
def test_a_list_that_is_longer_than_what_is_left(count: int, size: int, path: str, offset: int) -> None:
    section = begun("nac", "Nac.CanonicalMap", bytes(size), 8)
    make = RecordMaker(section._io.reading, section, "/types/canonical_map/seq/2", section._io, type(section), ())
    with pytest.raises(FormatError) as caught:
        RecordTables().read(make, count)
    assert (caught.value.path, caught.value.offset) == (path, offset)
