"""Repeated blocks among the rows of a comparison; a repeat with an edited row is one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nacformats.comparing.document import ComparedBlock, ComparedRow
from nacformats.comparing.rows import ComparableProgram, ParameterNamed, ResultOf
from nacformats.repeats import Block, ProgramRows, repeated_blocks

#: A block, how many blocks it is inside of, and the first and the last row of each of its repeats.
_Found = tuple[Block, int, list[tuple[int, int]]]


def compared_blocks(
    left: ComparableProgram, right: ComparableProgram, rows: Sequence[ComparedRow]
) -> list[ComparedBlock]:
    """Return the blocks of the program that is more regular: a repeat that is edited is one in that program only.

    Args:
        left, right: the programs.
        rows: of both, side by side.
    """
    side = int(_variety(right) < _variety(left))
    program = (left, right)[side]
    row_of = {program.number(place): place for place in range(len(program))}
    places: dict[int, int] = {}
    for number, row in enumerate(rows):
        place = row.right if side else row.left
        if place is not None and row.mark != "moved":
            places[row_of[place]] = number
    return [
        ComparedBlock(block.title, list(block.names), [_instance(first, last, places) for first, last in ends], depth)
        for block, depth, ends in _blocks_of(right if side else left)
    ]


def _variety(program: ComparableProgram) -> int:
    """Return how many kinds of rows there are, by what is next to them; an edit makes new ones."""
    rows = program.rows
    kinds = set()
    for row, users in zip(rows, program.users, strict=True):
        taken = [rows[each.place].operator for each in row.operands if type(each) is ResultOf]
        kinds.add((row.operator, *taken, "", *sorted((position, rows[user].operator) for position, user in users)))
    return len(kinds)


def _instance(first: int, last: int, places: Mapping[int, int]) -> tuple[int, int]:
    """Return the rows of a comparison that a repeat takes; none where all of it has moved."""
    start = next((places[place] for place in range(first, last + 1) if place in places), 0)
    return start, next((places[place] + 1 for place in range(last, first - 1, -1) if place in places), start)


def _blocks_of(program: ComparableProgram) -> list[_Found]:
    plain, place_of = plain_rows(program, "row")
    found: list[_Found] = []
    waiting = [(block, 0) for block in repeated_blocks(plain)]
    while waiting:
        block, depth = waiting.pop(0)
        ends = [(place_of[span.start], place_of[span.stop - 1]) for span in block.spans]
        found.append((block, depth, ends))
        waiting[:0] = [(each, depth + 1) for each in block.inner]
    return found


def plain_rows(program: ComparableProgram, unit: str) -> tuple[ProgramRows, list[int]]:
    """Return a program as the search for blocks takes it, and the row that each of its rows belongs to.

    A parameter that is an operand has a row of its own there, before the first row that takes it.
    """
    labels: list[str] = []
    operands: list[list[int]] = []
    names: list[str | None] = []
    place_of: list[int] = []
    plain_of: list[int] = []
    parameters: dict[str, int] = {}

    def append(label: str, taken: list[int], name: str | None, place: int) -> None:
        labels.append(label)
        operands.append(taken)
        names.append(name)
        place_of.append(place)

    for place, row in enumerate(program.rows):
        own = [each.name for each in row.operands if type(each) is ParameterNamed]
        for name in own if row.computes else ():
            if name not in parameters:
                parameters[name] = len(labels)
                append("", [], name, place)
        taken = [plain_of[each.place] for each in row.operands if type(each) is ResultOf]
        taken += [parameters[name] for name in own if row.computes]
        plain_of.append(len(labels))
        append(row.operator if row.computes else "", taken, own[0] if own and not row.computes else None, place)
    leaving = [plain_of[place] for place, row in enumerate(program.rows) if not row.computes]
    outputs = [each for place in leaving for each in operands[place]]
    return ProgramRows(labels, operands, names, outputs, len(labels), unit), place_of
