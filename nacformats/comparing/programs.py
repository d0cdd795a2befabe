"""Comparison of the programs of two NAC files, instruction by instruction.

Long sequences are aligned in bounded time, so that inserted instructions are set aside.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.nac import instruction
from nacformats.comparing.core import Difference, comparison_key
from nacformats.errors import FormatError
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.columns.instructions import OPS, encoded
from nacformats.formats.nac.columns.uses import Numbers
from nacformats.formats.nac.file.contents import program_of
from nacformats.formats.nac.file.disassembly import line_of, shown_instructions
from nacformats.formats.nac.tables import FIRST_REGULAR, FixedOperation, InputSource, OutputKind
from nacformats.formats.records.rows import Arrays, Rows, unequal

PlaceArray = npt.NDArray[np.int64]
#: Start and stop in the first sequence, start and stop in the second one.
Gap = tuple[int, int, int, int]

#: Most insertions and deletions in a row that are found between elements that are there once.
_MAX_EDITS = 256
#: How often each element is looked at, on average, to find those that are there once.
_MAX_LOOKS = 32
#: How many comparisons all gaps may take together; what is left over is paired place by place.
_MAX_STEPS = 2_000_000


def aligned_places(first: PlaceArray, second: PlaceArray) -> PlaceArray:
    """Return the place in the second sequence of each element of the first; -1 where it has none.

    Places ascend, and the elements of a pair are equal but where both sequences have other elements in the same place:
    these are paired in order, as far as there are as many. Elements that are there once in both are anchors (patience
    diff); between these the shortest edit is looked for (Myers), as long as that is quick.
    """
    found = np.full(len(first), -1)
    steps = _MAX_STEPS
    for start, stop, other_start, other_stop in _gaps(first, second, found):
        one, other = first[start:stop].tolist(), second[other_start:other_stop].tolist()
        pairs, steps = _edit(one, other, steps)
        for place, other_place in pairs:
            found[start + place] = other_start + other_place
    _pair_replaced(found, len(second))
    return found


def _gaps(first: PlaceArray, second: PlaceArray, found: PlaceArray) -> Iterator[Gap]:
    """Mark what is equal at both ends and around the anchors; give what is left between them."""
    waiting: list[Gap] = [(0, len(first), 0, len(second))]
    looks = _MAX_LOOKS * (len(first) + len(second))
    while waiting:
        start, stop, other_start, other_stop = _trimmed(first, second, found, waiting.pop())
        if start == stop or other_start == other_stop:
            continue
        looks -= stop - start + other_stop - other_start
        anchors = _anchors(first[start:stop], second[other_start:other_stop]) if looks >= 0 else []
        if not anchors:
            yield start, stop, other_start, other_stop
            continue
        before = start, other_start
        for place, other_place in anchors:
            here = start + place, other_start + other_place
            found[here[0]] = here[1]
            waiting.append((before[0], here[0], before[1], here[1]))
            before = here[0] + 1, here[1] + 1
        waiting.append((before[0], stop, before[1], other_stop))


def _trimmed(first: PlaceArray, second: PlaceArray, found: PlaceArray, gap: Gap) -> Gap:
    """Return a gap without what is equal at its ends, which is marked."""
    start, stop, other_start, other_stop = gap
    size = min(stop - start, other_stop - other_start)
    same = _run(first[start : start + size] == second[other_start : other_start + size])
    found[start : start + same] = np.arange(other_start, other_start + same)
    start, other_start, size = start + same, other_start + same, size - same
    same = _run((first[stop - size : stop] == second[other_stop - size : other_stop])[::-1]) if size else 0
    found[stop - same : stop] = np.arange(other_stop - same, other_stop)
    return start, stop - same, other_start, other_stop - same


def _run(equal: npt.NDArray[np.bool_]) -> int:
    """Count those at the start that are True."""
    return len(equal) if equal.all() else int(np.argmin(equal))


def _anchors(first: PlaceArray, second: PlaceArray) -> list[tuple[int, int]]:
    """Pairs of elements that are there once in both sequences: the longest list of those that ascend."""
    keys, places = _once(first)
    other_keys, other_places = _once(second)
    _, one, other = np.intersect1d(keys, other_keys, assume_unique=True, return_indices=True)
    order = np.argsort(places[one])
    pairs = list(zip(places[one][order].tolist(), other_places[other][order].tolist(), strict=True))
    tails: list[int] = []  # the least last place of an ascending list of each length
    ends: list[int] = []  # which pair that is
    before: list[int] = []
    for number, (_, place) in enumerate(pairs):
        length = bisect_left(tails, place)
        before.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [place]
        ends[length : length + 1] = [number]
    chain: list[tuple[int, int]] = []
    number = ends[-1] if ends else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


def _once(keys: PlaceArray) -> tuple[PlaceArray, PlaceArray]:
    """Return the elements that are there once, and where."""
    found, places, counts = np.unique(keys, return_index=True, return_counts=True)
    return found[counts == 1], places[counts == 1]


def _edit(one: list[int], other: list[int], steps: int) -> tuple[list[tuple[int, int]], int]:
    """Return the pairs of a shortest edit, none where it is too long, and how many steps are left (Myers, 1986)."""
    reach = {1: 0}  # by diagonal: how far the first sequence was followed
    trace: list[dict[int, int]] = []
    for edits in range(_MAX_EDITS + 1):
        trace.append(dict(reach))
        for diagonal in range(-edits, edits + 1, 2):
            down = diagonal == -edits or (diagonal != edits and reach[diagonal - 1] < reach[diagonal + 1])
            x = reach[diagonal + 1] if down else reach[diagonal - 1] + 1
            start = x
            while x < len(one) and x - diagonal < len(other) and one[x] == other[x - diagonal]:
                x += 1
            steps -= x - start + 1
            reach[diagonal] = x
            if x >= len(one) and x - diagonal >= len(other):
                return _followed_back(trace, len(one), len(other)), steps
        if steps <= 0:
            break
    return [], steps


def _followed_back(trace: list[dict[int, int]], x: int, y: int) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    for edits in range(len(trace) - 1, -1, -1):
        reach, diagonal = trace[edits], x - y
        down = diagonal == -edits or (diagonal != edits and reach[diagonal - 1] < reach[diagonal + 1])
        before = diagonal + 1 if down else diagonal - 1
        x_before = reach[before]
        y_before = x_before - before
        while x > x_before and y > y_before and x > 0 and y > 0:
            x, y = x - 1, y - 1
            pairs.append((x, y))
        x, y = x_before, y_before
    return pairs[::-1]


def _pair_replaced(found: PlaceArray, other_count: int) -> None:
    """Pair what is in the same place in order; found: see `aligned`."""
    matched = np.flatnonzero(found >= 0)
    starts = np.append(0, matched + 1)
    stops = np.append(matched, len(found))
    other_starts = np.append(0, found[matched] + 1)
    other_stops = np.append(found[matched], other_count)
    for gap in np.flatnonzero((stops > starts) & (other_stops > other_starts)).tolist():
        size = min(int(stops[gap] - starts[gap]), int(other_stops[gap] - other_starts[gap]))
        found[starts[gap] : starts[gap] + size] = np.arange(other_starts[gap], other_starts[gap] + size)


_Mask = npt.NDArray[np.bool_]
#: How many numbers a byte of an instruction can hold, and a word of it.
_BYTES, _IDS = 1 << 8, 1 << 16
#: Bits of a token of what an instruction loads, and of its signature, in its key.
_LOADED_BITS, _SIGNATURE_BITS = 24, 20


def compare_programs(path: str, one: NacFile, other: NacFile, section: str = OPS) -> Iterator[Difference]:
    """The instructions that differ, in order. Results, constants and names are compared, not the numbers they have.

    section: that they are in, "ops" or "trng".
    """
    tokens = _Tokens()
    first, second = _Program(one, tokens, section), _Program(other, tokens, section)
    partners = aligned_places(first.keys, second.keys)
    changed = _changed(first, second, partners)
    next_place = 0
    for place, partner in enumerate(partners.tolist()):
        if partner < 0:
            yield Difference(f"{path}[{place}]", first[place], None, "first")
            continue
        for inserted in range(next_place, partner):
            yield Difference(f"{path}[{inserted}]", None, second[inserted], "second")
        next_place = partner + 1
        if changed[place]:
            yield from _change(path, first, second, place, partner)
    for inserted in range(next_place, len(second)):
        yield Difference(f"{path}[{inserted}]", None, second[inserted], "second")


def _change(path: str, first: _Program, second: _Program, place: int, partner: int) -> Iterator[Difference]:
    texts = first[place], second[partner]
    if texts[0] == texts[1]:  # what a line leaves out is in the bytes
        texts = first.with_bytes(place), second.with_bytes(partner)
    if texts[0] != texts[1]:
        yield Difference(f"{path}[{place}]" if place == partner else f"{path}[{place} -> {partner}]", *texts)


class _Tokens:
    """A number for each thing that instructions refer to; the same for equal things of both programs."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str | bytes], int] = {}

    def of(self, kind: str, thing: object) -> int:
        return self._numbers.setdefault((kind, comparison_key(thing)), len(self._numbers) + 1)


class _Program(Rows[str]):
    """The instructions of a NAC file, each as text when it is requested.

    Attributes:
        keys: by which instructions of two programs are aligned: operation, signature and parameter; shape (N,).
        signed, loaded: tokens of their signatures, or variants, and of what INPUTs load and are called; shape (N,).
        constants: tokens by id.
    """

    def __init__(self, nac: NacFile, tokens: _Tokens, section: str) -> None:
        self.operations = ops = program_of(nac, section)
        self.names = names = (nac.instructions if section == OPS else nac.training).names
        self._shown = shown_instructions(nac, section)
        self._lengths = nac.lengths
        is_input, ids = ops.a == FixedOperation.input, ops.field("id").view(np.uint16)
        self.constants = _table(names.constants, _IDS, lambda value: tokens.of("constant", value))
        parameters = _table(names.parameters, _IDS, lambda name: tokens.of("parameter", name))
        signatures = _table(names.signatures, _BYTES, lambda codes: tokens.of("signature", codes))
        operations = np.array([tokens.of("operation", names.operation(a) or a) for a in range(_BYTES)])
        self.loaded = np.where(is_input, ids.astype(np.int64), 0)
        for source, table in ((InputSource.parameter, parameters), (InputSource.constant, self.constants)):
            chosen = is_input & (ops.b == source)
            self.loaded[chosen] = table[ids[chosen]]
        updates = ops.kind(OutputKind.update)
        self.loaded[updates] = parameters[ids[updates]]
        signed = np.where((ops.a >= FIRST_REGULAR) & (ops.b > 0), signatures[ops.b], -1 - ops.b.astype(np.int64))
        aligned_by = np.where(is_input & (ops.b == InputSource.constant), 0, self.loaded)
        for index, name in names.inputs.items():
            if index < len(ops) and is_input[index]:
                self.loaded[index] += tokens.of("input", name) << _LOADED_BITS
        self.signed = signed
        self.keys: PlaceArray = (operations[ops.a] << _SIGNATURE_BITS) + signed
        self.keys = (self.keys << _LOADED_BITS) + aligned_by

    def __len__(self) -> int:
        return len(self.operations)

    def row(self, index: int) -> str:
        line = line_of(self._shown[index], b"")
        operands = filter(None, (*line.operands, line.comment))
        return f"{line.name} {', '.join(operands)}".rstrip()

    def with_bytes(self, index: int) -> str:
        """Return an instruction as text, and its bytes."""
        return f"{self[index]}  ({self._raw(index).hex(' ')})"

    def _raw(self, index: int) -> bytes:
        if self._encoded is None:
            return self.operations.raw(index)
        written, stops = self._encoded
        return written[stops[index - 1] if index else 0 : stops[index]]

    @cached_property
    def _encoded(self) -> tuple[bytes, npt.NDArray[np.int64]] | None:
        """The bytes of all, and where each ends; None where they do not agree with the rest of the file."""
        try:
            return encoded(self.operations, self._lengths)
        except FormatError:
            return None


def _table(entries: Mapping[int, Any], size: int, token: Callable[[Any], int]) -> PlaceArray:
    """Return a token for each id below a size: that of its entry or, where there is none, one that no other id has."""
    found = -1 - np.arange(size)
    for number in entries:
        if 0 <= number < size:
            found[number] = token(entries[number])
    return found


def _changed(first: _Program, second: _Program, partners: PlaceArray) -> _Mask:
    """Return which instructions of the first program differ from their partners."""
    places = np.flatnonzero(partners >= 0)
    others = partners[places]
    to_first = np.full(len(second), -1)
    to_first[others] = places
    one = _comparable(first, np.arange(len(first)), np.where(partners >= 0, 0, 1), places)
    other = _comparable(second, to_first, np.where(to_first >= 0, 0, 2), others)
    found = np.zeros(len(first), np.bool_)
    found[places] = first.keys[places] != second.keys[others]
    found[places] |= first.operations.has_c[places] != second.operations.has_c[others]
    found[places] |= unequal(one, other, instruction, len(places))
    return found


def _comparable(program: _Program, names: PlaceArray, side: PlaceArray, rows: PlaceArray) -> Arrays:
    """Return the columns of some instructions, with what can be compared across programs in place of ids and distances.

    names: what each result is called; side: 0 where the other program has it as well, else 1 or 2.
    """
    ops = program.operations
    columns = {column.key: ops.columns[column.key] for column in instruction.columns}
    columns |= {"a": np.zeros(len(ops), np.uint8), "b": np.zeros(len(ops), np.uint8), "fields.id": program.loaded}
    columns["fields.constants"] = program.constants[ops.field("constants").view(np.uint16)]
    distances = ops.listed("distances")
    columns["fields.distances"] = _called(len(ops), distances.owners, distances.values, names, side)
    updates = ops.kind(OutputKind.update)
    for name, of in (("gradient", updates), ("rate", updates), ("distance", ops.elements)):
        words = ops.single(name, of)
        columns[f"fields.{name}"] = np.zeros(len(ops), np.int64)
        columns[f"fields.{name}"][words.owners] = _called(len(ops), words.owners, words.values, names, side)
    return columns if len(rows) == len(ops) else _taken(columns, rows)


def _called(count: int, owners: Numbers, values: Numbers, names: PlaceArray, side: PlaceArray) -> PlaceArray:
    """Return what the results are called that are at some distances from instructions."""
    targets = owners + values.astype(np.int64)
    inside = (targets >= 0) & (targets < count) & (values != 0)
    shown_targets = np.where(inside, targets, 0)
    called = np.where(side[shown_targets] > 0, targets, names[shown_targets]) * 3 + side[shown_targets]
    return np.where(inside, called, -1 - np.abs(values.astype(np.int64)))


def _taken(columns: Mapping[str, npt.NDArray[Any]], rows: PlaceArray) -> Arrays:
    """Return the columns of some of the records."""
    taken: dict[str, npt.NDArray[Any]] = {}
    for column in instruction.columns:
        array = columns[column.key]
        if column.is_offsets:
            lengths = np.diff(array)[rows]
            taken[column.key] = np.append(0, np.cumsum(lengths))
        elif column.rows:
            offsets = columns[column.rows]
            starts, lengths = offsets[:-1][rows], np.diff(offsets)[rows]
            places = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
            taken[column.key] = array[np.repeat(starts, lengths) + places]
        else:
            taken[column.key] = array[rows]
    return taken
