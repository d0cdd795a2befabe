"""Values of a tree as text: numbers, bytes, enum members, and objects by their one-line form."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from nacformats.codec.records import is_list, is_record, type_of
from nacformats.codec.walk import UNREADABLE
from nacformats.commands.inspection.tables import cut, joined_and_cut
from nacformats.commands.inspection.webide import represent
from nacformats.limits import MAX_SHOWN_TEXT
from nacformats.printing import printable

#: Bytes of a longer value are cut after this many.
SHOWN_BYTES = 16


def is_number(value: Any) -> bool:
    """True if a value is an object that represents one number, such as a LEB128: its type computes a `value`."""
    return is_record(value) and "value" in type_of(value).values


def represented_number(value: Any) -> Any:
    """Return the number that such an object represents, or None when it was not read to its end."""
    try:
        return value.value
    except UNREADABLE:
        return None


def value_text(value: Any) -> str:
    """Return any value as text; an object without representation and a missing value are empty."""
    if isinstance(value, IntEnum):
        return f"{value.name} ({value.value})"
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes_text(value)
    if is_record(value):
        return value_text(represented_number(value)) if is_number(value) else represent(value, MAX_SHOWN_TEXT) or ""
    if is_list(value):
        return joined_and_cut(", ", map(value_text, value))
    if isinstance(value, str):
        return f'"{printable(value)}"' if len(value) <= MAX_SHOWN_TEXT else f'"{printable(cut(value))}'
    return "" if value is None else str(value)


def bytes_text(value: bytes | bytearray | memoryview) -> str:
    """Bytes as quoted ASCII where they are printable, else in hexadecimal; the first SHOWN_BYTES of them."""
    head = bytes(value[:SHOWN_BYTES])
    shown = f'"{head.decode()}"' if head and all(0x20 <= byte < 0x7F for byte in head) else head.hex(" ")
    return f"{shown} … ({len(value):,} bytes)" if len(value) > SHOWN_BYTES else shown
