"""Forms of operations with a standard NAC name and its arguments (specification 1.2 and 5.1.3).

The public compiler translates by name alone, and so loses what the standard operation does not have: alpha, a cast, the
dimension of a squeeze. Here a form is offered only where the standard operation means the same to every reader;
whether our own runtime reads it back as the operation that was meant is tested for each form (see `forms`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from nacformats.graph.graph import GraphOperand, Operation, Ref, ValueType, meaning_of
from nacformats.runtime.kernels._promotion import CATEGORY, category, number_type
from nacformats.runtime.operators import KERNELS, KernelParameter
from nacformats.runtime.restoring.arguments import bind, by_name
from nacformats.runtime.restoring.names import IDENTITIES, Names, principal_name, standard_name

#: Arguments that mean nothing to a file: where tensors are, how they are laid out, which library computes.
_PLACEMENT_KINDS = frozenset({"layout", "device"})
_PLACEMENT_NAMES = frozenset({"pin_memory", "non_blocking", "copy", "cudnn_enable", "cudnn_enabled"})
#: Identities as long as the model does not train, which the argument says.
_IDENTITIES_UNLESS = {"aten.dropout.default": "train", "aten.feature_dropout.default": "train"}

#: Arguments that a standard operation lacks: it is ATen's operation only without them.
_WITHOUT = {"nac.add": "alpha", "nac.sub": "alpha"}

_RESHAPE = "aten.reshape.default"
_FILLS = frozenset({"aten.masked_fill.Scalar", "aten.masked_fill.Tensor"})
#: Operations that become a view of the shape that their result has, where it is known.
_RESHAPING = frozenset({"aten.squeeze.default", "aten.squeeze.dim", "aten.squeeze.dims", "aten.flatten.using_ints"})


@dataclass(frozen=True)
class OperatorCall:
    """An operation with its arguments by parameter.

    Attributes:
        operator: its name in ATen.
        parameters: of its schema; None if it has none.
        arguments: values by the name of the parameter, without those that equal the default.
        rest: the values of an operation without a schema, in order.
    """

    operator: str
    parameters: tuple[KernelParameter, ...] | None
    arguments: dict[str, GraphOperand]
    rest: tuple[GraphOperand, ...] = ()

    def means(self, other: OperatorCall) -> bool:
        """True if a reader of this call finds the other one: types, signs of zero and NaNs are told apart."""
        arguments = [{name: meaning_of(each) for name, each in call.arguments.items()} for call in (self, other)]
        names = self.operator == principal_name(other.operator)
        return names and arguments[0] == arguments[1] and meaning_of(self.rest) == meaning_of(other.rest)


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


def call_of(operation: Operation, names: Names) -> OperatorCall:
    """Return an operation with its arguments by parameter.

    Raises:
        BindingError: they do not fit it.
    """
    operator, aten = names.of(operation)
    kernel = KERNELS.get(operator) or KERNELS.get(aten)
    if kernel is None or kernel.parameters is None:
        name = operation.operator if kernel is None else principal_name(kernel.name)
        return OperatorCall(name, None, {}, (*operation.operands, *operation.attributes.values()))
    bound = by_name(kernel, bind(kernel, operation, names.is_number))
    parameters = {parameter.name: parameter for parameter in kernel.parameters}
    arguments = {name: value for name, value in bound.items() if not _is_idle(parameters[name], value)}
    return OperatorCall(principal_name(kernel.name), kernel.parameters, arguments)


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
    if operator in IDENTITIES:
        return True
    return operator in _IDENTITIES_UNLESS and len(arguments) == 3 and arguments[2] is False


@cache
def needs_types(operator: str) -> bool:
    """True if the forms of an operation depend on the types of its operands or its result."""
    return principal_name(operator) in {*_RESHAPING, *_FILLS}


def forms(
    operator: str, call: OperatorCall, types: Types, result: ValueType, standard: Container[str]
) -> Iterator[Form]:
    """Yield the ways to write an operation, the preferred one first; the last one has its own full name.

    standard: the names that the version of the format has a number for.
    """
    yield from (form for form in _standard_forms(call, types, result) if form.name in standard)
    yield Form(operator, call)


def _standard_forms(call: OperatorCall, types: Types, result: ValueType) -> Iterator[Form]:
    name, read_as = standard_name(call.operator)
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
        yield Form("nac.sub", _known_call("aten.sub.Tensor", swapped))


def _mask_fill(call: OperatorCall, types: Types, _result: ValueType) -> Iterator[Form]:
    """masked_fill(self, mask, value) is where(mask, value, self), as long as the value does not change the dtype."""
    x, mask, value = (call.arguments[name] for name in ("self", "mask", "value"))
    dtype = types(x).dtype if isinstance(x, Ref) else None
    if dtype not in CATEGORY or dtype is None:
        return
    if isinstance(value, Ref):
        if types(value).dtype == dtype and call.operator == "aten.masked_fill.Tensor":
            arguments = {"condition": mask, "self": value, "other": x}
            yield Form("nac.where", _known_call("aten.where.self", arguments))
    elif isinstance(value, bool | int | float) and category(number_type(value)) <= category(dtype):
        yield Form("nac.where", call, order=("mask", "value", "self"))


def _view_of_known_shape(call: OperatorCall, _types: Types, result: ValueType) -> Iterator[Form]:
    """A view with the shape of the result; one size may be left to the reader, unless a squeeze might remove it."""
    if result.shape is None:
        return
    shape = [dim if isinstance(dim, int) else -1 for dim in result.shape]
    unknown = shape.count(-1)
    if unknown > 1 or (unknown and (call.operator != "aten.flatten.using_ints" or math.prod(shape) == 0)):
        return
    yield Form("nac.view", _known_call(_RESHAPE, {"self": call.arguments["self"], "shape": shape}))


_SPECIAL: dict[str, Callable[[OperatorCall, Types, ValueType], Iterator[Form]]] = {
    "aten.rsub.Tensor": _reversed_subtraction,
    "aten.rsub.Scalar": _reversed_subtraction,
    **dict.fromkeys(_FILLS, _mask_fill),
    **dict.fromkeys(_RESHAPING, _view_of_known_shape),
}
