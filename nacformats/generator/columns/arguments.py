"""What records take from elsewhere in their file: `_root.…`, computed once and given as an argument."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from nacformats.generator import expressions as ex
from nacformats.generator.columns.bounds import I64, Bounds, TooWideError, bounds, bounds_of_code
from nacformats.generator.columns.steps import VARINT, RootArgument
from nacformats.generator.model import Bits, Field, NumberKind, Schema, Type, TypeUse, ValueInstance
from nacformats.generator.reading import SchemaError

#: The code of the number by which a table is looked up; the table has an entry for each.
_TABLE_CODE = "u1"
TABLE_SIZE = 256


@dataclass
class RootArguments:
    """The arguments of one record type, by their vars; code_of gives the code of a scalar of the record."""

    schema: Schema
    code_of: Callable[[ex.Expression], str]
    found: dict[str, RootArgument] = field(default_factory=dict)

    def hoisted(
        self, expression: ex.Expression, lower: Callable[[ex.Expression], ex.Expression], where: str
    ) -> ex.Expression:
        """`_root.a.b`, or `_root.table[number of one byte].attribute`, as an argument."""
        steps, at = _split(expression, where)
        head = steps if at is None else steps[: steps.index("[]")]
        tail = [] if at is None else steps[len(head) + 1 :]
        name = "_".join([*head, *tail])
        new = RootArgument(name, ".".join(head), ".".join(tail), *self._bounds(head + tail, where))
        self.found[new.var] = new
        if at is None:
            return ex.Name(new.var)
        index = lower(at)
        if self.code_of(index) != _TABLE_CODE or not tail:
            raise SchemaError(where, f"a table below _root is looked up by a {_TABLE_CODE} of the record")
        return ex.Index(ex.Name(new.var), index)

    def _bounds(self, path: list[str], where: str) -> Bounds:
        """The bounds of a member below the root."""
        target: Type | None = self.schema.root
        found: Bounds = I64
        for step in path:
            member = _member(target, step)
            if member is None:
                raise SchemaError(where, f"`_root.{'.'.join(path)}`: there is no {step}")
            target = _type_of(member)
            found = _bounds_of_member(member)
        return found


def _split(expression: ex.Expression, where: str) -> tuple[list[str], ex.Expression | None]:
    """The names below `_root`, with "[]" where a table is looked up, and by what it is."""
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
                raise SchemaError(where, "only `_root.a.b` and `_root.table[number].attribute` can be arguments")
        expression = of
    return steps, at


def _member(target: Type | None, id: str) -> Field | ValueInstance | None:  # noqa: A002
    members: tuple[Field | ValueInstance, ...] = (*target.fields, *target.placed, *target.values) if target else ()
    return next((member for member in members if member.id == id), None)


def _type_of(member: Field | ValueInstance) -> Type | None:
    return member.kind.type if isinstance(member, Field) and isinstance(member.kind, TypeUse) else None


def _bounds_of_member(member: Field | ValueInstance) -> Bounds:
    match member:
        case Field(kind=NumberKind("u" | "s" as sign, width)):
            return bounds_of_code(f"{sign}{width}")
        case Field(kind=Bits(width)):
            return 0, min((1 << width) - 1, I64[1])
        case ValueInstance(path="/instances/value") if member.id == "value":
            return bounds_of_code(VARINT)
        case ValueInstance(value=value):
            return _bounds_of_value(value)
    return I64


def _bounds_of_value(value: ex.Expression) -> Bounds:
    def unknown(_: ex.Expression) -> Bounds:
        return I64

    try:
        return bounds(value, unknown)
    except TooWideError:
        return I64
