"""Softmax, the largest elements, and drawing one of them: the same for the same numbers and the same generator."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats.codec.columns.arrays import Array
from nacformats.errors import InvalidError


def probabilities(logits: Array) -> Array:
    """Along the last axis, in the type of the logits (float64 for integers); the largest one becomes exp(0)."""
    if not logits.ndim or not logits.shape[-1]:
        raise InvalidError("softmax needs elements along a last axis", actual=f"shape {list(logits.shape)}")
    shifted: Array = logits - logits.max(axis=-1, keepdims=True)
    if shifted.dtype.kind != "f":
        shifted = shifted.astype(np.float64)
    np.exp(shifted, out=shifted)
    shifted /= shifted.sum(axis=-1, keepdims=True)
    return shifted


def top_k(flat: Array, count: int) -> npt.NDArray[np.int64]:
    """Indices of the largest elements of a vector, the largest first; of equal ones, the last one first."""
    size = flat.shape[0]
    if count <= 0:
        return np.empty(0, np.int64)
    candidates = np.arange(size)
    if count < size // 2:  # sorting all would take longer
        bound = np.partition(flat, size - count)[size - count]
        candidates = np.flatnonzero(~(flat < bound))
    order: npt.NDArray[np.int64] = candidates[np.argsort(flat[candidates], kind="stable")][::-1][:count]
    return order.astype(np.int64)


def sample(logits: Array, temperature: float, count: int, generator: np.random.Generator) -> int:
    """Return an index, drawn with the probabilities of softmax(logits / temperature).

    Args:
        logits: a vector.
        temperature: 0 takes the largest logit, the first of several.
        count: only so many of the largest logits take part; 0 or less is all of them.
        generator: gives one number for each call, but for temperature 0.

    Raises:
        InvalidError: the logits are empty, or have no largest number, or the temperature is no number from 0 on.
    """
    scores = logits.astype(np.float64)
    best = float(scores.max()) if scores.size else np.nan
    if np.isnan(best) or best == -np.inf:
        raise InvalidError("the logits have no largest number", actual="NaN" if scores.size else "no logits")
    if not temperature >= 0:
        raise InvalidError("the temperature is no number from 0 on", actual=temperature)
    if temperature == 0:
        return int(scores.argmax())
    chosen: Any = top_k(scores, count) if 0 < count < scores.size else slice(None)
    weights = _weights(scores[chosen], best, temperature)
    cumulated = np.cumsum(weights)
    drawn = int(np.searchsorted(cumulated, generator.random() * cumulated[-1], side="right"))
    last = int(np.flatnonzero(weights)[-1])  # rounding must not draw what has no weight
    index = min(drawn, last)
    return index if isinstance(chosen, slice) else int(chosen[index])


def _weights(scores: Array, best: float, temperature: float) -> Array:
    """In proportion to the probabilities; infinite logits share all of it."""
    if best == np.inf:
        same: Array = (scores == best).astype(np.float64)
        return same
    with np.errstate(over="ignore"):
        weights: Array = np.exp((scores - best) / temperature)
    return weights
