"""Operations with operands that fit, for Mind IR graphs that run."""

from __future__ import annotations

import math
from collections.abc import Callable

from nacformats.fuzz.drawing import pick, shuffled
from nacformats.fuzz.terms import GrowingProgram, Recipe, Term, on_term

#: (bound, factor, whether engines may round differently) from the bounds of the operands.
_UNARY: dict[str, Callable[[float], tuple[float, float, bool]]] = {
    "relu": lambda bound: (bound, 1, False),
    "sigmoid": lambda _: (1, 1, True),
    "tanh": lambda _: (1, 1, True),
    "gelu": lambda bound: (bound, 1.2, True),
}
#: The largest number whose sigmoid, and that of its negative, is divided by.
_NOT_FAR = 4.0
_BINARY: dict[str, Callable[[float, float], tuple[float, float]]] = {
    "add": lambda x, y: (x + y, 1),
    "sub": lambda x, y: (x + y, 1),
    "mul": lambda x, y: (x * y, max(x, y)),
}


def _unary(draft: GrowingProgram, x: Term) -> None:
    name = pick(draft.choices, _UNARY)
    bound, factor, rounds = _UNARY[name](x.bound)
    draft.apply(name, x, shape=x.shape, bound=bound, factor=factor, rounds=rounds)


def _binary(draft: GrowingProgram, x: Term) -> None:
    """An operation with a new operand, some axes of which are 1 or missing."""
    axes = [1 if draft.choices.flag(0.25) else size for size in x.shape]
    y = draft.fresh(axes[draft.choices.length(0, x.rank) :], x.dtype)
    operands = shuffled(draft.choices, (x, y))
    name = pick(draft.choices, _BINARY)
    bound, factor = _BINARY[name](x.bound, y.bound)
    draft.apply(name, *operands, shape=x.shape, bound=bound, factor=factor, rounds=False)


def _division(draft: GrowingProgram, x: Term) -> None:
    """A division by the sigmoid of a number that is not far from 0, which is above 1/60."""
    y = draft.apply("sigmoid", x, shape=x.shape, bound=1)
    if y is not None:
        draft.apply("div", x, y, shape=x.shape, bound=x.bound * 60, factor=60 * 60)


def _matmul(draft: GrowingProgram, x: Term) -> None:
    inner, columns = x.shape[-1], draft.axis()
    y = draft.fresh((inner, columns), x.dtype)
    bound, factor = inner * x.bound * y.bound, inner * max(x.bound, y.bound)
    draft.apply("matmul", x, y, shape=(*x.shape[:-1], columns), bound=bound, factor=factor)


def _softmax(draft: GrowingProgram, x: Term) -> None:
    draft.apply("softmax", x, shape=x.shape, bound=1, factor=2, axis=_axis(draft, x))


def _layernorm(draft: GrowingProgram, x: Term) -> None:
    """A normalization of values that are sure: where they are nearly equal, a small difference becomes a large one."""
    draft.apply("layernorm", x, shape=x.shape, bound=math.sqrt(x.shape[-1]) + 1, rounds=320 * x.bound)


def _transpose(draft: GrowingProgram, x: Term) -> None:
    order = shuffled(draft.choices, range(x.rank))
    shape = [x.shape[axis] for axis in order]
    if order == list(reversed(range(x.rank))) and draft.choices.flag(0.5):
        order = []
    draft.apply("transpose", x, shape=shape, bound=x.bound, rounds=False, perm=order)


def _reshape(draft: GrowingProgram, x: Term) -> None:
    shape = list(pick(draft.choices, ((x.size,), (1, x.size), (x.size, 1), x.shape)))
    draft.apply("reshape", x, shape=shape, bound=x.bound, rounds=False, target=shape)


def _reduction(draft: GrowingProgram, x: Term) -> None:
    axes = shuffled(draft.choices, range(x.rank))[: draft.choices.integer(0, x.rank)]
    over = axes or range(x.rank)
    count = math.prod(x.shape[axis] for axis in over)
    left = [size for axis, size in enumerate(x.shape) if axis not in over]
    name = pick(draft.choices, ("sum", "mean", "max"))
    bound = x.bound * count if name == "sum" else x.bound
    rounds = False if name == "max" else x.bound * count
    draft.apply(name, x, shape=left, bound=bound, factor=count if name == "sum" else 1, rounds=rounds, axes=axes)


def _concat(draft: GrowingProgram, x: Term) -> None:
    axis, times = draft.choices.index(x.rank), draft.choices.integer(1, 3)
    shape = [size * times if place == axis else size for place, size in enumerate(x.shape)]
    draft.apply("concat", *[x] * times, shape=shape, bound=x.bound, rounds=False, axis=axis)


def _split(draft: GrowingProgram, x: Term) -> None:
    """The parts are dealt out to the operands that name the split: put together again."""
    axis = draft.choices.index(x.rank)
    count = pick(draft.choices, [each for each in range(1, x.shape[axis] + 1) if x.shape[axis] % each == 0])
    parts = Term(draft.new_operation("split", [x.value], {"axis": axis, "count": count}), (), x.dtype, 0, x.error)
    draft.apply("concat", *[parts] * count, shape=x.shape, bound=x.bound, rounds=False, axis=axis)


def _gather(draft: GrowingProgram, x: Term) -> None:
    axis = draft.choices.index(x.rank)
    places = draft.indices(draft.shape(0, 2), x.shape[axis])
    shape = [*x.shape[:axis], *places.shape, *x.shape[axis + 1 :]]
    draft.apply("gather", x, places, shape=shape, bound=x.bound, rounds=False, axis=axis)


def _axis(draft: GrowingProgram, term: Term) -> int:
    axis = draft.choices.index(term.rank)
    return axis - term.rank if draft.choices.flag(0.25) else axis


MIND: tuple[Recipe, ...] = (
    *on_term(lambda x: x.is_float, _unary, _binary, _transpose, _reshape),
    *on_term(lambda x: x.is_float and x.bound <= _NOT_FAR, _division),
    *on_term(lambda x: x.is_float and x.rank > 0, _matmul, _softmax, _reduction, _concat, _split, _gather),
    *on_term(lambda x: x.is_float and x.is_sure and x.rank > 0, _layernorm),
)
