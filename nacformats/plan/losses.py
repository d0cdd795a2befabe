"""Losses of outputs and targets, for a training program that does not show which one it is made of."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from nacformats.errors import InvalidError
from nacformats.graph import Array

#: The class of targets that do not count, as in PyTorch.
IGNORED = -100


def cross_entropy(outputs: Sequence[Array], targets: Sequence[Array]) -> np.float32:
    """The mean of -log softmax(logits)[target], as the cross entropy of PyTorch.

    Args:
        outputs: the first one is the logits: of shape [C], [N, C], [N, L, C] as of language models, or [N, C, ...].
        targets: the first one is the classes, of that shape without C, or probabilities of the shape of the logits.

    Raises:
        InvalidError: they do not fit each other.
    """
    logits, target = _first(outputs, "output"), _first(targets, "target")
    if logits.ndim > 3:
        is_soft = target.shape == logits.shape
        logits, target = np.moveaxis(logits, 1, -1), np.moveaxis(target, 1, -1) if is_soft else target
    if not logits.ndim or not logits.shape[-1]:
        raise InvalidError("the cross entropy needs classes along a last axis", actual=_shown(logits))
    scores = logits.astype(np.float64)
    scores -= scores.max(axis=-1, keepdims=True)
    scores -= np.log(np.exp(scores).sum(axis=-1, keepdims=True))
    if target.dtype.kind == "f" and target.shape == logits.shape:
        return np.float32(-(target * scores).sum() / max(math.prod(logits.shape[:-1]), 1))
    if target.dtype.kind not in "iu" or target.size != math.prod(logits.shape[:-1]):
        expected = f"classes for logits of shape {list(logits.shape)}"
        raise InvalidError("the target does not fit the output", expected=expected, actual=_shown(target))
    classes, rows = target.reshape(-1), scores.reshape(-1, scores.shape[-1])
    counted = classes != IGNORED
    known = (classes >= 0) & (classes < rows.shape[1])
    if not np.all(known | ~counted):
        wrong = int(classes[counted & ~known][0])
        raise InvalidError("the target is no class", expected=f"0 to {rows.shape[1] - 1}", actual=wrong)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.float32(-rows[counted.nonzero()[0], classes[counted]].sum() / counted.sum())


def mse(outputs: Sequence[Array], targets: Sequence[Array]) -> np.float32:
    """The mean of the squares of output - target. InvalidError: they cannot be broadcast to each other."""
    output, target = _first(outputs, "output"), _first(targets, "target")
    if output.shape != target.shape:
        reason, expected = "the target does not fit the output", f"shape {list(output.shape)}"
        raise InvalidError(reason, expected=expected, actual=_shown(target))
    return np.float32(np.square(output.astype(np.float64) - target).mean())


#: By the words of the schema; None is no loss.
LOSSES: Mapping[str, Callable[[Sequence[Array], Sequence[Array]], np.float32] | None] = {
    "cross_entropy": cross_entropy,
    "mse": mse,
    "none": None,
}


def extent(outputs: Sequence[Array]) -> int:
    """Bytes that computing a loss takes, at most."""
    return sum(4 * 8 * output.size for output in outputs[:1])


def _first(arrays: Sequence[Array], what: str) -> Array:
    if not arrays:
        raise InvalidError(f"there is no {what} to compute a loss of")
    return arrays[0]


def _shown(array: Array) -> str:
    return f"{array.dtype.name}{list(array.shape)}"
