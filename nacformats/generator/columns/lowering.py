"""Lower a record type of a schema to the intermediate form of `steps`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from nacformats.generator import expressions as ex
from nacformats.generator.columns import steps as ir
from nacformats.generator.columns.inlining import Bindings, Inliner, RootArguments, condition_of, rule_words
from nacformats.generator.model import (
    Field,
    FieldKind,
    NumberKind,
    RawBytes,
    Schema,
    SchemaError,
    SwitchKind,
    TextKind,
    Type,
    TypeUse,
    uses,
)

#: Schemas of one number that columns read themselves.
_VARINT_SCHEMA = "uleb128"
#: Positions of records fit four bytes, the type that schemas give them.
_INDEX_BOUNDS = ir.bounds_of_code("u4")


def flatten(schema: Schema, target: Type) -> ir.FlatRecord:
    """Return the steps of a record type.

    Raises:
        SchemaError: the type cannot be read as columns; the message begins with the path in the schema.
    """
    return _Lowering(schema, target).record()


@dataclass
class _Lowering:
    schema: Schema
    target: Type
    scalars: dict[str, ir.Scalar] = field(default_factory=dict)
    entered: list[Type] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.arguments = RootArguments(self.schema, self.code_of)

    def record(self) -> ir.FlatRecord:
        steps = self.type_steps(self.target, self.scope_of_parameters(), "")
        ir.derive(steps)
        if not ir.least(steps):
            raise SchemaError(self.target.path or "/", "a record of columns cannot take no bytes at all")
        for step in ir.every(steps):
            self.check_size(step)
        needed = {name for step in ir.every(steps) for part in ir.places(step) for name in ir.vars_in(part)}
        return ir.FlatRecord(
            self.schema.name,
            type_path(self.target),
            steps,
            sorted(self.arguments.found.values(), key=lambda argument: argument.name),
            list(ir.columns_of(steps, self.target.path)),
            needed & self.scalars.keys(),
            bool(self.target.params),
        )

    def code_of(self, expression: ex.Expression) -> str:
        scalar = self.scalars.get(expression.id) if isinstance(expression, ex.Name) else None
        return scalar.code if scalar else ""

    def scope_of_parameters(self) -> Bindings:
        """Bind the params: a record may take its position; whatever else it takes from the file goes by `_root`."""
        given = set(_arguments_of(self.schema, self.target))
        if not self.target.params:
            return {}
        if len(self.target.params) > 1 or given != {(ex.Name("_index"),)}:
            raise SchemaError(f"{self.target.path}/params", "a record of columns takes no argument but `_index`")
        return {self.target.params[0].id: ex.Name(ir.INDEX)}

    # types and fields

    def type_steps(self, target: Type, scope: Bindings, path: str) -> list[ir.FlatStep]:
        if target in self.entered:
            raise SchemaError(target.path or "/", "a recursive type cannot be columns")
        self.entered.append(target)
        scope = dict(scope)
        steps: list[ir.FlatStep] = []
        for member in target.fields:
            found = self.field_steps(member, target, scope, f"{path}.{member.id}" if path else member.id)
            if member.condition is None:
                steps += found
                continue
            condition = self.expression(member.condition, target, scope, f"{member.path}/if")
            if steps and isinstance(steps[-1], ir.When) and steps[-1].condition == condition:
                steps[-1].body += found  # fields under one condition are present together
            else:
                steps.append(ir.When(condition, found))
        self.entered.pop()
        return steps

    def field_steps(self, member: Field, target: Type, scope: Bindings, path: str) -> list[ir.FlatStep]:
        if member.contents is not None or member.to_end or member.terminator is not None:
            raise SchemaError(member.path, "contents, size-eos and terminators cannot be columns")
        if member.repeat in ("eos", "until"):
            raise SchemaError(f"{member.path}/repeat", "only `expr` can be columns")
        if member.repeat is None:
            return self.single(member, target, scope, path)
        if member.size is not None:
            raise SchemaError(member.path, "elements with a size cannot be columns")
        assert member.count is not None
        count = self.expression(member.count, target, scope, f"{member.path}/repeat-expr")
        return [ir.ListStep(path, count, self.elements(member, target, scope, path), member.path)]

    def single(self, member: Field, target: Type, scope: Bindings, path: str) -> list[ir.FlatStep]:
        if member.size is None:
            return self.kind_steps(member.kind, member, target, scope, path)
        size = self.expression(member.size, target, scope, f"{member.path}/size")
        kind = member.kind
        if isinstance(kind, TextKind) and kind.encoding.upper() not in ("UTF-8", "ASCII"):
            raise SchemaError(member.path, f"texts of columns are UTF-8 or ASCII, not {kind.encoding}")
        if member.valid or not isinstance(kind, TextKind | RawBytes | TypeUse):
            raise SchemaError(member.path, "`valid` on bytes cannot be columns")
        if isinstance(kind, TextKind) and kind.encoding.upper() == "ASCII":
            raise SchemaError(member.path, "texts of columns are UTF-8")
        child = self.child(kind.type, size) if isinstance(kind, TypeUse) else ""
        return [ir.Blob(path, size, isinstance(kind, TextKind), member.path, child)]

    def child(self, inner: Type, size: ex.Expression) -> str:
        """Return the type that bytes are read as, or "" where any bytes of that size will do."""
        if _takes_any(self.schema, inner, size):
            return ""
        record = flatten(self.schema, inner)
        if record.arguments or record.takes_index:
            raise SchemaError(inner.path, "what is read from a part of a record cannot refer to what is around it")
        return record.type_path

    def elements(self, member: Field, target: Type, scope: Bindings, path: str) -> list[ir.Scalar]:
        body = self.kind_steps(member.kind, member, target, dict(scope), path)
        parts = [step for step in body if isinstance(step, ir.Scalar)]
        wide = all(part.width for part in parts)
        if not parts or len(parts) != len(body) or not (wide or len(parts) == 1):
            raise SchemaError(member.path, "elements of columns are numbers of fixed width, or one varint")
        return parts

    def kind_steps(self, kind: FieldKind, member: Field, target: Type, scope: Bindings, path: str) -> list[ir.FlatStep]:
        match kind:
            case NumberKind("u" | "s" as sign, width, endian) if width == 1 or endian == "le":
                return [self.scalar(f"{sign}{width}", member, target, scope, path)]
            case TypeUse(inner) if inner.schema == _VARINT_SCHEMA:
                return [self.scalar(ir.VARINT, member, target, scope, path)]
            case TypeUse(inner):
                if member.valid:
                    raise SchemaError(f"{member.path}/valid", "a rule on a whole type cannot be columns")
                return self.type_steps(inner, self.given(kind, member, target, scope), path)
            case SwitchKind():
                return [self.choose(kind, member, target, scope, path)]
        raise SchemaError(member.path, "only little-endian integers, varints, bytes and types of these can be columns")

    def given(self, use: TypeUse, member: Field, target: Type, scope: Bindings) -> Bindings:
        """Bind the params of a type. The position in a list means nothing here: fields that use it are refused."""
        pairs = zip(use.type.params, use.arguments, strict=True)
        return {
            param.id: self.expression(argument, target, scope, f"{member.path}/type")
            for param, argument in pairs
            if "_index" not in ir.vars_in(argument)
        }

    def choose(self, switch: SwitchKind, member: Field, target: Type, scope: Bindings, path: str) -> ir.Choose:
        """Cases of the same kind are one arm; the arm for all other values comes last."""
        grouped: dict[tuple[str, bool], tuple[list[int], FieldKind]] = {}
        for key, kind in switch.cases:
            held = f"{kind.type.path} {kind.arguments}" if isinstance(kind, TypeUse) else str(kind)
            keys, _ = grouped.setdefault((held, key is None), ([], kind))
            if key is not None:
                keys.append(self.number(key, target, scope, f"{member.path}/type/cases"))
        arms = [
            (tuple(keys), self.kind_steps(kind, member, target, dict(scope), path)) for keys, kind in grouped.values()
        ]
        arms.sort(key=lambda arm: not arm[0])
        return ir.Choose(self.expression(switch.on, target, scope, f"{member.path}/type/switch-on"), arms)

    def scalar(self, code: str, member: Field, target: Type, scope: Bindings, path: str) -> ir.Scalar:
        new = ir.Scalar(path, code, f"v{len(self.scalars)}_{member.id}")
        self.scalars[new.var] = new
        value = scope[member.id] = ex.Name(new.var)
        for rule in member.valid:
            where = f"{member.path}/valid/{rule.rule}"
            operands = [self.expression(operand, target, scope, where, value) for operand in rule.operands]
            test = condition_of(rule, value, operands, member)
            self.limits(test, where)
            new.rules.append(ir.TestedRule(test, path, *rule_words(rule, member)))
        return new

    # expressions

    def expression(
        self, expression: ex.Expression, target: Type, scope: Bindings, where: str, it: ex.Expression | None = None
    ) -> ex.Expression:
        lowered = Inliner(self.arguments, target, scope, where, it).lower(expression)
        self.limits(lowered, where)
        return lowered

    def number(self, expression: ex.Expression, target: Type, scope: Bindings, where: str) -> int:
        lowered = self.expression(expression, target, scope, where)
        if not isinstance(lowered, ex.Literal) or not isinstance(lowered.value, int):
            raise SchemaError(where, "cases of columns are numbers")
        return int(lowered.value)

    def limits(self, lowered: ex.Expression, where: str) -> ir.Bounds:
        try:
            return ir.bounds(lowered, self.bounds_of)
        except ir.TooWideError:
            raise SchemaError(where, "may exceed 64 bits: bound the numbers it is computed from with `valid`") from None

    def bounds_of(self, expression: ex.Expression) -> ir.Bounds:
        match expression:
            case ex.Name(var) if var in self.scalars:
                return self.bounds_of_scalar(self.scalars[var])
            case ex.Name(var) | ex.Index(ex.Name(var)) if var in self.arguments.found:
                argument = self.arguments.found[var]
                return argument.low, argument.high
        return _INDEX_BOUNDS

    def bounds_of_scalar(self, scalar: ir.Scalar) -> ir.Bounds:
        """Return the bounds that a number's type and rules set."""
        low, high = ir.bounds_of_code(scalar.code)
        for rule in scalar.rules:
            match rule.test:
                case ex.Binary(">=", ex.Name(scalar.var), right):
                    low = max(low, ir.bounds(right, self.bounds_of)[0])
                case ex.Binary("<=", ex.Name(scalar.var), right):
                    high = min(high, ir.bounds(right, self.bounds_of)[1])
                case ex.Binary("==", ex.Name(scalar.var), ex.Literal(int(value))):
                    low, high = max(low, value), min(high, value)
        return low, high

    def check_size(self, step: ir.FlatStep) -> None:
        """Counts and sizes must not be negative: parsers disagree about those."""
        if not isinstance(step, ir.ListStep | ir.Blob):
            return
        where = f"{step.schema_path}/{'repeat-expr' if isinstance(step, ir.ListStep) else 'size'}"
        if self.limits(ir.places(step)[0], where)[0] < 0:
            raise SchemaError(where, "can be negative: give the number it is computed from `valid: {min: 0}`")


def _takes_any(schema: Schema, inner: Type, size: ex.Expression) -> bool:
    """Return True if any bytes of a size are a type: numbers without rules, as many as there is room for."""
    match inner.fields:
        case (Field(kind=TypeUse(element), repeat="eos", condition=None),):
            width, unit = _free_size(schema, element), ir.counted_by(size)[1]
            return bool(width) and (_literal(size) or unit) % width == 0
    return bool(_free_size(schema, inner)) and _free_size(schema, inner) == _literal(size)


def _free_size(schema: Schema, inner: Type) -> int:
    """Return bytes of a type that is nothing but numbers of fixed width without rules; 0 for others."""
    try:
        record = flatten(schema, inner)
    except SchemaError:
        return 0
    ruled = any(scalar.rules for scalar in record.scalars.values()) or any(
        blob.is_text for blob in record.blobs.values()
    )
    return 0 if ruled else ir.fixed(record.steps) or 0


def _literal(size: ex.Expression) -> int:
    return size.value if isinstance(size, ex.Literal) and isinstance(size.value, int) else 0


def type_path(target: Type) -> str:
    """Return ids of a type and of those around it, without the root."""
    ids: list[str] = []
    inner: Type | None = target
    while inner is not None and inner.outer is not None:
        ids.insert(0, inner.id)
        inner = inner.outer
    return "::".join(ids)


def _arguments_of(schema: Schema, target: Type) -> Iterator[tuple[ex.Expression, ...]]:
    """Return the arguments of a type wherever the schema uses it, without casts."""
    for user in schema.types:
        for use in (use for member in user.stored for use in uses(member.kind) if use.type is target):
            yield tuple(_uncast(argument) for argument in use.arguments)


def _uncast(expression: ex.Expression) -> ex.Expression:
    return _uncast(expression.of) if isinstance(expression, ex.Cast) else expression


# Which types of a schema become columns: those of the records that it repeats


@dataclass
class _Chosen:
    """The records of a schema, and the types that are left to the parser with the reason for each."""

    records: list[ir.FlatRecord] = field(default_factory=list)
    left: list[tuple[Type, SchemaError]] = field(default_factory=list)


@cache
def choose(schema: Schema) -> _Chosen:
    """Lower what can be columns. Do not change it: it is shared.

    Raises:
        SchemaError: a type says `-columns: true` and cannot be columns.
    """
    chosen = _Chosen()
    for target in _candidates(schema):
        try:
            chosen.records.append(flatten(schema, target))
        except SchemaError as error:
            if target.columns:
                raise
            chosen.left.append((target, error))
    known = {record.type_path for record in chosen.records}
    children = {blob.child for record in chosen.records for blob in record.blobs.values()} - known
    chosen.records += [flatten(schema, target) for target in schema.types if type_path(target) in children - {""}]
    return chosen


def _candidates(schema: Schema) -> list[Type]:
    """Return the types that the schema repeats, except those that only records repeat."""
    lists = [(owner, member) for owner in schema.types for member in owner.stored if member.repeat]
    repeated = {use.type for _, member in lists for use in uses(member.kind)}
    inside = {part for target in repeated for part in _parts(target)}
    outside = {use.type for owner, member in lists if owner not in inside for use in uses(member.kind)}
    return [target for target in schema.types if target.columns or target in outside]


def _parts(target: Type, seen: set[Type] | None = None) -> set[Type]:
    """Return a type and the types that it is made of."""
    seen = set() if seen is None else seen
    if target not in seen:
        seen.add(target)
        for held in target.held:
            _parts(held, seen)
    return seen
