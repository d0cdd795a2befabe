"""Tables of what is in a file, as `inspect` lists them and a notebook shows their first rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from nacformats.querying.columns import ColumnTable
from nacformats.repeats import Blocks
from nacformats.view.summaries.data import Summary
from nacformats.view.texts import cut, joined_and_cut


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
        rows: the cells; made while they are shown. They are shown as text; JSON has the values of each ShownCell, and
            a list where a "shape" is shown.
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

    @classmethod
    def each(
        cls, name: str, columns: Sequence[str], row: Callable[[Any], Sequence[Any]], items: Collection[Any], **more: Any
    ) -> Self:
        """Return a table with a row for each item."""
        return cls(name, columns, map(row, items), len(items), **more)

    @classmethod
    def of(cls, table: ColumnTable, columns: Sequence[str] = (), section: str = "") -> Self:
        """Return some columns of a table of the file, all by default."""
        chosen = columns or tuple(table)
        return cls(table.name, chosen, table.rows(chosen), table.count, section)

    def texts(self, columns: Sequence[str]) -> Iterator[list[str]]:
        """Yield the cells of some columns as people see them, row by row."""
        places = [self.columns.index(name) for name in columns]
        yield from ([cell_text(self.columns[place], row[place]) for place in places] for row in self.rows)


@dataclass(frozen=True)
class Overview:
    """The part of an inspection that depends on the format: tables, and names of fields.

    Attributes:
        tables: the tables; empty when the file cannot be loaded.
        label: path of a field -> what the file calls it, or "".
    """

    tables: list[ShownTable] = field(default_factory=list)
    label: Callable[[str], str] = lambda _path: ""


@dataclass(frozen=True)
class ShownModel:
    """The functions that say what is shown of the models of a format.

    Attributes:
        summary: (model, title) -> one screen about it.
        parts: model -> the fields of a report for a page that depend on the format.
        overview: model -> what `inspect` lists.
        first: the table of which a notebook shows the first rows, and its columns that are shown there.
    """

    summary: Callable[[Any, str], Summary]
    parts: Callable[[Any], dict[str, Any]]
    overview: Callable[[Any], Overview]
    first: tuple[str, Sequence[str]]


def cell_text(column: str, value: Any) -> str:
    """Return a cell as people see it: sizes as 4×3, offsets as hexadecimal numbers, nothing for None."""
    if value is None:
        return ""
    if column == "shape" and isinstance(value, list):
        return joined_and_cut("×", map(str, value)) or "scalar"
    return f"{value:08x}" if column == "offset" and isinstance(value, int) else cut(str(value))
