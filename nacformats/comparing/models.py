"""Models of any kind as they are compared: programs, graphs of operators, parameters, and the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Any

import numpy as np

from nacformats.codec.streams import Buffer
from nacformats.codec.trees.values import enum_name
from nacformats.comparing import nac
from nacformats.comparing.alignment import aligned_places
from nacformats.comparing.core import Compare, Difference, ModelComparison, comparison_key
from nacformats.comparing.nac import tensors_of_nac
from nacformats.comparing.onnx import ComparedOnnx, compare_onnx
from nacformats.comparing.parameters import ComparableTensor
from nacformats.comparing.programs import constant_operand, mic_parameter_names, rows_of_graph, rows_of_mic, rows_of_nac
from nacformats.comparing.rows import ComparableProgram
from nacformats.errors import FormatError
from nacformats.formats import format_named, formats
from nacformats.formats.generic import Tree, TreeFields, fields_of
from nacformats.formats.gguf import GgufFile
from nacformats.formats.mic import Arg, MicGraph, Param, TensorType
from nacformats.formats.nac import NacFile
from nacformats.formats.safetensors import SafetensorsFile
from nacformats.formats.stb import StbFile, StbTensor
from nacformats.formats.weights import NamedTensor, WeightFile
from nacformats.graph.models import graph_of

#: Longer lists of a tree, in elements of both, are compared place by place.
_MOST_ALIGNED = 1 << 18


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
        case ComparedOnnx():
            return ComparableModel(model, "ONNX", model.program, lambda: rows_of_graph(model.graph()), model.tensors)
        case NacFile():
            return _with_program(model, title, rows_of_nac, tensors_of_nac)
        case MicGraph():
            return _with_program(model, title, rows_of_mic, tensors_of_mic)
        case StbFile():
            return ComparableModel(model, title, tensors=lambda: tensors_of_stb(model, names))
        case WeightFile():
            return ComparableModel(model, title, tensors=lambda: tensors_of_weights(model))
    return ComparableModel(model, title)


def _with_program(
    model: Any,
    title: str,
    rows: Callable[[Any], ComparableProgram],
    tensors: Callable[[Any], dict[str, ComparableTensor]],
) -> ComparableModel:
    return ComparableModel(
        model, title, partial(rows, model), lambda: rows_of_graph(graph_of(model)), partial(tensors, model)
    )


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


def tensors_of_stb(stb: StbFile, names: Mapping[int, str] | None = None) -> dict[str, ComparableTensor]:
    """Return the tensors by their names in the sidecar, else by their ids or, where one is repeated, their places."""
    ids = stb.tensors.ids()
    unique = len(set(ids)) == len(ids)
    found = {}
    for place, number in enumerate(ids):
        name = (names or {}).get(number, f"id={number}") if unique else f"tensors[{place}]"
        found[name] = _stb_tensor(stb.tensors[place], place)
    return found


def _stb_tensor(tensor: StbTensor, place: int) -> ComparableTensor:
    dtype, layout = (enum_name(each) or f"{each}" for each in (tensor.dtype, tensor.layout))
    aspects = (
        ("rank", constant_operand(tensor.rank)),
        ("layout", constant_operand(layout)),
        ("dims", constant_operand(tensor.dims)),
    )
    try:
        kind, shape = str(tensor.numpy_dtype), tensor.shape
    except FormatError:
        kind, shape = dtype, tensor.dims
    return ComparableTensor(kind, shape, f"tensors[{place}]", aspects, lambda: tensor.raw, tensor.array)


def tensors_of_weights(file: WeightFile) -> dict[str, ComparableTensor]:
    """Return the tensors of a file that has them by name."""
    return {name: _named_tensor(tensor, place) for place, (name, tensor) in enumerate(file.tensors.items())}


def _named_tensor(tensor: NamedTensor, place: int) -> ComparableTensor:
    kind = tensor.dtype if tensor.numpy_dtype is None else str(tensor.numpy_dtype)
    return ComparableTensor(kind, tensor.shape, f"tensors[{place}]", (), lambda: tensor.raw, tensor.array)


def tensors_of_mic(graph: MicGraph) -> dict[str, ComparableTensor]:
    """Return the parameters of a Mind IR graph, which has their types only."""
    found = {}
    for place, name in mic_parameter_names(graph).items():
        number = graph.values[place].type  # type: ignore[union-attr]
        kind = graph.types[number] if 0 <= number < len(graph.types) else TensorType("?")
        dims = tuple(int(dim) if dim.isascii() and dim.isdigit() else dim for dim in kind.dims)
        found[name] = ComparableTensor(kind.dtype, dims, f"values[{place}]")
    return found


def other_differences(first: Any, second: Any) -> Iterator[Difference]:
    """Yield the places at which two models of one kind differ beside programs and parameters, as they are found.

    Raises:
        FormatError: a part that is read only now is wrong.
    """
    return ModelComparison(_BY_TYPE).compare("", first, second)


def _trees(comparison: ModelComparison, path: str, first: Tree, second: Tree) -> Iterator[Difference]:
    return comparison.compare(path, fields_of(first.fields), fields_of(second.fields))


def _lists(comparison: ModelComparison, path: str, first: list[Any], second: list[Any]) -> Iterator[Difference]:
    """Compare two lists of a tree, aligned: an element that was inserted changes none of those that follow."""
    if len(first) + len(second) > _MOST_ALIGNED:
        yield from comparison.sequences(path, first, second)
        return
    numbers: dict[str | bytes, int] = {}
    one, other = (
        np.array([numbers.setdefault(comparison_key(_content(each)), len(numbers)) for each in side], np.int64)
        for side in (first, second)
    )
    equal = [(place, partner) for place, partner in enumerate(aligned_places(one, other).tolist()) if partner >= 0]
    start = other_start = 0
    for stop, other_stop in (*equal, (len(first), len(second))):
        for place, partner in zip_longest(range(start, stop), range(other_start, other_stop)):
            if partner is None:
                yield Difference(f"{path}[{place}]", first[place], None, "first")
            elif place is None:
                yield Difference(f"{path}[{partner}]", None, second[partner], "second")
            else:
                number = f"{place}" if place == partner else f"{place} -> {partner}"
                yield from comparison.compare(f"{path}[{number}]", first[place], second[partner])
        start, other_start = stop + 1, other_stop + 1


def _content(value: Any) -> Any:
    """Return a part of a tree without what is derived from the rest, such as offsets."""
    if isinstance(value, TreeFields):
        return [(name, _content(each)) for name, each in value.items() if name not in value.derived]
    if isinstance(value, Buffer):
        return bytes(value)
    return [_content(each) for each in value] if isinstance(value, list) else value


def _fields(comparison: ModelComparison, path: str, first: TreeFields, second: TreeFields) -> Iterator[Difference]:
    """Compare what writing would not derive from the rest."""
    one, other = (
        {name: value for name, value in fields.items() if name not in fields.derived} for fields in (first, second)
    )
    return comparison.mappings(path, one, other, "{}.{}" if path else "{}{}")


def _graphs(comparison: ModelComparison, _path: str, first: MicGraph, second: MicGraph) -> Iterator[Difference]:
    """Compare the symbols, and the types that no value has: the others are compared with the values."""
    yield from comparison.compare("symbols", first.symbols, second.symbols)
    unused = [_unused_types(graph) for graph in (first, second)]
    for side, only in enumerate(("first", "second")):
        known = set((second, first)[side].types)
        for kind in unused[side]:
            if kind not in known:
                yield Difference("types", None if side else kind, kind if side else None, only)


def _unused_types(graph: MicGraph) -> list[TensorType]:
    """Return the types that no value has, each once."""
    used = {value.type for value in graph.values if isinstance(value, Arg | Param)}
    return list(dict.fromkeys(kind for number, kind in enumerate(graph.types) if number not in used))


def _gguf_files(comparison: ModelComparison, _path: str, first: GgufFile, second: GgufFile) -> Iterator[Difference]:
    """Compare the versions, and the metadata with their types."""
    yield from comparison.attributes("", first, second, ("version", "metadata"))
    for key in first.metadata:
        if key in second.metadata:
            types = first.metadata.type_of(key), second.metadata.type_of(key)
            yield from comparison.compare(f"metadata[{key}].type", *types)


#: What is compared of a model, or how.
_BY_TYPE: dict[type, Compare | tuple[str, ...]] = {
    **nac.BY_TYPE,
    MicGraph: _graphs,
    ComparedOnnx: compare_onnx,
    StbFile: (),
    SafetensorsFile: ("metadata",),
    GgufFile: _gguf_files,
    Tree: _trees,
    TreeFields: _fields,
    list: _lists,
}
