"""Options that several commands share, and the types of their values."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from nacformats._generated import schemas
from nacformats.commands.opening import MMAP
from nacformats.commands.terminal import CommandError
from nacformats.formats import format_named, formats
from nacformats.formats.base import Format


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
    """Return the command, with the option --color."""
    if COLOR not in command.params:
        command.params.append(COLOR)
    return command


def grouped(**classes: type[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator for the function of a command, which passes options as objects of dataclasses.

    Args:
        classes: by the name of the argument; the fields of each are the names of its options.
    """

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        @wraps(function)
        def call(**given: Any) -> None:
            for name, kind in classes.items():
                given[name] = kind(**{field.name: given.pop(field.name) for field in fields(kind)})
            function(**given)

        return call

    return decorate


def options_given(*names: str) -> list[str]:
    """Return those of these options of the current command that were given, as they are written."""
    context = click.get_current_context()
    written = {option.name: max(option.opts, key=len) for option in context.command.params}
    return [written[name] for name in names if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]


def check_used(reason: str, *used: str) -> None:
    """Refuse an option of the current command that was given and is not used: none is ignored without a word.

    Args:
        reason: why others have no use.
        used: the names of the options that have, besides those about how files are opened and replaced.
    """
    context = click.get_current_context()
    always = {"lenient", "mmap", "force", "color", "no_pager"}
    for option in context.command.params:
        name = option.name or ""
        is_given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if is_given and isinstance(option, click.Option) and name not in always.union(used):
            raise CommandError(f"{option.opts[-1]} is of no use {reason}")


class FormatName(click.ParamType[str]):
    """The name of a registered format, or one of some other names."""

    name = "format"

    def __init__(self, *others: str) -> None:
        self.others = others

    def shell_complete(self, _context: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in (*formats(), *self.others) if name.startswith(incomplete)]

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> str:
        known = (*formats(), *self.others)
        if value not in known and format_named(value) is None:
            self.fail(f"unknown format {value!r}: known are {', '.join(known)}", param, context)
        return str(value)


#: Where the name of the schema is kept, as `nacformats.commands.opening` keeps the choice of --mmap.
_SCHEMA_GIVEN = "nacformats.schema"


class SchemaFile(click.ParamType[Format]):
    """A file with a schema, or the name of one of the package; becomes the format that it describes."""

    name = "schema"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> Format:  # noqa: ARG002
        from nacformats.codec.trees.codec import SchemaCodec  # noqa: PLC0415  construct and YAML are slow to import
        from nacformats.formats.generic import format_of_codec  # noqa: PLC0415
        from nacformats.targets.loading import codec_of_file  # noqa: PLC0415

        if isinstance(value, Format):
            return value
        if context is not None:
            context.meta[_SCHEMA_GIVEN] = value
        if value in schemas("construct") and not Path(value).exists():
            codec = SchemaCodec.generated(value)
            return format_of_codec(codec)
        try:
            return format_of_codec(codec_of_file(value))
        except OSError as error:
            raise CommandError(f"{value}: {error.strerror or error}") from None
        except ValueError as error:
            raise CommandError(str(error)) from None


def given_schema() -> str:
    """Return what --schema is given; "" without."""
    return str(click.get_current_context().meta.get(_SCHEMA_GIVEN, ""))


def chosen_format(format: str | None, schema: Format | None) -> str | Format | None:  # noqa: A002
    """Return the format that --format or --schema gives; both together are a usage error."""
    if format is not None and schema is not None:
        raise CommandError("--format names a format and --schema describes one: give one of them")
    return schema or format


class _NacVersion(click.ParamType[str]):
    """A version of NAC that the package knows."""

    name = "version"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> str:
        from nacformats.formats.records import VERSIONS  # noqa: PLC0415  only who needs it

        if value not in VERSIONS:
            self.fail(f"unknown version of NAC {value!r}: known are {', '.join(VERSIONS)}", param, context)
        return str(value)


#: The options that several commands have, by their names.
_SHARED = {
    "lenient": click.option("--lenient", is_flag=True, help="Allow what docs/leniencies.md in the repository lists."),
    "format": click.option("--format", type=FormatName(), help="Read as this format instead of detecting it."),
    "schema": click.option(
        "--schema",
        type=SchemaFile(),
        metavar="FILE.ksy",
        help="Read as this Kaitai Struct schema describes, or as a schema of this package (mep).",
    ),
    "mmap": MMAP,
    "json": click.option("--json", "as_json", is_flag=True, help="Print one JSON document."),
    "force": click.option("--force", is_flag=True, help="Replace the target if it exists."),
    "nac-version": click.option(
        "--nac-version",
        metavar="VERSION",
        type=_NacVersion(),
        help="Write a .nac file of this version: 1.6, 1.7 or 1.8.",
    ),
}


def shared(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that gives a command options that several have, in this order."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        for name in reversed(names):
            command = _SHARED[name](command)
        return command

    return decorate
