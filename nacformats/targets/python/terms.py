"""Expressions of a schema as Python, in which `self` is the record at hand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nacformats.codec.trees.record import attribute_name
from nacformats.schema import expressions as ex
from nacformats.schema import model, types
from nacformats.schema.expressions import BUILT_INS, Expression, ExpressionError, quoted
from nacformats.schema.scopes import find_enum
from nacformats.targets.pycode import python_name, quoted_bytes
from nacformats.targets.python.names import ModuleNames

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

    def python(self, expression: Expression, path: str) -> str:
        """Return Python for an expression, which needs no parentheses.

        Raises:
            model.SchemaError: it uses something that does not exist.
        """
        try:
            text = self._render(expression)
        except ExpressionError as error:
            raise model.SchemaError(path, str(error)) from None
        return text[1:-1] if isinstance(expression, ex.Binary) and text[0] == "(" else text

    def number(self, expression: Expression, path: str) -> str:
        """Return Python for an expression that has to be an integer, as python."""
        text = self.python(expression, path)
        found = self._type(expression)
        return text if isinstance(found, types.IntType) else f"int({text})"

    def _type(self, expression: Expression) -> types.DataType:
        """Return the type of an expression, as far as it is known."""
        try:
            return types.type_of(expression, self.scope, self.it_type)
        except ExpressionError:
            return types.ANY

    def _render(self, expression: Expression) -> str:
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
                return f"{self._render(of)}[{self.python(at, '')}]"
            case ex.Attribute(of, name, arguments):
                return self._attribute(of, name, [self._render(argument) for argument in arguments])
        return self._operation(expression)

    def _operation(self, expression: Expression) -> str:
        match expression:
            case ex.Cast(of, kind):
                is_made = kind == "bytes" and isinstance(self._type(of), types.ListType)
                return f"bytes({self._render(of)})" if is_made else self._render(of)
            case ex.Unary(operator, operand):
                return f"({operator}{' ' * operator.isalpha()}{self._render(operand)})"
            case ex.Binary(operator, left, right):
                return self._binary(operator, left, right)
            case ex.Conditional(condition, yes, no):
                return f"({self._render(yes)} if {self._render(condition)} else {self._render(no)})"
            case ex.ArrayLiteral(items):
                return self._array(expression, items)
            case ex.FormatString(parts):
                return f'"".join([{", ".join(self._text(part) for part in parts)}])'
        raise ExpressionError("`sizeof` of what has no fixed size")

    def _member(self, name: str) -> str:
        if name not in _OWN and name not in self.scope.by_id:
            raise ExpressionError(f"there is no member {name!r}")
        return self._inlined(name) or f"self.{name if name in _OWN else attribute_name(name)}"

    def _inlined(self, name: str) -> str:
        """Return a computed instance as its expression, where that is short: it need not be asked for. "" otherwise."""
        value = self.scope.by_id.get(name)
        if not isinstance(value, model.ValueInstance) or not self._is_inline(ex.Name(name), ()):
            return ""
        text = self._render(value.value)
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
        if enum is None:
            raise ExpressionError(f"there is no enum {'::'.join(path)}")
        if all(each.id != name for each in enum.members):
            raise ExpressionError(f"{'::'.join(path)} has no member {name!r}")
        return f"{self.names.of(enum)}.{python_name(name)}"

    def _binary(self, operator: str, left: Expression, right: Expression) -> str:
        sides = self._render(left), self._render(right)
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
        is_number = all(
            isinstance(types.plain(self._type(side)), types.IntType | types.FloatType) for side in (left, right)
        )
        if operator in ("+", "%"):
            return is_number
        if operator == "<<" and not (
            isinstance(right, ex.Literal) and isinstance(right.value, int) and right.value < 64
        ):
            return False
        return is_number and all(map(self._is_stored, (left, right)))

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
        listed = f"[{', '.join(map(self._render, items))}]"
        return f"bytes({listed})" if isinstance(self._type(array), types.BytesType) else listed

    def _text(self, part: Expression) -> str:
        return self._render(part) if isinstance(self._type(part), types.StrType) else f"str({self._render(part)})"

    def _attribute(self, of: Expression, name: str, arguments: list[str]) -> str:
        whole, found = self._render(of), self._type(of)
        if name in _OWN:
            return f"{whole}.{name}"
        if isinstance(found, types.StreamType):
            return f"{whole}.{name}"
        if isinstance(found, types.RecordType):
            return self._of_record(whole, found, name)
        if isinstance(found, types.AnyType):
            given = "".join(f", {argument}" for argument in arguments)
            return f'{self.names.helper("value_attribute")}({whole}, "{name}", "{attribute_name(name)}"{given})'
        return self._built_in(name, whole, arguments)

    def _built_in(self, name: str, whole: str, arguments: list[str]) -> str:
        if name not in BUILT_INS:
            raise ExpressionError(f"`.{name}` is not supported")
        try:
            return BUILT_INS[name](whole, *arguments)
        except TypeError:
            raise ExpressionError(f"`.{name}` with {len(arguments)} arguments is not supported") from None

    def _of_record(self, whole: str, found: types.RecordType, name: str) -> str:
        schema = None if found.type is None else found.type.schema
        if schema not in model.NATIVE:
            return f"{whole}.{attribute_name(name)}"
        if name == "value":
            return whole
        return f'{self.names.helper("as_varint")}({whole}, "{schema}").{name}'
