"""Graphs in the compiler's dialect, made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nacformats.compiler.lowering import lower
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.tables import nac_target
from nacformats.formats.records import VERSIONS
from nacformats.graph.graph import Graph, GraphValue, Input, Operation, Ref, ValueType, Weight

FLOAT32 = np.dtype(np.float32)


class Draft:
    """A graph in the compiler's dialect, value by value."""

    def __init__(self) -> None:
        self.graph = Graph("torch", "node", [])

    def _add(self, value: GraphValue) -> Ref:
        self.graph.values.append(value)
        return Ref(value.index)

    @property
    def _next(self) -> int:
        return len(self.graph.values)

    def input(self, name: str, *shape: int | str, dtype: Any = np.float32) -> Ref:
        return self._add(Input(self._next, name, ValueType(np.dtype(dtype), shape)))

    def number(self, value: Any) -> Ref:
        return self._add(Input(self._next, lifted=True, default=value))

    def weight(self, name: str, array: Any) -> Ref:
        array = np.asarray(array)
        return self._add(Weight(self._next, name, ValueType(array.dtype, array.shape), load=lambda: array))

    def operation(self, operator: str, *operands: Any, shape: Sequence[int | str] | None = None, **named: Any) -> Ref:
        known = ValueType() if shape is None else ValueType(FLOAT32, tuple(shape))
        value = Operation(self._next, operator=operator, operands=operands, attributes=named, type=known)
        return self._add(value)

    def lower(self, *outputs: Ref, version: Any = VERSIONS[0], quantize: Any = None, **options: Any) -> NacFile:
        self.graph.outputs = outputs
        return lower(self.graph, nac_target(version, quantize), **options)
