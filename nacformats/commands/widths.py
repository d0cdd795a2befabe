"""Widths of rows: what does not fit the terminal is cut in the middle, so that no row breaks in a word."""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence

#: Where the size of a terminal is not known.
_USUAL = 80
#: Columns of a table are not made narrower than this.
_NARROWEST = 6
#: What is a number, perhaps with a unit, or nothing.
_NUMBER = re.compile(r"([%+-]?\d.{0,15})?")


def line_width(*, err: bool = False) -> int | None:
    """Columns of standard output (or standard error): what COLUMNS says, or the terminal has.

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
    """A text in at most so many columns: of a longer one both ends, which tell names apart, around an ellipsis."""
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
        shown = (squeezed(cell, most) for cell, most in zip(row, widths, strict=True))
        yield "  ".join(cell + " " * (most - cells(cell)) for cell, most in zip(shown, widths, strict=True)).rstrip()


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
