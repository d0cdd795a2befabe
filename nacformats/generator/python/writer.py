"""Render the methods that write a record: numbers that follow one another are packed at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from nacformats.generator import expressions as ex
from nacformats.generator import model, types
from nacformats.generator.expressions import quoted
from nacformats.generator.faithful import is_faithful
from nacformats.generator.pycode import quoted_bytes
from nacformats.generator.python.names import Names, attribute
from nacformats.generator.python.terms import Terms
from nacformats.generator.writing import Derivation, asks_stream, derivation, derived_by, holds_record, is_bare
from nacformats.generator.writing import is_circular, takes_no_bytes, unwritable

#: Format characters of struct, by kind and width.
_CODES = {"u1": "B", "u2": "H", "u4": "I", "u8": "Q", "s1": "b", "s2": "h", "s4": "i", "s8": "q", "f4": "f", "f8": "d"}
_ORDERS = {"le": "<", "be": ">", "switched": "@"}
_PREFIXES = {"<": "_LE_", ">": "_BE_"}
#: The comparisons of rules, and how they are said.
_COMPARED = {"eq": ("==", ""), "min": (">=", "at least "), "max": ("<=", "at most "), "any-of": ("in", "one of ")}
#: What is done to bytes to have them as they were before they were processed.
_UNDONE = {"xor": "xor", "rol": "ror", "ror": "rol", "zlib": "deflated"}


@dataclass
class Writer:
    """Renders the writing of one type.

    Attributes:
        target: the type.
        names: of the module.
        structs: the layouts that the methods use, which the module holds: name -> Python.
        schema: the schema, if the type is that of its files.
    """

    target: model.Type
    names: Names
    structs: dict[str, str] = field(default_factory=dict)
    schema: model.Schema | None = None

    def constants(self) -> Iterator[str]:
        """Return the tables of the class, not indented."""
        derived = {member.id: how for member in self.target.fields if (how := self._derived(member)) is not None}
        stale = [name for name, how in derived.items() if how.is_sure]
        implied = [name for name in stale if derived[name].function != "argument_of"]
        implied += [member.id for member in self.target.fields if member.contents is not None]
        codes = {m.id: _code(m.kind) for m in self.target.stored if isinstance(m.kind, model.NumberKind)}
        tables = {
            "DERIVED": _names(implied),
            "STALE": _names(stale),
            "OFFSETS": _table({name: f"({quoted(offset)}, {align})" for name, (offset, align) in self._offsets()}),
            "CODES": _table({name: quoted(code.replace("@", "<")) for name, code in codes.items()}),
        }
        if self.schema is not None:
            reasons = ", ".join(f"({quoted(path)}, {quoted(reason)})," for path, reason in unwritable(self.schema))
            tables["UNWRITABLE"] = f"({reasons})" if reasons else ""
            tables["IS_FAITHFUL"] = "True" if is_faithful(self.schema) else ""
            tables["IS_CIRCULAR"] = "True" if is_circular(self.schema) else ""
        yield from (f"{name} = {text}" for name, text in tables.items() if text)

    def lines(self) -> Iterator[str]:
        """Return the methods, not indented."""
        yield from self._method("_write", "out: Output", self._writing())
        yield from self._method("_fill", f"it: {self.names.of(self.target)}", self._filling())
        for param in self.target.params:
            how = derivation(self.target, param.id)
            yield from self._method(f"_default_{param.id}", "", self._derivation(how) if how else ())
        for member in self.target.stored:
            name = attribute(member.id)
            made = self._made(member)
            yield from self._method(f"_if_{name}", "", self._condition(member))
            yield from self._method(f"_default_{name}", "", self._default(member))
            yield from self._method(f"_make_{name}", "it: Any", [f"return {made}"] if made else ())
            if any(how is not None and (how.function, how.member) == ("length_of", member.id) for how in self._all()):
                yield from self._method(f"_data_{name}", "it: Any", [f"return {self._data(member, 'it')}"])
        for member in self.target.placed:
            yield from self._placed(member, attribute(member.id))

    @staticmethod
    def _method(name: str, arguments: str, body: Iterator[str] | list[str] | tuple[str, ...]) -> Iterator[str]:
        lines = list(body)
        if lines:
            kind = "None" if name in ("_write", "_fill") or name.startswith("_put_") else "Any"
            yield f"def {name}(self{', ' if arguments else ''}{arguments}) -> {kind}:"
            yield from (f"    {line}" for line in lines)
            yield ""

    # What the tree gives, and what follows from it

    def _all(self) -> Iterator[Derivation | None]:
        for member in (*self.target.fields, *self.target.params):
            yield from (derivation(self.target, member.id), derivation(self.target, member.id, plainly=True))

    def _derived(self, member: model.Field) -> Derivation | None:
        return derived_by(self.target, member)

    def _filling(self) -> Iterator[str]:
        """Copy what is written as it is from a record that was read."""
        copied = False
        for member in self.target.fields:
            name = attribute(member.id)
            if self._derived(member) is not None or not _is_copied(member):
                continue
            copied = True
            if member.enum is not None or _native(member.kind):
                kind = "str" if member.enum is not None else "bytes"
                yield f"self.{name} = it.{name} if type(it.{name}) is not {kind} else self._make_{name}(it.{name})"
            else:
                yield f"self.{name} = it.{name}"
        if not copied:
            yield "pass"

    def _condition(self, member: model.Field) -> Iterator[str]:
        if member.condition is None:
            return
        if asks_stream(self.target, member.condition):  # the tree knows better
            yield f"return self._gives({quoted(member.id)}) is not None"
        else:
            yield f"return {self._python(member.condition, f'{member.path}/if')}"

    def _default(self, member: model.Field) -> Iterator[str]:
        body = list(self._value_left_out(member))
        if member.condition is not None:
            yield f"if not self._if_{attribute(member.id)}():"
            yield "    return None"
            body = body or [f"return self._missing({quoted(member.id)})"]
        yield from body

    def _value_left_out(self, member: model.Field) -> Iterator[str]:
        if member.count is not None and member.pos is not None and takes_no_bytes(member.kind):
            yield f"return [{{}}] * {self._python(member.count, f'{member.path}/repeat-expr')}"
        if member.repeat is not None:
            return
        how = self._derived(member)
        pinned = next((value for rule in member.valid for value in rule.right_values), None)
        match member.kind:
            case _ if member.default is not None:
                yield f"return {member.default}"
            case _ if how is not None:
                yield from self._derivation(how)
            case _ if pinned is not None:
                yield f"return {self._python(pinned, f'{member.path}/valid')}"
            case _ if member.contents is not None:
                yield f"return {quoted_bytes(member.contents)}"
            case model.TextKind() | model.RawBytes() if member.to_end or member.size == ex.Literal(0):
                yield 'return ""' if isinstance(member.kind, model.TextKind) else 'return b""'
            case model.TypeUse() if takes_no_bytes(member.kind):
                yield "return {}"
            case model.SwitchKind():
                empty = [key for key, case in member.kind.cases if takes_no_bytes(case)]
                yield from self._switched_default(member.kind, empty, member)

    def _switched_default(
        self, kind: model.SwitchKind, empty: list[ex.Expression | None], member: model.Field
    ) -> Iterator[str]:
        """What a switch holds where the tree gives nothing: no record, or one without fields."""
        path = f"{member.path}/type"
        yield f"case = {self._python(kind.on, path)}"
        named = [key for key, _ in kind.cases if key is not None]
        for keys, value in (([key for key in empty if key is not None], "{}"), (named, "")):
            left = [key for key in keys if value or key not in empty]
            if left:
                yield f"if case in ({', '.join(self._python(key, path) for key in left)},):"
                yield f"    return {value}" if value else f"    return self._missing({quoted(member.id)})"
        if len(named) == len(kind.cases):
            yield "return None" if not _has_extent(member) else 'return b""' if member.to_end else f"return self._missing({quoted(member.id)})"
        else:
            yield "return {}" if None in empty else f"return self._missing({quoted(member.id)})"

    def _derivation(self, how: Derivation) -> Iterator[str]:
        if how.value is not None:
            yield f"return {self._python(how.value, self.target.path)}"
            return
        param = [quoted(how.param)] if how.param is not None else []
        terms = [str(how.scale), str(how.plus)] if (how.scale, how.plus) != (1, 0) else []
        yield f"return self._{how.function}({', '.join([quoted(how.member), *param, *terms])})"

    def _offsets(self) -> Iterator[tuple[str, tuple[str, int]]]:
        numbers = [each for each in self.target.fields if not holds_record(each) and each.repeat is None]
        for member in self.target.placed:
            for each in numbers:
                if member.pos is not None and is_bare(member.pos, each.id):
                    yield member.id, (each.id, each.align)
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
            case model.TypeUse(target, arguments) if target.schema in model.NATIVE:
                return f"{self._helper('varint_of')}(it, {quoted(target.schema)}, self)"
            case model.TypeUse(target, arguments):
                return self._record(member, target, arguments, place)
            case model.SwitchKind(on, cases):
                return self._switched(member, on, cases, place)
            case _ if member.enum is not None:
                return f"{self._helper('member')}({self.names.of(member.enum)}, it, self)"
            case model.NumberKind("f", _, _):
                return f"{self._helper('real_of')}(it, {quoted(_code(kind).replace('@', '<'))})"
        return ""

    def _record(self, member: model.Field, target: model.Type, given: tuple[ex.Expression, ...], place: str) -> str:
        path = f"{member.path}/type"
        arguments = "".join(f"lambda: {self._python(each, path)}, " for each in given)
        options = [f"({arguments.rstrip()})"] if arguments else []
        if place != "None" or options:
            options.insert(0, place)
        if _has_extent(member):
            options.append("apart=True")
        if isinstance(member.parent, ex.Expression):
            options.append(f"parent={self._python(member.parent, f'{member.path}/parent')}")
        return f"{self._helper('made')}({', '.join([self.names.of(target), 'it', 'self', *options])})"

    def _switched(
        self,
        member: model.Field,
        on: ex.Expression,
        cases: tuple[tuple[ex.Expression | None, model.FieldKind], ...],
        place: str,
    ) -> str:
        """Return a choice of what the value becomes in each case."""
        made = [(key, self._element(member, kind, place) or "it") for key, kind in cases]
        if all(each == "it" for _, each in made):
            return ""
        text = next((each for key, each in made if key is None), "it")
        case = self._python(on, f"{member.path}/type")
        named = [(key, each) for key, each in made if key is not None]
        first = True
        chosen = ""
        for each, group in groupby(named, key=lambda pair: pair[1]):
            keys = [self._python(key, f"{member.path}/type") for key, _ in group if key is not None]
            subject = f"(case := {case})" if first else "case"
            test = f"{subject} == {keys[0]}" if len(keys) == 1 else f"{subject} in ({', '.join(keys)})"
            chosen += f"{each} if {test} else "
            first = False
        return f"({chosen}{text})"

    # What is written

    def _writing(self) -> Iterator[str]:
        group: list[model.Field] = []
        for member in (*self.target.fields, None):
            order = None if member is None else _order_of(member)
            if group and (order is None or len({order, *map(_order_of, group)} - {""}) > 1):
                yield from self._group(group)
                group = []
            if member is not None and order is not None:
                group.append(member)
            elif member is not None:
                yield from self._field(member)
        if not self.target.fields:
            yield "pass"

    def _group(self, members: list[model.Field]) -> Iterator[str]:
        """Numbers and constants that follow one another."""
        values, codes = [], ""
        order = next((each for each in map(_order_of, members) if each), "<")
        for member in members:
            if member.contents is not None:
                yield f"self._constant({quoted(member.id)}, {quoted_bytes(member.contents)})"
                values.append(quoted_bytes(member.contents))
                codes += f"{len(member.contents)}s"
            else:
                values.append(f"self.{attribute(member.id)}")
                codes += _code(member.kind)[1]
        if codes.strip("0123456789s") == "":
            yield from (f"out.write({value})" for value in values)
            return
        floats = [f"self.{attribute(member.id)}" for member in members if _code(member.kind)[1:] == "f"]
        pack = f"out.write({self._struct(order, codes)}.pack({', '.join(values)}))"
        if floats and len(floats) == len(values):
            yield f"numbers = ({', '.join(floats)},)"
            yield "if sum(numbers) == sum(numbers):"
            yield f"    out.write({self._struct(order, codes)}.pack(*numbers))"
            yield "else:"
            yield f"    out.write({self._helper('packed')}({self._order(order, codes)}, numbers))"
        else:
            yield pack
        for member in members:
            yield from (line for each in members for line in self._rules(each, f"self.{attribute(each.id)}"))

    def _order(self, order: str, codes: str) -> str:
        if order == "@":
            return f'("<" if self._le else ">") + {quoted(codes)}'
        return quoted(order + codes)

    def _struct(self, order: str, codes: str) -> str:
        if order == "@":
            return f"({self._struct('<', codes)} if self._le else {self._struct('>', codes)})"
        name = _PREFIXES[order] + codes
        self.structs[name] = f"{self._helper('Struct')}({quoted(order + codes)})"
        return name

    def _field(self, member: model.Field) -> Iterator[str]:
        name = attribute(member.id)
        yield f"self._at = {quoted(member.id)}"
        yield f"it = self.{name}"
        body = self._put(member)
        if member.condition is None:
            yield from body
            return
        yield f"if self._if_{name}():"
        yield from (f"    {line}" for line in body)
        yield "elif it is not None:"
        yield "    self._surplus()"

    def _put(self, member: model.Field) -> Iterator[str]:
        """Write the value `it` of a field, or of its elements."""
        if member.repeat is None:
            yield from self._put_one(member)
            yield from self._rules(member, "it")
            return
        if member.count is not None and not asks_stream(self.target, member.count):
            yield f"self._counted(it, {self._python(member.count, f'{member.path}/repeat-expr')})"
        match member.kind:
            case model.NumberKind() if not member.valid:
                code = _code(member.kind)
                body = [f"{self._helper('put_numbers')}(out, {self._order(code[0], code[1])}, it)"]
            case _:
                inner = [*self._put_one(member), *self._rules(member, "it")]
                body = ["for index, it in enumerate(it):", *(f"    {line}" for line in ("self._n = index", *inner))]
                body.append("self._n = None")
        yield "if type(it) is list:"
        yield from (f"    {line}" for line in body)
        yield "else:"
        yield "    self._ready_list(it, out)"

    def _put_one(self, member: model.Field) -> Iterator[str]:
        if not _has_extent(member) and member.contents is None:
            yield from self._put_kind(member, member.kind)
            return
        size = None if member.size is None else self._python(member.size, f"{member.path}/size")
        data, end = self._data(member, "it"), member.terminator
        if member.contents is not None:
            yield f"self._constant({quoted(member.id)}, {quoted_bytes(member.contents)})"
            yield f"out.write({quoted_bytes(member.contents)})"
        elif size is not None:
            holds = isinstance(member.kind, model.TypeUse | model.SwitchKind)
            fill = member.pad_right if member.pad_right is not None else 0 if holds or end is not None else None
            fill_text = "" if fill is None else f", {fill}"
            if end is not None:
                yield f"size = {size}"
                data = f"{self._helper('ended')}(self, {data}, {_unit(end)}, include={end.include}, size=size)"
                size = "size"
            yield f"{self._helper('put_sized')}(self, out, {data}, {size}{fill_text})"
        elif end is not None and not member.to_end:
            options = f"include={end.include}, consume={end.consume}, required={end.required}"
            yield f"{self._helper('put_ended')}(self, out, {data}, {_unit(end)}, {options})"
        else:
            yield f"{self._helper('put_data')}(out, {data})"

    def _data(self, member: model.Field, value: str) -> str:
        """Return the content of a field of bytes, before it is filled up."""
        data = self._content(member, member.kind, value)
        if member.process is not None:
            arguments = [self._python(each, f"{member.path}/process") for each in member.process.arguments]
            undone = _UNDONE[member.process.name]
            joined = f"{self._helper('joined')}({data})"
            data = f"{self._helper(undone)}({', '.join([joined, *arguments])})"
        return data

    def _content(self, member: model.Field, kind: model.FieldKind, value: str) -> str:
        match kind:
            case model.TextKind(encoding):
                return f"{self._helper('text_bytes')}({value}, {quoted(encoding)}, self)"
            case model.TypeUse(target, _) if target.schema not in model.NATIVE:
                return f"self._content({value})"
            case model.SwitchKind():
                return f"self._content({value})"
        return f"{self._helper('raw_bytes')}({value}, self)"

    def _put_kind(self, member: model.Field, kind: model.FieldKind) -> Iterator[str]:
        match kind:
            case model.NumberKind():
                code = _code(kind)
                if code[1] in "fd":
                    yield f"out.write({self._helper('packed')}({self._order(code[0], code[1])}, (it,)))"
                else:
                    yield f"out.write({self._struct(code[0], code[1])}.pack(it))"
            case model.Bits(width, endian):
                yield f"{self._helper('put_bits')}(self, out, {width}, it, {quoted(endian)})"
            case model.TypeUse(target, _) if target.schema in model.NATIVE:
                yield f"out.write({self._helper('varint_bytes')}(it, {quoted(target.schema)}, self))"
            case model.TypeUse():
                yield "it._put(out)"
            case model.SwitchKind():
                yield from self._put_switch(member, kind)
            case _:
                raise AssertionError(kind)

    def _put_switch(self, member: model.Field, kind: model.SwitchKind) -> Iterator[str]:
        path = f"{member.path}/type"
        yield f"case = {self._python(kind.on, path)}"
        word = "if"
        groups: dict[str, list[str]] = {}
        for key, case in kind.cases:
            lines = "\n".join(self._put_kind(member, case))
            if key is not None:
                groups.setdefault(lines, []).append(self._python(key, path))
        for lines, keys in groups.items():
            yield f"{word} case == {keys[0]}:" if len(keys) == 1 else f"{word} case in ({', '.join(keys)}):"
            yield from (f"    {line}" for line in lines.split("\n"))
            word = "elif"
        otherwise = next((list(self._put_kind(member, case)) for key, case in kind.cases if key is None), None)
        if otherwise is None:
            yield f"{word} it is not None:"
            yield "    self._surplus()"
        elif word == "if":
            yield from otherwise
        else:
            yield "else:"
            yield from (f"    {line}" for line in otherwise)

    def _placed(self, member: model.Field, name: str) -> Iterator[str]:
        yield from self._method(f"_put_{name}", "out: Output", [f"it = self.{name}", *self._put(member)])
        if member.pos is not None:
            pos = self._python(member.pos, f"{member.path}/pos")
            yield from self._method(f"_pos_{name}", "", [f"return {pos}"])
        if member.io is not None:
            yield from self._method(f"_io_{name}", "", [f"return {self._python(member.io, f'{member.path}/io')}"])

    def _rules(self, member: model.Field, value: str) -> Iterator[str]:
        path = f"{member.path}/valid"
        if member.valid and value != "it":
            yield f"it = {value}"
        for rule in member.valid:
            operands = [self._python(operand, path, types.element_type(member)) for operand in rule.operands]
            if rule.rule in _COMPARED:
                sign, words = _COMPARED[rule.rule]
                limit = f"({', '.join(operands)},)" if rule.rule == "any-of" else operands[0]
                test, said = f"it {sign} {limit}", f"{quoted(words)} + repr({limit})" if words else f"repr({limit})"
            elif rule.rule == "in-enum":
                assert member.enum is not None
                enum = self.names.of(member.enum)
                test, said = f"isinstance(it, {enum}) or it in {enum}._value2member_map_", quoted(f"a member of {enum}")
            else:
                test, said = operands[0], quoted(f"`{rule.words}`")
            yield f"if not ({test}):"
            yield f"    self._broken({quoted(member.id)}, {said}, it)"

    def _python(self, expression: ex.Expression, path: str, it: types.DataType | None = None) -> str:
        return Terms(self.names, self.target, it_type=it).python(expression, path)

    def _helper(self, name: str) -> str:
        return self.names.helper(name)


def _order_of(member: model.Field) -> str | None:
    """Return the byte order of a number that is packed with others, empty for a constant; None for other fields."""
    if member.repeat or member.condition is not None or _has_extent(member) or member.process is not None:
        return None
    if member.contents is not None:
        return ""
    return _code(member.kind)[:1] or None


def _code(kind: model.FieldKind) -> str:
    """Return byte order and format character of a number; empty for every other kind."""
    return f"{_ORDERS[kind.endian]}{_CODES[f'{kind.kind}{kind.width}']}" if isinstance(kind, model.NumberKind) else ""


def _has_extent(member: model.Field) -> bool:
    return member.size is not None or member.to_end or member.terminator is not None


def _native(kind: model.FieldKind) -> bool:
    return isinstance(kind, model.TypeUse) and kind.type.schema in model.NATIVE


def _is_copied(member: model.Field) -> bool:
    """Return True if the value of a field that was read is the one to write."""
    if member.repeat is not None or member.condition is not None or member.default is not None:
        return False
    return _native(member.kind) or not isinstance(member.kind, model.TypeUse | model.SwitchKind)


def _unit(end: model.Terminator) -> str:
    return quoted_bytes(end.unit)


def _names(names: list[str]) -> str:
    return f"frozenset({{{', '.join(map(quoted, names))}}})" if names else ""


def _table(table: dict[str, str]) -> str:
    return f"{{{', '.join(f'{quoted(name)}: {text}' for name, text in table.items())}}}" if table else ""
