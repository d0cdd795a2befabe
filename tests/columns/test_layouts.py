"""Layouts: the numbers and tables of a whole file, read and written, and what is wrong with the numbers."""

from __future__ import annotations

import pytest

from nacformats import FormatError
from nacformats._generated.layouts.micb import LAYOUT
from nacformats._generated.layouts.stb import LAYOUT as NONE
from nacformats.codec import layouts
from nacformats.codec.streams import Source
from tests.mic.samples import PARAMETERS, RESIDUAL
from tests.oracle import parse

assert LAYOUT is not None


def read(data: bytes) -> layouts.File:
    assert LAYOUT is not None
    return layouts.LayoutReader(LAYOUT, data).read()


@pytest.mark.parametrize("data", [RESIDUAL, PARAMETERS])
def test_what_is_read_is_written_back(data: bytes) -> None:
    assert LAYOUT is not None
    file = read(data)
    tables = {path: {**table.arrays, "data": table.data} for path, table in file.tables.items()}
    assert b"".join(layouts.write_layout(LAYOUT, {"output.idx": file.numbers["output.idx"]}, tables)) == data
    assert file.end == len(data)
    assert layouts.first_padded(LAYOUT, data, file) is None


@pytest.mark.parametrize("at", [0, 4, 5, 16, 17, 25, 54])
@pytest.mark.parametrize("become", [b"", b"\x60", b"\x7f", b"\xff" * 12])
def test_errors_are_those_of_the_parser(at: int, become: bytes) -> None:
    data = RESIDUAL[:at] + become + (RESIDUAL[at + 1 :] if become else b"")
    with pytest.raises(FormatError) as expected:
        parse("micb", Source(data))
    with pytest.raises(FormatError) as raised:
        read(data)
    assert (raised.value.path, raised.value.offset) == (expected.value.path, expected.value.offset)
    assert type(raised.value) is type(expected.value)


def test_padded_numbers() -> None:
    assert LAYOUT is not None
    for padded, path, offset in [
        (RESIDUAL[:5] + b"\x84\x00" + RESIDUAL[6:], "num_strings", 5),
        (RESIDUAL[:28] + b"\x80\x80\x00" + RESIDUAL[29:], "values[0].body.type_ref.idx", 28),
        (RESIDUAL[:54] + b"\x86\x00", "output.idx", 54),
    ]:
        found = layouts.first_padded(LAYOUT, padded, read(padded))
        assert found is not None
        assert (found.path, found.offset) == (path, offset)
        assert layouts.encoded_varint(found.number) == found.octets[:1].translate(bytes(range(128)) * 2)


@pytest.mark.parametrize("number", [0, 127, 128, 2**14 - 1, 2**14, 2**64 - 1])
def test_numbers_are_as_short_as_can_be(number: int) -> None:
    octets = layouts.encoded_varint(number)
    assert sum((byte & 127) << 7 * at for at, byte in enumerate(octets)) == number
    assert len(octets) == max(1, -(-number.bit_length() // 7))


def test_what_is_not_numbers_and_tables_has_no_layout() -> None:
    assert NONE is None
