"""Errors for values that a run needs and nobody gave: their names, their users, and the shapes they must have."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from nacformats.errors import FormatError, InvalidError
from nacformats.graph.graph import Graph, GraphValue, Input, Lost, Operation, Ref, State, Weight, refs_of
from nacformats.runtime.aliasing import base_name
from nacformats.runtime.restoring import resolved_with_origins

#: The description that writers leave of a tensor: "Tensor_torch.Size([2, 3])_torch.int32".
_DESCRIPTION = re.compile(r"Size\(\[(?P<shape>[\d, ]*)\]\)_torch\.(?P<dtype>\w+)")
#: The most operations that are named as users of a value.
_MOST_CONSUMERS = 4

_Shape = tuple[int, ...]
#: (name of the parameter, arguments, shape of an argument where it is known) -> the shape in words, or "".
_Rule = Callable[[str, Mapping[str, Any], Callable[[str], _Shape | None]], str]


def missing_values(graph: Graph, missing: Sequence[GraphValue]) -> FormatError:
    """Return one error for all missing values; its place is that of the first."""
    first, *others = missing
    if graph.path:  # arguments are for the values of the program itself
        return graph.error(InvalidError, first, _reason(first), hint="no argument of a training step supplies it")
    shapes = _implied_shapes(graph, {value.index for value in missing})
    hint = _remedy(first, "supply it: ") + _taken(graph, first, shapes)
    for value in others:
        place = f"{graph.unit} {value.index} ({value.label})"
        hint += f"; missing as well: {place}: {_reason(value)}: {_remedy(value)}{_taken(graph, value, shapes)}"
    return graph.error(InvalidError, first, _reason(first), hint=hint)


def _reason(value: GraphValue) -> str:
    match value:
        case Weight():
            return "the file holds no tensor for it"
        case State():
            return f"state {value.state_id} has no value"
        case Input(lost=reason) | Lost(reason=reason) if reason:
            return reason
    return "no value was given"


def _remedy(value: GraphValue, verb: str = "") -> str:
    match value:
        case Weight():
            return "give it: parameters={name: array}, or --parameters FILE.npz"
        case State():
            return "set session.states[...]"
    return f"{verb}values={{{value.index}: array}}, or as the input {value.name or f'value{value.index}'!r}"


def _taken(graph: Graph, value: GraphValue, shapes: Mapping[int, str]) -> str:
    """Return a text that says which operations take a value, and in what shape as far as that follows."""
    consumers = [each for each in graph.every(Operation) if any(ref.index == value.index for ref in refs_of(each))]
    named = [f"{graph.unit} {each.index} ({each.label})" for each in consumers[:_MOST_CONSUMERS]]
    named += [f"{len(consumers) - _MOST_CONSUMERS} more"] if len(consumers) > _MOST_CONSUMERS else []
    named += ["the outputs"] if any(ref.index == value.index for ref in graph.outputs) else []
    taken = f"; taken by {' and '.join(named)}" if named else ""
    described = _DESCRIPTION.search(value.lost) if isinstance(value, Input) else None
    shape = f"{described['dtype']}[{described['shape']}]" if described else shapes.get(value.index, "")
    return f"{taken}, as {shape}" if shape else taken


def _implied_shapes(graph: Graph, indices: set[int]) -> dict[int, str]:
    """Return the shapes of values, as far as the operations that take them tell."""
    try:
        spelled, origins = resolved_with_origins(graph)
    except FormatError:
        return {}
    found: dict[int, str] = {}
    for operation in spelled.every(Operation):
        rule = _RULES.get(base_name(operation.operator))
        for name, argument in operation.attributes.items() if rule else ():
            index = origins[argument.index] if isinstance(argument, Ref) else -1
            if rule and index in indices and index not in found:
                said = rule(name, operation.attributes, partial(_shape, spelled, operation.attributes))
                found |= {index: said} if said else {}
    return found


def _shape(graph: Graph, arguments: Mapping[str, Any], name: str) -> _Shape | None:
    """Return the shape of an argument, if it is a weight or an input that declares one."""
    argument = arguments.get(name)
    value = graph.values[argument.index] if isinstance(argument, Ref) else None
    if value is None:
        return None
    if value.type.shape is not None:
        return tuple(dim for dim in value.type.shape if isinstance(dim, int))
    try:
        return value.load().shape if isinstance(value, Weight) and value.load is not None else None
    except FormatError:
        return None


def _listed(name: str, *of: str) -> _Rule:
    """Return the shape is an argument, for some of the parameters."""

    def rule(parameter: str, arguments: Mapping[str, Any], _shape_of: Any) -> str:
        sizes = arguments.get(name)
        is_known = isinstance(sizes, list) and all(isinstance(size, int) for size in sizes)
        return f"shape {sizes}" if parameter in of and is_known else ""

    return rule


def _alike(*names: str) -> _Rule:
    """Some arguments have one shape."""

    def rule(parameter: str, _arguments: Any, shape_of: Callable[[str], _Shape | None]) -> str:
        known = [shape for name in names if (shape := shape_of(name)) is not None]
        return f"shape {list(known[0])}" if parameter in names and known else ""

    return rule


def _broadcast(parameter: str, arguments: Mapping[str, Any], shape_of: Callable[[str], _Shape | None]) -> str:
    known = [shape for name in arguments if name != parameter and (shape := shape_of(name))]
    return f"a shape that broadcasts to {list(max(known, key=math.prod))}" if known else ""


def _layer(parameter: str, _arguments: Any, shape_of: Callable[[str], _Shape | None]) -> str:
    """Return a linear layer or a convolution: input and bias follow from the weight."""
    weight = shape_of("weight")
    if not weight or parameter not in ("input", "bias"):
        return ""
    if parameter == "bias":
        return f"shape [{weight[0]}]"
    return f"shape [..., {weight[-1]}]" if len(weight) == 2 else f"{len(weight)} dimensions"


def _product(parameter: str, _arguments: Any, shape_of: Callable[[str], _Shape | None]) -> str:
    """Return a matrix product: the inner sizes agree."""
    if parameter == "self" and (other := shape_of("other") or shape_of("mat2")):
        return f"shape [..., {other[-2] if len(other) > 1 else other[0]}]"
    if parameter in ("other", "mat2") and (first := shape_of("self")):
        return f"shape [..., {first[-1]}, n]"
    return ""


def _elements(parameter: str, arguments: Mapping[str, Any], _shape_of: Any) -> str:
    sizes = arguments.get("shape", arguments.get("size"))
    if parameter != "self" or not isinstance(sizes, list) or not all(isinstance(size, int) for size in sizes):
        return ""
    return f"{math.prod(sizes)} elements" if min(sizes, default=0) >= 0 else f"the elements of {sizes}"


def _indices(parameter: str, _arguments: Any, _shape_of: Any) -> str:
    return "integers of any shape" if parameter == "indices" else ""


_NORM = _alike("weight", "bias", "running_mean", "running_var")
_RULES: dict[str, _Rule] = {
    "layer_norm": _listed("normalized_shape", "weight", "bias"),
    "native_layer_norm": _listed("normalized_shape", "weight", "bias"),
    "rms_norm": _listed("normalized_shape", "weight"),
    **dict.fromkeys(("batch_norm", "native_batch_norm", "_native_batch_norm_legit_no_training", "group_norm"), _NORM),
    **dict.fromkeys(("linear", "conv1d", "conv2d", "conv3d", "convolution"), _layer),
    **dict.fromkeys(("matmul", "mm", "bmm"), _product),
    **dict.fromkeys(("view", "reshape", "_unsafe_view"), _elements),
    **dict.fromkeys(("add", "sub", "mul", "div", "minimum", "maximum", "where", "masked_fill", "pow"), _broadcast),
    "embedding": _indices,
}
