"""The command `nacformats diff`: differences as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import click

from nacformats.commands import terminal
from nacformats.commands.opening import opened_model
from nacformats.commands.refusals import comparison_refused, refusals_as_json
from nacformats.comparing.core import Difference, Note
from nacformats.comparing.models import differences_and_notes
from nacformats.errors import FormatError
from nacformats.formats.nac import NacFile
from nacformats.printing import printable


def differences_of(first: Any, second: Any) -> Iterator[Difference | Note]:
    """Yield all differences, and what is said beside them. CommandError where the two cannot be compared to the end."""
    for model in first, second:
        if isinstance(model, NacFile) and not model.internal_weights and model.weights is None:
            raise terminal.CommandError("standard input does not say where the weights are: give the name of a file")
    try:
        yield from differences_and_notes(first, second)
    except FormatError as error:
        raise terminal.CommandError(str(error), problem=error) from None
    except TypeError as error:
        raise terminal.CommandError(terminal.in_one_line(error)) from None


def diff_files(*, first: str, second: str, lenient: bool, as_json: bool) -> None:
    """Show where two files differ; see `nacformats diff --help`."""
    with refusals_as_json(as_json, comparison_refused):
        try:
            with opened_model(first, strict=not lenient) as one, opened_model(second, strict=not lenient) as other:
                code = _show_differences(differences_of(one, other), as_json=as_json)
        except terminal.CommandError as error:
            raise terminal.CommandError(str(error), problem=error.problem, file=error.file) from None
    click.get_current_context().exit(code)


def _show_differences(differences: Iterable[Difference | Note], *, as_json: bool) -> int:
    """Show differences as they are found, and return the exit code.

    As JSON they are an array. Where comparing ends early, the last element is an object with the key "error"; without
    any difference until then, the error is raised as it is.
    """
    if as_json:
        return _show_differences_as_json(differences)
    code = 0
    for difference in differences:
        for row in terminal.wrapped(printable(str(difference)), terminal.line_width()):
            terminal.show(row)
        code = terminal.BAD_FILE if isinstance(difference, Difference) else code
    return code


def _show_differences_as_json(differences: Iterable[Difference | Note]) -> int:
    start, code = "[\n", 0
    try:
        for difference in differences:
            if isinstance(difference, Note):
                continue
            terminal.show_json([start, json.dumps(difference.as_dict())])
            start, code = ",\n", terminal.BAD_FILE
    except (terminal.CommandError, FormatError) as error:
        if not code:
            raise
        terminal.show_json([start, json.dumps(comparison_refused(error)), "\n]\n"])
        return terminal.USAGE
    terminal.show_json(["\n]\n" if code else "[]\n"])
    return code
