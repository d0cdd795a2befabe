"""Templates of STRING_FORMAT: `{}` and `{0}` with simple specs, and nothing that reaches into a value.

`str.format` would follow `{0.__class__}` and `{0[key]}`, and pad a text to any width. Here a field is empty or a
number, a spec has no fields of its own, and widths are bounded.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from nacformats import limits
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.printing import shortened

#: fill and align, sign, options, width, grouping, precision, type: the specs that numbers and text have in Python.
_SPEC = re.compile(r"(?:.?[<>=^])?[-+ ]?z?#?(\d*)[,_]?(?:\.(\d+))?[bcdeEfFgGnosxX%]?", re.DOTALL)
_CONVERSIONS: dict[str, Callable[[object], str]] = {"s": str, "r": repr, "a": ascii}
#: Digits of the number of a field, and of a width; a slot list has at most 255 values.
_MAX_DIGITS = 6


@dataclass(frozen=True)
class _Field:
    """A place for a value: its position among the values, its conversion ("" for none) and its spec."""

    position: int
    conversion: str
    spec: str


@dataclass(frozen=True)
class Template:
    """Text and fields in turn.

    Attributes:
        parts: in order.
    """

    parts: tuple[str | _Field, ...]

    @property
    def positions(self) -> int:
        """The number of values that the template needs."""
        return max((part.position + 1 for part in self.parts if isinstance(part, _Field)), default=0)

    def fill(self, values: Sequence[object], most: int) -> str:
        """Return the text with these values, which are those of Python: None, bool, int, float, str, and lists of them.

        Raises:
            InvalidError: there are too few values, or a spec does not fit its value.
            LimitError: it has more than `most` characters.
        """
        if self.positions > len(values):
            raise InvalidError("the template has more fields than there are values", actual=self.positions)
        made: list[str] = []
        length = 0
        for part in self.parts:
            text = part if isinstance(part, str) else _filled(part, values[part.position])
            length += len(text)
            if length > most:
                raise LimitError("the text gets too long", expected=f"at most {most:,} characters")
            made.append(text)
        return "".join(made)


def parse_template(text: str) -> Template:
    """Return the template that a text describes.

    Raises:
        InvalidError: braces do not match, or fields with and without numbers are mixed.
        UnsupportedError: a field names an attribute or an element, or its spec has fields.
        LimitError: a width is too large.
    """
    try:
        found = list(islice(string.Formatter().parse(text), limits.MAX_FORMAT_FIELDS + 1))
    except ValueError as error:
        raise _error(InvalidError, text, str(error).lower()) from None
    if len(found) > limits.MAX_FORMAT_FIELDS:
        raise _error(LimitError, text, f"it has more than {limits.MAX_FORMAT_FIELDS:,} fields")
    parts: list[str | _Field] = []
    styles, count = set(), 0
    for literal, name, spec, conversion in found:
        if literal:
            parts.append(literal)
        if name is not None:
            styles.add(bool(name))
            position = _position(text, name) if name else count
            count += 1
            parts.append(_Field(position, _conversion(text, conversion), _spec(text, spec or "")))
    if len(styles) > 1:
        raise _error(InvalidError, text, "some fields have a number and some have none")
    return Template(tuple(parts))


def _position(text: str, name: str) -> int:
    if not (name.isascii() and name.isdigit()):
        raise _error(UnsupportedError, text, f"the field {shortened(name, 40)!r} is no number")
    if len(name) > _MAX_DIGITS:
        raise _error(LimitError, text, f"there is no value {shortened(name, 40)}")
    return int(name)


def _conversion(text: str, conversion: str | None) -> str:
    if conversion is not None and conversion not in _CONVERSIONS:
        raise _error(InvalidError, text, f"there is no conversion {conversion!r}")
    return conversion or ""


def _spec(text: str, spec: str) -> str:
    match = _SPEC.fullmatch(spec)
    if match is None or "{" in spec or "}" in spec:
        raise _error(UnsupportedError, text, f"the spec {shortened(spec, 40)!r} is none of numbers and text")
    for digits in filter(None, match.groups()):
        if len(digits) > _MAX_DIGITS or int(digits) > limits.MAX_FORMAT_WIDTH:
            raise _error(LimitError, text, f"the width {shortened(digits, 40)} is above {limits.MAX_FORMAT_WIDTH:,}")
    return spec


def _error(kind: type[FormatError], text: str, reason: str) -> FormatError:
    return kind(f"the template {shortened(text, limits.MAX_SHOWN_TEXT)!r} is refused: {reason}")


def _filled(field: _Field, value: object) -> str:
    if field.conversion:
        value = _CONVERSIONS[field.conversion](value)
    if not field.spec:
        return str(value)
    try:
        return format(value, field.spec)
    except (ValueError, TypeError, OverflowError) as error:
        raise InvalidError(f"the spec {field.spec!r} does not fit: {error}") from None
