"""generated/c/NAME.c: the loops of all record types of a schema, and the helpers that they call."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from nacformats.generator.columns.bounds import I64
from nacformats.generator.columns.c.functions import functions
from nacformats.generator.columns.c.helpers import used_helpers
from nacformats.generator.columns.c.layout import arguments_hold, c_name, layout_of, prefix_of
from nacformats.generator.columns.choice import choose
from nacformats.generator.columns.steps import FlatRecord
from nacformats.generator.reading import schema_model
from nacformats.generator.sources import schema_sha256


def render_source(schema: str) -> str | None:
    """The source of a schema, or None where it has no records.

    Raises:
        SchemaError: a type asks to be columns and cannot.
    """
    records = choose(schema_model(schema)).records
    if not records:
        return None
    code = _code(schema, records)
    return "\n" + "\n\n".join([code, *_identity(schema, records, _sha256(code))]) + "\n"


def code_sha256(schema: str, records: list[FlatRecord]) -> str:
    """What tells the code of a schema: it changes with the schema and with this generator."""
    return _sha256(_code(schema, records))


def _sha256(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def _code(schema: str, records: list[FlatRecord]) -> str:
    """The source without the functions that identify it."""
    text = "\n\n".join(part for record in records for part in _definitions(record))
    includes = f'#include "{schema}.h"' + ("\n\n#include <string.h>" if "memcpy(" in text else "")
    helpers = used_helpers(text, f"{schema}_")
    return "\n\n".join(part for part in (includes, helpers, text) if part)


def _definitions(record: FlatRecord) -> Iterator[str]:
    if record.arguments:
        yield _bounds_check(record)
    for loop in functions(record):
        yield loop.text()


def _bounds_check(record: FlatRecord) -> str:
    """Arguments that are out of their bounds could make a computation overflow."""
    tests = [
        f"{'all_within' if argument.is_table else 'within'}(arguments->{c_name(argument.name)},"
        f" {_limit(argument.low)}, {_limit(argument.high)})"
        for argument in record.arguments
        if (argument.low, argument.high) != I64
    ]
    head = f"static int {arguments_hold(record)}(const {prefix_of(record)}_arguments *arguments)"
    body = ["    return " + "\n        && ".join(tests) + ";"] if tests else ["    (void)arguments;", "    return 1;"]
    return "\n".join([head, "{", *body, "}"])


def _limit(value: int) -> str:
    return {I64[0]: "INT64_MIN", I64[1]: "INT64_MAX"}.get(value, f"INT64_C({value})")


def _identity(schema: str, records: list[FlatRecord], code_sha256: str) -> Iterator[str]:
    """Functions by which callers tell what a library was built from."""
    for name, sha256 in (("schema", schema_sha256(schema)), ("code", code_sha256)):
        yield _text_function(schema, f"{name}_sha256", [f'        "{sha256}"'])
    yield _text_function(schema, "layout", [f'        "{layout_of(record).text()}\\n"' for record in records])


def _text_function(schema: str, name: str, lines: list[str]) -> str:
    head = f"{schema.upper()}_API const char *{schema}_{name}(void)"
    return "\n".join([head, "{", "    return", *lines[:-1], f"{lines[-1]};", "}"])
