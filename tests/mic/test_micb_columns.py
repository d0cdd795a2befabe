"""MIC-B as the machine reads it, its lists as columns, against the parser of the Kaitai compiler."""

from __future__ import annotations

import pytest

from nacformats import FormatError, InvalidError, loads
from nacformats.codec.columns.reading import RecordTables
from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.trees.values import Varint
from tests.mic.samples import PARAMETERS, RESIDUAL
from tests.oracle import parse


@pytest.mark.parametrize("data", [RESIDUAL, PARAMETERS])
def test_what_is_read_is_written_back(data: bytes) -> None:
    tables = RecordTables()
    tree = SchemaCodec.generated("micb").with_lists(tables).read(Source(data))
    counts = {f"num_{path}": len(columns) for path, (_, columns) in tables.found.items()}
    given = {"num_strings_value": counts["num_strings"], "num_types_value": counts["num_types"]}
    lists = {
        path: codec.write(columns, **{each.name: given[each.name] for each in codec.arguments})
        for path, (codec, columns) in tables.found.items()
    }
    output = {"idx": tree["output"]["idx"]}
    assert b"".join(SchemaCodec.generated("micb").chunks({**counts, **lists, "output": output})) == data


@pytest.mark.parametrize("at", [0, 4, 5, 16, 17, 25, 54])
@pytest.mark.parametrize("become", [b"", b"\x60", b"\x7f", b"\xff" * 12])
def test_errors_are_those_of_the_parser(at: int, become: bytes) -> None:
    data = RESIDUAL[:at] + become + (RESIDUAL[at + 1 :] if become else b"")
    with pytest.raises(FormatError) as expected:
        parse("micb", Source(data))
    with pytest.raises(FormatError) as raised:
        SchemaCodec.generated("micb").with_lists(RecordTables()).read(Source(data))
    assert (raised.value.path, raised.value.offset) == (expected.value.path, expected.value.offset)
    assert type(raised.value) is type(expected.value)


@pytest.mark.parametrize(
    ("padded", "path", "offset"),
    [
        (RESIDUAL[:5] + b"\x84\x00" + RESIDUAL[6:], "num_strings", 5),
        (RESIDUAL[:28] + b"\x80\x80\x00" + RESIDUAL[29:], "values[0].body.type_ref.idx", 28),
        (RESIDUAL[:54] + b"\x86\x00", "output.idx", 54),
    ],
)
def test_padded_numbers(padded: bytes, path: str, offset: int) -> None:
    loads(padded, strict=False, format="micb")
    with pytest.raises(InvalidError, match="a number with padding") as caught:
        loads(padded, format="micb")
    assert (caught.value.path, caught.value.offset) == (path, offset)


@pytest.mark.parametrize("number", [0, 127, 128, 2**14 - 1, 2**14, 2**64 - 1])
def test_numbers_are_as_short_as_can_be(number: int) -> None:
    octets = Varint(number).encoded
    assert sum((byte & 127) << 7 * at for at, byte in enumerate(octets)) == number
    assert len(octets) == max(1, -(-number.bit_length() // 7))
