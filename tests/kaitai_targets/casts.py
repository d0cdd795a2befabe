"""Print a schema in which operands are cast, for those targets of the Kaitai compiler whose numbers have a width.

It means the same: casts change no number. Go, Rust, C# and C++ compute in the width of what stands there: without a
cast they refuse mixed operands, or compute in 32 bits and wrap. See docs/upstream.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import yaml

from nacformats.schema import expressions as ex
from nacformats.schema import types
from nacformats.schema.expressions import Expression, ExpressionError, quoted
from nacformats.schema.lines import filled_words
from nacformats.schema.model import Bits, Field, Schema, SchemaError, Type, TypeParam, ValueInstance
from nacformats.schema.parsing import parse_expression
from nacformats.schema.reading import schema_model
from nacformats.schema.scopes import find_enum
from nacformats.schema.sources import compose, schema_text
from nacformats.schema.types import DataType, EnumType, IntType, RecordType
from tests.kaitai_targets.ranges import RANGES, NumberRange, NumberRanges, common

#: What an index, and what a position, a size and a count may be in C#.
_INDICES = ("u1", "u2", "s1", "s2", "s4")
#: Types of which the compiler for Rust compares a value with a plain number right: it does so in 32 bits.
_NARROW = ("u1", "u2", "s1", "s2", "s4")
#: The member that the compiler for Rust adds to each enum.
_TAKEN = "unknown"
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_TRUTHS = ("if", "repeat-until")
_PLACES = ("pos", "size", "repeat-expr")
#: Longer texts are folded.
_LONG = 100
_COMPARED = {"eq": "==", "min": ">=", "max": "<="}


def portable_text(text: str, schema: Schema) -> str:
    """Return the text of a schema with casts; all else stays as it is written.

    Raises:
        SchemaError: an expression cannot be read.
    """
    for start, end, new in sorted(_Caster(schema).changes(compose(text)), reverse=True):
        old = text[start:end]
        tail = old[len(old.rstrip()) :] if new else ""
        text = f"{text[:start]}{_folded(new, text[:start])}{tail}{text[end:]}"
    return text


def portable_schema(name: str) -> str:
    """Return the text of a schema of the package with casts."""
    return portable_text(schema_text(name), schema_model(name))


def _folded(new: str, before: str) -> str:
    """Return a long scalar in several lines, deeper than the key in front of it."""
    key = before.rpartition("\n")[2]
    plain = new[1:-1].replace("''", "'") if new[:1] == "'" else new
    if len(new) < _LONG or not key.lstrip(" -").rstrip().endswith(":") or "  " in plain:
        return new
    indent = " " * (len(key) - len(key.lstrip(" -")) + 2)
    lines = filled_words(plain.split(" "), _LONG)
    return "".join(f"\n{indent}{line}" for line in (">-", *lines))[len(indent) + 1 :]


@dataclass
class _Writer:
    """Writes expressions of one type; `it` is the type of `_`."""

    ranges: NumberRanges
    scope: Type
    it: DataType | None = None
    it_text: str = "_"

    def number(self, expression: Expression) -> NumberRange | None:
        return self.ranges.of(expression, self.scope, self.it)

    def cast(self, expression: Expression, wanted: str) -> str:
        """Return a number as one of a type.

        The compiler for Rust tells a field from a cast of the same type, and computes in 32 bits with two types.
        """
        number = self.number(expression)
        is_sure = wanted in _NARROW or isinstance(expression, ex.Cast)
        if number is None or (number.type == wanted and is_sure):
            return self.operand(expression)
        if wanted == "f8" and number.is_literal:
            return f"{number.low}.0"
        if wanted == number.type == "f8":
            return self.operand(expression)
        return f"{self.operand(expression)}.as<{wanted}>"

    def settled(self, expression: Expression, wanted: str = "") -> str:
        """Return a whole expression, of the type wanted or of one that is sure."""
        number = self.number(expression)
        if number is None or number.is_literal or (number.type and number.type == (wanted or number.type)):
            return self.text(expression)
        return self.cast(expression, wanted or common(number))

    def part(self, expression: Expression, operator: str, *, is_right: bool = False) -> str:
        """Return an operand that is not cast, in parentheses if it binds less tightly than the operator."""
        text, outer = self.text(expression), _level(operator)
        if not isinstance(expression, ex.Binary):
            return self.operand(expression)
        inner = _level(expression.operator)
        is_loose = inner < outer or (inner == outer and (is_right or outer == ex.COMPARISON))
        return f"({text})" if is_loose else text

    def operand(self, expression: Expression) -> str:
        text = self.text(expression)
        return f"({text})" if isinstance(expression, ex.Binary | ex.Unary | ex.Conditional) else text

    def text(self, expression: Expression) -> str:
        match expression:
            case ex.Literal(value):
                return _literal(value)
            case ex.Name(name):
                return self.it_text if name == "_" else name
            case ex.Member(enum, name):
                return "::".join((*enum, _member_id(enum, name, self.scope)))
            case ex.Cast(of, named):
                return f"{self.operand(of)}.as<{named}>"
            case ex.Attribute(of, name, arguments):
                return self._attribute(of, name, arguments)
            case ex.Index(of, at):
                index = self.number(at)
                is_index = index is not None and (index.is_literal or index.type in _INDICES)
                return f"{self.operand(of)}[{self.text(at) if is_index else self.cast(at, 's4')}]"
            case ex.Unary(operator, operand):
                return f"not {self.operand(operand)}" if operator == "not" else f"{operator}{self._negated(operand)}"
            case ex.Binary():
                return self._binary(expression)
            case ex.Conditional(condition, yes, no):
                return f"{self.operand(condition)} ? {self._branch(expression, yes)} : {self._branch(expression, no)}"
        return self._compound(expression)

    def _compound(self, expression: Expression) -> str:
        match expression:
            case ex.ArrayLiteral(items):
                return f"[{', '.join(map(self.text, items))}]"
            case ex.SizeOf(named, of, is_bits):
                whole = f"{'bit' if is_bits else ''}sizeof<{named}>"
                return whole if named else "_sizeof" if of is None else f"{self.operand(of)}._sizeof"
            case ex.FormatString(parts):
                inside = (_inside(part) if _is_text(part) else f"{{{self.text(part)}}}" for part in parts)
                return f'f"{"".join(inside)}"'
        raise ExpressionError("an expression that cannot be cast")

    def _attribute(self, of: Expression, name: str, arguments: tuple[Expression, ...]) -> str:
        if name == "to_i" and self._is_plain(of):
            return self.operand(of)
        return f"{self.operand(of)}.{name}" + (f"({', '.join(map(self.text, arguments))})" if arguments else "")

    def _negated(self, operand: Expression) -> str:
        number = self.number(operand)
        assert number is not None
        return self.operand(operand) if number.is_literal else self.cast(operand, common(number, NumberRange(-1, 0)))

    def _branch(self, whole: Expression, part: Expression) -> str:
        number = self.number(whole)
        return self.operand(part) if number is None else self.cast(part, number.type or common(number))

    def _binary(self, binary: ex.Binary) -> str:
        left, operator, right = binary.left, binary.operator, binary.right
        first, second = self.number(left), self.number(right)
        if operator in ("==", "!=") and (self._is_plain(left) or self._is_plain(right)):
            return f"{self._as_number(left)} {operator} {self._as_number(right)}"
        if first is None or second is None:
            return f"{self.part(left, operator)} {operator} {self.part(right, operator, is_right=True)}"
        if operator in _COMPARISONS:
            named = _compared_as(first, second)
            return f"{self._side(left, named)} {operator} {self._side(right, named)}"
        whole = self.number(binary)
        assert whole is not None
        named = common(first, second, whole)
        if named == "f8" == first.type == second.type:
            return f"{self.part(left, operator)} {operator} {self.part(right, operator, is_right=True)}"
        one, other = self.cast(left, named), self.cast(right, named)
        if named == "s4":
            one, other = self._plainly(left, right, one), self._plainly(right, left, other)
        if operator == "%" and named != "s4" and first.low >= 0:
            return (
                f"{one} - ({one} / {other}).as<{named}> * {other}"  # the remainder of the runtime for C++ has 32 bits
            )
        return f"{one} {operator} {other}"

    def _plainly(self, expression: Expression, other: Expression, text: str) -> str:
        """Return a literal as it is, where the other operand says the type."""
        is_plain = isinstance(expression, ex.Literal) and not isinstance(other, ex.Literal)
        return self.text(expression) if is_plain else text

    def _side(self, expression: Expression, named: str) -> str:
        number = self.number(expression)
        is_plain = number is not None and number.is_literal and named in _NARROW
        return self.operand(expression) if not named or is_plain else self.cast(expression, named)

    def numbered(self, value: Expression) -> str:
        """Return a member of an enum as its number."""
        match value:
            case ex.Conditional(condition, yes, no):
                return f"({self.operand(condition)} ? {self.numbered(yes)} : {self.numbered(no)}).as<s8>"
            case ex.Member():
                return f"{self._as_number(value)}.as<s8>"
        return self.operand(value) if self._is_plain(value) else f"{self.operand(value)}.to_i.as<s8>"

    def _is_plain(self, expression: Expression) -> bool:
        """Return True for what has an enum in the schema and is a plain number here."""
        owner, name = self.scope, ""
        match expression:
            case ex.Name(name):
                pass
            case ex.Attribute(of, name, ()):
                found = types.type_of(of, self.scope, self.it)
                if not isinstance(found, RecordType) or found.type is None:
                    return False
                owner = found.type
        return is_plain_number(owner.by_id.get(name), owner)

    def _as_number(self, expression: Expression) -> str:
        if not isinstance(expression, ex.Member):
            return self.operand(expression)
        enum = find_enum(self.scope, expression.enum)
        assert enum is not None
        return str(enum.numbers[expression.id])


def is_plain_number(member: Field | ValueInstance | TypeParam | None, scope: Type) -> bool:
    """Return True for a computed member whose enum is left out.

    What the compiler for Go makes of an error in the computation of a member of an enum does not compile.
    """
    if not isinstance(member, ValueInstance) or isinstance(member.value, ex.Name):
        return False
    return isinstance(types.type_of_member(member, scope), EnumType)


def _compared_as(first: NumberRange, second: NumberRange) -> str:
    """Return the type in which two numbers are compared; empty where they are as they are."""
    if first.type and first.type == second.type:
        return "" if first.type in _NARROW else first.type
    for number, other in ((first, second), (second, first)):
        if other.is_literal and number.type in RANGES and other.fits(number.type):
            return number.type
    named = common(first, second)
    return "" if named == "s4" and (first.is_literal or second.is_literal) else named


def _level(operator: str) -> int:
    return next(depth for depth, operators in enumerate(ex.LEVELS) if operator in operators)


def _literal(value: int | float | str | bool) -> str:
    if isinstance(value, str):
        return quoted(value)
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return re.sub(r"^(\d+)(?=e)", r"\1.0", text)


def _is_text(part: Expression) -> bool:
    return isinstance(part, ex.Literal) and isinstance(part.value, str)


def _inside(part: Expression) -> str:
    return _literal(part.value)[1:-1] if isinstance(part, ex.Literal) else ""


def _member_id(enum: tuple[str, ...], name: str, scope: Type) -> str:
    found = find_enum(scope, enum)
    return _renamed(name, found.numbers) if found is not None else name


def _renamed(name: str, known: object) -> str:
    """Return the id of a member of an enum, another one where Rust has one of that name."""
    other = f"{_TAKEN}_number"
    return other if name == _TAKEN and isinstance(known, dict) and other not in known else name


# Where expressions are


class _Caster:
    """Finds the expressions of a schema in its text."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._ranges = NumberRanges()
        self._path = ""

    def changes(self, root: yaml.Node) -> Iterator[tuple[int, int, str]]:
        """Yield what comes in place of which part of the text."""
        try:
            yield from self._of_type(self._schema.root, root)
        except ExpressionError as error:
            raise SchemaError(self._path, str(error)) from None

    def _of_type(self, target: Type, ksy: yaml.Node) -> Iterator[tuple[int, int, str]]:
        by_id = _map_of(ksy)
        members: list[Field | ValueInstance] = [*target.fields, *target.placed, *target.views, *target.values]
        by_path = {member.path: member for member in members}
        listed = [(f"{target.path}/seq/{at}", each) for at, each in enumerate(_list_of(by_id.get("seq")))]
        listed += [(f"{target.path}/instances/{name}", each) for name, each in _map_of(by_id.get("instances")).items()]
        for path, node in listed:
            self._path = path
            if (member := by_path.get(path)) is not None:
                yield from _Member(_Writer(self._ranges, target), member, node).changes()
        for name, node in _map_of(by_id.get("types")).items():
            if name in target.types:
                yield from self._of_type(target.types[name], node)
        for name, node in _map_of(by_id.get("enums")).items():
            yield from _renamed_members(target, name, node)


def _renamed_members(target: Type, name: str, node: yaml.Node) -> Iterator[tuple[int, int, str]]:
    numbers = target.enums[name].numbers if name in target.enums else {}
    for each in _map_of(node).values():
        named = _map_of(each).get("id", each)
        if isinstance(named, yaml.ScalarNode) and (new := _renamed(named.value, numbers)) != named.value:
            yield named.start_mark.index, named.end_mark.index, new


@dataclass
class _Member:
    """One field or instance."""

    writer: _Writer
    member: Field | ValueInstance
    node: yaml.Node

    @cached_property
    def keys(self) -> dict[str, yaml.Node]:
        return _map_of(self.node)

    @cached_property
    def validating(self) -> _Writer:
        it = types.element_type(self.member) if isinstance(self.member, Field) else None
        if isinstance(self.member, Field) and isinstance(self.member.kind, Bits) and isinstance(it, IntType):
            it = types.INT  # of which width it is differs
        return _Writer(self.writer.ranges, self.writer.scope, it)

    def changes(self) -> Iterator[tuple[int, int, str]]:
        for key in _TRUTHS:
            yield from self._replaced(self.keys.get(key), self.validating.text)
        if isinstance(self.member, ValueInstance):
            yield from self._replaced(self.keys.get("value"), self._value)
            if self.member.enum is not None and is_plain_number(self.member, self.writer.scope):
                yield self._without("enum")
            return
        for key in _PLACES:
            yield from self._replaced(self.keys.get(key), self._place)
        yield from self._kinds()
        yield from self._rules()

    def _value(self, value: Expression) -> str:
        number = self.writer.ranges.of_instance(self.member, self.writer.scope)  # type: ignore[arg-type]
        if number is not None:
            return self.writer.settled(value, number.type)
        is_plain = is_plain_number(self.member, self.writer.scope)
        return self.writer.numbered(value) if is_plain else self.writer.text(value)

    def _place(self, place: Expression) -> str:
        number = self.writer.number(place)
        is_sure = number is None or number.is_literal or isinstance(place, ex.Binary | ex.Conditional)
        is_wide = number is not None and (number.type or common(number)) == "u8"
        is_right = not is_wide and (is_sure or (number is not None and bool(number.type)))
        return self.writer.text(place) if is_right else self.writer.cast(place, "s8")

    def _kinds(self) -> Iterator[tuple[int, int, str]]:
        kind = self.keys.get("type")
        switch = _map_of(kind)
        yield from self._typed(kind)
        yield from self._replaced(switch.get("switch-on"), self.writer.text)
        if "switch-on" in switch:
            on = parse_expression(switch["switch-on"].value)
            for key, value in switch["cases"].value:
                yield from self._typed(value)
                if key.value != "_":
                    is_plain = self.writer._is_plain(on)
                    yield from self._replaced(key, self.writer._as_number if is_plain else self.writer.text)

    def _typed(self, node: yaml.Node | None) -> Iterator[tuple[int, int, str]]:
        """Yield the change of a type with arguments."""
        if not isinstance(node, yaml.ScalarNode) or "(" not in node.value:
            return
        name, _, inside = node.value.rpartition(")")[0].partition("(")
        listed = parse_expression(f"[{inside}]")
        target = types.named_type(name.strip(), self.writer.scope)
        assert isinstance(listed, ex.ArrayLiteral)
        assert isinstance(target, RecordType)
        assert target.type is not None
        params = target.type.params
        arguments = [self._argument(item, param) for item, param in zip(listed.items, params, strict=True)]
        yield from _changed(node, f"{name}({', '.join(arguments)})")

    def _argument(self, argument: Expression, param: TypeParam) -> str:
        wanted = param.kind[:2]
        return self.writer.settled(argument, wanted) if wanted in RANGES else self.writer.text(argument)

    def _rules(self) -> Iterator[tuple[int, int, str]]:
        rules = _map_of(self.keys.get("valid"))
        it = self.validating.it
        if "expr" in rules and self._is_optional_number:
            yield from self._as_equality(parse_expression(rules["expr"].value))
            return
        yield from self._replaced(rules.get("expr"), self._rule)
        numbers = [self.writer.number(parse_expression(rules[key].value)) for key in _COMPARED if key in rules]
        if not isinstance(it, IntType):
            return
        _, high = RANGES[(named := self._own_type())]
        if any(number is not None and common(number) != "u8" and number.high > high for number in numbers):
            yield from self._joined(rules)
            return
        for key in _COMPARED:
            yield from self._replaced(rules.get(key), lambda part: self.writer.settled(part, named))

    @property
    def _is_optional_number(self) -> bool:
        return "if" in self.keys and "repeat" not in self.keys and isinstance(self.validating.it, IntType)

    def _as_equality(self, rule: Expression) -> Iterator[tuple[int, int, str]]:
        """Yield a rule about a number that may be absent as `eq`: C# has no variable `_` for one.

        Where it holds, the number has to be itself, and otherwise one more.
        """
        named = self._own_type()
        own = f"{self.member.id}.as<{named}>"
        writer = _Writer(self.writer.ranges, self.writer.scope, self.validating.it, own)
        text = f"(({writer.text(rule)}) ? {own} : ({own} + 1.as<{named}>).as<{named}>).as<{named}>"
        yield from _changed(self.keys["valid"], f"{{eq: {_quoted(text, in_flow=True)}}}", is_quoted=True)

    def _own_type(self) -> str:
        if isinstance(self.member, Field) and isinstance(self.member.kind, Bits):
            return "u8"
        number = self.validating.number(ex.Name("_"))
        return number.type if number is not None and number.type else "s8"

    def _joined(self, rules: dict[str, yaml.Node]) -> Iterator[tuple[int, int, str]]:
        """Yield the rules of a field as one, since an operand may be a number that the field cannot hold."""
        parts = [
            ex.Binary(operator, ex.Name("_"), parse_expression(rules[key].value))
            for key, operator in _COMPARED.items()
            if key in rules
        ]
        text = " and ".join(self.validating.part(part, "and") for part in parts)
        yield from _changed(self.keys["valid"], f"{{expr: {_quoted(text, in_flow=True)}}}", is_quoted=True)

    def _rule(self, rule: Expression) -> str:
        """Return a rule that mentions the value, since a variable that is not used is an error in Go."""
        text = self.validating.text(rule)
        is_used = any(part == ex.Name("_") for part in ex.walk(rule))
        if is_used or isinstance(self.validating.it, RecordType):
            return text
        return f"({text}) and _ == _"

    def _replaced(self, node: yaml.Node | None, write: object) -> Iterator[tuple[int, int, str]]:
        if isinstance(node, yaml.ScalarNode) and callable(write):
            old = parse_expression(node.value)
            new = write(old)
            if parse_expression(new) != old:
                yield from _changed(node, new)

    def _without(self, key: str) -> tuple[int, int, str]:
        """Return the change that leaves a key out, with its line."""
        assert isinstance(self.node, yaml.MappingNode)
        at, value = next(pair for pair in self.node.value if pair[0].value == key)
        return at.start_mark.index - at.start_mark.column - 1, value.end_mark.index, ""


def _changed(node: yaml.Node, text: str, *, is_quoted: bool = False) -> Iterator[tuple[int, int, str]]:
    assert node.start_mark is not None
    assert node.end_mark is not None
    yield node.start_mark.index, node.end_mark.index, text if is_quoted else _quoted(text)


def _quoted(text: str, *, in_flow: bool = False) -> str:
    """Return a text as YAML has it."""
    if in_flow:
        return "'" + text.replace("'", "''") + "'"
    is_plain = re.fullmatch(r"[A-Za-z0-9_(][\w .<>()+*/%=!-]*", text)
    return text if is_plain else "'" + text.replace("'", "''") + "'"


def _map_of(node: yaml.Node | None) -> dict[str, yaml.Node]:
    return {key.value: value for key, value in node.value} if isinstance(node, yaml.MappingNode) else {}


def _list_of(node: yaml.Node | None) -> list[yaml.Node]:
    return node.value if isinstance(node, yaml.SequenceNode) else []
