"""Derive what follows from other fields while a file is written, and refuse schemas by which none can be.

Counts, lengths and offsets are derived from the fields that use them. A writer knows the fields of a tree before it
knows where they are: positions follow from sizes. So nothing that decides what is written may depend on a position,
and no two fields may follow from each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nacformats.schema import expressions as ex
from nacformats.schema.expressions import Expression
from nacformats.schema.model import Field, FieldKind, NumberKind, Schema, SwitchKind, Type, TypeUse, uses


@dataclass(frozen=True)
class Derivation:
    """The way in which a field or a param follows from other members of its type.

    Attributes:
        function: count_of, length_of, offset_of or argument_of of the records that are written, or sum_of for a
            checksum; empty for a value.
        member: the member that it follows from.
        scale, plus: the number that is derived is `scale` times the field and `plus`.
        param: for an argument, the param of the type of the member.
        value: the only value that is allowed.
        is_sure: whether it is the only right number; otherwise the one that a tree gives is kept.
    """

    function: str
    member: str = ""
    scale: int = 1
    param: str | None = None
    value: Expression | None = None
    plus: int = 0
    is_sure: bool = True


def derivation(target: Type, name: str) -> Derivation | None:
    """Return the derivation of a field or a param of a type, or None. Recursive types are visited once."""
    return next(_derivations(target, name, ()), None)


def _derivations(target: Type, name: str, seen: tuple[Type, ...]) -> Iterator[Derivation]:
    if any(holds_record(field) for field in target.fields if field.id == name):
        return
    for member in target.stored:
        if member.count is not None and (terms := linear_terms(member.count, name)):
            yield Derivation("count_of", member.id, terms[0], plus=terms[1])
        if member.size is not None and member.repeat is None and (terms := linear_terms(member.size, name)):
            is_sure = member.terminator is None and member.pad_right is None and not _ends_loosely(member)
            yield Derivation("length_of", member.id, terms[0], plus=terms[1], is_sure=is_sure)
        if member.pos is not None and is_bare(member.pos, name):
            yield Derivation("offset_of", member.id)
    for member in target.fields:
        yield from _through_arguments(member, name, (*seen, target))
        yield from _pinned_param(target, member, name)


def holds_record(member: Field) -> bool:
    """Return True if a field holds fields of its own, which do not follow from the number that they make."""
    return any(not use.type.is_number for use in uses(member.kind))


def _ends_loosely(member: Field, seen: tuple[Type, ...] = ()) -> bool:
    """Return True if the end of a part of the stream may be filled up."""
    last = [use.type.fields[-1] for use in uses(member.kind) if use.type.fields and use.type not in seen]
    return any(
        (each.to_end and (each.terminator is not None or each.pad_right is not None))
        or _ends_loosely(each, (*seen, *(use.type for use in uses(member.kind))))
        for each in last
    )


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


def derived_by(target: Type, member: Field) -> Derivation | None:
    """Return how a field follows from others: by a derivation, or by a rule that computes it."""
    if member.repeat is not None:
        return None
    if fields_in_sum(target, member):
        return Derivation("sum_of", member.id)
    how, pinned = derivation(target, member.id), member.pinned
    if how is None and pinned is not None and not isinstance(pinned, ex.Literal):
        return Derivation("", value=pinned)
    return how


def fields_in_sum(target: Type, member: Field) -> list[Field]:
    """Return the fields that the checksum in a field is over; none if it is over more than fields of the type."""
    over = member.checksum.over if member.checksum is not None else ()
    found = [each for name in over for each in target.fields if each.id == name]
    return found if len(found) == len(over) and isinstance(member.kind, NumberKind) else []


def holds_no_bytes(kind: FieldKind) -> bool:
    """Return True if it is a record that has no fields except records without fields: its instances are elsewhere."""
    seen: set[Type] = set()
    waiting = [kind]
    for each in waiting:  # which grows
        if isinstance(each, SwitchKind):
            waiting += [case for _, case in each.cases]
        elif not isinstance(each, TypeUse) or each.type.is_number:
            return False
        elif each.type not in seen:
            seen.add(each.type)
            waiting += [member.kind for member in each.type.fields]
    return True


def holds_itself(target: Type) -> bool:
    """Return True if each record of a type would hold another one of it, so that none can be made."""
    held = [target]
    for each in held:  # which grows
        always = (field.kind for field in each.fields if field.condition is None and field.repeat is None)
        kinds = [kind.type for kind in always if isinstance(kind, TypeUse)]
        if target in kinds:
            return True
        held += [kind for kind in dict.fromkeys(kinds) if kind not in held]
    return False


def leaving_out(member: Field) -> SwitchKind | None:
    """Return the switch of a list that has no element where there is no case: it may be shorter than its count."""
    is_sized = member.size is not None or member.to_end
    if member.repeat is None or is_sized or not isinstance(member.kind, SwitchKind):
        return None
    return member.kind if member.kind.otherwise is None else None


def reached_types(schema: Schema) -> list[Type]:
    """Return the types that files of a schema may hold."""
    return reached_from([schema.root])


def reached_from(targets: list[Type]) -> list[Type]:
    """Return the types that records of some types may hold, and these."""
    found: dict[Type, None] = {}
    waiting = [*targets]
    while waiting:
        target = waiting.pop()
        if target not in found and not target.is_number:
            found[target] = None
            waiting += target.held
    return list(found)


def unwritable(schema: Schema) -> Iterator[tuple[str, str]]:
    """Yield what keeps files of a schema from being written: its path in the schema, and why."""
    for target in reached_types(schema):
        for member in target.placed:
            if member.pos is None and not holds_no_bytes(member.kind):
                yield member.path, "an instance without `pos` is where a parser stands when it is asked for"
        for member in target.stored:
            if (switch := leaving_out(member)) is not None and _varies(target, switch, member.id):
                yield f"{member.path}/type", "elements without a case are left out, and the list does not say where"


def with_parts(schema: Schema) -> set[Type]:
    """Return the types in which a record is read from a part of the stream of its own."""
    users: dict[Type, list[Type]] = {}
    waiting: list[Type] = []
    for target in reached_from(schema.types):
        for held in target.held:
            users.setdefault(held, []).append(target)
        if any(member.has_extent and uses(member.kind) for member in target.fields):
            waiting.append(target)
    found: set[Type] = set()
    while waiting:
        target = waiting.pop()
        if target not in found:
            found.add(target)
            waiting += users.get(target, ())
    return found


def is_bare(expression: Expression, name: str) -> bool:
    """Return True if an expression is a member, or the number that a member holds."""
    while isinstance(expression, ex.Cast):
        expression = expression.of
    return expression in (ex.Name(name), ex.Attribute(ex.Name(name), "value"))


def factor_of(size: Expression, name: str) -> int:
    """Return the factor of a member in a size; 0 if the size is something else."""
    terms = linear_terms(size, name)
    return terms[0] if terms is not None and not terms[1] else 0


def linear_terms(expression: Expression, name: str) -> tuple[int, int] | None:
    """Return scale and constant of `scale * name + constant`; None if an expression is something else."""
    if is_bare(expression, name):
        return 1, 0
    match expression:
        case ex.Binary("+" | "-" | "*" as operator, left, ex.Literal(int(number))) if not isinstance(number, bool):
            terms = linear_terms(left, name)
        case ex.Binary("+" | "*" as operator, ex.Literal(int(number)), right) if not isinstance(number, bool):
            terms = linear_terms(right, name)
        case _:
            return None
    if terms is None or (operator == "*" and number < 1):
        return None
    if operator == "*":
        return terms[0] * number, terms[1] * number
    return terms[0], terms[1] + (number if operator == "+" else -number)


def _all_parts(target: Type, expression: Expression) -> Iterator[Expression]:
    """Yield everything in an expression, and in the instances that it is computed from."""
    seen: set[str] = set()
    waiting = [(target, expression)]
    while waiting:
        scope, current = waiting.pop()
        for part in ex.walk(current):
            yield part
            found = _instance(scope, part)
            if found is not None and found[1] not in seen:
                owner, path, value = found
                seen.add(path)
                waiting.append((owner, value))


def _instance(scope: Type, part: Expression) -> tuple[Type, str, Expression] | None:
    """Return the computed instance that a name, or a name of the root, refers to."""
    owner = scope
    match part:
        case ex.Name(name):
            pass
        case ex.Attribute(ex.Name("_root"), name):
            while owner.outer is not None:
                owner = owner.outer
        case _:
            return None
    return next(((owner, each.path, each.value) for each in owner.values if each.id == name), None)


def asks_stream(target: Type, expression: Expression) -> bool:
    """Return True if an expression depends on where a parser stands in its stream, or how long that is."""
    parts = _all_parts(target, expression)
    asked = (part.of for part in parts if isinstance(part, ex.Attribute) and part.id in ("pos", "eof", "size"))
    return any(map(_is_stream, asked))


def _varies(target: Type, switch: SwitchKind, name: str) -> bool:
    """Return True if one element of a list may have another case than the next."""
    return any(part in (ex.Name("_index"), ex.Name("_io"), ex.Name(name)) for part in _all_parts(target, switch.on))


def _is_stream(expression: Expression) -> bool:
    return isinstance(expression, ex.Name | ex.Attribute) and expression.id == "_io"
