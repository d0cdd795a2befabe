"""Programs and tensors as a page shows them: columns, types, blocks; texts that many rows share are kept once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from nacformats.errors import FormatError
from nacformats.graph.graph import Graph, ValueType, Weight
from nacformats.limits import MAX_BLOCKS_ROWS, MAX_REPORTED, MAX_TYPED_BYTES, MAX_TYPED_ROWS
from nacformats.ops.meta import MetaError
from nacformats.repeats import Block, blocks
from nacformats.runtime.observe import Observed, declared_types
from nacformats.view.protocol import PageBlock, PageColumn, PageProgram, PageTensor
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


@dataclass(frozen=True)
class GraphFacts:
    """The facts that follow from the graph of a program, as far as they can be known in little time.

    Attributes:
        types: of each value; None where they are not known.
        blocks: the outermost repeated ones.
    """

    types: list[Observed] | None = None
    blocks: tuple[Block, ...] = ()

    @classmethod
    def of(cls, graph_of: Callable[[], Graph], count: int) -> Self:
        """Return the facts about a graph.

        Args:
            graph_of: gives it. FormatError where there is none.
            count: of its values.
        """
        if count > MAX_BLOCKS_ROWS:
            return cls()
        try:
            graph = graph_of()
        except FormatError:
            return cls()
        return cls(_types(graph), tuple(blocks(graph)))

    def added_to(self, columns: ProgramColumns) -> PageProgram:
        """Return a program whose row i is value i, with these facts."""
        for row, each in enumerate(self.types or ()):
            text = _text(each)
            if text:
                columns.type(row, text)
        return replace(columns.program(), blocks=list(map(_block, self.blocks)))


def _types(graph: Graph) -> list[Observed] | None:
    if len(graph.values) > MAX_TYPED_ROWS or _loaded(graph) > MAX_TYPED_BYTES:
        return None
    try:
        return declared_types(graph)
    except (FormatError, MetaError):
        return None


def _loaded(graph: Graph) -> int:
    """Return how many bytes are made to know the types of weights: those that are stored as they are take none."""
    weights = (value for value in graph.values if isinstance(value, Weight))
    return sum(value.allocates() for value in weights if value.allocates is not None)


def _text(found: Any) -> str:
    if isinstance(found, tuple):
        return f"({', '.join(map(_text, found))})"
    if isinstance(found, ValueType):
        return str(found)
    return getattr(found, "__name__", "") if isinstance(found, type) else ""


def _block(block: Block) -> PageBlock:
    spans = [(span.start, span.stop) for span in block.spans]
    return PageBlock(block.name, block.length, spans, list(map(_block, block.inner)))


#: Name, dtype, shape, bytes, offset, and what else is to be said of a tensor.
TensorRow = tuple[str, str, Sequence[int], int, int | None, str | None]


def page_tensors(rows: Iterable[TensorRow], path: str) -> list[PageTensor]:
    """Return the first tensors of a file. path: of each in the tree, with {} for its place; "" without."""
    return [
        PageTensor(
            brief(name),
            dtype,
            list(shape),
            size,
            path.format(index),
            start,
            None if start is None else start + size,
            note,
        )
        for index, (name, dtype, shape, size, start, note) in enumerate(islice(rows, MAX_REPORTED))
    ]
