"""The interface of engines: they find operations, and turn arrays into their tensors and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

from nacformats.codec.columns.arrays import Array
from nacformats.graph.calls import Arguments
from nacformats.graph.graph import Graph
from nacformats.ops.schemas import Kernel
from nacformats.runtime.budget import RunBudget
from nacformats.runtime.runs import Report, RunSteps, SlotValues


class Engine(Protocol):
    """Computes operations on tensors of its own kind."""

    name: str
    #: True if tensors are laid out in memory as in PyTorch: what is a view there is one here.
    layouts_known: bool

    def find(self, operator: str) -> Kernel | None:
        """Return the operation with that name, or None."""

    def refusal(self, operator: str) -> tuple[str, str] | None:
        """Return why an existing operation is not run, and what to do about it; None if there is none of that name."""

    def known(self) -> Iterable[str]:
        """Return the names to suggest when one is not known."""

    def prepare(self, kernel: Kernel, given: Arguments) -> Arguments:
        """Return the arguments of a kernel, by name, in the engine's terms: types, devices and layouts.

        Raises:
            ValueError: the engine has no such type or layout.
        """

    def tensor(self, array: Array) -> Any:
        """Return a tensor with the elements of an array, shared where that is possible."""

    def array(self, tensor: Any) -> Array:
        """Return the elements of a tensor; its inverse."""

    def storage(self, tensor: Any) -> tuple[Any, int]:
        """Return a key of a tensor's memory (equal for its views) and its size in bytes; (None, 0) for no tensor."""

    def copy(self, tensor: Any) -> Any:
        """Return a tensor with the same elements in memory of its own, which `write` may change."""

    def write(self, tensor: Any, elements: Any) -> None:
        """Change the elements of a copy, or of a view of one."""

    def running(self) -> AbstractContextManager[Any]:
        """Return the context in which operations run."""

    def runner(self, graph: Graph, operations: Mapping[str, Kernel]) -> GraphRunner | None:
        """Return a runner of the whole graph; None for an engine that runs it step by step.

        Args:
            graph: what is run.
            operations: further operations of the caller's own, which win.
        """


class GraphRunner(Protocol):
    """Runs a graph in another way than step by step."""

    def run(
        self,
        steps: RunSteps,
        given: Mapping[int, Any],
        keep: tuple[int, ...],
        gather: Callable[[RunSteps], SlotValues],
        budget: RunBudget,
        profile: bool,
        inputs: Any,
    ) -> tuple[SlotValues, Report]:
        """Run the steps of a graph.

        Args:
            steps: on the NumPy kernels.
            given: the values that the caller gives for this run.
            keep: the values that are wanted besides the outputs.
            gather: gives what steps take from outside.
            budget, profile: as for `execute`.
            inputs: what the caller gave, if nothing else determines the run; else None.

        Returns:
            Values in which the outputs and those to keep are in their slots, and what the run took.

        Raises:
            FormatError: the run failed, or took more than its budget.
        """

    def repeat(self, inputs: Any, max_memory: int) -> tuple[list[Any], tuple[float, int]] | None:
        """Return the outputs, and the seconds and bytes, of a run like an earlier one; None for the long way."""
