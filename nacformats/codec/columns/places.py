"""Where a field of a record is: the record is read again, alone, by the parser that keeps positions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from nacformats.codec.columns.record import RecordCodec
from nacformats.codec.columns.replay import record_at

_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


class PaddedNumber(NamedTuple):
    """A varint that is longer than it has to be: its path in the record, its absolute offset, number and bytes."""

    path: str
    offset: int
    number: int
    octets: bytes


def offset_of(codec: RecordCodec, data: bytes, start: int, path: str) -> int:
    """The absolute offset of a field of a record that fits its type.

    Args:
        codec: of its type; without tables among its arguments.
        data: the whole file.
        start: offset of the record.
        path: within the record, such as "body.inputs[1].idx".
    """
    place, found = start, record_at(codec, np.frombuffer(data, np.uint8), start)
    spans: list[dict[str, int]] = []
    for position, name in _STEP.findall(path):
        if position:
            place, found = spans[int(position)]["start"], found[int(position)]
        else:
            entry = found._debug[name]
            place, spans, found = entry["start"], entry.get("arr", []), getattr(found, name)
    return int(place)


def padded_number(codec: RecordCodec, data: bytes, start: int) -> PaddedNumber | None:
    """The first varint of a record that is longer than it has to be."""
    for path, span, number in _numbers(record_at(codec, np.frombuffer(data, np.uint8), start), ""):
        if not number.is_minimal:
            return PaddedNumber(path, span["start"], number.value, data[span["start"] : span["end"]])
    return None


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
