"""The operations of a program and how values flow between them, for the search of blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from os.path import commonprefix

from nacformats.repeats.data import ProgramRows

#: The number of an operand that is the same for all inputs.
_CONSTANT = -1


@dataclass(frozen=True)
class Flow:
    """The operations of a program that depend on its inputs. All else is constant, whether it is computed or stored.

    Compilers compute some constants beforehand, such as small masks, and leave others to the program: of blocks that
    are otherwise equal, only some may hold them.

    Attributes:
        rows: the row of each operation.
        labels: a number for the operator and for how many parameters it takes.
        parameters: how many parameters of the model each one takes.
        operands: the operations whose results each one takes; -1 for an input or a constant.
        last_taken: the last operation that takes the result; the next one where none does.
        last_use: the same; the number of operations for a result of the program.
        live: before each operation, and at the end, how many results there are that are still to be used.
        paths: the module that the parameters of each one are of, directly or through constants; empty without names.
        stored: how many take parameters or other stored constants.
    """

    rows: Sequence[int]
    labels: Sequence[int]
    parameters: Sequence[int]
    operands: Sequence[Sequence[int]]
    last_taken: Sequence[int]
    last_use: Sequence[int]
    live: Sequence[int]
    paths: Sequence[tuple[str, ...]]
    stored: int

    @property
    def is_named(self) -> bool:
        """True if names say of most operations with constants of which module they are."""
        return 2 * sum(map(bool, self.paths)) > self.stored

    def own(self, span: range) -> list[int]:
        """Return the operations of a span without those computed in it once for others too, such as a mask.

        Those have no parameters, take nothing from the span and are used after it.
        """
        shared: set[int] = set()
        for i in span:
            if self.last_use[i] < span.stop or self.parameters[i]:
                continue
            if all(operand < span.start or operand in shared for operand in self.operands[i]):
                shared.add(i)
        return [i for i in span if i not in shared] if shared else list(span)

    def structure(self, span: range, *, arguments: bool = False) -> int:
        """Return a number that is equal for spans of the same operations that are joined in the same way.

        Args:
            span: operations.
            arguments: tell f(x, x) from f(x, y), where x and y are results from before the span. Else what an operation
                takes from there may be anything.
        """
        operations = self.own(span)
        joined = list(self.joined(operations))
        return hash((*joined, *self._again(operations)) if arguments else tuple(joined))

    def joined(self, operations: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield the label of each operation, and the places of its operands among all of them."""
        place = {i: number for number, i in enumerate(operations)}
        for i in operations:
            yield (self.labels[i], *[place[operand] for operand in self.operands[i] if operand in place])

    def _again(self, operations: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield the places of operations that take an argument, and of those that took the same one before."""
        inside = set(operations)
        first: dict[int, int] = {}
        for number, i in enumerate(operations):
            for operand in self.operands[i]:
                if operand not in inside and operand != _CONSTANT and first.setdefault(operand, number) != number:
                    yield number, first[operand]


def flow_of(program: ProgramRows) -> Flow:
    """Return the operations of a program."""
    rows = _dependent(program) or [row for row, label in enumerate(program.labels) if label]
    number = {row: i for i, row in enumerate(rows)}
    numbers: dict[tuple[str, int], int] = {}
    paths = _paths(program, number)
    labels: list[int] = []
    parameters: list[int] = []
    operands: list[list[int]] = []
    last_taken = list(range(1, len(rows) + 1))
    for i, row in enumerate(rows):
        others = [operand for operand in program.operands[row] if not program.is_parameter(operand)]
        taken = [_number(program, operand, number) for operand in others]
        operands.append(taken)
        parameters.append(len(program.operands[row]) - len(taken))
        labels.append(numbers.setdefault((program.labels[row], parameters[-1]), len(numbers)))
        for operand in taken:
            if operand >= 0:
                last_taken[operand] = i
    last_use = list(last_taken)
    for row in program.outputs:
        if row in number:
            last_use[number[row]] = len(rows)
    stored = sum(any(program.name(operand) is not None for operand in program.operands[row]) for row in rows)
    return Flow(
        rows, labels, parameters, operands, last_taken, last_use, _live(last_use), [paths[row] for row in rows], stored
    )


def _number(program: ProgramRows, row: int, operations: dict[int, int]) -> int:
    """Return the number of an operand: that of an operation, or a negative one for an input, or for all constants."""
    if row in operations:
        return operations[row]
    return _CONSTANT if program.labels[row] or program.name(row) is not None else _CONSTANT - 1 - row


def _dependent(program: ProgramRows) -> list[int]:
    """Return the rows of operators that depend on an input."""
    depends = bytearray(len(program.labels))
    for row, label in enumerate(program.labels):
        if not label:
            depends[row] = program.name(row) is None
        elif any(depends[operand] for operand in program.operands[row]):
            depends[row] = True
    return [row for row, label in enumerate(program.labels) if label and depends[row]]


#: Deeper modules are not told apart, nor those whose names differ past so many characters: any number of rows may take
#: one parameter of a long name.
_MAX_DEPTH, _MAX_NAME = 16, 256


def _paths(program: ProgramRows, operations: dict[int, int]) -> list[tuple[str, ...]]:
    """Return the module of each row that is a parameter, or that takes parameters or what is computed of them alone."""
    paths: list[tuple[str, ...]] = []
    for row in range(len(program.labels)):
        if program.is_parameter(row):
            paths.append(_module(program.name(row) or ""))
        else:
            constants = [operand for operand in program.operands[row] if operand not in operations]
            known = [path for operand in constants if (path := paths[operand])]
            paths.append(tuple(commonprefix(known)))  # noqa: RUF071  of tuples, not of texts
    return paths


def _module(name: str) -> tuple[str, ...]:
    """Return the path of the module of a parameter: what is before the last dot, or slash."""
    return tuple(name[:_MAX_NAME].replace("/", ".").lstrip(".").split(".", _MAX_DEPTH)[:-1])


def _live(last_use: Sequence[int]) -> list[int]:
    """Return, before each operation and at the end, how many results are still to be used."""
    changes = [0] * (len(last_use) + 2)
    for i, last in enumerate(last_use):
        changes[i + 1] += 1
        changes[last + 1] -= 1
    return list(accumulate(changes))[: len(last_use) + 1]
