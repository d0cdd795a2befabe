"""Helpers of the generated columns: NumPy over the bytes of many records at once.

`data` and `out` are bytes as arrays; positions, counts and sizes are int64. Nothing here checks bounds: the scan did.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from nacformats.errors import InvalidError, LimitError

Octets = np.ndarray[tuple[Any, ...], np.dtype[np.uint8]]
Places = np.ndarray[tuple[Any, ...], np.dtype[np.int64]]
U64s = np.ndarray[tuple[Any, ...], np.dtype[np.uint64]]
Array = np.ndarray[tuple[Any, ...], np.dtype[Any]]
#: Record, rule and element of the first offender; without one, the record is the number of records.
Offence = tuple[int, int, int]

_I64_MAX = 2**63 - 1
# So many numbers are added to others at once.
_BLOCK = 1 << 16


def view(data: Octets, dtype: str, shift: int) -> Array:
    """Return a number `shift` bytes after every position, aligned or not; little-endian unless the dtype says so."""
    kind = np.dtype(dtype) if dtype[0] == ">" else np.dtype(dtype).newbyteorder("<")
    return np.ndarray((max(len(data) - kind.itemsize - shift + 1, 0),), kind, data, min(shift, len(data)), (1,))


def wide(value: Any) -> Places:
    """Return numbers as signed 64-bit integers; larger ones become the largest."""
    array = np.asarray(value)
    signed: Places = (np.minimum(array, _I64_MAX) if array.dtype == np.uint64 else array).astype(np.int64, copy=False)
    return signed


def counts(value: Any, like: Array) -> Places:
    """Return numbers as an array of the length of another; a single one is repeated."""
    numbers = wide(value)
    return numbers if numbers.ndim else np.full(len(like), numbers, np.int64)


def ramps(first: Places, count: Places, step: int) -> Places:
    """Return first, first + step, …: `count` positions for each."""
    before = np.cumsum(count)
    before -= count
    before *= -step
    before += first
    positions: Places = np.repeat(before, count)
    del before  # there can be as many of these as of positions
    for start in range(0, len(positions), _BLOCK):
        block = positions[start : start + _BLOCK]
        block += np.arange(start * step, (start + len(block)) * step, step)
    return positions


def unzigzag(raw: U64s) -> Places:
    """Decode zigzag: the signed numbers, int64."""
    half = (raw >> np.uint64(1)).view(np.int64)
    value: Places = half ^ -(raw & np.uint64(1)).view(np.int64)
    return value


def zigzag(value: Places) -> U64s:
    """Encode signed numbers, int64, as zigzag."""
    raw: U64s = ((value << 1) ^ (value >> 63)).view(np.uint64)
    return raw


# reading


def bit_fields(data: Octets, pos: Places, first: int, width: int, is_msb_first: bool, dtype: str) -> Array:
    """Return the numbers of `width` bits, the first of which is so many bits after each position."""
    start, first = first // 8, first % 8
    last = first + width
    value = np.zeros(len(pos), np.uint64)
    for number in range((last + 7) // 8):
        octet = data[pos + (start + number)].astype(np.uint64)
        if is_msb_first:
            octet = octet & np.uint64(0xFF >> first) if number == 0 else octet
            spare = max(8 * (number + 1) - last, 0)
            value = value << np.uint64(8 - spare) | octet >> np.uint64(spare)
        else:
            low = 8 * number - first
            value |= octet << np.uint64(low) if low >= 0 else octet >> np.uint64(-low)
    mask = np.uint64((1 << width) - 1)
    return (value & mask).astype(dtype)


def octet_place(data: Any, octet: int, pos: int, end: int, is_required: bool) -> int:
    """Return where a byte is, for generated loops; the end where it is not and need not be.

    Raises:
        IndexError: it is not there.
    """
    if isinstance(data, bytes) and pos <= end:
        found = data.find(octet, pos, end)
        if found >= 0 or not is_required:
            return found if found >= 0 else end
        raise IndexError
    step = _SEARCHED
    while pos < end:
        piece = bytes(data[pos : min(pos + step, end)])
        if (found := piece.find(octet)) >= 0:
            return pos + found
        pos, step = pos + len(piece), 2 * step
        if not piece:
            break
    if is_required or pos > end:
        raise IndexError
    return end


#: Bytes in which a terminator is looked for at first.
_SEARCHED = 64


def trimmed_bytes(value: bytes, padding: int | None, terminator: int | None, include: bool) -> bytes:
    """Return bytes without the padding at their end, and up to a terminator."""
    if padding is not None:
        value = value.rstrip(bytes([padding]))
    if terminator is not None and (found := value.find(terminator)) >= 0:
        value = value[: found + include]
    return value


def trimmed(
    data: Octets, at: Places, size: Places, padding: int | None, terminator: int | None, include: bool
) -> Places:
    """Return the sizes of bytes without the padding at their end, and up to a terminator."""
    whole = data.data
    spans = zip(at.tolist(), (at + size).tolist(), strict=True)
    sizes = [len(trimmed_bytes(bytes(whole[start:stop]), padding, terminator, include)) for start, stop in spans]
    return np.array(sizes, np.int64)


def same_bytes(data: Octets, at: Places, size: Places, text: bytes) -> Array:
    """Return for which of some bytes they are these."""
    same: Array = size == len(text)
    for number, octet in enumerate(text):
        chosen = same.nonzero()[0]
        same[chosen] = data[at[chosen] + number] == octet
    return same


#: Bytes of the longest varint.
LONGEST_VARINT = 10


def varint(data: Sequence[int], pos: int) -> tuple[int, int]:
    """Return the varint at a position, and the position after it, for generated loops.

    Raises:
        IndexError: it does not end before the data does, or takes more than 64 bits.
    """
    value = shift = 0
    for _ in range(LONGEST_VARINT):
        byte = data[pos]
        pos += 1
        value |= (byte & 127) << shift
        if byte < 128:
            if value >> 64:
                break
            return value, pos
        shift += 7
    raise IndexError


#: How many bytes of varints are taken for all of them at once.
_AT_ONCE = 3


def varints(data: Octets, pos: Places) -> tuple[U64s, Places]:
    """Return the varints at some positions, and the positions after them."""
    first = data.take(pos)
    after = pos + 1
    if int(first.max(initial=0)) < 128:
        return first.astype(np.uint64), after
    # Up to three bytes for all at once, without branches: a byte that is not there is 0.
    if len(data) < _AT_ONCE:
        data = np.append(data, np.zeros(_AT_ONCE, np.uint8))
    value = first.astype(np.uint32)
    octet = first
    for shift in (7, 14):
        more = octet >> 7
        after += more
        octet = data[shift // 7 :].take(pos, mode="clip") * more
        value += octet.astype(np.uint32) << np.uint32(shift)
        value -= more.astype(np.uint32) << np.uint32(shift)
    longer = (octet > 127).nonzero()[0]
    large = value.astype(np.uint64)
    if longer.size:
        _finish_varints(data, large, after, longer)
    return large, after


def _finish_varints(data: Octets, value: U64s, after: Places, longer: Places) -> None:
    """Finish the numbers that take more than three bytes."""
    shift = 21
    while longer.size:
        # So far the number ends with its continuation bit.
        octet = data[after[longer]]
        value[longer] += (octet.astype(np.uint64) << np.uint64(shift)) - np.uint64(1 << shift)
        after[longer] += 1
        longer, shift = longer[octet > 127], shift + 7


class Lows:
    """Lists of varints in a part of the data; where varints end is looked for when long lists need it."""

    def __init__(self, data: Octets, starts: Places) -> None:
        # Records that are apart come in any order.
        self.data, self.start, self.stop = data, int(starts.min()), int(starts.max())
        self._ends: Places | None = None
        self._places: dict[int, Places] = {}

    def ends_with(self, octet: int, pos: Places, stop: Places | None = None) -> Places:
        """Return where a byte is from some positions on; where there is none, the ends of the parts around them."""
        if octet not in self._places:
            found = (self.data[self.start : self.stop] == octet).nonzero()[0] + self.start
            self._places[octet] = np.append(found, _I64_MAX)
        places = self._places[octet]
        found = places[np.searchsorted(places, pos)]
        return found if stop is None else np.minimum(found, stop)

    def varint_rows(self, pos: Places, count: Places) -> tuple[U64s, Places]:
        """Return the numbers of lists of varints, and the positions after each list."""
        most = int(count.max(initial=0))
        return self._short_rows(pos, count, most) if most <= _FEW else self._long_rows(pos, count)

    def _short_rows(self, pos: Places, count: Places, most: int) -> tuple[U64s, Places]:
        """Return one element of every list after the other."""
        ends = np.cumsum(count)
        values = np.empty(int(ends[-1]) if len(ends) else 0, np.uint64)
        first, after, rows = ends - count, pos, None
        for number in range(most):
            chosen = ((count if rows is None else count[rows]) > number).nonzero()[0]
            rows = chosen if rows is None else rows[chosen]
            if number == 0:
                after = after.copy()
            values[first[rows] + number], after[rows] = varints(self.data, after[rows])
        return values, after

    def _long_rows(self, pos: Places, count: Places) -> tuple[U64s, Places]:
        if self._ends is None:
            self._ends = np.append((self.data[self.start : self.stop] < 128).nonzero()[0] + self.start, 0)
        before = np.searchsorted(self._ends[:-1], pos)
        start = self._ends[ramps(before, count, 1) - 1] + 1
        full = count > 0
        start[(np.cumsum(count) - count)[full]] = pos[full]
        return varints(self.data, start)[0], np.where(full, self._ends[before + count - 1] + 1, pos)


#: Lists of up to this many varints are read one element after the other.
_FEW = 8


_Part = tuple[Places | None, Places, Array]


def placed_rows(count: int, parts: Sequence[_Part], width: int) -> tuple[Places, Places]:
    """Row offsets, and the position of every element, of lists that several arms may have.

    A part is (which records, None for all; how many elements each has; where the first of them is).
    """
    if len(parts) == 1:
        rows, n, at = parts[0]
        return _offsets(count, parts), ramps(at, n, width)
    first, sizes = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for rows, n, at in parts:
        first[_some(rows)], sizes[_some(rows)] = at, n
    return _offsets(count, [(None, sizes, first)]), ramps(first, sizes, width)


def merged_rows(count: int, parts: Sequence[_Part], dtype: str) -> tuple[Places, Array]:
    """Row offsets, and one number for every element: that of a list of varints, or where the element is.

    A part is (which records, None for all; how many elements each has; the numbers).
    """
    offsets = _offsets(count, parts)
    if len(parts) == 1:
        return offsets, parts[0][2]
    merged = np.empty(int(offsets[-1]), dtype)
    for rows, n, numbers in parts:
        merged[ramps(offsets[:-1][_some(rows)], n, 1)] = numbers
    return offsets, merged


def _offsets(count: int, parts: Sequence[_Part]) -> Places:
    offsets = np.zeros(count + 1, np.int64)
    for rows, n, _ in parts:
        offsets[1:][_some(rows)] = n
    np.cumsum(offsets, out=offsets)
    return offsets


def _some(rows: Places | None) -> Any:
    """Return the subscript of some records, or of all."""
    return slice(None) if rows is None else rows


def copy_spans(out: Octets, pos: Places, source: Octets, start: Places, size: Places) -> None:
    """Copy runs of bytes."""
    if not len(size):
        return
    if int(size.sum()) > _COPIED_ONE_BY_ONE * len(size):
        for to, at, n in zip(pos.tolist(), start.tolist(), size.tolist(), strict=True):
            out[to : to + n] = source[at : at + n]
        return
    out[ramps(pos, size, 1)] = source[ramps(start, size, 1)]


#: From this average length on, copying one run after another is faster.
_COPIED_ONE_BY_ONE = 256


# checking


class Offenders:
    """A collector of all offenders, passed where one offence would be: one for each text and each list element.

    Attributes:
        rules: for each record that breaks a rule the first one that it breaks.
    """

    def __init__(self) -> None:
        self.rules: dict[int, int] = {}

    def add(self, records: Places, rule: int) -> None:
        for record in records.tolist():
            self.rules.setdefault(record, rule)


First = TypeVar("First", Offence, Offenders)


def offender(first: First, test: Any, rows: Places | None, rule: int, offsets: Places | None = None) -> First:
    """Return the first record that breaks a rule, this one or one of those before.

    Args:
        first: the one found before, or what takes all.
        test: whether the rule holds for each record, or for each element of each.
        rows: which record each is; None when there is one for each.
        rule: number of the rule.
        offsets: row offsets of the list whose elements are tested.
    """
    if np.all(test):
        return first
    if isinstance(first, Offenders):
        wrong = (~np.asarray(test)).nonzero()[0]
        first.add(wrong if rows is None else rows[wrong], rule)
        return first
    at = int(np.argmin(test))
    record = at if rows is None else int(rows[at])
    element = 0
    if offsets is not None and rows is not None:
        element = at - int(np.searchsorted(rows, record))
    return min(first, (record, rule, element))


def text_offender(
    first: First, data: Octets, at: Places, size: Places, rows: Places | None, rule: int, encoding: str = ""
) -> First:
    """Return the first text that is not in its encoding, UTF-8 if it says none."""
    fault = _fault(data, at, size, encoding) if encoding else utf8_fault(data, at, size)
    if fault < 0:
        return first
    if isinstance(first, Offenders):
        first.add(np.array([fault]) if rows is None else rows[[fault]], rule)
        return first
    return min(first, (fault if rows is None else int(rows[fault]), rule, 0))


def _fault(data: Octets, at: Places, size: Places, encoding: str) -> int:
    """Return the index of the first text that is not in its encoding, or -1."""
    for number, (start, length) in enumerate(zip(at.tolist(), size.tolist(), strict=True)):
        try:
            bytes(data[start : start + length]).decode(encoding)
        except UnicodeError:
            return number
    return -1


def utf8_fault(data: Octets, at: Places, size: Places) -> int:
    """Return the index of the first text that is not UTF-8, or -1; all are decoded at once, a newline after each.

    ASCII texts, most of them, are passed over.
    """
    size = np.where(at < 0, 0, size)
    if not len(at) or _is_ascii(data, at, size):
        return -1
    ends = np.cumsum(size + 1)
    joined = np.full(int(ends[-1]), 10, np.uint8)
    copy_spans(joined, ends - size - 1, data, at, size)
    try:
        joined.tobytes().decode("utf-8")
    except UnicodeDecodeError as error:
        return int(np.searchsorted(ends, error.start, "right"))
    return -1


def _is_ascii(data: Octets, at: Places, size: Places) -> bool:
    """Return True if all bytes around the texts are ASCII and there are few others."""
    start, stop = max(int(at.min()), 0), int((at + size).max())
    return stop - start <= 2 * int(size.sum()) + _AROUND * len(at) and data[start:stop].tobytes().isascii()


#: So many bytes may be around each text when all are looked at together.
_AROUND = 16


# writing

_LOW_BITS = np.uint64(127)
_SEVEN = np.uint64(7)


def widths(value: Array) -> Places:
    """Return the number of bytes of each number's shortest varint."""
    size = np.ones(len(value), np.uint8)
    bound, top = 128, int(value.max(initial=0))
    while bound <= top:
        size += (value >= bound).view(np.uint8)
        bound <<= 7
    return size.astype(np.int64)


def packed(wide: Places, count: Places) -> tuple[Places, Places, Places]:
    """Return the starts of all elements, the starts of their lists, and the lengths of the lists, laid end to end."""
    ends = np.zeros(len(wide) + 1, np.int64)
    np.cumsum(wide, out=ends[1:])
    bounds = np.zeros(len(count) + 1, np.int64)
    np.cumsum(count, out=bounds[1:])
    heads = ends[bounds]
    return ends[:-1], heads[:-1], np.diff(heads)


def room(sizes: Places) -> tuple[Places, Octets]:
    """Return the start of each record and an empty array for the bytes of all records."""
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


def _lanes(value: np.ndarray[Any, np.dtype[np.uint32]], wide: Places) -> Octets:
    """Return the bytes of varints of up to four, uint8, shape (N, 4)."""
    spread = value & np.uint32(0x7F)
    for lane in range(1, _LANES):
        spread |= (value & np.uint32(0x7F << 7 * lane)) << np.uint32(lane)
    spread |= _GOES_ON[wide]
    return spread.astype("<u4", copy=False).view(np.uint8).reshape(-1, _LANES)


def _store_long_varints(out: Octets, pos: Places, value: U64s, wide: Places) -> None:
    """Store one byte of every number after the other."""
    while True:
        more = wide > 1
        out[pos] = (value & _LOW_BITS).astype(np.uint8) | more.view(np.uint8) << 7
        chosen = more.nonzero()[0]
        if not chosen.size:
            return
        pos, value, wide = pos[chosen] + 1, value[chosen] >> _SEVEN, wide[chosen] - 1


def fits(path: str, value: Array, dtype: str, rows: Places | None) -> None:
    """Raise LimitError when a length does not fit the field that holds it."""
    top = int(np.iinfo(dtype).max)
    if len(value) and int(value.max()) > top:
        raise LimitError("too many", expected=f"at most {top}", **_first(value > top, path, value, rows))


def whole_elements(path: str, size: Places, unit: int, rows: Places | None) -> None:
    """Raise InvalidError when bytes are not a whole number of elements."""
    if (size % unit).any():
        place = _first(size % unit != 0, path, size, rows)
        raise InvalidError("not a whole number of elements", expected=f"a multiple of {unit} bytes", **place)


def agree(path: str, count: Places, meant: Any, rows: Places | None) -> None:
    """Raise InvalidError when a list does not have the length that another number of its record gives."""
    wrong = count != meant
    if wrong.any():
        expected = int(np.broadcast_to(meant, len(count))[np.argmax(wrong)])
        raise InvalidError("wrong length", expected=expected, **_first(wrong, path, count, rows))


def _first(wrong: Array, path: str, value: Array, rows: Places | None) -> dict[str, Any]:
    """Return the path and the value of the first record that is wrong, as an error has them."""
    at = int(np.argmax(wrong))
    return {"path": f"[{at if rows is None else int(rows[at])}].{path}", "actual": int(value[at])}


def all_used(path: str, used: int, offsets: Places) -> None:
    """Raise InvalidError when records have lists that they cannot have."""
    if used != int(offsets[-1]):
        expected = f"{used} elements, in the records that have this list"
        raise InvalidError("a list in a record that has none", path=path, expected=expected, actual=int(offsets[-1]))
