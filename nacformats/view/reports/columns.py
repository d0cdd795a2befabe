"""A program as columns, made row by row; texts that many rows share are kept once."""

from __future__ import annotations

from array import array

import numpy as np

from nacformats.view.protocol import PageColumn, PageProgram
from nacformats.view.summaries.data import brief

#: Stands for a type that is not known.
_NO_TYPE = -1


class ProgramColumns:
    """The rows of a program so far.

    Attributes:
        path: of the list in the file whose element i is row i; "" where there is none.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._operators: dict[str, int] = {}
        self._constants: dict[str, int] = {}
        self._types: dict[str, int] = {}
        self._names: dict[str, str] = {}
        self._operator, self._operands, self._type = array("i"), array("i"), array("i")
        self._starts = array("i")

    def begin(self, operator: str) -> None:
        """Begin the next row."""
        self._starts.append(len(self._operands))
        self._operator.append(self._operators.setdefault(brief(operator), len(self._operators)))
        self._type.append(_NO_TYPE)

    def take_row(self, row: int) -> None:
        """Add the result of a row to the operands of the last one."""
        self._operands.append(row)

    def take_constant(self, text: str) -> None:
        """Add a constant to the operands of the last row."""
        self._operands.append(-1 - self._constants.setdefault(brief(text), len(self._constants)))

    def name(self, name: str, row: int | None = None) -> None:
        """Name a row; without a number, the last one."""
        self._names[str(len(self._operator) - 1 if row is None else row)] = brief(name)

    def type(self, text: str, row: int | None = None) -> None:
        """Say of which type the result of a row is; without a number, of the last one."""
        self._type[len(self._type) - 1 if row is None else row] = self._types.setdefault(brief(text), len(self._types))

    def program(self) -> PageProgram:
        """Return the rows."""
        starts = np.append(np.array(self._starts, np.int64), len(self._operands))
        types: PageColumn = np.array(self._type) if self._types else ()
        return PageProgram(
            list(self._operators),
            np.array(self._operator),
            starts,
            np.array(self._operands),
            list(self._constants),
            list(self._types),
            types,
            self._names,
            self.path,
        )
