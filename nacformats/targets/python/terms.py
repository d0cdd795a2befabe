"""Expressions of a schema as Python, in which `self` is the record at hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from nacformats.codec.trees.record import attribute_name
from nacformats.schema import expressions as ex
from nacformats.schema import model, types
from nacformats.schema.expressions import BUILT_INS, Expression, ExpressionError, quoted
from nacformats.schema.scopes import find_enum
from nacformats.targets.pycode import python_name, quoted_bytes
from nacformats.targets.python.names import ModuleNames

#: The operators of rules that compare a value.
COMPARED = {"eq": "==", "min": ">=", "max": "<="}
_OWN = ("_parent", "_root", "_io")
#: Computed instances of so many characters of Python are written where they are used.
_INLINED = 240
#: They are made of one another in so many steps at most: one that is used twice doubles the work.
_INLINED_DEPTH = 3
#: Operators whose results may be of any size, by the helpers that bound them.
_GROWING = {"+": "bounded_sum", "*": "bounded_product", "%": "bounded_remainder", "<<": "bounded_shift"}


@dataclass(frozen=True)
class PythonTerms:
    """Renders the expressions of one type.

    Attributes:
        names: of the module.
        scope: the type whose members they name.
        it, it_type: Python and type of `_`, where there is one.
        index: Python of `_index`.
    """

    names: ModuleNames
    scope: model.Type
    it: str = "it"
    it_type: types.DataType | None = None
    index: str = "index"

    def about(self, it: str, it_type: types.DataType) -> PythonTerms:
        """Return what renders expressions about a value."""
        return replace(self, it=it, it_type=it_type)

    def python(self, expression: Expression) -> str:
        """Return Python for an expression, which needs no parentheses. ExpressionError: nobody has checked it."""
        text = self.atom(expression)
        return text[1:-1] if isinstance(expression, ex.Binary) and text[0] == "(" else text

    def tests(self, member: model.Field) -> Iterator[tuple[model.ValidRule, str, str]]:
        """Yield the rules of a field: the test of the value, and what it is compared with, empty where nothing is."""
        for rule in member.valid:
            operands = [self.python(operand) for operand in rule.operands]
            match rule.rule:
                case "in-enum":
                    assert member.enum is not None
                    yield rule, f"{self.it} in {self.names.lookup(member.enum)}", ""
                case "any-of":
                    yield rule, f"{self.it} in ({', '.join(operands)},)", f"({', '.join(operands)},)"
                case "expr":
                    yield rule, operands[0], ""
                case _:
                    yield rule, f"{self.it} {COMPARED[rule.rule]} {self.atom(rule.operands[0])}", operands[0]

    def number(self, expression: Expression) -> str:
        """Return Python for an expression that has to be an integer, as python."""
        text = self.python(expression)
        return text if isinstance(self._type(expression), types.IntType) else f"int({text})"

    def _type(self, expression: Expression) -> types.DataType:
        """Return the type of an expression, as far as it is known."""
        try:
            return types.type_of(expression, self.scope, self.it_type)
        except ExpressionError:
            return types.ANY

    def atom(self, expression: Expression) -> str:
        """Return Python for an expression as a part of another one, in parentheses where it needs them."""
        match expression:
            case ex.Literal(value):
                return quoted(value) if isinstance(value, str) else repr(value)
            case ex.Name("_" | "_on"):
                return self.it
            case ex.Name("_index"):
                return self.index
            case ex.Name(name):
                return self._member(name)
            case ex.Member(path, name):
                return self._enum_member(path, name)
            case ex.Index(of, at):
                return f"{self.atom(of)}[{self.python(at)}]"
            case ex.Attribute(of, name, arguments):
                return self._attribute(of, name, [self.atom(argument) for argument in arguments])
        return self._operation(expression)

    def _operation(self, expression: Expression) -> str:
        match expression:
            case ex.Cast(of, kind):
                is_made = kind == "bytes" and isinstance(self._type(of), types.ListType)
                return f"bytes({self.atom(of)})" if is_made else self.atom(of)
            case ex.Unary(operator, operand):
                return f"({operator}{' ' * operator.isalpha()}{self.atom(operand)})"
            case ex.Binary(operator, left, right):
                return self._binary(operator, left, right)
            case ex.Conditional(condition, yes, no):
                return f"({self.atom(yes)} if {self.atom(condition)} else {self.atom(no)})"
            case ex.ArrayLiteral(items):
                return self._array(expression, items)
            case ex.FormatString(parts):
                return f'"".join([{", ".join(self._text(part) for part in parts)}])'
        raise AssertionError(expression)  # a size, for which there is a number by now

    def _member(self, name: str) -> str:
        if name not in _OWN and name not in self.scope.by_id:
            raise ExpressionError(f"there is no member {name!r}")
        return self._inlined(name) or f"self.{name if name in _OWN else attribute_name(name)}"

    def _inlined(self, name: str) -> str:
        """Return a computed instance as its expression, where that is short: it need not be asked for. "" otherwise."""
        value = self.scope.by_id.get(name)
        if not isinstance(value, model.ValueInstance) or not self._is_inline(ex.Name(name), ()):
            return ""
        text = self.atom(value.value)
        if value.enum is not None:
            text = f"{self.names.lookup(value.enum)}[{text}]"
        return text if len(text) <= _INLINED else ""

    def is_sure(self, expression: Expression) -> bool:
        """Return True if an expression of a record that is being read has a value, whatever is in the file."""
        return self._is_inline(expression, ())

    def _is_inline(self, expression: Expression, seen: tuple[str, ...], *, may_be_absent: bool = True) -> bool:
        """Return True if an expression is made of numbers that are there, and cannot fail."""
        match expression:
            case ex.Literal() | ex.Member():
                return True
            case ex.Name(name) if name not in seen and len(seen) < _INLINED_DEPTH:
                known = self.scope.by_id.get(name)
                if isinstance(known, model.ValueInstance):
                    is_plain = known.condition is None
                    return is_plain and self._is_inline(known.value, (*seen, name), may_be_absent=may_be_absent)
                if isinstance(known, model.TypeParam):
                    return may_be_absent
                if known is None or not isinstance(known.kind, model.NumberKind | model.Bits):
                    return False
                if known.is_placed or known.repeat is not None:
                    return False
                return may_be_absent or known.condition is None
            case ex.Unary(_, operand):
                return self._is_inline(operand, seen, may_be_absent=False)
            case ex.Conditional(condition, yes, no):
                sides = all(self._is_inline(side, seen, may_be_absent=may_be_absent) for side in (yes, no))
                return sides and self._is_inline(condition, seen, may_be_absent=False)
            case ex.Binary(operator, left, right) if operator not in ("/", "%", "*", "<<"):
                return all(self._is_inline(side, seen, may_be_absent=False) for side in (left, right))
        return False

    def _enum_member(self, path: tuple[str, ...], name: str) -> str:
        enum = find_enum(self.scope, path)
        assert enum is not None
        return f"{self.names.of(enum)}.{python_name(name)}"

    def _binary(self, operator: str, left: Expression, right: Expression) -> str:
        sides = self.atom(left), self.atom(right)
        if operator == "/":
            found = {type(types.plain(self._type(side))) for side in (left, right)}
            if types.AnyType in found:
                return f"{self.names.helper('quotient')}({sides[0]}, {sides[1]})"
            operator = "/" if types.FloatType in found else "//"
        elif operator in _GROWING and not self._is_small(operator, left, right):
            return f"{self.names.helper(_GROWING[operator])}({sides[0]}, {sides[1]})"
        return f"({sides[0]} {operator} {sides[1]})"

    def _is_small(self, operator: str, left: Expression, right: Expression) -> bool:
        """Return True if the result of an operator cannot be much larger than what is in the file."""
        found = (types.plain(self._type(side)) for side in (left, right))
        if not all(isinstance(each, types.IntType | types.FloatType) for each in found):
            return False
        match operator, right:
            case ("+" | "%", _):
                return True
            case ("<<", ex.Literal(int(bits))) if bits < 64:
                return self._is_stored(left)
        return operator != "<<" and all(map(self._is_stored, (left, right)))

    def _is_stored(self, expression: Expression) -> bool:
        """Return True if a value is a constant, or a number of the file."""
        match expression:
            case ex.Literal(int(number)):
                return abs(number) < 1 << 64
            case ex.Name(name):
                return name in ("_", "_index") or any(name == field.id for field in self.scope.stored)
            case ex.Binary(operator, left, right) if operator in ("+", "-", "&", "|", "^", "*", ">>"):
                return self._is_stored(left) and self._is_stored(right)
            case ex.Attribute(of, "value", ()):
                return self._is_stored(of)
        return False

    def _array(self, array: ex.ArrayLiteral, items: tuple[Expression, ...]) -> str:
        numbers = [item.value for item in items if isinstance(item, ex.Literal) and isinstance(item.value, int)]
        if isinstance(self._type(array), types.BytesType) and len(numbers) == len(items):
            return quoted_bytes(bytes(numbers))
        listed = f"[{', '.join(map(self.atom, items))}]"
        return f"bytes({listed})" if isinstance(self._type(array), types.BytesType) else listed

    def _text(self, part: Expression) -> str:
        return self.atom(part) if isinstance(self._type(part), types.StrType) else f"str({self.atom(part)})"

    def _attribute(self, of: Expression, name: str, arguments: list[str]) -> str:
        whole, found = self.atom(of), self._type(of)
        if name in _OWN or isinstance(found, types.StreamType):
            return f"{whole}.{name}"
        if isinstance(found, types.RecordType):
            return self._of_record(whole, found, name)
        if isinstance(found, types.AnyType):
            given = "".join(f", {argument}" for argument in arguments)
            return f'{self.names.helper("value_attribute")}({whole}, "{name}", "{attribute_name(name)}"{given})'
        return self._built_in(name, whole, arguments)

    @staticmethod
    def _built_in(name: str, whole: str, arguments: list[str]) -> str:
        if name not in BUILT_INS:
            raise ExpressionError(f"`.{name}` is not supported")
        try:
            return BUILT_INS[name](whole, *arguments)
        except TypeError:
            raise ExpressionError(f"`.{name}` with {len(arguments)} arguments is not supported") from None

    def _of_record(self, whole: str, found: types.RecordType, name: str) -> str:
        if found.type is None or not found.type.is_number:
            return f"{whole}.{attribute_name(name)}"
        return whole if name == "value" else f'{self.names.helper("as_varint")}({whole}, "{found.type.schema}").{name}'
