"""Objects as one line, by the `-webide-representation` of their type: the text that the Kaitai Web IDE shows.

A template is text with placeholders: a path of members from the object, and options after a colon, joined by commas.

- `{body}`, `{_parent.id}`, `{this}`: an object is shown by its own template; a number is hexadecimal, a member of an
  enum is its name in capitals, bytes are their first eight numbers. What the file does not have is empty.
- `{id:dec}` shows an integer in decimal; `{raw:str}`, `{raw:hex}` and `{raw:uuid}` (or `uuid=ms`) show bytes.
- `{tokens:sep= }` shows the objects of a list with a blank between them. The default is a comma and a blank, and it
  cannot be written: a comma ends the option.
- `{bits:flags}` shows the names of the members that are true.

Numbers in a list have no template; in the Web IDE a template that names such a list breaks the tree. Two things are
different here: what a terminal would interpret is escaped, and a number that no member of an enum has is shown as such,
where the Web IDE takes it for flags.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from enum import IntEnum
from math import isfinite
from typing import Any
from uuid import UUID

from nacformats.codec.records import is_record, member, span, type_of
from nacformats.codec.walk import UNREADABLE
from nacformats.printing import printable

_PLACEHOLDER = re.compile(r"\{(.*?)\}")
#: Bytes that are shown as numbers are cut after this many.
_SHOWN_NUMBERS = 8
#: A member that the file does not have, as opposed to None: one that is there and computes to nothing.
_NOWHERE = object()


def represent(record: Any) -> str | None:
    """One line for an object, as its type in the schema words it; None when it does not."""
    template = type_of(record).representation
    if template is None:
        return None
    return " ".join(_PLACEHOLDER.sub(lambda match: _filled(record, match[1]), template).split())


def _filled(record: Any, placeholder: str) -> str:
    path, options = (*placeholder.split(":"), "")[:2]
    value = record
    for name in path.split("."):
        value = _member(value, name)
    return "" if value is _NOWHERE else _shown(value, dict(map(_option, options.split(","))))


def _option(text: str) -> tuple[str, str]:
    key, _, value = text.partition("=")
    return key, value


def _member(value: Any, name: str) -> Any:
    if not is_record(value):
        return _NOWHERE
    if name == "this":
        return value
    try:
        return member(value, name)
    except UNREADABLE:
        return _NOWHERE if name[0] == "_" or span(value, name) is None else None


def _shown(value: Any, options: Mapping[str, str]) -> str:
    if is_record(value):
        return _flags(value) if "flags" in options else represent(value) or ""
    if isinstance(value, list):
        return options.get("sep", ", ").join((represent(item) or "") if is_record(item) else "" for item in value)
    if isinstance(value, bytes | bytearray | memoryview):
        return _bytes(bytes(value), options)
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "<no value>"}[value]
    return _number(value, decimal="dec" in options)


def _flags(record: Any) -> str:
    described = type_of(record)
    names = [*described.members, *described.values]
    return "|".join(_camel(name) for name in names if _member(record, name) is True) or "🚫"


def _camel(name: str) -> str:
    """The name of a member in JavaScript."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


def _bytes(value: bytes, options: Mapping[str, str]) -> str:
    if "str" in options:
        return f'"{printable(value.decode("latin-1"))}"'
    if "hex" in options:
        return f"0x{value.hex()}"
    if "uuid" in options and len(value) == 16:
        return str(UUID(bytes_le=value) if options["uuid"] == "ms" else UUID(bytes=value))
    numbers = [*map(str, value[:_SHOWN_NUMBERS]), *(["..."] if len(value) > _SHOWN_NUMBERS else [])]
    return f"[{', '.join(numbers)}]"


def _number(value: float, *, decimal: bool) -> str:
    if isinstance(value, float) and not value.is_integer():
        return _javascript(value)
    if decimal:
        return str(int(value)) if isinstance(value, int) else _javascript(value)
    if isinstance(value, IntEnum):
        return value.name.upper()
    return f"{'-' * (value < 0)}0x{abs(int(value)):X}"


def _javascript(value: float) -> str:
    """A floating point number as JavaScript writes it."""
    if not isfinite(value):
        return {"inf": "Infinity", "-inf": "-Infinity"}.get(str(value), "NaN")
    if value == 0 or 1e-6 <= abs(value) < 1e21:
        return f"{'-' * (value < 0)}{Decimal(repr(abs(value))):f}".removesuffix(".0")
    digits, _, exponent = repr(value).partition("e")
    return f"{digits.removesuffix('.0')}e{int(exponent):+d}"
