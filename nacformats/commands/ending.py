"""The end of any command: no failure is a traceback, and every one has its exit code."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn, TextIO

import click

from nacformats.commands import terminal
from nacformats.commands.group import CommandGroup

#: The variable of the environment that asks for the traceback then.
DEBUG = "NACFORMATS_DEBUG"
#: Signals that ask a program to end: those of them that the system has.
ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
#: `timeout` sends its signal twice: within this many seconds, the second one does not disturb what the first began.
_CLEANING_SECONDS = 5.0


class Commands(CommandGroup):
    """A group of commands in which no failure is a traceback."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        _prepare_streams()
        with _ending():
            return super().make_context(*args, **extra)

    def invoke(self, context: click.Context) -> Any:
        with _ending(), ended_by_signals(), warnings.catch_warnings():
            warnings.showwarning = _show_warning
            return super().invoke(context)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raise SystemExit, with 128 plus its number, for a signal that would end the process within this block.

    A signal that is ignored, or that somebody else handles, stays as it is.
    """
    if threading.current_thread() is not threading.main_thread():  # nobody else may set handlers
        yield
        return
    handled = [number for number in ENDING if signal.getsignal(number) is signal.SIG_DFL]
    ended = -_CLEANING_SECONDS

    def end(number: int, _frame: FrameType | None) -> None:
        nonlocal ended
        before, ended = ended, time.monotonic()
        if ended - before >= _CLEANING_SECONDS:
            raise SystemExit(128 + number)

    for number in handled:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in handled:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def _ending() -> Iterator[None]:
    """Turn whatever ends the block into lines on standard error and an exit code."""
    try:
        yield
        with terminal.to_standard_output():
            sys.stdout.flush()
    except click.exceptions.Exit as ended:
        _exit(ended.exit_code)
    except (KeyboardInterrupt, click.Abort):
        _exit(terminal.INTERRUPTED)
    except BrokenPipeError:
        _exit(terminal.CLOSED_PIPE)
    except click.ClickException as error:
        _show_usage(error)
        _exit(error.exit_code)
    except Exception as error:  # noqa: BLE001  whatever it is, it is told in one line
        unwritten = _unwritten()
        _exit(terminal.exit_code(unwritten or error), f"nacformats: {_described(unwritten or error)}")


def _exit(code: int, message: str | None = None) -> NoReturn:
    """End with this code, or with that of standard output where that cannot be flushed."""
    unwritten = _unwritten()
    if unwritten is not None and message is None:
        code, message = code or unwritten.code, f"nacformats: {unwritten}"
    if message is not None:
        terminal.show(message, err=True)
    for stream in (sys.stdout, sys.stderr):
        _discard_rest(stream)
    raise click.exceptions.Exit(code) from None


def _unwritten() -> terminal.CommandError | None:
    """Return why standard output does not take what it holds, or None. Nobody is told that a pipe is closed."""
    try:
        with terminal.to_standard_output():
            sys.stdout.flush()
    except BrokenPipeError:
        return None
    except terminal.CommandError as error:
        return error
    return None


def _discard_rest(stream: TextIO) -> None:
    """Discard what a stream holds that cannot be written to: Python would complain about it at exit."""
    try:
        stream.flush()
    except OSError:
        with suppress(OSError):  # it may be no file
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _described(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return f"out of memory ({terminal.in_one_line(error)})".replace(" ()", "")
    if terminal.exit_code(error) != terminal.DEFECT:
        return terminal.in_one_line(error)
    if os.environ.get(DEBUG):
        _show_lines("".join(traceback.format_exception(error)))
    return (
        f"a defect of nacformats: {type(error).__name__}: {terminal.in_one_line(error)} (with {DEBUG}=1 it says where)"
    )


def _show_usage(error: click.ClickException) -> None:
    """Show what click says about wrong arguments, which may hold anything."""
    context = getattr(error, "ctx", None)
    if isinstance(error, click.exceptions.NoArgsIsHelpError):  # its message is the help
        _show_lines(error.format_message())
        return
    if context is not None:
        _show_lines(f"{context.get_usage()}\nTry '{context.command_path} --help' for help.\n")
    message = re.sub(r"\n\t| +\n", " ", error.format_message())  # click lists choices one a line
    terminal.show(f"Error: {message}", err=True)


def _show_lines(text: str) -> None:
    for line in text.split("\n"):
        terminal.show(line, err=True)


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    terminal.show(f"nacformats: warning: {terminal.in_one_line(message)}", err=True)


class _Closed(io.TextIOBase):
    """A standard output that the shell has closed: what writes to it is misused."""

    def write(self, _: str) -> NoReturn:
        raise terminal.CommandError("standard output is closed: give the name of a file")

    @property
    def buffer(self) -> NoReturn:
        self.write("")


def _prepare_streams() -> None:
    """Prepare standard streams that are there, and take every character."""
    _occupy_descriptors()
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  as long as the process
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _occupy_descriptors() -> None:
    """Keep the number of a standard stream that is closed: a file that got it would be written to by mistake."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
