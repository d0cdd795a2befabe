"""Generates type stubs: what attributes the classes of the Kaitai Struct compiler have, and what other modules hold.

The stubs are in nacformats/_generated/, where type checkers look for them; the modules are in generated/ in a checkout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nacformats.codec.tables import class_name
from nacformats.generator import constructs, model
from nacformats.generator import expressions as ex
from nacformats.generator.columns.lowering import choose
from nacformats.generator.layouts import render_layout
from nacformats.generator.reading import schema_model
from nacformats.generator.scopes import find_enum
from nacformats.generator.sources import ksy_at, load_schema

_INDENT = "    "


def kaitai_stub(name: str) -> str:
    """Return the stub of a parser."""
    schema = schema_model(name)
    inference = Inference(schema)
    members = [each for target in schema.types for each in target.stored + target.views]
    foreign = {use.type.schema for member in members for use in model.uses(member.kind)}
    lines = [f'"""Parser of {schema.title}."""', ""]
    lines += ["from enum import IntEnum", ""] if schema.enums else []
    lines += [
        f"from nacformats._generated.kaitai.{other} import {class_name(other)}" for other in sorted(foreign - {name})
    ]
    lines += ["from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct", ""]
    return "\n".join([*lines, *_class_lines(inference, schema.root, "")])


def _class_lines(inference: Inference, target: model.Type, indent: str) -> Iterator[str]:
    yield f"{indent}class {class_name(target.id)}(KaitaiStruct):"
    inner = indent + _INDENT
    if target.doc:
        yield f'{inner}"""{_sentence(target.doc)}"""'
    for enum in target.enums.values():
        yield from _enum_lines(enum, inner, class_name(enum.id))
    for type_ in target.types.values():
        yield from _class_lines(inference, type_, inner)
    if target.params:
        yield from _constructor(inference, target, inner)
    for param in target.params:
        yield f"{inner}{param.id}: {inference.param(target, param.id)}"
    for member in target.fields:
        yield f"{inner}{member.id}: {inference.field(member)}"
    for member in (*target.placed, *target.views):
        yield from _property(member.id, inference.field(member), member.doc, inner)
    for value in target.values:
        yield from _property(value.id, inference.value(target, value), value.doc, inner)
    if not any((target.doc, target.params, target.fields, target.placed, target.values, target.types, target.enums)):
        yield f"{inner}..."


def _constructor(inference: Inference, target: model.Type, indent: str) -> Iterator[str]:
    params = [f"{param.id}: {inference.param(target, param.id)}" for param in target.params]
    context = ["_io: KaitaiStream", "_parent: KaitaiStruct | None = None", "_root: KaitaiStruct | None = None"]
    yield f"{indent}def __init__(self, {', '.join((*params, *context))}) -> None: ..."


def _enum_lines(enum: model.Enum, indent: str, name: str) -> Iterator[str]:
    yield f"{indent}class {name}(IntEnum):"
    yield from (f"{indent}{_INDENT}{member.id} = {member.number}" for member in enum.members)


def _property(name: str, annotation: str, doc: str, indent: str) -> Iterator[str]:
    yield f"{indent}@property"
    body = f'\n{indent}{_INDENT}"""{_sentence(doc)}"""' if doc else " ..."
    yield f"{indent}def {name}(self) -> {annotation}:{body}"


def _sentence(doc: str) -> str:
    """Return the first paragraph of documentation, in one line."""
    text = " ".join(doc.split("\n\n", maxsplit=1)[0].split()).replace('"""', "'''").replace("\\", "\\\\")
    return f"{text} " if text.endswith('"') else text


def construct_stub(name: str) -> str:
    """Return the stub of a module of construct structs."""
    schema = schema_model(name)
    enums = [] if name in model.NATIVE else schema.enums
    module, kind = ("numbers", model.NATIVE[name]) if name in model.NATIVE else ("records", "Record")
    records = [name] if name in model.NATIVE else sorted(constructs.record_name(target) for target in schema.types)
    lines = [f'"""Construct structs of {schema.title}."""', ""]
    lines += ["from enum import IntEnum", ""] if enums else []
    lines += [f"from nacformats.codec.constructs.{module} import {kind}", ""]
    lines += [line for enum in enums for line in _enum_lines(enum, "", constructs.enum_class(enum))]
    return "\n".join([*lines, *(f"{record}: {kind}" for record in records)])


def columns_stub(name: str) -> str:
    """Return the stub of a module of columns."""
    schema = schema_model(name)
    found = sorted(record.name for record in choose(schema).records)
    return _constants(f"Columns of {schema.title}.", "nacformats.codec.columns.record", "RecordCodec", found)


def tables_stub(name: str) -> str:
    """Return the stub of a module of tables."""
    title = f"Fields, rules, enums and representations of {schema_model(name).title}."
    return _constants(title, "nacformats.codec.tables", "SchemaTable", ["SCHEMA"])


def layout_stub(name: str) -> str:
    """Return the stub of a module with a layout."""
    kind = "None" if "LAYOUT: FileLayout | None = None" in render_layout(name) else "FileLayout"
    title = f"Layout of {schema_model(name).title}: in which order numbers and tables come."
    return _constants(title, "nacformats.codec.layouts", kind, ["LAYOUT"])


def untyped_stub(name: str) -> str:
    """Return the stub of a module that only its own room knows how to use."""
    head = f'"""Generated from {name}.ksy."""'
    return "\n".join([head, "", "from typing import Any", "", "def __getattr__(name: str) -> Any: ..."])


def _constants(title: str, module: str, kind: str, names: Sequence[str]) -> str:
    head = [f'"""{title}"""', ""]
    head += [f"from {module} import {kind}", ""] if names and kind != "None" else []
    return "\n".join([*head, *(f"{name}: {kind}" for name in names)])


def public_stubs(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the stubs of the modules by which users find what is generated. Bad schemas are left out."""
    names = [name for name in names if _has_model(name)]
    package = "nacformats._generated"
    parsers = [(f"{package}.kaitai.{name}", class_name(name)) for name in names]
    structs = [(f"{package}.construct.{name}", name) for name in names]
    modules = [(f"{package}.columns", name) for name in names if choose(schema_model(name)).records]
    yield "kaitai", _index("Parsers by the Kaitai Struct compiler, one class a schema.", parsers)
    yield "constructs", _index("Construct structs, one a schema.", structs)
    yield "columns", _index("Readers and writers of repeated records as arrays, one module a schema.", modules)


def _has_model(name: str) -> bool:
    try:
        return bool(schema_model(name))
    except model.SchemaError:
        return False


def _index(title: str, entries: Sequence[tuple[str, str]]) -> str:
    lines = [f'"""{title}', "", "Written by `nacformats generate`. Do not edit.", '"""', ""]
    lines += [f"from {module} import {name} as {name}" for module, name in entries]
    return "\n".join([*lines, ""])


# The Python types of fields and expressions, as the parsers of the Kaitai Struct compiler have them


@dataclass(frozen=True)
class Listed:
    """A list of elements of one type."""

    element: str | model.Type


#: A class of a schema, the name of a Python type or of an enum, or a list.
Inferred = str | model.Type | Listed

_METHODS = {"length": "int", "size": "int", "to_i": "int", "to_s": "str", "substring": "str", "reverse": "str"}
_STREAM = {"pos": "int", "size": "int", "eof": "bool"}
_BOOLEAN = {"and", "or", "<", "<=", ">", ">=", "==", "!="}


@dataclass(frozen=True)
class Inference:
    """The types of a schema."""

    schema: model.Schema

    def text(self, found: Inferred) -> str:
        """Return a type as an annotation."""
        if isinstance(found, Listed):
            return f"list[{self.text(found.element)}]"
        return found.qualified if isinstance(found, model.Type) else found

    def field(self, member: model.Field) -> str:
        """Return the annotation of a field or of an instance with `pos`."""
        found = self.text(self._of_field(member))
        return f"{found} | None" if member.pos is not None and member.condition is not None else found

    def value(self, owner: model.Type, value: model.ValueInstance) -> str:
        """Return the annotation of an instance with `value`."""
        found = self.text(self._of_value(owner, value, ()))
        return f"{found} | None" if value.condition is not None else found

    def param(self, owner: model.Type, name: str) -> str:
        """Return the annotation of a param."""
        declared = ksy_at(load_schema(owner.schema), owner.path)[-1]["params"]
        ksy = next(param for param in declared if param["id"] == name)
        return _simple(str(ksy.get("type", "bytes")))

    def enum(self, enum: model.Enum) -> str:
        """Return the name of the class of an enum."""
        owner = next(target for target in self.schema.types if enum in target.enums.values())
        return f"{owner.qualified}.{class_name(enum.id)}"

    def _of_field(self, member: model.Field) -> Inferred:
        found = self._of_kind(member.kind)
        if member.enum is not None:
            checked = any(rule.rule == "in-enum" for rule in member.valid)
            found = self.enum(member.enum) if checked else f"{self.enum(member.enum)} | int"
        return found if member.repeat is None else Listed(found)

    def _of_kind(self, kind: model.FieldKind) -> str | model.Type:
        match kind:
            case model.NumberKind(sign, _, _):
                return "float" if sign == "f" else "int"
            case model.Bits(width, _):
                return "bool" if width == 1 else "int"
            case model.TextKind(_):
                return "str"
            case model.RawBytes():
                return "bytes"
            case model.TypeUse(target, _):
                return target
            case model.SwitchKind(_, cases):
                return " | ".join(dict.fromkeys(self.text(self._of_kind(case)) for _, case in cases))

    def _of_value(
        self, owner: model.Type, value: model.ValueInstance, seen: tuple[model.ValueInstance, ...]
    ) -> Inferred:
        if value.enum is not None:
            return f"{self.enum(value.enum)} | int"
        if value in seen:  # only numbers are defined by themselves
            return "int"
        return self._of(owner, value.value, (*seen, value))

    def _of(self, owner: model.Type, expression: ex.Expression, seen: tuple[model.ValueInstance, ...]) -> Inferred:
        match expression:
            case ex.Literal(value):
                return type(value).__name__
            case ex.Name(name):
                return self._of_member(owner, name, seen)
            case ex.Member(path, _):
                enum = find_enum(owner, path)
                return "int" if enum is None else self.enum(enum)
            case ex.Cast(of, name):
                simple = _simple(name)
                return self._of(owner, of, seen) if simple == "bytes" else simple
            case ex.Unary(operator, operand):
                return "bool" if operator == "not" else self._of(owner, operand, seen)
            case ex.Conditional(_, yes, no):
                return self._wider(self._of(owner, yes, seen), self._of(owner, no, seen))
            case ex.Index(of, _):
                found = self._of(owner, of, seen)
                return found.element if isinstance(found, Listed) else "int"
            case ex.Binary(operator, left, right):
                sides = (self._of(owner, side, seen) for side in (left, right))
                return "bool" if operator in _BOOLEAN else self._wider(*sides)
            case ex.Attribute(of, name, _):
                return self._of_attribute(owner, of, name, seen)
        raise model.SchemaError(owner.path, f"stubs have no type for {expression!r}")

    @staticmethod
    def _wider(left: Inferred, right: Inferred) -> Inferred:
        if {left, right} <= {"int", "float", "bool"} and left != right:
            return "float" if "float" in (left, right) else "int"
        return left

    def _of_attribute(
        self, owner: model.Type, of: ex.Expression, name: str, seen: tuple[model.ValueInstance, ...]
    ) -> Inferred:
        if isinstance(of, ex.Name | ex.Attribute) and of.id == "_io":
            return _STREAM[name]
        found = self._of(owner, of, seen)
        if isinstance(found, model.Type):
            return self._of_member(found, name, seen)
        if isinstance(found, Listed) and name in ("first", "last", "min", "max"):
            return found.element
        return _METHODS.get(name, "int")

    def _of_member(self, owner: model.Type, name: str, seen: tuple[model.ValueInstance, ...]) -> Inferred:
        if name == "_root":
            return self.schema.root
        if name == "_parent":
            return next((user for user in self.schema.types if owner in user.held), self.schema.root)
        if name in (param.id for param in owner.params):
            return self.param(owner, name)
        for member in owner.stored + owner.views:
            if member.id == name:
                return self._of_field(member)
        for value in owner.values:
            if value.id == name:
                return self._of_value(owner, value, seen)
        raise model.SchemaError(owner.path, f"there is no member {name!r}")


def _simple(name: str) -> str:
    """Return the Python type of a number, a truth value or a text of the language; "bytes" for anything else."""
    if name in ("bool", "b1"):
        return "bool"
    if name[0] == "f" and name[1:2] in ("4", "8"):
        return "float"
    return "str" if name in ("str", "strz") else "int" if name[0] in "usb" and name[1:2].isdigit() else "bytes"
