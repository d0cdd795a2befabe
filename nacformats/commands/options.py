"""Options that several commands share."""

from __future__ import annotations

import os
from typing import Any

import click
from click.core import ParameterSource

from nacformats.commands.terminal import USAGE, CommandError
from nacformats.formats import format_named, formats

FORCE = click.option("--force", is_flag=True, help="Replace the target if it exists.")
LENIENT = click.option("--lenient", is_flag=True, help="Allow what docs/leniencies.md in the repository lists.")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def _keep_color(context: click.Context, _option: click.Parameter, choice: str | None) -> None:
    """--color wins, then NO_COLOR (https://no-color.org), FORCE_COLOR, and a terminal that has none."""
    environment = os.environ
    if choice not in (None, "auto"):
        context.color = choice == "always"
    elif context.parent is not None:  # as the group has it
        return
    elif environment.get("NO_COLOR"):
        context.color = False
    elif environment.get("FORCE_COLOR"):
        context.color = True
    elif environment.get("TERM") == "dumb":
        context.color = False


#: The group and every command have it; what a context says is for all that is shown within it.
COLOR = click.Option(
    ["--color"],
    type=click.Choice(["always", "never", "auto"]),
    expose_value=False,
    callback=_keep_color,
    help="Show styles and colors: by default, on a terminal.",
)


def with_color(command: click.Command) -> click.Command:
    """The command, with the option --color."""
    if COLOR not in command.params:
        command.params.append(COLOR)
    return command


def check_used(reason: str, *used: str) -> None:
    """Refuse an option of the current command that was given and is not used: none is ignored without a word.

    Args:
        reason: why others have no use.
        used: the names of the options that have, besides those about how files are opened and replaced.
    """
    context = click.get_current_context()
    always = {"lenient", "mmap", "force", "color"}
    for option in context.command.params:
        name = option.name or ""
        is_given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if is_given and isinstance(option, click.Option) and name not in always.union(used):
            raise CommandError(f"{option.opts[-1]} is of no use {reason}", USAGE)


class FormatName(click.ParamType[str]):
    """The name of a registered format, or one of some other names."""

    name = "format"

    def __init__(self, *others: str) -> None:
        self.others = others

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> str:
        known = (*formats(), *self.others)
        if value not in known and format_named(value) is None:
            self.fail(f"unknown format {value!r}: known are {', '.join(known)}", param, context)
        return str(value)


FORMAT = click.option("--format", "format", type=FormatName(), help="Read as this format instead of detecting it.")
