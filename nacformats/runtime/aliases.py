"""What the operations that a format names itself are called in ATen, whose semantics they have.

The standard NAC operations each stand for several of ATen's; the operands tell which. Mind IR has its own notion of
most operations (runtime/kernels/mind.py), the others are ATen's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nacformats.graph import Operand, Ref

#: Name -> the ATen operation with the same operands.
ALIASES: dict[str, str] = {
    "nac.add": "aten.add.Tensor",
    "nac.sub": "aten.sub.Tensor",
    "nac.gt": "aten.gt.Tensor",
    "nac.le": "aten.le.Tensor",
    "nac.neg": "aten.neg.default",
    "nac.clone": "aten.clone.default",
    "mind.relu": "aten.relu.default",
    "mind.sigmoid": "aten.sigmoid.default",
    "mind.tanh": "aten.tanh.default",
    "mind.gelu": "aten.gelu.default",
}


def _view(operands: Sequence[Operand]) -> str:
    """The exporter writes aten.squeeze as nac.view too: without a shape, or with one constant instead of a list."""
    shape = operands[1:]
    if not shape:
        return "aten.squeeze.default"
    if len(shape) == 1 and isinstance(shape[0], int):
        return "aten.squeeze.dim"
    return "aten.reshape.default"


def _arange(operands: Sequence[Operand]) -> str:
    """One, two or three numbers in front are the end, start and end, and start, end and step."""
    numbers = 0
    while numbers < len(operands) and _is_numeric(operands[numbers]):
        numbers += 1
    return {1: "aten.arange.default", 2: "aten.arange.start"}.get(numbers, "aten.arange.start_step")


def _is_numeric(operand: Operand) -> bool:
    return isinstance(operand, Ref) or (isinstance(operand, int | float) and not isinstance(operand, bool))


def _where(operands: Sequence[Operand]) -> str:
    """A constant in the place of a tensor: the mask fill of the exporter."""
    match [isinstance(operand, Ref) for operand in operands[1:3]]:
        case [False, True]:
            return "aten.where.ScalarSelf"
        case [True, False]:
            return "aten.where.ScalarOther"
        case [False, False]:
            return "aten.where.Scalar"
    return "aten.where.self"


_BY_OPERANDS: dict[str, Callable[[Sequence[Operand]], str]] = {
    "nac.view": _view,
    "nac.arange": _arange,
    "nac.where": _where,
}


def canonical(operator: str, operands: Sequence[Operand]) -> str:
    """The ATen name of an operation with these operands; a name that is not an alias comes back as it is."""
    if operator in _BY_OPERANDS:
        return _BY_OPERANDS[operator](operands)
    return ALIASES.get(operator, operator)


def aliases() -> frozenset[str]:
    """Every name that `canonical` understands."""
    return frozenset(ALIASES) | frozenset(_BY_OPERANDS)
