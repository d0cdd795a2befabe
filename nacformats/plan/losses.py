"""Losses of outputs and targets, for a training program that does not show which one it is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.errors import InvalidError
from nacformats.runtime.kernels.loss import cross_entropy_loss, mse_loss


def cross_entropy(outputs: Sequence[Array], targets: Sequence[Array]) -> np.float32:
    """Return the mean of -log softmax(logits)[target], as the cross entropy of PyTorch.

    Args:
        outputs: the first one is the logits: of shape [C], [N, C], [N, L, C] as of language models, or [N, C, ...].
        targets: the first one is the classes, as many as there are rows of logits, -100 for those that do not count; or
            probabilities of the shape of the logits.

    Raises:
        InvalidError: they do not fit each other.
    """
    logits, target = _first(outputs, "output"), _first(targets, "target")
    if not logits.ndim or not logits.shape[-1]:
        raise InvalidError("the cross entropy needs classes along a last axis", actual=_shown(logits))
    is_soft = target.dtype.kind == "f" and target.shape == logits.shape
    if logits.ndim == 3:  # the kernel has classes along the second axis
        logits, target = logits.swapaxes(1, 2), target.swapaxes(1, 2) if is_soft else target
    rows = (*logits.shape[:1], *logits.shape[2:]) if logits.ndim > 1 else ()
    if not is_soft:
        if target.dtype.kind not in "iu" or target.size != np.prod(rows, dtype=int):
            raise _misfit(target, f"classes for logits of shape {list(outputs[0].shape)}")
        target = target.reshape(rows)
    return _computed(cross_entropy_loss, logits, target)


def mse(outputs: Sequence[Array], targets: Sequence[Array]) -> np.float32:
    """Return the mean of the squares of output - target. InvalidError: their shapes differ."""
    output, target = _first(outputs, "output"), _first(targets, "target")
    if output.shape != target.shape:
        raise _misfit(target, f"shape {list(output.shape)}")
    return _computed(mse_loss, output, target)


def _computed(loss: Callable[[Array, Array], Array], output: Array, target: Array) -> np.float32:
    """Return a loss by its kernel; what that refuses is an error of the target."""
    try:
        with np.errstate(all="ignore"):
            return np.float32(loss(output, target))
    except ValueError as error:
        raise InvalidError(f"the target does not fit the output: {error}") from None


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


def _misfit(target: Array, expected: str) -> InvalidError:
    return InvalidError("the target does not fit the output", expected=expected, actual=_shown(target))


def _shown(array: Array) -> str:
    return f"{array.dtype.name}{list(array.shape)}"
