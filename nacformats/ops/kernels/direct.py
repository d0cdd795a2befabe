"""Calls that are one function of NumPy on arrays of one float type, for runs that know their operands beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy._core.umath import clip  # type: ignore[attr-defined]  # np.clip is a long way around it

from nacformats.ops.kernels._pointwise import NATIVE
from nacformats.ops.kernels.elementwise import MANY
from nacformats.ops.table import canonical_name, operators

_NAMED = (np.exp, np.expm1, np.log, np.log1p, np.sqrt, np.sin, np.cos, np.tanh)
#: Functions of NumPy, by the operators that they are.
_ROWS: dict[str, np.ufunc] = {
    "add.Tensor add.Scalar": np.add,
    "sub.Tensor sub.Scalar": np.subtract,
    "mul.Tensor mul.Scalar": np.multiply,
    "div.Tensor div.Scalar": np.true_divide,
    "maximum max.other": np.maximum,
    "minimum min.other": np.minimum,
    "relu": clip,
    "neg": np.negative,
    "abs": np.abs,
    **{each.__name__: each for each in _NAMED},
}
_UFUNCS = {canonical_name(name): function for names, function in _ROWS.items() for name in names.split()}
#: Operands that follow those of the operator.
_MORE = {canonical_name("relu"): (0, np.inf)}


def direct_call(name: str, arguments: Sequence[Any]) -> tuple[np.ufunc, list[Any]] | None:
    """Return a function of NumPy and its operands that give what the kernel gives; None where there is none.

    Operands are the arguments themselves, and arrays in the place of numbers.
    """
    function = _UFUNCS.get(name)
    if function is None:
        return None
    more = _MORE.get(name, ())
    count = function.nin - len(more)
    rest = zip(arguments[count:], operators()[name].bound[count:], strict=True)
    if any(value != each.default for value, each in rest):
        return None
    operands = [*arguments[:count], *more]
    arrays = [each for each in operands if isinstance(each, np.ndarray)]
    dtype = arrays[0].dtype if arrays else None
    if dtype not in NATIVE or not any(each.ndim for each in arrays) or any(each.dtype != dtype for each in arrays):
        return None
    if not all(isinstance(each, np.ndarray) or type(each) in (int, float) for each in operands):
        return None
    if function is clip and arrays[0].size <= MANY:
        function, operands = np.maximum, operands[:2]  # as the kernel has it, of which zero is the larger one
    return function, [each if isinstance(each, np.ndarray) else np.asarray(each, dtype) for each in operands]
