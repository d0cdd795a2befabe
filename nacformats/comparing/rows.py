"""A program as rows that can be compared with those of any other program, whatever format holds it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias


class ResultOf(NamedTuple):
    """An operand that is the result of another row; part: which of its results, -1 where it has one."""

    place: int
    part: int = -1


class ParameterNamed(NamedTuple):
    """An operand that is a parameter, by the name that the parameters of the model have it under."""

    name: str


class ConstantOf(NamedTuple):
    """An operand that is a constant.

    Attributes:
        key: equal for equal constants.
        text: for people.
        others: keys of constants that mean the same here, such as -1 for the last one of two axes.
    """

    key: Hashable
    text: str
    others: tuple[Hashable, ...] = ()

    def means(self, other: ConstantOf) -> bool:
        """Return True if another constant means the same."""
        return self.key == other.key or other.key in self.others or self.key in other.others


RowOperand: TypeAlias = ResultOf | ParameterNamed | ConstantOf


@dataclass(frozen=True, slots=True)
class ProgramRow:
    """A row of a program: an input, an operation, or what leaves the program.

    Attributes:
        operator: its name.
        operands: in order.
        attributes: what else it says, by name; no names of results, which differ between equal programs.
        computes: False for what comes into the program, as an input or a parameter, and for what leaves it.
    """

    operator: str
    operands: tuple[RowOperand, ...] = ()
    attributes: tuple[tuple[str, ConstantOf], ...] = ()
    computes: bool = True


@dataclass
class ComparableProgram:
    """The rows of a program.

    Attributes:
        rows: in the order of the file. An operand refers to an earlier row.
        text: place of a row -> that row for people.
        path: place of a row -> its path in the file.
        ordered: whether the order of the rows is part of the file; else no row is said to have moved.
        numbers: of the rows, as the format numbers them, where these are not 0, 1, ...
    """

    rows: Sequence[ProgramRow]
    text: Callable[[int], str]
    path: Callable[[int], str]
    ordered: bool = True
    numbers: Sequence[int] = ()
    #: The rows that take the result of each, with the position of the operand.
    users: list[list[tuple[int, int]]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.users = [[] for _ in self.rows]
        for place, row in enumerate(self.rows):
            for position, operand in enumerate(row.operands):
                if type(operand) is ResultOf:
                    self.users[operand.place].append((position, place))

    def __len__(self) -> int:
        return len(self.rows)

    def number(self, place: int) -> int:
        """Return the number that a row has in texts."""
        return self.numbers[place] if self.numbers else place


def shown_row(row: ProgramRow, name: Callable[[int], str] = lambda place: f"%{place}") -> str:
    """Return a row for people: `conv %3, weight fc.w, stride=[1, 1]`."""
    operands = [shown_operand(each, name) for each in row.operands]
    attributes = [f"{what}={value.text}" for what, value in row.attributes]
    return f"{row.operator} {', '.join((*operands, *attributes))}".rstrip()


def shown_operand(operand: RowOperand, name: Callable[[int], str] = lambda place: f"%{place}") -> str:
    """Return an operand for people."""
    match operand:
        case ResultOf(place, part):
            return name(place) if part < 0 else f"{name(place)}[{part}]"
        case ParameterNamed(text):
            return f'"{text}"'
        case _:
            return operand.text
