"""Kernels that are formulas of their rows, in-place forms, and second names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nacformats.ops.decompositions import decomposition
from nacformats.ops.dtypes import DType
from nacformats.ops.kernels._pointwise import BLOCK, like_self
from nacformats.ops.schemas import KERNELS, Kernel
from nacformats.ops.table import Operator, operators


class OnArrays:
    """Evaluates formulas on arrays, by the kernels."""

    undecided = NotImplementedError

    def function(self, name: str) -> Callable[..., Any]:
        """Return the kernel of an operator as a function of all its arguments in order."""
        return KERNELS[name].function

    def shape(self, tensor: Any) -> Sequence[int]:
        """Return the sizes of an array."""
        return list(tensor.shape)

    def rank(self, tensor: Any) -> int:
        """Return the number of dimensions of an array."""
        return int(tensor.ndim)

    def dtype(self, tensor: Any) -> DType:
        """Return the element type of an array."""
        dtype: DType = tensor.dtype
        return dtype


def formula_kernel(row: Operator) -> Callable[..., Any]:
    """Return the kernel that is the formula of a row, compiled when it is first called."""
    compiled: list[Callable[..., Any]] = []

    def computed(*arguments: Any, **keywords: Any) -> Any:
        if not compiled:
            compiled.append(_compiled(row))
        return compiled[0](*arguments, **keywords)

    computed.formula_of = row.name  # type: ignore[attr-defined]
    computed.__module__ = f"{__package__}.{row.family}"
    return computed


def _compiled(row: Operator) -> Callable[..., Any]:
    found = decomposition(row.name)
    assert found is not None
    formula = found.over(OnArrays())
    if found.is_pointwise:
        formula = _in_blocks(formula)
    return found.widened_over(OnArrays(), lambda x: isinstance(x, np.ndarray), formula)


def _in_blocks(formula: Callable[..., Any]) -> Callable[..., Any]:
    """Return the formula on blocks of large arrays, so that what lies between its steps stays in the cache."""

    def computed(*arguments: Any, **keywords: Any) -> Any:
        arrays = [each for each in arguments if isinstance(each, np.ndarray) and each.ndim]
        size = arrays[0].size if arrays else 0
        shape = arrays[0].shape if arrays else ()
        if size <= BLOCK or not all(each.shape == shape and each.flags.c_contiguous for each in arrays):
            return formula(*arguments, **keywords)
        flat = [each.reshape(-1) if isinstance(each, np.ndarray) and each.ndim else each for each in arguments]
        out: Any = None
        for start in range(0, size, BLOCK):
            block = slice(start, start + BLOCK)
            parts = [each[block] if isinstance(each, np.ndarray) and each.ndim else each for each in flat]
            part = formula(*parts, **keywords)
            if out is None:
                if not isinstance(part, np.ndarray) or part.shape != (BLOCK,):
                    return formula(*arguments, **keywords)
                out = np.empty(size, part.dtype)
            out[block] = part
        return out.reshape(shape)

    return computed


def complete() -> None:
    """Give a kernel to every row that has a formula only, then to in-place forms and second names."""
    rows = operators()
    for name, row in rows.items():
        if name not in KERNELS and row.formula and row.principal == name and not row.changes:
            KERNELS[name] = Kernel(name, row.parameters, formula_kernel(row))
    for name, row in rows.items():
        plain = name.replace("_.", ".", 1)
        if name not in KERNELS and row.changes and row.principal == name and plain in KERNELS:
            KERNELS[name] = Kernel(name, row.parameters, like_self(KERNELS[plain].function))
    for name, row in rows.items():
        if name not in KERNELS and row.formula and row.principal == name:
            KERNELS[name] = Kernel(name, row.parameters, like_self(formula_kernel(row)))
        if name not in KERNELS and row.principal in KERNELS and "__" not in name:  # __iand__ and the like change
            KERNELS[name] = replace(KERNELS[row.principal], name=name)
