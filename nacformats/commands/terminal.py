"""Output to a terminal, or to what is in its place; only this module writes there.

Whatever is shown, text from files and names of files above all, goes through `show`, `show_table` or `progress`, which
escape what a terminal would obey (see nacformats.printing). Styles and the ends of lines are added after that. What a
command writes as data (`write`, `show_json`) is not text: JSON is ASCII, and a terminal gets plain text only.
"""

from __future__ import annotations

import os
import re
import sys
import textwrap
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

import click

from nacformats.codec.streams import Buffer
from nacformats.errors import FormatError
from nacformats.files import write_atomically
from nacformats.limits import MAX_ANSWER_TEXT
from nacformats.printing import printable

#: Where the size of a terminal is not known.
_USUAL = 80
#: Columns of a table are not made narrower than this.
_NARROWEST = 6
#: What is a number, perhaps with a unit, or nothing.
_NUMBER = re.compile(r"([%+-]?\d.{0,15})?")


def line_width(*, err: bool = False) -> int | None:
    """Return the columns of standard output (or standard error): what COLUMNS says, or the terminal has.

    None for a pipe or a file, where rows are as wide as they are.
    """
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and 0 < len(given) < 6 and int(given):
        return int(given)
    stream = sys.stderr if err else sys.stdout
    if not stream.isatty():
        return None
    try:
        return os.get_terminal_size(stream.fileno()).columns or _USUAL
    except (OSError, ValueError):  # it is not a real one
        return _USUAL


def cells(text: str) -> int:
    """Return how many columns a terminal takes for a text: two for each wide character."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415  few texts need it

    return cell_len(text)


def squeezed(text: str, width: int | None) -> str:
    """Return a text in at most so many columns: of a longer one both ends, which tell names apart,
    around an ellipsis.
    """
    if width is None or cells(text) <= width:
        return text
    room = max(width - 1, 0)
    tail = _end(text[::-1], room // 2)[::-1]
    return f"{_end(text, room - cells(tail))}…{tail}"


def fitted(widths: Sequence[int], room: int | None) -> list[int]:
    """Return the widths of columns, the widest ones made narrower until all of them together fit the room."""
    if room is None or sum(widths) <= room:
        return list(widths)
    most = max(widths)
    while most > _NARROWEST and sum(min(width, most) for width in widths) > room:
        most -= 1
    return [min(width, most) for width in widths]


def table_widths(lines: Sequence[Sequence[str]], room: int | None) -> list[int]:
    """Return the widths of the columns of a table whose first line has the headings.

    Where they do not fit the room, headings give way first, then the widest texts; numbers stay whole.
    """
    natural = [max(map(cells, column)) for column in zip(*lines, strict=True)]
    if room is None or sum(natural) <= room:
        return natural
    bodies = [[cells(cell) for cell in column] for column in zip(*lines, strict=True)]
    least = [max(min(heading, _NARROWEST), *rest, 0) for heading, *rest in bodies]
    texts = [not all(map(_NUMBER.fullmatch, rest)) for _, *rest in zip(*lines, strict=True)]
    left = room - sum(width for width, is_text in zip(least, texts, strict=True) if not is_text)
    narrow = iter(fitted([width for width, is_text in zip(least, texts, strict=True) if is_text] or [0], left))
    return [next(narrow) if is_text else width for width, is_text in zip(least, texts, strict=True)]


def aligned_rows(rows: Iterable[Sequence[str]], width: int | None) -> Iterator[str]:
    """Rows of printable cells as lines with columns, which are made narrower until they fit."""
    listed = list(rows)
    widths = table_widths(listed, None if width is None else width - 2 * (len(listed[0]) - 1))
    for row in listed:
        yield aligned_cells(row, widths, [False] * len(row), width)


def aligned_cells(row: Sequence[str], widths: Sequence[int], right: Sequence[bool], width: int | None) -> str:
    """Return printable cells as a line with columns. right: those that end there; width: None: as it is."""
    aligned = []
    for text, most, to_right in zip(row, widths, right, strict=True):
        cell = text if width is None else squeezed(text, most)
        padding = " " * (most - cells(cell))
        aligned.append(padding + cell if to_right else cell + padding)
    return "  ".join(aligned).rstrip()


def wrapped(text: str, width: int | None, *, indent: str = "    ") -> list[str]:
    """Return a printable text in as many rows as it takes, which end between words; all but the first are indented."""
    if width is None or cells(text) <= width:
        return [text]
    return textwrap.wrap(text, max(width, 2 * len(indent) + 8), subsequent_indent=indent, break_on_hyphens=False)


def _end(text: str, width: int) -> str:
    """Return as much of the beginning of a text as fits."""
    shown = text[:width]
    while cells(shown) > width:
        shown = shown[:-1]
    return shown


#: Stands for standard input or standard output.
DASH = "-"
#: Work that lasts longer than this, in seconds, shows a progress bar.
PATIENCE = 1.0
#: Bytes are written in pieces of this size, so that progress shows and Ctrl-C works.
PIECE_BYTES = 16 * 1024 * 1024

#: What text keeps besides what is printable: ends of lines, tabs, what joins or selects glyphs. And the rest of it.
_KEPT = re.compile("([\n\t\u200c\u200d\ufe0e\ufe0f])|[^\n\t\u200c\u200d\ufe0e\ufe0f]+")

#: Columns that a table takes beside the text of each of its columns; and a width that no row has.
_FRAME, _UNBOUNDED = 3, 1 << 20

#: Exit codes; DEFECT: the fault is that of this package.
BAD_FILE, USAGE, DEFECT, INTERRUPTED, CLOSED_PIPE = 1, 2, 70, 130, 141


class CommandError(Exception):
    """Ends a command: one line on standard error, and an exit code.

    Attributes:
        problem: what is wrong with the file that it is about, or None.
        file: that file, or None.
    """

    def __init__(
        self, message: str, code: int = USAGE, *, problem: FormatError | None = None, file: str | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.problem = problem
        self.file = file


def exit_code(error: Exception) -> int:
    """Return the exit code for what ended a command: that of a bad file, or of one that cannot be read or written."""
    if isinstance(error, CommandError):
        return error.code
    if isinstance(error, FormatError):
        return BAD_FILE
    return USAGE if isinstance(error, OSError | MemoryError) else DEFECT


@contextmanager
def usage_errors(*kinds: type[Exception], about: str = "") -> Iterator[None]:
    """Turn errors of these kinds in this block into usage errors. A FormatError stays one.

    Args:
        kinds: their classes.
        about: what the message begins with.
    """
    try:
        yield
    except FormatError:
        raise
    except kinds as error:
        raise CommandError(f"{about}{error}") from None


@dataclass(frozen=True)
class Styled:
    """Part of a line in a style, as click.style takes it: {"bold": True}, {"fg": "red"}."""

    text: str
    style: dict[str, Any]


def styled(text: str, **style: Any) -> Styled:
    """Return part of a line in a style: `styled(name, fg="cyan")`."""
    return Styled(text, style)


#: One line: text, or parts of it some of which have a style.
ShownLine: TypeAlias = str | Styled | Sequence[str | Styled]


def show(line: ShownLine = "", *, err: bool = False) -> None:
    """Write one line to standard output, or to standard error. Everything in it is escaped."""
    text = "".join(map(_rendered, _parts(line)))
    if err:
        with suppress(OSError):  # nobody is there to be told
            click.echo(text, err=True)
        return
    with to_standard_output():
        click.echo(text)


def show_text(text: str, *, flush: bool, err: bool = False) -> None:
    """Write text as it is made, with its own ends of lines; everything else that a terminal obeys is escaped."""
    with nullcontext() if err else to_standard_output():
        stream = sys.stderr if err else sys.stdout
        stream.write(_KEPT.sub(lambda match: match[0] if match[1] else printable(match[0]), text))
        if flush:
            stream.flush()


def ask(prompt: str) -> str:
    """Return a line from standard input, without its end. The prompt is shown where somebody types; it is escaped.

    Raises:
        EOFError: there are no more lines.
    """
    if sys.stdin is None:
        raise EOFError
    if sys.stdin.isatty():
        show_text(prompt, flush=True, err=not sys.stdout.isatty())
    line = sys.stdin.buffer.readline(4 * MAX_ANSWER_TEXT + 2).decode(errors="replace")
    if not line:
        raise EOFError
    return line.removesuffix("\n").removesuffix("\r")


def unstyled(line: ShownLine) -> str:
    """Return a line as it is shown, without styles."""
    return "".join(printable(part if isinstance(part, str) else part.text) for part in _parts(line))


def show_json(pieces: Iterable[str]) -> None:
    """Write a JSON document, in pieces, to standard output. json.dumps has escaped everything but plain ASCII."""
    with to_standard_output():
        sys.stdout.writelines(pieces)
        sys.stdout.flush()


def show_table(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    title: str | None = None,
    numbers: Collection[str] = (),
    err: bool = False,
) -> None:
    """Draw a table on standard output, or on standard error.

    Args:
        headings: of the columns.
        rows: the cells.
        title: what it is about.
        numbers: the headings of the columns that are aligned to the right.
        err: draw it on standard error.
    """
    from rich.console import Console  # noqa: PLC0415  few commands draw tables
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    lines = [[printable(cell) for cell in row] for row in (headings, *rows)]
    width = line_width(err=err)
    widths = table_widths(lines, None if width is None else width - _FRAME * len(headings) - 1)
    table = Table(title=None if title is None else Text(printable(title)))
    for heading, most in zip(headings, widths, strict=True):
        shown = Text(squeezed(printable(heading), most))
        table.add_column(shown, justify="right" if heading in numbers else "left", no_wrap=True)
    for line in lines[1:]:
        table.add_row(*(Text(squeezed(cell, most)) for cell, most in zip(line, widths, strict=True)))
    context = click.get_current_context(silent=True)
    color = None if context is None else context.color
    with to_standard_output():
        Console(stderr=err, force_terminal=color, width=width or _UNBOUNDED).print(table)


def write_target(file: str, chunks: Iterable[Buffer]) -> None:
    """Write a file whole or not at all; a terminal gets text only."""
    if file == DASH and sys.stdout.isatty():
        whole = b"".join(chunks)
        if not _is_text(whole):
            reason = "send binary output, and text that it would obey, to a file or a pipe"
            raise CommandError(f"standard output is a terminal; {reason}")
        chunks = [whole]
    with progress(f"writing {shown_name(file)}") as advance:
        pieces = _pieces(chunks, advance)
        if file == DASH:
            with to_standard_output():
                for piece in pieces:
                    sys.stdout.buffer.write(piece)
                sys.stdout.buffer.flush()
        else:
            write_atomically(file, pieces)


@contextmanager
def progress(label: str, total: float | None = None) -> Iterator[Callable[[float], None]]:
    """Show a bar on standard error when that is a terminal and the work lasts; give the function that advances it."""
    if not sys.stderr.isatty():
        yield lambda _amount: None
        return
    from rich.console import Console  # noqa: PLC0415  not needed without a terminal
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),
    )
    task = bar.add_task(printable(label), total=total)
    timer = threading.Timer(PATIENCE, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda amount: bar.advance(task, amount)
    finally:
        timer.cancel()
        timer.join()
        bar.stop()


def in_one_line(problem: object) -> str:
    """Return the text of an exception or a finding, without line breaks."""
    if isinstance(problem, OSError) and problem.strerror:
        return ": ".join(str(part) for part in (problem.filename, problem.strerror) if part is not None)
    return " ".join(str(problem).split())


def shown_name(file: str) -> str:
    """Return what a file is called in messages."""
    return "standard input" if file == DASH else file


def _parts(line: ShownLine) -> Sequence[str | Styled]:
    return (line,) if isinstance(line, str | Styled) else line


def _rendered(part: str | Styled) -> str:
    if isinstance(part, Styled):
        return click.style(printable(part.text), **part.style)
    return printable(part)


@contextmanager
def to_standard_output() -> Iterator[None]:
    """Have failures to write in this block name standard output. A closed pipe is no failure."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(f"standard output: {in_one_line(error)}") from None


def _is_text(data: bytes) -> bool:
    """True if a terminal shows all of it as it is: lines of printable text."""
    try:
        return all(line.replace("\t", "") == printable(line.replace("\t", "")) for line in data.decode().split("\n"))
    except UnicodeDecodeError:
        return False


def _pieces(chunks: Iterable[Buffer], advance: Callable[[float], None]) -> Iterator[memoryview]:
    for chunk in chunks:
        view = memoryview(chunk)
        view = view.cast("B") if view.nbytes else memoryview(b"")  # views with a zero in their shape cannot be cast
        for start in range(0, len(view), PIECE_BYTES):
            yield view[start : start + PIECE_BYTES]
            advance(min(PIECE_BYTES, len(view) - start))
