"""Products of groups of rows, each with a matrix of its own: how a mixture of experts computes."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from nacformats.runtime.kernels._arguments import check_same_type
from nacformats.runtime.kernels._schemas import aten
from nacformats.runtime.kernels._types import Array, dtype_of
from nacformats.runtime.kernels.linear import bmm, mm


@aten("_grouped_mm")
def _grouped_mm(
    x: Array, matrices: Array, offs: Array | None = None, bias: Array | None = None, out_dtype: str | None = None
) -> Array:
    """Rows [S, K] in groups that end at `offs` [E], each times one of [E, K, N]: [S, N]; without offs, as bmm.

    Rows after the last group give zeros.
    """
    check_same_type("_grouped_mm", self=x, mat2=matrices)
    result = bmm(x, matrices) if offs is None else _by_group(x, matrices, offs)
    if bias is not None:
        raise ValueError("_grouped_mm: bias is not supported")
    return result if out_dtype is None else result.astype(dtype_of(out_dtype))


def _by_group(x: Array, matrices: Array, offs: Array) -> Array:
    if x.ndim != 2 or matrices.ndim != 3 or offs.shape != matrices.shape[:1]:
        raise ValueError(
            f"_grouped_mm: shapes {list(x.shape)}, {list(matrices.shape)} and {list(offs.shape)} do not fit: "
            "expected rows [S, K], matrices [E, K, N] and ends [E]"
        )
    ends = [0, *offs.tolist()]
    if any(start > stop for start, stop in pairwise(ends)) or ends[-1] > len(x):
        raise ValueError(f"_grouped_mm: the ends {ends[1:]} do not rise to at most {len(x)} rows")
    result = np.zeros((len(x), matrices.shape[2]), x.dtype)
    for matrix, (start, stop) in zip(matrices, pairwise(ends), strict=True):
        if start < stop:
            result[start:stop] = mm(x[start:stop], matrix)
    return result
