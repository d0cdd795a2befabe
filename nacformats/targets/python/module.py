"""Put the classes of a schema together as one module of Python."""

from __future__ import annotations

from collections.abc import Iterator

from nacformats.codec.trees.record import attribute_name
from nacformats.schema import model
from nacformats.schema.reading import schema_model
from nacformats.schema.texts import in_docstring
from nacformats.schema.writing import with_parts
from nacformats.targets import pycode
from nacformats.targets.python.names import ModuleNames, class_names, reachable, schema_alias
from nacformats.targets.python.reader import Reader
from nacformats.targets.python.shapes import may_end_in_byte
from nacformats.targets.python.writer import Writer


def render_python(name: str) -> str:
    """Return the Python of a schema in schemas/."""
    return render_module(schema_model(name))


def render_module(schema: model.Schema, package: str = "nacformats._generated.python") -> str:
    """Return the Python of a schema: a class for each type and each enum.

    Args:
        schema: its model.
        package: where the modules of the schemas are that it imports; empty if the module is given them.

    Raises:
        model.SchemaError: something in the schema cannot be read; the message begins with its path.
    """
    names = ModuleNames(schema)
    names.helper("TreeRecord")
    is_loose = any(may_end_in_byte(target) for each in reachable(schema).values() for target in each.types)
    body: list[str] = []
    for enum in schema.enums:
        body += _enum_lines(names, enum)
    constants: dict[str, str] = {}
    tables: dict[str, str] = {}
    classes: list[str] = []
    parted = with_parts(schema)
    for target in schema.types:
        reader = Reader(names, target, is_loose, constants, tables)
        writer = Writer(target, names, constants, schema if target is schema.root else None, target in parted)
        classes += ["", *_class_lines(names, reader, writer)]
    body += [f"{name} = {value}" for name, value in constants.items()]
    body += classes
    body += ["", "", *(f"{name} = {value}" for name, value in tables.items())]
    body += [f"ROOT = {names.of(schema.root)}", ""]
    imports = [*names.import_lines()]
    if package:
        imports += [f"from {package} import {name} as {schema_alias(name)}" for name in sorted(names.imported)]
    listed = sorted({"ROOT", *(name for _, name in class_names(schema))})
    title = f"Records of {in_docstring(schema.title)}: they read and write."
    return pycode.module_text(title, imports, listed, body)


def _enum_lines(names: ModuleNames, enum: model.Enum) -> Iterator[str]:
    yield from ("", "", f"class {names.of(enum)}({names.helper('OpenEnum')}):")
    for member in enum.members:
        yield f"    {pycode.python_name(member.id)} = {member.number}"
    if not enum.members:
        yield "    pass"
    yield from ("", "", f"{names.lookup(enum)} = {names.helper('Members')}({names.of(enum)})")


def _class_lines(names: ModuleNames, reader: Reader, writer: Writer) -> Iterator[str]:
    target = reader.target
    yield f"class {names.of(target)}({names.helper('TreeRecord')}):"
    groups = {"FIELDS": target.fields, "PLACED": target.placed, "VALUES": target.values, "PARAMS": target.params}
    given = {name: " ".join(each.id for each in members) for name, members in groups.items() if members}  # type: ignore[attr-defined]
    for name, ids in given.items():
        yield from pycode.Code(f"{name} = {names.helper('member_attributes')}", (f'"{ids}"',)).lines("    ", "")
    yield f"    __slots__ = ({''.join(f'*{name}.values(), ' for name in given).rstrip()})"
    yield f'    SCHEMA, NAME = "{target.schema}", "{target.qualified}"'
    yield from (f"    {line}" for line in writer.constants())
    follow = f"_follow = lambda self, attribute: {names.helper('following')}(self, attribute)"
    methods = [[*writer.defaults(), follow], reader.record()]
    methods += [reader.placed(member) for member in target.placed]
    methods += [reader.computed(value) for value in target.values]
    methods += writer.methods()
    for method in methods:
        yield from (f"    {line}" for line in method)
    lazy = {"_LAZY": [each.id for each in target.placed], "_COMPUTED": [each.id for each in target.values]}
    for name, listed in lazy.items():
        if listed:
            getters = [f'"{attribute_name(each)}": _get_{each}' for each in listed]
            yield from pycode.filled_lines(f"{name} = ", getters, "{}", "    ")
