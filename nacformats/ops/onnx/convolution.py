"""Convolutions, pooling and padding; patches of images."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from nacformats.ops.dtypes import BOOL, INT64, PerAxis, category
from nacformats.ops.onnx.emitter import Emitter, Inexpressible, OnnxSize, Symbol, rule


def spread(value: PerAxis, count: int) -> list[int]:
    """Return one number for each axis."""
    items = [value] if isinstance(value, int) else list(value)
    return items * count if len(items) == 1 else items


def _batched(e: Emitter, x: Symbol, rank: int, function: Any) -> Any:
    """Apply a function of a batch, also to an operand without the batch dimension."""
    if x.rank == rank:
        return function(x)
    found = function(e.unsqueeze(x, [0]))
    parts = [e.op("Squeeze", each, e.indices(0)) for each in (found if isinstance(found, tuple) else (found,))]
    return tuple(parts) if isinstance(found, tuple) else parts[0]


@rule("convolution")
def _convolution(e: Emitter, x: Symbol, weight: Symbol, bias: Symbol | None, *geometry: Any) -> Symbol:
    stride, padding, dilation, transposed, output_padding, groups = geometry[:6]
    space = e.rank(weight) - 2
    pads = spread(padding, space)
    attributes: dict[str, Any] = {
        "strides": spread(stride, space),
        "pads": [*pads, *pads],
        "dilations": spread(dilation, space),
        "group": groups,
    }
    if weight.sizes is not None and None not in weight.sizes:
        attributes["kernel_shape"] = list(weight.sizes[2:])
    if transposed:
        attributes["output_padding"] = spread(output_padding, space)

    def apply(batch: Symbol) -> Symbol:
        operands = e.single(batch, weight, *([bias] if bias is not None else []))
        return e.op("ConvTranspose" if transposed else "Conv", *operands, **attributes)

    return _batched(e, x, space + 2, apply)  # type: ignore[no-any-return]


# pooling


def _pool_attributes(
    space: int, kernel: PerAxis, stride: PerAxis | None, padding: PerAxis, ceil_mode: bool
) -> dict[str, Any]:
    sizes, pads = spread(kernel, space), spread(padding, space)
    steps = spread(stride, space) if stride or stride == 0 else sizes
    return {"kernel_shape": sizes, "strides": steps, "pads": [*pads, *pads], "ceil_mode": int(ceil_mode)}


def _max_pool(space: int, indices: bool, e: Emitter, x: Symbol, kernel: PerAxis, *geometry: Any) -> Any:
    stride, padding, dilation, ceil_mode = geometry
    attributes = _pool_attributes(space, kernel, stride, padding, ceil_mode)
    attributes["dilations"] = spread(dilation, space)
    if category(x.dtype) != 2:
        raise Inexpressible("onnxruntime pools floats only")

    def apply(batch: Symbol) -> Any:
        (wide,) = e.floats(batch)
        if not indices:
            return e.op("MaxPool", wide, **attributes)
        values, places = e.ops("MaxPool", 2, wide, dtypes=(wide.dtype, INT64), **attributes)
        plane = e.scalar(e.elements(batch, range(2, space + 2)))
        return values, e.op("Mod", places, plane)

    return _batched(e, x, space + 2, apply)


def _average_pool(space: int, e: Emitter, x: Symbol, kernel: PerAxis, stride: PerAxis, *rest: Any) -> Symbol:
    padding, ceil_mode, count_include_pad, *override = rest
    divisor_override = override[0] if override else None  # which windows along one dimension do not have
    attributes = _pool_attributes(space, kernel, stride, padding, ceil_mode)
    attributes["count_include_pad"] = int(count_include_pad or divisor_override is not None)
    if divisor_override is not None and ceil_mode:
        raise Inexpressible("a divisor for windows that reach beyond the padding")

    def apply(batch: Symbol) -> Symbol:
        (wide,) = e.single(batch)
        result = e.op("AveragePool", wide, **attributes)
        if divisor_override is None:
            return result
        window = int(np.prod(attributes["kernel_shape"]))
        return e.op("Mul", result, e.const(window / divisor_override, result.dtype))

    return _batched(e, x, space + 2, apply)  # type: ignore[no-any-return]


def _adapted(
    e: Emitter, x: Symbol, space: int, output: Sequence[OnnxSize]
) -> tuple[range, list[tuple[OnnxSize, OnnxSize]], list[int] | None]:
    """Return the axes, what size each has and gets, and how many elements become one where these are whole numbers."""
    axes = range(e.rank(x) - space, e.rank(x))
    known, sizes = e.sizes(x), list(output) * (space if len(output) == 1 else 1)
    wanted = [known[axis] if size is None or size == -1 else size for size, axis in zip(sizes, axes, strict=True)]
    pairs = [(known[axis], size) for axis, size in zip(axes, wanted, strict=True)]
    whole = [a // b for a, b in pairs if isinstance(a, int) and isinstance(b, int) and a % b == 0]
    return axes, pairs, whole if len(whole) == space else None


def _adaptive_average(space: int, e: Emitter, x: Symbol, output: Sequence[OnnxSize]) -> Symbol:
    """Emit means of windows, of which i of n goes from floor(i * size / n) to ceil((i + 1) * size / n):
    a product with a matrix of shares.
    """
    axes, pairs, steps = _adapted(e, x, space, output)
    (wide,) = e.floats(x)
    if all(size == 1 for _, size in pairs):
        return e.op("ReduceMean", wide, e.indices(*axes), keepdims=1)
    if x.rank == space + 2 and steps is not None:
        return e.op("AveragePool", *e.single(wide), kernel_shape=steps, strides=steps)
    sizes = e.sizes(x)
    for axis, (_, size) in zip(axes, pairs, strict=True):
        wide = _shared(e, wide, axis, sizes, size)
        sizes[axis] = size
    return wide


def _shared(e: Emitter, x: Symbol, axis: int, kept: list[OnnxSize], count: OnnxSize) -> Symbol:
    """Emit one axis of sizes `kept` in another size."""
    size, rank = kept[axis], len(kept)
    if size == count and isinstance(size, int):
        return x
    n, m = e.scalar(size), e.scalar(count)
    one = e.const(1, INT64)
    windows = e.op("Unsqueeze", e.integers(m), e.indices(1))
    first = e.op("Div", e.op("Mul", windows, n), m)
    ends = e.op("Mul", e.op("Add", windows, one), n)
    last = e.op("Div", e.op("Add", ends, e.op("Sub", m, one)), m)
    places = e.integers(n)
    inside = e.truth("And", e.truth("GreaterOrEqual", places, first), e.truth("Less", places, last))
    shares = e.op("Div", e.cast(inside, x.dtype), e.cast(e.op("Sub", last, first), x.dtype))
    if axis == rank - 1:
        return e.op("MatMul", x, e.op("Transpose", shares, perm=[1, 0]))
    flat = e.op("Reshape", x, e.indices(*[0] * (axis + 1), -1))
    product = e.op("MatMul", shares, flat)
    return e.reshape(product, [*kept[:axis], count, *kept[axis + 1 :]])


def _adaptive_max(space: int, e: Emitter, x: Symbol, output: Sequence[OnnxSize]) -> Any:
    axes, pairs, steps = _adapted(e, x, space, output)
    if all(size == 1 and isinstance(own, Symbol) for own, size in pairs):
        (wide,) = e.floats(x)
        flat = e.op("Reshape", wide, e.indices(*[0] * (e.rank(x) - space), -1))
        places = e.op("ArgMax", flat, dtype=INT64, axis=e.rank(x) - space, keepdims=1)
        values = e.op("ReduceMax", wide, e.indices(*axes), keepdims=1)
        return values, e.op("Unsqueeze", places, e.indices(*range(e.rank(x) - space + 1, e.rank(x))))
    if steps is None:
        raise Inexpressible("adaptive max pooling of sizes that are not multiples of the result's, or not known")
    return _max_pool(space, True, e, x, steps, None, 0, 1, False)


for _space in (1, 2, 3):
    rule(f"max_pool{_space}d")(partial(_max_pool, _space, False))
    rule(f"max_pool{_space}d_with_indices")(partial(_max_pool, _space, True))
    rule(f"avg_pool{_space}d")(partial(_average_pool, _space))
    _also = f" _adaptive_avg_pool{_space}d" if _space > 1 else ""
    rule(f"adaptive_avg_pool{_space}d{_also}")(partial(_adaptive_average, _space))
    rule(f"adaptive_max_pool{_space}d")(partial(_adaptive_max, _space))


# padding

_MODES = {"constant": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}


def _pads(e: Emitter, rank: int, pad: Sequence[OnnxSize]) -> Symbol:
    """Emit the pads: PyTorch counts from the last dimension, in pairs; ONNX has all before, then all behind."""
    before: list[OnnxSize] = [0] * rank
    behind: list[OnnxSize] = [0] * rank
    for place in range(len(pad) // 2):
        before[rank - 1 - place], behind[rank - 1 - place] = pad[2 * place], pad[2 * place + 1]
    return e.ints([*before, *behind])


@rule("pad")
def emit_padding(
    e: Emitter, x: Symbol, sizes: Sequence[OnnxSize], mode: str = "constant", value: float | None = None
) -> Symbol:
    rank = e.rank(x)
    wide = x if x.dtype == BOOL else e.met(x)[0]
    if any(isinstance(side, Symbol) or side < 0 for side in sizes) and mode != "constant":
        raise Inexpressible(f"padding {_MODES[mode]} by sizes that may be negative")
    fill = e.cast(value, wide.dtype) if mode == "constant" and value else None
    result = e.op("Pad", wide, _pads(e, rank, sizes), fill, mode=_MODES[mode])
    return Symbol(result.name, result.dtype, rank)


# patches of images


def _window_places(e: Emitter, size: OnnxSize, kernel: int, dilation: int, padding: int, stride: int) -> Symbol:
    """Emit the places in the padded image, a row for each place of a kernel and a column for each window."""
    span = dilation * (kernel - 1) + 1
    count = e.plus(e.quotient(e.minus(e.plus(size, 2 * padding), span), stride), 1)
    starts = e.integers(e.times(count, stride), step=stride)
    steps = e.const(np.arange(kernel, dtype=np.int64)[:, None] * dilation)
    return e.op("Add", steps, starts)


@rule("im2col")
def _im2col(e: Emitter, x: Symbol, kernel: PerAxis, dilation: PerAxis, padding: PerAxis, stride: PerAxis) -> Symbol:
    if e.rank(x) != 4:
        raise Inexpressible("patches of an image without a batch")
    kernels, dilations, pads, strides = (spread(each, 2) for each in (kernel, dilation, padding, stride))
    batch, channels, *space = e.sizes(x)
    places = [_window_places(e, *each) for each in zip(space, kernels, dilations, pads, strides, strict=True)]
    sides = e.indices(0, 0, *pads, 0, 0, *pads)
    padded = e.op("Pad", e.met(x)[0], sides) if any(pads) else x
    rows = e.op("Gather", padded, places[0], axis=2)
    patches = replace(e.op("Gather", rows, places[1], axis=4), rank=6)
    moved = e.permute(patches, [0, 1, 2, 4, 3, 5])
    count = kernels[0] * kernels[1]
    return e.reshape(moved, [batch, e.times(channels, count), -1])


@rule("col2im")
def _col2im(e: Emitter, x: Symbol, size: Sequence[OnnxSize], kernel: PerAxis, *geometry: PerAxis) -> Symbol:
    dilation, padding, stride = geometry
    if e.rank(x) != 3:
        raise Inexpressible("an image without a batch")
    pads = spread(padding, 2)
    shapes = e.ints(list(size)), e.indices(*spread(kernel, 2))
    return e.op(
        "Col2Im", *e.single(x), *shapes, dilations=spread(dilation, 2), pads=[*pads, *pads], strides=spread(stride, 2)
    )
