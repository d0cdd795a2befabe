"""Say of the members of a type what tables of any language hold: rules, derivations, places, encodings, sizes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial, reduce

from nacformats.codec.explain import operand_names
from nacformats.schema import expressions as ex
from nacformats.schema import model, types
from nacformats.schema.model import Field, SchemaError, Type, ValueInstance
from nacformats.schema.parsing import parse_expression
from nacformats.schema.scopes import member_number
from nacformats.schema.writing import Derivation, asks_stream, derivation, fields_in_sum, holds_record, is_bare

TableMember = model.TypeParam | Field | ValueInstance
_COMPARED = {"eq": "==", "min": ">=", "max": "<="}
_BOUNDS = {"min": "at least", "max": "at most"}
#: Longer lists of what is allowed are cut, as in nacformats.codec.explain.
_SHOWN = 24


def table_members(target: Type) -> Iterator[TableMember]:
    """Yield the members of a type in the order of its table."""
    for group in (target.params, target.fields, target.placed, target.values):
        yield from group


def is_placed(scope: Type, member: TableMember) -> bool:
    """Return True for an instance with a position."""
    return any(member is each for each in scope.placed)


def is_ended(scope: Type, member: Field) -> bool:
    """Return True if a list ends with the first element for which a condition holds that asks only for elements."""
    until = member.until
    return until is not None and not asks_stream(scope, until) and ex.Name(member.id) not in ex.walk(until)


def asks_place(scope: Type, member: Field) -> bool:
    """Return True if something about a field depends on where a stream stands, or on how long a part is."""
    operands = (each for rule in member.valid for each in rule.operands)
    asking = (member.condition, member.size, member.count, *operands)
    return any(_asks_place(scope, each) for each in asking if each is not None)


def _asks_place(scope: Type, expression: ex.Expression) -> bool:
    names = {part.id for part in ex.walk(expression) if isinstance(part, ex.Attribute)}
    return asks_stream(scope, expression) and (scope.outer is not None or bool(names & {"pos", "eof"}))


def field_of_offset(scope: Type, member: Field) -> Field | None:
    """Return the field that is the offset of an instance."""
    pos = member.pos
    return None if pos is None else next((each for each in scope.fields if is_bare(pos, each.id)), None)


def is_sum(scope: Type, member: TableMember) -> bool:
    """Return True if a field is a checksum that is checked and derived."""
    return isinstance(member, Field) and member.repeat is None and bool(fields_in_sum(scope, member))


def derived_member(scope: Type, member: TableMember) -> Derivation | None:
    """Return how a member follows from others when it is written; a function without a name is a value."""
    if isinstance(member, ValueInstance):
        return None
    if is_sum(scope, member):
        return Derivation("sum_of")
    how = derivation(scope, member.id)
    if how is not None or isinstance(member, model.TypeParam):
        return how
    if member.repeat or member.contents or holds_record(member):
        return None
    pinned = (value for rule in member.valid for value in rule.right_values)
    return next((Derivation("", value=value) for value in pinned if ex.Name(member.id) not in ex.walk(value)), None)


@dataclass(frozen=True)
class ToldRule:
    """A rule, and what is told of a value that breaks it.

    Attributes:
        holds: what has to hold for the value, which is `_`; None for a member of the enum.
        words: what is wrong, and what was expected unless that is computed; expected: the only value or the bound.
        operands: what the rule names, and how that is computed.
    """

    holds: ex.Expression | None
    words: str
    expected: ex.Expression | None
    operands: tuple[tuple[str, ex.Expression], ...]


def rules_of(scope: Type, member: Field) -> Iterator[ToldRule]:
    """Yield the rules of a field."""
    for rule in member.valid:
        is_shown = rule.rule in _COMPARED and not _is_real(scope, rule.operands[0])
        operands = tuple(_operands(scope, rule.words)) if rule.rule == "expr" else ()
        words = ": expected ".join(rule_words(rule, member, "" if is_shown else rule.words, _SHOWN))
        yield ToldRule(rule_test(rule), words, rule.operands[0] if is_shown else None, operands)


def _is_real(scope: Type, operand: ex.Expression) -> bool:
    return isinstance(types.type_of(operand, scope), types.FloatType | types.AnyType)


def _operands(scope: Type, words: str) -> Iterator[tuple[str, ex.Expression]]:
    """Yield the members that a rule names."""
    for name in operand_names(words):
        try:
            parsed = parse_expression(name)
            of = types.type_of(parsed.of, scope) if isinstance(parsed, ex.Attribute) else None
            types.type_of(parsed, scope)
        except ex.ExpressionError:
            continue
        if not isinstance(parsed, ex.Literal) and not isinstance(of, types.ListType | types.BytesType | types.StrType):
            yield name, parsed


def rule_test(rule: model.ValidRule) -> ex.Expression | None:
    """Return what has to hold for a value, which is `_`; None for a member of the enum."""
    if rule.rule in _COMPARED:
        return ex.Binary(_COMPARED[rule.rule], ex.Name("_"), rule.operands[0])
    if rule.rule == "any-of":
        return any_of(ex.Binary("==", ex.Name("_"), operand) for operand in rule.operands)
    return None if rule.rule == "in-enum" else rule.operands[0]


def any_of(tests: Iterable[ex.Expression]) -> ex.Expression:
    """Return whether any of some tests holds."""
    listed = list(tests)
    return reduce(partial(ex.Binary, "or"), listed) if listed else ex.Literal(False)


def rule_words(rule: model.ValidRule, member: Field, words: str, most: int = sys.maxsize) -> tuple[str, str]:
    """Return what is wrong, and what the schema requires, as nacformats.codec.explain has it."""
    match rule.rule:
        case "min" | "max":
            return "out of range", f"{_BOUNDS[rule.rule]} {words}"
        case "eq":
            return "wrong value", words
        case "any-of":
            return "wrong value", f"one of {words}"
        case "in-enum" if member.enum is not None:
            choices = [f"{each.number} ({each.id})" for each in member.enum.members]
            shown = choices if len(choices) <= most else [*choices[: most - 1], "..."]
            return "wrong value", f"one of {', '.join(shown)}"
    return "wrong value", f"`{words}`"


def byte_order_term(switch: model.EndianSwitch) -> ex.Expression:
    """Return what says whether numbers begin with their highest byte; it fails where the order is none."""
    other = next((order for key, order in switch.cases if key is None), None)
    result: ex.Expression = ex.Literal(other == "be")
    if other is None:
        result = ex.Index(ex.ArrayLiteral(()), ex.Literal(0))
    for key, order in reversed(switch.cases):
        if key is not None:
            result = ex.Conditional(ex.Binary("==", switch.on, key), ex.Literal(order == "be"), result)
    return result


def number_of_name(scope: Type, member: ex.Member, path: str) -> int:
    """Return the number of a member of an enum.

    Raises:
        SchemaError: there is none.
    """
    number = member_number(scope, member)
    if number is None:
        raise SchemaError(path, f"there is no member {member.id!r} of such an enum")
    return number


def byte_values(literal: ex.ArrayLiteral) -> bytes | None:
    """Return the bytes that an array literal is, or None where an item is no number of a byte."""
    numbers = [item.value for item in literal.items if isinstance(item, ex.Literal) and type(item.value) is int]
    is_bytes = len(numbers) == len(literal.items) and all(0 <= number <= 255 for number in numbers)
    return bytes(numbers) if is_bytes else None


def upper_half(encoding: str) -> list[int]:
    """Return the code points of the bytes from 128 on, 0 for none; nothing where a character is not one byte."""
    points = [bytes([byte, 65, byte, 161]).decode(encoding, "replace") for byte in range(128, 256)]
    is_table = bytes(range(128)).decode(encoding, "replace").isascii() and all(map(_is_two_bytes, points))
    return [0 if each[0] == "\ufffd" else ord(each[0]) for each in points] if is_table else []


def _is_two_bytes(text: str) -> bool:
    """Return True if the text of a byte, "A", the byte and another one is four characters."""
    return len(text) == 4 and text[1] == "A" and text[0] == text[2] < "\U00010000"
