"""A pager for long output, as git has it: only on a terminal, and only for more than a screen."""

from __future__ import annotations

import io
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TextIO

import click

#: Where the choice of --no-pager is kept: in what the context of a command shares with those inside it.
_PAGER = "nacformats.pager"
#: The options of less unless LESS has others: it shows colors, and leaves the screen as it is (as git sets it).
_LESS = "FRX"
#: Commands whose output may be long, and that talk to nobody while they work.
PAGED = frozenset({"inspect", "validate", "diff", "query", "tokenize"})


def _keep_pager(context: click.Context, _option: click.Parameter, value: bool) -> None:
    if value or context.parent is None:
        context.meta[_PAGER] = not value


#: The group and every command whose output may be long have it.
NO_PAGER = click.Option(
    ["--no-pager"], is_flag=True, expose_value=False, callback=_keep_pager, help="Show long output without a pager."
)


@contextmanager
def paged(context: click.Context) -> Iterator[None]:
    """Have the standard output of this block shown by a pager, if it is a terminal and gets more than a screen."""
    if sys.stdout is None or not sys.stdout.isatty() or not _has_pager():
        yield
        return
    output = sys.stdout
    kept = sys.stdout = _Kept(output)
    try:
        yield
    finally:
        sys.stdout = output
        kept.show(paged=bool(context.meta.get(_PAGER, True)))


def with_pager(command: click.Command) -> click.Command:
    """Return a command whose output is shown by a pager, and its option --no-pager."""
    shown = command.callback
    assert shown is not None

    @wraps(shown)
    def call(*args: Any, **named: Any) -> Any:
        with paged(click.get_current_context()):
            return shown(*args, **named)

    command.callback = call
    command.params.append(NO_PAGER)
    return command


def _has_pager() -> bool:
    """True unless no pager is wanted (NO_PAGER, PAGER=cat, a dumb terminal), or PAGER is not a command."""
    environment = os.environ
    if environment.get("NO_PAGER") or environment.get("TERM") == "dumb":
        return False
    try:
        words = shlex.split(environment.get("PAGER", "less"))
    except ValueError:  # a quotation mark without its other
        return False
    return bool(words) and words[0] != "cat" and shutil.which(words[0]) is not None


class _Kept(io.StringIO):
    """A terminal that shows what is written when all of it is known."""

    def __init__(self, terminal: TextIO) -> None:
        super().__init__()
        self._terminal = terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._terminal.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        return self._terminal.errors

    @property
    def buffer(self) -> io.BufferedIOBase:  # type: ignore[override]
        """The bytes of the terminal: for data, which no pager shows."""
        self.show(paged=False)
        return self._terminal.buffer  # type: ignore[return-value]

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._terminal.fileno()

    def show(self, *, paged: bool) -> None:
        """Show what is kept, by a pager if it is more than a screen."""
        text = self.getvalue()
        self.seek(0)
        self.truncate()
        if paged and text.count("\n") >= _rows():
            os.environ.setdefault("LESS", _LESS)
            os.environ.setdefault("LV", "-c")
            click.echo_via_pager(text.removesuffix("\n"), color=True)
        else:
            self._terminal.write(text)


def _rows() -> int:
    """Return how many lines fit the terminal, but for the one where the shell asks for more."""
    return max(shutil.get_terminal_size().lines - 1, 1)
