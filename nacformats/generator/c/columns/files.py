"""generated/c/NAME.h and NAME.c: what somebody needs to know who calls the loops from C, and the loops."""

from __future__ import annotations

import hashlib
import re
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path

from nacformats.codec.columns.native import Status
from nacformats.codec.columns.table import TABLE_SIZE, Column
from nacformats.generator.c.columns.functions import FUNCTIONS, CheckLoop
from nacformats.generator.c.columns.loops import Loop
from nacformats.generator.c.columns.terms import arguments_hold, c_name, c_type, check_names, length
from nacformats.generator.columns import steps as ir
from nacformats.generator.columns.lowering import choose
from nacformats.generator.reading import schema_model
from nacformats.generator.sources import schema_sha256

#: What is around the declarations of a header, and the functions that sources share.
_HEADER, _HELPERS = (Path(__file__).with_name(name) for name in ("header.h", "helpers.c"))
#: What headers say about functions and statuses.
_WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
_DEFINED = re.compile(r"^static .*?(\w+)\(", re.MULTILINE)
_WIDTH = 116


# The source


def render_source(schema: str) -> str | None:
    """Return the source of a schema, or None where it has no records.

    Raises:
        SchemaError: a type asks to be columns and cannot.
    """
    records = choose(schema_model(schema)).records
    if not records:
        return None
    code = _code(schema, records)
    return "\n" + "\n\n".join([code, *_identity(schema, records, _sha256(code))]) + "\n"


def code_sha256(schema: str, records: list[ir.FlatRecord]) -> str:
    """Return the sha256 of a schema's C code: it changes with the schema and with this generator."""
    return _sha256(_code(schema, records))


def _sha256(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def _code(schema: str, records: list[ir.FlatRecord]) -> str:
    """Return the source without the functions that identify it."""
    text = "\n\n".join(part for record in records for part in _definitions(record))
    includes = f'#include "{schema}.h"' + ("\n\n#include <string.h>" if "memcpy(" in text else "")
    helpers = used_helpers(text, f"{schema}_")
    return "\n\n".join(part for part in (includes, helpers, text) if part)


def _definitions(record: ir.FlatRecord) -> Iterator[str]:
    if record.arguments:
        yield _bounds_check(record)
    yield from (function(record).text() for function in FUNCTIONS)


def _bounds_check(record: ir.FlatRecord) -> str:
    """Arguments that are out of their bounds could make a computation overflow."""
    tests = [
        f"{'all_within' if argument.is_table else 'within'}(arguments->{c_name(argument.name)},"
        f" {_limit(argument.low)}, {_limit(argument.high)})"
        for argument in record.arguments
        if (argument.low, argument.high) != ir.I64
    ]
    head = f"static int {arguments_hold(record)}(const {record.struct.prefix}_arguments *arguments)"
    body = ["    return " + "\n        && ".join(tests) + ";"] if tests else ["    (void)arguments;", "    return 1;"]
    return "\n".join([head, "{", *body, "}"])


def _limit(value: int) -> str:
    return {ir.I64[0]: "INT64_MIN", ir.I64[1]: "INT64_MAX"}.get(value, f"INT64_C({value})")


def _identity(schema: str, records: list[ir.FlatRecord], code_sha256: str) -> Iterator[str]:
    """Functions by which callers tell what a library was built from."""
    for name, sha256 in (("schema", schema_sha256(schema)), ("code", code_sha256)):
        yield _text_function(schema, f"{name}_sha256", [f'        "{sha256}"'])
    yield _text_function(schema, "layout", [f'        "{record.struct.text()}\\n"' for record in records])


def _text_function(schema: str, name: str, lines: list[str]) -> str:
    head = f"{schema.upper()}_API const char *{schema}_{name}(void)"
    return "\n".join([head, "{", "    return", *lines[:-1], f"{lines[-1]};", "}"])


def used_helpers(text: str, prefix: str) -> str:
    """Return the helpers that the text calls, directly or not, in the order that C wants."""
    blocks = _HELPERS.read_text(encoding="utf-8").strip().split("\n\n")[1:]
    helpers = {_DEFINED.search(block)[1]: block for block in blocks}  # type: ignore[index]  # each defines a function
    wanted: set[str] = set()
    waiting = [text]
    while waiting:
        called = {name for name in re.findall(r"\b(\w+)\(", waiting.pop()) if name in helpers} - wanted
        wanted |= called
        waiting += [helpers[name] for name in called]
    return "\n\n".join(helper.replace("@", prefix) for name, helper in helpers.items() if name in wanted)


# The header


def render_header(schema: str) -> str | None:
    """Return the header of a schema, or None where it has no records.

    Raises:
        SchemaError: a type asks to be columns and cannot, or two columns have one name in C.
    """
    records = choose(schema_model(schema)).records
    if not records:
        return None
    names = ", ".join(record.type_path for record in records)
    parts = [part for record in records for part in _declarations(record)]
    text = (
        _HEADER.read_text(encoding="utf-8")
        .replace("@parts@", "\n\n".join(parts))
        .replace("@statuses@", _statuses(schema))
    )
    lines = textwrap.wrap(_WORDS["types"].format(names=names), _WIDTH)
    text = text.replace(" * @types@", "\n".join(f" * {line}" for line in lines))
    return text.replace("@NAME@", schema.upper()).replace("@name@", schema)


def _statuses(schema: str) -> str:
    upper = schema.upper()
    return "\n".join(
        f"    {upper}_{each.name} = {each.value}, /* {_WORDS['statuses'][each.name]} */" for each in Status
    )


def _declarations(record: ir.FlatRecord) -> Iterator[str]:
    check_names(record)
    yield _comment("\n\n".join([record.type_path, *_rule_lines(record)]))
    yield _columns_struct(record)
    if record.arguments:
        yield _arguments_struct(record)
    for loop in (function(record) for function in FUNCTIONS):
        yield f"{_comment(_about(loop))}\n{loop.signature()};"


def _rule_lines(record: ir.FlatRecord) -> list[str]:
    check = CheckLoop(record)
    check.text()
    lines = [
        f"- {number}: {rule.path}, {rule.reason}" + (f": {rule.expected}" if rule.expected else "")
        for number, rule in enumerate(check.rules)
    ]
    return ["Rules of its check by number: the field, what is wrong, and what is expected.", *lines] if lines else []


def _columns_struct(record: ir.FlatRecord) -> str:
    lines = [
        "size_t count; /* records: what every function works on */",
        "int64_t *starts; /* count + 1: offsets of the records, the last where they end; for scan_gather only */",
    ]
    for column in record.columns:
        lines.append(f"{c_type(column.dtype)} *{c_name(column.key)}; /* {_about_column(column)} */")
        if column.is_offsets:
            lines.append(f"size_t {length(column.key)}; /* elements of that list, in the arrays that follow */")
    return _struct(f"{record.struct.prefix}_columns", lines)


def _about_column(column: Column) -> str:
    if column.is_offsets:
        return "count + 1: the elements of record i are those from [i] to below [i + 1]"
    if column.key.endswith("@"):
        return "count: offset in data; negative when scatter is to leave the bytes out"
    if column.key.endswith("#"):
        return "count: length in bytes"
    return length(column.rows) if column.rows else "count"


def _arguments_struct(record: ir.FlatRecord) -> str:
    lines = [
        f"{'const int64_t *' if argument.is_table else 'int64_t '}{c_name(argument.name)};"
        f" /* {_about_argument(argument)} */"
        for argument in record.arguments
    ]
    return _struct(f"{record.struct.prefix}_arguments", lines)


def _about_argument(argument: ir.RootArgument) -> str:
    bounds = "" if (argument.low, argument.high) == ir.I64 else f", {argument.low} to {argument.high}"
    if argument.is_table:
        return f"{TABLE_SIZE} entries: {argument.attribute} of each of {argument.path}{bounds}"
    return f"{argument.path} of the file{bounds}"


def _struct(name: str, lines: list[str]) -> str:
    return "\n".join([f"typedef struct {name} {{", *(f"    {line}" for line in lines), f"}} {name};"])


def _about(loop: Loop) -> str:
    """Describe a function in paragraphs; some are only for records with lists or with bytes."""
    paragraphs = [_WORDS["functions"][loop.verb]]
    if loop.fills and loop.offsets():
        paragraphs.append(_WORDS["lists"])
    if loop.record.struct.has_blobs:
        paragraphs.append(_WORDS["blobs"].get(loop.verb, ""))
    return "\n\n".join(filter(None, paragraphs))


def _comment(text: str) -> str:
    """Paragraphs as a comment; items of a list, which begin with a hyphen, follow each other without empty lines."""
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        is_item = paragraph.startswith("- ")
        if lines and not (is_item and lines[-1].startswith(("- ", "  "))):
            lines.append("")
        lines += textwrap.wrap(" ".join(paragraph.split()), _WIDTH, subsequent_indent="  " if is_item else "")
    if len(lines) == 1:
        return f"/* {lines[0]} */"
    return "\n".join(["/*", *(f" * {line}".rstrip() for line in lines), " */"])
