"""The command `nacformats diff`."""

from __future__ import annotations

import json
from collections.abc import Iterable

import click

from nacformats.commands.diffing.core import Difference, Note
from nacformats.commands.diffing.models import differences_of
from nacformats.commands.opening import opened_model
from nacformats.commands.refusals import comparison_refused, refusals_as_json
from nacformats.commands.terminal import BAD_FILE, USAGE, CommandError, show, show_json
from nacformats.commands.widths import line_width, wrapped
from nacformats.errors import FormatError
from nacformats.printing import printable


def diff_files(*, first: str, second: str, lenient: bool, as_json: bool) -> None:
    """Show where two files differ; see `nacformats diff --help`."""
    with refusals_as_json(as_json, comparison_refused):
        try:
            with opened_model(first, strict=not lenient) as one, opened_model(second, strict=not lenient) as other:
                code = _show_differences(differences_of(one, other), as_json=as_json)
        except CommandError as error:
            raise CommandError(str(error), USAGE, error.problem, error.file) from None
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
        for row in wrapped(printable(str(difference)), line_width()):
            show(row)
        code = BAD_FILE if isinstance(difference, Difference) else code
    return code


def _show_differences_as_json(differences: Iterable[Difference | Note]) -> int:
    start, code = "[\n", 0
    try:
        for difference in differences:
            if isinstance(difference, Note):
                continue
            show_json([start, json.dumps(difference.as_dict())])
            start, code = ",\n", BAD_FILE
    except (CommandError, FormatError) as error:
        if not code:
            raise
        show_json([start, json.dumps(comparison_refused(error)), "\n]\n"])
        return USAGE
    show_json(["\n]\n" if code else "[]\n"])
    return code
