"""The front end of PyTorch: torch.export, then functional operations (extra `torch`).

exporting:  Module -> ExportedProgram
stored:     file -> ExportedProgram
functional: ExportedProgram -> one without changes in place, regions, and operations that nobody has
reading:    ExportedProgram -> Graph
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import torch

from nacformats.compiler.frontends.torch_export.exporting import exported, quick_tracing, torch_message
from nacformats.compiler.frontends.torch_export.functional import functional, functional_of_stranger
from nacformats.compiler.frontends.torch_export.reading import graph_of_program, rename_symbols, width_of
from nacformats.compiler.frontends.torch_export.stored import loaded
from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.graph.graph import Graph

__all__ = ["graph_of_exported_file", "graph_of_module"]


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
