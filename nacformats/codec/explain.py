"""What a failure of a generated parser means: the FormatError for it, with what the schema demands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import kaitaistruct as ks

from nacformats.errors import FormatError, InvalidError, LimitError, TruncatedError
from nacformats.generator.sources import ksy_at

#: Longer byte strings are shown without their end, longer lists of what is allowed without their rest.
_SHOWN = 24
#: Schemas that describe one number: errors name the field that holds it, not its bytes.
SCALARS = ("uleb128",)


@dataclass(frozen=True)
class Place:
    """A field of a tree.

    Attributes:
        schema: name of the schema that describes the field.
        path: such as "data.tensors[3].len_meta".
        offset: where it starts, in bytes from the start of the file; may be behind the end.
        size: of the whole file, in bytes.
        nested: whether it is read from a sized field rather than from the file.
        struct: the object of the debug parser that has the field.
    """

    schema: str
    path: str
    offset: int
    size: int
    nested: bool
    struct: Any


def explain(format: str, failure: BaseException, place: Place | None) -> FormatError:  # noqa: A002  as in FormatError
    """The FormatError for what a generated parser raised.

    Args:
        format: name of the format.
        failure: what it raised.
        place: the field at which it did, if that is known.
    """
    error = _explain(failure, place)
    error.format = format
    if place is not None:
        error.path = place.path or None
        if error.offset is None:
            error.offset = min(place.offset, place.size)
    return error


def _explain(failure: BaseException, place: Place | None) -> FormatError:
    if isinstance(failure, EOFError):
        return _truncated(failure, place)
    if isinstance(failure, ks.ValidationFailedError):
        return _invalid(failure, place)
    if isinstance(failure, UnicodeDecodeError):
        offset = None if place is None else place.offset + failure.start
        return InvalidError(f"the text is not {failure.encoding.upper()}", offset=offset)
    if isinstance(failure, RecursionError):
        return LimitError("nested too deeply")
    if isinstance(failure, MemoryError):
        return LimitError("too large for the memory")
    if isinstance(failure, OverflowError):
        return LimitError("the number is too large")
    if isinstance(failure, LookupError):
        return InvalidError("refers to an element that does not exist")
    return InvalidError(f"cannot be read ({failure})")


def _truncated(failure: BaseException, place: Place | None) -> FormatError:
    if place is not None and place.offset > place.size:
        return TruncatedError(
            "starts behind the end of the file", expected=f"at most {place.size}", actual=f"byte {place.offset}"
        )
    where = "the field around it" if place is not None and place.nested else "the file"
    if isinstance(failure, ks.NoTerminatorFoundError):
        return TruncatedError(f"{where} ends before its terminator", expected=f"a byte {failure.term.hex()}")
    if isinstance(failure, ks.EndOfStreamError):
        needed, available = failure.bytes_needed, failure.bytes_available
        return TruncatedError(
            f"{where} ends too early", expected=f"{needed} more {'byte' if needed == 1 else 'bytes'}", actual=available
        )
    return TruncatedError(f"{where} ends too early")


def _invalid(failure: ks.ValidationFailedError, place: Place | None) -> FormatError:
    if place is not None and place.schema in SCALARS:
        return InvalidError("the number takes more than 64 bits")
    actual = _shown(failure.actual)
    if isinstance(failure, ks.ValidationNotEqualError):
        return InvalidError("wrong value", expected=_shown(failure.expected), actual=actual)
    if isinstance(failure, ks.ValidationLessThanError):
        return InvalidError("out of range", expected=f"at least {failure.min}", actual=actual)
    if isinstance(failure, ks.ValidationGreaterThanError):
        return InvalidError("out of range", expected=f"at most {failure.max}", actual=actual)
    return InvalidError("wrong value", expected=place and _rule(place, failure.src_path), actual=actual)


def _shown(value: Any) -> Any:
    """A value as it is put into a message; a struct shows the number that it stands for."""
    if isinstance(value, ks.KaitaiStruct):
        value = getattr(value, "value", None)
        return value if isinstance(value, int) else None
    if isinstance(value, bytes | bytearray | memoryview):
        start = bytes(value[:_SHOWN])
        return start if len(value) <= _SHOWN else f"{start!r}... ({len(value)} bytes)"
    return value


def _rule(place: Place, src_path: str) -> str:
    """What the schema demands of the field at a path such as "/types/node/seq/2", in words."""
    *scopes, field = ksy_at(place.schema, src_path)
    rule = field["valid"]
    if "any-of" in rule:
        return f"one of {_joined([str(choice) for choice in rule['any-of']])}"
    if "in-enum" in rule:
        return f"one of {_joined(_members(scopes, field['enum']))}"
    text = " ".join(str(rule["expr"]).split())
    known = [f"{name} is {value}" for name, value in _operands(text, place.struct)]
    return f"`{text}`" + (f" ({', '.join(known)})" if known else "")


def _operands(text: str, struct: Any) -> Iterator[tuple[str, Any]]:
    """The fields that a rule compares with, such as ("_root.num_strings.value", 4)."""
    seen = {"_"}
    for name in re.findall(r"[A-Za-z_][\w.]*(?![\w.(<:])", re.sub(r"\w+(::\w+)+|'[^']*'|\"[^\"]*\"", "", text)):
        steps = name.split(".")
        if steps[0] == "_" or name in seen:
            continue
        seen.add(name)
        value = _value_at(struct, steps)
        if isinstance(value, int | str) and not callable(value):
            yield name, value


def _value_at(struct: Any, steps: list[str]) -> Any:
    """The value of a chain of members, or None where there is none: `and`, or what has not been read."""
    value = struct
    try:
        for step in steps:
            value = getattr(value, step)
        return value() if steps[-2:] == ["_io", "size"] else value
    except Exception:  # noqa: BLE001  an instance that is computed now may fail on bad bytes like any other
        return None


def _members(scopes: list[Any], enum: str) -> list[str]:
    """The members of an enum that the innermost scope with that name declares, such as "2 (int8)"."""
    name = enum.rpartition("::")[2]
    tables = [scope["enums"][name] for scope in scopes if isinstance(scope, dict) and name in scope.get("enums", {})]
    return [f"{number} ({_name(member)})" for number, member in (tables[-1] if tables else {}).items()]


def _name(member: Any) -> str:
    return str(member["id"] if isinstance(member, dict) else member)


def _joined(choices: list[str]) -> str:
    shown = choices if len(choices) <= _SHOWN else [*choices[: _SHOWN - 1], "..."]
    return ", ".join(shown)
