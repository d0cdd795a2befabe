"""Render the method that reads a record: fields of fixed size that follow one another are read at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from nacformats.generator import model
from nacformats.generator.python.terms import rendered

#: Format characters of struct, by kind and width.
STRUCT_CODES = {"u1": "B", "u2": "H", "u4": "I", "u8": "Q", "s1": "b", "s2": "h", "s4": "i", "s8": "q"}
STRUCT_CODES |= {"f4": "f", "f8": "d"}
_ORDERS = {"le": "<", "be": ">"}


@dataclass
class Reader:
    """Renders the reading of one type.

    Attributes:
        target: the type.
        structs: the layouts that its method uses, which the module holds: name -> format of struct and the fields.
    """

    target: model.Type
    structs: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)

    def lines(self) -> Iterator[str]:
        """Return the method `_read`, not indented."""
        yield "def _read(self, io: ByteStream, trace: FieldTrace | None) -> None:"
        group: list[model.Field] = []
        body: list[str] = []
        for member in self.target.fields:
            if _is_plain_number(member) and (not group or _order(group[0]) == _order(member)):
                group.append(member)
                if not member.valid:
                    continue
            body += self._group(group)
            if not group or group[-1] is not member:
                body += self._field(member)
            group = []
        body += self._group(group)
        yield from (f"    {line}" for line in body or ["pass"])

    def _group(self, members: list[model.Field]) -> Iterator[str]:
        """Read numbers of fixed size that follow one another."""
        if not members:
            return
        name = f"_{self.target.name.upper()}_{len(self.structs)}"
        codes = "".join(STRUCT_CODES[f"{m.kind.kind}{m.kind.width}"] for m in members if _is_plain_number(m))  # type: ignore[union-attr]
        self.structs[name] = _order(members[0]) + codes, tuple(member.id for member in members)
        yield "if trace is not None:"
        yield f"    trace.numbers(self, io, {name}_FIELDS)"
        targets = ", ".join(f"self.{member.id}" for member in members)
        yield f"{targets}{',' * (len(members) == 1)} = {name}.unpack_from(io.view, io.pos)"
        yield f"io.pos += {name}.size"
        for member in members:
            yield from self._rules(member)

    def _field(self, member: model.Field) -> Iterator[str]:
        yield "if trace is not None:"
        yield f'    trace.begin(self, "{member.id}", io)'
        raise model.SchemaError(member.path, "not supported yet")

    def _rules(self, member: model.Field) -> Iterator[str]:
        for rule in member.valid:
            if rule.rule == "eq":
                expected = rendered(rule.operands[0], self.target, member.path)
                yield f"if self.{member.id} != {expected}:"
                yield f'    raise FieldError("eq", {expected}, self.{member.id})'


def _is_plain_number(member: model.Field) -> bool:
    return isinstance(member.kind, model.NumberKind) and not (member.repeat or member.condition or member.enum)


def _order(member: model.Field) -> str:
    assert isinstance(member.kind, model.NumberKind)
    return _ORDERS[member.kind.endian]
