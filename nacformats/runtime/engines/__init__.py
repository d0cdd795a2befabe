"""Engines: each knows operations, and how to make its tensors from arrays and arrays from its tensors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from nacformats.graph.graph import Array
from nacformats.runtime import kernels  # noqa: F401  importing it fills the table
from nacformats.runtime.operators import KERNELS, Binding, Function, Kernel, kernel

#: The operations of this package; what was registered since is somebody else's.
BUILT_IN = dict(KERNELS)


def register_operation(*schemas: str) -> Callable[[Function], Function]:
    """Make a function of arrays known to every session, under the names and parameters that the schemas give.

        @register_operation("mylib::soft_threshold(Tensor x, float threshold, str mode) -> Tensor")
        def soft_threshold(x, threshold, mode): ...

    This is the operation mylib.soft_threshold.default. A name alone takes the operands in order. An operation that is
    already known is replaced.
    """
    return kernel(*schemas)


class Engine(Protocol):
    """Computes operations on tensors of its own kind."""

    name: str
    #: Whether tensors are laid out in memory as PyTorch does it: what views its operand there does so here.
    layouts_known: bool

    def find(self, operator: str) -> Kernel | None:
        """The operation with that name, or None."""

    def refusal(self, operator: str) -> tuple[str, str] | None:
        """Why an operation that exists is not run, and what to do about it; None when there is none of that name."""

    def known(self) -> Iterable[str]:
        """The names to suggest when one is not known."""

    def prepare(self, kernel: Kernel, binding: Binding) -> Binding:
        """The arguments as the engine's function takes them: types, devices and layouts in its own terms.

        Raises:
            ValueError: the engine has no such type or layout.
        """

    def tensor(self, array: Array) -> Any:
        """A tensor with the elements of an array, shared where that is possible."""

    def array(self, tensor: Any) -> Array:
        """The elements of a tensor; its inverse."""

    def storage(self, tensor: Any) -> tuple[Any, int]:
        """Which memory a tensor uses (equal for its views), and how many bytes that is; (None, 0) for no tensor."""

    def copy(self, tensor: Any) -> Any:
        """A tensor with the same elements in memory of its own, which `write` may change."""

    def write(self, tensor: Any, elements: Any) -> None:
        """Change the elements of a copy, or of a view of one."""

    def running(self) -> AbstractContextManager[Any]:
        """What holds while operations run."""


#: Keyword arguments that mean nothing to an engine with one device and one layout.
_PLACEMENT_KINDS = frozenset({"layout", "device", "memory_format"})
_PLACEMENT_NAMES = frozenset({"pin_memory", "non_blocking"})


class NumpyEngine:
    """The kernels of nacformats.runtime.kernels on NumPy arrays."""

    name = "numpy"
    layouts_known = False

    def find(self, operator: str) -> Kernel | None:
        return KERNELS.get(operator)

    def refusal(self, operator: str) -> tuple[str, str] | None:  # noqa: ARG002  there is no such operation
        return None

    def known(self) -> Iterable[str]:
        return KERNELS

    def prepare(self, kernel: Kernel, binding: Binding) -> Binding:
        dropped = {
            parameter.name
            for parameter in kernel.parameters or ()
            if parameter.kind in _PLACEMENT_KINDS or parameter.name in _PLACEMENT_NAMES
        }
        if not dropped & binding.keywords.keys():
            return binding
        return replace(binding, keywords={k: v for k, v in binding.keywords.items() if k not in dropped})

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

    def running(self) -> AbstractContextManager[Any]:
        """Infinities and NaN are results like any other."""
        return np.errstate(all="ignore")
