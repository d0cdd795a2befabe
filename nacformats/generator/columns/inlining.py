"""Expressions of a schema as those of the record that its types are flattened into: names, `_root.…`, and rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from nacformats.generator import expressions as ex
from nacformats.generator import model
from nacformats.generator.columns import steps as ir
from nacformats.generator.reading import member_number

#: What names stand for where an expression is: fields that were read, and parameters.
Bindings = dict[str, ex.Expression]


@dataclass
class Inliner:
    """Turns expressions of one type into those of its record."""

    arguments: RootArguments
    target: model.Type
    scope: Bindings
    where: str
    it: ex.Expression | None = None

    def lower(self, expression: ex.Expression) -> ex.Expression:
        match expression:
            case ex.Literal(int()):
                return expression
            case ex.Cast(of, _):
                return self.lower(of)
            case ex.Member(path, name):
                number = member_number(self.target, expression)
                if number is None:
                    raise model.SchemaError(self.where, f"there is no enum member {'::'.join((*path, name))}")
                return ex.Literal(number)
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
        """Return the number in a varint, or something below `_root`."""
        inlined = self.inlined(expression)
        if _starts_at_root(inlined):
            return self.arguments.hoisted(inlined, self.lower, self.where)
        match inlined:
            case ex.Attribute(of, "value", ()):
                value = self.lower(of)
                if self.arguments.code_of(value) == ir.VARINT:
                    return value
        raise self.refused(expression)

    def inlined(self, expression: ex.Expression) -> ex.Expression:
        """Return the expression with the value instance that it begins with inlined."""
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

    def refused(self, expression: ex.Expression) -> model.SchemaError:
        text = getattr(expression, "id", type(expression).__name__.lower())
        return model.SchemaError(self.where, f"`{text}` cannot be computed from columns")


def _starts_at_root(expression: ex.Expression) -> bool:
    while isinstance(expression, ex.Attribute | ex.Index | ex.Cast):
        expression = expression.of
    return expression == ex.Name("_root")


# What records take from elsewhere in their file: `_root.…`, computed once and given as an argument

#: The code of the number by which a table is looked up; the table has an entry for each.
_TABLE_CODE = "u1"


@dataclass
class RootArguments:
    """The arguments of one record type, by their vars; code_of gives the code of a scalar of the record."""

    schema: model.Schema
    code_of: Callable[[ex.Expression], str]
    found: dict[str, ir.RootArgument] = field(default_factory=dict)

    def hoisted(
        self, expression: ex.Expression, lower: Callable[[ex.Expression], ex.Expression], where: str
    ) -> ex.Expression:
        """`_root.a.b`, or `_root.table[number of one byte].attribute`, as an argument."""
        steps, at = _split(expression, where)
        head = steps if at is None else steps[: steps.index("[]")]
        tail = [] if at is None else steps[len(head) + 1 :]
        name = "_".join([*head, *tail])
        new = ir.RootArgument(name, ".".join(head), ".".join(tail), *self._bounds(head + tail, where))
        self.found[new.var] = new
        if at is None:
            return ex.Name(new.var)
        index = lower(at)
        if self.code_of(index) != _TABLE_CODE or not tail:
            raise model.SchemaError(where, f"a table below _root is looked up by a {_TABLE_CODE} of the record")
        return ex.Index(ex.Name(new.var), index)

    def _bounds(self, path: list[str], where: str) -> ir.Bounds:
        """Return the bounds of a member below the root."""
        target: model.Type | None = self.schema.root
        found: ir.Bounds = ir.I64
        for step in path:
            member = _member(target, step)
            if member is None:
                raise model.SchemaError(where, f"`_root.{'.'.join(path)}`: there is no {step}")
            target = _type_of(member)
            found = _bounds_of_member(member)
        return found


def _split(expression: ex.Expression, where: str) -> tuple[list[str], ex.Expression | None]:
    """Return the names below `_root`, with "[]" where a table is looked up, and by what it is."""
    steps: list[str] = []
    at: ex.Expression | None = None
    while not isinstance(expression, ex.Name):
        match expression:
            case ex.Attribute(of, id, ()):
                steps.insert(0, id)
            case ex.Index(of, index) if at is None:
                steps.insert(0, "[]")
                at = index
            case ex.Cast(of, _):
                pass
            case _:
                raise model.SchemaError(where, "only `_root.a.b` and `_root.table[number].attribute` can be arguments")
        expression = of
    return steps, at


def _member(target: model.Type | None, id: str) -> model.Field | model.ValueInstance | None:  # noqa: A002
    members: tuple[model.Field | model.ValueInstance, ...] = (
        (*target.fields, *target.placed, *target.values) if target else ()
    )
    return next((member for member in members if member.id == id), None)


def _type_of(member: model.Field | model.ValueInstance) -> model.Type | None:
    return member.kind.type if isinstance(member, model.Field) and isinstance(member.kind, model.TypeUse) else None


def _bounds_of_member(member: model.Field | model.ValueInstance) -> ir.Bounds:
    match member:
        case model.Field(kind=model.NumberKind("u" | "s" as sign, width)):
            return ir.bounds_of_code(f"{sign}{width}")
        case model.Field(kind=model.Bits(width)):
            return 0, min((1 << width) - 1, ir.I64[1])
        case model.ValueInstance(path="/instances/value") if member.id == "value":
            return ir.bounds_of_code(ir.VARINT)
        case model.ValueInstance(value=value):
            return _bounds_of_value(value)
    return ir.I64


def _bounds_of_value(value: ex.Expression) -> ir.Bounds:
    try:
        return ir.bounds(value, lambda _: ir.I64)
    except ir.TooWideError:
        return ir.I64


# The rules of `valid` as conditions, and in words


def condition_of(
    rule: model.ValidRule, value: ex.Expression, operands: list[ex.Expression], member: model.Field
) -> ex.Expression:
    match rule.rule:
        case "in-enum":
            assert member.enum is not None
            lowest = 0 if isinstance(member.kind, model.NumberKind) and member.kind.kind == "u" else None
            spans = ir.runs(each.number for each in member.enum.members)
            return _any(_within(value, *span, lowest) for span in spans)
        case "any-of":
            return _any(ex.Binary("==", value, operand) for operand in operands)
        case "expr":
            return operands[0]
    return ex.Binary({"eq": "==", "min": ">=", "max": "<="}[rule.rule], value, operands[0])


def rule_words(rule: model.ValidRule, member: model.Field) -> tuple[str, str]:
    """Return the reason and the expectation of a rule in the words of nacformats.codec.explain."""
    match rule.rule:
        case "min":
            return "out of range", f"at least {rule.words}"
        case "max":
            return "out of range", f"at most {rule.words}"
        case "any-of":
            return "wrong value", f"one of {rule.words}"
        case "in-enum" if member.enum is not None:
            return "wrong value", "one of " + ", ".join(f"{each.number} ({each.id})" for each in member.enum.members)
        case "eq":
            return "wrong value", rule.words
    return "wrong value", f"`{rule.words}`"


def _any(tests: Iterator[ex.Expression]) -> ex.Expression:
    whole = next(tests, ex.Literal(False))
    for test in tests:
        whole = ex.Binary("or", whole, test)
    return whole


def _within(value: ex.Expression, first: int, last: int, lowest: int | None) -> ex.Expression:
    if first == last:
        return ex.Binary("==", value, ex.Literal(first))
    below = ex.Binary("<=", value, ex.Literal(last))
    return below if first == lowest else ex.Binary("and", ex.Binary(">=", value, ex.Literal(first)), below)
