"""Generates construct structs from a schema: one Record for each type, readable, that parses and builds."""

from __future__ import annotations

import keyword
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from nacformats.codec.constructs import RecordNode
from nacformats.codec.tables import class_name
from nacformats.generator import expressions as ex
from nacformats.generator import model, pycode, types
from nacformats.generator.expressions import Expression, quoted
from nacformats.generator.reading import schema_model
from nacformats.generator.scopes import find_enum
from nacformats.generator.writing import Derivation, check_writable, derivation, holds_record, is_bare

#: The constructs of the rules that compare with one value.
_COMPARISONS = {"eq": "Fixed", "min": "AtLeast", "max": "AtMost"}
#: The names that a module of structs may import, by the module of nacformats.codec.constructs that has them.
_CONSTRUCTS = {
    "expressions": "argument_of at_end_of count_of length_of offset_of position_in size_of "
    "bounded_product bounded_remainder bounded_shift bounded_sum",
    "fields": "AtLeast AtMost Default Derived Fixed If InEnum OneOf Switch Valid",
    "lists": "Repeat",
    "numbers": "BitField Enumerated FloatingPoint Integer Sleb128 Uleb128 VlqBase128Be member",
    "records": "At Call Computed Record",
    "texts": "Contents Raw Rest Size Text Until Within",
}
_NAMES = {name: module for module, names in _CONSTRUCTS.items() for name in names.split()}
#: The formats of numbers by their width, as `struct` has them; those of unsigned ones are in capitals.
_BYTE_ORDERS = {"le": '"<"', "be": '">"'}
_INTEGERS, _FLOATS = {1: "b", 2: "h", 4: "l", 8: "q"}, {4: "f", 8: "d"}
#: What `this.id` means for a record, unless `id` is a field.
_RESERVED = {name for name in dir(RecordNode) if not name.startswith("_")}


#: What a field may be and the structs cannot read, by the key that says it.
_UNSUPPORTED: dict[str, Callable[[model.Field], bool]] = {
    "process": lambda member: member.process is not None,
    "parent": lambda member: member.parent is not None,
    "pad-right": lambda member: member.pad_right is not None,
    "terminator": lambda member: member.terminator is not None and (member.size is not None or member.to_end),
    "type": lambda member: any(map(_is_odd, model.switched_kinds(member.kind))),
}


def _is_odd(kind: model.FieldKind) -> bool:
    """Return True for a number of switched byte order, and for a text among others that has its own terminator."""
    if isinstance(kind, model.TextKind):
        return kind.terminator is not None
    return isinstance(kind, model.NumberKind) and kind.endian == "switched"


def render_constructs(name: str) -> str:
    """Return the module with the construct structs of a schema.

    Raises:
        SchemaError: the schema is outside the profile.
    """
    return render_schema(schema_model(name))


def render_schema(schema: model.Schema, *, alone: bool = False) -> str:
    """Render the module for a schema that need not be in schemas/.

    Args:
        schema: its model.
        alone: whether to leave out the imports of the structs of other schemas, which are names that the text uses, and
            to bound what expressions compute: the schema may be anybody's.

    Raises:
        SchemaError: a file could not be written by it.
    """
    check_supported(schema)
    check_writable(schema)
    return _Module(schema, alone).text()


def check_supported(schema: model.Schema) -> None:
    """Refuse what schemas may say and the structs cannot do.

    Raises:
        SchemaError: the message begins with the path of the first field of that kind.
    """
    for target in schema.types:
        for member in target.stored:
            for key, applies in _UNSUPPORTED.items():
                if applies(member):
                    words = {
                        "type": "a byte order that the file chooses",
                        "terminator": "`terminator` inside of a size",
                    }
                    reason = f"{words.get(key, f'`{key}`')}: construct structs do not support it"
                    raise model.SchemaError(f"{member.path}/{key}", reason)
            if any(use.type is schema.root for use in model.uses(member.kind)):
                raise model.SchemaError(member.path, "the type of the whole file: construct structs do not support it")
        if unplaced := [member for member in target.placed if member.pos is None]:
            raise model.SchemaError(unplaced[0].path, "an instance without `pos`: construct structs do not support it")


def module_alias(name: str) -> str:
    """Return the name by which the structs of an imported schema are used."""
    return f"{name}_schema"


def record_name(target: model.Type) -> str:
    """Return the name of the Record of a type."""
    return target.name


def enum_class(enum: model.Enum) -> str:
    """Return the name of the class of an enum."""
    return class_name(enum.name)


@dataclass
class _Module:
    schema: model.Schema
    alone: bool = False
    used: set[str] = field(default_factory=set)
    defined: list[model.Type] = field(default_factory=list)

    def text(self) -> str:
        title = pycode.in_docstring(self.schema.title)
        if (native := model.NATIVE.get(self.schema.name)) is not None:
            imports = [f"from nacformats.codec.constructs.numbers import {native}"]
            body = [*_comment(self.schema.root.doc, "", ""), f"{self.schema.name} = {native}()"]
            return pycode.module_text(
                f"Construct of {title}: it parses and it builds.", imports, [self.schema.name], body
            )
        enums = [line for enum in self.schema.enums for line in _enum_lines(enum)]
        records = [line for target in self._ordered() for line in self._record_lines(target)]
        names = [enum_class(enum) for enum in self.schema.enums] + [record_name(target) for target in self.schema.types]
        for name in set(names) & _NAMES.keys():
            raise model.SchemaError("/", f"a type or an enum would hide the construct {name}: rename it")
        body = [*enums, *records][1:]  # of the two empty lines before the first, one is there
        return pycode.module_text(
            f"Construct structs of {title}: they parse and they build.", self._imports(), sorted(names), body
        )

    def _imports(self) -> list[str]:
        lines = ["from enum import IntEnum", ""] if self.schema.enums else []
        for module in _CONSTRUCTS:
            names = {name for name in self.used if _NAMES[name] == module}
            lines += pycode.import_lines(f"nacformats.codec.constructs.{module}", names)
        foreign = [] if self.alone else [name for name in self.schema.imports if name not in model.NATIVE]
        package = "nacformats._generated.construct"
        return lines + [f"from {package} import {name} as {module_alias(name)}" for name in foreign]

    # Records

    def _ordered(self) -> list[model.Type]:
        """Return the types, each after those that it uses; `defined` grows while they are written."""
        ordered: list[model.Type] = []

        def visit(target: model.Type, open_types: tuple[model.Type, ...]) -> None:
            if target in ordered or target in open_types:
                return
            for used in target.held:
                if used.schema == self.schema.name:
                    visit(used, (*open_types, target))
            ordered.append(target)

        for target in self.schema.types:
            if target is not self.schema.root:
                visit(target, ())
        visit(self.schema.root, ())
        return ordered

    def _record_lines(self, target: model.Type) -> Iterator[str]:
        writer = _TypeWriter(self, target)
        body = [*writer.members(), *(f"    {option}," for option in writer.options())]
        yield from ("", "")
        yield from _comment(target.doc, target.doc_ref, "")
        opening = f"{record_name(target)} = {self.name('Record')}("
        yield from (opening, *body, ")") if body else (f"{opening})",)
        self.defined.append(target)

    def name(self, construct: str) -> str:
        """Return a name of nacformats.codec.constructs, and import it."""
        self.used.add(construct)
        return construct


def _enum_lines(enum: model.Enum) -> Iterator[str]:
    yield from ("", "", f"class {enum_class(enum)}(IntEnum):")
    for member in enum.members:
        doc = f"  # {' '.join(member.doc.split())}" if member.doc else ""
        name = pycode.python_name(member.id)
        line = f"    {name} = {member.number}{doc}"
        if len(line) > pycode.WIDTH:
            yield from _comment(member.doc, "", "    ")
            line = f"    {name} = {member.number}"
        yield line


def _comment(doc: str, doc_ref: str, indent: str) -> Iterator[str]:
    paragraphs = [part for part in (*doc.split("\n\n"), f"See {doc_ref}." if doc_ref else "") if part.strip()]
    for number, paragraph in enumerate(paragraphs):
        if number:
            yield f"{indent}#"
        for line in textwrap.wrap(" ".join(paragraph.split()), pycode.WIDTH - len(indent) - 2, break_long_words=False):
            yield f"{indent}# {line}"


# One type


@dataclass(frozen=True)
class _Terms(ex.Python):
    """Renders expressions of a type: their types say what `/` and `.length` are."""

    scope: model.Type | None = None
    it: types.DataType | None = None

    def _type(self, expression: Expression) -> types.DataType:
        assert self.scope is not None
        return types.type_of(expression, self.scope, self.it)

    def _is_fraction(self, *sides: Expression) -> bool:
        return any(isinstance(self._type(side), types.FloatType) for side in sides)

    def _attribute(self, of: Expression, name: str, arguments: list[str]) -> str:
        if isinstance(self._type(of), types.RecordType):
            return self.access(self._operand(of), name)
        return super()._attribute(of, name, arguments)


@dataclass
class _TypeWriter:
    """Writes the members of one type."""

    module: _Module
    type: model.Type

    def _enum(self, path: tuple[str, ...]) -> str:
        found = find_enum(self.type, path)
        if found is None:
            raise ex.ExpressionError(f"there is no enum {'::'.join(path)}")
        return enum_class(found)

    def _call(self, construct: str, *arguments: pycode.Code | str) -> pycode.Code:
        return pycode.Code(self.module.name(construct), arguments)

    def _lambda(self, expression: Expression, path: str, it: types.DataType | None = None) -> str:
        arguments = "this" if it is None else "it, this"
        return f"lambda {arguments}: {self._python(expression, path, it)}"

    def _value_or_lambda(self, expression: Expression, path: str) -> str:
        if isinstance(expression, ex.Literal):
            return self._python(expression, path)
        return self._lambda(expression, path)

    def _python(self, expression: Expression, path: str, it: types.DataType | None = None) -> str:
        """Render an expression; `it` is the type of `_`, where there is one."""
        module = self.module
        terms = _Terms(self._enum, _access, module.name, module.alone, scope=self.type, it=it)
        try:
            return terms.render(expression)
        except ex.ExpressionError as error:
            raise model.SchemaError(path, str(error)) from None

    def members(self) -> Iterator[str]:
        """Return the fields and the instances, each after its documentation."""
        for member in self.type.stored:
            yield from _member_lines(member.id, member.doc, self.field(member))
        for value in self.type.values:
            yield from _member_lines(value.id, value.doc, self.instance(value))

    def options(self) -> Iterator[str]:
        """Return the keyword arguments of the Record."""
        if self.type.params:
            yield f"params=({', '.join(quoted(param.id) for param in self.type.params)},)"
        if self.type is self.module.schema.root:
            yield "is_root=True"
        found = [(param.id, derivation(self.type, param.id, plainly=True)) for param in self.type.params]
        derived = [
            f"{quoted(name)}: {pycode.flat_code(self._derivation(how))}" for name, how in found if how is not None
        ]
        if derived:
            yield f"derived={{{', '.join(derived)}}}"

    def instance(self, member: model.ValueInstance) -> pycode.Code:
        value = self._python(member.value, member.path)
        if member.enum is not None:
            value = f"{self.module.name('member')}({enum_class(member.enum)}, {value})"
        condition = () if member.condition is None else (self._lambda(member.condition, member.path),)
        return self._call("Computed", f"lambda this: {value}", *condition)

    def field(self, member: model.Field) -> pycode.Code | str:
        part = self._element(member)
        if member.enum is not None:
            part = self._call("Enumerated", part, enum_class(member.enum))
        for rule in member.valid:
            part = self._valid(part, rule, member)
        how = None if member.repeat or member.pos is not None else derivation(self.type, member.id, plainly=True)
        if how is not None:
            part = self._call("Derived", part, self._derivation(how))
        if member.default is not None:
            part = self._call("Default", part, str(member.default))
        if member.repeat is not None:
            part = self._repeat(part, member)
        if member.pos is not None:
            return self._placed(part, member, member.pos)
        if member.condition is not None:
            part = self._call("If", self._lambda(member.condition, f"{member.path}/if"), part)
        return part

    def _derivation(self, how: Derivation) -> pycode.Code | str:
        if how.value is not None:
            return self._lambda(how.value, self.type.path)
        scale = () if how.scale == 1 else (str(how.scale),)
        param = () if how.param is None else (quoted(how.param),)
        return self._call(how.function, quoted(how.member), *param, *scale)

    def _repeat(self, part: pycode.Code | str, member: model.Field) -> pycode.Code:
        if member.count is not None:
            return self._call("Repeat", part, self._value_or_lambda(member.count, f"{member.path}/repeat-expr"))
        if member.until is not None:
            it = types.element_type(member)
            return self._call("Repeat", part, f"until={self._lambda(member.until, f'{member.path}/repeat-until', it)}")
        return self._call("Repeat", part)

    def _placed(self, part: pycode.Code | str, member: model.Field, pos: Expression) -> pycode.Code:
        options = []
        if member.io is not None:
            options.append(f"io={self._lambda(member.io, f'{member.path}/io')}")
        if member.condition is not None:
            options.append(f"condition={self._lambda(member.condition, f'{member.path}/if')}")
        numbers = (field for field in self.type.fields if not holds_record(field))
        offset = next((field for field in numbers if is_bare(pos, field.id)), None)
        if offset is not None:
            options.append(f'offset="{offset.id}"')
            options += [f"align={offset.align}"] if offset.align > 1 else []
        return self._call("At", part, self._lambda(pos, f"{member.path}/pos"), *options)

    def _valid(self, part: pycode.Code | str, rule: model.ValidRule, member: model.Field) -> pycode.Code:
        path = f"{member.path}/valid"
        if rule.rule == "in-enum":
            assert member.enum is not None
            return self._call("InEnum", part, enum_class(member.enum))
        if rule.rule == "any-of":
            choices = f"({', '.join(self._python(operand, path) for operand in rule.operands)},)"
            is_plain = all(isinstance(operand, ex.Literal | ex.Member) for operand in rule.operands)
            return self._call("OneOf", part, choices if is_plain else f"lambda this: {choices}")
        operand = rule.operands[0]
        if rule.rule in _COMPARISONS:
            return self._call(_COMPARISONS[rule.rule], part, self._value_or_lambda(operand, path))
        pinned = next(rule.right_values, None)
        options = () if pinned is None else (f"pinned={self._lambda(pinned, path)}",)
        holds = self._lambda(operand, path, types.element_type(member))
        return self._call("Valid", part, holds, quoted(f"`{rule.words}`"), *options)

    def _element(self, member: model.Field) -> pycode.Code | str:
        if member.contents is not None:
            return self._call("Contents", pycode.quoted_bytes(member.contents))
        extent = self._extent(member)
        part = self._kind(member.kind, member, extent)
        if extent is None or isinstance(member.kind, model.RawBytes | model.TextKind):
            return part
        return self._call("Within", extent, part)

    def _extent(self, member: model.Field) -> pycode.Code | None:
        if member.size is not None:
            return self._call("Size", self._value_or_lambda(member.size, f"{member.path}/size"))
        if member.to_end:
            return self._call("Rest")
        if member.terminator is None:
            return None
        end = member.terminator
        options = {"include": (end.include, False), "consume": (end.consume, True), "required": (end.required, True)}
        stated = [f"{name}={value}" for name, (value, default) in options.items() if value != default]
        return self._call("Until", hex(end.byte) if end.width == 1 else pycode.quoted_bytes(end.unit), *stated)

    def _kind(self, kind: model.FieldKind, member: model.Field, extent: pycode.Code | None) -> pycode.Code | str:
        match kind:
            case model.NumberKind("f", width, endian):
                return self._call("FloatingPoint", _BYTE_ORDERS[endian], quoted(_FLOATS[width]))
            case model.NumberKind(sign, width, endian):
                code = _INTEGERS[width] if sign == "s" else _INTEGERS[width].upper()
                return self._call("Integer", _BYTE_ORDERS[endian], quoted(code))
            case model.Bits(width, endian):
                return self._call("BitField", str(width), *(['"le"'] if endian == "le" else []))
            case model.RawBytes():
                assert extent is not None
                return self._call("Raw", extent)
            case model.TextKind(encoding):
                assert extent is not None
                return self._call("Text", extent, quoted(encoding))
            case model.TypeUse(target, arguments):
                return self._use(target, arguments, member)
            case model.SwitchKind():
                return self._switch(kind, member, extent)

    def _use(self, target: model.Type, arguments: tuple[Expression, ...], member: model.Field) -> pycode.Code | str:
        if len(arguments) != len(target.params):
            raise model.SchemaError(f"{member.path}/type", f"{target.id} takes {len(target.params)} arguments")
        if target.schema in model.NATIVE:
            return self._call(model.NATIVE[target.schema])
        is_foreign = target.schema != self.module.schema.name
        name = f"{module_alias(target.schema)}.{record_name(target)}" if is_foreign else record_name(target)
        is_known = is_foreign or target in self.module.defined
        if is_known and not arguments:
            return name
        given = (self._lambda(argument, f"{member.path}/type") for argument in arguments)
        return self._call("Call", name if is_known else f"lambda: {name}", *given)

    def _switch(self, kind: model.SwitchKind, member: model.Field, extent: pycode.Code | None) -> pycode.Code:
        path = f"{member.path}/type"
        parts = [(key, self._kind(case, member, None)) for key, case in kind.cases]
        table = [pycode.prefixed(f"{self._python(key, path)}: ", part) for key, part in parts if key is not None]
        otherwise = next((part for key, part in parts if key is None), None)
        if otherwise is None and extent is not None:
            otherwise = self._call("Raw", self._call("Rest"))
        options = () if otherwise is None else (pycode.prefixed("otherwise=", otherwise),)
        return self._call("Switch", self._lambda(kind.on, path), pycode.Code("", tuple(table), brackets="{}"), *options)


def _member_lines(name: str, doc: str, part: pycode.Code | str) -> Iterator[str]:
    yield from _comment(doc, "", "    ")
    yield from pycode.lines_of(pycode.prefixed(f'"{name}" / ', part), "    ", ",")


def _access(of: str, name: str) -> str:
    return f'{of}["{name}"]' if name in _RESERVED or keyword.iskeyword(name) else f"{of}.{name}"
