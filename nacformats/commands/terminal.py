"""What the commands share: standard input and output, targets that are not overwritten, progress, one-line failures."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from nacformats.api import dump, read_source
from nacformats.codec.streams import Buffer, Source, read_bounded
from nacformats.errors import FormatError
from nacformats.files import is_special, write_atomically
from nacformats.formats import formats
from nacformats.formats.base import Format

#: Stands for standard input or standard output.
DASH = "-"
#: Work that lasts longer than this, in seconds, shows a progress bar.
PATIENCE = 1.0
#: Bytes are written in pieces of this size, so that progress shows and Ctrl-C works.
PIECE_BYTES = 16 * 1024 * 1024

BAD_FILE, USAGE, INTERRUPTED, CLOSED_PIPE = 1, 2, 130, 141


class CommandError(Exception):
    """Ends a command: one line on standard error, and an exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class Commands(click.Group):
    """A group of commands in which no failure is a traceback."""

    def invoke(self, context: click.Context) -> Any:
        try:
            result = super().invoke(context)
            if sys.stdout is not None:  # it is None where the shell has closed it
                sys.stdout.flush()
        except KeyboardInterrupt:
            context.exit(INTERRUPTED)
        except BrokenPipeError:
            _discard_output()
            context.exit(CLOSED_PIPE)
        except (CommandError, FormatError, OSError) as error:
            click.echo(f"nacformats: {one_line(error)}", err=True)
            context.exit(_exit_code(error))
        return result


@contextmanager
def about(file: str) -> Iterator[None]:
    """Within this block, a FormatError is about this file and says so."""
    try:
        yield
    except FormatError as error:
        raise CommandError(f"{_shown(file)}: {error}", BAD_FILE) from None


@contextmanager
def opened(file: str, format: str | Format | None = None, *, strict: bool = True) -> Iterator[Any]:  # noqa: A002
    """The model in a file, or in what standard input holds."""
    with about(file), read_source(source_of(file), format, strict=strict) as model:
        yield model


def source_of(file: str) -> Source:
    """The bytes of a file, or of standard input."""
    return Source(_standard_input()) if file == DASH else Source.open(file)


def check_target(file: str, *, force: bool) -> None:
    """Refuse to write where something would be lost, before any work is done."""
    target = Path(file)
    if file == DASH or is_special(target):
        return
    if target.is_dir():
        raise CommandError(f"{file}: is a folder", USAGE)
    if not target.parent.is_dir():
        raise CommandError(f"{file}: the folder {target.parent} does not exist", USAGE)
    if target.exists() and not force:
        raise CommandError(f"{file}: exists; --force replaces it", USAGE)


def write_model(file: str, model: Any, format: Format, *, force: bool) -> None:  # noqa: A002
    """Write a model as a file of a format, with the files that belong to it.

    Raises CommandError where one of these exists and is not to be replaced, or where there is no place for them.
    """
    check_suffix(file, format)
    companions = format.companions(model, Path(file))
    if file != DASH and not is_special(file):
        for companion in companions:
            check_target(str(companion), force=force)
        with progress(f"writing {file}"):
            dump(model, file, format.name)
    elif companions:
        raise CommandError(f"{file}: the weights are a file of their own; write to a file to keep both", USAGE)
    else:
        write(file, format.write(model))


def check_suffix(file: str, format: Format) -> None:  # noqa: A002
    """Refuse to write a file whose name says another format: strict reading would refuse it."""
    suffix = Path(file).suffix.lower()
    named = next((entry for entry in formats().values() if entry.suffix == suffix), format)
    if named.suffix != format.suffix:
        right = f"; {format.title} is {format.suffix}" if format.suffix else ""
        raise CommandError(f"{file}: {suffix} is for {named.title}{right}", USAGE)


def write(file: str, chunks: Iterable[Buffer]) -> None:
    """Write a file whole or not at all; a terminal gets text only."""
    if file == DASH and sys.stdout is None:
        raise CommandError("standard output is closed: give the name of a file", USAGE)
    if file == DASH and sys.stdout.isatty():
        whole = b"".join(chunks)
        if not _is_text(whole):
            raise CommandError("standard output is a terminal; send binary output to a file or a pipe", USAGE)
        chunks = [whole]
    with progress(f"writing {_shown(file)}") as advance:
        pieces = _pieces(chunks, advance)
        if file == DASH:
            _write_through(sys.stdout.buffer, pieces)
        else:
            write_atomically(file, pieces)


@contextmanager
def progress(label: str, total: float | None = None) -> Iterator[Callable[[float], None]]:
    """A bar on standard error when that is a terminal and the work lasts; gives the function that advances it."""
    if not sys.stderr.isatty():
        yield lambda _amount: None
        return
    from rich.console import Console  # noqa: PLC0415  not needed without a terminal
    from rich.markup import escape  # noqa: PLC0415
    from rich.progress import Progress  # noqa: PLC0415

    bar = Progress(console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty())
    task = bar.add_task(escape(printable(label)), total=total)
    timer = threading.Timer(PATIENCE, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda amount: bar.advance(task, amount)
    finally:
        timer.cancel()
        timer.join()
        bar.stop()


def _exit_code(error: CommandError | FormatError | OSError) -> int:
    """Exit code 1 for a bad file, 2 (usage) for one that cannot be read or written."""
    if isinstance(error, CommandError):
        return error.code
    return BAD_FILE if isinstance(error, FormatError) else USAGE


def one_line(problem: object) -> str:
    """The text of an exception or a finding, without line breaks or anything else that a terminal would interpret."""
    if isinstance(problem, OSError) and problem.strerror:
        return ": ".join(printable(str(part)) for part in (problem.filename, problem.strerror) if part is not None)
    return printable(" ".join(str(problem).split()))


def printable(text: str) -> str:
    """Text from a file, or a file name, without anything that a terminal would interpret."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def _shown(file: str) -> str:
    return "standard input" if file == DASH else file


def _standard_input() -> bytearray:
    if sys.stdin is None:
        raise CommandError("standard input is closed: give the name of a file", USAGE)
    return read_bounded(sys.stdin.buffer, _shown(DASH))


def _is_text(data: bytes) -> bool:
    try:
        return all(char.isprintable() or char in "\n\t" for char in data.decode())
    except UnicodeDecodeError:
        return False


def _pieces(chunks: Iterable[Buffer], advance: Callable[[float], None]) -> Iterator[memoryview]:
    for chunk in chunks:
        view = memoryview(chunk)
        view = view.cast("B") if view.nbytes else memoryview(b"")  # views with a zero in their shape cannot be cast
        for start in range(0, len(view), PIECE_BYTES):
            yield view[start : start + PIECE_BYTES]
            advance(min(PIECE_BYTES, len(view) - start))


def _write_through(file: Any, pieces: Iterable[Buffer]) -> None:
    for piece in pieces:
        file.write(piece)
    file.flush()


def _discard_output() -> None:
    """Standard output is closed: discard the last flush at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
