"""Padding: with a constant, or with elements of the input itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from nacformats.ops.dtypes import Array, Ints, Real
from nacformats.ops.kernels._arguments import check_rank, last_axes
from nacformats.ops.kernels._schemas import aten

#: Which elements of an axis of some size stand at places that may lie outside of it.
SourceOf = Callable[[Array, int], Array]


def padding_pairs(operation: str, x: Array, pad: Ints) -> list[tuple[int, int]]:
    """Return (before, after) for the last axes in their order; `pad` begins with the last one. Negative numbers cut
    off.
    """
    if len(pad) % 2 or len(pad) > 2 * x.ndim:
        raise ValueError(f"{operation}: pad {list(pad)} must be pairs for at most {x.ndim} dimensions")
    pairs = [(pad[place], pad[place + 1]) for place in range(len(pad) - 2, -1, -2)]
    sizes = x.shape[x.ndim - len(pairs) :]
    shape = [size + before + after for size, (before, after) in zip(sizes, pairs, strict=True)]
    if any(size < 0 for size in shape):
        raise ValueError(f"{operation}: pad {list(pad)} cuts more than there is from {list(x.shape)}")
    return pairs


@aten("constant_pad_nd")
def _constant_pad_nd(x: Array, pad: Ints, value: Real = 0) -> Array:
    """Return the input with a value around its last dimensions."""
    pairs = padding_pairs("constant_pad_nd", x, pad)
    sizes = x.shape[x.ndim - len(pairs) :]
    shape = (size + before + after for size, (before, after) in zip(sizes, pairs, strict=True))
    out = np.full((*x.shape[: x.ndim - len(pairs)], *shape), value, x.dtype)
    inside = [slice(max(before, 0), out_size - max(after, 0)) for out_size, (before, after) in _sized(out, pairs)]
    kept = [slice(max(-before, 0), size - max(-after, 0)) for size, (before, after) in _sized(x, pairs)]
    out[last_axes(inside)] = x[last_axes(kept)]
    return out


def _sized(x: Array, pairs: Sequence[tuple[int, int]]) -> list[tuple[int, tuple[int, int]]]:
    """Return the sizes of the last axes with their pairs."""
    return list(zip(x.shape[x.ndim - len(pairs) :], pairs, strict=True))


def reflected(places: Array, size: int) -> Array:
    """Return places that are mirrored at the first and the last element."""
    if places.size and (places[0] <= -size or places[-1] >= 2 * size - 1):
        raise ValueError(f"reflection padding must be less than the size {size} of its dimension")
    mirrored = np.abs(places)
    return np.where(mirrored >= size, 2 * (size - 1) - mirrored, mirrored)


def replicated(places: Array, size: int) -> Array:
    """Return places that repeat the first and the last element."""
    if not size:
        raise ValueError("replication padding needs at least one element")
    return np.clip(places, 0, size - 1)


def _wrapped(places: Array, size: int) -> Array:
    if places.size and (places[0] < -size or places[-1] >= 2 * size):
        raise ValueError(f"circular padding must not exceed the size {size} of its dimension")
    return places % max(size, 1)


def _pad_from_input(operation: str, source: SourceOf, x: Array, pad: Ints) -> Array:
    """Pad with the elements that `source` names for the places before, inside and after a dimension."""
    pairs = padding_pairs(operation, x, pad)
    result = x
    for axis, (size, (before, after)) in enumerate(_sized(x, pairs), start=-len(pairs)):
        if before or after:
            result = _extended(result, axis, source(np.arange(-before, size + after), size), before, after)
    return result if result is not x else x.copy()


def _extended(x: Array, axis: int, places: Array, before: int, after: int) -> Array:
    """Return the elements at the places, which are those of x with some before and some after."""
    if before < 0 or after < 0:
        return np.asarray(x.take(places, axis=axis))
    edges = x.take(places[:before], axis=axis), x.take(places[len(places) - after :], axis=axis)
    return np.concatenate((edges[0], x, edges[1]), axis=axis)


@aten("_pad_circular")
def _pad_circular(x: Array, pad: Ints) -> Array:
    """Pad the last dimensions with their other end, after what negative numbers cut off."""
    cut = _constant_pad_nd(x, [min(number, 0) for number in pad])
    return _pad_from_input("circular padding", _wrapped, cut, [max(number, 0) for number in pad])


_pad_reflected = partial(_pad_from_input, "reflection padding", reflected)
_pad_replicated = partial(_pad_from_input, "replication padding", replicated)
_MODES: dict[str, Callable[[Array, Ints], Array]] = {
    "reflect": _pad_reflected,
    "replicate": _pad_replicated,
    "circular": _pad_circular,
}


@aten("pad")
def pad(x: Array, amounts: Ints, mode: str = "constant", value: float | None = None) -> Array:
    """Return the input with padding around the last dimensions: "constant", "reflect", "replicate" or "circular"."""
    if mode == "constant":
        return _constant_pad_nd(x, amounts, 0 if value is None else value)
    if mode not in _MODES:
        raise ValueError(f"pad: no mode {mode!r}; known are constant, {', '.join(_MODES)}")
    return _MODES[mode](x, amounts)


def check_padding(operation: str, rank: int, x: Array, padding: Ints) -> None:
    """Refuse an input that is not (N, C, *sizes) or (C, *sizes), and a padding that is not for its spatial axes."""
    check_rank(operation, (rank + 1, rank + 2), self=x)
    if len(padding) != 2 * rank:
        raise ValueError(f"{operation}: padding must have {2 * rank} entries, got {list(padding)}")
