"""Operations with operands that fit, for programs of NAC files: small functions, tables where many are alike."""

from __future__ import annotations

import math
from collections.abc import Callable

from nacformats.fuzz.choices import pick, shuffled
from nacformats.ops.names import ATEN
from tests.programs.terms import FLOATS, INDEX, MOST_ELEMENTS, TRUTH, DrawnShape, GrowingProgram, Recipe, Term, on_term

#: Functions of one number that every engine computes alike: (bound, factor) from the bound of the operand.
ALIKE: dict[str, Callable[[float], tuple[float, float]]] = {
    **dict.fromkeys(
        (ATEN.relu.default, ATEN.neg.default, ATEN.abs.default, ATEN.clone.default, ATEN.leaky_relu.default,
         "nac.neg", "nac.clone", "nac.pass", ATEN.contiguous.default, ATEN.positive.default),
        lambda bound: (bound, 1),
    ),
    ATEN.hardtanh.default: lambda _: (1, 1),
    ATEN.relu6.default: lambda _: (6, 1),
    ATEN.square.default: lambda bound: (bound * bound, 2 * bound),
}  # fmt: skip
#: Functions of one number that engines may round differently.
ROUNDED: dict[str, Callable[[float], tuple[float, float]]] = {
    **dict.fromkeys(
        (ATEN.tanh.default, ATEN.sigmoid.default, ATEN.sin.default, ATEN.cos.default,
         ATEN.hardsigmoid.default),
        lambda _: (1, 1),
    ),
    **dict.fromkeys(
        (ATEN.gelu.default, ATEN.silu.default, ATEN.elu.default, ATEN.hardswish.default, ATEN.mish.default,
         ATEN.celu.default, ATEN.asinh.default),
        lambda bound: (bound, 1.6),
    ),
    **dict.fromkeys((ATEN.softplus.default, ATEN.log_sigmoid.default), lambda bound: (bound + 1, 1)),
    ATEN.erf.default: lambda _: (1, 1.2),
    ATEN.atan.default: lambda _: (1.6, 1),
    ATEN.selu.default: lambda bound: (1.8 * bound, 1.8),
    ATEN.exp.default: lambda bound: (math.exp(min(bound, 99)), math.exp(min(bound, 99))),
    ATEN.expm1.default: lambda bound: (math.exp(min(bound, 99)), math.exp(min(bound, 99))),
}  # fmt: skip
#: Functions with jumps: of values that are sure.
JUMPS = (ATEN.floor.default, ATEN.ceil.default, ATEN.round.default, ATEN.trunc.default, ATEN.sign.default)
#: Functions of numbers above 0: (bound, factor) where the operand is at least 1.
POSITIVE: dict[str, Callable[[float], float]] = {
    ATEN.log.default: lambda bound: max(1, math.log(bound)),
    ATEN.sqrt.default: lambda bound: max(1, math.sqrt(bound)),
    ATEN.rsqrt.default: lambda _: 1,
    ATEN.reciprocal.default: lambda _: 1,
    ATEN.log2.default: lambda bound: max(1.5, math.log2(bound)),
}
BINARY: dict[str, Callable[[float, float], tuple[float, float]]] = {
    **dict.fromkeys((ATEN.add.Tensor, ATEN.sub.Tensor, "nac.add", "nac.sub"), lambda x, y: (x + y, 1)),
    **dict.fromkeys((ATEN.maximum.default, ATEN.minimum.default), lambda x, y: (max(x, y), 1)),
    ATEN.mul.Tensor: lambda x, y: (x * y, max(x, y)),
}
COMPARISONS = (
    ATEN.eq.Tensor, ATEN.ne.Tensor, ATEN.lt.Tensor, ATEN.le.Tensor, ATEN.gt.Tensor, ATEN.ge.Tensor,
    "nac.gt", "nac.le",
)  # fmt: skip
LOGIC = (ATEN.logical_and.default, ATEN.logical_or.default, ATEN.logical_xor.default)
SOFTMAXES = {ATEN.softmax.int: 1.0, ATEN.log_softmax.int: 2.0}


def _of_rank(draft: GrowingProgram, *ranks: int) -> Term:
    """Return a float term of one of these ranks, a new one where there is none."""
    found = draft.term(lambda term: term.is_float and term.rank in ranks)
    if found is not None and not draft.choices.flag(0.2):
        return found
    rank = pick(draft.choices, ranks)
    return draft.fresh([draft.axis() for _ in range(rank)])


# Of one number, of two


def _alike(draft: GrowingProgram, x: Term) -> None:
    name = pick(draft.choices, ALIKE)
    bound, factor = ALIKE[name](x.bound)
    draft.apply(name, x, shape=x.shape, bound=bound, factor=factor, rounds=False)


def _rounded(draft: GrowingProgram, x: Term) -> None:
    name = pick(draft.choices, ROUNDED)
    bound, factor = ROUNDED[name](x.bound)
    draft.apply(name, x, shape=x.shape, bound=bound, factor=factor)


def _jump(draft: GrowingProgram, x: Term) -> None:
    draft.apply(pick(draft.choices, JUMPS), x, shape=x.shape, bound=x.bound + 1, rounds=False)


def _positive(draft: GrowingProgram, x: Term) -> None:
    """A function of a number that is made at least 1 first."""
    magnitude = draft.apply(ATEN.abs.default, x, shape=x.shape, bound=x.bound, rounds=False)
    moved = magnitude and draft.apply("nac.add", magnitude, 1.0, shape=x.shape, bound=x.bound + 1, rounds=False)
    if moved:
        name = pick(draft.choices, POSITIVE)
        draft.apply(name, moved, shape=x.shape, bound=POSITIVE[name](moved.bound), factor=1.5)


def _scalar(draft: GrowingProgram, x: Term) -> None:
    """An operation with a constant for the other operand."""
    number = draft.choices.integer(-8, 8) / 4
    name = pick(draft.choices, (ATEN.add.Tensor, ATEN.mul.Tensor, "nac.sub"))
    bound, factor = BINARY[name](x.bound, max(1.0, abs(number)))
    draft.apply(name, x, number, shape=x.shape, bound=bound, factor=factor if "mul" in name else 1, rounds=False)


def _clamped(draft: GrowingProgram, x: Term) -> None:
    least, most = -draft.choices.integer(0, 8) / 4, draft.choices.integer(0, 8) / 4
    draft.apply(ATEN.clamp.default, x, least, most, shape=x.shape, bound=2, rounds=False)


def _pair(draft: GrowingProgram, accepts: Callable[[Term], bool]) -> tuple[Term, Term, DrawnShape] | None:
    """Two terms of one dtype, their shapes made to meet: one axis may be 1, some may be missing."""
    x = draft.term(accepts)
    if x is None:
        return None
    y = draft.term(lambda term: accepts(term) and term.dtype == x.dtype and _broadcast(term.shape, x.shape) is not None)
    if (y is None or y is x) and x.is_float:
        axes = [1 if draft.choices.flag(0.25) else size for size in x.shape]
        y = draft.fresh(axes[draft.choices.length(0, x.rank) :], x.dtype)
    shape = None if y is None else _broadcast(x.shape, y.shape)
    return None if y is None or shape is None else (x, y, shape)


def _broadcast(first: DrawnShape, second: DrawnShape) -> DrawnShape | None:
    longer, shorter = sorted((first, second), key=len, reverse=True)
    padded = (1,) * (len(longer) - len(shorter)) + shorter
    if any(x != y and 1 not in (x, y) for x, y in zip(longer, padded, strict=True)):
        return None
    return tuple(max(pair) for pair in zip(longer, padded, strict=True))


def _binary(draft: GrowingProgram) -> None:
    if (pair := _pair(draft, lambda term: term.is_float)) is not None:
        x, y, shape = pair
        name = pick(draft.choices, BINARY)
        bound, factor = BINARY[name](x.bound, y.bound)
        draft.apply(name, x, y, shape=shape, bound=bound, factor=factor, rounds=False)


def comparison(draft: GrowingProgram) -> None:
    if (pair := _pair(draft, lambda term: term.is_float and term.is_sure)) is not None:
        x, y, shape = pair
        name = pick(draft.choices, COMPARISONS)
        draft.apply(name, x, y, shape=shape, bound=1, rounds=False, dtype=TRUTH)


def _logic(draft: GrowingProgram) -> None:
    if (pair := _pair(draft, lambda term: term.dtype == TRUTH)) is not None:
        x, y, shape = pair
        draft.apply(pick(draft.choices, LOGIC), x, y, shape=shape, bound=1, rounds=False)


def _chosen(draft: GrowingProgram) -> None:
    """One of two values, by a condition."""
    condition = draft.term(lambda term: term.dtype == TRUTH)
    if condition is None:
        return
    pair = _pair(draft, lambda term: term.is_float and _broadcast(term.shape, condition.shape) is not None)
    shape = None if pair is None else _broadcast(pair[2], condition.shape)
    if pair is not None and shape is not None:
        x, y, _ = pair
        name = pick(draft.choices, (ATEN.where.self, "nac.where"))
        bound = max(x.bound, y.bound)
        draft.apply(name, condition, x, y, shape=shape, bound=bound, rounds=False, dtype=x.dtype)


def _cast(draft: GrowingProgram, x: Term) -> None:
    """To another dtype: floats to integers only where they are sure."""
    dtype = pick(draft.choices, (*FLOATS, INDEX, TRUTH))
    bound = 1 if dtype == TRUTH else x.bound
    draft.apply(ATEN.to.dtype, x, dtype, shape=x.shape, bound=bound, rounds=False, dtype=dtype)


# Products, layers


def _matmul(draft: GrowingProgram) -> None:
    x = _of_rank(draft, 1, 2, 3)
    inner, columns = x.shape[-1], draft.axis()
    stacked = x.shape[:1] if x.rank == 3 and draft.choices.flag(0.5) else ()
    y = draft.fresh((*stacked, inner, columns), x.dtype)
    names = {1: (ATEN.matmul.default,), 2: (ATEN.matmul.default, ATEN.mm.default)}
    bmm = (ATEN.matmul.default, ATEN.bmm.default) if stacked else (ATEN.matmul.default,)
    name = pick(draft.choices, names.get(x.rank, bmm))
    bound = inner * x.bound * y.bound
    draft.apply(name, x, y, shape=(*x.shape[:-1], columns), bound=bound, factor=inner * max(x.bound, y.bound))


def _linear(draft: GrowingProgram) -> None:
    x = _of_rank(draft, 1, 2, 3)
    inner, columns = x.shape[-1], draft.axis()
    weight = draft.fresh((columns, inner), x.dtype)
    bias = [draft.fresh((columns,), x.dtype)] if draft.choices.flag(0.5) else []
    bound, factor = inner * x.bound * 4 + 4, inner * 4
    arguments = (x, weight, *bias)
    draft.apply(ATEN.linear.default, *arguments, shape=(*x.shape[:-1], columns), bound=bound, factor=factor)


def _embedding(draft: GrowingProgram) -> None:
    rows, columns = draft.axis(9), draft.axis()
    table, places = draft.fresh((rows, columns)), draft.indices(draft.shape(0, 2), rows)
    shape = (*places.shape, columns)
    draft.apply(ATEN.embedding.default, table, places, shape=shape, bound=table.bound, rounds=False)


def _convolution(draft: GrowingProgram) -> None:
    """One or two spatial axes, with stride, padding, dilation and groups."""
    axes = draft.choices.integer(1, 2)
    groups, batch = draft.choices.integer(1, 2), draft.choices.integer(1, 2)
    into, out = groups * draft.choices.integer(1, 2), groups * draft.choices.integer(1, 2)
    stride, padding, dilation = ([draft.choices.integer(low, 2) for _ in range(axes)] for low in (1, 0, 1))
    kernel = [draft.choices.integer(1, 3) for _ in range(axes)]
    reach = [step * (size - 1) + 1 for step, size in zip(dilation, kernel, strict=True)]
    spatial = [size + draft.choices.integer(0, 3) for size in reach]
    x, weight = draft.fresh((batch, into, *spatial)), draft.fresh((out, into // groups, *kernel))
    bias = draft.fresh((out,)) if draft.choices.flag(0.5) else None
    sizes = [
        (size + 2 * pad - taken) // step + 1
        for size, pad, taken, step in zip(spatial, padding, reach, stride, strict=True)
    ]
    terms = weight.size // out
    arguments = (x, weight, bias, stride, padding, dilation, groups)
    name = (ATEN.conv1d.default, ATEN.conv2d.default, ATEN.conv3d.default)[axes - 1]
    draft.apply(name, *arguments, shape=(batch, out, *sizes), bound=terms * 16 + 4, factor=terms * 4)


def _pooling(draft: GrowingProgram) -> None:
    x = draft.term(lambda term: term.is_float and term.rank == 4) or draft.fresh((1, 2, 4, 5))
    kernel = [draft.choices.integer(1, size) for size in x.shape[2:]]
    sizes = [size // taken for size, taken in zip(x.shape[2:], kernel, strict=True)]
    name = pick(draft.choices, (ATEN.max_pool2d.default, ATEN.avg_pool2d.default))
    draft.apply(name, x, kernel, kernel, shape=(*x.shape[:2], *sizes), bound=x.bound, rounds="avg" in name)


def _normalization(draft: GrowingProgram, x: Term) -> None:
    """A normalization of the last axis. A small variance would make much of a small difference."""
    size = x.shape[-1]
    affine = [draft.fresh((size,), x.dtype) for _ in range(2)] if draft.choices.flag(0.5) else []
    bound = math.sqrt(size) * 4 + 4
    draft.apply(ATEN.layer_norm.default, x, [size], *affine, 0.5, shape=x.shape, bound=bound, rounds=x.bound * 8)


def _softmax(draft: GrowingProgram, x: Term) -> None:
    name = pick(draft.choices, SOFTMAXES)
    bound = 1.0 if "log" not in name else 2 * x.bound + 9
    draft.apply(name, x, draft.axis_of(x), shape=x.shape, bound=bound, factor=2.0)


def _attention(draft: GrowingProgram) -> None:
    batch, heads, tokens, keys, size = (draft.choices.integer(1, 3) for _ in range(5))
    query = draft.fresh((batch, heads, tokens, size))
    key, value = draft.fresh((batch, heads, keys, size)), draft.fresh((batch, heads, keys, size))
    name = ATEN.scaled_dot_product_attention.default
    draft.apply(name, query, key, value, shape=query.shape, bound=4, rounds=64 * size)


# Reductions


def _reduction(draft: GrowingProgram, x: Term) -> None:
    axes = sorted(set(shuffled(draft.choices, range(x.rank))[: draft.choices.integer(1, x.rank)]))
    keep = draft.choices.flag(0.5)
    count = math.prod(x.shape[axis] for axis in axes)
    left = [1 if axis in axes else size for axis, size in enumerate(x.shape) if keep or axis not in axes]
    name = pick(draft.choices, (ATEN.sum.dim_IntList, ATEN.mean.dim, ATEN.amax.default, ATEN.amin.default))
    is_sum, selects = name == ATEN.sum.dim_IntList, name in (ATEN.amax.default, ATEN.amin.default)
    bound = x.bound * count if is_sum else x.bound
    rounds = False if selects else x.bound * count
    draft.apply(name, x, axes, keep, shape=left, bound=bound, factor=count if is_sum else 1, rounds=rounds)


def _cumulation(draft: GrowingProgram, x: Term) -> None:
    axis = draft.axis_of(x)
    count = x.shape[axis]
    draft.apply(ATEN.cumsum.default, x, axis, shape=x.shape, bound=x.bound * count, factor=count)


def _truth(draft: GrowingProgram, x: Term) -> None:
    draft.apply(pick(draft.choices, (ATEN.any.default, ATEN.all.default)), x, shape=(), bound=1, rounds=False)


# What moves elements and computes nothing


def _moved(draft: GrowingProgram, name: str, x: Term, *arguments: object, shape: object) -> Term | None:
    assert isinstance(shape, list | tuple)
    return draft.apply(name, x, *arguments, shape=shape, bound=x.bound, rounds=False)


def _view(draft: GrowingProgram, x: Term) -> None:
    """The elements in another shape, one size of it left to be found out."""
    shape = _factors(draft, x.size)
    written = list(shape)
    if written and draft.choices.flag(0.5):
        written[draft.choices.index(len(written))] = -1
    name = pick(draft.choices, (ATEN.view.default, "nac.view", ATEN.reshape.default))
    _moved(draft, name, x, written, shape=shape)


def _factors(draft: GrowingProgram, size: int) -> list[int]:
    """Up to three sizes whose product is `size`."""
    sizes: list[int] = []
    while len(sizes) < 2 and size > 1:
        found = [each for each in range(1, size + 1) if size % each == 0]
        sizes.append(pick(draft.choices, found))
        size //= sizes[-1]
    return shuffled(draft.choices, [*sizes, size])


def _permute(draft: GrowingProgram, x: Term) -> None:
    order = shuffled(draft.choices, range(x.rank))
    _moved(draft, ATEN.permute.default, x, order, shape=[x.shape[axis] for axis in order])


def _transpose(draft: GrowingProgram, x: Term) -> None:
    first, second = (draft.choices.index(x.rank) for _ in range(2))
    shape = list(x.shape)
    shape[first], shape[second] = shape[second], shape[first]
    _moved(draft, ATEN.transpose.int, x, first, second, shape=shape)


def _unsqueeze(draft: GrowingProgram, x: Term) -> None:
    axis = draft.choices.integer(0, x.rank)
    _moved(draft, ATEN.unsqueeze.default, x, axis, shape=(*x.shape[:axis], 1, *x.shape[axis:]))


def _squeeze(draft: GrowingProgram, x: Term) -> None:
    axis = draft.choices.index(x.rank)
    kept = [size for place, size in enumerate(x.shape) if place != axis or size != 1]
    _moved(draft, ATEN.squeeze.dim, x, axis, shape=kept)


def _expand(draft: GrowingProgram, x: Term) -> None:
    sizes = [draft.axis(3) if size == 1 else size for size in x.shape]
    _moved(draft, ATEN.expand.default, x, sizes, shape=sizes)


def _repeat(draft: GrowingProgram, x: Term) -> None:
    times = [draft.choices.integer(1, 2) for _ in x.shape]
    shape = [size * count for size, count in zip(x.shape, times, strict=True)]
    _moved(draft, ATEN.repeat.default, x, times, shape=shape)


def _flip(draft: GrowingProgram, x: Term) -> None:
    axis = draft.choices.index(x.rank)
    if draft.choices.flag(0.5):
        _moved(draft, ATEN.flip.default, x, [axis], shape=x.shape)
    else:
        _moved(draft, ATEN.roll.default, x, [draft.choices.integer(-3, 3)], [axis], shape=x.shape)


def _cat(draft: GrowingProgram, x: Term) -> None:
    """Some values, or one several times, along an axis."""
    y = draft.term(lambda term: (term.shape, term.dtype) == (x.shape, x.dtype)) or x
    parts = [x, y, x][: draft.choices.integer(2, 3)]
    axis = draft.choices.index(x.rank)
    bound = max(part.bound for part in parts)
    if draft.choices.flag(0.5):
        shape = [size * len(parts) if place == axis else size for place, size in enumerate(x.shape)]
        draft.apply(ATEN.cat.default, parts, axis, shape=shape, bound=bound, rounds=False)
    else:
        shape = [*x.shape[:axis], len(parts), *x.shape[axis:]]
        draft.apply(ATEN.stack.default, parts, axis, shape=shape, bound=bound, rounds=False)


def _sliced(draft: GrowingProgram, x: Term) -> None:
    axis = draft.choices.index(x.rank)
    start = draft.choices.integer(0, x.shape[axis] - 1)
    stop = draft.choices.integer(start + 1, x.shape[axis])
    step = draft.choices.integer(1, 2)
    shape = list(x.shape)
    shape[axis] = len(range(start, stop, step))
    written = 2**63 - 1 if stop == x.shape[axis] else stop  # as compilers write "to the end"
    _moved(draft, ATEN.slice.Tensor, x, axis, start, written, step, shape=shape)


def _select(draft: GrowingProgram, x: Term) -> None:
    axis = draft.choices.index(x.rank)
    index = draft.choices.integer(-x.shape[axis], x.shape[axis] - 1)
    _moved(draft, ATEN.select.int, x, axis, index, shape=[*x.shape[:axis], *x.shape[axis + 1 :]])


def _split(draft: GrowingProgram, x: Term) -> None:
    """One of the parts that an operation gives."""
    axis = draft.choices.index(x.rank)
    size = draft.choices.integer(1, x.shape[axis])
    parts = draft.new_operation(ATEN.split.Tensor, [x.value, size, axis], {})
    number = draft.choices.index(math.ceil(x.shape[axis] / size))
    shape = list(x.shape)
    shape[axis] = min(size, x.shape[axis] - number * size)
    part = Term(parts, x.shape, x.dtype, x.bound, x.error)
    _moved(draft, "getitem", part, number, shape=shape)


def _pad(draft: GrowingProgram, x: Term) -> None:
    before, after = draft.choices.integer(0, 2), draft.choices.integer(0, 2)
    shape = (*x.shape[:-1], before + x.shape[-1] + after)
    _moved(draft, ATEN.constant_pad_nd.default, x, [before, after], 1.5, shape=shape)


def _triangle(draft: GrowingProgram, x: Term) -> None:
    name = pick(draft.choices, (ATEN.tril.default, ATEN.triu.default))
    _moved(draft, name, x, draft.choices.integer(-2, 2), shape=x.shape)


def _index_select(draft: GrowingProgram, x: Term) -> None:
    axis = draft.choices.index(x.rank)
    places = draft.indices((draft.axis(),), x.shape[axis])
    shape = [*x.shape[:axis], *places.shape, *x.shape[axis + 1 :]]
    draft.apply(ATEN.index_select.default, x, axis, places, shape=shape, bound=x.bound, rounds=False)


def _gather(draft: GrowingProgram, x: Term) -> None:
    if x.size <= MOST_ELEMENTS // 4:
        axis = draft.choices.index(x.rank)
        places = draft.indices(x.shape, x.shape[axis])
        draft.apply(ATEN.gather.default, x, axis, places, shape=x.shape, bound=x.bound, rounds=False)


RECIPES: tuple[Recipe, ...] = (
    *on_term(lambda x: x.is_float, _alike, _rounded, _positive, _scalar, _clamped),
    *on_term(lambda x: x.is_float and x.is_sure, _jump),
    *on_term(lambda x: x.is_sure, _cast),
    *on_term(lambda x: x.is_float and x.is_sure and x.rank > 0, _normalization),
    *on_term(lambda x: x.is_float and x.rank > 0, _softmax, _reduction, _cumulation),
    *on_term(lambda x: x.dtype == TRUTH, _truth),
    _binary, comparison, _logic, _chosen, _matmul, _linear, _embedding, _convolution, _pooling, _attention,
    *on_term(lambda _: True, _view, _permute, _expand),
    *on_term(lambda x: x.rank > 1, _transpose, _triangle),
    *on_term(lambda x: x.rank < 4, _unsqueeze),
    *on_term(lambda x: x.rank > 0, _squeeze, _repeat, _flip, _cat, _sliced, _select, _split, _index_select, _gather),
    *on_term(lambda x: x.is_float and x.rank > 0, _pad),
)  # fmt: skip
