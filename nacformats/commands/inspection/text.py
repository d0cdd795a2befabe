"""An inspection as lines of text: offset, size, and the tree; long repeats are cut short unless all is requested."""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from nacformats.codec.records import is_list, is_record
from nacformats.codec.streams import Source
from nacformats.codec.walk import FieldNode, Walk
from nacformats.commands.inspection.core import Inspection
from nacformats.commands.terminal import ShownLine, Styled, aligned_cells, cells, squeezed, styled, table_widths
from nacformats.findings import Finding
from nacformats.limits import MAX_SHOWN_TEXT
from nacformats.printing import printable
from nacformats.repeats import Blocks, folded_rows
from nacformats.view.representation import is_number, represent, value_text
from nacformats.view.summaries.data import head_rows
from nacformats.view.tables import ShownTable, cell_text
from nacformats.view.texts import cut

#: How many rows of a table, and how many elements of a repeated field, are shown before the rest is only counted.
SHOWN_ROWS = 64
SHOWN_ELEMENTS = 16
#: How many rows of a table with blocks are shown at best: with its heading, it fits a screen of 60.
FOLDED_ROWS = 56
_INDENT = "  "
#: How many findings of one rule are shown.
SHOWN_FINDINGS = 10
#: Bytes of one field that are dumped.
DUMPED_BYTES = 256
_LINE_BYTES = 16
#: Columns that are aligned to the right, although their numbers have units.
_NUMBERS = frozenset({"bytes", "share"})
#: A text is not cut to fewer columns than this, however deep in the tree it is.
_NARROW = 16


def inspection_lines(
    file: str,
    source: Source,
    found: Inspection,
    chosen: tuple[list[ShownTable], FieldNode | None],
    *,
    full: bool = False,
    hexdump: bool = False,
    width: int | None = None,
) -> Iterator[ShownLine]:
    """Yield the inspection of a file: what it is, the chosen tables, the chosen part of the tree, and what is wrong.

    Args:
        file: its name.
        source: its bytes, for the dump.
        found: what inspect found.
        chosen: what select chose.
        full: show every row, every element, and the fields of elements that have a one-line form.
        hexdump: show the bytes below each field.
        width: columns of a row; None: as many as it takes.
    """
    tables, node = chosen
    yield styled(f"{file}: {found.title}, {found.size:,} bytes", bold=True)
    if node is found.walk.root:
        for label, text in head_rows(found.summary, weights=True):
            yield from labelled(f"{label:>9}: ", text, width)
    for table in tables:
        yield ""
        yield from table_lines(table, full=full, width=width)
    if node is not None:
        yield ""
        yield styled("  offset       size field", dim=True)
        yield from _Tree(found.walk, source, full, hexdump, found.overview.label, width).lines(node)
    if found.walk.stopped:
        yield styled("… the rest was not read (--all)", dim=True)
    if found.findings:
        yield ""
    yield from finding_lines(found.findings)


@dataclass(frozen=True)
class _Tree:
    walk: Walk
    source: Source
    full: bool
    hexdump: bool
    label: Callable[[str], str]
    width: int | None

    def lines(self, node: FieldNode, depth: int = 0) -> Iterator[ShownLine]:
        """Yield the node and what is below it."""
        node = self.walk.inside(node)
        flat = is_flat(node.value)
        label = self.label(node.path)
        heading = value_text(node.value) if flat else _heading(node)
        yield self._line(node, depth, f"{label}  {heading}" if label and heading else label or heading)
        if not flat and not (depth and self._is_one_line(node)):
            yield from self._below(node, depth + 1)
        elif self.hexdump:
            yield from dump_lines(self.source, node)

    def _is_one_line(self, node: FieldNode) -> bool:
        """True if a node is a whole element of a repeat whose type has a one-line form."""
        whole = node.name.startswith("[") and node.size is not None
        return whole and not self.full and represent(node.value, MAX_SHOWN_TEXT) is not None

    def _below(self, node: FieldNode, depth: int) -> Iterator[ShownLine]:
        limit = None if self.full or not is_list(node.value) else SHOWN_ELEMENTS
        for child in islice(self.walk.children(node), limit):
            yield from self.lines(child, depth)
        if limit is not None and len(node.value) > limit:
            more = f"… {_at_least(node)}{len(node.value) - limit:,} more (--all)"
            yield " " * 20 + "  " * depth, styled(more, dim=True)

    def _line(self, node: FieldNode, depth: int, text: str) -> ShownLine:
        size = "?" if node.size is None else str(node.size)
        place, indent = f"{node.offset:08x} {size:>10}", " " + "  " * depth
        taken = len(place) + len(indent) + len(node.name) + 2
        text = printable(text) if self.width is None else squeezed(printable(text), max(self.width - taken, _NARROW))
        return styled(place, dim=True), indent, styled(node.name, fg="cyan"), f"  {text}" if text else ""


def _heading(node: FieldNode) -> str:
    if is_list(node.value):
        return f"{_at_least(node)}{len(node.value):,} element{'s' * (len(node.value) != 1)}"
    return represent(node.value, MAX_SHOWN_TEXT) or ""


def _at_least(node: FieldNode) -> str:
    """Return what precedes the number of elements of a field that was not read to its end."""
    return "at least " if node.size is None else ""


def finding_lines(findings: Iterable[Finding]) -> Iterator[str | Styled]:
    """Yield one line a finding; those that repeat one rule many times are counted."""
    counts: Counter[str] = Counter()
    for finding in findings:
        counts[finding.rule] += 1
        if counts[finding.rule] <= SHOWN_FINDINGS:
            yield styled(str(finding), fg="red" if finding.severity == "error" else "yellow")
    for rule, count in counts.items():
        if count > SHOWN_FINDINGS:
            yield f"… {count - SHOWN_FINDINGS:,} more of [{rule}]"


def is_flat(value: Any) -> bool:
    """True if a value is shown without its parts: anything but an object, or a list of objects, with fields."""
    if is_list(value):
        return len(value) > 0 and is_flat(value[0])
    return not is_record(value) or is_number(value)


def dump_lines(source: Source, node: FieldNode) -> Iterator[ShownLine]:
    """Yield the first bytes of a field, 16 a line, as hexadecimal and as text."""
    stop = source.size if node.size is None else node.offset + node.size
    shown = bytes(source.view[node.offset : min(stop, node.offset + DUMPED_BYTES)])
    for start in range(0, len(shown), _LINE_BYTES):
        piece = shown[start : start + _LINE_BYTES]
        text = "".join(chr(byte) if 0x20 <= byte < 0x7F else "." for byte in piece)
        yield styled(f"{node.offset + start:08x}  {piece.hex(' '):47}  |{text}|", dim=True)
    if stop - node.offset > DUMPED_BYTES:
        yield styled(f"{'':10}… {stop - node.offset - DUMPED_BYTES:,} more bytes", dim=True)


def labelled(label: str, text: str, width: int | None) -> Iterator[ShownLine]:
    """Yield a text after its label, in as many rows as it takes; they end between words."""
    room = sys.maxsize if width is None else max(width - len(label), _NARROW)
    rows = [text] if cells(text) <= room else textwrap.wrap(printable(text), room, break_on_hyphens=False)
    for number, row in enumerate(rows or [""]):
        yield styled(label if number == 0 else " " * len(label), dim=True), row


def table_lines(table: ShownTable, *, full: bool = False, width: int | None = None) -> Iterator[ShownLine]:
    """Yield a table with aligned columns; numbers to the right. The first rows decide how wide the columns are.

    Blocks that repeat among the rows are shown once, and fewer of them as a whole where there are many rows.
    """
    lines = iter(_all_lines(table) if full or table.blocks is None else _folded_lines(table, table.blocks()))
    first = list(islice(lines, SHOWN_ROWS))
    cells_of = [row for row, _, _ in first if row]
    shown = [tuple(map(_cell, table.columns, row)) for row in cells_of]
    widths = table_widths([table.columns, *shown], None if width is None else width - 2 * len(table.columns))
    right = [
        name in _NUMBERS or _are_numbers(row[index] for row in cells_of) for index, name in enumerate(table.columns)
    ]
    yield styled(f"{table.name}:", bold=True)
    yield styled(f"  {aligned_cells(table.columns, widths, right, width)}", dim=True)
    stop = 0
    for row, text, end in chain(first, lines if full else ()):
        stop = end
        if row:
            yield f"  {aligned_cells(tuple(map(_cell, table.columns, row)), widths, right, width)}"
        else:
            yield styled(f"  {squeezed(text, None if width is None else width - 2)}", fg="cyan")
    if stop < table.count:
        yield styled(f"  … {table.count - stop:,} more (--all)", dim=True)


#: The cells of a line, or none and a text; and the number of rows up to its end.
_TableLine = tuple[Sequence[Any], str, int]


def _all_lines(table: ShownTable) -> Iterator[_TableLine]:
    return ((row, "", number) for number, row in enumerate(table.rows, 1))


def _folded_lines(table: ShownTable, blocks: Blocks) -> Iterator[_TableLine]:
    """Yield the rows of a table with blocks folded: their headings, and the rows of the first occurrence."""
    rows = enumerate(table.rows)
    stop = 0
    for line in folded_rows(blocks, table.count, FOLDED_ROWS):
        if line.kind == "row":
            cells = next(row for number, row in rows if number == line.rows.start)
            stop = line.rows.stop
            yield (f"{_INDENT * line.depth}{cells[0]}", *cells[1:]), "", stop
        else:
            is_open = line.kind == "block" and line.rows.start > stop
            stop = stop if is_open else line.rows.stop
            yield (), printable(f"{_INDENT * line.depth}{cut(line.text)}"), stop


def _are_numbers(column: Iterable[Any]) -> bool:
    types = {type(cell) for cell in column}
    return types == {int}


def _cell(column: str, value: Any) -> str:
    return printable(cell_text(column, value))
