"""A summary as lines of text that fit one screen of 80 columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from nacformats.commands.inspection.text import finding_lines, labelled, table_lines
from nacformats.commands.terminal import DASH, ShownLine, Styled, squeezed, styled, unstyled, wrapped
from nacformats.findings import Finding
from nacformats.printing import printable, shell_word, shortened, size_text
from nacformats.view.summaries.data import PROBLEM, LargeTensor, Summary, TypeShare, added, head_rows, shape_text
from nacformats.view.tables import ShownTable

#: Lines of a screen, and how many of them each part may take at most.
SCREEN_LINES = 40
_FACT_LINES, _BLOCK_LINES, _FINDING_LINES = 2, 6, 4
_TYPE_ROWS, _PART_ROWS, _COMMAND_LINES = 4, 16, 4
#: So many lines are kept for tables, and with fewer one is left out.
_TABLE_LINES, _LEAST_TABLE = 14, 4
#: A label of the longest kind, "tokenizer".
_LABEL = 9
#: The place of the file in a command, or of a file in that folder.
_PLACE = re.compile(r"\{file(?::([^}]*))?\}")


def screen_lines(
    file: str, summary: Summary, findings: Sequence[Finding] = (), width: int | None = None
) -> Iterator[ShownLine]:
    """Yield a summary: what it is, what is in it, what takes the most bytes, what is wrong, what to do next.

    Args:
        file: how it was called; `-` for standard input.
        summary: of it.
        findings: what is wrong with it.
        width: columns of a row; None: as many as it takes.
    """
    tail = [*_findings(findings, width), *_commands(file, summary, width)]
    head = [*_head(file, summary, width, is_good=not findings), *_blocks(summary, width)]
    kept = min(_TABLE_LINES, sum(1 for _ in _tables(summary, width, SCREEN_LINES)))
    head = head[: SCREEN_LINES - len(tail) - kept]
    yield from head
    yield from _tables(summary, width, SCREEN_LINES - len(head) - len(tail))
    yield from tail


def title_line(file: str, summary: Summary) -> ShownLine:
    """Return the line about the file as a whole."""
    size = "" if summary.size is None else f", {summary.size:,} bytes"
    unit = "" if summary.size is None or summary.size < 1 << 20 else f" ({size_text(summary.size)})"
    return styled(f"{file}: {summary.kind}{size}{unit}", bold=True)


def _head(file: str, summary: Summary, width: int | None, *, is_good: bool) -> Iterator[ShownLine]:
    yield title_line(file, summary)
    for label, text in head_rows(summary):
        if label != PROBLEM or is_good:  # what is wrong comes last
            shown = printable(text) if width is None else shortened(printable(text), _FACT_LINES * (width - _LABEL - 8))
            yield from islice(labelled(f"{_label(label):>{_LABEL + 1}} ", shown, width), _FACT_LINES)


def _label(text: str) -> str:
    """Return a label with its colon; a line that goes on has none."""
    return f"{printable(text)}:" if text else ""


def _blocks(summary: Summary, width: int | None) -> Iterator[ShownLine]:
    shown = summary.blocks[:_BLOCK_LINES]
    for number, line in enumerate(shown):
        last = number == len(shown) - 1 and len(summary.blocks) > len(shown)
        text = f"… {len(summary.blocks) - len(shown) + 1:,} more kinds of blocks" if last else line
        label = "blocks:" if number == 0 else ""
        yield styled(f"{label:>{_LABEL + 1}} ", dim=True), squeezed(printable(text), _less(width, _LABEL + 2))


def _tables(summary: Summary, width: int | None, room: int) -> Iterator[ShownLine]:
    """Yield the tables of a summary, each after an empty line, in at most so many lines."""
    for table in (_types(summary), _largest(summary), _parts(summary)):
        if table is None or room < _LEAST_TABLE:
            continue
        lines = list(table_lines(table, full=True, width=width))[1:]  # without its name: the headings say it
        if len(lines) + 1 > room:
            left = len(lines) - max(room - 2, 1)
            lines = [*lines[: max(room - 2, 1)], styled(f"  … {left:,} more (--tables)", dim=True)]
        yield ""
        yield from lines
        room -= len(lines) + 1


def _types(summary: Summary) -> ShownTable | None:
    if not summary.dtypes:
        return None
    total = added(share.bytes for share in summary.dtypes)
    shown, rest = summary.dtypes[:_TYPE_ROWS], summary.dtypes[_TYPE_ROWS:]
    if rest:
        tensors, size = sum(each.tensors for each in rest), added(each.bytes for each in rest)
        shown = [*shown, TypeShare(f"{len(rest)} more", tensors, size)]
    rows = [(each.dtype, each.tensors, size_text(each.bytes), _share(each.bytes, total)) for each in shown]
    return ShownTable("types", ("type", "tensors", "bytes", "share"), rows, len(rows))


def _largest(summary: Summary) -> ShownTable | None:
    total = added(share.bytes for share in summary.dtypes)
    rows = [_large(each, total) for each in summary.largest]
    return ShownTable("largest", ("largest", "type", "shape", "bytes", "share"), rows, len(rows)) if rows else None


def _large(tensor: LargeTensor, total: int | None) -> tuple[str, ...]:
    shape = "" if tensor.shape is None else shape_text(tensor.shape) or "scalar"
    return tensor.name, tensor.dtype, shape, size_text(tensor.bytes), _share(tensor.bytes, total)


def _share(part: int | None, total: int | None) -> str:
    return f"{part / total:.1%}" if part is not None and total else ""


def _parts(summary: Summary) -> ShownTable | None:
    """Return the parts, without columns that say nothing."""
    if not summary.parts:
        return None
    count = summary.counts.get("parts", len(summary.parts))
    shown = summary.parts if count <= _PART_ROWS else summary.parts[:_PART_ROWS]
    columns: dict[str, list[Any]] = {
        "part": [each.name for each in shown],
        "offset": [each.offset for each in shown],
        "bytes": [each.bytes for each in shown],
        "content": [each.text for each in shown],
    }
    used = {name: cells for name, cells in columns.items() if any(cell not in (None, "") for cell in cells)}
    rows = [*zip(*used.values(), strict=True)]
    if count > len(shown):
        rows.append((f"… {count - len(shown):,} more", *("",) * (len(used) - 1)))
    return ShownTable("parts", tuple(used), rows, len(rows))


def _findings(findings: Sequence[Finding], width: int | None) -> Iterator[ShownLine]:
    if not findings:
        return
    yield ""
    for line in islice(finding_lines(findings), _FINDING_LINES):
        shown = wrapped(squeezed(unstyled(line), width and 2 * width - 8), width)
        style = line.style if isinstance(line, Styled) else {}
        yield from (styled(row, **style) for row in shown)
    if len(findings) > _FINDING_LINES:
        yield f"… {len(findings) - _FINDING_LINES:,} more findings (validate)"


def _commands(file: str, summary: Summary, width: int | None) -> Iterator[ShownLine]:
    if not summary.commands or file == DASH:
        return
    yield ""
    yield from (
        (styled("  nacformats ", dim=True), squeezed(text, _less(width, 13))) for text in _typed(file, summary.commands)
    )


def _typed(file: str, commands: Iterable[str]) -> Iterator[str]:
    """Yield commands as they are typed in a shell."""
    for command in islice(commands, _COMMAND_LINES):
        yield _PLACE.sub(lambda found: shell_word(str(Path(file, found[1] or ""))), command)


def _less(width: int | None, taken: int) -> int | None:
    return None if width is None else width - taken
