"""Front ends: what a model of another library computes, as a Graph in the compiler's dialect."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from nacformats.api import load
from nacformats.formats.mic import MicGraph
from nacformats.graph.graph import Graph

MIND_SUFFIXES = frozenset({".mic2", ".micb"})
PROGRAM_SUFFIX = ".pt2"
#: Suffixes of files that hold a model which can be compiled, and what such a file is.
SUFFIXES = {
    ".onnx": "an ONNX model",
    PROGRAM_SUFFIX: "a program that torch.export.save wrote",
    **dict.fromkeys(sorted(MIND_SUFFIXES), "a Mind IR graph"),
}


def graph_of_model(
    model: Any,
    args: Sequence[Any] = (),
    kwargs: Mapping[str, Any] | None = None,
    *,
    dynamic_shapes: Any = None,
    parameters: Mapping[str, Any] | None = None,
    trust: bool = False,
) -> Graph:
    """The graph of a model of any library that the compiler knows; the arguments are those of nacformats.compile.

    Raises:
        UnsupportedError: it lists every operation that cannot be expressed, with its place in the model.
        ImportError: the library is not installed.
        TypeError: the model is of no known kind, or an argument does not go with it.
        ValueError: no known kind of file has the suffix.
    """
    if isinstance(model, str | os.PathLike):
        model = _opened(Path(model))
    read = _front_end(model)
    if read is not _graph_of_module and (args or kwargs or dynamic_shapes is not None):
        raise TypeError(
            "args, kwargs and dynamic_shapes are for a torch.nn.Module: this model says what its inputs are"
        )
    if read is not _graph_of_mind and parameters is not None:
        raise TypeError("parameters are for a Mind IR graph: this model has its own")
    if trust and read is not _graph_of_program:
        raise TypeError("trust is for a .pt2 file: nothing that another model holds is ever run")
    if read is _graph_of_program:
        return _graph_of_program(model, trust=trust)
    return read(model, args, kwargs or {}, dynamic_shapes, parameters or {})


def _opened(path: Path) -> Any:
    """Return the model of a file; its path if the front end reads the file itself."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        known = ", ".join(f"{suffix} ({what})" for suffix, what in SUFFIXES.items())
        raise ValueError(f"{path}: no model that can be compiled has this suffix: known are {known}")
    if suffix in MIND_SUFFIXES:
        return load(path)
    return path


def _front_end(model: Any) -> Callable[..., Graph]:
    if isinstance(model, MicGraph):
        return _graph_of_mind
    if isinstance(model, Path):
        return _graph_of_onnx if model.suffix.lower() == ".onnx" else _graph_of_program
    libraries = {base.__module__.partition(".")[0] for base in type(model).__mro__}
    if "onnx" in libraries:
        return _graph_of_onnx
    if "torch" in libraries:
        return _graph_of_module
    kinds = "a torch.nn.Module, an ExportedProgram, an ONNX model, a MicGraph, or the path of a file"
    raise TypeError(f"a {type(model).__name__} cannot be compiled: expected {kinds}")


def _graph_of_module(model: Any, args: Any, kwargs: Any, dynamic_shapes: Any, _parameters: Any) -> Graph:
    graph: Graph = _from("torch", "nacformats.compiler.frontends.torch_export").graph_of_module(
        model, args, kwargs, dynamic_shapes=dynamic_shapes
    )
    return graph


def _graph_of_program(path: Any, *_: Any, trust: bool = False) -> Graph:
    graph: Graph = _from("torch", "nacformats.compiler.frontends.torch_export").graph_of_exported_file(
        path, trust=trust
    )
    return graph


def _graph_of_onnx(model: Any, *_: Any) -> Graph:
    graph: Graph = _from("onnx", "nacformats.onnx.reading").graph_of_onnx(model)
    return graph


def _graph_of_mind(model: Any, _args: Any, _kwargs: Any, _dynamic_shapes: Any, parameters: Any) -> Graph:
    from nacformats.compiler.frontends.mind import graph_of_mind  # noqa: PLC0415

    return graph_of_mind(model, parameters)


def _from(library: str, module: str) -> Any:
    """Return the front end for a library, which is an extra of the same name."""
    try:
        import_module(library)
    except ImportError as error:
        raise ImportError(f"compiling this model needs {library}: pip install 'nacformats[{library}]'") from error
    return import_module(module)
