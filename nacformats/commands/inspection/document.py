"""Documents in JSON: an inspection, complete but for long payloads and texts, and why a command refuses."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any, TypeAlias

import click
import numpy as np

from nacformats.checks.validation import refusal
from nacformats.codec.records import is_list, is_record
from nacformats.codec.streams import Source
from nacformats.codec.trees.values import enum_name
from nacformats.codec.walk import FieldNode
from nacformats.commands.inspection.core import Inspection
from nacformats.commands.inspection.text import is_flat
from nacformats.commands.terminal import CommandError, exit_code, in_one_line, show_json
from nacformats.errors import FormatError
from nacformats.findings import Finding
from nacformats.limits import MAX_SHOWN_TEXT
from nacformats.repeats import Blocks
from nacformats.view.representation import is_number, represent, represented_number
from nacformats.view.summaries.data import Summary, head_rows
from nacformats.view.tables import ShownCell, ShownTable

#: Most bytes of a field that the document holds, as hexadecimal, and most characters of a text.
DOCUMENTED_BYTES = 64
DOCUMENTED_CHARACTERS = 1024


def inspection_document(
    file: str, found: Inspection, tables: list[ShownTable], node: FieldNode | None
) -> Iterator[str]:
    """Yield the inspection, or the tables and the node that were chosen, in pieces: a tree can be
    larger than memory.
    """
    head = _head(file, found.format.name, found.findings, found.summary)
    yield json.dumps(head).removesuffix("}")
    yield ', "about": '
    yield from json.JSONEncoder().iterencode(json_value(asdict(found.summary)))
    yield ', "tables": {'
    for number, table in enumerate(tables):
        yield f"{', ' * (number > 0)}{json.dumps(table.name)}: "
        rows = (dict(zip(table.columns, json_value(list(row)), strict=True)) for row in table.rows)
        yield from json_array([json.dumps(row)] for row in rows)
    blocks = next((table.blocks() for table in tables if table.blocks is not None), Blocks())
    yield '}, "blocks": '
    yield from json.JSONEncoder().iterencode(blocks.as_plain())
    yield ', "tree": '
    yield from ["null"] if node is None else _tree(found, node)
    yield f', "complete": {json.dumps(not found.walk.stopped)}}}\n'


def summary_document(file: str, summary: Summary, findings: Sequence[Finding] = ()) -> Iterator[str]:
    """Yield the document about what is of no format, in pieces: it has no tables and no tree."""
    head = _head(file, None, findings, summary)
    rest: dict[str, Any] = {"about": asdict(summary), "tables": {}, "blocks": [], "tree": None, "complete": True}
    yield from json.JSONEncoder().iterencode(json_value({**head, **rest}))
    yield "\n"


def _head(file: str, name: str | None, findings: Sequence[Finding], summary: Summary) -> dict[str, Any]:
    """Return what the documents about all files begin with. name: of the format."""
    valid = all(finding.severity != "error" for finding in findings)
    listed = [json_value(vars(finding)) for finding in findings]
    head = {"file": file, "format": name, "size": summary.size, "valid": valid, "findings": listed}
    return {**head, "summary": dict(head_rows(summary, weights=name is not None))}


def _tree(found: Inspection, node: FieldNode) -> Iterator[str]:
    """Yield a node with everything below it."""
    own: dict[str, Any] = {"name": node.name, "path": node.path, "offset": node.offset, "size": node.size}
    if label := found.overview.label(node.path):
        own["called"] = label
    if is_list(node.value) and is_flat(node.value):
        yield json.dumps(own).removesuffix("}")
        yield ', "value": '
        yield from json_array([json.dumps(json_value(item))] for item in node.value)
        yield "}"
        return
    inner = found.walk.inside(node)
    if inner is not node:
        own = {**own, **_value(node.value)}
    elif is_flat(node.value):
        yield json.dumps({**own, **_value(node.value)})
        return
    text = represent(inner.value, MAX_SHOWN_TEXT) if is_record(inner.value) else None
    yield json.dumps({**own, "text": text} if text else own).removesuffix("}")
    yield ', "children": '
    yield from json_array(_tree(found, child) for child in found.walk.children(inner))
    yield "}"


def json_array(items: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield an array whose values come in pieces."""
    yield "["
    for number, pieces in enumerate(items):
        yield ", " * (number > 0)
        yield from pieces
    yield "]"


def json_value(value: Any) -> Any:
    """Return a value in the types of JSON; bytes as hexadecimal, numbers that JSON lacks as text."""
    if isinstance(value, ShownCell):
        return json_value(value.value)
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value[:DOCUMENTED_BYTES]).hex()
    if is_record(value):
        return json_value(represented_number(value)) if is_number(value) else None
    if isinstance(value, list | tuple):
        return [json_value(item) for item in value]
    if isinstance(value, dict):
        return {str(key): json_value(item) for key, item in value.items()}
    if isinstance(value, np.generic):
        return json_value(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _value(value: Any) -> dict[str, Any]:
    if (name := enum_name(value)) is not None:
        return {"value": int(value), "label": name}
    if isinstance(value, bytes | bytearray | memoryview) and len(value) > DOCUMENTED_BYTES:
        return {"value": json_value(value), "omitted_bytes": len(value) - DOCUMENTED_BYTES}
    if isinstance(value, str) and len(value) > DOCUMENTED_CHARACTERS:
        return {"value": value[:DOCUMENTED_CHARACTERS], "omitted_characters": len(value) - DOCUMENTED_CHARACTERS}
    return {"value": json_value(value)}


#: What ends a command with a message of one line.
CommandRefusal: TypeAlias = CommandError | FormatError | OSError
REFUSALS = (CommandError, FormatError, OSError)


@contextmanager
def refusals_as_json(as_json: bool, document: Callable[[CommandRefusal], dict[str, Any]]) -> Iterator[None]:
    """Turn a refusal in this block into a JSON document; the exit code stays the same.

    Args:
        as_json: whether it does; else nothing is changed.
        document: what makes the document.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except REFUSALS as error:
        if not as_json:
            raise
        show_json([json.dumps(document(error)), "\n"])
        raise click.exceptions.Exit(exit_code(error)) from None


def refused_inspection(file: str, source: Source | None, error: CommandRefusal) -> dict[str, Any]:
    """Return the document of `inspect` about a file that cannot be looked into. source: its bytes, if they could be
    read.
    """
    size = None if source is None else source.size
    found = {"file": file, "format": None, "size": size, "valid": False, "findings": [entry_of(error)]}
    return {**found, "summary": {}, "tables": {}, "tree": None, "complete": True}


def comparison_refused(error: CommandRefusal) -> dict[str, Any]:
    """Return the document of `diff` about files that cannot be compared; it names the file, if it is one of them."""
    file = error.filename if isinstance(error, OSError) else getattr(error, "file", None)
    return {"error": {"file": file, **entry_of(error)}}


def problem_of(error: CommandRefusal) -> str:
    """Return the refusal on one line, without the name of a file."""
    return error.strerror or str(error) if isinstance(error, OSError) else in_one_line(error)


def entry_of(error: CommandRefusal) -> dict[str, Any]:
    """Return the refusal as a finding in the types of JSON."""
    problem = error.problem if isinstance(error, CommandError) else error
    if isinstance(problem, FormatError):
        found = refusal(problem)
    else:
        rule = "unreadable" if isinstance(error, OSError) else "usage"
        found = Finding("error", rule, problem_of(error), cause=rule)
    return {name: json_value(value) for name, value in vars(found).items()}
