"""The module of generated/columns/ for a schema: plain functions, and a RecordCodec for each record type."""

from __future__ import annotations

import re
import textwrap

from nacformats.codec.columns import arrays
from nacformats.codec.tables import class_name
from nacformats.generator.columns import steps as ir
from nacformats.generator.columns.c.files import code_sha256
from nacformats.generator.columns.functions import render_check, render_gather, render_scatter
from nacformats.generator.columns.lowering import choose
from nacformats.generator.columns.scanning import RecordStarts, record_starts, render_measure, render_scan
from nacformats.generator.expressions import quoted
from nacformats.generator.pycode import WIDTH, Code, import_lines
from nacformats.generator.reading import schema_model


def render_columns(name: str) -> str:
    """Return the module of a schema.

    Raises:
        SchemaError: a type that has to be columns cannot be.
    """
    schema = schema_model(name)
    chosen = choose(schema)
    title = f"Columns of {schema.title}: each repeated record as arrays. See nacformats.columns."
    left = [f"Left to the parser: {target.path}, because {error}." for target, error in chosen.left]
    lines = ['"""' + "\n\n".join([title, *left]) + ('\n"""' if left else '"""'), ""]
    lines += ["from __future__ import annotations", ""]
    body = [line for record in chosen.records for line in _record_lines(record)]
    lines += _imports(body)
    names = sorted(record.name for record in chosen.records)
    if body:
        stamp = quoted(code_sha256(name, chosen.records))
        lines += ["", "#: Of the C code for the same records: a library that was built from other code is left out."]
        lines.append(f"C_SHA256 = {stamp}")
    lines += ["", *Code("__all__ = ", tuple(map(quoted, names)), brackets="[]").lines("", "")]
    return "\n".join([*lines, *body])


def _imports(body: list[str]) -> list[str]:
    """Return the imports of what the functions call."""
    text = "\n".join(body)
    if not body:
        return []
    lines = ["import numpy as np", ""] if "np." in text else []
    lines += import_lines(arrays.__name__, {name for name in dir(arrays) if re.search(rf"\b{name}\(", text)})
    lines.append("from nacformats.codec.columns.record import RecordCodec")
    lines += ["from nacformats.codec.columns.scanning import varint"] if re.search(r"\bvarint\(", text) else []
    names = ", ".join(name for name in ("Argument", "Column", "ColumnRule") if f"{name}(" in text)
    return [*lines, f"from nacformats.codec.columns.table import {names}"]


def _record_lines(record: ir.FlatRecord) -> list[str]:
    checks, rules = render_check(record)
    functions = [render_scan(record), render_gather(record), checks, render_scatter(record)]
    name = record.name
    candidates = record_starts(record)
    if candidates is not None:
        functions.insert(1, render_measure(record))
    arguments = [
        Code("Argument", (quoted(a.name), quoted(a.path), quoted(a.attribute), repr(a.low), repr(a.high)))
        for a in record.arguments
    ]
    columns = [Code("Column", (quoted(c.key), quoted(c.dtype), quoted(c.rows))) for c in record.columns]
    listed = [Code("ColumnRule", (quoted(rule.path), quoted(rule.reason), quoted(rule.expected))) for rule in rules]
    children = [f"{quoted(path)}: {quoted(blob.child)}" for path, blob in record.blobs.items() if blob.child]
    call = Code(
        "RecordCodec",
        (
            f"schema={quoted(record.schema)}",
            f"name={quoted(name)}",
            f"parser={quoted('.'.join(map(class_name, [record.schema, *record.type_path.split('::')])))}",
            f"least={ir.least(record.steps)}",
            f"size={ir.fixed(record.steps)}",
            f"takes_index={record.takes_index}",
            Code("", tuple(arguments), prefix="arguments=", brackets="[]"),
            Code("", tuple(columns), prefix="columns=", brackets="[]"),
            Code("", tuple(listed), prefix="rules=", brackets="[]"),
            Code("", tuple(children), prefix="children=", brackets="{}"),
            f"scan=scan_{name}",
            f"gather=gather_{name}",
            f"check=check_{name}",
            f"scatter=scatter_{name}",
            *([] if candidates is None else _leaping(name, candidates)),
        ),
        prefix=f"{name} = ",
    )
    lines: list[str] = []
    for function in functions:
        lines += ["", "", *(part for line in function for part in _wrapped(line))]
    return [*lines, "", "", *call.lines("", "")]


def _leaping(name: str, candidates: RecordStarts) -> list[str]:
    return [f"measure=measure_{name}", f"leading={_ranges(candidates.leading)}", f"grain={candidates.grain}"]


def _ranges(numbers: list[int]) -> str:
    """Python for a list of numbers that rise."""
    return "[" + ", ".join(f"*range({first}, {last + 1})" for first, last in ir.runs(numbers)) + "]"


def _wrapped(line: str) -> list[str]:
    """Return a line with a list that is too long for it, on several."""
    head, opening, rest = line.partition("(")
    inside, closing, tail = rest.rpartition(")")
    if len(line) <= WIDTH or not closing or "(" in inside:
        return [line]
    indent = head[: len(head) - len(head.lstrip())]
    deeper = indent + "    "
    return [
        f"{head}{opening}",
        *textwrap.wrap(inside, WIDTH, initial_indent=deeper, subsequent_indent=deeper),
        f"{indent}{closing}{tail}",
    ]
