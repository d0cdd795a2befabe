"""The tables of a schema for the machine: rows of numbers, which name each other and texts by their index.

A schema becomes one list of whole numbers and one of texts, which any language can hold; `machine.schema` takes them
apart again. Its root is type 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, field, replace
from typing import Any

from nacformats.languages.columns import table_loop
from nacformats.languages.machine import model as codes
from nacformats.languages.machine import model as machine
from nacformats.languages.neutral import MOST_INT
from nacformats.languages.terms import RowPool, TermPool
from nacformats.schema import members as described
from nacformats.schema import model
from nacformats.schema.members import TableMember
from nacformats.schema.model import NATIVE, Field, Schema, SchemaError, Terminator, Type, ValueInstance
from nacformats.schema.writing import holds_no_bytes, reached_types, unwritable

_NUMBERS = {"u": codes.UINT, "s": codes.SINT, "f": codes.FLOAT}
_VARINTS = {"uleb128": codes.ULEB, "vlq_base128_le": codes.ULEB, "sleb128": codes.SLEB, "vlq_base128_be": codes.VLQ}
_REPEATS = {None: codes.ONCE, "expr": codes.COUNTED, "eos": codes.TO_EOS, "until": codes.UNTIL}
_NO_KIND = machine.KindRow(codes.ANY, 0, 0, machine.NONE, 0, 0, 0, 0, machine.NONE, machine.NONE, 0, 0, machine.NONE)


@dataclass(frozen=True)
class MachineTables:
    """The tables of a schema, and where its types and members are in them.

    Attributes:
        numbers, texts: all that the machine needs; every number fits 53 bits and a sign.
        types: number of each type; members: number of each member, by its type and id.
    """

    numbers: list[int]
    texts: list[str]
    types: dict[Type, int]
    members: dict[tuple[Type, str], int]


def machine_tables(schema: Schema) -> MachineTables:
    """Return the tables of a schema and of what it imports.

    Raises:
        SchemaError: the schema has something that the machine cannot do; the message begins with its path.
    """
    made = _Tables(schema)
    reached = dict.fromkeys([schema.root, *reached_types(schema)])
    for target in dict.fromkeys([*reached, *schema.types]):
        made.number_members(target)
    unreadable = next((f"{path}: {why}" for path, why in unwritable(schema)), "")
    is_whole = not any(target.placed for target in reached)
    for target in made.types:
        is_main = target is schema.root
        made.add_type(target, unreadable if is_main else "", is_whole=is_main and is_whole)
    return MachineTables(made.flat, list(made.terms.texts.places), made.types, made.terms.members)


@dataclass
class _Tables:
    """RowPool of one schema, as lists in the order of the machine."""

    schema: Schema
    terms: TermPool = field(default_factory=TermPool)
    types: dict[Type, int] = field(default_factory=dict)
    type_rows: list[machine.TypeRow] = field(default_factory=list)
    member_rows: list[machine.MemberRow] = field(default_factory=list)
    kinds: RowPool[machine.KindRow] = field(default_factory=RowPool)
    cases: list[machine.CaseRow] = field(default_factory=list)
    rules: list[machine.RuleRow] = field(default_factory=list)
    derives: RowPool[machine.DeriveRow] = field(default_factory=RowPool)

    @property
    def flat(self) -> list[int]:
        """All rows as numbers: for each kind of row how many there are, and then their fields."""
        shared = self.terms
        tables: tuple[Iterable[Any], ...] = (
            self.type_rows,
            self.member_rows,
            self.kinds.places,
            self.cases,
            self.rules,
            self.derives.places,
            shared.encodings.places,
            shared.terms.places,
            shared.constants,
        )
        numbers: list[int] = []
        for rows in tables:
            listed = [astuple(row) for row in rows]
            numbers += [len(listed), *(int(number) for row in listed for number in row)]
        return [*numbers, len(shared.lists), *shared.lists, len(shared.octets), *shared.octets]

    def number_members(self, target: Type) -> None:
        """Give a type and its members their numbers."""
        self.types[target] = len(self.types)
        for member in described.table_members(target):
            self.terms.members[target, member.id] = len(self.terms.members)

    def add_type(self, target: Type, reason: str, *, is_whole: bool) -> None:
        """Add the rows of a type and its members; reason: why nothing can be written."""
        endian = target.endian
        order = None if endian is None else described.byte_order_term(endian)
        self.type_rows.append(
            machine.TypeRow(
                self.terms.texts.number(target.id),
                len(self.member_rows),
                len(target.params),
                len(target.fields),
                len(target.placed),
                len(target.values),
                target.outer is None,
                any(described.is_sum(target, member) for member in target.fields),
                is_whole,
                self.terms.of(order, target, "" if endian is None else endian.path),
                self.terms.texts.number(reason) if reason else machine.NONE,
            )
        )
        for member in described.table_members(target):
            self.member_rows.append(self.member(target, member))

    def member(self, scope: Type, member: TableMember) -> machine.MemberRow:
        row: dict[str, Any] = dict.fromkeys(machine.MemberRow.__dataclass_fields__, machine.NONE)
        row |= dict.fromkeys(("repeat", "process", "to_end", "rules", "num_rules"), 0)
        row |= dict.fromkeys(("is_lookup", "is_orphan", "is_ended", "asks_io"), False)
        row |= {"id": self.terms.texts.number(member.id), "kind": self.kinds.number(_NO_KIND), "align": 1}
        row["derive"] = self.derived(scope, member)
        if isinstance(member, ValueInstance):
            row["value"] = self.terms.of(member.value, scope, member.path)
            row["condition"] = self.terms.of(member.condition, scope, member.path)
        elif isinstance(member, Field):
            row |= self.field(scope, member)
        return machine.MemberRow(**row)

    def field(self, scope: Type, member: Field) -> dict[str, int]:
        """Return what the row of a field has."""
        kind = self.ended(scope, member, member.kind)
        row = {"kind": self.kinds.number(kind), "repeat": _REPEATS[member.repeat]}
        for name in ("condition", "count", "until", "size", "pos", "io"):
            row[name] = self.terms.of(getattr(member, name), scope, member.path)
        if member.contents is not None:
            row["contents"] = self.terms.constant(member.contents)
        if member.default is not None:
            row["default"] = self.terms.constant(member.default)
        row["loop"] = self.loop(scope, member)
        rules = [self.rule(scope, member, rule) for rule in described.rules_of(scope, member)]
        row |= {"rules": len(self.rules), "num_rules": len(rules), "to_end": member.to_end}
        self.rules += rules
        row |= {"is_ended": described.is_ended(scope, member), "asks_io": described.asks_place(scope, member)}
        return row | self.process(scope, member) | self.parent(scope, member) | self.place(scope, member)

    def loop(self, scope: Type, member: Field) -> int:
        """Return where the loop of a list is in the lists: its number, bytes of a record, and its arguments."""
        found = table_loop(self.schema, scope, member)
        if found is None:
            return machine.NONE
        row = [found.number, found.size, int(found.has_instances), len(found.record.arguments)]
        for whole, attribute in found.arguments(member):
            row.append(self.terms.of(whole, scope, member.path))
            row.append(self.terms.texts.number(attribute) if attribute else machine.NONE)
        row += [len(found.columns), *(self.terms.texts.number(column.key) for column in found.columns)]
        return self.terms.listed(row)

    def rule(self, scope: Type, member: Field, rule: described.ToldRule) -> machine.RuleRow:
        path = f"{member.path}/valid"
        told = [(self.terms.texts.number(name), self.terms.of(each, scope, path)) for name, each in rule.operands]
        if rule.holds is None:
            assert member.enum is not None
            holds = self.terms.in_enum(member.enum)
        else:
            holds = self.terms.of(rule.holds, scope, path)
        return machine.RuleRow(
            holds,
            self.terms.texts.number(rule.words),
            self.terms.of(rule.expected, scope, path),
            self.terms.listed([number for pair in told for number in pair]) if told else machine.NONE,
            len(told),
        )

    def process(self, scope: Type, member: Field) -> dict[str, int]:
        if member.process is None:
            return {}
        name, arguments = member.process.name, member.process.arguments
        key = self.terms.of(arguments[0], scope, member.path) if arguments else machine.NONE
        return {"process": _code(name), "key": key}

    def parent(self, scope: Type, member: Field) -> dict[str, int]:
        if isinstance(member.parent, bool) or member.parent is None:
            return {"is_orphan": member.parent is False}
        return {"parent": self.terms.of(member.parent, scope, member.path)}

    def place(self, scope: Type, member: Field) -> dict[str, int]:
        """Say which field is the offset of an instance, or that it only looks things up."""
        if not described.is_placed(scope, member):
            return {}
        offset = described.field_of_offset(scope, member)
        if offset is None:
            return {"is_lookup": holds_no_bytes(member.kind)}
        return {"offset": self.terms.members[scope, offset.id], "align": offset.align}

    def ended(self, scope: Type, member: Field, kind: model.FieldKind) -> machine.KindRow:
        """Return the row of a kind, with how its bytes end: as those of the field, or as a case of a switch says."""
        own = kind.terminator if isinstance(kind, model.TextKind) else None
        ends = member.terminator or own
        found = (
            self.kind(scope, member, kind) if ends is None else replace(self.kind(scope, member, kind), **_ends(ends))
        )
        return found if member.pad_right is None else replace(found, pad=member.pad_right)

    def kind(self, scope: Type, member: Field, kind: model.FieldKind) -> machine.KindRow:
        match kind:
            case model.NumberKind(sign, width, endian):
                return _kind(_NUMBERS[sign], width=width, endian=_code(endian))
            case model.Bits(width, endian):
                return _kind(codes.BITS, width=width, endian=_code(endian))
            case model.RawBytes():
                return _kind(codes.RAW)
            case model.TextKind(encoding):
                return _kind(codes.STR, encoding=self.terms.encoding(encoding, member.path))
            case model.TypeUse(target, _) if target.schema in NATIVE:
                return _kind(_VARINTS[target.schema])
            case model.TypeUse(target, arguments):
                given = [self.terms.of(each, scope, member.path) for each in arguments]
                at = self.terms.listed(given)
                return _kind(codes.USE, type=self.types[target], arguments=at, num_arguments=len(given))
            case model.SwitchKind(on, cases):
                return self.switch(scope, member, self.terms.of(on, scope, member.path), cases)
        raise AssertionError(kind)

    def switch(
        self, scope: Type, member: Field, on: int, cases: Sequence[tuple[Any, model.FieldKind]]
    ) -> machine.KindRow:
        rows = [
            machine.CaseRow(self.terms.of(key, scope, member.path), self.kinds.number(self.ended(scope, member, each)))
            for key, each in cases
            if key is not None
        ]
        other = next((self.ended(scope, member, each) for key, each in cases if key is None), _NO_KIND)
        rows.append(machine.CaseRow(machine.NONE, self.kinds.number(other)))
        at = len(self.cases)
        self.cases += rows
        return _kind(codes.SWITCH, cases=at, num_cases=len(rows), on=on)

    def derived(self, scope: Type, member: TableMember) -> int:
        how = described.derived_member(scope, member)
        if how is None:
            return machine.NONE
        over: list[int] = []
        kind = 0
        if isinstance(member, Field) and member.checksum is not None and how.function == "sum_of":
            over = [self.terms.members[scope, name] for name in member.checksum.over]
            kind = _code(member.checksum.kind)
        if max(how.scale, abs(how.plus)) > MOST_INT:
            raise SchemaError(member.path, "follows from another field by a number of more than 53 bits")
        row = machine.DeriveRow(
            _code(how.function or "pinned"),
            kind,
            not how.is_sure,
            self.terms.members[scope, how.member] if how.member else machine.NONE,
            self.terms.texts.number(how.param) if how.param else machine.NONE,
            self.terms.listed(over),
            len(over),
            how.scale,
            how.plus,
            self.terms.of(how.value, scope, member.path),
        )
        return self.derives.number(row)


def _code(name: str) -> int:
    """Return the constant of the machine that has the name of something in a schema."""
    found: int = getattr(codes, name.upper().replace("-", "_"))
    return found


def _kind(tag: int, **given: int) -> machine.KindRow:
    return machine.KindRow(**(_NO_KIND.__dict__ | {"tag": tag} | given))


def _ends(ends: Terminator) -> dict[str, int]:
    flags = {codes.INCLUDE: ends.include, codes.KEEP: not ends.consume, codes.OPTIONAL: not ends.required}
    flags |= {codes.WIDE: ends.width == 2, codes.WIDEST: ends.width == 4}
    found = codes.TERMINATED | sum(flag for flag, is_so in flags.items() if is_so)
    return {"ends": found, "terminator": ends.byte if ends.width == 1 else 0}
