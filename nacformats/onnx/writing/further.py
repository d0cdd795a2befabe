"""Operations that fewer models use, composed of what others have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from nacformats.onnx.writing.arithmetic import emit_floor_divide
from nacformats.onnx.writing.convolution import spread
from nacformats.onnx.writing.creation import filled
from nacformats.onnx.writing.emitter import Emitter, Inexpressible, OnnxBody, OnnxNode, OnnxOperand, OnnxSize, Symbol
from nacformats.onnx.writing.reductions import emit_vector_norm, reduced, sort
from nacformats.onnx.writing.shapes import flip
from nacformats.onnx.writing.table import add, add_all, rule
from nacformats.runtime.kernels._types import INT64, PerAxis

# products along a dimension


@rule("cumprod")
def _cumprod(e: Emitter, x: Symbol, dim: int, **_options: Any) -> Symbol:
    """Entry by entry: the product so far is both what goes on and what comes out."""
    if not x.rank:
        return x
    axis = e.axis(x, dim)
    x = e.cast(x, e.computed(e.result.dtype))
    sizes = e.sizes(x)
    ones = filled(e, [*sizes[:axis], *sizes[axis + 1 :]], 1, x.dtype)
    steps = (OnnxNode("Mul", ("so_far", "entry"), ("next",), {}), OnnxNode("Identity", ("next",), ("result",), {}))
    body = OnnxBody(steps, ("so_far", "entry"), ("next", "result"), x.dtype)
    axes = {"scan_input_axes": [axis], "scan_output_axes": [axis]}
    return e.ops("Scan", 2, ones, x, dtypes=(x.dtype, x.dtype), body=body, num_scan_inputs=1, **axes)[1]


# distances


@rule("cosine_similarity")
def _cosine_similarity(e: Emitter, x: Symbol, y: Symbol, dim: int = 1, eps: float = 1e-8) -> Symbol:
    x, y = e.floats(x, y)
    axes = e.indices(dim)
    norms = [e.op("Max", e.op("ReduceL2", each, axes, keepdims=1), e.const(eps, each.dtype)) for each in (x, y)]
    parts = [e.op("Div", each, norm) for each, norm in zip((x, y), norms, strict=True)]
    return e.op("ReduceSum", e.op("Mul", *parts), axes, keepdims=0)


@rule("pairwise_distance")
def _pairwise_distance(
    e: Emitter, x: Symbol, y: Symbol, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False
) -> Symbol:
    x, y = e.floats(x, y)
    return emit_vector_norm(e, e.op("Add", e.op("Sub", x, y), e.const(eps, x.dtype)), p, -1, keepdim)


@rule("cdist", "_cdist_forward")
def _cdist(e: Emitter, x: Symbol, y: Symbol, p: float = 2.0, _mode: int | None = None) -> Symbol:
    rank = e.rank(x)
    x, y = e.floats(x, y)
    apart = e.op("Sub", e.unsqueeze(x, [rank - 1]), e.unsqueeze(y, [rank - 2]))
    return emit_vector_norm(e, apart, p, -1)


@rule("linalg_norm", "frobenius_norm.dim")
def _linalg_norm(e: Emitter, x: Symbol, order: Any = None, dim: Any = None, keepdim: bool = False, **_: Any) -> Symbol:
    if isinstance(order, list):  # frobenius_norm has no order
        order, dim, keepdim = None, order, bool(dim)
    matrix = isinstance(dim, list) and len(dim) == 2
    if order is not None and (matrix or (dim is None and x.rank != 1)):
        raise Inexpressible("a norm of matrices")
    return emit_vector_norm(e, x, 2 if order is None else order, dim, keepdim)


# sorting


@rule("median.dim")
def _median(e: Emitter, x: Symbol, dim: int, keepdim: bool = False) -> tuple[Symbol, ...]:
    """The lower of the two in the middle."""
    if not x.rank:
        return x, e.const(0, INT64)
    axis = e.axis(x, dim)
    middle = e.quotient(e.minus(e.size(x, axis), 1), 2)
    place = e.ints([middle]) if keepdim else e.scalar(middle)
    return tuple(e.op("Gather", each, place, axis=axis) for each in sort(e, x, axis))


@rule("_unique2")
def _unique(
    e: Emitter, x: Symbol, _sorted: bool = True, inverse: bool = False, counts: bool = False
) -> tuple[Symbol, ...]:
    """The distinct elements; results that are not requested are empty lists."""
    (wide,) = e.met(x)
    nothing = e.const(np.zeros(0, np.int64))
    found = e.ops("Unique", 4, wide, dtypes=(wide.dtype, INT64, INT64, INT64), sorted=1)
    places = e.op("Reshape", found[2], e.shape(x)) if inverse or counts else nothing
    return found[0], places, found[3] if counts else nothing


# bits


def _shifted(left: bool, e: Emitter, x: OnnxOperand, by: OnnxOperand) -> Symbol:
    """A product with a power of two, or a quotient; in two steps, so that a shift by all bits and more is one."""
    wide, places = e.met(x, by)
    dtype = wide.dtype if wide.dtype == np.uint64 else INT64
    found, rest = e.cast(wide, dtype), e.cast(places, dtype)
    for most in (32, 32 if left else 31):
        step = e.op("Min", rest, e.const(most, dtype))
        factor, rest = e.op("Pow", e.const(2, dtype), step), e.op("Sub", rest, step)
        found = e.op("Mul", found, factor) if left else emit_floor_divide(e, found, factor)
    return e.cast(found, wide.dtype)


for _name, _left in (("left", True), ("right", False)):
    for _overload in ("Tensor", "Tensor_Scalar", "Scalar_Tensor"):
        add(f"bitwise_{_name}_shift.{_overload}", partial(_shifted, _left))
for _overload in ("Tensor", "Scalar"):
    add(f"__lshift__.{_overload}", partial(_shifted, True))
    add(f"__rshift__.{_overload}", partial(_shifted, False))


# parts and shapes


@rule("as_strided")
def _as_strided(
    e: Emitter, x: Symbol, sizes: Sequence[OnnxSize], strides: Sequence[OnnxSize], offset: int | None = None
) -> Symbol:
    """The elements of a tensor in its own order, at places that the strides say."""
    if not all(isinstance(each, int) for each in (*sizes, *strides)):
        raise Inexpressible("strides that only the run knows")
    places = np.full([int(size) for size in sizes], offset or 0, np.int64)  # type: ignore[arg-type]
    for axis, (size, stride) in enumerate(zip(sizes, strides, strict=True)):
        steps = np.arange(size, dtype=np.int64) * stride  # type: ignore[arg-type, operator]
        places += steps.reshape([-1] + [1] * (len(sizes) - axis - 1))
    return e.op("Gather", e.reshape(x, [-1]), e.const(places), axis=0)


@rule("rot90")
def _rot90(e: Emitter, x: Symbol, k: int = 1, dims: Sequence[int] = (0, 1)) -> Symbol:
    first, second = (e.axis(x, dim) for dim in dims)
    turns = k % 4
    if turns in (1, 2):
        x = flip(e, x, [second])
    if turns in (2, 3):
        x = flip(e, x, [first])
    return e.swap(x, first, second) if turns % 2 else x


@rule("diag_embed")
def _diag_embed(e: Emitter, x: Symbol, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Symbol:
    rank = e.rank(x) + 1
    if offset or (dim1 % rank, dim2 % rank) != (rank - 2, rank - 1):
        raise Inexpressible("a diagonal beside the main one of the last two dimensions")
    places = _range(e, e.size(x, -1))
    inside = e.truth("Equal", e.op("Unsqueeze", places, e.indices(1)), places)
    return e.where(inside, e.unsqueeze(x, [rank - 1]), e.const(0, x.dtype))


def _range(e: Emitter, count: OnnxSize) -> Symbol:
    return e.op("Range", e.const(0, INT64), e.scalar(count), e.const(1, INT64), dtype=INT64)


@rule("trace")
def _trace(e: Emitter, x: Symbol) -> Symbol:
    (wide,) = e.met(x, dtype=e.result.dtype)
    rows, columns = (
        e.op("Range", e.const(0, INT64), e.scalar(size), e.const(1, INT64), dtype=INT64) for size in e.sizes(x)
    )
    inside = e.truth("Equal", e.op("Unsqueeze", rows, e.indices(1)), columns)
    return e.op("ReduceSum", e.where(inside, wide, e.const(0, wide.dtype)), keepdims=0)


@rule("linalg_cross")
def _cross(e: Emitter, x: Symbol, y: Symbol, *, dim: int = -1) -> Symbol:
    axis = e.axis(x, dim)
    x, y = e.met(x, y)
    turned = [
        [e.op("Gather", each, e.indices(*order), axis=axis) for order in ((1, 2, 0), (2, 0, 1))] for each in (x, y)
    ]
    return e.op("Sub", e.op("Mul", turned[0][0], turned[1][1]), e.op("Mul", turned[0][1], turned[1][0]))


@rule("repeat_interleave.self_Tensor", "repeat_interleave.Tensor")
def _repeat_interleave(
    e: Emitter, x: Symbol, repeats: Symbol | None = None, dim: int | None = None, **_options: Any
) -> Symbol:
    """Entry i of the result is one that begins where the sum of the counts before it is at most i."""
    counts = e.cast(x if repeats is None else repeats, INT64)
    source = x
    if repeats is not None and dim is None:
        source, dim = e.reshape(x, [-1]), 0
    axis = e.axis(source, dim or 0)
    counts = e.expand(counts, e.ints([e.size(source, axis)]), 1)
    ends = e.op("CumSum", counts, e.const(0, INT64))
    total = e.op("ReduceSum", counts, keepdims=0)
    places = e.op("Range", e.const(0, INT64), total, e.const(1, INT64), dtype=INT64)
    passed = e.truth("GreaterOrEqual", e.op("Unsqueeze", places, e.indices(1)), ends)
    rows = e.op("ReduceSum", e.cast(passed, INT64), e.indices(1), keepdims=0)
    return rows if repeats is None else e.op("Gather", source, rows, axis=axis)


# patches of images


def _window_places(e: Emitter, size: OnnxSize, kernel: int, dilation: int, padding: int, stride: int) -> Symbol:
    """The places in the padded image, a row for each place of a kernel and a column for each window."""
    span = dilation * (kernel - 1) + 1
    count = e.plus(e.quotient(e.minus(e.plus(size, 2 * padding), span), stride), 1)
    starts = e.op("Range", e.const(0, INT64), e.scalar(e.times(count, stride)), e.const(stride, INT64), dtype=INT64)
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


# losses and what leads to them


def _mean_or_sum(e: Emitter, x: Symbol, reduction: int) -> Symbol:
    """0: each element; 1: the mean; 2: the sum."""
    return x if reduction == 0 else reduced(e, ("ReduceMean", "ReduceSum")[reduction - 1], x, None)


@rule("mse_loss")
def _mse_loss(e: Emitter, x: Symbol, target: Symbol, reduction: int = 1) -> Symbol:
    distance = e.op("Sub", *e.floats(x, target))
    return _mean_or_sum(e, e.op("Mul", distance, distance), reduction)


@rule("l1_loss")
def _l1_loss(e: Emitter, x: Symbol, target: Symbol, reduction: int = 1) -> Symbol:
    return _mean_or_sum(e, e.op("Abs", e.op("Sub", *e.floats(x, target))), reduction)


_FORMS: dict[str, Any] = {
    "median": lambda e, x: _median(e, e.reshape(x, [-1]), 0)[0] if x.rank else x,
    "log_sigmoid_forward": lambda e, x: (e.op("Neg", e.op("Softplus", e.op("Neg", *e.single(x)))),),
}
add_all(_FORMS)
