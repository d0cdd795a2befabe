"""Tables of what is in a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from nacformats.repeats import Blocks


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
        blocks: finds the blocks that repeat among the rows, which are then shown once; None: there are none.
    """

    name: str
    columns: Sequence[str]
    rows: Iterable[Sequence[Any]]
    count: int
    section: str = ""
    blocks: Callable[[], Blocks] | None = None


@dataclass(frozen=True)
class Overview:
    """The part of an inspection that depends on the format: tables, and names of fields.

    Attributes:
        tables: the tables; empty when the file cannot be loaded.
        label: path of a field -> what the file calls it, or "".
    """

    tables: list[ShownTable] = field(default_factory=list)
    label: Callable[[str], str] = lambda _path: ""
