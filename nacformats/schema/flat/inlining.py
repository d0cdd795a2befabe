"""Expressions of a schema as those of the record that its types are flattened into: names, `_root.…`, and rules."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

from nacformats.schema import expressions as ex
from nacformats.schema import model
from nacformats.schema.flat import steps as ir
from nacformats.schema.members import any_of
from nacformats.schema.scopes import member_number


@dataclass(frozen=True)
class HeldExtent:
    """Bytes or a list, by which expressions may call it: its size, and what they may compare with text."""

    size: ex.Expression | None
    value: ex.Expression | None = None


@dataclass
class Scope:
    """The members of one type that were read, and the scope of the type around it in the record.

    Attributes:
        is_owner: whether it is the type in which the list of the records is.
    """

    target: model.Type
    names: dict[str, Bound] = field(default_factory=dict)
    outer: Scope | None = None
    is_owner: bool = False


#: What names stand for: a number, a type inside of the record, bytes or a list.
Bound = ex.Expression | Scope | HeldExtent
#: Attributes that say how long something is.
_SIZES = ("length", "size")
_SHIFTS = {"<<": "*", ">>": "/"}


@dataclass
class Inliner:
    """Turns expressions of one type into those of its record."""

    arguments: OuterArguments
    scope: Scope
    where: str
    it: Bound | None = None

    def lower(self, expression: ex.Expression) -> ex.Expression:
        match expression:
            case ex.Literal(int() | float()):
                return expression
            case ex.Member():
                return self.constant(expression)
            case ex.Unary("-" | "not", of):
                return replace(expression, operand=self.lower(of))
            case ex.Binary():
                return self.binary(expression)
            case ex.Conditional(condition, yes, no):
                return ex.Conditional(self.lower(condition), self.lower(yes), self.lower(no))
            case ex.Name() | ex.Attribute() | ex.Index() | ex.Cast():
                return self.value(expression)
        raise self.refused(expression)

    def value(self, expression: ex.Expression) -> ex.Expression:
        """Return a number, or what is compared with text."""
        found = self.bound(expression)
        if isinstance(found, HeldExtent) and found.value is not None:
            return found.value
        if isinstance(found, Scope | HeldExtent):
            raise self.refused(expression)
        return found

    def constant(self, member: ex.Member) -> ex.Expression:
        number = member_number(self.scope.target, member)
        if number is None:
            raise model.SchemaError(self.where, f"there is no enum member {'::'.join((*member.enum, member.id))}")
        return ex.Literal(number)

    def binary(self, expression: ex.Binary) -> ex.Expression:
        match expression:
            case ex.Binary("<<" | ">>" as shift, left, ex.Literal(int(by))) if by < _LARGEST_SHIFT:
                return ex.Binary(_SHIFTS[shift], self.lower(left), ex.Literal(1 << by))
            case ex.Binary("==" | "!=", of, ex.Literal(str(text))) | ex.Binary("==" | "!=", ex.Literal(str(text)), of):
                return self.compared(expression, self.lower(of), text)
        return replace(expression, left=self.lower(expression.left), right=self.lower(expression.right))

    def compared(self, expression: ex.Binary, value: ex.Expression, text: str) -> ex.Expression:
        """Compare bytes with text: with its bytes."""
        try:
            octets = text.encode(self.arguments.encoding_of(value))
        except (LookupError, UnicodeEncodeError):
            raise self.refused(expression) from None
        return replace(expression, left=value, right=ex.Literal(octets.decode("latin-1")))

    def bound(self, expression: ex.Expression) -> Bound:
        """Return what a name or a member is."""
        inlined = self.inlined(expression)
        if self.is_outside(inlined):
            return self.arguments.hoisted(inlined, self.lower, self.where)
        match inlined:
            case ex.Cast(of, _):
                return self.bound(of)
            case ex.Name("_") if self.it is not None:
                return self.it
            case ex.Name("_parent") if self.scope.outer is not None:
                return self.scope.outer
            case ex.Name(id):
                return self.member(self.scope, id, inlined)
            case ex.Attribute(of, id, ()):
                return self.attribute(self.bound(of), id, inlined)
        return self.other(inlined)

    def attribute(self, of: Bound, id: str, whole: ex.Expression) -> Bound:  # noqa: A002
        match of:
            case Scope() if id == "_parent" and of.outer is not None:
                return of.outer
            case Scope():
                return self.member(of, id, whole)
            case HeldExtent(size) if id in _SIZES and size is not None:
                return size
            case ex.Name() if id == ("value" if self.arguments.code_of(of) == ir.VARINT else "to_i"):
                return of
        raise self.refused(whole)

    def member(self, scope: Scope, id: str, whole: ex.Expression) -> Bound:  # noqa: A002
        if id in scope.names:
            return scope.names[id]
        value = _value(scope.target, id)
        if value is None:
            raise self.refused(whole)
        return self.other(value) if scope is self.scope else Inliner(self.arguments, scope, self.where).other(value)

    def other(self, expression: ex.Expression) -> Bound:
        """Return the value of an instance, which may be a name as well."""
        if isinstance(expression, ex.Index) or (isinstance(expression, ex.Attribute) and expression.arguments):
            raise self.refused(expression)
        if isinstance(expression, ex.Name | ex.Attribute | ex.Cast):
            return self.bound(expression)
        return self.lower(expression)

    def inlined(self, expression: ex.Expression) -> ex.Expression:
        """Return the expression with the value instance that it begins with inlined."""
        match expression:
            case ex.Attribute(of, _, ()) | ex.Index(of, _):
                return replace(expression, of=self.inlined(of))
            case ex.Cast(of, _):
                return self.inlined(of)
            case ex.Name(id) if self.scope.is_owner and id[0] != "_":
                return ex.Attribute(ex.Name("_parent"), id)
            case ex.Name(id) if id not in self.scope.names:
                value = _value(self.scope.target, id)
                return expression if value is None else self.inlined(value)
        return expression

    def is_outside(self, expression: ex.Expression) -> bool:
        """Return True for something of the file that is not in the record."""
        above = 0
        while isinstance(expression, ex.Attribute | ex.Index | ex.Cast):
            above += isinstance(expression, ex.Attribute) and expression.id == "_parent"
            expression = expression.of
        if expression == ex.Name("_root"):
            return True
        scope: Scope | None = self.scope
        for _ in range(above + 1):
            scope = scope.outer if scope is not None else None
        return expression == ex.Name("_parent") and scope is None

    def refused(self, expression: ex.Expression) -> model.SchemaError:
        text = getattr(expression, "id", type(expression).__name__.lower())
        return model.SchemaError(self.where, f"`{text}` cannot be computed from columns")


_LARGEST_SHIFT = 63


def _value(target: model.Type, id: str) -> ex.Expression | None:  # noqa: A002
    """Return the expression of a value instance that is always there."""
    found = target.by_id.get(id)
    return found.value if isinstance(found, model.ValueInstance) and found.condition is None else None


# What records take from elsewhere in their file: computed once and given as an argument

#: The code of the number by which a table is looked up; the table has an entry for each.
_TABLE_CODE = "u1"


@dataclass
class OuterArguments:
    """The arguments of one record type, by their vars.

    Attributes:
        owner: the type that repeats the records, where it is one only.
        code_of: gives the code of a scalar of the record.
        encoding_of: gives the encoding of a text; LookupError where something is none.
    """

    schema: model.Schema
    owner: model.Type | None
    code_of: Callable[[ex.Expression], str]
    encoding_of: Callable[[ex.Expression], str]
    found: dict[str, ir.RootArgument] = field(default_factory=dict)

    def hoisted(
        self, expression: ex.Expression, lower: Callable[[ex.Expression], ex.Expression], where: str
    ) -> ex.Expression:
        """Return `_root.a.b`, `_parent.a`, or `_root.table[number of one byte].attribute` as an argument."""
        root, steps, at = _split(expression, where)
        head = steps if at is None else steps[: steps.index("[]")]
        tail = [] if at is None else steps[len(head) + 1 :]
        start, prefix = (self.schema.root, []) if root == "_root" else (self.owner, ["_parent"])
        name = "_".join([*(part.strip("_") for part in prefix), *head, *tail])
        bounds = self._bounds(start, head + tail, where)
        new = ir.RootArgument(name, ".".join([*prefix, *head]), ".".join(tail), *bounds)
        self.found[new.var] = new
        if at is None:
            return ex.Name(new.var)
        index = lower(at)
        if self.code_of(index) != _TABLE_CODE or not tail or prefix:
            raise model.SchemaError(where, f"a table below _root is looked up by a {_TABLE_CODE} of the record")
        return ex.Index(ex.Name(new.var), index)

    def given(self, number: int, param: model.TypeParam) -> ex.Expression:
        """Return a param of the record type as an argument."""
        new = ir.RootArgument(param.id, f"${number}", "", *ir.I64)
        self.found[new.var] = new
        return ex.Name(new.var)

    def _bounds(self, target: model.Type | None, path: list[str], where: str) -> ir.Bounds:
        """Return the bounds of a member of a type, as wide as can be where nothing is known of it."""
        found: ir.Bounds = ir.I64
        for step in path:
            if target is None:
                return ir.I64
            member = target.by_id.get(step)
            if member is None and step not in (*_SIZES, "_parent"):
                raise model.SchemaError(where, f"`{'.'.join(path)}`: there is no {step}")
            kind = getattr(member, "kind", None)
            target = kind.type if isinstance(kind, model.TypeUse) else None
            found = _bounds_of_member(member)
        return found


def _split(expression: ex.Expression, where: str) -> tuple[str, list[str], ex.Expression | None]:
    """Return `_root` or `_parent`, the names below, with "[]" where a table is looked up, and by what it is."""
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
    if not steps:
        raise model.SchemaError(where, f"`{expression.id}` is no number")
    return expression.id, steps, at


def _bounds_of_member(member: object) -> ir.Bounds:
    match member:
        case model.Field(kind=model.NumberKind("u" | "s" as sign, width)):
            return ir.bounds_of_code(f"{sign}{width}")
        case model.Field(kind=model.Bits(width)):
            return 0, min((1 << width) - 1, ir.I64[1])
        case model.ValueInstance(path="/instances/value") if member.id == "value":
            return ir.bounds_of_code(ir.VARINT)
        case model.ValueInstance(value=value):
            with suppress(ir.TooWideError):
                return ir.bounds(value, lambda _: ir.I64)
    return ir.I64


def enum_test(member: model.Field) -> ex.Expression:
    """Return the test whether a value, which is `_`, is a member of the enum: a comparison for each run of numbers."""
    assert member.enum is not None
    lowest = 0 if isinstance(member.kind, model.NumberKind) and member.kind.kind == "u" else None
    spans = ir.runs(each.number for each in member.enum.members)
    return any_of(_within(ex.Name("_"), *span, lowest) for span in spans)


def _within(value: ex.Expression, first: int, last: int, lowest: int | None) -> ex.Expression:
    if first == last:
        return ex.Binary("==", value, ex.Literal(first))
    below = ex.Binary("<=", value, ex.Literal(last))
    return below if first == lowest else ex.Binary("and", ex.Binary(">=", value, ex.Literal(first)), below)
