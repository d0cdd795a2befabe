"""Texts from files in bounded space: long ones are cut, and of long lists no more is made than is shown."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from nacformats.limits import MAX_SHOWN_TEXT
from nacformats.printing import printable


def cut(text: str, width: int = MAX_SHOWN_TEXT) -> str:
    """Return a text; of a longer one its beginning, and how many characters more there are."""
    return text if len(text) <= width else f"{text[:width]}… ({len(text) - width:,} more)"


def joined_and_cut(separator: str, parts: Iterable[str], width: int = MAX_SHOWN_TEXT) -> str:
    """Join texts into one; no more of them are made than fit. What is left out is an ellipsis."""
    shown: list[str] = []
    length = 0
    for part in parts:
        length += len(part) + len(separator) * bool(shown)
        if length > width:
            return separator.join([*shown, cut(part, max(width - length + len(part), 0)), "…"])
        shown.append(part)
    return separator.join(shown)


def page_text(text: str, width: int = MAX_SHOWN_TEXT) -> str:
    """Return text from a file, or the name of one, as it may stand in HTML: cut, visible, and without any markup.

    Everything from a file that reaches HTML goes through this function; the viewer itself gets it as JSON.
    """
    return escape(printable(cut(text, width)))
