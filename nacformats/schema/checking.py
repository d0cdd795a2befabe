"""The rules that a whole schema keeps once all its types have members: types of expressions, arguments, names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter
from typing import Any, TypeVar, get_args

from nacformats.schema import expressions as ex
from nacformats.schema import model, types
from nacformats.schema.expressions import Expression, ExpressionError
from nacformats.schema.model import Field, Schema, SchemaError, SwitchKind, Type, TypeUse, ValidRule, ValueInstance
from nacformats.schema.sizes import element_bits, type_bits
from nacformats.schema.types import AnyType, BoolType, BytesType, DataType, IntType, RecordType, StreamType, StrType
from nacformats.schema.writing import fields_in_sum

T = TypeVar("T", model.EndianSwitch, Field, ValueInstance)
P = TypeVar("P")
_ARGUMENTS: dict[str, tuple[type, ...]] = {"xor": (IntType, BytesType), "rol": (IntType,), "ror": (IntType,)}


_BIT_FIELD = re.compile(r"b(\d{1,2})(?:le|be)?")
_NUMBER = re.compile(r"[usf]([1248])(?:le|be)?")
#: What has no value in any language: an element past the end.
_NO_VALUE = ex.Index(ex.ArrayLiteral((ex.Literal(0),)), ex.Literal(1))
#: What is said of a list, and not of its elements.
_ONCE = ("condition", "count", "pos", "io")
#: The parts of a type in which there may be expressions.
_PARTS: tuple[type[Any], ...] = (*get_args(Expression), Field, SwitchKind, TypeUse, ValidRule, ValueInstance)
_PARTS += (model.EndianSwitch, model.Process)


def check_schema(schema: Schema) -> None:
    """Refuse a schema whose expressions are of wrong types or name what there is not, and note what is badly named.

    Numbers take the place of `sizeof`, and what has no value that of `_index` where there are no elements.

    Raises:
        SchemaError: the message begins with the path of the key.
    """
    for target in schema.types:
        _check_type(target)
    for target in schema.types:
        schema.warnings.extend(_fold(target))
    for target in schema.types:
        target.inferred.clear()
    used = Counter(name for target in schema.types for name in names_in(target))
    schema.warnings.extend(warning for target in schema.types for warning in _badly_named(target, used))
    schema.warnings.extend(warning for target in schema.types for warning in _unchecked_sums(target))


def _check_type(target: Type) -> None:
    for param in target.params:
        with _at(f"{param.path}/type"):
            found = types.named_type(param.kind, target)
        if param.enum is not None and not isinstance(found, IntType | AnyType):
            raise SchemaError(f"{param.path}/enum", f"only a number has one, and this is {types.in_words(found)}")
    if target.to_string is not None:
        _require(target, f"{target.path}/to-string", target.to_string, StrType)
    if target.endian is not None:
        _check_switch(target, target.endian.path, target.endian.on, target.endian.cases, target.endian.listed)
    for member in target.stored + target.views:
        _check_field(target, member)
    _check_circles(target)
    for value in target.values:
        _check_value(target, value)


@contextmanager
def _at(path: str) -> Iterator[None]:
    try:
        yield
    except ExpressionError as error:
        raise SchemaError(path, str(error)) from None


def _require(target: Type, path: str, expression: Expression | None, *wanted: type, it: DataType | None = None) -> None:
    if expression is not None:
        with _at(path):
            types.require(expression, target, it, *wanted)


def _check_field(target: Type, member: Field) -> None:
    it = types.element_type(member)
    _require(target, f"{member.path}/if", member.condition, BoolType)
    _require(target, f"{member.path}/size", member.size, IntType)
    _require(target, f"{member.path}/repeat-expr", member.count, IntType)
    _require(target, f"{member.path}/repeat-until", member.until, BoolType, it=it)
    _require(target, f"{member.path}/pos", member.pos, IntType)
    _require(target, f"{member.path}/io", member.io, StreamType)
    if isinstance(member.parent, Expression):
        _require(target, f"{member.path}/parent", member.parent, RecordType)
    if member.process is not None:
        for argument in member.process.arguments:
            _require(target, f"{member.path}/process", argument, *_ARGUMENTS[member.process.name])
    stored = types.element_type(replace(member, enum=None))
    if member.enum is not None and not isinstance(types.plain(stored), IntType | BoolType):
        raise SchemaError(f"{member.path}/enum", f"only a number has one, and this is {types.in_words(stored)}")
    for rule in member.valid:
        _check_rule(target, rule, it)
    _check_sum(target, member)
    _check_kind(target, member)


def _check_sum(target: Type, member: Field) -> None:
    """Refuse a checksum over what there is not."""
    if member.checksum is None:
        return
    known = {"_io", *(each.id for each in target.stored)}
    for name in member.checksum.over:
        if name.split(".")[0] not in known:
            there = ", ".join(sorted(known))
            raise SchemaError(f"{member.path}/-checksum/over", f"there is no field {name!r}: there are {there}")


def _unchecked_sums(target: Type) -> Iterator[tuple[str, str]]:
    """Yield warnings about checksums that only the fuzzer computes."""
    for member in target.fields:
        if member.checksum is not None and not fields_in_sum(target, member):
            reason = "is computed by `fuzz` alone: it is over more than fields of the same type, or no plain number"
            yield f"{member.path}/-checksum", reason


def _check_rule(target: Type, rule: ValidRule, it: DataType) -> None:
    if rule.rule == "expr":
        _require(target, rule.path, rule.operands[0], BoolType, it=it)
        return
    operator = {"min": ">=", "max": "<="}.get(rule.rule, "==")
    for index, operand in enumerate(rule.operands):
        path = f"{rule.path}/{index}" if rule.rule == "any-of" else rule.path
        _check_comparison(target, path, operand, it, operator)


def _check_comparison(target: Type, path: str, operand: Expression, it: DataType, operator: str = "==") -> None:
    with _at(path):
        found = types.type_of(operand, target, it)
    if not types.comparable(it, found, operator):
        raise SchemaError(path, f"{types.in_words(found)} cannot be compared with {types.in_words(it)}")


def _check_kind(target: Type, member: Field) -> None:
    path = f"{member.path}/type"
    if isinstance(member.kind, TypeUse):
        _check_arguments(target, path, member.kind)
    elif isinstance(member.kind, SwitchKind):
        _check_switch(target, path, member.kind.on, member.kind.cases, member.kind.listed)
        for (_, kind), key in zip(member.kind.cases, member.kind.listed, strict=True):
            if isinstance(kind, TypeUse):
                _check_arguments(target, f"{path}/cases/{key}", kind)


def _check_switch(
    target: Type, path: str, on: Expression, cases: tuple[tuple[Expression | None, Any], ...], listed: tuple[str, ...]
) -> None:
    with _at(f"{path}/switch-on"):
        it = types.type_of(on, target)
    for (key, _), text in zip(cases, listed, strict=True):
        if key is not None:
            _check_comparison(target, f"{path}/cases/{text}", key, it)


def _check_arguments(target: Type, path: str, use: TypeUse) -> None:
    params = use.type.params
    if len(use.arguments) != len(params):
        raise SchemaError(path, f"{use.type.id} takes {len(params)} arguments, and {len(use.arguments)} are given")
    for argument, param in zip(use.arguments, params, strict=True):
        with _at(path):
            given = types.type_of(argument, target)
        wanted = types.type_of_member(param, use.type)
        if not types.is_assignable(given, wanted):
            raise SchemaError(path, f"{param.id} is {types.in_words(wanted)}, and given is {types.in_words(given)}")


def _check_value(target: Type, value: ValueInstance) -> None:
    _require(target, f"{value.path}/if", value.condition, BoolType)
    with _at(f"{value.path}/value"):
        found = types.type_of(value.value, target)
    if value.enum is not None and not isinstance(types.plain(found), IntType | BoolType):
        raise SchemaError(f"{value.path}/enum", f"only a number has one, and this is {types.in_words(found)}")
    if found is types.OPEN:
        raise SchemaError(f"{value.path}/value", f"`{value.id}` is computed from itself")


def _check_circles(target: Type) -> None:
    """Refuse values that are computed from themselves in the same record."""
    values = {value.id: value for value in target.values}
    named = {
        name: {part.id for part in ex.walk(value.value) if isinstance(part, ex.Name) and part.id in values}
        for name, value in values.items()
    }
    try:
        TopologicalSorter(named).prepare()
    except CycleError as error:
        circle = error.args[1]
        through = "".join(f", through `{name}`" for name in circle[1:-1][:1])
        reason = f"`{circle[0]}` is computed from itself{through}"
        raise SchemaError(f"{values[circle[0]].path}/value", reason) from None


# What is put in place of expressions


def _fold(target: Type) -> Iterator[tuple[str, str]]:
    """Put numbers in place of sizes, and what has no value in place of `_index` outside of elements; yield warnings."""

    def without(member: T) -> T:
        with _at(member.path):
            return with_sizes(_indexed(member), target)  # type: ignore[no-any-return]

    for member in target.members:
        if isinstance(member, Field | ValueInstance) and _indexed(member) != member:
            yield member.path, "`_index` is the number of an element: it has no value here, where there are none"
    target.fields = tuple(map(without, target.fields))
    target.placed = tuple(map(without, target.placed))
    target.views = tuple(map(without, target.views))
    target.values = tuple(map(without, target.values))
    target.endian = target.endian and without(target.endian)
    target.to_string = with_sizes(_mapped(target.to_string, _unindexed), target)
    target.__dict__.pop("by_id", None)  # which has those from before


def with_sizes(part: P, scope: Type) -> P:
    """Return a part of a type with numbers in place of `sizeof`.

    Raises:
        ExpressionError: the size of something depends on the data.
    """

    def folded(node: Any) -> Expression | None:
        if not isinstance(node, ex.SizeOf):
            return None
        bits = _size(node, scope)
        if bits is None:
            raise ExpressionError("`sizeof` of what has no fixed size")
        return ex.Literal(bits if node.is_bits else (bits + 7) // 8)

    return _mapped(part, folded)  # type: ignore[no-any-return]


def _indexed(member: Any) -> Any:
    """Return a member without `_index` where there are no elements: it can be read in a file that does not ask it."""
    if isinstance(member, Field) and member.repeat is not None:
        return replace(member, **{name: _mapped(getattr(member, name), _unindexed) for name in _ONCE})
    return _mapped(member, _unindexed)


def _unindexed(node: Any) -> Expression | None:
    return _NO_VALUE if node == ex.Name("_index") else None


def _mapped(node: Any, folded: Callable[[Any], Expression | None]) -> Any:
    """Return a part of a schema with something else in place of some of its expressions; the same object if none."""
    if (found := folded(node)) is not None:
        return found
    if isinstance(node, tuple):
        changed = tuple(_mapped(item, folded) for item in node)
        return changed if any(new is not old for new, old in zip(changed, node, strict=True)) else node
    if not isinstance(node, _PARTS):
        return node
    changes = {name: _mapped(value, folded) for name, value in vars(node).items()}
    changes = {name: value for name, value in changes.items() if value is not getattr(node, name)}
    return replace(node, **changes) if changes else node


def _size(size: ex.SizeOf, scope: Type) -> int | None:
    """Return the bits of a type, or of what an expression names; None where they depend on the data."""
    if match := _BIT_FIELD.fullmatch(size.type):
        return int(match[1])
    if match := _NUMBER.fullmatch(size.type):
        return 8 * int(match[1])
    if size.type or size.of is None:
        return _bits(types.named_type(size.type, scope) if size.type else RecordType(scope))
    member = _field_of(size.of, scope)
    if member is None:
        return _bits(types.type_of(size.of, scope))
    if member.size is None and isinstance(member.kind, TypeUse):
        return _bits(RecordType(member.kind.type))
    return None if member.repeat else element_bits(member)


def _field_of(expression: Expression, scope: Type) -> Field | None:
    """Return the field that an expression names, if it is one of a record."""
    found: object = None
    match expression:
        case ex.Name(name):
            found = scope.by_id.get(name)
        case ex.Attribute(of, name) if isinstance(owner := types.type_of(of, scope), RecordType) and owner.type:
            found = owner.type.by_id.get(name)
    return found if isinstance(found, Field) else None


def _bits(found: DataType) -> int | None:
    if isinstance(found, IntType):
        return found.width and 8 * found.width
    return type_bits(found.type) if isinstance(found, RecordType) and found.type is not None else None


# Names


def _badly_named(target: Type, used: Counter[str]) -> Iterator[tuple[str, str]]:
    """Yield a warning for each member that is a size or a count alone, and is not called so."""
    for member in target.stored:
        for prefix, expression, words in (("len", member.size, "the size"), ("num", member.count, "the count")):
            if not isinstance(expression, ex.Name) or used[expression.id] != 1:
                continue
            named, wanted = target.by_id.get(expression.id), f"{prefix}_{member.id}"
            is_named = isinstance(named, Field | ValueInstance) and not member.is_hidden
            if named is not None and is_named and named.id != wanted and (prefix == "num" or not member.repeat):
                path = f"{named.path}/id" if "/seq/" in named.path else named.path
                yield path, f"call it `{wanted}`: `{named.id}` is {words} of `{member.id}` and nothing else"


def names_in(node: Any) -> Iterator[str]:
    """Yield the names in the expressions of a type, or of a part of one."""
    if isinstance(node, ex.Name | ex.Attribute):
        yield node.id
    if isinstance(node, Type):
        yield from names_in((*node.members, node.to_string))
    elif isinstance(node, tuple):
        for item in node:
            yield from names_in(item)
    elif isinstance(node, _PARTS):
        for part in vars(node).values():
            yield from () if isinstance(part, Type) else names_in(part)
