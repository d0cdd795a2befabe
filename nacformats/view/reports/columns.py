"""A program as columns; texts that many rows share are kept once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from nacformats.view.protocol import PageColumn, PageProgram
from nacformats.view.summaries.data import brief

_Numbers = npt.NDArray[np.int64]


class ProgramColumns:
    """A program of a known number of rows.

    Attributes:
        path: of the list in the file whose element i is row i; "" where there is none.
    """

    def __init__(self, path: str, count: int) -> None:
        self.path = path
        self._operators: dict[str, int] = {}
        self._constants: dict[str, int] = {}
        self._types: dict[str, int] = {}
        self._names: dict[str, str] = {}
        self._operator, self._type = np.zeros(count, np.int32), np.full(count, -1, np.int32)
        #: Rows of operands and the operands, in parts that are put together at the end.
        self._rows: list[int] = []
        self._operands: list[int] = []
        self._parts: list[tuple[_Numbers, _Numbers]] = []

    def set_operator(self, row: int, name: str) -> None:
        self._operator[row] = self._operators.setdefault(brief(name), len(self._operators))

    def set_operators(self, names: Sequence[str], places: npt.NDArray[np.intp]) -> None:
        """Give all rows operators: their places among some names, shape (N,)."""
        numbers = [self._operators.setdefault(brief(name), len(self._operators)) for name in names]
        self._operator[:] = np.array(numbers, np.int32)[places] if numbers else 0

    def take(self, row: int, operand: int | str) -> None:
        """Add the next operand of a row: the result of another one, or a constant."""
        self._rows.append(row)
        self._operands.append(operand if isinstance(operand, int) else -1 - self._constant(operand))

    def set_operands(self, rows: _Numbers, operands: _Numbers, texts: Sequence[str | None]) -> None:
        """Add operands of many rows: shape (M,), rows ascending; -1 - k is texts[k]."""
        numbers = [-1 - self._constant(text or "") for text in texts]
        if numbers:
            operands = np.where(operands < 0, np.array(numbers)[np.maximum(-1 - operands, 0)], operands)
        self._parts.append((rows, operands))

    def _constant(self, text: str) -> int:
        return self._constants.setdefault(brief(text), len(self._constants))

    def name(self, name: str, row: int) -> None:
        self._names[str(row)] = brief(name)

    def named(self) -> npt.NDArray[np.bool_]:
        """Return which rows have a name, shape (N,)."""
        found = np.zeros(len(self._operator), np.bool_)
        found[list(map(int, self._names))] = True
        return found

    def type(self, row: int, text: str) -> None:
        """Say of which type the result of a row is."""
        self._type[row] = self._types.setdefault(brief(text), len(self._types))

    def program(self) -> PageProgram:
        """Return the rows."""
        parts = [*self._parts, (np.array(self._rows, np.int64), np.array(self._operands, np.int64))]
        rows, operands = (np.concatenate(each) for each in zip(*parts, strict=True))
        order = np.argsort(rows, kind="stable")
        starts = np.zeros(len(self._operator) + 1, np.int64)
        np.cumsum(np.bincount(rows, minlength=len(self._operator)), out=starts[1:])
        types: PageColumn = self._type if self._types else ()
        return PageProgram(
            list(self._operators),
            self._operator,
            starts,
            operands[order],
            list(self._constants),
            list(self._types),
            types,
            self._names,
            self.path,
        )
