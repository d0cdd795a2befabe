"""Which numbers of a record only say how long something is, and which columns it has."""

from __future__ import annotations

from collections.abc import Iterator

from nacformats.codec.columns.table import Column
from nacformats.generator import expressions as ex
from nacformats.generator.columns.steps import Blob, Choose, FlatStep, ListStep, Scalar, When, vars_in
from nacformats.generator.model import Type
from nacformats.generator.reading import SchemaError

_Context = tuple[object, ...]


def _sited(steps: list[FlatStep], context: _Context = ()) -> Iterator[tuple[FlatStep, _Context]]:
    """All steps but the elements of lists, each with the conditions and arms in which it is."""
    for step in steps:
        yield step, context
        match step:
            case When():
                yield from _sited(step.body, (*context, step.condition))
            case Choose():
                for keys, body in step.arms:
                    yield from _sited(body, (*context, (id(step), keys)))


def derive(steps: list[FlatStep]) -> None:
    """Mark the numbers whose only use is the length of one list or one run of bytes beside them."""
    sited = list(_sited(steps))
    scalars = {step.var: (step, context) for step, context in sited if isinstance(step, Scalar)}
    sizes = [(step, context, size_expression(step)) for step, context in sited if isinstance(step, ListStep | Blob)]
    for step, context, size in sizes:
        name, unit = counted_by(size)
        times = sum(name in vars_in(other) for _, _, other in sizes)
        if name not in scalars or scalars[name][1] != context or times > 1 or (unit > 1 and isinstance(step, ListStep)):
            continue
        scalars[name][0].derived = step.path + ("[]" if isinstance(step, ListStep) else "#")
        scalars[name][0].unit = unit


def size_expression(step: ListStep | Blob) -> ex.Expression:
    return step.count if isinstance(step, ListStep) else step.size


def counted_by(size: ex.Expression) -> tuple[str, int]:
    """The var that a size is a multiple of, and the factor; an empty var where it is something else."""
    match size:
        case ex.Name(var):
            return var, 1
        case ex.Binary("*", ex.Name(var), ex.Literal(int(unit))) | ex.Binary("*", ex.Literal(int(unit)), ex.Name(var)):
            return var, unit
    return "", 1


def columns_of(steps: list[FlatStep], target: Type) -> Iterator[Column]:
    """The columns, each key once; arms share a path when they have the same type there."""
    found: dict[str, Column] = {}
    groups: dict[str, tuple[str, ...]] = {}
    for step, _ in _sited(steps):
        new = list(_of_step(step))
        for column in new:
            keys = tuple(each.key for each in new)
            if found.setdefault(column.key, column) != column or groups.setdefault(column.key, keys) != keys:
                raise SchemaError(target.path or "/", f"two arms have `{column.key}` with different types")
    yield from found.values()


def _of_step(step: FlatStep) -> Iterator[Column]:
    match step:
        case Scalar(derived=""):
            yield Column(step.path, step.dtype)
        case Blob():
            yield Column(step.path + "@", "int64")
            yield Column(step.path + "#", "int64")
        case ListStep():
            rows = step.path + "[]"
            yield Column(rows, "int64")
            for part in step.body:
                yield Column(part.path, part.dtype, rows)
