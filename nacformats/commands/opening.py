"""Opening the files that a command is given, and checks before one is written."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from nacformats import api
from nacformats.api import dump, read_source
from nacformats.codec.streams import Buffer, Source, read_bounded
from nacformats.commands import terminal
from nacformats.errors import FormatError
from nacformats.files import PathLike, is_special, write_all_atomically
from nacformats.formats import format_named
from nacformats.formats.base import Format
from nacformats.limits import MAX_STREAM_BYTES
from nacformats.printing import printable

#: Where the choice of --mmap is kept: in what the context of a command shares with those inside it.
_MMAP = "nacformats.mmap"


def _keep_mmap(context: click.Context, _option: click.Parameter, value: bool | None) -> None:
    context.meta[_MMAP] = value


#: The option of every command that reads files; `wanted_mmap` has its value.
MMAP = click.option(
    "--mmap/--no-mmap",
    default=None,
    expose_value=False,
    callback=_keep_mmap,
    help="Map files, or read them into memory. By default, your own files and root's are mapped.",
)


def wanted_mmap() -> bool | None:
    """Return the choice of --mmap or --no-mmap, as nacformats.load takes it."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(_MMAP)


@contextmanager
def about(file: str) -> Iterator[None]:
    """Have every FormatError in this block name this file."""
    try:
        yield
    except FormatError as error:
        message = f"{printable(terminal.shown_name(file))}: {error}"
        raise terminal.CommandError(message, terminal.BAD_FILE, problem=error, file=file) from None


@contextmanager
def opened_model(file: str, format: str | Format | None = None, *, strict: bool = True) -> Iterator[Any]:  # noqa: A002
    """Give the model in a file, or in what standard input holds."""
    check_format(file, format)
    with about(file), read_source(source_of(file), format, strict=strict) as model:
        yield model


def check_format(file: str, format: str | Format | None) -> None:  # noqa: A002
    """Refuse a name that is not one of a format, such as json: such a file does not become what is requested."""
    if isinstance(format, str) and format_named(format) is None:
        raise terminal.CommandError(f"{terminal.shown_name(file)}: a file of {format} cannot become what is asked for")


def source_of(file: str) -> Source:
    """Return the bytes of a file, or of standard input."""
    if file == terminal.DASH:
        return Source(_standard_input())
    with terminal.usage_errors(ValueError, about=f"{printable(file)}: "):  # a name that no file can have
        return Source.open(file, mmap=wanted_mmap())


def contents_of(file: str) -> bytes:
    """Return all bytes of a file that is read whole, such as a text, or of standard input."""
    with source_of(file) as source:
        if source.size > MAX_STREAM_BYTES:
            raise terminal.CommandError(f"{file}: too long to be read into memory: {source.size:,} bytes")
        return bytes(source.view)


def check_target(file: str, *, force: bool) -> None:
    """Refuse to write where something would be lost, before any work is done."""
    target = Path(file)
    if file == terminal.DASH or is_special(target):
        return
    if target.is_dir():
        raise terminal.CommandError(f"{file}: is a folder")
    if not target.parent.is_dir():
        raise terminal.CommandError(f"{file}: the folder {target.parent} does not exist")
    if target.exists() and not force:
        raise terminal.CommandError(f"{file}: exists; --force replaces it")


def write_model(file: str, model: Any, format: Format, *, force: bool) -> None:  # noqa: A002
    """Write a model as a file of a format, with the files that belong to it.

    Raises CommandError where one of these exists and is not to be replaced, or where there is no place for them.
    """
    check_suffix(file, format)
    with terminal.usage_errors(ValueError):  # one of them would replace the file itself
        companions = format.companions(model, Path(file))
    check_beside(file, companions, "weights", force=force)
    if file != terminal.DASH and not is_special(file):
        with terminal.progress(f"writing {file}"):
            dump(model, file, format=format.name)
    else:
        terminal.write_target(file, format.write(model))


def check_beside(file: str, others: Iterable[PathLike], what: str, *, force: bool) -> None:
    """Refuse to write other files beside one where there is no place for them, or something would be lost.

    what: they hold, such as "weights".
    """
    for other in others:
        if file == terminal.DASH or is_special(file):
            raise terminal.CommandError(f"{file}: the {what} are a file of their own; write to a file to keep both")
        check_target(str(other), force=force)


def write_files(target: str, files: Mapping[PathLike, Iterable[Buffer]]) -> None:
    """Write the content of a file, and of those beside it where there are any."""
    if len(files) == 1:
        (content,) = files.values()
        terminal.write_target(target, content)
        return
    with terminal.progress(f"writing {target}"):
        write_all_atomically(files)


def check_suffix(file: str, format: Format) -> None:  # noqa: A002
    """Refuse to write a file whose name says that it is something else: strict reading would refuse it."""
    with terminal.usage_errors(ValueError):
        api.check_target_suffix(file, format)


def check_ends(file: str, *suffixes: str) -> None:
    """Refuse to write a file whose suffix is none of these; it may have none."""
    suffix = Path(file).suffix.lower()
    if file != terminal.DASH and not is_special(file) and suffix not in ("", *suffixes):
        raise terminal.CommandError(f"{file}: {suffix} is not what is written: {' or '.join(suffixes)}")


def _standard_input() -> bytearray:
    if sys.stdin is None:
        raise terminal.CommandError("standard input is closed: give the name of a file")
    try:
        return read_bounded(sys.stdin.buffer, terminal.shown_name(terminal.DASH))
    except OSError as error:
        raise terminal.CommandError(f"standard input: {terminal.in_one_line(error)}") from None
