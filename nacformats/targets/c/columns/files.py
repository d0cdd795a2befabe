"""The part for columns of generated/c/NAME.h and NAME.c: structs, the rules by number, and the loops."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from nacformats.codec.columns.table import TABLE_SIZE, Column
from nacformats.schema.flat import steps as ir
from nacformats.schema.lines import filled_words
from nacformats.schema.sources import schema_sha256
from nacformats.schema.texts import harmless
from nacformats.targets.c.columns.functions import FUNCTIONS, CheckLoop
from nacformats.targets.c.columns.terms import c_name, c_type, check_names, length

#: What all loops are made of.
LOOPS_HEADER = Path(__file__).parents[1] / "runtime" / "nacformats_columns.h"
_DEFINED = re.compile(r"^static inline .*?(\w+)\(", re.MULTILINE)
_WIDTH = 116


def code_sha256(schema: str, records: list[ir.FlatRecord]) -> str:  # noqa: ARG001  as generated modules ask for it
    """Return the sha256 of a schema's loops: it changes with the schema and with this generator."""
    text = LOOPS_HEADER.read_text(encoding="utf-8") + "\n".join(_definitions(records))
    return hashlib.sha256(text.encode()).hexdigest()


def definitions(schema: str, records: list[ir.FlatRecord]) -> Iterator[str]:
    """Yield the loops, and the functions by which callers tell what a library was built from."""
    yield from _definitions(records)
    sha256s = f'"{schema_sha256(schema)}",\n    "{code_sha256(schema, records)}"'
    layout = "\n".join(f'    "{record.struct.text()}\\n"' for record in records)
    yield f"NACF_IDENTIFY({schema},\n    {sha256s},\n{layout})"


def _definitions(records: list[ir.FlatRecord]) -> Iterator[str]:
    for record in records:
        if record.arguments:
            yield _bounds(record)
        yield from (function(record).text() for function in FUNCTIONS)


def _bounds(record: ir.FlatRecord) -> str:
    """Arguments that are out of their bounds could make a computation overflow."""
    tests = [
        f"{'all_within' if argument.is_table else 'within'}(a.{c_name(argument.name)},"
        f" {_limit(argument.low)}, {_limit(argument.high)})"
        for argument in record.arguments
        if (argument.low, argument.high) != ir.I64
    ]
    return f"#define {record.struct.prefix}_HOLD ({' && '.join(tests) or '1'})"


def _limit(value: int) -> str:
    return {ir.I64[0]: "INT64_MIN", ir.I64[1]: "INT64_MAX"}.get(value, f"INT64_C({value})")


def used_helpers(text: str) -> str:
    """Return the functions of the header of loops that a text calls, directly or not."""
    blocks = LOOPS_HEADER.read_text(encoding="utf-8").split("\n\n")
    helpers = {found[1]: block for block in blocks if (found := _DEFINED.search(block))}
    wanted: set[str] = set()
    waiting = [text]
    while waiting:
        called = {name for name in re.findall(r"\b(\w+)\(", waiting.pop()) if name in helpers} - wanted
        wanted |= called
        waiting += [helpers[name] for name in called]
    return "\n\n".join(helper for name, helper in helpers.items() if name in wanted)


def declarations(schema: str, records: list[ir.FlatRecord]) -> Iterator[str]:
    """Yield what the header says about the columns of a schema.

    Raises:
        SchemaError: two columns have one name in C.
    """
    for record in records:
        check_names(record)
        yield "\n".join(_rule_lines(record))
        yield _columns_struct(record)
        yield f"{_arguments_struct(record)}\nNACF_LOOPS({record.struct.prefix})"
    yield f"NACF_IDENTITY({schema})"


def _rule_lines(record: ir.FlatRecord) -> Iterator[str]:
    check = CheckLoop(record)
    check.text()
    yield f"/* Columns of {record.type_path}{', and the rules of its check:' if check.rules else ' */'}"
    for number, rule in enumerate(check.rules):
        text = f" * - {number}: {rule.path}, {rule.reason}" + (f": {rule.expected}" if rule.expected else "")
        yield from filled_words(harmless(" ".join(text.split())).split(), _WIDTH, " ", " *   ")
    if check.rules:
        yield " */"


def _columns_struct(record: ir.FlatRecord) -> str:
    lines = [
        "size_t count; /* records: what every function works on */",
        "int64_t *starts; /* count + 1: offsets of the records, the last where they end; for gather only */",
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
    name = f"{record.struct.prefix}_arguments"
    return _struct(name, lines) if lines else f"typedef void {name};"


def _about_argument(argument: ir.RootArgument) -> str:
    bounds = "" if (argument.low, argument.high) == ir.I64 else f", {argument.low} to {argument.high}"
    if argument.is_table:
        return f"{TABLE_SIZE} entries: {argument.attribute} of each of {argument.path}{bounds}"
    return f"{argument.path} of the file{bounds}"


def _struct(name: str, lines: list[str]) -> str:
    return "\n".join([f"typedef struct {name} {{", *(f"    {line}" for line in lines), f"}} {name};"])
