"""Three readers, one result: the generated parser, the generated construct, and the columns."""

from __future__ import annotations

from typing import Any

import numpy as np

import nacformats
from nacformats._generated.construct.stb import stb as construct
from nacformats._generated.kaitai.stb import Stb
from nacformats.codec.streams import Source
from nacformats.formats.stb.table import ELEMENT_DTYPES, TensorTable, codec
from tests.oracle import PositionedIO, PositionedStream, debug_parser, parse
from tests.stb.samples import GOLDEN, Case

NOT_BUILT = ("pad_nonzero", "tail_padding", "overlap_same_start")
FIELDS = [column.key for column in codec.columns if not column.is_offsets]
HEADER = ("magic", "version", "flags", "num_tensors", "reserved0", "reserved1", "ofs_data", "len_file")


def by_kaitai(data: bytes) -> tuple[Any, ...]:
    tree = parse("stb", Source(data))
    rows = [(*(getattr(row, name) for name in FIELDS), bytes(row.body)) for row in tree.tensors]
    return tuple(getattr(tree, name) for name in HEADER), rows


def by_construct(data: bytes) -> tuple[Any, ...]:
    tree = construct.parse(data)
    rows = [(*(row[name] for name in FIELDS), bytes(row["body"])) for row in tree["tensors"]]
    return tuple(tree[name] for name in HEADER), [(*row[:-2], list(row[-2]), row[-1]) for row in rows]


def table_of(source: Source) -> TensorTable:
    tree = parse("stb", source)
    return TensorTable(source.view, 32, tree.num_tensors, tree.ofs_data, tree.len_file)


def by_columns(data: bytes) -> tuple[Any, ...]:
    source = Source(data)
    tree = parse("stb", source)
    table = table_of(source)
    numbers = (table.columns[name].tolist() for name in FIELDS if name != "dims")
    fields = zip(*numbers, table.columns["dims"].reshape(-1, 3).tolist(), strict=True)
    rows = [(*row, data[row[4] : row[4] + row[5]]) for row in fields]
    assert (table.data_start, table.file_size) == (tree.ofs_data, tree.len_file)
    return tuple(getattr(tree, name) for name in HEADER), rows


def test_the_golden_file() -> None:
    assert by_kaitai(GOLDEN) == by_construct(GOLDEN) == by_columns(GOLDEN)


def test_the_corpus(cases: list[Case]) -> None:
    compared = 0
    for case in cases:
        if not case.bad and case.facts["header"]["tensor_count"] < 1000:
            assert by_kaitai(case.data) == by_construct(case.data) == by_columns(case.data), case.name
            compared += 1
    assert compared > 60


def test_offsets_of_the_table_are_those_of_the_debug_parser() -> None:
    source = Source(GOLDEN)
    table = table_of(source)
    debug = debug_parser("stb")(PositionedStream(PositionedIO(source.view)))
    debug._read()
    for index, row in enumerate(debug.tensors):
        for name in FIELDS:
            assert table.place(index, name)["offset"] == row._debug[name]["start"]
        for place, entry in enumerate(row._debug["dims"]["arr"]):
            assert table.place(index, "dims", place)["offset"] == entry["start"]


def test_every_dtype_of_the_schema_has_elements() -> None:
    assert set(ELEMENT_DTYPES) == set(Stb.Dtype)
    assert all(dtype == np.dtype(Stb.Dtype(number).name) for number, dtype in ELEMENT_DTYPES.items())


def test_a_file_is_built_from_a_tree_without_counts_sizes_and_offsets() -> None:
    rows = [
        {"tensor_id": 7, "dtype": 1, "rank": 2, "layout": 1, "dims": [2, 3, 0], "body": GOLDEN[128:140]},
        {"tensor_id": 2, "dtype": 3, "rank": 0, "layout": 0, "dims": [0, 0, 0], "body": GOLDEN[192:]},
    ]
    assert construct.build({"tensors": rows, "data": {}}) == GOLDEN


def test_what_construct_parses_it_builds(cases: list[Case]) -> None:
    """Except for padding that is not zero, or past the last payload, which no field of the schema holds, and for
    payloads that share some of their bytes, which the builder refuses.
    """
    for case in cases:
        if not case.bad and case.facts["header"]["tensor_count"] < 300 and case.name not in NOT_BUILT:
            assert construct.build(construct.parse(case.data)) == case.data, case.name


def test_the_schema_names_what_it_is() -> None:
    assert nacformats.detect(GOLDEN) == "stb"
