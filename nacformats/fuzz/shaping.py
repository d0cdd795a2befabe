"""Operations that move elements and compute nothing, for programs of NAC files."""

from __future__ import annotations

import math

from nacformats.fuzz.drawing import pick, shuffled
from nacformats.fuzz.terms import MOST_ELEMENTS, GrowingProgram, Recipe, Term, on_term


def _moved(draft: GrowingProgram, name: str, x: Term, *arguments: object, shape: object) -> Term | None:
    assert isinstance(shape, list | tuple)
    return draft.apply(name, x, *arguments, shape=shape, bound=x.bound, rounds=False)


def _view(draft: GrowingProgram, x: Term) -> None:
    """The elements in another shape, one size of it left to be found out."""
    shape = _factors(draft, x.size)
    written = list(shape)
    if written and draft.choices.flag(0.5):
        written[draft.choices.index(len(written))] = -1
    _moved(
        draft, pick(draft.choices, ("aten.view.default", "nac.view", "aten.reshape.default")), x, written, shape=shape
    )


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
    _moved(draft, "aten.permute.default", x, order, shape=[x.shape[axis] for axis in order])


def _transpose(draft: GrowingProgram, x: Term) -> None:
    first, second = (draft.choices.index(x.rank) for _ in range(2))
    shape = list(x.shape)
    shape[first], shape[second] = shape[second], shape[first]
    _moved(draft, "aten.transpose.int", x, first, second, shape=shape)


def _unsqueeze(draft: GrowingProgram, x: Term) -> None:
    axis = draft.choices.integer(0, x.rank)
    _moved(draft, "aten.unsqueeze.default", x, axis, shape=(*x.shape[:axis], 1, *x.shape[axis:]))


def _squeeze(draft: GrowingProgram, x: Term) -> None:
    axis = draft.choices.index(x.rank)
    kept = [size for place, size in enumerate(x.shape) if place != axis or size != 1]
    _moved(draft, "aten.squeeze.dim", x, axis, shape=kept)


def _expand(draft: GrowingProgram, x: Term) -> None:
    sizes = [draft.axis(3) if size == 1 else size for size in x.shape]
    _moved(draft, "aten.expand.default", x, sizes, shape=sizes)


def _repeat(draft: GrowingProgram, x: Term) -> None:
    times = [draft.choices.integer(1, 2) for _ in x.shape]
    shape = [size * count for size, count in zip(x.shape, times, strict=True)]
    _moved(draft, "aten.repeat.default", x, times, shape=shape)


def _flip(draft: GrowingProgram, x: Term) -> None:
    axis = draft.choices.index(x.rank)
    if draft.choices.flag(0.5):
        _moved(draft, "aten.flip.default", x, [axis], shape=x.shape)
    else:
        _moved(draft, "aten.roll.default", x, [draft.choices.integer(-3, 3)], [axis], shape=x.shape)


def _cat(draft: GrowingProgram, x: Term) -> None:
    """Some values, or one several times, along an axis."""
    y = draft.term(lambda term: (term.shape, term.dtype) == (x.shape, x.dtype)) or x
    parts = [x, y, x][: draft.choices.integer(2, 3)]
    axis = draft.choices.index(x.rank)
    bound = max(part.bound for part in parts)
    if draft.choices.flag(0.5):
        shape = [size * len(parts) if place == axis else size for place, size in enumerate(x.shape)]
        draft.apply("aten.cat.default", parts, axis, shape=shape, bound=bound, rounds=False)
    else:
        shape = [*x.shape[:axis], len(parts), *x.shape[axis:]]
        draft.apply("aten.stack.default", parts, axis, shape=shape, bound=bound, rounds=False)


def _sliced(draft: GrowingProgram, x: Term) -> None:
    axis = draft.choices.index(x.rank)
    start = draft.choices.integer(0, x.shape[axis] - 1)
    stop = draft.choices.integer(start + 1, x.shape[axis])
    step = draft.choices.integer(1, 2)
    shape = list(x.shape)
    shape[axis] = len(range(start, stop, step))
    written = 2**63 - 1 if stop == x.shape[axis] else stop  # as compilers write "to the end"
    _moved(draft, "aten.slice.Tensor", x, axis, start, written, step, shape=shape)


def _select(draft: GrowingProgram, x: Term) -> None:
    axis = draft.choices.index(x.rank)
    index = draft.choices.integer(-x.shape[axis], x.shape[axis] - 1)
    _moved(draft, "aten.select.int", x, axis, index, shape=[*x.shape[:axis], *x.shape[axis + 1 :]])


def _split(draft: GrowingProgram, x: Term) -> None:
    """One of the parts that an operation gives."""
    axis = draft.choices.index(x.rank)
    size = draft.choices.integer(1, x.shape[axis])
    parts = draft.new_operation("aten.split.Tensor", [x.value, size, axis], {})
    number = draft.choices.index(math.ceil(x.shape[axis] / size))
    shape = list(x.shape)
    shape[axis] = min(size, x.shape[axis] - number * size)
    part = Term(parts, x.shape, x.dtype, x.bound, x.error)
    _moved(draft, "getitem", part, number, shape=shape)


def _pad(draft: GrowingProgram, x: Term) -> None:
    before, after = draft.choices.integer(0, 2), draft.choices.integer(0, 2)
    shape = (*x.shape[:-1], before + x.shape[-1] + after)
    _moved(draft, "aten.constant_pad_nd.default", x, [before, after], 1.5, shape=shape)


def _triangle(draft: GrowingProgram, x: Term) -> None:
    name = pick(draft.choices, ("aten.tril.default", "aten.triu.default"))
    _moved(draft, name, x, draft.choices.integer(-2, 2), shape=x.shape)


def _index_select(draft: GrowingProgram, x: Term) -> None:
    axis = draft.choices.index(x.rank)
    places = draft.indices((draft.axis(),), x.shape[axis])
    shape = [*x.shape[:axis], *places.shape, *x.shape[axis + 1 :]]
    draft.apply("aten.index_select.default", x, axis, places, shape=shape, bound=x.bound, rounds=False)


def _gather(draft: GrowingProgram, x: Term) -> None:
    if x.size <= MOST_ELEMENTS // 4:
        axis = draft.choices.index(x.rank)
        places = draft.indices(x.shape, x.shape[axis])
        draft.apply("aten.gather.default", x, axis, places, shape=x.shape, bound=x.bound, rounds=False)


SHAPES: tuple[Recipe, ...] = (
    *on_term(lambda _: True, _view, _permute, _expand),
    *on_term(lambda x: x.rank > 1, _transpose, _triangle),
    *on_term(lambda x: x.rank < 4, _unsqueeze),
    *on_term(lambda x: x.rank > 0, _squeeze, _repeat, _flip, _cat, _sliced, _select, _split, _index_select, _gather),
    *on_term(lambda x: x.is_float and x.rank > 0, _pad),
)
