"""Differences, and how values of any kind are compared: sequences, mappings, dataclasses, bytes, arrays."""

from __future__ import annotations

import dataclasses
import hashlib
import math
import reprlib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from nacformats.codec.streams import Buffer
from nacformats.codec.trees.values import enum_name
from nacformats.printing import shortened

#: Longer values are cut here, in characters.
SHOWN_CHARACTERS = 200
#: Bytes are compared in pieces of this size, so that mapped files need no memory.
_PIECE_BYTES = 1 << 24
#: Texts that are longer than this, in characters, are compared once where they are in many places.
_LONG_TEXT = 1024
#: Where long texts differ is looked for in blocks of this many characters.
_BLOCK = 1024
#: Longer keys are not kept, in characters.
_KEPT_KEY = 128
#: How many pairs of long texts are kept at once.
_KEPT_TEXTS = 1024


class _Short(reprlib.Repr):
    """The repr of a value, of which no more is made than is shown."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxtuple = self.maxlist = self.maxdict = 16
        self.maxstring = self.maxlong = 60
        self.maxother = SHOWN_CHARACTERS

    def repr1(self, x: Any, level: int) -> str:
        if level <= 0 or isinstance(x, type):
            return "..."
        if isinstance(x, Mapping):
            items = (f"{self.repr1(key, level - 1)}: {self.repr1(x[key], level - 1)}" for key in x)
            return f"{{{self._joined(items, len(x))}}}"
        if dataclasses.is_dataclass(x):
            names = [entry.name for entry in dataclasses.fields(x) if entry.repr]
            items = (f"{name}={self.repr1(getattr(x, name), level - 1)}" for name in names)
            return f"{type(x).__name__}({self._joined(items, len(names))})"
        return super().repr1(x, level)

    def _joined(self, items: Iterable[str], count: int) -> str:
        return ", ".join([*islice(items, self.maxdict), *(["..."] if count > self.maxdict else [])])


_short = _Short()


@dataclass(frozen=True, slots=True)
class Difference:
    """One place at which two models differ.

    Attributes:
        path: such as "values[3].op".
        first, second: what is there; None on the side that has nothing there.
        only: "first" or "second" when the other side has nothing there, else None.
        note: what else is to be said, or "".
        largest: of tensors, the largest absolute difference of two elements, or None.
    """

    path: str
    first: Any
    second: Any
    only: str | None = None
    note: str = ""
    largest: float | None = None

    def __str__(self) -> str:
        return f"{self._text()} ({self.note})" if self.note else self._text()

    def _text(self) -> str:
        if self.only == "first":
            return f"- {self.path}: {_brief(self.first)}"
        if self.only == "second":
            return f"+ {self.path}: {_brief(self.second)}"
        return "! {}: {} -> {}".format(self.path, *_briefs(self.first, self.second))

    def as_dict(self) -> dict[str, Any]:
        """Return the difference in the types of JSON; long values are cut."""
        first, second = _briefs(self.first, self.second)
        found = {"path": self.path, "first": first, "second": second, "only": self.only}
        return found if self.largest is None else {**found, "note": self.note, "largest": _brief(self.largest)}


@dataclass(frozen=True, slots=True)
class Note:
    """Something that is said for people beside the differences, such as how many weights are equal."""

    text: str

    def __str__(self) -> str:
        return f"= {self.text}"


#: Compares two values of one type at a path: compare(comparison, path, first, second).
Compare: TypeAlias = Callable[["ModelComparison", str, Any, Any], Iterator[Any]]


class ModelComparison:
    """One comparison of two models.

    Args:
        by_type: how values of some types are compared, or by which attributes; others by what they consist of.
    """

    def __init__(self, by_type: Mapping[type, Compare | tuple[str, ...]]) -> None:
        self._by_type = by_type
        self._texts: dict[tuple[int, int], tuple[str, str, bool]] = {}

    def compare(self, path: str, first: Any, second: Any) -> Iterator[Difference]:
        """Return the places at which two values differ, in order."""
        if isinstance(first, Buffer) and isinstance(second, Buffer):
            return self._bytes(path, first, second)
        if type(first) is not type(second):  # 1, 1.0 and True are different constants
            return iter((Difference(path, first, second),))
        own = self._by_type.get(type(first))
        if isinstance(own, tuple):
            return self.attributes(path, first, second, own)
        if own is not None:
            return own(self, path, first, second)
        if isinstance(first, np.ndarray):
            return self._arrays(path, first, second)
        if isinstance(first, Mapping):
            return self.mappings(path, first, second, "{}[{}]")
        if isinstance(first, Sequence) and not isinstance(first, str):
            return self.sequences(path, first, second)
        if dataclasses.is_dataclass(first):
            return self.fields(path, first, second)
        return iter(()) if self.same(first, second) else iter((Difference(path, first, second),))

    def sequences(self, path: str, first: Sequence[Any], second: Sequence[Any]) -> Iterator[Difference]:
        """Compare element by element; elements may be made while they are requested."""
        for index, (one, other) in enumerate(zip(first, second, strict=False)):
            if one is not other and not (type(one) is type(other) and is_quick(one) and one == other):
                yield from self.compare(f"{path}[{index}]", one, other)
        yield from rest(path, first, second)

    def mappings(
        self, path: str, first: Mapping[Any, Any], second: Mapping[Any, Any], step: str
    ) -> Iterator[Difference]:
        """Compare by key. step: the path of an item, from that of the mapping and the key."""
        for key in first:
            inner = step.format(path, key)
            if key in second:
                yield from self.compare(inner, first[key], second[key])
            else:
                yield Difference(inner, first[key], None, "first")
        for key in second:
            if key not in first:
                yield Difference(step.format(path, key), None, second[key], "second")

    def attributes(self, path: str, first: Any, second: Any, names: Sequence[str]) -> Iterator[Difference]:
        """Compare some attributes of two objects."""
        for name in names:
            yield from self.compare(f"{path}.{name}".removeprefix("."), getattr(first, name), getattr(second, name))

    def fields(self, path: str, first: Any, second: Any) -> Iterator[Difference]:
        """Compare the fields by which instances are compared."""
        names = [entry.name for entry in dataclasses.fields(first) if entry.compare and entry.name[0] != "_"]
        return self.attributes(path, first, second, names)

    def same(self, first: Any, second: Any) -> bool:
        """True if two values of one type, which have no parts, are equal."""
        if isinstance(first, str) and not is_quick(first):
            return self._same_texts(first, second)
        return bool(first == second or (first != first and second != second))  # a NaN is itself

    def _same_texts(self, first: str, second: str) -> bool:
        """True if two long texts are equal. A few of them may be in a million places."""
        key = id(first), id(second)
        if key not in self._texts:
            if len(self._texts) >= _KEPT_TEXTS:
                self._texts.clear()
            self._texts[key] = first, second, first == second  # the texts are kept, so that their ids stay theirs
        return self._texts[key][2]

    def _bytes(self, path: str, first: Buffer, second: Buffer) -> Iterator[Difference]:
        if len(first) != len(second):
            yield Difference(f"{path}.size", len(first), len(second))
            return
        index = first_unequal(first, second)
        if index is not None:
            yield Difference(f"{path}[byte {index}]", first[index], second[index])

    def _arrays(self, path: str, first: npt.NDArray[Any], second: npt.NDArray[Any]) -> Iterator[Difference]:
        kinds = [f"{array.dtype}{list(array.shape)}" for array in (first, second)]
        if kinds[0] != kinds[1]:
            yield Difference(path, kinds[0], kinds[1])
        else:
            octets = (np.ascontiguousarray(array).reshape(-1).view(np.uint8).data for array in (first, second))
            yield from self._bytes(path, *octets)


def comparison_key(value: object) -> str | bytes:
    """Return a key for a value: its repr or, of a long one, a digest of that."""
    text = repr(value)
    return text if len(text) <= _KEPT_KEY else hashlib.blake2b(text.encode(errors="surrogatepass")).digest()


def is_quick(value: Any) -> bool:
    """True if values of this kind are compared in next to no time, and without looking into them."""
    return isinstance(value, int) or (isinstance(value, str) and len(value) <= _LONG_TEXT)


def rest(path: str, first: Sequence[Any], second: Sequence[Any]) -> Iterator[Difference]:
    """Yield the elements of the longer one of two sequences that the other one lacks."""
    shared = min(len(first), len(second))
    for index in range(shared, len(first)):
        yield Difference(f"{path}[{index}]", first[index], None, "first")
    for index in range(shared, len(second)):
        yield Difference(f"{path}[{index}]", None, second[index], "second")


def first_unequal(first: Buffer, second: Buffer) -> int | None:
    """Return the index of the first byte that differs in two buffers of one size; None when none does."""
    one, other = np.frombuffer(first, np.uint8), np.frombuffer(second, np.uint8)
    for start in range(0, len(one), _PIECE_BYTES):
        piece = slice(start, start + _PIECE_BYTES)
        unequal = one[piece] != other[piece]
        index = int(np.argmax(unequal)) if len(unequal) else 0
        if unequal[index]:
            return start + index
    return None


def _briefs(first: Any, second: Any) -> tuple[Any, Any]:
    """Return two values as `_brief` has them; of long texts that begin alike, from shortly before they differ."""
    if isinstance(first, str) and isinstance(second, str) and max(len(first), len(second)) > SHOWN_CHARACTERS:
        start = _first_unequal_character(first, second) - SHOWN_CHARACTERS // 4
        if start > 0:
            first, second = f"…{first[start:]}", f"…{second[start:]}"
    return _brief(first), _brief(second)


def _first_unequal_character(first: str, second: str) -> int:
    start, shared = 0, min(len(first), len(second))
    while start < shared and first[start : start + _BLOCK] == second[start : start + _BLOCK]:
        start += _BLOCK
    stops = range(start, min(start + _BLOCK, shared))
    return start + bisect_left(stops, True, key=lambda stop: first[start : stop + 1] != second[start : stop + 1])


def _brief(value: Any) -> Any:
    """Return a value in the types of JSON, on one line; cut where it is long."""
    if value is None or isinstance(value, bool) or (isinstance(value, float) and math.isfinite(value)):
        return value
    if (name := enum_name(value)) is not None:
        return name
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Buffer):
        return f"{len(value):,} bytes"
    return shortened(value if isinstance(value, str) else _short.repr(value), SHOWN_CHARACTERS)
