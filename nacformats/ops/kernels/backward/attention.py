"""The gradient of scaled dot product attention, a block of queries at a time."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from nacformats.ops.blocks import SCORE_BYTES
from nacformats.ops.dtypes import Array
from nacformats.ops.kernels._arguments import check_float, check_rank, check_same_type, check_shape
from nacformats.ops.kernels._schemas import aten
from nacformats.ops.kernels.attention import expanded_mask, group_heads, masked_scores
from nacformats.ops.promotion import wide_type

_NAME = "_scaled_dot_product_flash_attention_for_cpu_backward"


@aten(_NAME)
def _flash_attention_for_cpu_backward(
    grad: Array,
    query: Array,
    key: Array,
    value: Array,
    out: Array,
    logsumexp: Array,
    dropout_p: float,
    is_causal: bool,
    attn_mask: Array | None,
    scale: float | None,
) -> tuple[Array, Array, Array]:
    """Return gradients of query, key and value (N, heads, L, E), from the result and the logarithms of the sums (N,
    heads, L).

    The weights of the attention are computed again from the scores. Several heads of the query may share one of key and
    value.
    """
    _check(grad, query, key, value, out, logsumexp, dropout_p)
    if key.shape[1] == query.shape[1]:
        return _gradients(grad, query, key, value, out, logsumexp, is_causal, attn_mask, scale)
    shared = key.shape[1]

    def grouped(x: Array) -> Array:
        return x.reshape(len(x), shared, -1, *x.shape[2:])

    split, alone, whole, mask = group_heads(query, key, value, attn_mask)
    given = grouped(grad), split, alone, whole, grouped(out), grouped(logsumexp)
    gradients = _gradients(*given, is_causal, mask, scale)
    of_query, of_key, of_value = gradients
    return of_query.reshape(query.shape), of_key.reshape(key.shape), of_value.reshape(value.shape)


def _gradients(
    grad: Array, query: Array, key: Array, value: Array, out: Array, logsumexp: Array, *options: Any
) -> tuple[Array, Array, Array]:
    """Return the gradients of tensors whose first dimensions broadcast: those of key and value are summed up."""
    is_causal, attn_mask, scale = options
    wide = wide_type(query.dtype)
    tensors = [each.astype(wide, copy=False) for each in (grad, query, key, value, out, logsumexp)]
    lead, (targets, sources) = query.shape[:-2], (query.shape[-2], key.shape[-2])
    mask = None if attn_mask is None else expanded_mask(attn_mask, (*lead, targets, sources))
    factor = 1 / math.sqrt(max(query.shape[-1], 1)) if scale is None else scale
    of_query = np.empty(query.shape, wide)
    of_key, of_value = np.zeros(key.shape, wide), np.zeros(value.shape, wide)
    rows = max(1, SCORE_BYTES // max(1, math.prod(lead) * sources * wide.itemsize))
    for start in range(0, targets, rows):
        block = slice(start, start + rows)
        part = None if mask is None else mask[..., block, :]
        g, q, k, v, o, sums = (
            each if place in (2, 3) else each[*(slice(None),) * len(lead), block] for place, each in enumerate(tensors)
        )
        weights = masked_scores(q, k, part, start if is_causal else None, factor)
        weights -= np.where(np.isneginf(sums), 0, sums)[..., None]  # the scores of a query that sees nothing are -inf
        np.exp(weights, out=weights)
        of_value += _summed(np.matmul(weights.swapaxes(-1, -2), g), value.shape)
        of_scores = np.matmul(g, v.swapaxes(-1, -2))
        of_scores -= np.vecdot(g, o)[..., None]
        of_scores *= weights
        of_scores *= factor
        np.matmul(of_scores, k, out=of_query[..., block, :])
        of_key += _summed(np.matmul(of_scores.swapaxes(-1, -2), q), key.shape)
    dtype = query.dtype
    return of_query.astype(dtype, copy=False), of_key.astype(dtype, copy=False), of_value.astype(dtype, copy=False)


def _summed(x: Array, shape: tuple[int, ...]) -> Array:
    """Return the sum over the third dimension where the heads of a group share what has the shape."""
    return x if x.shape == shape else x.sum(axis=2, keepdims=True)


def _check(grad: Array, query: Array, key: Array, value: Array, out: Array, logsumexp: Array, dropout_p: float) -> None:
    check_rank(_NAME, 4, grad_out=grad, query=query, key=key, value=value, out=out)
    check_same_type(_NAME, grad_out=grad, query=query, key=key, value=value, out=out)
    check_float(_NAME, query)
    check_float(_NAME, logsumexp)
    lead, targets = query.shape[:2], query.shape[2]
    check_shape(_NAME, "key", key, (*lead[:1], key.shape[1], key.shape[2], query.shape[3]))
    check_shape(_NAME, "value", value, (*key.shape[:3], value.shape[3]))
    check_shape(_NAME, "out", out, (*lead, targets, value.shape[3]))
    check_shape(_NAME, "grad_out", grad, out.shape)
    check_shape(_NAME, "logsumexp", logsumexp, (*lead, targets))
    if dropout_p:
        raise ValueError(f"{_NAME}: dropout_p={dropout_p} is random")
