"""Translate the failure of a parser into a FormatError that says what the schema requires."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nacformats.codec.records import member_value, schema_of, type_of
from nacformats.codec.streams import OverBudgetError
from nacformats.errors import FormatError, InvalidError, LimitError, TruncatedError

#: Longer byte strings, and longer lists of what is allowed, are cut here.
_SHOWN = 24
#: Schemas that describe one number, and its bits: errors name the field that holds it, not its bytes.
SCALARS = {"uleb128": 64}


@dataclass(frozen=True)
class Failure:
    """The reason why a field cannot be read, whichever parser gives it.

    Attributes:
        kind: "end" (expected: bytes needed, actual: bytes left), "terminator" (expected: its bytes), "text" (expected:
            the encoding, actual: the first bad byte of the text), "bits" (expected: how many fit), a key
            of `valid` (expected: what it compares with), "lookup", a key of _LIMITS, or "limit" and "" for anything
            else, which actual says.
        expected, actual: as kind says.
    """

    kind: str
    expected: Any = None
    actual: Any = None


@dataclass(frozen=True)
class FieldPlace:
    """A field of a tree.

    Attributes:
        record: the object that has the field.
        field: its name; empty for the record as a whole.
        path: such as "data.tensors[3].len_meta".
        offset: its start, in bytes from the start of the file; may be past the end.
        size: of the whole file, in bytes.
        nested: whether it is read from a sized field rather than from the file.
    """

    record: Any
    field: str
    path: str
    offset: int
    size: int
    nested: bool


def explain(format: str, failure: Failure, place: FieldPlace | None) -> FormatError:  # noqa: A002  as in FormatError
    """Return the FormatError for why a parser gave up.

    Args:
        format: name of the format.
        failure: why it did.
        place: the field at which it did, if that is known.
    """
    error = _explain(failure, place)
    error.format = format
    if place is not None:
        error.path = place.path or None
        if error.offset is None:
            error.offset = min(place.offset, place.size)
    return error


def failure_of_python(error: BaseException) -> Failure:
    """Classify an exception of Python itself: in an expression, for want of memory, or of the stack."""
    if isinstance(error, UnicodeDecodeError):
        return Failure("text", error.encoding.upper(), error.start)
    kind = next((kind for of, kind in _KINDS.items() if isinstance(error, of)), None)
    return Failure("", None, str(error)) if kind is None else Failure(kind)


#: The kinds of failures that are exceptions of Python.
_KINDS: dict[type[BaseException], str] = {OverBudgetError: "budget", EOFError: "end", RecursionError: "depth"}
_KINDS |= {MemoryError: "memory", OverflowError: "overflow", LookupError: "lookup"}
#: What is said about a failure that no field is to blame for.
_LIMITS = {
    "budget": "refers to the same bytes over and over",
    "depth": "nested too deeply",
    "memory": "too large for memory",
    "overflow": "the number is too large",
}


def _explain(failure: Failure, place: FieldPlace | None) -> FormatError:
    if failure.kind in _LIMITS:
        return LimitError(_LIMITS[failure.kind])
    match failure.kind:
        case "end" | "terminator":
            return _truncated(failure, place)
        case "text":
            offset = None if place is None else place.offset + failure.actual
            return InvalidError(f"the text is not {failure.expected}", offset=offset)
        case "bits":
            return InvalidError(f"the number takes more than {failure.expected} bits")
        case "limit":
            return LimitError(failure.actual)
        case "lookup":
            return InvalidError("refers to an element that does not exist")
        case "":
            return InvalidError(f"cannot be read ({failure.actual})")
    return _broken(failure, place)


def _truncated(failure: Failure, place: FieldPlace | None) -> FormatError:
    if place is not None and place.offset > place.size:
        return TruncatedError(
            "starts past the end of the file", expected=f"at most {place.size}", actual=f"byte {place.offset}"
        )
    where = "the enclosing field" if place is not None and place.nested else "the file"
    if failure.kind == "terminator":
        expected = f"{'a byte' if len(failure.expected) == 1 else 'bytes'} {failure.expected.hex()}"
        return TruncatedError(f"{where} ends before its terminator", expected=expected)
    if failure.expected is None:
        return TruncatedError(f"{where} ends too early")
    unit = "byte" if failure.expected == 1 else "bytes"
    return TruncatedError(f"{where} ends too early", expected=f"{failure.expected} more {unit}", actual=failure.actual)


def _broken(failure: Failure, place: FieldPlace | None) -> FormatError:
    """Return a value that breaks a rule of the schema."""
    actual = _shown(failure.actual)
    match failure.kind:
        case "eq":
            return InvalidError("wrong value", expected=_shown(failure.expected), actual=actual)
        case "min":
            return InvalidError("out of range", expected=f"at least {failure.expected}", actual=actual)
        case "max":
            return InvalidError("out of range", expected=f"at most {failure.expected}", actual=actual)
    return InvalidError("wrong value", expected=place and _rule(place, failure.kind), actual=actual)


def _shown(value: Any) -> Any:
    """Return a value as messages show it; an object shows the number that it holds."""
    if isinstance(value, bytes | bytearray | memoryview):
        start = bytes(value[:_SHOWN])
        return start if len(value) <= _SHOWN else f"{start!r}... ({len(value)} bytes)"
    if isinstance(value, dict):
        value = getattr(value, "value", None)
        return value if isinstance(value, int) else None
    return value


def _rule(place: FieldPlace, kind: str) -> str | None:
    """Return the requirement of the schema for a field, in words."""
    described = type_of(place.record).members[place.field]
    words = next((rule.words for rule in described.rules if rule.kind == kind), None)
    if words is None:
        return None
    if kind in ("any-of", "in-enum"):
        members = () if kind == "any-of" else schema_of(place.record).enums[described.enum or ""].members
        choices = [*words, *(f"{each.number} ({each.id})" for each in members)]
        return f"one of {', '.join(choices if len(choices) <= _SHOWN else [*choices[: _SHOWN - 1], '...'])}"
    known = [f"{name} is {value}" for name, value in _operands(words[0], place.record)]
    return f"`{words[0]}`" + (f" ({', '.join(known)})" if known else "")


def _operands(text: str, record: Any) -> Iterator[tuple[str, Any]]:
    """Return the fields that a rule compares with, such as ("_root.num_strings.value", 4)."""
    for name in operand_names(text):
        value = _value_at(record, name.split("."))
        if isinstance(value, int | str) and not callable(value):
            yield name, value


def operand_names(text: str) -> Iterator[str]:
    """Yield what may be names of fields in a rule, each once, such as "_root.num_strings.value"; `_` is none."""
    plain = re.sub(r"\w+(::\w+)+|'[^']*'|\"[^\"]*\"", "", text)
    names = re.findall(r"[A-Za-z_][\w.]*(?![\w.(<:])", plain)
    yield from (name for name in dict.fromkeys(names) if name.partition(".")[0] != "_")


def _value_at(record: Any, steps: list[str]) -> Any:
    """Return the value of a chain of members, or None where there is none: `and`, or what has not been read."""
    value = record
    try:
        for step in steps:
            value = member_value(value, step)
        return value() if callable(value) and steps[-2:] == ["_io", "size"] else value
    except Exception:  # noqa: BLE001  an instance that is computed now may fail on bad bytes like any other
        return None
