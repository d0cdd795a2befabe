"""How wide rows may be: what a terminal shows in one row is cut in the middle, so that no row breaks in a word."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

#: Where the size of a terminal is not known.
_USUAL = 80
#: Columns of a table are not made narrower than this.
_NARROWEST = 6


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
    """How many columns a terminal takes for a text: two for each wide character."""
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
    """The widths of columns, the widest ones made narrower until all of them together fit the room."""
    if room is None or sum(widths) <= room:
        return list(widths)
    most = max(widths)
    while most > _NARROWEST and sum(min(width, most) for width in widths) > room:
        most -= 1
    return [min(width, most) for width in widths]


def _end(text: str, width: int) -> str:
    """As much of the beginning of a text as fits."""
    shown = text[:width]
    while cells(shown) > width:
        shown = shown[:-1]
    return shown
