"""Objects as one line, by the `-webide-representation` of their type: the text that the Kaitai Web IDE shows.

A template is text with placeholders: a path of members from the object, and options after a colon, joined by commas.

- `{body}`, `{_parent.id}`, `{this}`: an object is shown by its own template; a number is hexadecimal, a member of an
  enum is its name in capitals, bytes are their first eight numbers. What the file does not have is empty.
- `{id:dec}` shows an integer in decimal; `{raw:str}`, `{raw:hex}` and `{raw:uuid}` (or `uuid=ms`) show bytes.
- `{tokens:sep= }` shows the objects of a list with a blank between them. The default is a comma and a blank, and it
  cannot be written: a comma ends the option.
- `{bits:flags}` shows the names of the members that are true.

Numbers in a list have no template; in the Web IDE a template that names such a list breaks the tree. Three things are
different here: what a terminal would interpret is escaped, what is long is cut, and a number that no member of an enum
has is shown as such, where the Web IDE takes it for flags.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from math import isfinite
from typing import Any
from uuid import UUID

from nacformats.codec.records import is_list, is_record, is_there, member_value, type_of
from nacformats.codec.streams import Buffer
from nacformats.codec.trees.values import Varint, enum_name
from nacformats.codec.walk import UNREADABLE
from nacformats.limits import MAX_SHOWN_TEXT
from nacformats.printing import printable
from nacformats.view.texts import cut, joined_and_cut

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
    if (name := enum_name(value)) is not None:
        return f"{name} ({int(value)})"
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
    """Return bytes as quoted ASCII where they are printable, else in hexadecimal; the first SHOWN_BYTES of them."""
    head = bytes(value[:SHOWN_BYTES])
    shown = f'"{head.decode()}"' if head and all(0x20 <= byte < 0x7F for byte in head) else head.hex(" ")
    return f"{shown} … ({len(value):,} bytes)" if len(value) > SHOWN_BYTES else shown


_PLACEHOLDER = re.compile(r"\{(.*?)\}")
#: Unless another width is requested, longer texts are cut.
LONGEST = 1 << 16
#: Bytes that are shown as numbers are cut after this many.
_SHOWN_NUMBERS = 8
#: A member that the file does not have, as opposed to None: one that is there and computes to nothing.
_NOWHERE = object()
#: The most placeholders of one line, those of the objects in it included, and the most objects inside of each other.
MOST_SHOWN = 4096
DEEPEST_SHOWN = 16


def represent(record: Any, width: int = LONGEST) -> str | None:
    """Return one line for an object, as its type in the schema words it; None when it does not.

    Args:
        record: the object.
        width: more characters are cut; see nacformats.view.texts.
    """
    return _Line(width).represent(record)


class _Line:
    """One line, in which an object may show others: only so many, and so deep, since they may show it again.

    Attributes:
        width: of each part of it.
        left: how many placeholders may still be filled.
        depth: how many objects are shown inside of each other.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self.left = MOST_SHOWN
        self.depth = 0

    def represent(self, record: Any) -> str | None:
        template = type_of(record).representation
        if template is None:
            return None
        if self.depth == DEEPEST_SHOWN:
            return "..."
        self.depth += 1
        text = " ".join(_PLACEHOLDER.sub(lambda match: self._filled(record, match[1]), template).split())
        self.depth -= 1
        return cut(text, self.width)

    def _filled(self, record: Any, placeholder: str) -> str:
        self.left -= 1
        if self.left < 0:
            return ""
        path, options = (*placeholder.split(":"), "")[:2]
        value = record
        for name in path.split("."):
            value = _member(value, name)
        parts = (option.partition("=") for option in options.split(","))
        return "" if value is _NOWHERE else _shown(self, value, {key: text for key, _, text in parts})


def _member(value: Any, name: str) -> Any:
    if not is_record(value):
        return _NOWHERE
    if name == "this":
        return value
    try:
        found = member_value(value, name)
    except UNREADABLE:
        found = None if name[0] != "_" and is_there(value, name) else _NOWHERE
    if found is None and name in type_of(value).members and not is_there(value, name):
        return _NOWHERE  # its condition does not hold
    return found


def _shown(line: _Line, value: Any, options: Mapping[str, str]) -> str:
    width = line.width
    if is_record(value):
        return _flags(value) if "flags" in options else line.represent(value) or ""
    if is_list(value):
        texts = ((line.represent(item) or "") if is_record(item) else "" for item in value)
        return joined_and_cut(options.get("sep", ", "), texts, width)
    if isinstance(value, bytes | bytearray | memoryview):
        return _bytes(value, options, width)
    if isinstance(value, str):
        return printable(cut(value, width))
    if isinstance(value, Varint):
        return str(int(value))  # an object in the Web IDE, with a template of its own
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "<no value>"}[value]
    return _number(value, decimal="dec" in options)


def _flags(record: Any) -> str:
    described = type_of(record)
    names = [*described.members, *described.values]
    return "|".join(_camel(name) for name in names if _member(record, name) is True) or "🚫"


def _camel(name: str) -> str:
    """Return the name of a member in JavaScript."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


def _bytes(value: Buffer, options: Mapping[str, str], width: int) -> str:
    length, value = len(value), bytes(value[: width + 1])
    if "str" in options:
        return f'"{printable(value.decode("latin-1"))}"'
    if "hex" in options:
        return f"0x{value.hex()}"
    if "uuid" in options and length == 16:
        return str(UUID(bytes_le=value) if options["uuid"] == "ms" else UUID(bytes=value))
    numbers = [*map(str, value[:_SHOWN_NUMBERS]), *(["..."] if length > _SHOWN_NUMBERS else [])]
    return f"[{', '.join(numbers)}]"


def _number(value: float, *, decimal: bool) -> str:
    if isinstance(value, float) and not value.is_integer():
        return _javascript(value)
    if decimal:
        return str(int(value)) if isinstance(value, int) else _javascript(value)
    if (name := enum_name(value)) is not None:
        return name.upper()
    return f"{'-' * (value < 0)}0x{abs(int(value)):X}"


def _javascript(value: float) -> str:
    """Return a floating point number as JavaScript writes it."""
    if not isfinite(value):
        return {"inf": "Infinity", "-inf": "-Infinity"}.get(str(value), "NaN")
    if value == 0 or 1e-6 <= abs(value) < 1e21:
        return f"{'-' * (value < 0)}{Decimal(repr(abs(value))):f}".removesuffix(".0")
    digits, _, exponent = repr(value).partition("e")
    return f"{digits.removesuffix('.0')}e{int(exponent):+d}"
