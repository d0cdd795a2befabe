"""Where two models differ: by structure, so that files of different layout, or of two formats, can be compared."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nacformats.stream import Buffer

#: Payloads are compared in pieces of this size, so that mapped files need no memory.
_PIECE_BYTES = 1 << 24
_BYTES = (bytes, bytearray, memoryview)


@dataclass(frozen=True)
class Difference:
    """One place at which two models differ.

    Attributes:
        path: such as "values[3].op".
        first, second: what stands there; None on the side that has nothing there.
        only: "first" or "second" when the other side has nothing there, else None.
    """

    path: str
    first: Any
    second: Any
    only: str | None = None

    def __str__(self) -> str:
        if self.only is not None:
            return f"{'-' if self.only == 'first' else '+'} {self.path}: {_brief(self.first or self.second)}"
        return f"! {self.path}: {_brief(self.first)} -> {_brief(self.second)}"

    def as_dict(self) -> dict[str, Any]:
        """The difference in the types of JSON."""
        return {"path": self.path, "first": _brief(self.first), "second": _brief(self.second), "only": self.only}


def differences(first: Any, second: Any) -> Iterator[Difference]:
    """The places at which two models of one kind differ, in order; nothing when they hold the same.

    Raises:
        TypeError: the two are of different kinds.
    """
    if type(first) is not type(second):
        raise TypeError(f"a {type(first).__name__} and a {type(second).__name__} have nothing to compare")
    yield from _compare("", first, second)


def _compare(path: str, first: Any, second: Any) -> Iterator[Difference]:
    first, second = _parts(first), _parts(second)
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        yield from _compare_mappings(path, first, second)
    elif isinstance(first, _BYTES) and isinstance(second, _BYTES):
        yield from _compare_bytes(path, first, second)
    elif isinstance(first, np.ndarray) and isinstance(second, np.ndarray):
        yield from _compare_arrays(path, first, second)
    elif not _same(first, second):
        yield Difference(path, first, second)


def _parts(value: Any) -> Any:
    """A value taken apart once: objects and sequences become mappings from the end of a path to what stands there."""
    if isinstance(value, type):
        return value
    if dataclasses.is_dataclass(value):
        names = [entry.name for entry in dataclasses.fields(value) if entry.compare and entry.name[0] != "_"]
        return {f".{name}": getattr(value, name) for name in names}
    if isinstance(value, Sequence) and not isinstance(value, str | _BYTES):
        return {f"[{key}]": item for key, item in zip(_keys(value), value, strict=True)}
    if isinstance(value, Mapping):
        return {f"[{key}]": item for key, item in value.items()}
    return value


def _keys(items: Sequence[Any]) -> Sequence[Any]:
    """What the elements are known by: their ids where they have such, so that an added one moves no other."""
    ids = [getattr(item, "id", None) for item in items]
    return [f"id={key}" for key in ids] if None not in ids and len(set(ids)) == len(ids) else range(len(items))


def _compare_mappings(path: str, first: Mapping[str, Any], second: Mapping[str, Any]) -> Iterator[Difference]:
    for key in dict.fromkeys([*first, *second]):
        inner = f"{path}{key}".removeprefix(".")
        if key not in second:
            yield Difference(inner, first[key], None, "first")
        elif key not in first:
            yield Difference(inner, None, second[key], "second")
        else:
            yield from _compare(inner, first[key], second[key])


def _compare_bytes(path: str, first: Buffer, second: Buffer) -> Iterator[Difference]:
    if len(first) != len(second):
        yield Difference(f"{path}.size", len(first), len(second))
        return
    one, other = np.frombuffer(first, np.uint8), np.frombuffer(second, np.uint8)
    for start in range(0, len(one), _PIECE_BYTES):
        piece = slice(start, start + _PIECE_BYTES)
        unequal = np.flatnonzero(one[piece] != other[piece])
        if len(unequal):
            index = start + int(unequal[0])
            yield Difference(f"{path}[byte {index}]", int(one[index]), int(other[index]))
            return


def _compare_arrays(path: str, first: np.ndarray[Any, Any], second: np.ndarray[Any, Any]) -> Iterator[Difference]:
    kinds = [f"{array.dtype}{list(array.shape)}" for array in (first, second)]
    if kinds[0] != kinds[1]:
        yield Difference(path, *kinds)
        return
    yield from _compare_bytes(path, first.tobytes(), second.tobytes())


def _same(first: Any, second: Any) -> bool:
    """Equal, and of one type: 1, 1.0 and True are different constants; a NaN is itself."""
    return type(first) is type(second) and (first == second or (first != first and second != second))


def _brief(value: Any) -> Any:
    """What stands for a value in one line."""
    if isinstance(value, _BYTES):
        return f"{len(value):,} bytes"
    return value if value is None or isinstance(value, bool | int | float) else str(value)
