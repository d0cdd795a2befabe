"""A pager for long output, as git has it: only on a terminal, and only for more than a screen."""

from __future__ import annotations

import io
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import TYPE_CHECKING, Any, TextIO

import click

if TYPE_CHECKING:
    import subprocess

#: Where the choice of --no-pager is kept: in what the context of a command shares with those inside it.
_PAGER = "nacformats.pager"
#: The pager where PAGER names none; less shows colors, and leaves the screen as it is (as git sets it).
_DEFAULT, _LESS = "less", "FRX"
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
    words = pager_words()
    if not words or sys.stdout is None or not sys.stdout.isatty():
        yield
        return
    output = sys.stdout
    pages = Pages(output, words, lambda: bool(context.meta.get(_PAGER, True)))
    sys.stdout = pages
    try:
        yield
    finally:
        sys.stdout = output
        pages.finish()


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


def pager_words() -> list[str]:
    """Return the pager as words; none where there is none, or none is wanted (NO_PAGER, PAGER=cat, a dumb terminal)."""
    environment = os.environ
    if environment.get("NO_PAGER") or environment.get("TERM") == "dumb":
        return []
    try:
        words = shlex.split(environment.get("PAGER", _DEFAULT))
    except ValueError:  # a quotation mark without its other
        return []
    return words if words and words[0] != "cat" and shutil.which(words[0]) else []


class Pages(io.TextIOBase):
    """A terminal that keeps the first screen of what is written, and starts a pager when there is more.

    Args:
        terminal: where it is shown.
        words: of the pager's command.
        wanted: tells whether a pager is wanted, when there is more than a screen.
    """

    def __init__(self, terminal: TextIO, words: list[str], wanted: Callable[[], bool]) -> None:
        self._terminal, self._words, self._wanted = terminal, words, wanted
        self._kept: list[str] = []
        self._lines = 0
        self._pager: subprocess.Popen[str] | None = None
        self._is_direct = False

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._terminal.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        return self._terminal.errors

    @property
    def buffer(self) -> io.BufferedIOBase:
        """The bytes of the terminal: for data, which no pager shows."""
        self._go_direct()
        return self._terminal.buffer  # type: ignore[return-value]

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._terminal.fileno()

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):  # click tries bytes, to tell streams apart
            raise TypeError(f"text is written here, not {type(text).__name__}")
        if self._is_direct:
            return self._terminal.write(text)
        if self._pager is not None:
            self._send(text)
            return len(text)
        self._kept.append(text)
        self._lines += text.count("\n")
        if self._lines >= _rows():
            self._start()
        return len(text)

    def flush(self) -> None:
        if self._is_direct:
            self._terminal.flush()
        elif self._pager is not None and self._pager.stdin is not None:
            with suppress(OSError):  # the next writing tells that it has ended
                self._pager.stdin.flush()

    def finish(self) -> None:
        """Show what is kept, and wait for the pager to be left."""
        if self._pager is None:
            self._go_direct()
            return
        with suppress(OSError):
            assert self._pager.stdin is not None
            self._pager.stdin.close()
        while self._pager.poll() is None:
            with suppress(KeyboardInterrupt):  # it is for the pager
                self._pager.wait()

    def _start(self) -> None:
        if not self._wanted():
            self._go_direct()
            return
        import subprocess  # noqa: PLC0415  few outputs are paged

        environment = {"LESS": _LESS, "LV": "-c", **os.environ}
        self._terminal.flush()
        try:
            self._pager = subprocess.Popen(  # noqa: S603  the user's own choice
                self._words,
                stdin=subprocess.PIPE,
                env=environment,
                text=True,
                encoding=self.encoding,
                errors="backslashreplace",
            )
        except OSError:
            self._go_direct()
            return
        kept, self._kept = "".join(self._kept), []
        self._send(kept)

    def _send(self, text: str) -> None:
        assert self._pager is not None
        assert self._pager.stdin is not None
        try:
            self._pager.stdin.write(text)
        except (BrokenPipeError, ValueError):  # whoever reads has seen enough
            raise click.exceptions.Exit(0) from None

    def _go_direct(self) -> None:
        kept, self._kept, self._is_direct = "".join(self._kept), [], True
        if kept:
            self._terminal.write(kept)


def _rows() -> int:
    """Return how many lines fit the terminal, but for the one where the shell asks for more."""
    return max(shutil.get_terminal_size().lines - 1, 1)
