"""Scaled dot product attention, a block of queries at a time.

No transposed copy of the keys is made and no head is repeated; the scores of one block are turned into weights in
place, and what a causal mask hides past the end of a block is not computed at all.
"""

from __future__ import annotations

import math

import numpy as np

from nacformats.ops.blocks import SCORE_BYTES
from nacformats.ops.dtypes import BOOL, FLOAT32, INT64, Array
from nacformats.ops.kernels._arguments import check_float, check_rank, check_same_type
from nacformats.ops.kernels._pointwise import last_axis_sums
from nacformats.ops.kernels._schemas import aten
from nacformats.ops.kernels.activation import LARGEST_EXPONENT, SMALLEST_SUM
from nacformats.ops.promotion import wide_type

_LOG2_E = math.log2(math.e)


def _whole_attention(
    query: Array, key: Array, value: Array, mask: Array | None, causal: bool, scale: float | None
) -> Array | None:
    """Return the result where all scores are few enough to be computed at once, in float32; None where they are not."""
    lead = query.shape[:-2]
    if not (query.dtype is key.dtype is value.dtype is FLOAT32 and lead == key.shape[:-2] == value.shape[:-2]):
        return None
    shape = (*lead, query.shape[-2], key.shape[-2])
    if not 0 < math.prod(shape) * query.itemsize <= SCORE_BYTES // 8:
        return None
    mask = None if mask is None else expanded_mask(mask, shape)
    scores, _, sums = _weights(query, key, mask, 0 if causal else None, scale)
    out: Array = np.matmul(scores, value)
    out /= sums
    return out


def _weights(
    query: Array, key: Array, mask: Array | None, first: int | None, scale: float | None
) -> tuple[Array, Array | float, Array]:
    """Return the exponentials of the scores, by which they were shifted, and their sums.

    Powers of 2 take less time than those of e. Nothing is shifted by the largest score where that is not needed, and
    what is hidden becomes 0 afterwards.
    """
    factor = 1 / math.sqrt(max(query.shape[-1], 1)) if scale is None else scale
    scores = np.matmul(query * query.dtype.type(factor * _LOG2_E), key.swapaxes(-1, -2))
    if mask is not None and mask.dtype != BOOL:
        scores += mask * scores.dtype.type(_LOG2_E)
    if np.maximum.reduce(scores, axis=None, initial=-np.inf) <= LARGEST_EXPONENT:
        np.exp2(scores, out=scores)
        if mask is not None and mask.dtype == BOOL:
            scores *= mask
        if first is not None:
            scores *= np.tri(scores.shape[-2], scores.shape[-1], first, dtype=np.bool_)
        sums = last_axis_sums(scores)
        if np.minimum.reduce(sums, axis=None, initial=np.inf) >= SMALLEST_SUM:
            return scores, 0.0, sums
    scores = masked_scores(query, key, mask, first, scale)
    return scores, *_exponentials(scores)


def _attention(
    query: Array, key: Array, value: Array, mask: Array | None, causal: bool, scale: float | None
) -> tuple[Array, Array]:
    """Return the result (..., L, EV), and the logarithm of the sums of exponentials (..., L), in the
    type computed in.
    """
    dtype = wide_type(query.dtype)
    query, key, value = (tensor.astype(dtype, copy=False) for tensor in (query, key, value))
    lead = np.broadcast_shapes(query.shape[:-2], key.shape[:-2], value.shape[:-2])
    targets, sources = query.shape[-2], key.shape[-2]
    mask = None if mask is None else expanded_mask(mask, (*lead, targets, sources))
    out = np.empty((*lead, targets, value.shape[-1]), dtype)
    log_sums = np.empty((*lead, targets), dtype)
    rows = max(1, SCORE_BYTES // max(1, math.prod(lead) * sources * dtype.itemsize))
    for start in range(0, targets, rows):
        block = slice(start, start + rows)
        seen = slice(min(start + rows, sources) if causal else sources)
        part = None if mask is None else mask[..., block, seen]
        scores, peaks, sums = _weights(query[..., block, :], key[..., seen, :], part, start if causal else None, scale)
        np.matmul(scores, value[..., seen, :], out=out[..., block, :])
        out[..., block, :] /= sums
        log_sums[..., block] = (peaks + np.log(sums))[..., 0]
    return out, log_sums


def expanded_mask(mask: Array, shape: tuple[int, ...]) -> Array:
    """Return a view of the mask with as many rows and columns as there are queries and keys."""
    try:
        np.broadcast_to(mask, shape)
    except ValueError:
        raise ValueError(f"a mask of shape {list(mask.shape)} does not expand to scores {list(shape)}") from None
    return np.broadcast_to(mask, (*mask.shape[:-2], *shape[-2:]))


def masked_scores(query: Array, key: Array, mask: Array | None, first: int | None, scale: float | None) -> Array:
    """Return query @ key.T * scale and the mask; `first` is the number of the first query under a causal mask."""
    factor = 1 / math.sqrt(max(query.shape[-1], 1)) if scale is None else scale
    scores = np.matmul(query * query.dtype.type(factor), key.swapaxes(-1, -2))
    if mask is not None and mask.dtype == BOOL:
        np.copyto(scores, -np.inf, where=~mask)
    elif mask is not None:
        scores += mask
    if first is not None:
        np.copyto(scores, -np.inf, where=~np.tri(scores.shape[-2], scores.shape[-1], first, dtype=np.bool_))
    return np.asarray(scores)


def _exponentials(scores: Array) -> tuple[Array, Array]:
    """Turn scores into exp(score - peak) of their row, in place; a row that sees nothing has peak 0 and sum 1."""
    peaks = scores.max(axis=-1, keepdims=True, initial=-np.inf)
    peaks[np.isneginf(peaks)] = 0
    scores -= peaks
    np.exp(scores, out=scores)
    sums = last_axis_sums(scores)
    sums[sums == 0] = 1
    return peaks, sums


def _check(operation: str, query: Array, key: Array, value: Array, mask: Array | None, dropout_p: float) -> None:
    check_same_type(operation, query=query, key=key, value=value)
    check_float(operation, query)
    shapes = f"query {list(query.shape)}, key {list(key.shape)}, value {list(value.shape)}"
    if min(query.ndim, key.ndim, value.ndim) < 2:
        raise ValueError(f"{operation}: tensors of at least 2 dimensions are needed, got {shapes}")
    if query.shape[-1] != key.shape[-1] or key.shape[-2] != value.shape[-2]:
        raise ValueError(f"{operation}: shapes do not fit: {shapes}")
    if mask is not None and mask.dtype not in (BOOL, FLOAT32, query.dtype):
        raise ValueError(f"{operation}: the mask must be bool, float32 or {query.dtype}, not {mask.dtype}")
    if dropout_p:
        raise ValueError(f"{operation}: dropout_p={dropout_p} is random, only inference is run")


def group_heads(query: Array, key: Array, value: Array, mask: Array | None) -> tuple[Array, Array, Array, Array | None]:
    """Return the tensors with the query heads in groups that share a head of key and value: (...,
    heads, group, L, E).
    """
    heads, shared = query.shape[-3], key.shape[-3]
    if not shared or heads % shared or value.shape[-3] != shared:
        raise ValueError(f"{heads} query heads cannot share {shared} key heads and {value.shape[-3]} value heads")
    split = shared, heads // shared
    if mask is not None and mask.ndim > 2:
        mask = mask.reshape(*mask.shape[:-3], *(split if mask.shape[-3] == heads else (1, 1)), *mask.shape[-2:])
    grouped = query.reshape(*query.shape[:-3], *split, *query.shape[-2:])
    return grouped, key[..., None, :, :], value[..., None, :, :], mask


@aten("scaled_dot_product_attention")
def _scaled_dot_product_attention(
    query: Array,
    key: Array,
    value: Array,
    attn_mask: Array | None,
    dropout_p: float,
    is_causal: bool,
    scale: float | None,
    enable_gqa: bool,
) -> Array:
    """Return softmax(query @ key.T * scale + mask) @ value of (..., L, E), (..., S, E) and (..., S, EV).

    A bool mask hides where it is False; with is_causal query i sees keys 0 to i; a query that sees nothing gives zeros.
    """
    _check("scaled_dot_product_attention", query, key, value, attn_mask, dropout_p)
    if enable_gqa and query.ndim > 2 and query.shape[-3] != key.shape[-3]:
        out, _ = _attention(*group_heads(query, key, value, attn_mask), is_causal, scale)
        out = out.reshape(*out.shape[:-4], query.shape[-3], *out.shape[-2:])
    elif (whole := _whole_attention(query, key, value, attn_mask, is_causal, scale)) is not None:
        return whole
    else:
        out, _ = _attention(query, key, value, attn_mask, is_causal, scale)
    return out.astype(query.dtype, copy=False)


@aten("_scaled_dot_product_flash_attention_for_cpu")
def _flash_attention_for_cpu(
    query: Array,
    key: Array,
    value: Array,
    dropout_p: float,
    is_causal: bool,
    attn_mask: Array | None,
    scale: float | None,
) -> tuple[Array, Array]:
    """Return attention of (N, heads, L, E), and the logarithm of the sums of exponentials (N, heads, L).

    Several heads of the query may share one of key and value.
    """
    name = "_scaled_dot_product_flash_attention_for_cpu"
    check_rank(name, 4, query=query, key=key, value=value)
    _check(name, query, key, value, attn_mask, dropout_p)
    lead = query.shape[:-1]
    if key.shape[1] == query.shape[1]:
        out, log_sums = _attention(query, key, value, attn_mask, is_causal, scale)
    else:
        out, log_sums = _attention(*group_heads(query, key, value, attn_mask), is_causal, scale)
        out, log_sums = out.reshape(*lead, value.shape[-1]), log_sums.reshape(lead)
    return out.astype(query.dtype, copy=False), log_sums


@aten("_scaled_dot_product_efficient_attention")
def _efficient_attention(
    query: Array,
    key: Array,
    value: Array,
    attn_bias: Array | None,
    compute_log_sumexp: bool,
    dropout_p: float,
    is_causal: bool,
    scale: float | None,
) -> tuple[Array, Array, Array, Array]:
    """Return what flash_attention_for_cpu does; then the seed and the offset of the random numbers that
    dropout would have used.
    """
    out, log_sums = _flash_attention_for_cpu(query, key, value, dropout_p, is_causal, attn_mask=attn_bias, scale=scale)
    kept = log_sums if compute_log_sumexp else log_sums[..., :0]
    return out, kept, np.zeros((), INT64), np.zeros((), INT64)
