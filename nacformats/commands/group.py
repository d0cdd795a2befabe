"""The group of all commands: a file alone is inspected, a misspelled command is named, what comes later is imported."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from nacformats.commands.terminal import DASH

#: The command that a file alone means.
_DEFAULT = "inspect"


class CommandGroup(click.Group):
    """A group whose first word may be a file.

    Attributes:
        elsewhere: by name, the module of a command that is imported only when it is called.
        finish: what every command gets: options, examples and completion.
    """

    def __init__(self, *args: Any, **extra: Any) -> None:
        super().__init__(*args, **extra)
        self.elsewhere: dict[str, str] = {}
        self.finish: Callable[[click.Command, str], click.Command] = lambda command, _name: command

    def add_elsewhere(self, name: str, module: str, short_help: str) -> None:
        """Add a command that is declared as `NAME_command` in a module."""
        self.elsewhere[name] = module

        @self.command(
            name, add_help_option=False, context_settings={"ignore_unknown_options": True}, short_help=short_help
        )
        @click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
        @click.pass_context
        def command(context: click.Context, arguments: tuple[str, ...]) -> Any:
            declared = self.declared(name)
            with declared.make_context(name, list(arguments), parent=context.parent) as inner:
                return declared.invoke(inner)

    def declared(self, name: str) -> click.Command:
        """Return a command with all of its options."""
        if name not in self.elsewhere:
            return self.commands[name]
        found: click.Command = getattr(import_module(self.elsewhere[name]), f"{name}_command")
        return self.finish(found, name)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Return a command; where words are completed, with all of its options."""
        return (
            self.declared(name)
            if context.resilient_parsing and name in self.elsewhere
            else super().get_command(context, name)
        )

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of a line. Raises UsageError, which names the one that was probably meant."""
        name = str(args[0])
        if name not in self.commands and _may_be_file(name):
            return super().resolve_command(context, [_DEFAULT, *args])
        if name not in self.commands and not name.startswith("-") and not context.resilient_parsing:
            raise click.UsageError(f"No such command or file: {name!r}.{self._meant(name)}", context)
        return super().resolve_command(context, args)

    def _meant(self, name: str) -> str:
        from difflib import get_close_matches  # noqa: PLC0415  only for a word that is misspelled

        near = get_close_matches(name, self.commands, 2)
        return f" Did you mean {' or '.join(near)}?" if near else ""

    def shell_complete(self, context: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that begin so; a file where there are none."""
        return super().shell_complete(context, incomplete) or [CompletionItem(incomplete, type="file")]


def _may_be_file(name: str) -> bool:
    """Return True for what is there, and for a word that no command looks like."""
    if name.startswith("-"):
        return name == DASH
    try:
        return Path(name).exists() or "." in name or os.sep in name
    except (OSError, ValueError):
        return True


_COMMAND, _WHAT = "  nacformats ", "  # "


def _of_command(text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    title, *lines = text.splitlines()
    whats, commands = lines[::2], lines[1::2]
    shown = tuple(
        (what.removeprefix(_WHAT), words.removeprefix(_COMMAND)) for what, words in zip(whats, commands, strict=True)
    )
    return title.removesuffix(":").removeprefix("nacformats").strip(), shown


#: By command: what for, and the words after `nacformats`. The files are those of examples/, or what their names say.
EXAMPLES = dict(map(_of_command, Path(__file__).with_name("examples.txt").read_text(encoding="utf-8").split("\n\n")))


def with_examples(command: click.Command, name: str) -> click.Command:
    """Return a command whose help ends with its examples."""
    shown = [line for what, words in EXAMPLES.get(name, ()) for line in (f"{_WHAT}{what}", f"{_COMMAND}{words}")]
    if shown:
        command.epilog = "\n".join(("\b", "Examples:", *shown))
    return command
