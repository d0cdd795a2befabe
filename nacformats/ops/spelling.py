"""The names that the operators of ATen have in files of NAC and Mind IR.

A line of `spellings.txt` is a name and the operators that it stands for; where there are several, the operands tell
which (see `canonical`). Those behind the "<" mean the same as the first one for the same operands, and are written
under the name as well. Mind IR has its own notion of most operations (ops/kernels/mind.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from nacformats.ops.kernels.nac import ON_NUMBERS
from nacformats.ops.names import ATEN
from nacformats.ops.table import canonical_name

#: True for an operand that is a Python number: a constant, or a result that is known to be one.
IsNumber = Callable[[Any], bool]


def _read() -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """Return the operators of each name, and those that are read as the first one."""
    spelled, read_as = {}, {}
    for line in Path(__file__).with_name("spellings.txt").read_text(encoding="ascii").splitlines():
        name, _, meant = line.partition(" = ")
        meanings, same = (tuple(map(canonical_name, part.split())) for part in (*meant.split("<"), "")[:2])
        spelled[name] = meanings
        read_as.update(dict.fromkeys(same, meanings[0]))
    return spelled, read_as


_SPELLED, _READ_AS = _read()
_STANDARD = {
    **{meant: name for name, meanings in _SPELLED.items() if name.startswith("nac.") for meant in meanings},
    **{name: f"nac.{name}" for name in ON_NUMBERS if f"nac.{name}" in _SPELLED},  # arithmetic of sizes
}
#: Every name that `canonical` understands.
SPELLINGS = frozenset(_SPELLED)
#: Arithmetic of sizes whose NAC name is not that of the operator of Python.
_OF_SIZES = {"div": "truediv"}


def on_numbers(operator: str, operands: Sequence[Any], is_number: IsNumber) -> str | None:
    """Return the name of arithmetic of sizes, None for anything else: the exporter gives nac.add for + on sizes as
    well.
    """
    name = operator.removeprefix("nac.")
    name = _OF_SIZES.get(name, name)
    return name if name in ON_NUMBERS and operands and all(map(is_number, operands)) else None


def canonical(operator: str, operands: Sequence[Any], is_number: IsNumber) -> str:
    """Return the ATen name of an operation with these operands; a name that is not of a file comes back as it is."""
    meanings = _SPELLED.get(operator)
    if meanings is None:
        return operator
    choose = _CHOICES.get(meanings[0])
    return meanings[0] if choose is None else choose(operands, is_number)


def _divided(operands: Sequence[Any], _is_number: IsNumber) -> str:
    """Return the division with a rounding mode, a text past the operands, where there is one."""
    has_mode = any(isinstance(operand, str) for operand in operands[2:])
    return ATEN.div.Tensor_mode if has_mode else ATEN.div.Tensor


def _transposed(operands: Sequence[Any], _is_number: IsNumber) -> str:
    """Return aten.t where no dimensions are among the operands."""
    return ATEN.t.default if len(operands) == 1 else ATEN.transpose.int


def _cloned(operands: Sequence[Any], _is_number: IsNumber) -> str:
    """Return the copy of two tensors: the elements of the second one in the shape and dtype of the first."""
    return ATEN.copy.default if operands[1:] and not _is_constant(operands[1]) else ATEN.clone.default


def _is_constant(operand: Any) -> bool:
    return operand is None or isinstance(operand, bool | int | float | str | list | tuple)


def _viewed(operands: Sequence[Any], _is_number: IsNumber) -> str:
    """Return aten.squeeze, which the exporter writes as nac.view too, for no shape or a constant instead of a list."""
    shape = operands[1:]
    if not shape:
        return ATEN.squeeze.default
    return ATEN.squeeze.dim if len(shape) == 1 and isinstance(shape[0], int) else ATEN.reshape.default


def _ranged(operands: Sequence[Any], _is_number: IsNumber) -> str:
    """Count leading numbers: one is the end, two are start and end, three are start, end and step."""
    numbers = 0
    while numbers < len(operands) and not isinstance(operands[numbers], str | bool | None):
        numbers += 1
    return {1: ATEN.arange.default, 2: ATEN.arange.start}.get(numbers, ATEN.arange.start_step)


def _chosen(operands: Sequence[Any], is_number: IsNumber) -> str:
    """Return the choice with numbers in place of tensors that the operands have; the condition alone
    asks where it holds.
    """
    if len(operands) == 1:
        return ATEN.where.default
    match [is_number(operand) for operand in operands[1:3]]:
        case [True, False]:
            return ATEN.where.ScalarSelf
        case [False, True]:
            return ATEN.where.ScalarOther
        case [True, True]:
            return ATEN.where.Scalar
    return ATEN.where.self


def _compared(tensor: str, scalar: str) -> Callable[[Sequence[Any], IsNumber], str]:
    return lambda operands, is_number: scalar if len(operands) > 1 and is_number(operands[1]) else tensor


#: By the first operator of a name: the operator that is meant with some operands.
_CHOICES: dict[str, Callable[[Sequence[Any], IsNumber], str]] = {
    ATEN.div.Tensor: _divided,
    ATEN.transpose.int: _transposed,
    ATEN.clone.default: _cloned,
    ATEN.reshape.default: _viewed,
    ATEN.arange.default: _ranged,
    ATEN.where.self: _chosen,
    ATEN.gt.Tensor: _compared(ATEN.gt.Tensor, ATEN.gt.Scalar),
    ATEN.le.Tensor: _compared(ATEN.le.Tensor, ATEN.le.Scalar),
}


def standard_name(operator: str) -> tuple[str, str]:
    """Return the standard NAC name of an operation ("": it has none), and the operation that readers make of it."""
    read_as = _READ_AS.get(operator, operator)
    return _STANDARD.get(read_as, ""), read_as
