"""The rows of two programs side by side: which ones are the same, were inserted, removed or moved, or have changed.

A row is named for what was done to it and not for what was done to another one: where a row was inserted between two
others, taken out of between them, or has changed its place with its neighbour, the rows that take its result are the
same. What they take now is said with the row that was edited.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from nacformats.comparing.alignment import longest_ascent
from nacformats.comparing.document import ComparedMark, ComparedPart, ComparedRow
from nacformats.comparing.matching import matched_rows
from nacformats.comparing.rows import (
    ComparableProgram,
    ConstantOf,
    ParameterNamed,
    ProgramRow,
    ResultOf,
    RowOperand,
    shown_operand,
)
from nacformats.printing import shortened

#: Longer texts are cut here, in characters.
SHOWN_ROW = 200
#: So many rows are looked at to find out where an operand comes from.
_MOST_SOURCES = 1000


class AlignedPrograms:
    """Two programs and their pairs of rows.

    Attributes:
        left, right: the programs.
        partners: of each row of the left one, the row of the right one; -1 where it has none.
        back: the same from the right to the left.
    """

    def __init__(
        self, left: ComparableProgram, right: ComparableProgram, renumbered: Mapping[str, str] | None = None
    ) -> None:
        self.left, self.right = left, right
        self.partners = matched_rows(left, right, renumbered or {})
        self.back = [-1] * len(right)
        for place, partner in enumerate(self.partners):
            if partner >= 0:
                self.back[partner] = place

    def parameters(self) -> Iterator[tuple[str, str]]:
        """Yield parameters that two rows of one pair take in the same position."""
        for place, partner in enumerate(self.partners):
            if partner >= 0:
                operands = self.left.rows[place].operands, self.right.rows[partner].operands
                for one, other in zip(*operands, strict=False):
                    if type(one) is ParameterNamed and type(other) is ParameterNamed:
                        yield one.name, other.name

    def part_parameters(self, names: Mapping[str, str]) -> None:
        """Split rows that bring in parameters which are no pair. names: the pairs, by the names on the left."""
        for place, partner in enumerate(self.partners):
            if partner >= 0 and not self.left.rows[place].computes:
                operands = self.left.rows[place].operands, self.right.rows[partner].operands
                one, other = (next((e.name for e in each if type(e) is ParameterNamed), None) for each in operands)
                if one is not None and names.get(one, one) != other:
                    self.partners[place] = self.back[partner] = -1

    @cached_property
    def moved(self) -> set[int]:
        """Rows of the left program that have another place among the others."""
        if not (self.left.ordered and self.right.ordered):
            return set()
        places = [place for place, partner in enumerate(self.partners) if partner >= 0]
        order = {partner: rank for rank, partner in enumerate(sorted(self.partners[place] for place in places))}
        ranks = [order[self.partners[place]] for place in places]
        found: set[int] = set()
        for start, stop in _tangles(ranks):
            tangle = ranks[start:stop]
            away = [number for number, rank in enumerate(tangle, start) if rank != number]
            if len(away) > 2:  # two that have changed their places are both said to have moved
                kept = set(longest_ascent(tangle))
                away = [start + number for number in range(len(tangle)) if number not in kept]
            found.update(places[number] for number in away)
        return found

    @cached_property
    def _left_ranks(self) -> dict[int, int]:
        return _ranks(self.partners)

    @cached_property
    def _right_ranks(self) -> dict[int, int]:
        return _ranks(self.back)

    def is_explained(self, one: RowOperand, other: RowOperand) -> bool:
        """True if an operand is another one because of rows between, which have been inserted, removed or moved."""
        if type(one) is not ResultOf or type(other) is not ResultOf:
            return False
        is_gone, is_new = self.partners[one.place] < 0, self.back[other.place] < 0
        has_moved = one.place in self.moved, self.back[other.place] in self.moved
        if is_gone and is_new:
            return True
        if all(has_moved) and self._left_ranks[one.place] == self._right_ranks[other.place]:
            return True
        if not (is_gone or is_new or any(has_moved)):
            return False
        sources = {(self.partners[each.place], each.part) for each in self._sources(one, 0)}
        return any((each.place, each.part) in sources for each in self._sources(other, 1))

    def _sources(self, operand: ResultOf, side: int) -> Iterator[ResultOf]:
        """Yield an operand and, where it is the result of an edited row, what that one takes, and so on."""
        program = (self.left, self.right)[side]
        waiting, seen = [operand], {operand}
        while waiting and len(seen) < _MOST_SOURCES:
            here = waiting.pop()
            yield here
            partner = self.back[here.place] if side else self.partners[here.place]
            if partner < 0 or (partner if side else here.place) in self.moved:
                taken = [each for each in program.rows[here.place].operands if type(each) is ResultOf]
                waiting += [each for each in taken if each not in seen]
                seen.update(taken)


def _ranks(partners: Sequence[int]) -> dict[int, int]:
    """Return the places of the rows that have a partner among each other."""
    return {place: rank for rank, place in enumerate(each for each, partner in enumerate(partners) if partner >= 0)}


def _tangles(ranks: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the parts, as short as can be, of a permutation of 0, 1, ... that are out of order."""
    start, highest = 0, -1
    for number, rank in enumerate(ranks):
        highest = max(highest, rank)
        if highest == number:
            if number > start:
                yield start, number + 1
            start = number + 1


class RowChanges:
    """The rows of two programs side by side.

    Args:
        aligned: the programs.
        names: parameters of the left program, with the names that they have in the right one.
    """

    def __init__(self, aligned: AlignedPrograms, names: Mapping[str, str]) -> None:
        self._aligned = aligned
        self._names = names
        #: What rows take now, by the edited row on whose account they do: (side, place).
        self._rewired = defaultdict[tuple[int, int], list[ComparedPart]](list)
        self._changes: dict[int, list[ComparedPart]] = {}
        for place, partner in enumerate(aligned.partners):
            if partner >= 0:
                found = list(self._changed(place, partner))
                if found:
                    self._changes[place] = found

    def rows(self) -> Iterator[ComparedRow]:
        """Yield all rows in order: those of the right program, and what was removed where it had been."""
        aligned, next_left, next_right = self._aligned, 0, 0
        steady = [place for place, each in enumerate(aligned.partners) if each >= 0 and place not in aligned.moved]
        if not (aligned.left.ordered and aligned.right.ordered):
            steady = [steady[number] for number in longest_ascent([aligned.partners[place] for place in steady])]
        for place in (*steady, len(aligned.left)):
            partner = aligned.partners[place] if place < len(aligned.left) else len(aligned.right)
            for removed in range(next_left, place):
                if aligned.partners[removed] < 0:
                    yield self._row("removed", removed, None)
            for added in range(next_right, partner):
                before = aligned.back[added]
                yield self._row("inserted", None, added) if before < 0 else self._pair(before, added)
            if place < len(aligned.left):
                yield self._pair(place, partner)
            next_left, next_right = place + 1, partner + 1

    def _pair(self, left: int, right: int) -> ComparedRow:
        mark: ComparedMark = "changed" if left in self._changes else "same"
        return self._row("moved" if left in self._aligned.moved else mark, left, right)

    def _row(self, mark: ComparedMark, left: int | None, right: int | None) -> ComparedRow:
        one, other = self._aligned.left, self._aligned.right
        changes = [] if left is None or right is None else self._changes.get(left, [])
        if left is not None:
            changes = changes + self._rewired.get((0, left), [])
        if right is not None:
            changes = changes + self._rewired.get((1, right), [])
        return ComparedRow(
            mark,
            None if left is None else one.number(left),
            None if right is None else other.number(right),
            "" if left is None else shortened(one.text(left), SHOWN_ROW),
            "" if right is None else shortened(other.text(right), SHOWN_ROW),
            "" if left is None else one.path(left),
            "" if right is None else other.path(right),
            changes,
        )

    def _changed(self, left: int, right: int) -> Iterator[ComparedPart]:
        one, other = self._aligned.left.rows[left], self._aligned.right.rows[right]
        if one.operator != other.operator:
            yield ComparedPart("operator", shortened(one.operator, SHOWN_ROW), shortened(other.operator, SHOWN_ROW))
        if one.attributes != other.attributes:
            yield from _changed_attributes(one, other)
        yield from self._changed_operands(left, right)

    def _changed_operands(self, left: int, right: int) -> Iterator[ComparedPart]:
        one, other = self._aligned.left.rows[left].operands, self._aligned.right.rows[right].operands
        start, shared = 0, min(len(one), len(other))
        while start < shared and self._same(one[start], other[start]):
            start += 1
        if start == len(one) == len(other):
            return
        tail = 0
        while tail < shared - start and self._same(one[-1 - tail], other[-1 - tail]):
            tail += 1
        for place in range(start, max(len(one), len(other)) - tail):
            here = one[place] if place < len(one) - tail else None
            there = other[place] if place < len(other) - tail else None
            if here is None or there is None or not self._same(here, there):
                texts = _text(here, self._aligned.left), _text(there, self._aligned.right)
                part = ComparedPart(f"operand {place}", *texts)
                if not self._is_explained(left, right, part, here, there):
                    yield part

    def _same(self, one: RowOperand, other: RowOperand) -> bool:
        if type(one) is ResultOf and type(other) is ResultOf:
            return self._aligned.partners[one.place] == other.place and one.part == other.part
        if type(one) is ParameterNamed and type(other) is ParameterNamed:
            return self._names.get(one.name, one.name) == other.name
        return type(one) is ConstantOf and type(other) is ConstantOf and one.means(other)

    def _is_explained(
        self, left: int, right: int, part: ComparedPart, one: RowOperand | None, other: RowOperand | None
    ) -> bool:
        """True if an operand changes on account of an edited row, with which it is noted."""
        if one is None or other is None or left in self._aligned.moved or not self._aligned.is_explained(one, other):
            return False
        assert type(one) is ResultOf
        assert type(other) is ResultOf
        part = ComparedPart(f"{part.what} of %{self._aligned.right.number(right)}", part.left, part.right)
        if self._aligned.back[other.place] < 0:
            self._rewired[1, other.place].append(part)
        elif self._aligned.partners[one.place] < 0 or one.place in self._aligned.moved:
            self._rewired[0, one.place].append(part)
        else:
            self._rewired[1, other.place].append(part)
        return True


def _changed_attributes(one: ProgramRow, other: ProgramRow) -> Iterator[ComparedPart]:
    first, second = dict(one.attributes), dict(other.attributes)
    for name in dict.fromkeys((*first, *second)):
        here, there = first.get(name), second.get(name)
        if here is None or there is None or not here.means(there):
            yield ComparedPart(name, "" if here is None else here.text, "" if there is None else there.text)


def _text(operand: RowOperand | None, program: ComparableProgram) -> str:
    if operand is None:
        return ""
    return shortened(shown_operand(operand, lambda place: f"%{program.number(place)}"), SHOWN_ROW)
