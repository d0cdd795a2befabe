"""The package around the C of some schemas: runtime, build files, a program that prints files, and a README."""

from __future__ import annotations

import re
from collections.abc import Iterable

from nacformats.schema.model import NATIVE, Schema, SchemaError
from nacformats.schema.reading import schema_model
from nacformats.schema.texts import markdown, table_cell
from nacformats.targets.c.files import RUNTIME_FILES, fields_printed, runtime_text
from nacformats.targets.c.tables import FUNCTIONS, file_stem, type_name
from nacformats.targets.c.terms import c_string
from nacformats.targets.python.names import reachable
from nacformats.version import __version__

#: The program that prints files, and all other files of a package that no schema has alone.
PROGRAM = "nacdump.c"
BUILD_FILES = ("CMakeLists.txt", "package.pc.in", "README.md")
#: The library of several schemas; one of a single schema is called like it.
_OF_SEVERAL = "formats"
#: The library of this repository, and the schema of its example.
_OWN, _SHOWN = "nacformats", "stb"
#: Most fields that the example prints.
_PRINTED = 3
_DOCS = "https://github.com/nacformats/nacformats/blob/main/docs/c.md"


def c_package(schemas: Iterable[Schema]) -> dict[str, str]:
    """Return what the C of anyone's schemas has once for all of them."""
    listed = list(schemas)
    _check_names(listed)
    name = file_stem(listed[0].name) if len(listed) == 1 else _OF_SEVERAL
    return _package(listed, listed[0], name, _DOCS)


def _check_names(schemas: list[Schema]) -> None:
    """Refuse two types that have one name in C, such as `b` of the schema `a` and the schema `a_b`."""
    taken: dict[str, str] = {}
    found = {name: each for schema in schemas for name, each in reachable(schema).items() if name not in NATIVE}
    for target in (target for schema in found.values() for target in schema.types):
        name = type_name(target)
        listed = [name, *(f"{name}_{verb}" for verb in FUNCTIONS if target.outer is None)]
        for each in listed:
            if taken.setdefault(each, target.schema) != target.schema:
                reason = f"{each} would be of {taken[each]} and of {target.schema} in C: choose another id for one"
                raise SchemaError(target.path or "/meta/id", reason, f"{target.schema}.ksy")


def render_package(names: Iterable[str]) -> dict[str, str]:
    """Return the same for schemas in schemas/."""
    schemas = [schema_model(name) for name in names]
    shown = next((each for each in schemas if each.name == _SHOWN), schemas[0])
    return _package(schemas, shown, _OWN, "../../docs/c.md")


def _package(schemas: list[Schema], shown: Schema, name: str, docs: str) -> dict[str, str]:
    filled = {
        "@name": name,
        "@version": __version__,
        "@formats": _OWN if name == _OWN else ", ".join(markdown(each.title) for each in schemas),
        "@table": "\n".join(map(_row, _of_files(schemas))),
        "@example": _reading(shown),
        "@docs": docs,
    }
    files = {each: runtime_text(each) for each in (*RUNTIME_FILES, *BUILD_FILES)}
    for each in BUILD_FILES:
        files[each] = re.sub("|".join(filled), lambda found: filled[found[0]], files[each])
    return files | {PROGRAM: _program(schemas)}


def _of_files(schemas: list[Schema]) -> list[Schema]:
    """Return the schemas of files, which have a suffix; all where none has."""
    return [each for each in schemas if each.extension] or schemas


def _row(schema: Schema) -> str:
    """Return the line of a schema in the README."""
    stem = file_stem(schema.name)
    files = f"{schema.title}{f' (`.{schema.extension}`)' if schema.extension else ''}"
    return f"| `{stem}.h` | {table_cell(markdown(files))} | `{stem}_read`, `{stem}_write` |"


def _reading(schema: Schema) -> str:
    """Return the example of the README: a program that reads a file and prints some numbers of its root."""
    prints = "\n".join(f"    {line}" for line in fields_printed(schema)[:_PRINTED] or ['puts("read");'])
    return runtime_text("reading.c").replace("@prints", prints).replace("@", type_name(schema.root))


def _program(schemas: list[Schema]) -> str:
    includes = "\n".join(f'#include "{file_stem(each.name)}.h"' for each in schemas)
    entries = "\n".join(f"    {{{_described(each)}}}," for each in schemas)
    return runtime_text(PROGRAM).replace("@includes", includes).replace("@schemas", entries)


def _described(schema: Schema) -> str:
    """Return the entry of a schema: its name, the suffix of its files, whether this is their whole name, its type."""
    suffix = c_string(f".{schema.extension}".encode()) if schema.extension else '""'
    first = schema.root.fields[:1]
    begins = bool(first) and first[0].contents is not None
    return f'"{schema.name}", {suffix}, {str(not begins).lower()}, &type_of_{type_name(schema.root)}'
