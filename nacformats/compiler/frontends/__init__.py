"""Front ends: what a model of another library computes, as a Graph in the compiler's dialect.

The one of Mind IR is here; those of PyTorch and ONNX need libraries, and are imported when a model of theirs comes.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats.api import is_onnx_file, load
from nacformats.codec.columns.arrays import Array
from nacformats.errors import InvalidError
from nacformats.formats.mic import MicGraph
from nacformats.graph.graph import Graph, GraphValue, Input, Operation, Weight
from nacformats.graph.models import graph_of
from nacformats.ops.dtypes import array_of
from nacformats.ops.schemas import KERNELS
from nacformats.restoring.resolved import resolved
from nacformats.runtime.steps.inference import infer

MIND_SUFFIXES = frozenset({".mic2", ".micb"})
PROGRAM_SUFFIX = ".pt2"
#: Suffixes of files that hold a model which can be compiled, and what such a file is.
SUFFIXES = {
    ".onnx": "an ONNX model",
    PROGRAM_SUFFIX: "a program that torch.export.save wrote",
    **dict.fromkeys(sorted(MIND_SUFFIXES), "a Mind IR graph"),
}

#: What to do with what holds weights and no program.
_WEIGHTS = "holds weights and no program: make the torch.nn.Module, load them into it, and compile that in Python"
#: What to do with other files, by suffix.
_NO_MODELS = {
    **dict.fromkeys((".pt", ".pth", ".bin", ".ckpt", ".safetensors"), _WEIGHTS),
    ".gguf": f"{_WEIGHTS}; `nacformats convert` makes other files of them",
    ".nac": "is compiled already: `nacformats run` runs it, nacformats.load opens it",
}

#: Libraries whose models can be compiled, and the front end for each, which is imported when a model of it comes.
_FRONT_ENDS = {"onnx": "nacformats.onnx.reading", "torch": "nacformats.compiler.frontends.torch_export.reading"}


def graph_of_model(
    model: Any,
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] | None = None,
    *,
    dynamic_shapes: Any = None,
    parameters: Mapping[str, Any] | None = None,
    trust: bool = False,
) -> Graph:
    """Return the graph of a model of any library that the compiler knows; the arguments are those of
    nacformats.compile.

    Raises:
        UnsupportedError: it lists every operation that cannot be expressed, with its place in the model.
        ImportError: the library is not installed.
        TypeError: the model is of no known kind, or an argument does not go with it.
        ValueError: no known kind of file has the suffix.
    """
    if isinstance(model, str | os.PathLike):
        model = _opened(Path(model))
    _check_examples(args, kwargs)
    library = _library_of(model)
    is_program = library == "torch" and isinstance(model, Path)
    if (library != "torch" or is_program) and (args or kwargs or dynamic_shapes is not None):
        raise TypeError(
            "args, kwargs and dynamic_shapes are for a torch.nn.Module: this model says what its inputs are"
        )
    if library != "mind" and parameters is not None:
        raise TypeError("parameters are for a Mind IR graph: this model has its own")
    if trust and not is_program:
        raise TypeError("trust is for a .pt2 file: nothing that another model holds is ever run")
    if library == "mind":
        return _graph_of_mind(model, parameters or {})
    front_end: Any = _front_end(library)
    if library == "onnx":
        graph: Graph = front_end.graph_of_onnx(model)
    elif is_program:
        graph = front_end.graph_of_exported_file(model, trust=trust)
    else:
        graph = front_end.graph_of_module(model, args, kwargs or {}, dynamic_shapes=dynamic_shapes)
    return graph


def _check_examples(args: Any, kwargs: Any) -> None:
    """Raise TypeError for examples that are no tuple and no dict: the rows of a tensor would be taken for arguments."""
    if isinstance(args, Mapping):
        raise TypeError("args: expected a tuple of example inputs, got a dict: inputs by name are kwargs")
    if not isinstance(args, tuple | list):
        raise TypeError(f"args: expected a tuple of example inputs, got one {type(args).__name__}: write (example,)")
    if not isinstance(kwargs, Mapping | None):
        raise TypeError(f"kwargs: expected a dict of example inputs by name, got {type(kwargs).__name__}")
    if any(isinstance(each, np.ndarray | np.generic) for each in (*args, *(kwargs or {}).values())):
        raise TypeError("the example inputs are arrays of NumPy: torch.as_tensor(array) makes tensors of them")


def _opened(path: Path) -> Any:
    """Return the model of a file; its path if the front end reads the file itself."""
    if (reason := why_not_compiled(path)) is not None:
        raise ValueError(reason)
    suffix = path.suffix.lower()
    if suffix in MIND_SUFFIXES:
        return load(path)
    return path


def why_not_compiled(path: Path) -> str | None:
    """Return why a path is not one of a model that can be compiled, with what to do; None when it may be."""
    suffix = path.suffix.lower()
    if path.is_dir():
        return f"{path}: is a folder: give the model in it, {' or '.join(SUFFIXES)}; a checkpoint {_WEIGHTS}"
    if suffix in SUFFIXES or (suffix not in _NO_MODELS and is_onnx_file(path)):
        return None
    if suffix in _NO_MODELS:
        return f"{path}: {_NO_MODELS[suffix]}"
    known = ", ".join(f"{suffix} ({what})" for suffix, what in SUFFIXES.items())
    return f"{path}: no model that can be compiled has this suffix: known are {known}"


def _library_of(model: Any) -> str:
    """Return the library that a model is of."""
    if isinstance(model, MicGraph):
        return "mind"
    if isinstance(model, Path):
        return "torch" if model.suffix.lower() == PROGRAM_SUFFIX else "onnx"
    libraries = {base.__module__.partition(".")[0] for base in type(model).__mro__}
    for library in _FRONT_ENDS:
        if library in libraries:
            return library
    if isinstance(model, Mapping):
        raise TypeError(f"a {type(model).__name__} {_WEIGHTS}")
    if isinstance(model, type):
        raise TypeError(f"{model.__name__} is a class: compile an instance of it")
    kinds = "a torch.nn.Module, an ExportedProgram, an ONNX model, a MicGraph, or the path of a file"
    raise TypeError(f"a {type(model).__name__} cannot be compiled: expected {kinds}")


def _front_end(library: str) -> ModuleType:
    """Return the front end for a library, which is an extra of the same name."""
    try:
        import_module(library)
    except ImportError as error:
        raise ImportError(f"compiling this model needs {library}: pip install 'nacformats[{library}]'") from error
    return import_module(_FRONT_ENDS[library])


def _graph_of_mind(mic: MicGraph, parameters: Mapping[str, npt.ArrayLike]) -> Graph:
    """Return the graph of a Mind IR graph, which has no weights of its own.

    Args:
        mic: the graph.
        parameters: weights by name; a parameter that has none becomes an input.

    Raises:
        InvalidError: the graph is not valid, there is no such parameter, or its shape is another one.
    """
    graph = graph_of(mic)
    infer(graph)
    arrays = {name: np.asarray(array_of(value)) for name, value in parameters.items()}
    unknown = arrays.keys() - {weight.name for weight in graph.every(Weight)}
    if unknown:
        known = ", ".join(weight.name for weight in graph.every(Weight)) or "no parameters"
        reason = f"the graph has no parameter {min(unknown)!r}"
        raise InvalidError(reason, format=graph.format, path="parameters", expected=known)
    found = resolved(replace(graph, values=[_given(graph, value, arrays) for value in graph.values]))
    return replace(found, values=[_positional(value) for value in found.values])


def _positional(value: GraphValue) -> GraphValue:
    """Return an operation with the arguments that are not keyword-only among the operands, as PyTorch exports it."""
    kernel = KERNELS.get(value.operator) if isinstance(value, Operation) else None
    if not isinstance(value, Operation) or kernel is None or kernel.parameters is None or value.operands:
        return value
    attributes = dict(value.attributes)
    parameters = [parameter for parameter in kernel.parameters if not parameter.keyword_only]
    while parameters and parameters[-1].name not in attributes:
        parameters.pop()
    operands = tuple(attributes.pop(parameter.name, parameter.default) for parameter in parameters)
    return replace(value, operands=operands, attributes=attributes)


def _given(graph: Graph, value: GraphValue, arrays: Mapping[str, Array]) -> GraphValue:
    """Return a parameter with its array, or as an input; any other value as it is."""
    if not isinstance(value, Weight):
        return value
    if value.name not in arrays:
        return Input(value.index, value.name, value.type, value.offset, value.line)
    array = arrays[value.name].astype(value.type.dtype, copy=False)
    shape = value.type.shape or ()
    fits = len(shape) == array.ndim and all(
        isinstance(dim, str) or dim == size for dim, size in zip(shape, array.shape, strict=True)
    )
    if not fits:
        raise graph.error(
            InvalidError, value, "its array has another shape", expected=str(value.type), actual=str(list(array.shape))
        )
    return replace(value, load=lambda: array)
