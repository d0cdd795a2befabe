"""The engine "numpy": the kernels of this package, and those that are registered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.graph.calls import Arguments
from nacformats.graph.graph import Graph
from nacformats.ops import kernels  # noqa: F401  importing it fills the table
from nacformats.ops.schemas import KERNELS, Function, Kernel, kernel
from nacformats.runtime.engines.base import GraphRunner
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


class NumpyEngine:
    """The kernels of nacformats.ops.kernels on NumPy arrays."""

    name = "numpy"
    layouts_known = False

    def find(self, operator: str) -> Kernel | None:
        return KERNELS.get(operator)

    def refusal(self, operator: str) -> tuple[str, str] | None:  # noqa: ARG002  there is no such operation
        return None

    def known(self) -> Iterable[str]:
        return KERNELS

    def prepare(self, kernel: Kernel, given: Arguments) -> Arguments:
        dropped = {each.name for each in kernel.parameters or () if each.is_placement and each.keyword_only}
        return {name: value for name, value in given.items() if name not in dropped}

    def tensor(self, array: Array) -> Array:
        return array

    def array(self, tensor: Any) -> Array:
        return np.asarray(tensor)

    def storage(self, tensor: Any) -> tuple[Any, int]:
        if not isinstance(tensor, np.ndarray):
            return None, 0
        while isinstance(tensor.base, np.ndarray):
            tensor = tensor.base
        return id(tensor), tensor.nbytes if tensor.base is None else 0

    def copy(self, tensor: Any) -> Array:
        return np.array(tensor, order="C")

    def write(self, tensor: Array, elements: Any) -> None:
        if not tensor.flags.writeable:  # as the diagonal of a tensor in NumPy
            if 0 in tensor.strides:
                raise ValueError("several elements of what is to be changed have one place in memory")
            tensor.flags.writeable = True
        tensor[...] = elements

    @contextmanager
    def running(self) -> Iterator[None]:
        """Infinities and NaN are results like any other."""
        with one_thread(), np.errstate(all="ignore"):
            yield

    def runner(self, graph: Graph, operations: Mapping[str, Kernel]) -> GraphRunner | None:  # noqa: ARG002
        return None
