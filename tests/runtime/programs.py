"""Small graphs for the tests, written line by line."""

from __future__ import annotations

from typing import Any

import numpy as np

from nacformats.graph.graph import NOTHING, Graph, Input, Lost, Operation, Ref, State, Weight


class Program(Graph):
    """A graph in the making: each method adds a value and returns the reference to it."""

    def __init__(self) -> None:
        super().__init__("nac", "instruction", [])

    def input(self, name: str = "", **details: Any) -> Ref:
        return self._add(Input(len(self.values), name, **details))

    def lifted(self, default: Any = NOTHING, lost: str = "") -> Ref:
        return self.input(lifted=True, default=default, lost=lost)

    def parameter(self, name: str, array: Any = None) -> Ref:
        load = None if array is None else lambda: np.asarray(array)
        return self._add(Weight(len(self.values), name, load=load))

    def state(self, state_id: int) -> Ref:
        return self._add(State(len(self.values), state_id=state_id))

    def lost(self) -> Ref:
        return self._add(Lost(len(self.values), reason="it was folded"))

    def __call__(self, operator: str, *operands: Any) -> Ref:
        place = len(self.values)
        return self._add(Operation(place, offset=100 + place, operator=operator, operands=operands))

    def output(self, *refs: Ref) -> Program:
        self.outputs = refs
        return self

    def _add(self, value: Any) -> Ref:
        self.values.append(value)
        return Ref(value.index)


def floats(*shape: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)
