"""Render the methods that read a record: fields of fixed size that follow one another are read at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from nacformats.codec.trees.record import attribute_name
from nacformats.schema import expressions as ex
from nacformats.schema import model, types
from nacformats.schema.lines import Lines
from nacformats.schema.writing import fields_in_sum, holds_no_bytes
from nacformats.targets.pycode import Code, quoted_bytes
from nacformats.targets.python import shapes
from nacformats.targets.python.names import ModuleNames
from nacformats.targets.python.terms import PythonTerms


@dataclass
class Reader:
    """Renders the reading of one type.

    Attributes:
        names: of the module.
        target: the type.
        has_loose_bits: whether a record of the schema may end inside a byte, so that others may begin there.
        constants: what the methods use and the module holds: name -> Python.
        tables: the same for what names the classes of the module.
    """

    names: ModuleNames
    target: model.Type
    has_loose_bits: bool = False
    constants: dict[str, str] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.terms = PythonTerms(self.names, self.target)
        self.out = Lines()
        #: Whether the stream is known to stand between two bytes.
        self._is_aligned = not self.has_loose_bits

    # Methods

    def record(self) -> list[str]:
        """Return the method that reads the fields."""
        self.out = Lines()
        with self.out.indented("def _read(self, io, trace):"):
            if shapes.is_empty_type(self.target):
                self.out.add("io.reading.spend(1)")
            if self.target.endian is not None:
                self.out.add(f"self._le = {self.names.helper('known_order')}(self._order())")
            self.out.add("trace = trace and trace.open(self, io)")
            if self.has_loose_bits and self.target.fields and isinstance(self.target.fields[0].kind, model.Bits):
                self.out.add("self._rest = io.bits, io.left")
            self._fields()
            self._tell("trace.close(io)")
        return self.out.body

    def placed(self, member: model.Field) -> list[str]:
        """Return the method that reads an instance."""
        self.out, self._is_aligned = Lines(), member.pos is not None or not self.has_loose_bits
        with self.out.indented(f"def _get_{member.id}(self, trace):"):
            if member.condition is not None:
                with self.out.indented(f"if not {self.terms.atom(member.condition)}:"):
                    self.out.add(f"self.{attribute_name(member.id)} = None", "return")
            io = "self._io" if member.io is None else self.terms.python(member.io)
            self.out.add(f"io = {io}")
            if member.pos is not None:
                self.out.add(f"mark = io.seek({self.terms.number(member.pos)})")
            self._begin(member)
            self._value(member)
            self._tell("trace.end(io)")
            if member.pos is not None:
                self.out.add("io.back(mark)")
        return self.out.body

    def computed(self, value: model.ValueInstance) -> list[str]:
        """Return the method that computes an instance."""
        text = self.terms.python(value.value)
        if value.enum is not None:
            text = f"{self.names.lookup(value.enum)}[{text}]"
        if value.condition is not None:
            text = f"({text}) if {self.terms.python(value.condition)} else None"
        return [f'_get_{value.id} = lambda self, trace: self._keep("{attribute_name(value.id)}", {text})']

    # Fields

    def _fields(self) -> None:
        summed = {member.id: found for member in self.target.fields if (found := fields_in_sum(self.target, member))}
        marked = {*summed, *(each.id for found in summed.values() for each in found)}
        group: list[model.Field] = []
        for member in self.target.fields:
            if member.id in marked:
                self._group(group)
                group = []
                self._marked(member)
                continue
            if not shapes.goes_with(group, member):
                self._group(group)
                group = []
            if not shapes.may_be_grouped(member):
                self._field(member)
                continue
            group.append(member)
            if shapes.has_rules(member):
                self._group(group)
                group = []
        self._group(group)
        for member in self.target.fields:
            if member.id in summed:
                self._check_sum(member, summed[member.id])

    def _marked(self, member: model.Field) -> None:
        """Read a field, and remember where it is for a checksum."""
        self._align()
        self.out.add(f"from_{member.id} = io.pos")
        self._field(member)
        self.out.add(f"to_{member.id} = io.pos")

    def _check_sum(self, member: model.Field, over: list[model.Field]) -> None:
        assert member.checksum is not None
        assert isinstance(member.kind, model.NumberKind)
        pieces = "".join(f"io.view[from_{each.id} : to_{each.id}], " for each in over)
        code = f"<{shapes.code_of(member)}"
        name = f"self.{attribute_name(member.id)}"
        self.out.add(f'it = {self.names.helper("checksum")}("{member.checksum.kind}", ({pieces}), "{code}")')
        with self.out.indented(f"if {name} is not None and {name} != it:"):
            place = f'("{member.id}", from_{member.id})'
            self.out.add(f'raise {self.names.helper("FieldError")}("eq", it, {name}, field={place})')

    def _group(self, members: list[model.Field]) -> None:
        """Read fields of fixed size that follow one another."""
        if len(members) < 2:
            for member in members:
                self._field(member)
            return
        constant = f"_{self.target.name.upper()}_{len(self.constants)}"
        if isinstance(members[0].kind, model.Bits):
            self._bits(constant, members, members[0].kind.endian)
        else:
            self._numbers(constant, members)
        for number, member in enumerate(members):
            self._finish(member, sum(map(shapes.fixed_width, members[number + 1 :])))

    def _numbers(self, constant: str, members: list[model.Field]) -> None:
        self._align()
        codes = "".join(shapes.code_of(member) for member in members)
        order = next((order for member in members if (order := shapes.byte_order_of(member))), "<")
        layout, listed = constant, f"{constant}_FIELDS"
        named = ", ".join(f'"{member.id}"' for member in members)
        for each in "<>" if order == "@" else order:
            suffix = {"<": "_LE", ">": "_BE"}[each] if order == "@" else ""
            self.constants[constant + suffix] = f'{self.names.helper("Struct")}("{each}{codes}")'
            self.constants[f"{constant}_FIELDS{suffix}"] = f'("{each}{codes}", {named})'
        if order == "@":
            layout, listed = (f"({name}_LE if self._le else {name}_BE)" for name in (layout, listed))
        self._tell(f"trace.numbers(self, io, {listed})")
        targets = tuple(f"self.{attribute_name(member.id)}" for member in members)
        value = f"{layout}.unpack_from(io.view, io.pos)"
        line = f"{', '.join(targets)} = {value}"
        self.out.add(*([line] if len(line) < 100 else Code("", targets).lines("", f" = {value}")))
        width = sum(shapes.fixed_width(member) for member in members)
        self.out.add(f"io.pos += {width}")

    def _bits(self, constant: str, members: list[model.Field], endian: str) -> None:
        widths = [member.kind.width for member in members if isinstance(member.kind, model.Bits)]
        pairs = [f'("{member.id}", {width})' for member, width in zip(members, widths, strict=True)]
        self.constants[constant] = f"({', '.join(pairs)})"
        self._tell(f'trace.bits(self, io, "{endian}", {constant})')
        self.out.add(f"bits = io.bits_{endian}({sum(widths)})")
        done = 0
        for member, width in zip(members, widths, strict=True):
            shift = sum(widths) - done - width if endian == "be" else done
            value = f"bits >> {shift} & {(1 << width) - 1:#x}" if shift else f"bits & {(1 << width) - 1:#x}"
            self.out.add(f"self.{attribute_name(member.id)} = {value}{' != 0' if width == 1 else ''}")
            done += width
        self._loose(sum(widths), members[-1])

    def _loose(self, width: int, last: model.Field) -> None:
        """Note that bits were read, of which the last byte may have more."""
        self._is_aligned = self._is_aligned and width % 8 == 0
        if not self._is_aligned:
            self.out.add(f'io.owner = self, "{last.id}"')

    def _align(self) -> None:
        if not self._is_aligned:
            self.out.add("io.align()")
        self._is_aligned = True

    def _align_value(self) -> None:
        """Align a value whose field has begun."""
        if not self._is_aligned:
            self._align()
            self._tell("trace.aligned(io)")

    def _finish(self, member: model.Field, after: int) -> None:
        """Make what was read at once, with so many bytes after it, the value of its field, and check it."""
        name = f"self.{attribute_name(member.id)}"
        if member.enum is not None:
            self.out.add(f"{name} = {self.names.lookup(member.enum)}[{name}]")
        if isinstance(member.kind, model.TextKind):
            self.out.add(f'{name} = str({name}, "{member.kind.encoding}")')
        if isinstance(member.kind, model.NumberKind) and member.kind.kind == "f":
            with self.out.indented(f"if {name} != {name}:"):
                self.out.add(f"{name} = io.exact({name}, {after + member.kind.width}, {member.kind.width})")
        self._rules(member, name)

    def _field(self, member: model.Field) -> None:
        is_whole = not isinstance(member.kind, model.Bits | model.TypeUse | model.SwitchKind)
        is_whole = (is_whole or bool(member.size) or member.to_end) and member.repeat is None
        if is_whole and member.condition is None:  # what is absent, or an empty list, goes on inside of a byte
            self._align()
        self._begin(member)
        if member.condition is None:
            self._value(member)
            return
        before = self._is_aligned
        with self.out.indented(f"if {self.terms.python(member.condition)}:"):
            if is_whole:
                self._align_value()
            self._value(member)
        with self.out.indented("else:"):
            self.out.add(f"self.{attribute_name(member.id)} = None")
        self._is_aligned = self._is_aligned and before

    def _begin(self, member: model.Field) -> None:
        self._tell(f'trace.begin(self, "{member.id}", io)')

    def _value(self, member: model.Field) -> None:
        if member.repeat is not None:
            self._list(member)
        else:
            self._one(member)

    @staticmethod
    def _local(member: model.Field) -> str:
        """Return the local that a value needs, to be checked; empty where it needs none."""
        return "it" if member.valid or member.until is not None else ""

    @staticmethod
    def _stored(member: model.Field, value: str, local: str) -> str:
        """Return what puts a value where it belongs, and into a local if there is a name for one."""
        if member.repeat is not None:
            return f"items.append({f'{local} := ' if local else ''}{value})"
        return f"self.{attribute_name(member.id)} = {f'{local} = ' if local else ''}{value}"

    # Lists

    def _list(self, member: model.Field) -> None:
        count = None if member.count is None else self.terms.number(member.count)
        name = f"self.{attribute_name(member.id)}"
        kind = member.kind
        if count is not None and isinstance(kind, model.NumberKind) and not member.enum and not member.valid:
            if not self._is_aligned:
                with self.out.indented(f"if {count}:"):
                    self.out.add("io.align()")
            self.out.add(f"{name} = io.numbers({self._code_of(kind)}, {kind.width}, {count})")
            return
        if self._is_plain_list(member):
            self._records(member, count)
        else:
            self._elements(member, count)

    def _is_plain_list(self, member: model.Field) -> bool:
        """Return True for a list of records that follow each other, of which none is a case of its own."""
        kind, extras = member.kind, (member.terminator, member.pad_right, member.process, member.parent)
        if not isinstance(kind, model.TypeUse) or any(each is not None for each in extras) or member.to_end:
            return False
        varying = {"_io", member.id}  # what differs between the records; `_index` is given to each
        if _names(member.size) & {"_index", *varying} or _names(*kind.arguments) & varying:
            return False
        is_plain = not member.valid and not kind.type.is_switched and not self.has_loose_bits and self._is_aligned
        return is_plain and kind.type.schema == self.target.schema

    def _records(self, member: model.Field, count: str | None) -> None:
        """Read records that follow each other, as columns where the reading has these."""
        kind, about = member.kind, self._about(member)
        assert isinstance(kind, model.TypeUse)
        params = [self.terms.python(argument) for argument in kind.arguments]
        named = f'"{attribute_name(member.id)}", "{member.path}"'
        given = [f"self, {named}, io, trace, {count}, {self.names.of(kind.type)}"]
        if params:  # of a list without elements they may have no values
            early = "" if all(map(self.terms.is_sure, kind.arguments)) else "lambda index: "
            given.append(f"params={early}({', '.join(params)},)")
        if member.until is not None:
            given.append(f"until=lambda it, index: {about.python(member.until)}")
        if member.size is not None:
            given.append(f"size=lambda: {self.terms.number(member.size)}")
        if shapes.may_be_empty(member):
            given.append("is_empty=True" if holds_no_bytes(kind) else "is_bounded=False")
        self.out.add(*Code("io.reading.records", tuple(given)).lines("", ""))

    def _elements(self, member: model.Field, count: str | None) -> None:
        """Read the elements of a list one by one."""
        kind = member.kind
        self.out.add(f"self.{attribute_name(member.id)} = items = []")
        is_loose = isinstance(kind, model.Bits) or self.has_loose_bits or not self._is_aligned
        is_endless = shapes.may_be_empty(member)
        before = self._is_aligned = self._is_aligned and not is_loose
        with self.out.indented(f"for index in {self._indices(member, count, is_endless=is_endless)}:"):
            if member.repeat == "eos" and not is_endless:
                with self.out.indented("if io.eof:" if is_loose else "if io.pos >= io.size:"):
                    self.out.add("break")
            self._tell("trace.element(index, io)")
            self._one(member)
            if member.until is not None:
                with self.out.indented(f"if {self._about(member).python(member.until)}:"):
                    self.out.add("break")
        self._is_aligned = self._is_aligned and before
        if not is_endless:
            self.out.add("io.reading.spend(len(items))")

    def _indices(self, member: model.Field, count: str | None, *, is_endless: bool) -> str:
        if is_endless:
            return "io.to_end()" if member.repeat == "eos" else f"io.counted({count})"
        return f"{self.names.helper('count')}()" if count is None else f"range({count})"

    def _about(self, member: model.Field) -> PythonTerms:
        return self.terms.about("it", types.element_type(member))

    # Values

    def _one(self, member: model.Field) -> None:
        """Read one value, put it where it belongs, and check it."""
        if member.contents is not None:
            self._align_value()
            contents = quoted_bytes(member.contents)
            self.out.add(self._stored(member, f"io.take({len(member.contents)})", "it"))
            self._check("it", f"it == {contents}", "eq", contents)
        elif isinstance(member.kind, model.SwitchKind):
            self._switch(member, member.kind)
        else:
            self._kind(member, member.kind)
        self._rules(member, "it")

    def _kind(self, member: model.Field, kind: model.FieldKind) -> None:
        match kind:
            case model.TypeUse(target, arguments) if not target.is_number:
                self._record(member, target, arguments)
                return
            case model.TypeUse(target, _):
                self._align_value()
                value = f"{self._part(member)}.{target.schema}()"
            case model.NumberKind():
                self._align_value()
                value = self._number(kind)
            case model.Bits(width, endian):
                value = f"io.bits_{endian}({width}){' != 0' if width == 1 else ''}"
            case model.TextKind(encoding, own):
                is_packed = member.process is not None and member.process.name == "zlib"
                make = f"{self.names.helper('InflatedText')}.of" if is_packed else "str"
                value = f'{make}({self._bytes(member, own)}, "{encoding}")'
            case _:
                value = self._bytes(member)
        if member.enum is not None and isinstance(kind, model.NumberKind | model.Bits | model.TypeUse):
            value = f"{self.names.lookup(member.enum)}[{value}]"
        self.out.add(self._stored(member, value, self._local(member)))
        if isinstance(kind, model.Bits):
            self._loose(kind.width, member)

    def _number(self, kind: model.NumberKind) -> str:
        if kind.kind == "u" and kind.width == 1:
            return "io.u1()"
        names = []
        code = shapes.number_code(kind)
        for order in code[0].replace("@", "<>"):
            name = f"_{kind.kind}{kind.width}{'le' if order == '<' else 'be'}".upper()
            self.constants[name] = f'{self.names.helper("Struct")}("{order}{code[1]}")'
            names.append(name)
        layout = names[0] if len(names) == 1 else f"{names[0]} if self._le else {names[1]}"
        return f"io.{'real' if kind.kind == 'f' else 'number'}({layout})"

    def _code_of(self, kind: model.NumberKind) -> str:
        code = shapes.number_code(kind)
        return f'"<{code[1]}" if self._le else ">{code[1]}"' if code[0] == "@" else f'"{code}"'

    def _record(self, member: model.Field, target: model.Type, arguments: tuple[ex.Expression, ...]) -> None:
        part = self._named_part(self._part(member))
        is_own = target.schema == self.target.schema
        local = self._record_local(member)
        lines = [f"{local}._le = self._le"] if target.is_switched and target.endian is None else []
        lines += [] if is_own else [f"{local}._above = self"]
        for param, argument in zip(target.params, arguments, strict=True):
            lines.append(f"{local}.{attribute_name(param.id)} = {self.terms.python(argument)}")
        root = "self._root" if is_own else "None" if target.outer is not None else local
        around = f"{self._parent(member, is_own=is_own)}, {root}"
        self._read_record(member, self.names.of(target), around, part, lines)

    def _record_local(self, member: model.Field) -> str:
        return self._local(member) or "each"

    def _named_part(self, part: str) -> str:
        """Return the local that has the stream of a record."""
        if part == "io":
            return part
        self.out.add(f"part = {part}")
        return "part"

    def _read_record(self, member: model.Field, cls: str, around: str, part: str, lines: Sequence[str]) -> None:
        """Read a record; what could be read of a bad one stays in the tree.

        An element is in its list when it has been read: those before it may be counted by what is in it. The attributes
        that every record has are set here, which saves a call.
        """
        local = self._record_local(member)
        new = f"{self.names.helper('new_record')}({cls})"
        own = ", ".join(f"{local}.{name}" for name in ("_io", "_parent", "_root", "_start"))
        begun = [f"{own} = {part}, {around}, {part}.pos", *lines]
        if member.repeat is None:
            self.out.add(self._stored(member, new, local), *begun, f"{local}._read({part}, trace)")
        else:
            self.out.add(f"{local} = {new}", *begun)
            with self.out.indented("try:"):
                self.out.add(f"{local}._read({part}, trace)")
            with self.out.indented("finally:"):
                self.out.add(self._stored(member, local, ""))
        if self.has_loose_bits and part == "part":
            self.out.add("part.end()")
        elif self.has_loose_bits:
            self._is_aligned = False

    def _parent(self, member: model.Field, *, is_own: bool = True) -> str:
        if member.parent is None:
            return "self" if is_own else "None"
        return "None" if isinstance(member.parent, bool) else self.terms.python(member.parent)

    def _switch(self, member: model.Field, kind: model.SwitchKind) -> None:
        self.out.add(f"on = {self.terms.python(kind.on)}")
        cases = kind.keyed
        if len(cases) > 1 and all(shapes.is_plain_record(case, self.target) for _, case in cases):
            self._table(member, cases)
            word = "else"
        else:
            word = "if"
            groups: dict[model.FieldKind, list[str]] = {}
            for key, case in cases:
                groups.setdefault(case, []).append(self.terms.atom(key))
            for case, keys in groups.items():
                before = self._is_aligned
                test = f"== {keys[0]}" if len(keys) == 1 else f"in ({', '.join(keys)})"
                with self.out.indented(f"{word} on {test}:"):
                    self._kind(member, case)
                self._is_aligned = self._is_aligned and before
                word = "elif"
            word = "else" if cases else "if True"
        with self.out.indented(f"{word}:"):
            if kind.otherwise is not None:
                self._kind(member, kind.otherwise)
            elif member.size or member.to_end:  # bytes as they are, which nothing says to cut
                self._kind(replace(member, terminator=None, pad_right=None), model.RawBytes())
            elif member.repeat is None:
                self.out.add(self._stored(member, "None", self._local(member)))
            else:  # a list has no element for it
                self.out.add(f"{self._local(member)} = None" if self._local(member) else "pass")

    def _table(self, member: model.Field, cases: list[tuple[ex.Expression, model.FieldKind]]) -> None:
        """Read the record of a class that a table gives."""
        name = f"_{self.names.of(self.target)}_{member.id}"
        pairs = [
            f"{self.terms.python(key)}: {self.names.of(case.type)}"
            for key, case in cases
            if isinstance(case, model.TypeUse)
        ]
        self.tables[name] = f"{{{', '.join(pairs)}}}.get"
        part = self._part(member)
        self.out.add(f"kind = {name}(on)")
        with self.out.indented("if kind is not None:"):
            part = self._named_part(part)
            lines = [f"{self._record_local(member)}._le = self._le"] if self.target.is_switched else []
            self._read_record(member, "kind", f"{self._parent(member)}, self._root", part, lines)

    # Bytes

    def _bytes(self, member: model.Field, own: model.Terminator | None = None) -> str:
        """Return Python for the bytes of a field; own: the terminator of a text that a switch chooses."""
        end = member.terminator or own
        ends = "" if end is None else quoted_bytes(end.unit)
        self._align_value()
        if member.size is not None:
            data = f"io.take({self.terms.number(member.size)})"
        elif member.to_end:
            data = "io.rest()"
        else:
            assert end is not None
            flags = {"include": (end.include, False), "consume": (end.consume, True), "required": (end.required, True)}
            stated = [f", {name}={value}" for name, (value, default) in flags.items() if value != default]
            data, end = f"io.until({ends}{''.join(stated)})", None
        if end is not None or member.pad_right is not None:
            cut = f", {ends}, {end.include}" if end is not None else ""
            padding = None if end is not None and end.byte == member.pad_right else member.pad_right
            data = f"{self.names.helper('unpadded')}({data}, {padding}{cut})"
        return data if member.process is None else self._processed(member.process, data)

    def _processed(self, process: model.Process, data: str) -> str:
        if process.name == "zlib":
            return f"{self.names.helper('inflated')}({data}, io.reading)"
        argument = self.terms.python(process.arguments[0])
        return f"{self.names.helper(process.name)}({data}, {argument})"

    def _part(self, member: model.Field) -> str:
        """Return Python for the stream of a record, or of a number of its own."""
        if not member.has_extent:
            return "io"
        self._align_value()
        if member.process is None and member.pad_right is None and member.terminator is None:
            size = "io.remaining" if member.size is None else self.terms.number(member.size)
            return f"io.part({size})"
        self.out.add("start = io.pos")
        made = "" if member.process is None else ", is_made=True"
        return f"io.over({self._bytes(member)}, start{made})"

    # Rules

    def _rules(self, member: model.Field, it: str) -> None:
        for rule, test, limit in self.terms.about(it, types.element_type(member)).tests(member):
            self._check(it, test, rule.rule, limit if rule.rule in ("eq", "min", "max") else "None")

    def _check(self, it: str, holds: str, rule: str, expected: str = "None") -> None:
        self.out.add(f'({holds}) or {self.names.helper("refuse")}("{rule}", {expected}, {it})')

    def _tell(self, line: str) -> None:
        """Tell a trace, if there is one."""
        self.out.add(f"trace is None or {line}")


def _names(*expressions: ex.Expression | None) -> set[str]:
    """Return the names in expressions."""
    parts = (part for each in expressions if each is not None for part in ex.walk(each))
    return {part.id for part in parts if isinstance(part, ex.Name)}
