"""The engine "numpy", of which the others are kinds, and the operations that are registered."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, Protocol

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.graph.calls import Arguments
from nacformats.graph.graph import Graph
from nacformats.ops import kernels  # noqa: F401  importing it fills the table
from nacformats.ops.names import ATEN
from nacformats.ops.schemas import KERNELS, Function, Kernel, kernel
from nacformats.ops.table import of_kind, operators
from nacformats.runtime.budget import RunBudget
from nacformats.runtime.runs import Report, RunSteps, SlotValues
from nacformats.runtime.threads import one_thread

#: The operations of this package; what was registered since is somebody else's.
BUILT_IN = dict(KERNELS)


def register_operation(*schemas: str) -> Callable[[Function], Function]:
    """Make a function of arrays known to every session, under the names and parameters that the schemas give.

        @register_operation("mylib::soft_threshold(Tensor x, float threshold, str mode) -> Tensor")
        def soft_threshold(x, threshold, mode): ...

    This is the operation mylib.soft_threshold.default. A name alone takes the operands in order. An operation that is
    already known is replaced.
    """
    return kernel(*schemas, named=True)


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


class Engine:
    """Finds operations, and turns arrays into tensors of its own kind and back: kernels of this package, and arrays."""

    name = "numpy"
    #: True if tensors are laid out in memory as in PyTorch: what is a view there is one here.
    layouts_known = False

    def find(self, operator: str) -> Kernel | None:
        """Return the operation with that name, or None."""
        return KERNELS.get(operator)

    def refusal(self, operator: str) -> tuple[str, str] | None:  # noqa: ARG002  there is no such operation
        """Return why an existing operation is not run, and what to do about it; None if there is none of that name."""
        return None

    def known(self) -> Iterable[str]:
        """Return the names to suggest when one is not known."""
        return KERNELS

    def prepare(self, kernel: Kernel, given: Arguments) -> Arguments:
        """Return the arguments of a kernel, by name, in the engine's terms: types, devices and layouts.

        Raises:
            ValueError: the engine has no such type or layout.
        """
        dropped = {each.name for each in kernel.parameters or () if each.is_placement and each.keyword_only}
        return {name: value for name, value in given.items() if name not in dropped}

    def tensor(self, array: Array) -> Any:
        """Return a tensor with the elements of an array, shared where that is possible."""
        return array

    def array(self, tensor: Any) -> Array:
        """Return the elements of a tensor; its inverse."""
        return np.asarray(tensor)

    def storage(self, tensor: Any) -> tuple[Any, int]:
        """Return a key of a tensor's memory (equal for its views) and its size in bytes; (None, 0) for no tensor."""
        if not isinstance(tensor, np.ndarray):
            return None, 0
        while isinstance(tensor.base, np.ndarray):
            tensor = tensor.base
        return id(tensor), tensor.nbytes if tensor.base is None else 0

    def copy(self, tensor: Any) -> Any:
        """Return a tensor with the same elements in memory of its own, which `write` may change."""
        return np.array(tensor, order="C")

    def write(self, tensor: Any, elements: Any) -> None:
        """Change the elements of a copy, or of a view of one."""
        if not tensor.flags.writeable:  # as the diagonal of a tensor in NumPy
            if 0 in tensor.strides:
                raise ValueError("several elements of what is to be changed have one place in memory")
            tensor.flags.writeable = True
        tensor[...] = elements

    @contextmanager
    def running(self) -> Iterator[None]:
        """Within this block operations run: infinities and NaN are results like any other."""
        with one_thread(), np.errstate(all="ignore"):
            yield

    def runner(self, graph: Graph, operations: Mapping[str, Kernel]) -> GraphRunner | None:  # noqa: ARG002
        """Return a runner of the whole graph; None for an engine that runs it step by step.

        Args:
            graph: what is run.
            operations: further operations of the caller's own, which win.
        """
        return None


# the operators of PyTorch that a file may name


#: The operators that the caller answers for: their names, or all but those that touch files or print.
Trust = Literal["all"] | Collection[str] | None
#: The name of an operator: namespace.name.overload.
NAME = re.compile(r"[A-Za-z_]\w*\.[A-Za-z_]\w*(\.[A-Za-z_]\w*)?", re.ASCII)
_DEFAULT = "default"
#: The operators that need no word of the caller, by their full names. PyTorch registers some 3,600 operators, and many
#: trust their arguments: a wrong index writes outside of a block, a stride reads memory that is not the tensor's, a
#: result is left uninitialised, a failed check ends the process. The mark `trusted` of an operator (ops/table.py says
#: which lack it) means that it is functional, deterministic (what runs on several threads may round in another order)
#: and memory-safe for any argument, or is made so by one of the checks of `checks.py`. The command
#: `python -m tests.runtime.campaign` calls each of them with hostile arguments. Others run on the NumPy kernels, which
#: are memory-safe. In-place operators get a copy of what they write to.
ALLOWED = frozenset(name for name, row in operators().items() if "trusted" in row.marks)
#: Operators whose sizes, strides and paddings are bounded.
LAYERS = ALLOWED & of_kind(
    "attention", "convolution", "loss", "normalization", "padding", "pooling", "recurrent", "resampling"
) | {ATEN.convolution_backward.default}


def full_name(operator: str) -> str:
    """mylib.scan is mylib.scan.default."""
    return f"{operator}.{_DEFAULT}" if operator.count(".") == 1 else operator


def trusted_operators(trust: Trust) -> frozenset[str] | None:
    """Return the names of the operators that are trusted; None for all.

    Raises:
        ValueError: trust is neither "all" nor a collection of names.
    """
    if trust is None:
        return frozenset()
    if isinstance(trust, str):
        if trust == "all":
            return None
    elif isinstance(trust, Collection) and all(isinstance(name, str) and NAME.fullmatch(name) for name in trust):
        return frozenset(map(full_name, trust))
    raise ValueError(f'trust={trust!r}: expected "all", or names of operators such as {{"mylib.scan.default"}}')
