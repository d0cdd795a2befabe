"""Helpers of generated writers of columns: NumPy over the fields of many records at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from nacformats.codec.columns.arrays import Array, Octets, Places, U64s
from nacformats.errors import InvalidError, LimitError

if TYPE_CHECKING:
    import numpy.typing as npt

_LOW_BITS = np.uint64(127)
_SEVEN = np.uint64(7)


def widths(value: Array) -> Places:
    """How many bytes the shortest varint of each number takes."""
    size = np.ones(len(value), np.uint8)
    bound, top = 128, int(value.max(initial=0))
    while bound <= top:
        size += (value >= bound).view(np.uint8)
        bound <<= 7
    return size.astype(np.int64)


def packed(wide: Places, count: Places) -> tuple[Places, Places, Places]:
    """Where elements start when all lists follow each other, where each list does, and how long the lists are."""
    ends = np.zeros(len(wide) + 1, np.int64)
    np.cumsum(wide, out=ends[1:])
    bounds = np.zeros(len(count) + 1, np.int64)
    np.cumsum(count, out=bounds[1:])
    heads = ends[bounds]
    return ends[:-1], heads[:-1], np.diff(heads)


def room(sizes: Places) -> tuple[Places, Octets]:
    """Where each record starts, and the bytes for all of them."""
    ends = np.cumsum(sizes)
    return ends - sizes, np.empty(int(ends[-1]) if len(ends) else 0, np.uint8)


def store_varints(out: Octets, pos: Places, value: Array, wide: Places) -> None:
    """Write each number as a varint of the given number of bytes."""
    longest = int(wide.max(initial=0))
    if longest <= 1:
        out[pos] = value
        return
    if longest > _LANES:
        _store_long_varints(out, pos, value.astype(np.uint64), wide)
        return
    lanes = _lanes(value.astype(np.uint32), wide)
    out[pos] = lanes[:, 0]
    for lane in range(1, longest):
        chosen = (wide > lane).nonzero()[0]
        out[pos[chosen] + lane] = lanes[:, lane][chosen]


#: Bytes of the varints that are made of all numbers at once.
_LANES = 4
#: By a number of bytes: the continuation bits of a varint of that length.
_GOES_ON = np.array([0, 0, 0x80, 0x8080, 0x808080], np.uint32)


def _lanes(value: npt.NDArray[np.uint32], wide: Places) -> Octets:
    """The bytes of varints of up to four, uint8, shape (N, 4)."""
    spread = value & np.uint32(0x7F)
    for lane in range(1, _LANES):
        spread |= (value & np.uint32(0x7F << 7 * lane)) << np.uint32(lane)
    spread |= _GOES_ON[wide]
    return spread.astype("<u4", copy=False).view(np.uint8).reshape(-1, _LANES)


def _store_long_varints(out: Octets, pos: Places, value: U64s, wide: Places) -> None:
    """One byte of every number after the other."""
    while True:
        more = wide > 1
        out[pos] = (value & _LOW_BITS).astype(np.uint8) | more.view(np.uint8) << 7
        chosen = more.nonzero()[0]
        if not chosen.size:
            return
        pos, value, wide = pos[chosen] + 1, value[chosen] >> _SEVEN, wide[chosen] - 1


def fits(path: str, value: Array, dtype: str, rows: Places | None) -> None:
    """LimitError when a length does not fit the field that holds it."""
    top = int(np.iinfo(dtype).max)
    if len(value) and int(value.max()) > top:
        at = int(np.argmax(value > top))
        raise LimitError("too many", path=_path(rows, at, path), expected=f"at most {top}", actual=int(value[at]))


def whole(path: str, size: Places, unit: int, rows: Places | None) -> None:
    """InvalidError when bytes are not a whole number of elements."""
    rest = size % unit
    if rest.any():
        at = int(np.argmax(rest != 0))
        expected = f"a multiple of {unit} bytes"
        reason, actual = "not a whole number of elements", int(size[at])
        raise InvalidError(reason, path=_path(rows, at, path), expected=expected, actual=actual)


def agree(path: str, count: Places, meant: Any, rows: Places | None) -> None:
    """InvalidError when a list does not have the length that another number of its record gives."""
    wrong = count != meant
    if wrong.any():
        at = int(np.argmax(wrong))
        expected = int(np.broadcast_to(meant, len(count))[at])
        raise InvalidError("wrong length", path=_path(rows, at, path), expected=expected, actual=int(count[at]))


def all_used(path: str, used: int, offsets: Places) -> None:
    """InvalidError when records have lists that they cannot have."""
    if used != int(offsets[-1]):
        expected = f"{used} elements, in the records that have this list"
        raise InvalidError("a list in a record that has none", path=path, expected=expected, actual=int(offsets[-1]))


def _path(rows: Places | None, at: int, path: str) -> str:
    return f"[{at if rows is None else int(rows[at])}].{path}"


__all__ = ["agree", "all_used", "fits", "packed", "room", "store_varints", "whole", "widths"]
