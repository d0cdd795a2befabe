"""Tables of what is in a file; long texts are cut, and of long lists no more is made than is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from nacformats.limits import MAX_SHOWN_TEXT


@dataclass(frozen=True)
class ShownCell:
    """A cell of a table that people see otherwise than programs do.

    Attributes:
        text: what is shown.
        value: what JSON has.
    """

    text: str
    value: Any

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class ShownTable:
    """Part of a summary.

    Attributes:
        name: what it shows, such as "parameters".
        columns: their headings.
        rows: the cells; made while they are shown. They are shown as text; JSON has the values of each ShownCell.
        count: how many rows there are.
        section: the part of the tree that it is about, or "".
    """

    name: str
    columns: Sequence[str]
    rows: Iterable[Sequence[Any]]
    count: int
    section: str = ""


@dataclass(frozen=True)
class Overview:
    """The part of an inspection that depends on the format: tables, summary, and names of fields.

    Attributes:
        tables: the tables; empty when the file cannot be loaded.
        summary: labels and texts: what is said of the file first.
        label: path of a field -> what the file calls it, or "".
    """

    tables: list[ShownTable] = field(default_factory=list)
    summary: list[tuple[str, str]] = field(default_factory=list)
    label: Callable[[str], str] = lambda _path: ""


def cut(text: str, width: int = MAX_SHOWN_TEXT) -> str:
    """Return a text; of a longer one its beginning, and how many characters more there are."""
    return text if len(text) <= width else f"{text[:width]}… ({len(text) - width:,} more)"


def joined_and_cut(separator: str, parts: Iterable[str], width: int = MAX_SHOWN_TEXT) -> str:
    """Texts as one; no more of them are made than fit. What is left out is an ellipsis."""
    shown: list[str] = []
    length = 0
    for part in parts:
        length += len(part) + len(separator) * bool(shown)
        if length > width:
            return separator.join([*shown, cut(part, max(width - length + len(part), 0)), "…"])
        shown.append(part)
    return separator.join(shown)
