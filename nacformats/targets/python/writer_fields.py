"""Render how the values of fields are written: numbers that follow one another are packed at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from nacformats.codec.trees.record import attribute_name
from nacformats.schema import expressions as ex
from nacformats.schema import model, types
from nacformats.schema.expressions import quoted
from nacformats.schema.writing import asks_stream
from nacformats.targets.pycode import quoted_bytes
from nacformats.targets.python.names import ModuleNames
from nacformats.targets.python.shapes import number_code
from nacformats.targets.python.terms import PythonTerms

_PREFIXES = {"<": "_LE_", ">": "_BE_"}
#: What comes before the limit where a rule is said.
_SAID = {"eq": "", "min": '"at least " + ', "max": '"at most " + ', "any-of": '"one of " + '}
#: What is done to bytes to have them as they were before they were processed.
_UNDONE = {"xor": "xor", "rol": "ror", "ror": "rol", "zlib": "deflated"}


@dataclass
class FieldWriter:
    """Renders the writing of the fields of one type.

    Attributes:
        target: the type.
        names: of the module.
        structs: the layouts that the methods use, which the module holds: name -> Python.
    """

    target: model.Type
    names: ModuleNames
    structs: dict[str, str] = field(default_factory=dict)

    def written(self) -> Iterator[str]:
        group: list[model.Field] = []
        for member in (*self.target.fields, None):
            order = None if member is None else _order_of(member)
            orders = {order, *map(_order_of, group)}
            if group and (order is None or len(orders - {""}) > 1 or ("" in orders and has_floats([*group, member]))):
                yield from self._group(group)
                group = []
            if member is not None and order is not None:
                group.append(member)
            elif member is not None:
                yield from self._field(member)
        if not self.target.fields:
            yield "pass"

    def _group(self, members: list[model.Field]) -> Iterator[str]:
        """Write numbers and constants that follow one another."""
        values, codes = [], ""
        order = next((each for each in map(_order_of, members) if each), "<")
        for member in members:
            if member.contents is not None:
                given = f"self._gives({quoted(member.id)})"
                yield f"self._constant({quoted(member.id)}, {quoted_bytes(member.contents)}, {given})"
                values.append(quoted_bytes(member.contents))
                codes += f"{len(member.contents)}s"
            else:
                values.append(f"self.{attribute_name(member.id)}")
                codes += number_code(member.kind)[1]
        if codes.strip("0123456789s") == "":
            yield from (f"out.write({value})" for value in values)
            return
        floats = [value for value, member in zip(values, members, strict=True) if number_code(member.kind)[1:] == "f"]
        pack = f"{self._struct(order, codes)}.pack({', '.join(values)})"
        if floats:  # a signalling NaN would be changed
            numbers = " and ".join(f"{value} == {value}" for value in floats)
            exact = f"{self.helper('packed_numbers')}({self._order(order, codes)}, ({', '.join(values)},))"
            pack = f"{pack} if {numbers} else {exact}"
        yield f"out.write({pack})"
        for member in members:
            yield from self._rules(member, f"self.{attribute_name(member.id)}")

    def _order(self, order: str, codes: str) -> str:
        if order == "@":
            return f'("<" if self._le else ">") + {quoted(codes)}'
        return quoted(order + codes)

    def _struct(self, order: str, codes: str) -> str:
        if order == "@":
            return f"({self._struct('<', codes)} if self._le else {self._struct('>', codes)})"
        name = _PREFIXES[order] + codes
        self.structs[name] = f"{self.helper('Struct')}({quoted(order + codes)})"
        return name

    def _field(self, member: model.Field) -> Iterator[str]:
        name = attribute_name(member.id)
        yield f"self._at = {quoted(member.id)}"
        yield f"it = self.{name}"
        body = self.put(member)
        if member.condition is None:
            yield from body
            return
        yield f"if self._if_{name}():"
        yield from (f"    {line}" for line in body)
        yield "elif it is not None:"
        yield "    self._surplus()"

    def put(self, member: model.Field) -> Iterator[str]:
        """Write the value `it` of a field, or of its elements."""
        if member.repeat is None:
            yield from self._put_one(member)
            yield from self._rules(member, "it")
            return
        if member.count is not None and not asks_stream(self.target, member.count):
            yield f"self._counted(it, {self.python(member.count)})"
        ends = list(self._ends(member))
        match member.kind:
            case model.NumberKind() if not member.valid and not ends:
                code = number_code(member.kind)
                body = [f"{self.helper('put_numbers')}(out, {self._order(code[0], code[1])}, it)"]
            case _:
                inner = [*self._put_one(member), *self._rules(member, "it"), *ends]
                body = ["items = it"] if ends else []
                body += ["for index, it in enumerate(it):", *(f"    {line}" for line in ("self._n = index", *inner))]
                body += ["self._n = None", *(["items or self._ended(False, True)"] if ends else [])]
        yield "if type(it) is list:"
        yield from (f"    {line}" for line in body)
        yield "else:"
        yield "    self._ready_list(it, out)"

    def _ends(self, member: model.Field) -> Iterator[str]:
        """Check that a list ends with the element that readers end it with, where a tree tells."""
        until = member.until
        if until is None or asks_stream(self.target, until) or ex.Name(member.id) in ex.walk(until):
            return
        test = self.python(until, types.element_type(member))
        yield f"self._ended(bool({test}), index + 1 == len(items))"

    def _put_one(self, member: model.Field) -> Iterator[str]:
        if not member.has_extent and member.contents is None:
            yield from self._put_kind(member, member.kind)
            return
        if isinstance(member.kind, model.SwitchKind) and (member.terminator or member.pad_right is not None):
            yield from self._put_cut_switch(member, member.kind)
            return
        yield from self._put_extent(member)

    def _put_cut_switch(self, member: model.Field, kind: model.SwitchKind) -> Iterator[str]:
        """Write a switch; what has no case is bytes as they are, which nothing says to cut."""
        yield f"case = {self.python(kind.on)}"
        keys = ", ".join(self.python(key) for key, _ in kind.keyed)
        yield f"if {kind.otherwise is not None} or case in ({keys},):"
        yield from (f"    {line}" for line in self._put_extent(member))
        yield "else:"
        if member.size or member.to_end:
            yield from (f"    {line}" for line in self._put_extent(replace(member, terminator=None, pad_right=None)))
        else:
            yield "    if it is not None:"
            yield "        self._surplus()"

    def _put_extent(self, member: model.Field) -> Iterator[str]:
        size = None if member.size is None else self.python(member.size)
        data, end = self.data(member, "it"), member.terminator
        if member.contents is not None:
            yield f"self._constant({quoted(member.id)}, {quoted_bytes(member.contents)}, it)"
            yield f"out.write({quoted_bytes(member.contents)})"
        elif size is not None:
            holds = isinstance(member.kind, model.TypeUse | model.SwitchKind)
            fill = member.pad_right if member.pad_right is not None else 0 if holds or end is not None else None
            fill_text = "" if fill is None else f", {fill}"
            if end is not None:
                yield f"size = {size}"
                data = f"{self.helper('ended')}(self, {data}, {_unit(end)}, include={end.include}, size=size)"
                size = "size"
            yield f"{self.helper('put_sized')}(self, out, {data}, {size}{fill_text})"
        elif end is not None and member.to_end and end.consume:
            yield from self._put_rest(data)
            yield "pass" if end.include else f"out.write_separator({_unit(end)})"
        elif end is not None and not member.to_end:
            yield from self._put_end(data, end)
        else:
            yield from self._put_rest(data)

    def _put_end(self, data: str, end: model.Terminator) -> Iterator[str]:
        options = f"include={end.include}, consume={end.consume}, required={end.required}"
        yield f"{self.helper('put_ended')}(self, out, {data}, {_unit(end)}, {options})"

    def _put_rest(self, data: str) -> Iterator[str]:
        yield f"{self.helper('put_data')}(out, {data})"

    def data(self, member: model.Field, value: str) -> str:
        """Return the content of a field of bytes, before it is filled up."""
        data = self._content(member, value)
        if member.process is not None:
            arguments = [self.python(each) for each in member.process.arguments]
            undone = _UNDONE[member.process.name]
            arguments += [value] * (undone == "deflated")
            joined = f"{self.helper('one_piece')}({data})"
            data = f"{self.helper(undone)}({', '.join([joined, *arguments])})"
        return data

    def _content(self, member: model.Field, value: str) -> str:
        match member.kind:
            case model.TextKind(encoding):
                return f"{self.helper('text_bytes')}({value}, {quoted(encoding)}, self)"
            case model.TypeUse(target, _) if not target.is_number:
                return f"self._content({value})"
            case model.SwitchKind() if is_mixed(member):
                return f"self._mixed({value}, self._put_in_{attribute_name(member.id)})"
            case model.SwitchKind():
                return f"self._content({value})"
        return f"{self.helper('raw_bytes')}({value}, self)"

    def put_in(self, member: model.Field) -> Iterator[str]:
        """Write a value of a switch that is no record to a part of its own."""
        if is_mixed(member):
            assert isinstance(member.kind, model.SwitchKind)
            yield from self._put_switch(member, member.kind)

    def _put_kind(self, member: model.Field, kind: model.FieldKind) -> Iterator[str]:
        match kind:
            case model.NumberKind():
                code = number_code(kind)
                if code[1] in "fd":
                    yield f"out.write({self.helper('packed_numbers')}({self._order(code[0], code[1])}, (it,)))"
                else:
                    yield f"out.write({self._struct(code[0], code[1])}.pack(it))"
            case model.Bits(width, endian):
                yield f"{self.helper('put_bits')}(self, out, {width}, it, {quoted(endian)})"
            case model.TypeUse(target, _) if target.is_number:
                yield f"out.write({self.helper('varint_bytes')}(it, {quoted(target.schema)}, self))"
            case model.TypeUse():
                yield "it._put(out)"
            case model.SwitchKind():
                yield from self._put_switch(member, kind)
            case model.TextKind(encoding):
                data = f"{self.helper('text_bytes')}(it, {quoted(encoding)}, self)"
                yield from self._put_end(data, kind.terminator) if kind.terminator else self._put_rest(data)
            case model.RawBytes():
                yield from self._put_rest(f"{self.helper('raw_bytes')}(it, self)")

    def _put_switch(self, member: model.Field, kind: model.SwitchKind) -> Iterator[str]:
        yield f"case = {self.python(kind.on)}"
        word = "if"
        groups: dict[str, list[str]] = {}
        for key, case in kind.keyed:
            groups.setdefault("\n".join(self._put_kind(member, case)), []).append(self.python(key))
        for lines, keys in groups.items():
            yield f"{word} case == {keys[0]}:" if len(keys) == 1 else f"{word} case in ({', '.join(keys)}):"
            yield from (f"    {line}" for line in lines.split("\n"))
            word = "elif"
        if kind.otherwise is None:
            yield f"{word} it is not None:"
            yield "    self._surplus()"
        elif groups:
            yield "else:"
            yield from (f"    {line}" for line in self._put_kind(member, kind.otherwise))
        else:
            yield from self._put_kind(member, kind.otherwise)

    def _rules(self, member: model.Field, value: str) -> Iterator[str]:
        if member.valid and value != "it":
            yield f"it = {value}"
        for rule, test, limit in PythonTerms(self.names, self.target, it_type=types.element_type(member)).tests(member):
            said = f"{_SAID[rule.rule]}repr({limit})" if limit else quoted(f"`{rule.words}`")
            if member.enum is not None and rule.rule == "in-enum":
                said = quoted(f"a member of {self.names.of(member.enum)}")
            yield f"({test}) or self._broken({quoted(member.id)}, {said}, it)"

    def python(self, expression: ex.Expression, it: types.DataType | None = None) -> str:
        return PythonTerms(self.names, self.target, it_type=it).python(expression)

    def helper(self, name: str) -> str:
        return self.names.helper(name)


def has_floats(members: list[model.Field | None]) -> bool:
    return any(member is not None and number_code(member.kind)[1:] == "f" for member in members)


def _order_of(member: model.Field) -> str | None:
    """Return the byte order of a number that is packed with others, empty for a constant; None for other fields."""
    if member.repeat or member.condition is not None or member.has_extent or member.process is not None:
        return None
    if member.contents is not None:
        return ""
    return number_code(member.kind)[:1] or None


def is_native(kind: model.FieldKind) -> bool:
    return isinstance(kind, model.TypeUse) and kind.type.is_number


def is_mixed(member: model.Field) -> bool:
    """Return True if a field of a part of the stream may hold more than records and bytes."""
    if not isinstance(member.kind, model.SwitchKind) or not member.has_extent:
        return False
    kinds = [case for _, case in member.kind.cases]
    return any(is_native(kind) or not isinstance(kind, model.TypeUse | model.RawBytes) for kind in kinds)


def _unit(end: model.Terminator) -> str:
    return quoted_bytes(end.unit)
