"""Pairs of rows of two programs: which row of one is a row of the other.

Rows are told by what they compute (their definition, down to the inputs of the program) and by what becomes of them
(their uses, up to its outputs). An edit changes the definition of all that follows and the uses of all that precedes,
so that a row that is not edited keeps one of the two, wherever it is and whatever it is numbered. What several edits
enclose is aligned by its neighbourhood, in the order of the rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import count, islice

import numpy as np

from nacformats.comparing.alignment import aligned_places, longest_ascent
from nacformats.comparing.rows import ComparableProgram, ConstantOf, ParameterNamed, ProgramRow, ResultOf

_Keys = list[int]
#: Of the rows that take one result, so many are looked at to find a partner of another one.
_MOST_USERS = 32


def matched_rows(left: ComparableProgram, right: ComparableProgram, renumbered: Mapping[str, str]) -> list[int]:
    """Return the partner of each row of the left program among those of the right one; -1 where it has none.

    renumbered: new names of parameters whose old names others have.
    """
    found = _Matching(left, right)
    names: dict[str, Hashable] = {name: ("displaced", name) for name in renumbered.values()}
    names.update(renumbered)
    labels = [_Labels(left, found.tokens, names), _Labels(right, found.tokens, {})]
    for kind in ("named", "nameless"):
        if not found.waiting():
            return found.partners
        keys = [each.by_definition_and_use(kind) for each in labels]
        found.pair_equal(*([*zip(*each, strict=True)] for each in keys))
        for by in (0, 1):
            found.pair_equal(keys[0][by], keys[1][by], is_alone=True)
        for by in (0, 1):
            found.pair_in_order(keys[0][by], keys[1][by])
    for kind in ("around", "near", "nameless"):
        if not found.waiting():
            return found.partners
        found.pair_in_order(*(each.keys(kind) for each in labels))
    found.pair_same_role()
    found.pair_neighbours(*(each.keys("nameless") for each in labels))
    found.pair_equal(*(each.keys("nameless") for each in labels))
    found.pair_neighbours(*(each.keys("operator") for each in labels))
    found.pair_same_neighbours()
    if found.waiting():
        found.pair_equal(*([*zip(*each.by_definition_and_use("form"), strict=True)] for each in labels))
    return found.partners


class _Labels:
    """Numbers that say what each row of a program is, more or less of it."""

    def __init__(self, program: ComparableProgram, tokens: dict[Hashable, int], names: Mapping[str, Hashable]) -> None:
        self._program = program
        self._tokens = tokens
        self._names = names
        self._made: dict[str, _Keys] = {}

    def keys(self, kind: str) -> _Keys:
        if kind not in self._made:
            self._made[kind] = self._MAKERS[kind](self)
        return self._made[kind]

    def by_definition_and_use(self, kind: str) -> tuple[_Keys, _Keys]:
        """Return a number for all that each row computes, and one for all that is made of it."""
        labels, rows, of = self.keys(kind), self._program.rows, self._tokens.__getitem__
        ups: _Keys = []
        for place, row in enumerate(rows):
            taken = [(ups[each.place], each.part) for each in row.operands if type(each) is ResultOf]
            ups.append(of((labels[place], *taken)))
        downs = [0] * len(rows)
        for place in range(len(rows) - 1, -1, -1):
            uses = [
                (position, self._part(user, position), downs[user]) for position, user in self._program.users[place]
            ]
            downs[place] = of((labels[place], "used", *sorted(uses)))
        return ups, downs

    def _part(self, user: int, position: int) -> int:
        operand = self._program.rows[user].operands[position]
        return operand.part if type(operand) is ResultOf else -1

    def _labels(self, is_named: bool) -> _Keys:
        names = self._names if is_named else None
        return [self._tokens[_label(row, names)] for row in self._program.rows]

    def _around(self, kind: str) -> _Keys:
        """Return a number for each row and those next to it."""
        labels, rows, of = self.keys(kind), self._program.rows, self._tokens.__getitem__
        found: _Keys = []
        for place, row in enumerate(rows):
            taken = tuple([labels[each.place] for each in row.operands if type(each) is ResultOf])
            users = tuple(sorted([(position, labels[user]) for position, user in self._program.users[place]]))
            found.append(of((labels[place], taken, users)))
        return found

    _MAKERS: dict[str, Callable[[_Labels], _Keys]] = {  # noqa: RUF012
        "named": lambda self: self._labels(True),
        "nameless": lambda self: self._labels(False),
        "near": lambda self: self._around("nameless"),
        "around": lambda self: self._around("near"),
        "form": lambda self: [self._tokens[row.computes, len(row.operands)] for row in self._program.rows],
        "operator": lambda self: [self._tokens["operator", row.operator] for row in self._program.rows],
    }


def _label(row: ProgramRow, names: Mapping[str, Hashable] | None) -> Hashable:
    """Return what a row says by itself: with the names of parameters, some of them replaced, or without."""
    operands = tuple([_own_part(operand, names) for operand in row.operands])
    return row.operator, operands, tuple([(name, value.key) for name, value in row.attributes])


def _own_part(operand: object, names: Mapping[str, Hashable] | None) -> Hashable:
    match operand:
        case ResultOf():
            return ""
        case ParameterNamed(name):
            return None if names is None else names.get(name, name)
        case ConstantOf(key):
            return key
    raise AssertionError(operand)


class _Matching:
    """Pairs of rows; those that have no partner yet wait for one."""

    def __init__(self, left: ComparableProgram, right: ComparableProgram) -> None:
        #: A number for each thing; the same for equal things of both programs.
        self.tokens: dict[Hashable, int] = defaultdict(count().__next__)
        self.programs = left, right
        self.partners = [-1] * len(left)
        self.back = [-1] * len(right)

    def waiting(self) -> bool:
        """True if rows of both programs have no partner."""
        return -1 in self.partners and -1 in self.back

    def pair(self, one: int, other: int) -> None:
        self.partners[one], self.back[other] = other, one

    def pair_equal(self, first: Sequence[Hashable], second: Sequence[Hashable], *, is_alone: bool = False) -> None:
        """Pair waiting rows of one key, in order, where both programs have as many of them; is_alone: one each."""
        groups = defaultdict[Hashable, tuple[list[int], list[int]]](lambda: ([], []))
        for side, (keys, partners) in enumerate(((first, self.partners), (second, self.back))):
            for place, partner in enumerate(partners):
                if partner < 0:
                    groups[keys[place]][side].append(place)
        for ones, others in groups.values():
            if len(ones) == len(others) and not (is_alone and len(ones) > 1):
                for one, other in zip(ones, others, strict=True):
                    self.pair(one, other)

    def pair_in_order(self, first: _Keys, second: _Keys) -> None:
        """Pair waiting rows of one key that are between the same pairs, in order."""
        shared: dict[int, int] = {}
        ones = [place for place, partner in enumerate(self.partners) if partner >= 0]
        for number in longest_ascent([self.partners[place] for place in ones]):
            shared[ones[number]] = len(shared)
        # Rows that wait have numbers from 0 on; pairs in order share a negative one, and what moved has its own.
        moved = -1 - len(shared)
        one = [
            key if self.partners[place] < 0 else -1 - shared[place] if place in shared else moved - 2 * place
            for place, key in enumerate(first)
        ]
        other = [
            key if partner < 0 else -1 - shared[partner] if partner in shared else moved - 2 * place - 1
            for place, (key, partner) in enumerate(zip(second, self.back, strict=True))
        ]
        aligned = aligned_places(np.array(one, np.int64), np.array(other, np.int64))
        for place, partner in enumerate(aligned.tolist()):
            if partner >= 0 and self.partners[place] < 0 and self.back[partner] < 0:
                self.pair(place, partner)

    def pair_same_role(self) -> None:
        """Pair waiting rows that take the same and are taken by the same, where all of that has partners."""
        self.pair_equal(*map(self._roles, (0, 1)))

    def pair_same_neighbours(self) -> None:
        """Pair waiting rows that take one thing that is the same, and are taken by one that is, if by any."""
        self.pair_equal(*map(self._neighbours, (0, 1)), is_alone=True)

    def _neighbours(self, side: int) -> list[Hashable]:
        """Return an operand and a user of each row that waits, numbered as those of the right program."""
        program, partners = self.programs[side], (self.partners, self.back)[side]
        name: Callable[[int], int] = int if side else partners.__getitem__
        found: list[Hashable] = [None] * len(program)
        for place in [place for place, partner in enumerate(partners) if partner < 0]:
            row, users = program.rows[place], program.users[place]
            taken = next((each for each in row.operands if type(each) is ResultOf and partners[each.place] >= 0), None)
            user = next(((position, each) for position, each in users[:_MOST_USERS] if partners[each] >= 0), None)
            found[place] = (side, place)
            if taken is not None and (user is not None or not users) and row.computes:
                found[place] = (name(taken.place), taken.part, user and (user[0], name(user[1])))
        return found

    def _roles(self, side: int) -> list[Hashable]:
        """Return the neighbours of each row that waits, numbered as those of the right program."""
        program, partners = self.programs[side], (self.partners, self.back)[side]
        found: list[Hashable] = [None] * len(program)
        for place in [place for place, partner in enumerate(partners) if partner < 0]:
            taken = [(each.place, each.part) for each in program.rows[place].operands if type(each) is ResultOf]
            neighbours = [*(each for each, _ in taken), *(user for _, user in program.users[place])]
            if not neighbours or any(partners[each] < 0 for each in neighbours):
                found[place] = (side, place)  # nobody has this role
                continue
            name: Callable[[int], int] = partners.__getitem__ if side == 0 else int
            uses = sorted((position, name(user)) for position, user in program.users[place])
            found[place] = (tuple((name(each), part) for each, part in taken), tuple(uses))
        return found

    def pair_neighbours(self, first: _Keys, second: _Keys) -> None:
        """Pair waiting rows of one key that share a neighbour in the same position; then the neighbours of these."""
        waiting = [place for place, partner in enumerate(self.partners) if partner < 0]
        while waiting:
            place = waiting.pop()
            other = self._neighbour(place, first[place], second) if self.partners[place] < 0 else -1
            if other >= 0:
                self.pair(place, other)
                row = self.programs[0].rows[place]
                waiting += [each.place for each in row.operands if type(each) is ResultOf]
                waiting += [user for _, user in islice(self.programs[0].users[place], _MOST_USERS)]

    def _neighbour(self, place: int, key: int, keys: _Keys) -> int:
        """Return the waiting row that is taken where a row is, or takes what it takes; -1 where there is none."""
        left, right = self.programs
        for position, user in islice(left.users[place], _MOST_USERS):
            partner = self.partners[user]
            operands = right.rows[partner].operands if partner >= 0 else ()
            operand = operands[position] if position < len(operands) else None
            if type(operand) is ResultOf and self.back[operand.place] < 0 and keys[operand.place] == key:
                return operand.place
        for position, each in enumerate(left.rows[place].operands):
            partner = self.partners[each.place] if type(each) is ResultOf else -1
            for at, user in islice(right.users[partner], _MOST_USERS) if partner >= 0 else ():
                if at == position and self.back[user] < 0 and keys[user] == key:
                    return user
        return -1
