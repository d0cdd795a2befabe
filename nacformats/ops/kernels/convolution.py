"""Convolutions of 1, 2 and 3 spatial dimensions.

A convolution is a product of the weights with the windows of the input, laid out as columns. The columns are made for
some rows of the output, or for some items of the batch, at a time: large enough for BLAS, small enough for the caches.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from operator import mul

import numpy as np

from nacformats.ops.blocks import COLUMN_BYTES
from nacformats.ops.dtypes import BOOL, FLOAT32, Array, Ints
from nacformats.ops.kernels._arguments import check_rank, check_same_type, check_shape, last_axes, per_axis
from nacformats.ops.kernels._packing import MOST_BYTES, by_columns, by_taps, kept_form
from nacformats.ops.kernels._schemas import aten_in_float32
from nacformats.ops.kernels._tiles import convolve_by_tiles, pays_by_tiles
from nacformats.ops.kernels.windows import Margins, covered_sizes, pad_spatial, sum_windows, window_counts, windows

#: Columns from which on a product is large enough for BLAS; smaller items of a batch are multiplied together.
MANY_COLUMNS = 4096
#: With so many times fewer outputs than inputs, sums over the elements of the kernel take less than columns.
FEW_OUTPUTS = 2
#: Up to so many places, the items of a batch are multiplied with a matrix together.
FEW_PLACES = 16
#: Products of up to so many steps have a way of their own in OpenBLAS, which prepares nothing.
SMALL_PRODUCT = 1_000_000
#: A convolution of single channels takes no columns for up to (elements of the kernel) ** this places: the fewer places
#: there are, the shorter are the copies that columns are made of, and each element of the kernel takes one of them.
#: With a step along the last axis it computes places that are left out afterwards: then it is the root of that.
CHANNELS_LAST_POWER = 4


def convolve(
    operation: str,
    x: Array,
    weight: Array,
    bias: Array | None,
    stride: Ints,
    margins: Margins,
    dilation: Ints,
    groups: int,
) -> Array:
    """Return the convolution of a batch (N, C, *sizes) with weights (O, C / groups, *kernel)."""
    outputs, depth, *kernel_size = weight.shape
    if groups < 1 or outputs % groups or x.shape[1] != depth * groups:
        raise ValueError(
            f"{operation}: input of shape {list(x.shape)} and weight of shape {list(weight.shape)} "
            f"do not fit in {groups} groups"
        )
    sizes = [size + sum(pair) for size, pair in zip(x.shape[2:], margins, strict=True)]
    counts = window_counts(operation, sizes, kernel_size, stride, dilation)
    if any(map(_reaches_past, x.shape[2:], kernel_size, stride, margins, dilation, counts)):
        x, weight, margins = _trimmed(x, weight, stride, margins, dilation, counts)
        outputs, depth, *kernel_size = weight.shape
        sizes = [size + sum(pair) for size, pair in zip(x.shape[2:], margins, strict=True)]
        if groups == 1 and _is_pointwise(len(counts), x, weight, bias) and tuple(sizes) == counts == x.shape[2:]:
            return _pointwise(x, weight, bias)
    power = CHANNELS_LAST_POWER if stride[-1] == 1 else CHANNELS_LAST_POWER / 2
    if outputs == groups and depth == 1 and math.prod(counts) <= math.prod(kernel_size) ** power:
        return _convolve_channels(x, weight, bias, stride, margins, dilation, counts)
    few = outputs * FEW_OUTPUTS <= depth and weight.nbytes <= MOST_BYTES and 0 not in counts
    if few and groups == 1 and max(stride) == 1 < math.prod(kernel_size):
        return _convolve_taps(x, weight, bias, margins, dilation, counts)
    if kernel_size == [3, 3] and max(*stride, *dilation, groups) == 1 and pays_by_tiles(x, weight, counts):
        return convolve_by_tiles(x, weight, bias, margins, counts)
    places = counts
    if _rows_run_on(outputs // groups, kernel_size, stride, sizes, counts):
        # The last window of the last row may run on too: one more row of zeros keeps it inside.
        margins = ((margins[0][0], margins[0][1] + 1), *margins[1:])
        places = (counts[0], *sizes[1:])
    padded = pad_spatial(x, margins)
    out = np.empty((len(x), groups, outputs // groups, *places), x.dtype)
    view = windows(padded.reshape(len(x), groups, depth, *padded.shape[2:]), kernel_size, stride, dilation, places)
    matrices = weight.reshape(groups, outputs // groups, math.prod(weight.shape[1:]))
    offsets = None if bias is None else bias.reshape(groups, outputs // groups, *(1 for _ in places))
    for items, rows in _tiles(view, len(places)):
        part = last_axes([rows, *(slice(None) for _ in places[1:])])
        _multiply(matrices, view[items][part], offsets, out[items][part])
    out = out.reshape(len(x), outputs, *places)
    return out if places == counts else np.ascontiguousarray(out[last_axes(map(slice, counts))])


def _reaches_past(size: int, span: int, stride: int, pair: tuple[int, int], dilation: int, count: int) -> bool:
    """Return True if an element of the kernel at one of its ends meets margins alone, along one axis."""
    return pair[0] > stride * (count - 1) or (span - 1) * dilation - pair[0] >= size


def _trimmed(
    x: Array, weight: Array, stride: Ints, margins: Margins, dilation: Ints, counts: Ints
) -> tuple[Array, Array, Margins]:
    """Return the same convolution without the ends of the kernel that meet margins alone."""
    ends, edges, cuts = [], [], []
    for size, span, step, (before, _), wide, count in zip(
        x.shape[2:], weight.shape[2:], stride, margins, dilation, counts, strict=True
    ):
        first = min(max(-((step * (count - 1) - before) // wide), 0), span - 1)
        last = max(min((size - 1 + before) // wide, span - 1), first)
        start = before - first * wide
        needed = (count - 1) * step + (last - first) * wide + 1
        cut = min(max(-start, 0), size)
        edges.append((max(start, 0), max(needed - max(start, 0) - (size - cut), 0)))
        cuts.append(slice(cut, None))
        ends += [first, last + 1]
    return x[last_axes(cuts)], kept_form(weight, _cut_out, *ends), edges


def _cut_out(weight: Array, *ends: int) -> Array:
    part: Array = weight[last_axes(map(slice, ends[::2], ends[1::2]))]
    return part


def _convolve_taps(
    x: Array, weight: Array, bias: Array | None, margins: Margins, dilation: Ints, counts: Ints
) -> Array:
    """Return the sum of one product for each element of the kernel, with the input shifted; steps of 1, and no columns.

    Whole padded rows are computed: a window that runs past the end of a row goes on in the next one.
    """
    outputs, kernel_size = len(weight), weight.shape[2:]
    padded = pad_spatial(x, ((margins[0][0], margins[0][1] + 1), *margins[1:]))
    sizes = padded.shape[2:]
    pitches = [math.prod(sizes[axis + 1 :]) for axis in range(len(sizes))]
    flat, run = padded.reshape(*padded.shape[:2], math.prod(sizes)), counts[0] * pitches[0]
    total = part = np.empty((len(x), outputs, run), x.dtype)
    for matrix, place in zip(by_taps(weight), np.ndindex(*kernel_size), strict=True):
        shift = sum(at * spread * pitch for at, spread, pitch in zip(place, dilation, pitches, strict=True))
        np.matmul(matrix, flat[:, :, shift : shift + run], out=part)
        if part is not total:
            total += part
        elif len(total):
            part = np.empty_like(total)
    out = total.reshape(len(x), outputs, counts[0], *sizes[1:])[last_axes(map(slice, counts))]
    if bias is not None:
        return np.asarray(out + bias.reshape(-1, *(1 for _ in counts)))
    return np.ascontiguousarray(out)


def _rows_run_on(outputs: int, kernel_size: Ints, stride: Ints, sizes: Ints, counts: Ints) -> bool:
    """Return True if whole padded rows are to be computed and the surplus cut off.

    Then a window of step 1 that runs past the end of a row continues in the next one, and each line of the columns is
    one long copy instead of one a row. It pays while the surplus costs fewer products than the short copies.
    """
    if len(counts) == 1 or math.prod(kernel_size) == 1 or max(stride) > 1 or 0 in counts:
        return False
    surplus = math.prod(sizes[1:]) / math.prod(counts[1:]) - 1
    return outputs * surplus < 16


def _tiles(view: Array, rank: int) -> Iterator[tuple[slice, slice]]:
    """Yield pieces of the batch and of the first spatial axis to be multiplied at once."""
    items, rows = len(view), view.shape[-rank]
    if 0 in view.shape:
        return
    item_bytes = view.size // items * view.itemsize
    if math.prod(view.shape[3:-rank]) == 1:
        # The windows of a kernel of size 1 are the input itself: all rows of one item need no copy.
        items_at_once, rows_at_once = 1, rows
    else:
        columns = math.prod(view.shape[-rank:])
        items_at_once = max(1, min(COLUMN_BYTES // item_bytes, -(-MANY_COLUMNS // columns)))
        rows_at_once = max(1, min(rows, COLUMN_BYTES * rows // item_bytes))
    for item, row in itertools.product(range(0, items, items_at_once), range(0, rows, rows_at_once)):
        yield slice(item, item + items_at_once), slice(row, row + rows_at_once)


def _multiply(matrices: Array, view: Array, offsets: Array | None, out: Array) -> None:
    """Multiply weights (G, O, K) with windows (N, G, C, *kernel, *counts), into out (N, G, O, *counts)."""
    groups, outputs, depth = matrices.shape
    counts = out.shape[3:]
    columns = np.moveaxis(view, 0, -len(counts) - 1).reshape(groups, depth, len(out) * math.prod(counts))
    if len(out) == 1:
        np.matmul(matrices, columns, out=out.reshape(groups, outputs, columns.shape[-1]))
    else:
        products = np.matmul(matrices, columns).reshape(groups, outputs, len(out), *counts)
        np.copyto(out, np.moveaxis(products, 2, 0))
    if offsets is not None:
        out += offsets


def _convolve_channels(
    x: Array, weight: Array, bias: Array | None, stride: Ints, margins: Margins, dilation: Ints, counts: Ints
) -> Array:
    """Convolve each channel with a kernel of its own, the channels last in memory: long runs are added up,
    nothing is copied.

    A row of places is one run over places and channels, which the weights are repeated for. The last axis is taken
    in steps of 1, whatever its stride: what is left out afterwards costs less than short runs.
    """
    channels, _, *kernel_size = weight.shape
    padded = pad_spatial(np.moveaxis(x, 1, -1), [*margins, (0, 0)])
    row = (counts[-1] - 1) * stride[-1] + 1
    repeated = np.empty((*kernel_size, row, channels), x.dtype)
    repeated[...] = np.moveaxis(weight[:, 0], 0, -1)[..., None, :]
    view = windows(
        padded.reshape(*padded.shape[:-2], padded.shape[-2] * channels),
        kernel_size,
        [*stride[:-1], 1],
        [*dilation[:-1], dilation[-1] * channels],
        [*counts[:-1], row * channels],
    )
    out = np.empty((len(x), *counts[:-1], row * channels), x.dtype)
    elements, places = range(1, len(counts) + 1), range(len(counts) + 1, 2 * len(counts) + 1)
    run = places[-1]
    np.einsum(
        view, [0, *elements, *places], repeated.reshape(*kernel_size, -1), [*elements, run], [0, *places], out=out
    )
    chosen = out.reshape(len(x), *counts[:-1], row, channels)[..., :: stride[-1], :]
    if bias is not None:
        chosen += bias
    return np.ascontiguousarray(np.moveaxis(chosen, -1, 1))


def convolve_transposed(
    operation: str,
    x: Array,
    weight: Array,
    bias: Array | None,
    stride: Ints,
    padding: Ints,
    output_padding: Ints,
    dilation: Ints,
    groups: int,
) -> Array:
    """Return the transposed convolution of a batch (N, C, *sizes) with weights (C, O / groups, *kernel)."""
    channels, outputs, *kernel_size = weight.shape
    if groups < 1 or channels % groups or x.shape[1] != channels:
        raise ValueError(
            f"{operation}: input of shape {list(x.shape)} and weight of shape {list(weight.shape)} "
            f"do not fit in {groups} groups"
        )
    if any(more >= max(pair) for more, pair in zip(output_padding, zip(stride, dilation, strict=True), strict=True)):
        raise ValueError(f"{operation}: output_padding {list(output_padding)} must be less than stride or dilation")
    covered = covered_sizes(x.shape[2:], kernel_size, stride, dilation)
    cut = [slice(edge, size - edge + more) for size, edge, more in zip(covered, padding, output_padding, strict=True)]
    if any(part.stop < part.start for part in cut):
        raise ValueError(f"{operation}: padding {list(padding)} cuts more than there is of an output of {covered}")
    if max(dilation) == 1 and all(span >= step for span, step in zip(kernel_size, stride, strict=True)):
        made = _by_phases(operation, x, weight, bias, stride, cut, groups)
        if made is not None:
            return made
    canvas_sizes = [max(size, part.stop) for size, part in zip(covered, cut, strict=True)]
    canvas = np.zeros((len(x), groups, outputs, *canvas_sizes), x.dtype)
    matrices = weight.reshape(groups, channels // groups, math.prod(weight.shape[1:])).swapaxes(1, 2)
    for item, place in zip(x, canvas, strict=True):
        columns = np.matmul(matrices, item.reshape(groups, channels // groups, math.prod(item.shape[1:])))
        columns = columns.reshape(groups, outputs, *kernel_size, *item.shape[1:])
        sum_windows(columns, kernel_size, stride, dilation, place)
    out = canvas.reshape(len(x), groups * outputs, *canvas_sizes)[last_axes(cut)]
    if bias is not None:
        return np.asarray(out + bias.reshape(-1, *(1 for _ in cut)))
    return np.ascontiguousarray(out)


def _by_phases(
    operation: str, x: Array, weight: Array, bias: Array | None, stride: Ints, cut: Sequence[slice], groups: int
) -> Array | None:
    """Return a transposed convolution as one of step 1 that gives the outputs of all phases of the steps as channels.

    None where the parts that are cut off go beyond the edges of that.
    """
    rank, phases, outputs = len(stride), math.prod(stride), weight.shape[1] * groups
    spans, margins = [], []
    for size, span, step, part in zip(x.shape[2:], weight.shape[2:], stride, cut, strict=True):
        end = -(-part.stop // step)
        spans.append(max(-(-span // step), end - size + 1))
        margins.append((spans[-1] - 1 - part.start // step, end - size))
    if min(map(min, margins)) < 0 or any(part.stop == part.start for part in cut):
        return None
    kernels = kept_form(weight, _kernels_of_phases, groups, tuple(stride), tuple(spans))
    offsets = None if bias is None else bias.repeat(phases)
    made = convolve(operation, x, kernels, offsets, [1] * rank, margins, [1] * rank, groups)
    places = made.shape[2:]
    order = [place for axis in range(rank) for place in (2 + rank + axis, 2 + axis)]
    spread = made.reshape(len(x), outputs, *stride, *places).transpose(0, 1, *order)
    whole = spread.reshape(len(x), outputs, *map(mul, places, stride))
    firsts = [part.start % step for part, step in zip(cut, stride, strict=True)]
    parts = [slice(first, first + part.stop - part.start) for first, part in zip(firsts, cut, strict=True)]
    return np.ascontiguousarray(whole[last_axes(parts)])


def _kernels_of_phases(weight: Array, groups: int, stride: Ints, spans: Ints) -> Array:
    """Return the kernels (O * phases, C / groups, *spans) of the weights (C, O / groups, *kernel), turned around."""
    rank, channels = len(stride), len(weight) // groups
    ends = [(0, span * step - size) for span, step, size in zip(spans, stride, weight.shape[2:], strict=True)]
    split = [size for pair in zip(spans, stride, strict=True) for size in pair]
    whole = pad_spatial(weight, ends).reshape(groups, channels, weight.shape[1], *split)
    turned = np.flip(whole, tuple(range(3, 3 + 2 * rank, 2)))
    order = (0, 2, *range(4, 4 + 2 * rank, 2), 1, *range(3, 3 + 2 * rank, 2))
    return turned.transpose(order).reshape(-1, channels, *spans)


def _is_pointwise(rank: int, x: Array, weight: Array, bias: Array | None) -> bool:
    """Return True if a batch is multiplied with one matrix at every place, in float32 throughout."""
    return (
        x.dtype is weight.dtype is FLOAT32
        and x.ndim == weight.ndim == rank + 2
        and x.size > 0
        and weight.size == weight.shape[0] * weight.shape[1] > 0
        and x.shape[1] == weight.shape[1]
        and (bias is None or (bias.dtype is FLOAT32 and bias.shape == weight.shape[:1]))
    )


def _pointwise(x: Array, weight: Array, bias: Array | None) -> Array:
    """Return the products of a matrix (O, C) with the channels (N, C, *sizes) of every place."""
    items, channels, *sizes = x.shape
    places = math.prod(sizes)
    outputs = len(weight)
    if places == 1:
        rows = np.matmul(x.reshape(items, channels), by_columns(weight))
        if bias is not None:
            rows += bias
        return np.asarray(rows).reshape(items, outputs, *sizes)
    matrix = weight.reshape(outputs, channels)
    if items == 1 or places > FEW_PLACES or matrix.size * places <= SMALL_PRODUCT:
        out = np.matmul(matrix, x.reshape(items, channels, places))
        if bias is not None:
            out += bias[:, None]
    else:
        columns = x.reshape(items, channels, places).transpose(1, 0, 2).reshape(channels, items * places)
        product = np.matmul(matrix, columns).reshape(outputs, items, places).transpose(1, 0, 2)
        out = np.empty(product.shape, x.dtype)
        np.add(product, 0.0 if bias is None else bias[:, None], out=out)
    return np.asarray(out).reshape(items, outputs, *sizes)


@aten_in_float32("convolution", "_convolution", "_convolution.deprecated")
def _convolution(
    x: Array,
    weight: Array,
    bias: Array | None,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    transposed: bool,
    output_padding: Ints,
    groups: int,
    *_settings: bool,
) -> Array:
    """Convolve (N, C, *sizes) or (C, *sizes) in as many dimensions as there are in weights (O, C / groups, *kernel).

    Those of a transposed convolution are (C, O / groups, *kernel).
    """
    name = "convolution"
    check_rank(name, (3, 4, 5), weight=weight)
    rank = weight.ndim - 2
    check_rank(name, (rank + 1, rank + 2), input=x)
    check_same_type(name, input=x, weight=weight, bias=bias)
    check_shape(name, "bias", bias, (weight.shape[1] * groups if transposed else weight.shape[0],))
    if x.dtype == BOOL:
        raise ValueError(f"{name}: not defined for bool")
    batch = x if x.ndim == rank + 2 else x[None]
    steps = per_axis(name, "stride", stride, rank, least=1)
    edges = per_axis(name, "padding", padding, rank)
    spreads = per_axis(name, "dilation", dilation, rank, least=1)
    if transposed:
        more = per_axis(name, "output_padding", output_padding, rank)
        out = convolve_transposed(name, batch, weight, bias, steps, edges, more, spreads, groups)
    else:
        margins = [(edge, edge) for edge in edges]
        out = convolve(name, batch, weight, bias, steps, margins, spreads, groups)
    return out if batch is x else out[0]
