"""The C of a schema: a header with its structs and enums, and a source with its tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from nacformats.languages.printing import FreeNames
from nacformats.schema.model import Bits, Enum, Field, NumberKind, Schema
from nacformats.schema.reading import schema_model
from nacformats.schema.writing import reached_types, unwritable
from nacformats.targets.c.comments import c_comment
from nacformats.targets.c.tables import CTables, _wrapped, file_stem, struct_lines, type_name
from nacformats.targets.c.terms import c_id

_RUNTIME = Path(__file__).with_name("runtime")
#: What reads and writes by tables, the same for all schemas.
RUNTIME_FILES = ("nacformats.h", "nacformats.c")
#: Most fields that an example prints.
_PRINTED = 6


def c_files(schema: Schema) -> dict[str, str]:
    """Return what reads and writes files of a schema in C: headers, sources and an example.

    Raises:
        SchemaError: the schema has something that C cannot do; the message begins with its path.
    """
    files = {name: runtime_text(name) for name in RUNTIME_FILES}
    for each in _all_schemas(schema):
        files |= {f"{file_stem(each.name)}.h": header(each), f"{file_stem(each.name)}.c": source(each)}
    return files | {f"{file_stem(schema.name)}_example.c": _example(schema)}


def runtime_text(name: str) -> str:
    """Return a file of the runtime."""
    return (_RUNTIME / name).read_text(encoding="utf-8")


def _example(schema: Schema) -> str:
    """Return a program that reads a file, prints some numbers of its root, and writes it back."""
    indented = "\n".join(f"        {line}" for line in fields_printed(schema) or ['puts("read");'])
    return runtime_text("example.c").replace("@prints", indented).replace("@", type_name(schema.root))


def fields_printed(schema: Schema) -> list[str]:
    """Return lines that print some fields of the root, which is `tree`."""
    return [line for member in schema.root.fields for line in _printed(member)][:_PRINTED]


def _printed(member: Field) -> Iterator[str]:
    name = f"tree->{c_id(member.id)}"
    if member.repeat is not None:
        yield f'printf("{member.id}: %llu\\n", (unsigned long long){name}.count);'
    elif isinstance(member.kind, NumberKind | Bits) and member.condition is None:
        is_real = isinstance(member.kind, NumberKind) and member.kind.kind == "f"
        letter, cast = ("%g", "double") if is_real else ("%lld", "long long")
        yield f'printf("{member.id}: {letter}\\n", ({cast}){name});'


def _all_schemas(schema: Schema) -> Iterator[Schema]:
    """Yield a schema and all that it imports, each once."""
    seen = {schema.name: schema}
    waiting = [schema]
    while waiting:
        current = waiting.pop()
        yield current
        new = {name: each for name, each in current.imported.items() if name not in seen}
        seen |= new
        waiting += new.values()


def render_header(name: str) -> str:
    """Return the header of a schema in schemas/."""
    return header(schema_model(name))


def render_source(name: str) -> str:
    """Return the source of a schema in schemas/."""
    return source(schema_model(name))


def header(schema: Schema) -> str:
    """Return the declarations of a schema."""
    guard = f"NACFORMATS_{file_stem(schema.name)}_H".upper()
    lines = [f"#ifndef {guard}", f"#define {guard}", '#include "nacformats.h"', ""]
    lines += ["#ifdef __cplusplus", 'extern "C" {', "#endif", ""]
    names = FreeNames()
    for enum in schema.enums:
        lines += _enum_lines(schema.name, enum, names)
    for target in schema.types:
        lines += struct_lines(target)
    lines += [f"extern const nacf_type type_of_{type_name(target)};" for target in schema.types]
    lines += ["", f"NACF_DECLARE({type_name(schema.root)})", ""]
    return "\n".join([*lines, "#ifdef __cplusplus", "}", "#endif", f"#endif /* {guard} */", ""])


def _enum_lines(schema: str, enum: Enum, names: FreeNames) -> Iterator[str]:
    """Yield an enum, or its members as macros where C has no room for their numbers."""
    named = [(each, names.free(f"{schema}_{enum.name}_{each.id}".upper())) for each in enum.members]
    if all(-(1 << 31) < each.number < 1 << 31 for each in enum.members):
        yield f"/** {enum.name} */"
        yield "enum {"
        for each, name in named:
            yield from c_comment(each.doc, indent="    ")
            yield f"    {name} = {each.number},"
        yield "};"
    else:
        for each, name in named:
            yield from c_comment(each.doc)
            yield f"#define {name} {'U' if each.number >> 63 == 1 else ''}INT64_C({each.number})"
    yield ""


def _reason(schema: Schema) -> str:
    """Return why files of a schema cannot be written; empty if they can."""
    return next((f"{path}: {reason}" for path, reason in unwritable(schema)), "")


def source(schema: Schema) -> str:
    """Return the tables of a schema."""
    is_whole = not any(target.placed for target in reached_types(schema))
    tables = CTables(unwritable=_reason(schema), is_whole=is_whole)
    bodies = [line for target in schema.types for line in [*tables.lines(target), ""]]
    lines = ["#define NACFORMATS_TABLES"]
    lines += [f'#include "{file_stem(name)}.h"' for name in (schema.name, *schema.imported)]
    lines.append("")
    lines += [*(line for text, name in tables.shared.items() for line in _wrapped(text.replace("@", name), ""))]
    lines += [line for text in tables.terms.lines for line in _wrapped(text, "")]
    lines += ["", *bodies, f"NACF_SCHEMA({type_name(schema.root)})", ""]
    return "\n".join(lines)
