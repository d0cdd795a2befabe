"""Render the methods that write a record, and those that make one of what a tree gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from nacformats.codec.trees.record import attribute_name
from nacformats.schema import expressions as ex
from nacformats.schema import model, writing
from nacformats.schema.expressions import quoted
from nacformats.schema.faithful import is_faithful
from nacformats.targets.pycode import filled_lines, quoted_bytes
from nacformats.targets.python.shapes import number_code
from nacformats.targets.python.writer_fields import FieldWriter, is_native


@dataclass
class Writer(FieldWriter):
    """Renders the writing of one type.

    Attributes:
        schema: the schema, if the type is that of its files.
        has_parts: whether a record in one of the type is read from a part of the stream of its own.
    """

    schema: model.Schema | None = None
    has_parts: bool = False

    def constants(self) -> Iterator[str]:
        """Return the tables of the class, not indented."""
        derived = {
            member.id: how
            for member in self.target.fields
            if (how := writing.derived_by(self.target, member)) is not None
        }
        stale = [name for name, how in derived.items() if how.is_sure]
        implied = [name for name in stale if derived[name].function != "argument_of"]
        implied += [each.id for each in self.target.fields if each.contents is not None and each.repeat is None]
        codes = ((each.id, number_code(each.kind).replace("@", "<")) for each in self.target.stored)
        yield from _table("DERIVED", map(quoted, implied))
        yield from _table("STALE", map(quoted, stale))
        yield from _table(
            "OFFSETS", (f"{quoted(name)}: ({quoted(of)}, {align})" for name, of, align in self._offsets())
        )
        summed = [member for member in self.target.fields if writing.fields_in_sum(self.target, member)]
        kinds = (f"{quoted(each.id)}: {quoted(each.checksum.kind)}" for each in summed if each.checksum is not None)
        yield from _table("SUMS", kinds)
        yield from _table("CODES", (f"{quoted(name)}: {quoted(code)}" for name, code in codes if code))
        yield from ["HAS_PARTS = True"] if self.has_parts else []
        if self.schema is not None:
            reasons = [f"({quoted(path)}, {quoted(reason)})" for path, reason in writing.unwritable(self.schema)]
            yield from _table("UNWRITABLE", reasons, "()")
            yield from ["IS_FAITHFUL = True"] if is_faithful(self.schema) else []

    def defaults(self) -> Iterator[str]:
        """Yield the method that says what the fields of a record hold that is made by name."""
        held = {each.id: self._zero(each) for each in self.target.fields if each.condition is None}
        items = [f'"{attribute_name(name)}": {value}' for name, value in held.items() if value]
        if items:
            yield from filled_lines("_defaults = lambda: ", items, "{}")

    def _zero(self, member: model.Field) -> str:
        """Return what a field holds when nothing is said; empty where it follows from others, or cannot be known."""
        kind, number = member.kind, member.default or 0
        size = member.size.value if isinstance(member.size, ex.Literal) else 0
        if member.repeat is not None:
            return "[]"
        if isinstance(kind, model.TypeUse) and not is_native(kind):
            return "" if writing.holds_itself(kind.type) else f"{self.names.of(kind.type)}()"
        if member.default is None and list(self._value_left_out(member)):
            return ""
        if member.enum is not None:
            numbers = [each.number for each in member.enum.members] or [0]
            return f"{self.names.lookup(member.enum)}[{number if number in numbers else numbers[0]}]"
        match kind:
            case model.Bits(1, _):
                return str(bool(number))
            case model.NumberKind("f", _, _):
                return str(float(number))
            case model.NumberKind() | model.Bits() | model.TypeUse():
                return str(number)
            case model.RawBytes():
                return f"bytes({size})" if size else 'b""'
            case model.TextKind() if not size or member.pad_right is not None or member.terminator is not None:
                return '""'
        return ""

    def methods(self) -> list[list[str]]:
        """Return the methods, not indented."""
        found: list[list[str]] = []

        def add(name: str, arguments: str, body: Iterable[str]) -> None:
            lines = list(body)
            if len(lines) == 1 and lines[0].startswith("return "):
                found.append([f"{name} = lambda self{arguments}: {lines[0].removeprefix('return ')}"])
            elif lines:
                found.append([f"def {name}(self{arguments}):", *(f"    {line}" for line in lines)])

        add("_write", ", out", self.written())
        add("_fill", ", it", self._filling())
        add("_derive", ", it", self._deriving())
        add("_order", "", self._byte_order())
        for param in self.target.params:
            how = writing.derivation(self.target, param.id)
            add(f"_default_{attribute_name(param.id)}", "", self._derivation(how) if how else ())
        measured = {how.member for how in self._derivations() if how.function == "length_of"}
        for member in self.target.stored:
            name = attribute_name(member.id)
            made = self._made(member)
            add(f"_if_{name}", "", self._condition(member))
            add(f"_has_{name}", "", self._has_elements(member))
            add(f"_default_{name}", "", self._default(member))
            add(f"_make_{name}", ", it", [f"return {made}"] if made else ())
            add(f"_data_{name}", ", it", [f"return {self.data(member, 'it')}"] if member.id in measured else ())
            add(f"_put_in_{name}", ", out, it", self.put_in(member))
            add(f"_put_sum_{name}", ", out", self._summed(member))
            if member in self.target.placed:
                lines = list(self.put(member))
                is_record = lines == ["it._put(out)"]
                add(
                    f"_put_{name}",
                    ", out",
                    [f"return self.{name}._put(out)"] if is_record else [f"it = self.{name}", *lines],
                )
            add(f"_pos_{name}", "", self._returned(member.pos))
            add(f"_io_{name}", "", self._returned(member.io))
        return found

    def _returned(self, expression: ex.Expression | None) -> Iterator[str]:
        if expression is not None:
            yield f"return {self.python(expression)}"

    def _derivations(self) -> Iterator[writing.Derivation]:
        members: list[model.Field | model.TypeParam] = [*self.target.fields, *self.target.params]
        for member in members:
            if (how := writing.derivation(self.target, member.id)) is not None:
                yield how

    # What the tree gives, and what follows from it

    def _filling(self) -> Iterator[str]:
        """Copy what is written as it is from a record that was read."""
        plain: list[str] = []
        copied = False
        for member in self.target.fields:
            name, kept = attribute_name(member.id), self._kept(member)
            if member.repeat is not None and member.condition is None and kept in ("", "float") and _is_plain(member):
                copied = True
                each = f" and {{float}}.issuperset(map(type, it.{name}))" if kept else ""
                yield f"if type(it.{name}) is list{each}:"
                yield f"    self.{name} = it.{name}"
            if writing.derived_by(self.target, member) is not None or not _is_copied(member):
                continue
            copied = True
            if kept:
                yield f"self.{name} = it.{name} if isinstance(it.{name}, {kept}) else self._make_{name}(it.{name})"
            else:
                plain.append(name)
        for names in (plain[at : at + 4] for at in range(0, len(plain), 4)):
            yield f"{', '.join(f'self.{name}' for name in names)} = {', '.join(f'it.{name}' for name in names)}"
        if not copied:
            yield "pass"

    def _kept(self, member: model.Field) -> str:
        """Return the class of the values of a field that are written as they are, where others become one."""
        if member.enum is not None:
            return self.names.of(member.enum)
        return "int" if is_native(member.kind) else "float" if number_code(member.kind)[1:] in ("f", "d") else ""

    def _deriving(self) -> Iterator[str]:
        """Derive lengths of text and bytes and counts of lists at once; what is not of these types is left out."""
        for member in self.target.fields:
            how = writing.derived_by(self.target, member)
            if (
                how is None
                or not how.is_sure
                or (how.scale, how.plus) != (1, 0)
                or member.enum
                or not _is_copied(member)
            ):
                continue
            of = next((each for each in self.target.fields if each.id == how.member and each.condition is None), None)
            length = None if of is None else _length_at_once(of, how)
            if of is not None and length:
                value = f"it.{attribute_name(of.id)}"
                yield f"if type({value}) is {length[0]}:"
                yield f"    self.{attribute_name(member.id)} = len({value}{length[1]})"

    def _byte_order(self) -> Iterator[str]:
        """Choose the byte order of the record."""
        switch = self.target.endian
        if switch is not None:
            yield f"on = {self.python(switch.on)}"
            for key, endian in sorted(switch.cases, key=lambda case: case[0] is None):
                if key is None:
                    yield f"return {endian == 'le'}"
                else:
                    yield f"if on == {self.python(key)}:"
                    yield f"    return {endian == 'le'}"

    def _condition(self, member: model.Field) -> Iterator[str]:
        if member.condition is None:
            return
        if writing.asks_stream(self.target, member.condition):  # the tree knows better
            yield f"return self._gives({quoted(member.id)}) is not None"
        else:
            yield f"return {self.python(member.condition)}"

    def _has_elements(self, member: model.Field) -> Iterator[str]:
        """Say whether there is a case for the elements of a list, which has none of the others."""
        if (switch := writing.leaving_out(member)) is not None:
            keys = ", ".join(self.python(key) for key, _ in switch.keyed)
            yield f"return {self.python(switch.on)} in ({keys},)"

    def _default(self, member: model.Field) -> Iterator[str]:
        body = list(self._value_left_out(member))
        if member.condition is not None and len(body) < 2:
            value = body[0].removeprefix("return ") if body else f"self._missing({quoted(member.id)})"
            yield f"return ({value}) if self._if_{attribute_name(member.id)}() else None"
            return
        if member.condition is not None:
            yield f"if not self._if_{attribute_name(member.id)}():"
            yield "    return None"
        yield from body

    def _value_left_out(self, member: model.Field) -> Iterator[str]:
        if member.count is not None and member.pos is not None and writing.holds_no_bytes(member.kind):
            yield f"return [{{}}] * {self.python(member.count)}"
        if member.repeat is not None:
            return
        how = writing.derived_by(self.target, member)
        match member.kind:
            case _ if member.default is not None:
                yield f"return {member.default}"
            case _ if how is not None:
                yield from self._derivation(how)
            case _ if member.pinned is not None:
                yield f"return {self.python(member.pinned)}"
            case _ if member.contents is not None:
                yield f"return {quoted_bytes(member.contents)}"
            case model.TextKind() | model.RawBytes() if member.to_end or member.size == ex.Literal(0):
                yield 'return ""' if isinstance(member.kind, model.TextKind) else 'return b""'
            case model.TypeUse() if writing.holds_no_bytes(member.kind):
                yield "return {}"
            case model.SwitchKind():
                empty = [key for key, case in member.kind.cases if writing.holds_no_bytes(case)]
                yield from self._switched_default(member.kind, empty, member)

    def _switched_default(
        self, kind: model.SwitchKind, empty: list[ex.Expression | None], member: model.Field
    ) -> Iterator[str]:
        """Return what a switch holds where the tree gives nothing: no record, or one without fields."""
        yield f"case = {self.python(kind.on)}"
        named = [key for key, _ in kind.keyed]
        for keys, value in (([key for key in empty if key is not None], "{}"), (named, "")):
            left = [key for key in keys if value or key not in empty]
            if left:
                yield f"if case in ({', '.join(self.python(key) for key in left)},):"
                yield f"    return {value}" if value else f"    return self._missing({quoted(member.id)})"
        missing = f"return self._missing({quoted(member.id)})"
        if kind.otherwise is not None:
            yield "return {}" if None in empty else missing
        elif member.to_end:
            yield 'return b""'
        else:
            yield missing if member.size else "return None"

    def _derivation(self, how: writing.Derivation) -> Iterator[str]:
        if how.value is not None:
            yield f"return {self.python(how.value)}"
            return
        param = [quoted(how.param)] if how.param is not None else []
        terms = [str(how.scale), str(how.plus)] if (how.scale, how.plus) != (1, 0) else []
        yield f"return self._{how.function}({', '.join([quoted(how.member), *param, *terms])})"

    def _summed(self, member: model.Field) -> Iterator[str]:
        """Write the fields that a checksum is over."""
        for each in writing.fields_in_sum(self.target, member):
            yield f"it = self.{attribute_name(each.id)}"
            yield "if it is not None:"
            yield from (f"    {line}" for line in self.put(each))

    def _offsets(self) -> Iterator[tuple[str, str, int]]:
        numbers = [each for each in self.target.fields if not writing.holds_record(each) and each.repeat is None]
        for member in self.target.placed:
            for each in numbers:
                if member.pos is not None and writing.is_bare(member.pos, each.id):
                    yield member.id, each.id, each.align
                    break

    def _made(self, member: model.Field) -> str:
        """Return what a value of the tree becomes; empty where it stays what it is."""
        if member.repeat is None:
            return self._element(member, member.kind, "None")
        made = self._element(member, member.kind, "index")
        if made:
            return f"self._listed(it, lambda it, index: {made})"
        return "self._listed(it)"

    def _element(self, member: model.Field, kind: model.FieldKind, place: str) -> str:
        match kind:
            case model.TypeUse(target, arguments) if target.is_number:
                return f"{self.helper('varint_of')}(it, {quoted(target.schema)}, self)"
            case model.TypeUse(target, arguments):
                return self._record(member, target, arguments, place)
            case model.SwitchKind():
                return self._switched(member, kind, place)
            case _ if member.enum is not None:
                return f"{self.helper('enum_member')}({self.names.of(member.enum)}, it, self)"
            case model.NumberKind("f", _, _):
                return f"{self.helper('real_of')}(it, {quoted(number_code(kind).replace('@', '<'))})"
        return ""

    def _record(self, member: model.Field, target: model.Type, given: tuple[ex.Expression, ...], place: str) -> str:
        arguments = "".join(f"lambda: {self.python(each)}, " for each in given)
        options = [f"({arguments.rstrip()})"] if arguments else []
        if place != "None" or options:
            options.insert(0, place)
        if member.has_extent:
            options.append("apart=True")
        if isinstance(member.parent, ex.Expression):
            options.append(f"parent={self.python(member.parent)}")
        return f"{self.helper('made')}({', '.join([self.names.of(target), 'it', 'self', *options])})"

    def _switched(self, member: model.Field, switch: model.SwitchKind, place: str) -> str:
        """Return a choice of what the value becomes in each case."""
        made = {key: self._element(member, kind, place) or "it" for key, kind in switch.cases}
        if set(made.values()) == {"it"}:
            return ""
        groups: dict[str, list[str]] = {}
        for key, _ in switch.keyed:
            groups.setdefault(made[key], []).append(self.python(key))
        subject, chosen = f"(case := {self.python(switch.on)})", ""
        for each, keys in groups.items():
            test = f"{subject} == {keys[0]}" if len(keys) == 1 else f"{subject} in ({', '.join(keys)})"
            chosen += f"{each} if {test} else "
            subject = "case"
        return f"({chosen}{made.get(None, 'it')})"


def _is_copied(member: model.Field) -> bool:
    """Return True if the value of a field that was read is the one to write."""
    if member.repeat is not None or member.condition is not None or member.default is not None or member.contents:
        return False
    return is_native(member.kind) or _is_plain(member)


def _is_plain(member: model.Field) -> bool:
    return not isinstance(member.kind, model.TypeUse | model.SwitchKind)


def _length_at_once(member: model.Field, how: writing.Derivation) -> tuple[str, str] | None:
    """Return the type of the values of which `len` gives a count or a length, and how they are encoded."""
    if how.function == "count_of":
        return None if writing.leaving_out(member) else ("list", "")
    if how.function != "length_of" or member.process or member.terminator or member.repeat is not None:
        return None
    match member.kind:
        case model.TextKind(encoding):
            return "str", f".encode({quoted(encoding)})"
        case model.RawBytes():
            return "bytes", ""
    return None


def _table(name: str, items: Iterable[str], brackets: str = "{}") -> Iterator[str]:
    listed = list(items)
    if listed:
        yield from filled_lines(f"{name} = ", listed, brackets)
