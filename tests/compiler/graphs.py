"""Graphs in the dialect of the compiler, for tests: built by hand, or drawn at random."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nacformats import Session
from nacformats.codec.columns.arrays import Array
from nacformats.graph.graph import Dim, Graph, GraphOperand, GraphValue, Input, Operation, Ref, ValueType, Weight
from nacformats.runtime.engines.base import Engine
from tests.kernels.calls import call as call_kernel

ENGINE = Engine()


class GraphMaker:
    """A graph, and what each of its values is for one set of inputs.

    The types are those of the values; sizes in `symbols` are symbolic.
    """

    def __init__(self, symbols: dict[int, str] | None = None, typed: bool = True) -> None:
        self.graph = Graph("test", "value", [])
        self.symbols = symbols or {}
        self.typed = typed
        self.found: list[Any] = []
        self.given: list[Array] = []

    def input(self, array: Array) -> Ref:
        self.given.append(np.asarray(array))
        return self._append(Input(len(self.found), f"x{len(self.given)}"), self.given[-1])

    def weight(self, array: Any, name: str = "") -> Ref:
        array = np.asarray(array)
        value = Weight(len(self.found), name or f"w{len(self.found)}", load=lambda: array)
        ref = self._append(value, array)
        value.type = ValueType(array.dtype, array.shape)
        return ref

    def add(self, operator: str, *operands: GraphOperand, **attributes: GraphOperand) -> Ref:
        """An operation; it raises what the kernel raises."""
        with ENGINE.running():
            keywords = {name: self._now(value) for name, value in attributes.items()}
            found = call_kernel(operator, *map(self._now, operands), **keywords)
        index = len(self.found)
        return self._append(Operation(index, operator=operator, operands=operands, attributes=attributes), found)

    def build(self, *outputs: Ref) -> Graph:
        self.graph.outputs = outputs
        self.graph.output_names = tuple(f"y{position}" for position in range(len(outputs)))
        self.graph.verify()
        return self.graph

    def _append(self, value: GraphValue, found: Any) -> Ref:
        if self.typed and isinstance(found, np.ndarray):
            shape: tuple[Dim, ...] = tuple(self.symbols.get(size, size) for size in found.shape)
            value.type = ValueType(found.dtype, shape)
        self.graph.values.append(value)
        self.found.append(found)
        return Ref(value.index)

    def _now(self, operand: GraphOperand) -> Any:
        if isinstance(operand, Ref):
            return self.found[operand.index]
        return [self._now(item) for item in operand] if isinstance(operand, list | tuple) else operand


def run(graph: Graph, inputs: Sequence[Array]) -> list[Array]:
    """The outputs of a graph."""
    with Session(graph) as session:
        return session.run(list(inputs))


def operators(graph: Graph) -> list[str]:
    """The operators of a graph, in order."""
    return [value.operator for value in graph.every(Operation)]


def assert_same(found: Sequence[Array], wanted: Sequence[Array]) -> None:
    """Bit for bit, but for the payload and the sign of NaN."""
    assert len(found) == len(wanted)
    for first, second in zip(found, wanted, strict=True):
        assert (first.dtype, first.shape) == (second.dtype, second.shape)
        if first.dtype.kind not in "fcV":
            np.testing.assert_array_equal(first, second)
            continue
        nan = np.isnan(second)
        np.testing.assert_array_equal(np.isnan(first), nan)
        np.testing.assert_array_equal(first[~nan], second[~nan])
        np.testing.assert_array_equal(np.signbit(first[~nan].real), np.signbit(second[~nan].real))


def assert_close(found: Sequence[Array], wanted: Sequence[Array], tolerance: float) -> None:
    """Within a tolerance, relative to the largest finite element of each output."""
    assert len(found) == len(wanted)
    for first, second in zip(found, wanted, strict=True):
        assert (first.dtype, first.shape) == (second.dtype, second.shape)
        if first.dtype.kind not in "fcV":
            np.testing.assert_array_equal(first, second)
            continue
        wide = second.astype(np.complex128 if second.dtype.kind == "c" else np.float64)
        finite = wide[np.isfinite(wide)]
        largest = float(np.abs(finite).max()) if finite.size else 0.0
        np.testing.assert_allclose(first.astype(wide.dtype), wide, rtol=tolerance, atol=tolerance * largest)
