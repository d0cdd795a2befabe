"""Expressions of a type of a schema as those of the record that it is flattened into."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nacformats.generator import expressions as ex
from nacformats.generator.columns.arguments import RootArguments
from nacformats.generator.columns.steps import VARINT
from nacformats.generator.model import Type
from nacformats.generator.reading import SchemaError, find_enum

#: What names stand for where an expression is: fields that were read, and parameters.
Bindings = dict[str, ex.Expression]


@dataclass
class Inliner:
    """Turns expressions of one type into those of its record."""

    arguments: RootArguments
    target: Type
    scope: Bindings
    where: str
    it: ex.Expression | None = None

    def lower(self, expression: ex.Expression) -> ex.Expression:
        match expression:
            case ex.Literal(int()):
                return expression
            case ex.Cast(of, _):
                return self.lower(of)
            case ex.Member(path, member):
                return ex.Literal(_member_number(self.target, path, member, self.where))
            case ex.Name():
                return self.name(expression)
            case ex.Unary("-" | "not", of):
                return replace(expression, operand=self.lower(of))
            case ex.Binary(_, left, right):
                return replace(expression, left=self.lower(left), right=self.lower(right))
            case ex.Conditional(condition, yes, no):
                return ex.Conditional(self.lower(condition), self.lower(yes), self.lower(no))
            case ex.Attribute() | ex.Index():
                return self.member(expression)
        raise self.refused(expression)

    def name(self, name: ex.Name) -> ex.Expression:
        if name.id == "_" and self.it is not None:
            return self.it
        if name.id in self.scope:
            return self.scope[name.id]
        value = next((value for value in self.target.values if value.id == name.id), None)
        if value is None or value.condition is not None:
            raise self.refused(name)
        return self.lower(value.value)

    def member(self, expression: ex.Expression) -> ex.Expression:
        """The number in a varint, or something below `_root`."""
        inlined = self.inlined(expression)
        if _starts_at_root(inlined):
            return self.arguments.hoisted(inlined, self.lower, self.where)
        match inlined:
            case ex.Attribute(of, "value", ()):
                value = self.lower(of)
                if self.arguments.code_of(value) == VARINT:
                    return value
        raise self.refused(expression)

    def inlined(self, expression: ex.Expression) -> ex.Expression:
        """The expression with the value instance that it begins with inlined."""
        match expression:
            case ex.Attribute(of, _, ()):
                return replace(expression, of=self.inlined(of))
            case ex.Index(of, _):
                return replace(expression, of=self.inlined(of))
            case ex.Cast(of, _):
                return self.inlined(of)
            case ex.Name(id) if id not in self.scope:
                value = next((value for value in self.target.values if value.id == id), None)
                return self.inlined(value.value) if value is not None and value.condition is None else expression
        return expression

    def refused(self, expression: ex.Expression) -> SchemaError:
        text = getattr(expression, "id", type(expression).__name__.lower())
        return SchemaError(self.where, f"`{text}` cannot be computed from columns")


def _starts_at_root(expression: ex.Expression) -> bool:
    while isinstance(expression, ex.Attribute | ex.Index | ex.Cast):
        expression = expression.of
    return expression == ex.Name("_root")


def _member_number(target: Type, path: tuple[str, ...], member: str, where: str) -> int:
    enum = find_enum(target, path)
    for each in enum.members if enum is not None else ():
        if each.id == member:
            return each.number
    raise SchemaError(where, f"there is no enum member {'::'.join((*path, member))}")
