"""Generates type stubs: what attributes the classes of the Kaitai Struct compiler have, and what other modules hold.

The stubs are in nacformats/_generated/, where type checkers look for them; the modules are in generated/ in a checkout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from nacformats.codec.tables import class_name
from nacformats.codec.trees.record import MAPPING_METHODS, attribute_name
from nacformats.schema import model, types
from nacformats.schema.flat.lowering import choose
from nacformats.schema.reading import schema_model
from nacformats.schema.texts import in_docstring
from nacformats.targets import constructs
from nacformats.targets.pycode import python_name
from nacformats.targets.python.names import ModuleNames, class_names, schema_alias

_INDENT = "    "


def kaitai_stub(name: str) -> str:
    """Return the stub of a parser."""
    schema = schema_model(name)
    annotations = Annotations(_class_in(schema), "KaitaiStruct")
    members = [each for target in schema.types for each in target.stored + target.views]
    foreign = {use.type.schema for member in members for use in model.uses(member.kind)}
    lines = [f'"""Parser of {in_docstring(schema.title)}."""', ""]
    lines += ["from enum import IntEnum", ""] if schema.enums else []
    lines += [
        f"from nacformats._generated.kaitai.{other} import {class_name(other)}" for other in sorted(foreign - {name})
    ]
    lines += ["from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct", ""]
    return "\n".join([*lines, *_class_lines(annotations, schema.root, "")])


def machine_stub(schema: model.Schema, package: str) -> str:
    """Return the stub of the module that the target `python` makes; package: where those of imported schemas are."""
    names = ModuleNames(schema)
    annotations = Annotations(names.of, "_TreeRecord", is_number=True, builtins="_builtins.")
    body: list[str] = []
    for enum in schema.enums:
        body += _enum_lines(enum, "", names.of(enum), base="_OpenEnum") or [f"{_INDENT}..."]
    for target in schema.types:
        body.append(f"class {names.of(target)}(_TreeRecord):")
        body += [f'{_INDENT}"""{_sentence(target.doc)}"""'] if target.doc else []
        for each in target.stored:
            ignored = "  # type: ignore[assignment]" if each.id in MAPPING_METHODS else ""
            body.append(f"{_INDENT}{attribute_name(each.id)}: {annotations.member(each, target)} = ...{ignored}")
        views: list[model.ValueInstance | model.TypeParam] = [*target.values, *target.params]
        for value in views:
            ignored = "  # type: ignore[override]" if value.id in MAPPING_METHODS else ""
            body.append(f"{_INDENT}@_builtins.property{ignored}")
            body.append(f"{_INDENT}def {attribute_name(value.id)}(self) -> {annotations.member(value, target)}: ...")
        body += [] if target.stored or views or target.doc else [f"{_INDENT}..."]
    imports = [f"from {package} import {name} as {schema_alias(name)}" for name in sorted(names.imported)]
    head = [
        f'"""Records of {in_docstring(schema.title)}."""',
        "",
        "import builtins as _builtins",
        "import typing as _typing",
        "",
        "from nacformats.codec.trees.record import TreeRecord as _TreeRecord",
        "from nacformats.codec.trees.values import OpenEnum as _OpenEnum",
        *imports,
        "",
    ]
    return "\n".join([*head, *body, "", f"ROOT = {names.of(schema.root)}", ""])


def _class_lines(annotations: Annotations, target: model.Type, indent: str) -> Iterator[str]:
    yield f"{indent}class {class_name(target.id)}(KaitaiStruct):"
    inner = indent + _INDENT
    if target.doc:
        yield f'{inner}"""{_sentence(target.doc)}"""'
    for enum in target.enums.values():
        yield from _enum_lines(enum, inner, class_name(enum.id))
    for type_ in target.types.values():
        yield from _class_lines(annotations, type_, inner)
    if target.params:
        yield from _constructor(annotations, target, inner)
    for param in target.params:
        yield f"{inner}{param.id}: {annotations.member(param, target)}"
    for member in target.fields:
        yield f"{inner}{member.id}: {annotations.member(member, target)}"
    for member in (*target.placed, *target.views):
        yield from _property(member.id, annotations.member(member, target), member.doc, inner)
    for value in target.values:
        yield from _property(value.id, annotations.member(value, target), value.doc, inner)
    if not any((target.doc, target.params, target.fields, target.placed, target.values, target.types, target.enums)):
        yield f"{inner}..."


def _constructor(annotations: Annotations, target: model.Type, indent: str) -> Iterator[str]:
    params = [f"{param.id}: {annotations.member(param, target)}" for param in target.params]
    context = ["_io: KaitaiStream", "_parent: KaitaiStruct | None = None", "_root: KaitaiStruct | None = None"]
    yield f"{indent}def __init__(self, {', '.join((*params, *context))}) -> None: ..."


def _enum_lines(enum: model.Enum, indent: str, name: str, base: str = "IntEnum") -> Iterator[str]:
    yield f"{indent}class {name}({base}):"
    yield from (f"{indent}{_INDENT}{python_name(member.id)} = {member.number}" for member in enum.members)


def _property(name: str, annotation: str, doc: str, indent: str) -> Iterator[str]:
    yield f"{indent}@property"
    body = f'\n{indent}{_INDENT}"""{_sentence(doc)}"""' if doc else " ..."
    yield f"{indent}def {name}(self) -> {annotation}:{body}"


def _sentence(doc: str) -> str:
    """Return the first paragraph of documentation, in one line."""
    return in_docstring(" ".join(doc.split("\n\n", maxsplit=1)[0].split()))


def construct_stub(name: str) -> str:
    """Return the stub of a module of construct structs."""
    schema = schema_model(name)
    enums = [(each, called) for each, called in class_names(schema) if isinstance(each, model.Enum)]
    kind = "Number" if name in model.NATIVE else "Record"
    records = [name] if name in model.NATIVE else sorted(constructs.record_name(target) for target in schema.types)
    lines = [f'"""Construct structs of {in_docstring(schema.title)}."""', ""]
    lines += [f"from nacformats.codec.constructs import {kind}", ""]
    lines += [f"from nacformats._generated.python.{name} import {called} as {called}" for _, called in enums]
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


def records_stub(name: str) -> str:
    """Return the stub of a module of the machine: its enums, and classes whose members are not told."""
    schema = schema_model(name)
    lines = [
        f'"""Records of {in_docstring(schema.title)}."""',
        "",
        "from enum import IntEnum",
        "from typing import Any",
        "",
    ]
    for thing, called in class_names(schema):
        if isinstance(thing, model.Enum):
            lines += _enum_lines(thing, "", called)
    return "\n".join([*lines, "", "def __getattr__(name: str) -> Any: ..."])


def _constants(title: str, module: str, kind: str, names: Sequence[str]) -> str:
    head = [f'"""{in_docstring(title)}"""', ""]
    head += [f"from {module} import {kind}", ""] if names else []
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


# The types of members, as annotations


@dataclass(frozen=True)
class Annotations:
    """Writes types as annotations.

    Attributes:
        named: the name of the class of a type or an enum.
        record: that of the class of all records.
        is_number: whether schemas that are one number are that, and not records.
        builtins: where the types of Python are, whose names members may have.
    """

    named: Callable[[model.Type | model.Enum], str]
    record: str
    is_number: bool = False
    builtins: str = ""

    def member(self, member: model.Field | model.ValueInstance | model.TypeParam, scope: model.Type) -> str:
        """Return the annotation of a member of a type; one that may be missing from a file may be None."""
        if not isinstance(member, model.Field):
            type_ = types.type_of_member(member, scope)
            is_member = isinstance(type_, types.EnumType) and member.enum is None  # computed from members alone
            found = self.named(type_.enum) if is_member else self.of(type_)  # type: ignore[union-attr]
            return f"{found} | None" if getattr(member, "condition", None) is not None else found
        if isinstance(member.kind, model.SwitchKind):
            cases = [self.of(types.kind_type(case, is_sized=False)) for _, case in member.kind.cases]
            is_open = self.is_number and member.kind.otherwise is None
            cases += [self._builtin("bytes") if member.size is not None or member.to_end else "None"] if is_open else []
            found = " | ".join(dict.fromkeys(cases))
        else:
            found = self.of(types.element_type(member))
        if member.enum is not None and any(rule.rule == "in-enum" for rule in member.valid):
            found = self.named(member.enum)
        found = found if member.repeat is None else f"{self._list(member)}[{found}]"
        return f"{found} | None" if self._may_be_none(member, scope) else found

    def _list(self, member: model.Field) -> str:
        is_number = not isinstance(member.kind, model.TypeUse) or member.kind.type.is_number
        return self._builtin("list") if is_number or not self.is_number else "_typing.MutableSequence"

    def _may_be_none(self, member: model.Field, scope: model.Type) -> bool:
        return member.condition is not None and (self.is_number or member not in scope.fields)

    def of(self, found: types.DataType) -> str:
        """Return a type as an annotation."""
        match found:
            case types.EnumType(enum):
                return self.named(enum) if self.is_number else f"{self.named(enum)} | {self._builtin('int')}"
            case types.ListType(of):
                return f"{self._builtin('list')}[{self.of(of)}]"
            case types.RecordType(target) if target is not None:
                is_number = self.is_number and target.is_number
                return self._builtin("int") if is_number else self.named(target)
            case types.RecordType():
                return self.record
        word = _WORDS.get(type(found))
        return self._builtin(word) if word else "_typing.Any" if self.builtins else "Any"

    def _builtin(self, name: str) -> str:
        return f"{self.builtins}{name}"


_WORDS = {
    types.IntType: "int",
    types.FloatType: "float",
    types.BoolType: "bool",
    types.StrType: "str",
    types.BytesType: "bytes",
}


def _class_in(schema: model.Schema) -> Callable[[model.Type | model.Enum], str]:
    """Return what gives the names of classes in the parsers of the Kaitai compiler."""
    owners = {id(enum): target for target in schema.types for enum in target.enums.values()}
    return lambda each: (
        each.qualified if isinstance(each, model.Type) else f"{owners[id(each)].qualified}.{class_name(each.id)}"
    )
