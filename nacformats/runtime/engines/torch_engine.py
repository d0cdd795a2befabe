"""The same instructions through PyTorch's own operators: those that are safe to name in a file, and trusted ones."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from typing import Any, cast

import ml_dtypes
import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.errors import UnsupportedError
from nacformats.graph.binding import MEMORY_FORMATS
from nacformats.graph.calls import Arguments
from nacformats.ops.dtypes import DTYPES
from nacformats.ops.kernels.nac import NEUTRAL
from nacformats.ops.schemas import KERNELS, Kernel, parse_schema
from nacformats.runtime.engines.base import ALLOWED, NAME, Engine, Trust, full_name, trusted_operators
from nacformats.runtime.threads import FURTHER_POOLS, one_thread

try:
    import torch
except ImportError as error:
    raise ImportError('engine="torch" needs PyTorch: pip install "nacformats[torch]"') from error

from nacformats.runtime.engines.checks import ArgumentCheck, checks_of

_BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
FURTHER_POOLS.append(torch)
#: Operators with a parameter of this name read or write files, which is none of a model's business.
_FILE_NAME = "filename"
#: Operators that write to the terminal.
_PRINTING = frozenset({"aten::_print", "aten::warn", "prim::Print"})
#: Parameters that normalizations write to when they train, although not every schema says so.
_WRITTEN = frozenset({"running_mean", "running_var"})
#: Texts of a RuntimeError of PyTorch when there is not enough memory.
_NO_MEMORY = ("DefaultCPUAllocator", "bad_alloc", "out of memory")
#: Names in a file for objects of the module torch, by kind of parameter. There is one layout.
_NAMED: dict[str, dict[str, Any]] = {
    "dtype": {name: getattr(torch, name) for name in DTYPES},
    "layout": {"strided": torch.strided},
    "memory_format": {name: getattr(torch, name) for name in MEMORY_FORMATS},
}
_CPU = torch.device("cpu")
#: Kinds of parameters whose values in a file are names of objects of PyTorch.
_PLACED = frozenset({*_NAMED, "device"})
#: Memory is never pinned, whatever a file says.
_PINNED = "pin_memory"
#: The types of elements that have one of NumPy.
_DTYPES = frozenset(_NAMED["dtype"].values())
#: Marks storages that are the memory of a read-only array; a storage keeps its attributes, and views share it.
_READ_ONLY = "_nacformats_read_only"


class TorchEngine(Engine):
    """PyTorch's operators by the names of ATen and of custom libraries, on the CPU.

    Without the caller's word these are the operators with the mark `trusted`. Any other operation is looked up among
    the NumPy kernels, which work on the same memory, and those that were registered.

    Args:
        trust: names of further operators (`{"mylib.scan.default"}`), or "all" that PyTorch and the libraries that are
            loaded have, but for those that touch files or print: these need their names. What is trusted is called as
            it is, with the arguments that the file gives. Most operators of PyTorch check them badly, and then a file
            reads and overwrites memory of the process: trust only what you would run as a program.

    Raises:
        ValueError: trust is neither "all" nor a collection of names of operators.
    """

    name = "torch"
    layouts_known = True

    def __init__(self, trust: Trust = None) -> None:
        names = trusted_operators(trust)
        self._trusts_all = names is None
        self._trusted = names or frozenset()

    def find(self, operator: str) -> Kernel | None:
        if operator in NEUTRAL:
            return KERNELS[operator]
        name = full_name(operator)
        kernel = _torch_kernel(name) if name in ALLOWED or self._is_trusted(name) else None
        return kernel or _numpy_kernel(operator, self)

    def refusal(self, operator: str) -> tuple[str, str] | None:
        name = full_name(operator)
        found = _operator(name)
        if found is None:
            return None
        if self._is_trusted(name):
            return f"the schema of {operator!r} cannot be read", "register_operation replaces it"
        word = f'trust={{"{name}"}}'
        also = "" if _reaches_outside(found) else ' or trust="all" (--trust)'
        return (
            f"{operator!r} is not among the operators of PyTorch that are safe for any argument",
            f"for a file that you trust as much as a program: Session(..., {word}){also}",
        )

    def _is_trusted(self, operator: str) -> bool:
        if operator in self._trusted:
            return True
        found = _operator(operator) if self._trusts_all else None
        return found is not None and not _reaches_outside(found)

    def prepare(self, kernel: Kernel, given: Arguments) -> Arguments:
        """Types, layouts and memory formats by their objects; devices become the CPU."""
        if isinstance(kernel.function, partial) and kernel.function.func is _on_arrays:
            return super().prepare(kernel, given)
        kinds = {parameter.name: parameter.kind for parameter in kernel.parameters or ()}
        return {name: _native(kinds.get(name, ""), value) for name, value in given.items() if name != _PINNED}

    def tensor(self, array: Array) -> Any:
        if any(stride < 0 or stride % array.itemsize for stride in array.strides):
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
        if not _is_dense(tensor):
            raise UnsupportedError(f"{_kind(tensor)} cannot become an array", expected="a dense tensor on the CPU")
        tensor = tensor.detach().resolve_conj().resolve_neg()
        bfloat16 = tensor.dtype == torch.bfloat16
        array = np.asarray(tensor.view(torch.int16).numpy()).view(_BFLOAT16) if bfloat16 else np.asarray(tensor.numpy())
        if getattr(tensor.untyped_storage(), _READ_ONLY, False):
            array.flags.writeable = False
        return array

    def storage(self, tensor: Any) -> tuple[Any, int]:
        if not isinstance(tensor, torch.Tensor):
            return None, 0
        try:
            memory = tensor.untyped_storage()
        except (RuntimeError, NotImplementedError):  # a sparse tensor has several, or none
            return None, 0
        return memory.data_ptr(), memory.nbytes()

    def copy(self, tensor: Any) -> Any:
        return tensor.clone()

    def write(self, tensor: Any, elements: Any) -> None:
        tensor.copy_(elements)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run without gradients, and without warnings of the NumPy kernels."""
        with one_thread(), torch.inference_mode(), np.errstate(all="ignore"):
            yield


def _operator(operator: str) -> Any:
    """Return the overload `namespace.name.overload` of PyTorch, or None."""
    if not NAME.fullmatch(operator):
        return None
    found: Any = torch.ops
    for part in operator.split("."):
        found = getattr(found, part, None)
        if found is None:
            return None
    return found if isinstance(found, torch._ops.OpOverload) else None


def _reaches_outside(found: Any) -> bool:
    """True if an operator touches files or writes to the terminal."""
    names = {argument.name for argument in found._schema.arguments}
    return _FILE_NAME in names or found._schema.name in _PRINTING


@cache
def _torch_kernel(operator: str) -> Kernel | None:
    """Return an operator of PyTorch, with the parameters that PyTorch itself declares and the checks that it lacks."""
    found = _operator(operator)
    if found is None:
        return None
    try:
        _, parameters = parse_schema(str(found._schema))
    except ValueError:  # it takes what no file has: functions, dictionaries
        return None
    function = _without_side_effects(found)
    if operator not in ALLOWED:
        function = _with_dense_results(function)
    return Kernel(operator, parameters, _checked(function, checks_of(operator)), named=True)


def _checked(function: Callable[..., Any], checks: Sequence[ArgumentCheck]) -> Callable[..., Any]:
    """Return the function after its checks; PyTorch has no exception of its own for running out of
    memory on the CPU.
    """

    def call(*arguments: Any, **keywords: Any) -> Any:
        try:
            for check in checks:
                arguments, keywords = check(*arguments, **keywords) or (arguments, keywords)
            return function(*arguments, **keywords)
        except RuntimeError as error:
            if any(text in str(error) for text in _NO_MEMORY):
                raise MemoryError(str(error)) from error
            raise

    return call


def _with_dense_results(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, whose results have to be ordinary tensors: no others are understood here."""

    def call(*arguments: Any, **keywords: Any) -> Any:
        result = function(*arguments, **keywords)
        for part in result if isinstance(result, list | tuple) else (result,):
            if isinstance(part, torch.Tensor) and not _is_dense(part):
                raise UnsupportedError(f"gives {_kind(part)}", expected="a dense tensor on the CPU")
        return result

    return call


def _is_dense(tensor: Any) -> bool:
    return (
        tensor.layout is torch.strided
        and tensor.device.type == "cpu"
        and not (tensor.is_quantized or tensor.is_nested)
        and tensor.dtype in _DTYPES
    )


def _kind(tensor: Any) -> str:
    """Return what makes a tensor unlike an array, for a message."""
    nested = "nested " if tensor.is_nested else ""
    layout = str(tensor.layout).removeprefix("torch.")
    return f"a {nested}tensor of {str(tensor.dtype).removeprefix('torch.')}, {layout}, on {tensor.device.type}"


def _without_side_effects(operator: Any) -> Callable[..., Any]:
    """Return the operator, given copies of what it writes to: these may be weights, or the caller's arrays."""
    written = {
        argument.name: place
        for place, argument in enumerate(operator._schema.arguments)
        if argument.name in _WRITTEN or (argument.alias_info is not None and argument.alias_info.is_write)
    }
    if not written:
        return cast(Callable[..., Any], operator)
    places = frozenset(written.values())

    def call(*arguments: Any, **keywords: Any) -> Any:
        copied = [_each(torch.clone, value) if place in places else value for place, value in enumerate(arguments)]
        return operator(*copied, **{k: _each(torch.clone, v) if k in written else v for k, v in keywords.items()})

    return call


def _each(convert: Callable[[Any], Any], value: Any, kind: type = torch.Tensor) -> Any:
    """Convert a tensor, also inside lists and tuples; anything else stays as it is. kind: of what is converted."""
    if isinstance(value, list | tuple):
        return type(value)(_each(convert, item, kind) for item in value)
    return convert(value) if isinstance(value, kind) else value


def _numpy_kernel(operator: str, engine: TorchEngine) -> Kernel | None:
    kernel = KERNELS.get(operator)
    return None if kernel is None else replace(kernel, function=partial(_on_arrays, kernel.function, engine))


def _on_arrays(function: Callable[..., Any], engine: TorchEngine, *arguments: Any, **keywords: Any) -> Any:
    """Call a NumPy kernel with tensors."""
    result = function(
        *(_each(engine.array, argument) for argument in arguments),
        **{name: _each(engine.array, argument) for name, argument in keywords.items()},
    )
    return _each(engine.tensor, result, np.ndarray)


def _native(kind: str, value: Any) -> Any:
    """Return a value from the file as PyTorch takes it; no name from a file is looked up among the
    attributes of torch.
    """
    if value is None or kind not in _PLACED:
        return value
    if kind == "device":
        return _CPU
    if isinstance(value, torch.dtype | torch.layout | torch.memory_format):
        return value
    if not isinstance(value, str) or value not in _NAMED[kind]:
        raise ValueError(f"{value!r} is not a {kind} that the torch engine has: {', '.join(sorted(_NAMED[kind]))}")
    return _NAMED[kind][value]
