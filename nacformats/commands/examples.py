"""The examples at the end of the help of each command: what it does, and how it is typed."""

from __future__ import annotations

from pathlib import Path

import click

_COMMAND, _WHAT = "  nacformats ", "  # "


def _of_command(text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    title, *lines = text.splitlines()
    whats, commands = lines[::2], lines[1::2]
    shown = tuple(
        (what.removeprefix(_WHAT), words.removeprefix(_COMMAND)) for what, words in zip(whats, commands, strict=True)
    )
    return title.removesuffix(":").removeprefix("nacformats").strip(), shown


#: By command: what for, and the words after `nacformats`. The files are those of examples/, or what their names say.
EXAMPLES = dict(map(_of_command, Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split("\n\n")))


def with_examples(command: click.Command, name: str) -> click.Command:
    """Return a command whose help ends with its examples."""
    shown = [line for what, words in EXAMPLES.get(name, ()) for line in (f"{_WHAT}{what}", f"{_COMMAND}{words}")]
    if shown:
        command.epilog = "\n".join(("\b", "Examples:", *shown))
    return command
