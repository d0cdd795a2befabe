"""A model of any kind as it is compared: its program, its graph of operators, its parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from nacformats.comparing.graphs import rows_of_graph
from nacformats.comparing.models import tensors_of_mic, tensors_of_stb, tensors_of_weights
from nacformats.comparing.nac import tensors_of_nac
from nacformats.comparing.onnx import ComparedOnnx
from nacformats.comparing.parameters import ComparableTensor
from nacformats.comparing.programs import rows_of_mic, rows_of_nac
from nacformats.comparing.rows import ComparableProgram
from nacformats.formats import format_named, formats
from nacformats.formats.generic import Tree
from nacformats.formats.mic import MicGraph
from nacformats.formats.nac import NacFile
from nacformats.formats.stb import StbFile
from nacformats.formats.weights import WeightFile
from nacformats.graph.models import graph_of


@dataclass(frozen=True, slots=True)
class ComparableModel:
    """The parts of a model that can be compared.

    Attributes:
        model: as `load` gives it.
        title: of its format.
        program: gives its program as the file has it; None where it has none.
        graph: gives its program as a graph of operators, which models of other formats have as well; None where it has
            none. Raises FormatError.
        tensors: gives its parameters by name; None where it has none.
    """

    model: Any
    title: str
    program: Callable[[], ComparableProgram] | None = None
    graph: Callable[[], ComparableProgram] | None = None
    tensors: Callable[[], Mapping[str, ComparableTensor]] | None = None


def comparable_model(model: Any, names: Mapping[int, str] | None = None) -> ComparableModel:
    """Return what can be compared of a model. names: of the tensors of an STB file, by id."""
    title = _title(model)
    match model:
        case ComparableModel():
            return model
        case NacFile():
            return ComparableModel(
                model,
                title,
                lambda: rows_of_nac(model),
                lambda: rows_of_graph(graph_of(model)),
                lambda: tensors_of_nac(model),
            )
        case MicGraph():
            return ComparableModel(
                model,
                title,
                lambda: rows_of_mic(model),
                lambda: rows_of_graph(graph_of(model)),
                lambda: tensors_of_mic(model),
            )
        case ComparedOnnx():
            return ComparableModel(model, "ONNX", model.program, lambda: rows_of_graph(model.graph()), model.tensors)
        case StbFile():
            return ComparableModel(model, title, tensors=lambda: tensors_of_stb(model, names))
        case WeightFile():
            return ComparableModel(model, title, tensors=lambda: tensors_of_weights(model))
    return ComparableModel(model, title)


def _title(model: Any) -> str:
    name = getattr(model, "format", None)
    found = format_named(name) if isinstance(name, str) else None
    if found is None and isinstance(model, Tree):
        return str(name)
    if found is None:
        found = next((each for each in formats().values() if each.holds(model)), None)
    if found is None:
        return type(model).__name__
    source = getattr(model, "source", None)
    return found.title if source is None else found.title_of(source)
