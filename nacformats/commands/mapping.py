"""The option --no-mmap: how the files that a command reads are opened."""

from __future__ import annotations

import click

#: Where the choice is kept: in what the context of a command shares with those inside it.
_KEY = "nacformats.mmap"


def _keep(context: click.Context, _option: click.Parameter, value: bool | None) -> None:
    context.meta[_KEY] = value


MMAP = click.option(
    "--mmap/--no-mmap",
    default=None,
    expose_value=False,
    callback=_keep,
    help="Map files, or read them into memory. By default, your own files and root's are mapped.",
)


def wanted_mmap() -> bool | None:
    """What the caller of the command wants, as nacformats.load takes it."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(_KEY)
