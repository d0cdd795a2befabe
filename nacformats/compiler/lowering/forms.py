"""The forms of an operation: with a standard NAC name, where that means the same, or with its own full name."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from nacformats.graph.binding import OperatorCall
from nacformats.graph.graph import GraphOperand, Operation, Ref, ValueType, meaning_of
from nacformats.ops.dtypes import CATEGORY, category
from nacformats.ops.names import ATEN
from nacformats.ops.promotion import number_type
from nacformats.ops.schemas import KERNELS, KernelParameter
from nacformats.ops.table import marked, principal_name

#: Arguments that mean nothing to a file: where tensors are, how they are laid out, which library computes.
_PLACEMENT_KINDS = frozenset({"layout", "device"})
_PLACEMENT_NAMES = frozenset({"pin_memory", "non_blocking", "copy", "cudnn_enable", "cudnn_enabled"})
#: Operations that give their first operand.
_IDENTITIES = marked("identity") | {"nac.pass"}
#: Identities as long as the model does not train, which their last argument says.
_UNLESS_TRAINED = frozenset({ATEN.dropout.default, ATEN.feature_dropout.default})

#: Arguments that a standard operation lacks: it is ATen's operation only without them.
_WITHOUT = {"nac.add": "alpha", "nac.sub": "alpha"}

_RESHAPE = ATEN.reshape.default
_FILLS = frozenset({ATEN.masked_fill.Scalar, ATEN.masked_fill.Tensor})
#: Operations that become a view of the shape that their result has, where it is known.
_RESHAPING = frozenset({ATEN.squeeze.default, ATEN.squeeze.dim, ATEN.squeeze.dims, ATEN.flatten.using_ints})


@dataclass(frozen=True)
class Form:
    """A way to write an operation.

    Attributes:
        name: of the operation in the file.
        call: what a reader makes of it.
        order: parameters in the order of the file, where it is not that of the schema.
    """

    name: str
    call: OperatorCall
    order: tuple[str, ...] = ()


def without_idle(call: OperatorCall) -> OperatorCall:
    """Return a call without the arguments that mean nothing to a file."""
    parameters = {parameter.name: parameter for parameter in call.parameters or ()}
    kept = {name: value for name, value in call.arguments.items() if not _is_idle(parameters[name], value)}
    return replace(call, arguments=kept)


def _is_idle(parameter: KernelParameter, value: GraphOperand) -> bool:
    """True if the operation is the same without an argument."""
    if parameter.required:
        return False
    if parameter.kind in _PLACEMENT_KINDS or parameter.name in _PLACEMENT_NAMES:
        return True
    is_each = parameter.is_list and isinstance(parameter.default, int | float) and isinstance(value, list) and value
    return bool(is_each) and all(meaning_of(item) == meaning_of(parameter.default) for item in value)


#: Types of the operands, by the index of their Ref, and of the result.
Types = Callable[[Ref], ValueType]


def is_identity(operator: str, arguments: Sequence[GraphOperand]) -> bool:
    """True if an operation gives its first operand as it is; arguments: those of its schema, in order."""
    untrained = operator in _UNLESS_TRAINED and len(arguments) == 3 and arguments[2] is False
    return operator in _IDENTITIES or untrained


@cache
def needs_types(operator: str) -> bool:
    """True if the forms of an operation depend on the types of its operands or its result."""
    return principal_name(operator) in {*_RESHAPING, *_FILLS}


def forms(
    operation: Operation, call: OperatorCall, types: Types, named: tuple[str, str], standard: Container[str]
) -> Iterator[Form]:
    """Yield the ways to write an operation, the preferred one first; the last one has its own full name.

    Args:
        operation, call: what is written, and with its arguments by parameter.
        types: those of the results that it takes.
        named: its standard name, and the operation that readers make of it; see `standard_name`.
        standard: the names that the version of the format has a number for.
    """
    yield from (form for form in _standard_forms(call, types, operation.type, named) if form.name in standard)
    yield Form(operation.operator, call)


def _standard_forms(call: OperatorCall, types: Types, result: ValueType, named: tuple[str, str]) -> Iterator[Form]:
    name, read_as = named
    if name and _WITHOUT.get(name) not in call.arguments:
        yield Form(name, _as(call, read_as))
    if call.operator in _SPECIAL:
        yield from _SPECIAL[call.operator](call, types, result)


def _as(call: OperatorCall, operator: str) -> OperatorCall:
    """Return the same arguments, by position, for another operation."""
    if operator == call.operator or call.parameters is None:
        return call
    pairs = zip(call.parameters, KERNELS[operator].parameters or (), strict=False)
    return _known_call(
        operator, {new.name: call.arguments[old.name] for old, new in pairs if old.name in call.arguments}
    )


def _known_call(operator: str, arguments: dict[str, GraphOperand]) -> OperatorCall:
    return OperatorCall(operator, KERNELS[operator].parameters, arguments)


def _reversed_subtraction(call: OperatorCall, _types: Types, _result: ValueType) -> Iterator[Form]:
    """rsub(self, other) is other - self."""
    if "alpha" not in call.arguments:
        swapped: dict[str, Any] = {"self": call.arguments["other"], "other": call.arguments["self"]}
        yield Form("nac.sub", _known_call(ATEN.sub.Tensor, swapped))


def _mask_fill(call: OperatorCall, types: Types, _result: ValueType) -> Iterator[Form]:
    """masked_fill(self, mask, value) is where(mask, value, self), as long as the value does not change the dtype."""
    x, mask, value = (call.arguments[name] for name in ("self", "mask", "value"))
    dtype = types(x).dtype if isinstance(x, Ref) else None
    if dtype not in CATEGORY or dtype is None:
        return
    if isinstance(value, Ref):
        if types(value).dtype == dtype and call.operator == ATEN.masked_fill.Tensor:
            arguments = {"condition": mask, "self": value, "other": x}
            yield Form("nac.where", _known_call(ATEN.where.self, arguments))
    elif isinstance(value, bool | int | float) and category(number_type(value)) <= category(dtype):
        yield Form("nac.where", call, order=("mask", "value", "self"))


def _view_of_known_shape(call: OperatorCall, _types: Types, result: ValueType) -> Iterator[Form]:
    """Yield a view with the shape of the result; one size may be left to the reader, unless a squeeze
    might remove it.
    """
    if result.shape is None:
        return
    shape = [dim if isinstance(dim, int) else -1 for dim in result.shape]
    unknown = shape.count(-1)
    if unknown > 1 or (unknown and (call.operator != ATEN.flatten.using_ints or math.prod(shape) == 0)):
        return
    yield Form("nac.view", _known_call(_RESHAPE, {"self": call.arguments["self"], "shape": shape}))


_SPECIAL: dict[str, Callable[[OperatorCall, Types, ValueType], Iterator[Form]]] = {
    ATEN.rsub.Tensor: _reversed_subtraction,
    ATEN.rsub.Scalar: _reversed_subtraction,
    **dict.fromkeys(_FILLS, _mask_fill),
    **dict.fromkeys(_RESHAPING, _view_of_known_shape),
}
