"""Completion in bash, zsh and fish: commands, options, files, and the sections of the file that is given."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

import click
from click.shell_completion import CompletionItem, get_completion_class

from nacformats.commands.terminal import CommandError, show_text

#: The shells that click has scripts for.
SHELLS = ("bash", "zsh", "fish")
#: The variable by which a shell asks for completions.
_VARIABLE, _PROGRAM = "_NACFORMATS_COMPLETE", "nacformats"
#: Words in the metavar of a parameter that is a file or a folder.
_FILES, _FOLDERS = {"FILE", "MODEL", "IN", "OUT", "A", "B", "OTHER", "SCHEMA"}, {"DIR", "FOLDER"}
#: How often the parser may read to find the sections of a file, and how many of them are offered.
_READS, _MOST_SECTIONS = 1_000, 100


def completion_script(shell: str) -> None:
    """Print the script that makes a shell complete the command."""
    kind = get_completion_class(shell)
    if kind is None:
        raise CommandError(f"no completion for {shell}")
    script = kind(click.Command(_PROGRAM), {}, _PROGRAM, _VARIABLE).source()
    show_text(script, flush=True)


class FileText(click.types.StringParamType):
    """The name of a file or a folder, which a shell completes. kind: "file" or "dir"."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def shell_complete(
        self, _context: click.Context, _parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type=self.kind)]


class SectionText(click.types.StringParamType):
    """A part of the file that is on the line already."""

    def shell_complete(
        self, context: click.Context, _parameter: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        file = context.params.get("file") or next(iter(context.args), None)  # an option without its value stops parsing
        if not isinstance(file, str):
            return []
        try:
            return [CompletionItem(name) for name in _parts(file) if name.startswith(incomplete)]
        except (OSError, ValueError):  # a file that cannot be read has no sections; nobody is there to be told
            return []


def completed(command: click.Command) -> click.Command:
    """Return a command whose files, folders and sections are completed."""
    for parameter in command.params:
        words = set(re.findall(r"[A-Z]+", parameter.metavar or ""))
        if type(parameter.type) is not click.types.StringParamType:
            continue
        if parameter.name == "section":
            parameter.type = SectionText()
        elif words & _FILES:
            parameter.type = FileText("file")
        elif words & _FOLDERS:
            parameter.type = FileText("dir")
    return command


def _parts(file: str) -> Iterable[str]:
    from nacformats.api import format_of  # noqa: PLC0415  only for this
    from nacformats.codec.streams import Source  # noqa: PLC0415
    from nacformats.codec.walk import Walk  # noqa: PLC0415

    with Source.open(file, regular=True) as source:
        found = format_of(source, strict=False)
        walk = Walk(found.codec() if found.codec else found.name, source, _READS)
        return [node.name for node in islice(walk.children(walk.root), _MOST_SECTIONS)]
