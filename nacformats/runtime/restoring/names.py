"""Names of ATen operators: in the formats, second names, and names of in-place forms.

Each standard NAC operation covers several of ATen's; the operands tell which. Mind IR has its own notion of most
operations (ops/kernels/mind.py), the others are ATen's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from nacformats.graph.graph import GraphOperand, Operation, Ref
from nacformats.ops.kernels.nac import ALWAYS_NUMBER, ON_NUMBERS
from nacformats.ops.table import operators

#: Tells whether an operand is a Python number: a constant, or a result that is known to be one.
IsNumber = Callable[[GraphOperand], bool]


def aten_names(text: str) -> frozenset[str]:
    """Return full names of ATen operators; those of a text without an overload have the default one."""
    return frozenset(f"aten.{name}" if "." in name else f"aten.{name}.default" for name in text.split())


#: Operations that give their first operand: whoever takes the result takes that instead.
IDENTITIES = aten_names("alias alias_copy detach detach_copy lift lift_fresh") | {"nac.pass"}

_SAME_IN_NAC = "matmul neg zeros zeros_like new_zeros ones ones_like new_ones full full_like"
#: Name -> the ATen operation with the same operands.
ALIASES: dict[str, str] = {
    **{f"nac.{name}": f"aten.{name}.Tensor" for name in ("add", "sub", "mul")},
    **{f"nac.{name}": f"aten.{name}.default" for name in _SAME_IN_NAC.split()},
    **{f"mind.{name}": f"aten.{name}.default" for name in ("relu", "sigmoid", "tanh", "gelu")},
}


#: Standard operation -> the ATen operations that it is written for, where its operands tell which one is meant: see
#: `canonical`.
_WRITTEN_FOR: dict[str, tuple[str, ...]] = {
    "nac.div": ("aten.div.Tensor",),
    "nac.transpose": ("aten.transpose.int", "aten.t.default"),
    "nac.clone": ("aten.clone.default",),
    "nac.view": ("aten.reshape.default",),
    "nac.arange": ("aten.arange.default", "aten.arange.start", "aten.arange.start_step"),
    "nac.where": ("aten.where.self", "aten.where.ScalarSelf", "aten.where.ScalarOther", "aten.where.Scalar"),
    "nac.gt": ("aten.gt.Tensor", "aten.gt.Scalar"),
    "nac.le": ("aten.le.Tensor", "aten.le.Scalar"),
}
#: ATen operation -> one that means the same for the same operands, and has a standard name.
_READ_AS = {
    **{f"aten.{name}.Scalar": f"aten.{name}.Tensor" for name in ("add", "sub", "mul", "div")},
    **dict.fromkeys(("aten.view.default", "aten._unsafe_view.default"), "aten.reshape.default"),
    **dict.fromkeys(("aten.mm.default", "aten.bmm.default"), "aten.matmul.default"),
    "aten.lift_fresh_copy.default": "aten.clone.default",
}
_STANDARD = {
    **{aten: name for name, aten in ALIASES.items() if name.startswith("nac.")},
    **{aten: name for name, every in _WRITTEN_FOR.items() for aten in every},
    **{name: f"nac.{name}" for name in ("add", "sub", "mul", "gt", "le", "neg")},  # arithmetic of sizes
}

#: Arithmetic of sizes whose NAC name is not that of the operator of Python.
_OF_SIZES = {"div": "truediv"}

IN_PLACE = re.compile(r"aten\.(?P<name>\w*[a-z0-9])_\.(?P<overload>\w+)")
_DUNDER = re.compile(r"aten\.__i(?P<name>and|or|xor|lshift|rshift)__\.(?P<overload>\w+)")
#: The operations of Python's operators with an "=".
_BITWISE = {
    **{name: f"bitwise_{name}" for name in ("and", "or", "xor")},
    **{name: f"__{name}__" for name in ("lshift", "rshift")},
}


def _view(operands: Sequence[GraphOperand]) -> str:
    """The exporter writes aten.squeeze as nac.view too: without a shape, or with one constant instead of a list."""
    shape = operands[1:]
    if not shape:
        return "aten.squeeze.default"
    if len(shape) == 1 and isinstance(shape[0], int):
        return "aten.squeeze.dim"
    return "aten.reshape.default"


def _arange(operands: Sequence[GraphOperand]) -> str:
    """Leading numbers: one is the end, two are start and end, three are start, end and step."""
    numbers = 0
    while numbers < len(operands) and not isinstance(operands[numbers], str | bool | None):
        numbers += 1
    return {1: "aten.arange.default", 2: "aten.arange.start"}.get(numbers, "aten.arange.start_step")


def _where(operands: Sequence[GraphOperand], is_number: IsNumber) -> str:
    """Return a number in place of a tensor makes it another operation; the condition alone asks where it holds."""
    if len(operands) == 1:
        return "aten.where.default"
    match [is_number(operand) for operand in operands[1:3]]:
        case [True, False]:
            return "aten.where.ScalarSelf"
        case [False, True]:
            return "aten.where.ScalarOther"
        case [True, True]:
            return "aten.where.Scalar"
    return "aten.where.self"


def on_numbers(operator: str, operands: Sequence[GraphOperand], is_number: IsNumber) -> str | None:
    """The name of arithmetic of sizes, None for anything else: the exporter gives nac.add for + on sizes as well."""
    name = operator.removeprefix("nac.")
    name = _OF_SIZES.get(name, name)
    return name if name in ON_NUMBERS and operands and all(map(is_number, operands)) else None


def canonical(operator: str, operands: Sequence[GraphOperand], is_number: IsNumber) -> str:
    """Return the ATen name of an operation with these operands; a name that is not an alias comes back as it is."""
    match operator:
        case "nac.div":  # a text behind the operands is the rounding mode, which the plain division does not have
            has_mode = any(isinstance(operand, str) for operand in operands[2:])
            return "aten.div.Tensor_mode" if has_mode else "aten.div.Tensor"
        case "nac.transpose":  # aten.t has no dimensions among its operands
            return "aten.t.default" if len(operands) == 1 else "aten.transpose.int"
        case "nac.clone":  # of two tensors: the elements of the second in the shape and dtype of the first
            return "aten.copy.default" if operands[1:] and isinstance(operands[1], Ref) else "aten.clone.default"
        case "nac.view":
            return _view(operands)
        case "nac.arange":
            return _arange(operands)
        case "nac.where":
            return _where(operands, is_number)
        case "nac.gt" | "nac.le":
            kind = "Scalar" if len(operands) > 1 and is_number(operands[1]) else "Tensor"
            return f"aten.{operator.removeprefix('nac.')}.{kind}"
    return ALIASES.get(operator, operator)


def standard_name(operator: str) -> tuple[str, str]:
    """Return the standard NAC name of an operation ("": it has none), and the operation that readers make of it."""
    read_as = _READ_AS.get(operator, operator)
    return _STANDARD.get(read_as, ""), read_as


def aliases() -> frozenset[str]:
    """Return every name that `canonical` understands."""
    return frozenset(ALIASES) | frozenset(_WRITTEN_FOR)


def out_of_place(operator: str) -> str | None:
    """The operation that gives as a new value what this one writes over its first operand; None for any other."""
    match = IN_PLACE.fullmatch(operator)
    if match:
        return f"aten.{match['name']}.{match['overload']}"
    match = _DUNDER.fullmatch(operator)
    return f"aten.{_BITWISE[match['name']]}.{match['overload']}" if match else None


def principal_name(name: str) -> str:
    """The name of the functional operation with the same parameters: aten.mul.Tensor for aten.multiply_.Tensor."""
    row = operators().get(name)
    if row is None:
        return name
    plain = operators().get(IN_PLACE.sub(r"aten.\g<name>.\g<overload>", row.principal), row)
    return plain.name if plain.parameters == row.parameters else name


class Names:
    """The names of the operations of a graph; `of` takes them in their order.

    Attributes:
        numbers: the values that are known to be Python numbers.
    """

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self.numbers = set(numbers)

    def of(self, operation: Operation) -> tuple[str, str]:
        """Return the name of an operation, without the prefix where it is arithmetic of sizes, and its ATen name."""
        name = operation.operator
        if (number := on_numbers(name, operation.operands, self.is_number)) is not None:
            name = number
            self.numbers.add(operation.index)
        resolved = canonical(name, operation.operands, self.is_number)
        if resolved in ALWAYS_NUMBER:
            self.numbers.add(operation.index)
        return name, resolved

    def is_number(self, operand: GraphOperand) -> bool:
        """True if an operand is known to be a Python number rather than a tensor."""
        return operand.index in self.numbers if isinstance(operand, Ref) else isinstance(operand, int | float)


def known_numbers(operations: Iterable[Operation]) -> set[int]:
    """Return the operations, by index, that are known to give Python numbers; they are in the order of their graph."""
    names = Names()
    for operation in operations:
        names.of(operation)
    return names.numbers
