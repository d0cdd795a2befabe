"""Derive counts, lengths and offsets from the fields that use them, for builders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nacformats.generator import expressions as ex
from nacformats.generator.expressions import Expression
from nacformats.generator.model import NATIVE, Field, Type, uses


@dataclass(frozen=True)
class Derivation:
    """The way in which a field or a param follows from other members of its type.

    Attributes:
        function: count_of, length_of, offset_of or argument_of of nacformats.codec.constructs; empty for a value.
        member: the member that it follows from.
        scale: for a length, how many bytes count as one.
        param: for an argument, the param of the type of the member.
        value: the only value that is allowed.
    """

    function: str
    member: str = ""
    scale: int = 1
    param: str | None = None
    value: Expression | None = None


def derivation(target: Type, name: str) -> Derivation | None:
    """Return the derivation of a field or a param of a type, or None. Recursive types are visited once."""
    return next(_derivations(target, name, ()), None)


def _derivations(target: Type, name: str, seen: tuple[Type, ...]) -> Iterator[Derivation]:
    if any(holds_record(field) for field in target.fields if field.id == name):
        return
    for member in target.stored:
        if member.count is not None and is_bare(member.count, name):
            yield Derivation("count_of", member.id)
        if member.size is not None and member.repeat is None and (scale := _scale(member.size, name)):
            yield Derivation("length_of", member.id, scale)
        if member.pos is not None and is_bare(member.pos, name):
            yield Derivation("offset_of", member.id)
    for member in target.fields:
        yield from _through_arguments(member, name, (*seen, target))
        yield from _pinned_param(target, member, name)


def holds_record(member: Field) -> bool:
    """Return True if a field holds fields of its own, which do not follow from the number that they make."""
    return any(use.type.schema not in NATIVE for use in uses(member.kind))


def _through_arguments(member: Field, name: str, seen: tuple[Type, ...]) -> Iterator[Derivation]:
    """Yield the derivations of a field that is an argument of a type which determines its param."""
    for use in uses(member.kind) if member.repeat is None else ():
        for argument, param in zip(use.arguments, use.type.params, strict=False):
            if is_bare(argument, name) and use.type not in seen and any(_derivations(use.type, param.id, seen)):
                yield Derivation("argument_of", member.id, param=param.id)


def _pinned_param(target: Type, member: Field, name: str) -> Iterator[Derivation]:
    """Return a rule `param == number`."""
    if name not in (param.id for param in target.params):
        return
    for rule in member.valid:
        for part in rule.conditions:
            match part:
                case ex.Binary("==", ex.Name(left), ex.Literal()) if left == name:
                    yield Derivation("", value=part.right)


def is_bare(expression: Expression, name: str) -> bool:
    """Return True if an expression is a member, or the number that a member holds."""
    while isinstance(expression, ex.Cast):
        expression = expression.of
    return expression in (ex.Name(name), ex.Attribute(ex.Name(name), "value"))


def _scale(size: Expression, name: str) -> int:
    """Return the factor of a member in a size; 0 if the size is something else."""
    match size:
        case ex.Binary("*", left, ex.Literal(int(scale))) | ex.Binary("*", ex.Literal(int(scale)), left):
            return scale if is_bare(left, name) else 0
    return int(is_bare(size, name))
