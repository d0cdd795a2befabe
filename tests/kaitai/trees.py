"""A tree that this package reads against the one that Kaitai's Python parser reads, leaf by leaf."""

from __future__ import annotations

import enum
import keyword
import math
import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from kaitaistruct import KaitaiStream, KaitaiStruct

from tests.kaitai.ours import fields_of, is_computed, is_record, member_of

#: Instances may lead in circles: so deep, and so many leaves, are compared.
MOST_DEPTH, MOST_LEAVES = 48, 100_000
#: So many differences of one tree are told.
MOST_DIFFERENCES = 5


class Failure:
    """What asking for a value raised."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __repr__(self) -> str:
        return f"{type(self.error).__name__}: {self.error}"


@dataclass
class Comparison:
    """How two trees compare.

    Attributes:
        leaves: how many were compared.
        unknown: how many of these Kaitai's parser has no value of: it asks for a field that is not in the file, which
            is an error in Python and null in the language, or for a byte beyond 2^63; or it computes a number that no
            other language has.
        different: paths, and what is there in ours and in theirs.
        failures: how many of ours cannot be read.
        is_whole: whether all was compared.
    """

    leaves: int = 0
    unknown: int = 0
    failures: int = 0
    different: list[str] = field(default_factory=list)
    is_whole: bool = True


def ask(get: Callable[[], Any]) -> Any:
    try:
        return get()
    except Exception as error:  # noqa: BLE001  whatever a parser raises is an answer
        return Failure(error)


def compare(theirs: KaitaiStruct, ours: Any) -> Comparison:
    """Compare all fields, params and instances of two trees."""
    result = Comparison()
    seen: dict[tuple[int, int], Any] = {}
    waiting: list[tuple[str, Any, Any, bool, int]] = [("", theirs, ours, False, 0)]
    while waiting:
        path, their, our, computed, depth = waiting.pop()
        if result.leaves >= MOST_LEAVES or len(result.different) >= MOST_DIFFERENCES:
            result.is_whole = False
            break
        if isinstance(their, KaitaiStruct) and is_record(our):
            if depth >= MOST_DEPTH or (id(their), id(our)) in seen:
                continue
            seen[id(their), id(our)] = their, our  # kept, so that no other object gets its id
            waiting += reversed([(*each, depth + 1) for each in _members(path, their, our)])
        elif _is_list(their) and _is_list(our) and len(their) == len(our):
            pairs = zip(range(MOST_LEAVES), their, our, strict=False)
            waiting += reversed([(f"{path}[{at}]", one, other, computed, depth) for at, one, other in pairs])
        else:
            result.leaves += 1
            result.failures += isinstance(our, Failure)
            if _asks_for_nothing(their) or (isinstance(our, Failure) and _is_wide(their)):
                result.unknown += 1
            elif not (computed and _is_same_number(their, our)) and (difference := _difference(their, our)) is not None:
                result.different.append(f"{path or '/'}: {difference}")
    return result


def _asks_for_nothing(theirs: Any) -> bool:
    """Whether Kaitai's parser asks for a field that is not in the file, or for a place that no file of Python has."""
    return isinstance(theirs, Failure) and isinstance(theirs.error, AttributeError | OverflowError)


def _is_wide(theirs: Any) -> bool:
    """Whether a number takes more than 64 bits, which Python alone has."""
    return isinstance(theirs, int) and theirs.bit_length() > 64


def _is_same_number(theirs: Any, ours: Any) -> bool:
    """Whether two numbers that were computed are the same: NaN has no bits then, and the compiler writes 2.0 as 2."""
    if not isinstance(ours, float) or not isinstance(theirs, int | float):
        return False
    return theirs == ours or (math.isnan(theirs) and math.isnan(ours))


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray | memoryview)


def _members(path: str, theirs: KaitaiStruct, ours: Any) -> Iterator[tuple[str, Any, Any, bool]]:
    names = dict.fromkeys([*map(_id_of, their_names(theirs)), *fields_of(ours)])
    for name in names:
        attribute = f"{name}_" if keyword.iskeyword(name) else name
        is_there = attribute in vars(theirs) or hasattr(type(theirs), attribute)
        their = ask(lambda attribute=attribute: getattr(theirs, attribute)) if is_there else None
        our = ask(lambda name=name: member_of(ours, name))
        yield f"{path}.{name}" if path else name, their, our, is_computed(ours, name)


def their_names(record: KaitaiStruct) -> list[str]:
    """The fields, params and instances of a record of Kaitai's."""
    fields = [name for name in vars(record) if name[0] != "_" or name.startswith("_unnamed")]
    return fields + [name for name, member in vars(type(record)).items() if isinstance(member, property)]


def _id_of(attribute: str) -> str:
    return attribute[:-1] if attribute[-1] == "_" and keyword.iskeyword(attribute[:-1]) else attribute


def _difference(theirs: Any, ours: Any) -> str | None:
    """Return how two leaves differ; None where they do not."""
    if isinstance(theirs, Failure) or isinstance(ours, Failure):
        both = isinstance(theirs, Failure) and isinstance(ours, Failure)
        return None if both else f"we: {shown(ours)}; Kaitai: {shown(theirs)}"
    if isinstance(theirs, KaitaiStruct) and isinstance(ours, int):  # a number of variable length
        theirs = getattr(theirs, "value", theirs)
    if isinstance(theirs, KaitaiStream):
        return None if ours is not None else "we: no stream"
    return None if normal(theirs) == normal(ours) else f"we: {shown(ours)}; Kaitai: {shown(theirs)}"


def normal(value: Any) -> Any:
    """Return a value such that two are equal if they are the same: type, number, bits of a float, member."""
    if isinstance(value, enum.Enum) and getattr(value, "is_known", True):  # Kaitai's are plain numbers
        return "enum", value.name.lower().rstrip("_"), int(value.value)
    if isinstance(value, bytes | bytearray | memoryview):
        return "bytes", bytes(value)
    if isinstance(value, float):
        return "float", struct.pack("<d", value)
    if isinstance(value, bool):
        return "bool", value
    if isinstance(value, int):
        return "int", int(value)
    return type(value).__name__, value if isinstance(value, str) else id(value) if value is not None else None


def shown(value: Any) -> str:
    """Return a value as a report shows it."""
    if isinstance(value, KaitaiStruct) or is_record(value):
        return f"a record {type(value).__name__}"
    if _is_list(value):
        return f"a list of {len(value)}"
    if _is_wide(value):
        return f"a number of {value.bit_length():,} bits"
    text = " ".join(repr(bytes(value) if isinstance(value, bytearray | memoryview) else value).split())
    return text if len(text) <= 120 else f"{text[:117]}..."
