"""JSON where a command refuses: the document says why, in the form of a finding."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import click

from nacformats.checks.validation import refusal
from nacformats.codec.streams import Source
from nacformats.commands.inspection.document import json_value
from nacformats.commands.terminal import CommandError, exit_code, in_one_line, show_json
from nacformats.errors import FormatError
from nacformats.findings import Finding

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
