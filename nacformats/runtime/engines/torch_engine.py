"""The same instructions through PyTorch's own operators, those of custom libraries included."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from functools import cache, partial
from typing import Any, cast

import ml_dtypes
import numpy as np

from nacformats.graph import Array
from nacformats.runtime.engines import NumpyEngine
from nacformats.runtime.kernels.nac import NEUTRAL
from nacformats.runtime.operators import KERNELS, Binding, Kernel, parse_schema

try:
    import torch
except ImportError as error:
    raise ImportError('engine="torch" needs PyTorch: pip install "nacformats[torch]"') from error

_BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
_NUMPY = NumpyEngine()
#: Operators with a parameter of this name read or write files, which is none of a model's business.
_FILE_NAME = "filename"
#: Parameters that normalizations write to when they train, although not every schema says so.
_WRITTEN = frozenset({"running_mean", "running_var"})
#: What a RuntimeError of PyTorch says when there is not enough memory.
_NO_MEMORY = ("DefaultCPUAllocator", "bad_alloc", "out of memory")
#: Kinds of parameters whose values are attributes of the module torch.
_NAMED_KINDS = frozenset({"dtype", "layout", "memory_format"})
#: Marks storages that are the memory of a read-only array; a storage keeps its attributes, and views share it.
_READ_ONLY = "_nacformats_read_only"


class TorchEngine:
    """PyTorch's operators by the names of ATen and of custom libraries, on the CPU.

    An operation that PyTorch does not know is looked up among the NumPy kernels, which work on the same memory.
    """

    name = "torch"

    def find(self, operator: str) -> Kernel | None:
        if operator in NEUTRAL:
            return KERNELS[operator]
        return _torch_kernel(operator) or _numpy_kernel(operator, self)

    def known(self) -> Iterable[str]:
        return KERNELS

    def prepare(self, kernel: Kernel, binding: Binding) -> Binding:
        """Types, layouts and memory formats by their objects; devices become the CPU."""
        if isinstance(kernel.function, partial) and kernel.function.func is _on_arrays:
            return _NUMPY.prepare(kernel, binding)
        kinds = {parameter.name: parameter.kind for parameter in kernel.parameters or ()}
        positional = [parameter.kind for parameter in kernel.parameters or () if not parameter.keyword_only]
        positional += [""] * (len(binding.positional) - len(positional))
        return Binding(
            tuple(_native(kind, value) for kind, value in zip(positional, binding.positional, strict=False)),
            {name: _native(kinds.get(name, ""), value) for name, value in binding.keywords.items()},
        )

    def tensor(self, array: Array) -> Any:
        if min(array.strides, default=0) < 0:
            array = array.copy()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # a read-only array: operators do not write to their inputs
            if array.dtype == _BFLOAT16:
                tensor = torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
            else:
                tensor = torch.from_numpy(array)
        if not array.flags.writeable:
            setattr(tensor.untyped_storage(), _READ_ONLY, True)
        return tensor

    def array(self, tensor: Any) -> Array:
        """A view of a read-only array, such as a weight, comes back read-only: writing to a mapped file is a crash."""
        if not isinstance(tensor, torch.Tensor):
            return np.asarray(tensor)
        tensor = tensor.detach().resolve_conj().resolve_neg()
        bfloat16 = tensor.dtype == torch.bfloat16
        array = np.asarray(tensor.view(torch.int16).numpy()).view(_BFLOAT16) if bfloat16 else np.asarray(tensor.numpy())
        if getattr(tensor.untyped_storage(), _READ_ONLY, False):
            array.flags.writeable = False
        return array

    def storage(self, tensor: Any) -> tuple[Any, int]:
        if not isinstance(tensor, torch.Tensor):
            return None, 0
        memory = tensor.untyped_storage()
        return memory.data_ptr(), memory.nbytes()

    def running(self) -> AbstractContextManager[Any]:
        context: AbstractContextManager[Any] = torch.inference_mode()
        return context


@cache
def _torch_kernel(operator: str) -> Kernel | None:
    """The overload `namespace.name.overload`, with the parameters that PyTorch itself declares."""
    namespace, _, rest = operator.partition(".")
    name, _, overload = rest.partition(".")
    found: Any = torch.ops
    for part in (namespace, name, overload or "default"):
        found = getattr(found, part, None)
        if found is None:
            return None
    if not isinstance(found, torch._ops.OpOverload):
        return None
    _, parameters = parse_schema(str(found._schema))
    if any(parameter.name == _FILE_NAME for parameter in parameters or ()):
        return None
    return Kernel(operator, parameters, _memory_checked(_without_side_effects(found)))


def _memory_checked(function: Callable[..., Any]) -> Callable[..., Any]:
    """PyTorch has no exception of its own for running out of memory on the CPU."""

    def call(*arguments: Any, **keywords: Any) -> Any:
        try:
            return function(*arguments, **keywords)
        except RuntimeError as error:
            if any(text in str(error) for text in _NO_MEMORY):
                raise MemoryError(str(error)) from error
            raise

    return call


def _without_side_effects(operator: Any) -> Callable[..., Any]:
    """The operator, given copies of what it writes to: these may be weights, or the caller's arrays."""
    written = {
        argument.name: place
        for place, argument in enumerate(operator._schema.arguments)
        if argument.name in _WRITTEN or (argument.alias_info is not None and argument.alias_info.is_write)
    }
    if not written:
        return cast(Callable[..., Any], operator)
    places = frozenset(written.values())

    def call(*arguments: Any, **keywords: Any) -> Any:
        copied = [_cloned(value) if place in places else value for place, value in enumerate(arguments)]
        return operator(*copied, **{k: _cloned(v) if k in written else v for k, v in keywords.items()})

    return call


def _cloned(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_cloned(item) for item in value]
    return value.clone() if isinstance(value, torch.Tensor) else value


def _numpy_kernel(operator: str, engine: TorchEngine) -> Kernel | None:
    kernel = KERNELS.get(operator)
    return None if kernel is None else Kernel(operator, kernel.parameters, partial(_on_arrays, kernel.function, engine))


def _on_arrays(function: Callable[..., Any], engine: TorchEngine, *arguments: Any, **keywords: Any) -> Any:
    """Call a NumPy kernel with tensors."""
    result = function(
        *(_to_arrays(engine, argument) for argument in arguments),
        **{name: _to_arrays(engine, argument) for name, argument in keywords.items()},
    )
    return _to_tensors(engine, result)


def _to_arrays(engine: TorchEngine, value: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(_to_arrays(engine, item) for item in value)
    return engine.array(value) if isinstance(value, torch.Tensor) else value


def _to_tensors(engine: TorchEngine, value: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(_to_tensors(engine, item) for item in value)
    return engine.tensor(value) if isinstance(value, np.ndarray) else value


def _native(kind: str, value: Any) -> Any:
    if value is None:
        return None
    if kind in _NAMED_KINDS and isinstance(value, str):
        return getattr(torch, value)
    return torch.device("cpu") if kind == "device" else value
