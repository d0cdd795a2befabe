"""Padded varints: found by reading their record once more, alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from nacformats.codec.columns.record import RecordCodec


class PaddedNumber(NamedTuple):
    """A padded varint: its path in the record, its absolute offset, number and bytes."""

    path: str
    offset: int
    number: int
    octets: bytes


def padded_number(codec: RecordCodec, data: bytes, start: int) -> PaddedNumber | None:
    """The first padded varint of a record."""
    for path, span, number in _numbers(_record_at(codec, data, start), ""):
        if not number.is_minimal:
            return PaddedNumber(path, span["start"], number.value, data[span["start"] : span["end"]])
    return None


def _record_at(codec: RecordCodec, data: bytes, start: int) -> Any:
    from nacformats.codec.columns.replay import record_at  # noqa: PLC0415  only bad files need a parser

    return record_at(codec, memoryview(data), start)


def _numbers(record: Any, prefix: str) -> Iterator[tuple[str, dict[str, int], Any]]:
    """The varints of a record, with their paths and positions."""
    for name, entry in record._debug.items():
        value, path = getattr(record, name), prefix + name
        elements = [(path, entry, value)]
        if isinstance(value, list):
            pairs = zip(entry["arr"], value, strict=True)
            elements = [(f"{path}[{position}]", span, element) for position, (span, element) in enumerate(pairs)]
        for place, span, element in elements:
            if hasattr(element, "is_minimal"):
                yield place, span, element
            elif hasattr(element, "_debug"):
                yield from _numbers(element, f"{place}.")
