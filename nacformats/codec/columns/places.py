"""Padded varints: found by reading their record once more, alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from nacformats.codec.columns.record import RecordCodec
from nacformats.codec.columns.scanning import varint


class PaddedNumber(NamedTuple):
    """A padded varint: its path in the record, its absolute offset, number and bytes."""

    path: str
    offset: int
    number: int
    octets: bytes


def padded_number(codec: RecordCodec, data: bytes, start: int, stop: int) -> PaddedNumber:
    """The first padded varint of a record that has one.

    In a record of very many numbers, of which the parser reads only the first ones, the path is empty.

    Args:
        codec: of the record.
        data: the whole file.
        start, stop: the bytes of the record.
    """
    for path, span, number in _numbers(_record_at(codec, data, start), ""):
        if not number.is_minimal:
            return PaddedNumber(path, span["start"], number.value, data[span["start"] : span["end"]])
    found = _PADDED.search(data, start, stop)
    assert found is not None, "a record without padding takes as many bytes as it needs"
    return PaddedNumber("", found.start(), varint(data, found.start())[0], found[0])


#: A varint whose last group is zeros.
_PADDED = re.compile(rb"[\x80-\xff]{1,9}\x00")


def _record_at(codec: RecordCodec, data: bytes, start: int) -> Any:
    from nacformats.codec.columns.replay import record_at  # noqa: PLC0415  only bad files need a parser

    return record_at(codec, memoryview(data), start)


def _numbers(record: Any, prefix: str) -> Iterator[tuple[str, dict[str, int], Any]]:
    """The varints of a record, with their paths and positions."""
    for name, entry in record._debug.items():
        value, path = getattr(record, name, None), prefix + name
        elements = [(path, entry, value)]
        if isinstance(value, list):
            pairs = zip(entry["arr"], value, strict=False)
            elements = [(f"{path}[{position}]", span, element) for position, (span, element) in enumerate(pairs)]
        for place, span, element in elements:
            if hasattr(type(element), "is_minimal"):
                if "end" in span:  # it was read to its end
                    yield place, span, element
            elif hasattr(element, "_debug"):
                yield from _numbers(element, f"{place}.")
