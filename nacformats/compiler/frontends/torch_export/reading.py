"""An exported program as a Graph in the compiler's dialect."""

from __future__ import annotations

import inspect
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import ml_dtypes
import numpy as np
import torch
from torch._subclasses import FakeTensor
from torch.export.graph_signature import InputKind
from torch.utils import _pytree as pytree

from nacformats.codec.columns.arrays import Array
from nacformats.compiler.frontends.torch_export.exporting import EVAL, dropped, exported, quick_tracing, torch_message
from nacformats.compiler.frontends.torch_export.functional import (
    RETURNED,
    functional,
    functional_of_stranger,
    live_nodes,
    operator_name,
    place,
)
from nacformats.compiler.frontends.torch_export.stored import loaded
from nacformats.compiler.passes.simplification import DROPOUTS, NATIVE_DROPOUT
from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.formats.nac.builder import LARGEST_D_MODEL
from nacformats.graph.graph import UNKNOWN, Dim, Graph, GraphValue, Input, Operation, Ref, ValueType, Weight
from nacformats.ops.dtypes import DTYPES

#: Types that NumPy has from ml_dtypes, with one of its own of the same width.
_EXTENSIONS = {
    name: (torch.uint8 if np.dtype(getattr(ml_dtypes, name)).itemsize == 1 else torch.int16, getattr(ml_dtypes, name))
    for name in ("bfloat16", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu")
    if hasattr(torch, name)
}
_DTYPES: dict[str, np.dtype[Any]] = DTYPES | {name: np.dtype(own) for name, (_, own) in _EXTENSIONS.items()}


def dtype_of_tensor(dtype: torch.dtype) -> np.dtype[Any] | None:
    """Return the NumPy type of a PyTorch type; None where there is none."""
    return _DTYPES.get(str(dtype).removeprefix("torch."))


def array_of_tensor(tensor: torch.Tensor, name: str) -> Array:
    """Return the elements of a tensor; shared with it, unless they are on another device.

    Raises:
        UnsupportedError: the tensor holds no elements of a type that NumPy knows.
    """
    if tensor.is_meta or isinstance(tensor, FakeTensor):
        reason = f"tensor {name!r} of the model has no elements"
        raise UnsupportedError(reason, hint="export the model with real weights, not on `meta`")
    if tensor.layout != torch.strided or tensor.is_quantized or dtype_of_tensor(tensor.dtype) is None:
        reason = f"tensor {name!r} of the model is {tensor.dtype}, {tensor.layout}"
        hint = "convert it before compiling (dequantize(), to_dense())"
        raise UnsupportedError(reason, expected="a dense tensor of numbers", hint=hint)
    dense = tensor.detach().cpu().resolve_conj().resolve_neg()
    extension = _EXTENSIONS.get(str(tensor.dtype).removeprefix("torch."))
    array: Array = dense.numpy() if extension is None else dense.view(extension[0]).numpy().view(extension[1])
    return array


def identity(tensor: torch.Tensor) -> tuple[Any, ...] | None:
    """Return a key that is equal for tensors with the same elements in memory; None for one that shares nothing."""
    if tensor.is_meta or tensor.layout != torch.strided or not tensor.numel():
        return None
    return tensor.data_ptr(), tensor.dtype, tensor.shape, tensor.stride()


def rename_symbols(
    graph: Graph, program: Any, model: Any, args: Sequence[Any], kwargs: Mapping[str, Any], dynamic_shapes: Any
) -> None:
    """Give the sizes in the types of a graph the names of the Dims in dynamic_shapes, where these have names."""
    wishes = {(id(tensor), axis): name for tensor, axis, name in _named(model, args, kwargs, dynamic_shapes)}
    if not wishes:
        return
    values = {node.name: node.meta.get("val") for node in program.graph.nodes if node.op == "placeholder"}
    names: dict[str, str] = {}
    for user_input, leaf in zip(program.graph_signature.user_inputs, pytree.tree_leaves((args, kwargs)), strict=False):
        value = values.get(user_input)
        if isinstance(leaf, torch.Tensor) and isinstance(value, torch.Tensor) and leaf.dim() == value.dim():
            for axis, size in enumerate(value.shape):
                if not isinstance(size, int) and (id(leaf), axis) in wishes:
                    names.setdefault(str(size), wishes[id(leaf), axis])
    _rename(graph, {symbol: name for symbol, name in names.items() if re.fullmatch(r"\w+", symbol)})


def _rename(graph: Graph, names: Mapping[str, str]) -> None:
    def renamed(dim: Dim) -> Dim:
        return re.sub(r"\w+", lambda word: names.get(word[0], word[0]), dim) if isinstance(dim, str) else dim

    for value in graph.values:
        if value.type.shape is not None and any(isinstance(dim, str) for dim in value.type.shape):
            value.type = replace(value.type, shape=tuple(map(renamed, value.type.shape)))


def _named(model: Any, args: Sequence[Any], kwargs: Mapping[str, Any], shapes: Any) -> Iterator[tuple[Any, int, str]]:
    """Yield the dimensions of example inputs that have a Dim with a name."""
    if shapes is None:
        return
    try:
        given = inspect.signature(model.forward).bind(*args, **kwargs).arguments
    except (TypeError, ValueError):
        return
    yield from _walk(shapes, given if isinstance(shapes, Mapping) else list(given.values()))


def _walk(spec: Any, value: Any) -> Iterator[tuple[Any, int, str]]:
    if isinstance(value, torch.Tensor):
        dims = spec.items() if isinstance(spec, Mapping) else enumerate(spec) if isinstance(spec, list | tuple) else ()
        for axis, dim in dims:
            name = getattr(dim, "__name__", None)
            if isinstance(axis, int) and isinstance(name, str):
                yield value, axis % max(value.dim(), 1), name
    elif isinstance(spec, Mapping) and isinstance(value, Mapping):
        for key in spec.keys() & value.keys():
            yield from _walk(spec[key], value[key])
    elif isinstance(spec, list | tuple) and isinstance(value, list | tuple):
        for inner, item in zip(spec, value, strict=False):
            yield from _walk(inner, item)


#: Keywords that say where and how a tensor is stored; they do not change its elements.
PLACEMENT = frozenset({"device", "layout", "memory_format", "pin_memory", "non_blocking"})
NUMBER_TYPES = {bool: np.dtype(np.bool_), int: np.dtype(np.int64), float: np.dtype(np.float64)}
SYMBOL_TYPES = {torch.SymBool: bool, torch.SymInt: int, torch.SymFloat: float}


def graph_of_program(program: Any) -> Graph:
    """Return the graph of a functional program: its inputs in order, weights, the operations that the outputs need."""
    _warn_of_lost_changes(program)
    return _Reader(program).graph


def _warn_of_lost_changes(program: Any) -> None:
    """No instruction of the format writes a parameter or an input."""
    signature = program.graph_signature
    buffers = sorted(signature.buffers_to_mutate.values())
    by_placeholder = dict(zip(signature.user_inputs, _input_names(program), strict=False))
    inputs = [by_placeholder.get(name, name) for name in signature.user_inputs_to_mutate.values()]
    for what, names in (("buffers", buffers), ("inputs", inputs)):
        if names:
            _warn(
                f"the model changes its {what} {', '.join(names)}; the compiled model does not, every run starts anew"
            )


def _warn(text: str) -> None:
    """Warn at the line of the caller's own code that compiles the model."""
    level, frame = 1, sys._getframe(0)
    while frame.f_back is not None and frame.f_globals["__name__"].startswith("nacformats."):
        level, frame = level + 1, frame.f_back
    warnings.warn(text, stacklevel=level)


class _Reader:
    def __init__(self, program: Any) -> None:
        self.program = program
        self.graph = Graph("torch", "node", [])
        self.refs: dict[Any, Ref] = {}
        self.shared: dict[Any, Ref] = {}
        live = live_nodes(program)
        self.live = set(live)
        self._read_placeholders()
        for node in live:
            if node.op == "call_function":
                self._add(node, self._operation(node))
            elif node.op == "get_attr":
                self._add_weight(node, node.target, getattr(program.graph_module, node.target))
        self._read_outputs()

    @property
    def _next(self) -> int:
        return len(self.graph.values)

    def _add(self, node: Any, value: GraphValue) -> None:
        value.type = _type_of(node.meta.get("val"))
        self.refs[node] = Ref(value.index)
        self.graph.values.append(value)

    # what comes from outside

    def _read_placeholders(self) -> None:
        names = iter(_input_names(self.program))
        placeholders = [node for node in self.program.graph.nodes if node.op == "placeholder"]
        for node, spec in zip(placeholders, self.program.graph_signature.input_specs, strict=True):
            if spec.kind == InputKind.USER_INPUT:
                self._read_input(node, next(names, node.name))
            elif spec.kind in {InputKind.PARAMETER, InputKind.BUFFER, InputKind.CONSTANT_TENSOR}:
                self._add_weight(node, spec.target, _tensor(self.program, spec.target))
            elif node in self.live:
                reason = f"the model uses {spec.target!r}, which is no tensor"
                hint = "objects of custom classes have no form in a file"
                raise UnsupportedError(reason, expected="parameters, buffers and tensors", hint=hint)

    def _read_input(self, node: Any, name: str) -> None:
        """A number or text that the export has fixed is no input any more."""
        value = node.meta.get("val")
        if isinstance(value, torch.Tensor) or type(value) in SYMBOL_TYPES or node in self.live:
            self._add(node, Input(self._next, name))

    def _add_weight(self, node: Any, name: str, tensor: Any) -> None:
        if not isinstance(tensor, torch.Tensor):
            raise UnsupportedError(f"the model uses {name!r}, which is no tensor", actual=type(tensor).__name__)
        key = identity(tensor)
        if key is not None and key in self.shared:
            self.refs[node] = self.shared[key]
            return
        index = self._next
        self.graph.values.append(Weight(index, name, _type_of(tensor), load=partial(array_of_tensor, tensor, name)))
        self.refs[node] = Ref(index)
        if key is not None:
            self.shared[key] = Ref(index)

    # operations and results

    def _operation(self, node: Any) -> Operation:
        positional, keywords = _arguments(node)
        if dropped(node) != 0:
            reason = f"the model was exported in training mode: it drops at random in {place(node)}"
            raise UnsupportedError(reason, hint=f"{EVAL}; functions of torch.nn.functional are told by self.training")
        if operator_name(node) in {*DROPOUTS, NATIVE_DROPOUT} and len(positional) > 2:
            positional[2] = False
        operands = tuple(self._argument(argument) for argument in positional)
        attributes = {name: self._argument(value) for name, value in keywords.items()}
        attributes |= _default_dtype(node)
        return Operation(self._next, operator=operator_name(node), operands=operands, attributes=attributes)

    def _argument(self, argument: Any) -> Any:
        if isinstance(argument, torch.fx.Node):
            return self.refs[argument]
        if isinstance(argument, list | tuple):
            return [self._argument(item) for item in argument]
        if isinstance(argument, torch.dtype | torch.layout | torch.memory_format):
            return str(argument).removeprefix("torch.")
        if isinstance(argument, torch.device):
            return "cpu"
        return argument

    def _read_outputs(self) -> None:
        results = self.program.graph.output_node().args[0]
        specs = self.program.graph_signature.output_specs
        kept = [result for spec, result in zip(specs, results, strict=True) if spec.kind.name in RETURNED]
        names = _output_names(self.program, len(kept))
        outputs = [(name, result) for name, result in zip(names, kept, strict=True) if _is_value(name, result)]
        self.graph.outputs = tuple(self._result(name, result) for name, result in outputs)
        self.graph.output_names = tuple(name for name, _ in outputs)

    def _result(self, name: str, result: Any) -> Ref:
        if isinstance(result, torch.fx.Node):
            return self.refs[result]
        index = self._next
        type_ = ValueType(NUMBER_TYPES[type(result)], ())
        self.graph.values.append(Input(index, name, type_, lifted=True, default=result))
        return Ref(index)


def _is_value(name: str, result: Any) -> bool:
    """True for what a file can return: tensors and numbers; None is left out."""
    if isinstance(result, torch.fx.Node) or type(result) in NUMBER_TYPES:
        return True
    if result is not None:
        _warn(f"output {name!r} is the constant {result!r}, which is left out")
    return False


def _arguments(node: Any) -> tuple[list[Any], dict[str, Any]]:
    """Return the arguments that say something: those that have a position there, and the others by name."""
    positional = list(node.args)
    keywords = {name: value for name, value in node.kwargs.items() if value is not None and name not in PLACEMENT}
    if not keywords:
        return positional, keywords
    parameters = [parameter for parameter in node.target._schema.arguments if not parameter.kwarg_only]
    last = max((i for i, parameter in enumerate(parameters) if parameter.name in keywords), default=-1)
    positional += [
        keywords.pop(parameter.name, parameter.default_value) for parameter in parameters[len(positional) : last + 1]
    ]
    return positional, keywords


def _default_dtype(node: Any) -> dict[str, str]:
    """Return the type of what is made of numbers alone, where torch.set_default_dtype has made it
    another than float32.
    """
    value = node.meta.get("val")
    if not isinstance(value, torch.Tensor) or not value.is_floating_point() or value.dtype == torch.float32:
        return {}
    parameters = node.target._schema.arguments if isinstance(node.target, torch._ops.OpOverload) else []
    takes_tensors = any("Tensor" in str(parameter.type) for parameter in parameters)
    names = {parameter.name for parameter in parameters if parameter.kwarg_only}
    if takes_tensors or "dtype" not in names or node.kwargs.get("dtype") is not None:
        return {}
    return {"dtype": str(value.dtype).removeprefix("torch.")}


def _tensor(program: Any, name: str) -> Any:
    tensor = program.state_dict.get(name)
    return program.constants.get(name) if tensor is None else tensor


def _type_of(value: Any) -> ValueType:
    """Return the dtype and shape of what the export knows about a value."""
    if isinstance(value, torch.Tensor):
        shape: tuple[Dim, ...] = tuple(size if isinstance(size, int) else str(size) for size in value.shape)
        return ValueType(dtype_of_tensor(value.dtype), shape)
    number = NUMBER_TYPES.get(SYMBOL_TYPES.get(type(value), type(value)))
    return UNKNOWN if number is None else ValueType(number, ())


# names


def _input_names(program: Any) -> list[str]:
    """Return the inputs by path: the name of the argument, then keys and positions."""
    signature = program.module_call_graph[0].signature if program.module_call_graph else None
    spec = program.call_spec.in_spec
    if spec is None or len(spec.children()) != 2:
        return []
    arguments = getattr(signature, "forward_arg_names", None) or []
    positional, keywords = spec.children()
    named = []
    for position, path in ((int(path[0]), path) for path in _paths(positional)):
        first = arguments[position] if position < len(arguments) else f"arg{position}"
        named.append(".".join((first, *path[1:])))
    return _distinct([*named, *(".".join(path) for path in _paths(keywords))])


def _output_names(program: Any, count: int) -> list[str]:
    """Return the outputs by path: keys and positions, below "output" where the model returns a tuple or one tensor."""
    spec = program.call_spec.out_spec
    found = [] if spec is None else list(_paths(spec))
    if len(found) != count:
        found = [(str(position),) for position in range(count)]
    return _distinct(".".join(path if path and not path[0].isdecimal() else ("output", *path)) for path in found)


def _distinct(names: Iterable[str]) -> list[str]:
    """Return the names, with a number where one comes again."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return found


def _paths(spec: Any) -> Iterator[tuple[str, ...]]:
    """Return the keys and positions that lead to each leaf of a tree."""
    if spec.is_leaf():
        yield ()
        return
    children = spec.children()
    for name, child in zip(_names(spec, len(children)), children, strict=True):
        for path in _paths(child):
            yield (name, *path)


def _names(spec: Any, count: int) -> Sequence[str]:
    """Return the names of a node's children: keys of a mapping, fields of a named tuple, else positions."""
    context = spec.context
    if isinstance(context, type) and hasattr(context, "_fields"):
        context = context._fields
    candidates = [context, *context] if isinstance(context, list | tuple) else []
    for names in candidates:
        if isinstance(names, list | tuple) and len(names) == count and all(isinstance(n, str | int) for n in names):
            return [str(name) for name in names]
    return [str(position) for position in range(count)]


#: Names that configurations have for the size of the hidden state.
WIDTHS = ("hidden_size", "d_model", "n_embd", "hidden_dim")


def width_of(model: Any) -> int | None:
    """Return the size of the hidden state, where the configuration of a model says it."""
    config = getattr(model, "config", None)
    found = (getattr(config, name, None) for name in WIDTHS)
    return next((width for width in found if type(width) is int and 0 < width <= LARGEST_D_MODEL), None)


# models of PyTorch


def graph_of_module(
    model: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None, *, dynamic_shapes: Any = None
) -> Graph:
    """Return the graph of a Module or an ExportedProgram, in the compiler's dialect.

    A Module is exported as it is: call `eval()` first. Weights are not copied.

    Args:
        model: a torch.nn.Module or a torch.export.ExportedProgram.
        args, kwargs: example inputs of a Module.
        dynamic_shapes: which of their sizes may vary, as for torch.export.

    Raises:
        UnsupportedError: torch.export refuses the model, or operations of it cannot be expressed; all of them are
            named, each with its place in the model.
        TypeError: the example inputs are not those of the model's forward, or the model is of another class.
        ValueError: example inputs or dynamic_shapes are given for a model that is exported already.
    """
    if isinstance(model, torch.export.ExportedProgram):
        if args or kwargs or dynamic_shapes is not None:
            raise ValueError("a model that is exported already takes neither example inputs nor dynamic_shapes")
        return _graph_of(lambda: model)[0]
    graph, program = _graph_of(lambda: exported(model, args, kwargs or {}, dynamic_shapes))
    rename_symbols(graph, program, model, args, kwargs or {}, dynamic_shapes)
    graph.d_model = width_of(model)
    return graph


def _graph_of(program_of: Callable[[], Any]) -> tuple[Graph, Any]:
    """Return the graph of a program, traced quickly; what cannot be expressed takes another trace, which knows the
    lines.
    """
    with quick_tracing():
        program = program_of()
        with suppress(UnsupportedError):
            return graph_of_program(functional(program)), program
    program = program_of()
    return graph_of_program(functional(program)), program


def graph_of_exported_file(path: str | os.PathLike[str], *, trust: bool = False) -> Graph:
    """Return the graph of a file that torch.export.save wrote (`.pt2`).

    Args:
        trust: whether PyTorch may load the file as it is, which runs whatever programs it holds.

    Raises:
        UnsupportedError: PyTorch cannot load the file, parts of it are not data alone, or its operations cannot be
            expressed.
        InvalidError: the file is no archive, or a damaged one.
        LimitError: its weights or sizes are out of proportion.
        OSError: there is no such file.
    """
    program = loaded(path, trust=trust)
    if trust:
        return graph_of_program(functional(program))
    try:
        return graph_of_program(functional_of_stranger(program))
    except FormatError:
        raise
    except Exception as error:  # parts that contradict each other
        raise InvalidError(f"the exported program is damaged: {torch_message(error)}") from error
