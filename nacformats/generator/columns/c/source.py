"""generated/c/NAME.c: the loops of all record types of a schema, and the helpers that they call."""

from __future__ import annotations

from collections.abc import Iterator

from nacformats.generator.columns.bounds import I64
from nacformats.generator.columns.c.functions import functions
from nacformats.generator.columns.c.helpers import used_helpers
from nacformats.generator.columns.c.layout import arguments_hold, layout_of, member, prefix_of
from nacformats.generator.columns.choice import choose
from nacformats.generator.columns.steps import Record
from nacformats.generator.reading import schema_model
from nacformats.generator.sources import schema_sha256


def render(schema: str) -> str | None:
    """The source of a schema, or None where it has no records.

    Raises:
        SchemaError: a type asks to be columns and cannot.
    """
    records = choose(schema_model(schema)).records
    if not records:
        return None
    text = "\n\n".join([*(part for record in records for part in _definitions(record)), _identity(schema, records)])
    includes = f'#include "{schema}.h"' + ("\n\n#include <string.h>" if "memcpy(" in text else "")
    helpers = used_helpers(text, f"{schema}_")
    return "\n" + "\n\n".join(part for part in (includes, helpers, text) if part) + "\n"


def _definitions(record: Record) -> Iterator[str]:
    if record.arguments:
        yield _bounds_check(record)
    for loop in functions(record):
        yield loop.text()


def _bounds_check(record: Record) -> str:
    """Arguments that are out of their bounds could make a computation overflow."""
    tests = [
        f"{'all_within' if argument.is_table else 'within'}(arguments->{member(argument.name)},"
        f" {_limit(argument.low)}, {_limit(argument.high)})"
        for argument in record.arguments
        if (argument.low, argument.high) != I64
    ]
    head = f"static int {arguments_hold(record)}(const {prefix_of(record)}_arguments *arguments)"
    body = ["    return " + "\n        && ".join(tests) + ";"] if tests else ["    (void)arguments;", "    return 1;"]
    return "\n".join([head, "{", *body, "}"])


def _limit(value: int) -> str:
    return {I64[0]: "INT64_MIN", I64[1]: "INT64_MAX"}.get(value, f"INT64_C({value})")


def _identity(schema: str, records: list[Record]) -> str:
    lines = [f'        "{layout_of(record).text()}\\n"' for record in records]
    return "\n\n".join(
        [
            _text_function(schema, "schema_sha256", [f'        "{schema_sha256(schema)}"']),
            _text_function(schema, "layout", lines),
        ]
    )


def _text_function(schema: str, name: str, lines: list[str]) -> str:
    head = f"{schema.upper()}_API const char *{schema}_{name}(void)"
    return "\n".join([head, "{", "    return", *lines[:-1], f"{lines[-1]};", "}"])
