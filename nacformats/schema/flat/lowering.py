"""Lower a record type of a schema to the intermediate form of `steps`."""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from nacformats.codec.columns.table import Column
from nacformats.schema import expressions as ex
from nacformats.schema import model
from nacformats.schema.flat import steps as ir
from nacformats.schema.flat.inlining import Bound, HeldExtent, Inliner, OuterArguments, Scope, enum_test
from nacformats.schema.members import rule_test, rule_words
from nacformats.schema.model import Bits, Field, FieldKind, Schema, SchemaError, SwitchKind, Type, TypeUse, uses

#: Schemas of one number that columns read themselves.
_VARINT_SCHEMA = "uleb128"
#: Positions of records fit four bytes, the type that schemas give them.
_INDEX_BOUNDS = ir.bounds_of_code("u4")
_BYTE_BITS = 8


def flatten(schema: Schema, target: Type, listed: tuple[Type, Field] | None = None) -> ir.FlatRecord:
    """Return the steps of a record type.

    Args:
        schema: whose `_root` the type means.
        target: the type.
        listed: the one list whose records are read, a field of a type. Then numbers that only say how long something
            is are columns as well, which are not written.

    Raises:
        SchemaError: the type cannot be read as columns; the message begins with the path in the schema.
    """
    return _Lowering(schema, target, listed).record()


def repeated(schema: Schema) -> Iterator[tuple[Type, Field]]:
    """Yield the fields that repeat records, each with the type in which it is."""
    for owner in schema.types:
        for member in owner.stored:
            if member.repeat is not None and isinstance(member.kind, TypeUse | SwitchKind):
                yield owner, member


@dataclass
class _Lowering:
    schema: Schema
    target: Type
    listed: tuple[Type, Field] | None
    scalars: dict[str, ir.Scalar] = field(default_factory=dict)
    blobs: dict[str, ir.Blob] = field(default_factory=dict)
    entered: list[Type] = field(default_factory=list)
    sites: int = 0
    parts: int = 0

    def __post_init__(self) -> None:
        owner = None if self.listed is None else self.listed[0]
        self.arguments = OuterArguments(self.schema, owner, self.code_of, self.encoding_of)

    def record(self) -> ir.FlatRecord:
        scope = Scope(self.target, self.params())
        steps = self.sized_steps(scope)
        if self.listed is None:
            ir.derive(steps)
        if not ir.least(steps):
            raise SchemaError(self.target.path or "/", "a record of columns cannot take no bytes at all")
        if self.listed is None:
            for step in ir.every(steps):
                self.check_size(step)
        needed = {name for step in ir.every(steps) for part in ir.places(step) for name in ir.vars_in(part)}
        for name in needed & self.scalars.keys():
            if self.scalars[name].code[0] == "f":
                raise SchemaError(self.target.path, f"no place can depend on the float `{self.scalars[name].path}`")
        until = self.until(scope)
        return ir.FlatRecord(
            self.schema.name,
            type_path(self.target),
            steps,
            sorted(self.arguments.found.values(), key=lambda argument: argument.name),
            _named_apart(list(ir.columns_of(steps, self.target.path)), self.target.path),
            needed & (self.scalars.keys() | self.blobs.keys()),
            any(bound == ex.Name(ir.INDEX) for bound in scope.names.values()),
            until,
            self.listed is None,
        )

    def until(self, record: Scope) -> ex.Expression | None:
        """Return the test by which a record is the last one."""
        if self.listed is None or self.listed[1].until is None:
            return None
        owner, member = self.listed
        assert member.until is not None
        return self.expression(member.until, Scope(owner, is_owner=True), f"{member.path}/repeat-until", record)

    def sized_steps(self, scope: Scope) -> list[ir.FlatStep]:
        """Return the steps of a record, which may have a part of its own in its list."""
        size = None if self.listed is None else self.listed[1].size
        if self.listed is None or size is None:
            return self.type_steps(scope, "")
        owner, member = self.listed
        number = self.expression(size, Scope(owner, is_owner=True), f"{member.path}/size")
        self.parts += 1
        return [ir.SizedPart(number, self.type_steps(scope, ""), member.path, "")]

    def code_of(self, expression: ex.Expression) -> str:
        scalar = self.scalars.get(expression.id) if isinstance(expression, ex.Name) else None
        return scalar.code if scalar else ""

    def encoding_of(self, expression: ex.Expression) -> str:
        """Return the encoding of a text. LookupError: it is none."""
        return self.blobs[expression.id if isinstance(expression, ex.Name) else ""].encoding

    def params(self) -> dict[str, Bound]:
        """Bind the params: the position of a record, or what each list gives."""
        given = list(_arguments_of(self.schema, self.target))
        if self.listed is not None and isinstance(self.listed[1].kind, TypeUse):
            given = [tuple(map(_uncast, self.listed[1].kind.arguments))]
        bound: dict[str, Bound] = {}
        for number, param in enumerate(self.target.params):
            values = {arguments[number] for arguments in given}
            if values == {ex.Name("_index")}:
                bound[param.id] = ex.Name(ir.INDEX)
            elif any("_index" in ir.vars_in(value) for value in values):
                raise SchemaError(param.path, "only `_index` itself can be an argument that differs between records")
            else:
                bound[param.id] = self.arguments.given(number, param)
        return bound

    # types and fields

    def type_steps(self, scope: Scope, path: str) -> list[ir.FlatStep]:
        target = scope.target
        if target in self.entered:
            raise SchemaError(target.path or "/", "a recursive type cannot be columns")
        self.entered.append(target)
        steps: list[ir.FlatStep] = []
        bits: list[ir.Scalar] = []
        for member in target.fields:
            where = f"{path}.{member.id}" if path else member.id
            if isinstance(member.kind, Bits):
                if _is_turned(bits, member.kind) and not _close(bits) % _BYTE_BITS:
                    bits = []
                bits.append(self.bit_field(member, scope, where, bits))
                steps.append(bits[-1])
                continue
            _close(bits)
            bits = []
            found = self.field_steps(member, scope, where)
            if member.condition is None:
                steps += found
                continue
            condition = self.expression(member.condition, scope, f"{member.path}/if")
            if steps and isinstance(steps[-1], ir.When) and steps[-1].condition == condition:
                steps[-1].body += found  # fields under one condition are present together
            else:
                steps.append(ir.When(condition, found))
        if _close(bits) % _BYTE_BITS:
            raise SchemaError(target.path or "/", "a type of columns does not end within a byte")
        self.entered.pop()
        return steps

    def bit_field(self, member: Field, scope: Scope, path: str, before: list[ir.Scalar]) -> ir.Scalar:
        """Return a bit field, which follows some others."""
        assert isinstance(member.kind, Bits)
        if member.condition is not None or member.repeat is not None:
            raise SchemaError(member.path, "a bit field of columns is always there, once")
        is_big = member.kind.endian == "be"
        if _is_turned(before, member.kind):
            raise SchemaError(member.path, "bit fields of both orders follow each other")
        first = _end(before[-1]) if before else 0
        place = ir.BitPlace(first, member.kind.width, is_big)
        return self.scalar(f"b{place.width}", member, scope, path, bits=place)

    def field_steps(self, member: Field, scope: Scope, path: str) -> list[ir.FlatStep]:
        if member.process is not None or member.parent is not None:
            raise SchemaError(member.path, "what is processed, or has another parent, cannot be columns")
        if member.checksum is not None:
            raise SchemaError(member.path, "a checksum cannot be columns")
        if member.io is not None or member.pos is not None:
            raise SchemaError(member.path, "a field that says its own place cannot be columns")
        if member.repeat is None:
            return self.single(member, scope, path)
        count = until = None
        if member.repeat == "expr":
            assert member.count is not None
            count = self.expression(member.count, scope, f"{member.path}/repeat-expr")
        elif member.repeat == "eos" and not self.parts:
            raise SchemaError(f"{member.path}/repeat", "to the end of the file: no record can follow")
        inner = Scope(scope.target, dict(scope.names), scope.outer)
        body = self.single(replace(member, repeat=None), inner, path)
        if not ir.least(body):
            raise SchemaError(member.path, "the elements of a list cannot take no bytes at all")
        if member.until is not None:
            it = inner.names.get(member.id)  # none where its kind is one of several
            until = self.expression(member.until, scope, f"{member.path}/repeat-until", it)
        step = ir.ListStep(path, count, body, member.path, until)
        if step.is_noted:
            step.site = self.sites
            self.sites += 1
        scope.names[member.id] = HeldExtent(count)
        return [step]

    def single(self, member: Field, scope: Scope, path: str) -> list[ir.FlatStep]:
        kind = member.kind
        if isinstance(kind, model.RawBytes | model.TextKind):
            return [self.blob(member, scope, path)]
        if member.terminator is not None or member.pad_right is not None:
            raise SchemaError(member.path, "a type up to a terminator cannot be columns")
        if member.to_end:
            raise SchemaError(member.path, "a type to the end of the file cannot be columns")
        if member.size is None:
            return self.kind_steps(kind, member, scope, path)
        size = self.expression(member.size, scope, f"{member.path}/size")
        if self.listed is None and isinstance(kind, TypeUse):
            return [ir.Blob(path, size, "", member.path, self.child(kind.type, size))]
        self.parts += 1
        body = self.kind_steps(kind, member, scope, path)
        self.parts -= 1
        return [ir.SizedPart(size, body, member.path, path)]

    def blob(self, member: Field, scope: Scope, path: str) -> ir.Blob:
        kind, size = member.kind, member.size
        if member.contents is not None:
            size = ex.Literal(len(member.contents))
        elif size is None and member.terminator is None and not self.parts:
            raise SchemaError(member.path, "size-eos cannot be columns: no record can follow")
        end = member.terminator
        if end is not None and (end.width > 1 or not (end.required or size or self.parts)):
            raise SchemaError(member.path, "a terminator of columns is one byte, and always there")
        new = ir.Blob(
            path,
            None if size is None else self.expression(size, scope, f"{member.path}/size"),
            _encoding(kind, member.path) if isinstance(kind, model.TextKind) else "",
            member.path,
            terminator=member.terminator,
            padding=member.pad_right,
            var=f"t{len(self.blobs)}_{member.id}",
        )
        self.blobs[new.var] = new
        value = ex.Name(new.var)
        is_whole = member.terminator is None and new.padding is None
        scope.names[member.id] = HeldExtent(new.size if is_whole and not new.is_text else None, value)
        if member.contents is not None:
            octets = ex.Literal(member.contents.decode("latin-1"))
            new.rules.append(ir.TestedRule(ex.Binary("==", value, octets), path, "wrong value", ""))
        self.add_rules(new.rules, member, scope, path, value)
        return new

    def child(self, inner: Type, size: ex.Expression) -> str:
        """Return the type that bytes are read as, or "" where any bytes of that size will do."""
        if _takes_any(self.schema, inner, size):
            return ""
        record = flatten(self.schema, inner)
        if record.arguments or record.takes_index:
            raise SchemaError(inner.path, "what is read from a part of a record cannot refer to what is around it")
        return record.type_path

    def kind_steps(self, kind: FieldKind, member: Field, scope: Scope, path: str) -> list[ir.FlatStep]:
        match kind:
            case model.NumberKind(sign, width, "le" | "be" as endian):
                is_big = endian == "be" and width > 1
                return [self.scalar(f"{sign}{width}", member, scope, path, is_big=is_big)]
            case TypeUse(inner) if inner.schema == _VARINT_SCHEMA:
                return [self.scalar(ir.VARINT, member, scope, path)]
            case TypeUse(inner):
                if member.valid:
                    raise SchemaError(f"{member.path}/valid", "a rule on a whole type cannot be columns")
                around = Scope(inner, self.given(kind, member, scope), scope)
                found = self.type_steps(around, path)
                scope.names[member.id] = around
                return found
            case SwitchKind():
                return [self.choose(kind, member, scope, path)]
            case model.RawBytes() | model.TextKind():
                end = kind.terminator if isinstance(kind, model.TextKind) else None
                return [self.blob(replace(member, kind=kind, size=None, terminator=end), scope, path)]
        raise SchemaError(member.path, "numbers whose byte order the file says cannot be columns")

    def given(self, use: TypeUse, member: Field, scope: Scope) -> dict[str, Bound]:
        """Bind the params of a type. The position in a list means nothing here: fields that use it are refused."""
        pairs = zip(use.type.params, use.arguments, strict=True)
        return {
            param.id: self.expression(argument, scope, f"{member.path}/type")
            for param, argument in pairs
            if "_index" not in ir.vars_in(argument)
        }

    def choose(self, switch: SwitchKind, member: Field, scope: Scope, path: str) -> ir.Choose:
        """Return the arms of a switch: one for all cases of a kind, and last the one for all other values."""
        grouped: dict[tuple[str, bool], tuple[list[int | str], FieldKind]] = {}
        on = self.expression(switch.on, scope, f"{member.path}/type/switch-on")
        for key, kind in switch.cases:
            held = f"{kind.type.path} {kind.arguments}" if isinstance(kind, TypeUse) else str(kind)
            keys, _ = grouped.setdefault((held, key is None), ([], kind))
            if key is not None:
                keys.append(self.key(on, key, scope, f"{member.path}/type/cases"))
        arms = [
            (tuple(keys), self.kind_steps(kind, member, Scope(scope.target, dict(scope.names), scope.outer), path))
            for keys, kind in grouped.values()
        ]
        arms.sort(key=lambda arm: not arm[0])
        return ir.Choose(on, arms)

    def key(self, on: ex.Expression, case: ex.Expression, scope: Scope, where: str) -> int | str:
        """Return a case: a number, or text where bytes choose."""
        test = self.expression(ex.Binary("==", ex.Name("_"), case), scope, where, on)
        match test:
            case ex.Binary("==", _, ex.Literal(int() | str() as value)):
                return value if isinstance(value, str) else int(value)
        raise SchemaError(where, "cases of columns are constants")

    def scalar(
        self,
        code: str,
        member: Field,
        scope: Scope,
        path: str,
        *,
        is_big: bool = False,
        bits: ir.BitPlace | None = None,
    ) -> ir.Scalar:
        new = ir.Scalar(path, code, f"v{len(self.scalars)}_{member.id}", is_big=is_big, bits=bits)
        self.scalars[new.var] = new
        value = scope.names[member.id] = ex.Name(new.var)
        self.add_rules(new.rules, member, scope, path, value)
        return new

    def add_rules(
        self, rules: list[ir.TestedRule], member: Field, scope: Scope, path: str, value: ex.Expression
    ) -> None:
        for rule in member.valid:
            where = f"{member.path}/valid/{rule.rule}"
            test = self.expression(rule_test(rule) or enum_test(member), scope, where, value)
            rules.append(ir.TestedRule(test, path, *rule_words(rule, member, rule.words)))

    # expressions

    def expression(self, expression: ex.Expression, scope: Scope, where: str, it: Bound | None = None) -> ex.Expression:
        lowered = Inliner(self.arguments, scope, where, it).lower(expression)
        self.limits(lowered, where)
        return lowered

    def limits(self, lowered: ex.Expression, where: str) -> ir.Bounds:
        try:
            return ir.bounds(lowered, self.bounds_of)
        except ir.TooWideError:
            raise SchemaError(where, "may exceed 64 bits: bound the numbers it is computed from with `valid`") from None

    def bounds_of(self, expression: ex.Expression) -> ir.Bounds:
        match expression:
            case ex.Name(var) if var in self.scalars:
                return self.bounds_of_scalar(self.scalars[var])
            case ex.Name(var) if var in self.blobs:
                return ir.I64  # nothing but a comparison is computed from it
            case ex.Name(var) | ex.Index(ex.Name(var)) if var in self.arguments.found:
                argument = self.arguments.found[var]
                return argument.low, argument.high
        return _INDEX_BOUNDS

    def bounds_of_scalar(self, scalar: ir.Scalar) -> ir.Bounds:
        """Return the bounds that a number's type and rules set."""
        low, high = ir.bounds_of_code(scalar.code)
        if scalar.code[0] == "f":
            return low, high
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
        """Refuse a count or a size that may be negative: parsers disagree about those."""
        match step:
            case ir.ListStep(count=size) if size is not None:
                where = f"{step.schema_path}/repeat-expr"
            case ir.Blob(size=size) | ir.SizedPart(size=size) if size is not None:
                where = f"{step.schema_path}/size"
            case _:
                return
        if self.limits(size, where)[0] < 0:
            raise SchemaError(where, "can be negative: give the number it is computed from `valid: {min: 0}`")


def _named_apart(columns: list[Column], path: str) -> list[Column]:
    """Return columns, no two of which have one name in generated code.

    Raises:
        SchemaError: two do.
    """
    for name, count in Counter(column.key.replace(".", "_") for column in columns).items():
        if count > 1:
            raise SchemaError(path or "/", f"two columns are called {name}: rename a field")
    return columns


def _is_turned(before: list[ir.Scalar], kind: Bits) -> bool:
    """Return True if a bit field has another order than those before it."""
    last = before[-1].bits if before else None
    return last is not None and last.is_msb_first != (kind.endian == "be")


def _end(last: ir.Scalar) -> int:
    """Return the bit past a bit field."""
    assert last.bits is not None
    return last.bits.first + last.bits.width


def _close(run: list[ir.Scalar]) -> int:
    """End some bit fields: the last one says how many bytes they take. Return their bits."""
    if not run:
        return 0
    run[-1].closes = -(-_end(run[-1]) // _BYTE_BITS)
    return _end(run[-1])


def _encoding(kind: model.TextKind, where: str) -> str:
    """Return the name of an encoding."""
    try:
        return codecs.lookup(kind.encoding).name.upper()
    except LookupError:
        raise SchemaError(where, f"the encoding {kind.encoding} is unknown") from None


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
    parts: list[ir.Scalar | ir.Blob] = [*record.scalars.values(), *record.blobs.values()]
    is_ruled = any(part.rules or (isinstance(part, ir.Blob) and part.is_text) for part in parts)
    return 0 if is_ruled else ir.fixed(record.steps) or 0


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
            record = flatten(schema, target)
            if not record.is_plain:
                raise SchemaError(target.path, "some of its fields are read as columns, but not written")
            chosen.records.append(record)
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
    inside = {part for target in repeated for part in parts_of_type(target)}
    outside = {use.type for owner, member in lists if owner not in inside for use in uses(member.kind)}
    return [target for target in schema.types if target.columns or target in outside]


def parts_of_type(target: Type, seen: set[Type] | None = None) -> set[Type]:
    """Return a type and the types that it is made of."""
    seen = set() if seen is None else seen
    if target not in seen:
        seen.add(target)
        for held in target.held:
            parts_of_type(held, seen)
    return seen
