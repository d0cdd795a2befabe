"""The summary of a file of any schema: its first fields, as many levels of them as fit a screen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from nacformats.codec.records import is_list, is_record
from nacformats.codec.streams import Source
from nacformats.codec.walk import FieldNode, Walk
from nacformats.formats.base import Format
from nacformats.limits import MAX_SHOWN_TEXT
from nacformats.view.representation import is_number, represent, value_text
from nacformats.view.summaries.data import FilePart, Summary, brief, count_text

#: How often the parser that keeps positions may read.
MOST_READS = 20_000
#: So many fields are shown, and so many elements of a list.
_MOST_FIELDS, _MOST_ELEMENTS = 24, 8
_COMMANDS = ("inspect {file} --tables", "validate {file}")


def summary_of_tree(source: Source, format: Format, title: str) -> Summary:  # noqa: A002
    """Return the summary of a file whose format is its schema, as far as it can be read."""
    walk = Walk(format.codec() if format.codec else format.name, source, MOST_READS)
    rows = [(0, node) for node in islice(walk.children(walk.root), _MOST_FIELDS)]
    while (deeper := list(_unfolded(walk, rows))) != rows and len(deeper) <= _MOST_FIELDS:
        rows = deeper
    parts = [FilePart("  " * depth + node.name, node.offset, node.size, brief(_text(node))) for depth, node in rows]
    commands = [*_COMMANDS, *(["convert {file} out.json"] if format.is_tree else [])]
    return Summary(title, parts=parts, commands=commands)


def _unfolded(walk: Walk, rows: list[tuple[int, FieldNode]]) -> Iterator[tuple[int, FieldNode]]:
    """Yield the rows, and after each of the innermost level the fields that are in it."""
    deepest = max((depth for depth, _ in rows), default=0)
    for depth, node in rows:
        yield depth, node
        if depth == deepest and _has_parts(node):
            most = _MOST_ELEMENTS if is_list(node.value) else _MOST_FIELDS + 1
            yield from ((depth + 1, child) for child in islice(walk.children(node), most))


def _has_parts(node: FieldNode) -> bool:
    if is_record(node.value):
        return not is_number(node.value) and represent(node.value, MAX_SHOWN_TEXT) is None
    return is_list(node.value) and bool(node.value) and is_record(node.value[0])


def _text(node: FieldNode) -> str:
    if is_list(node.value) and (not node.value or is_record(node.value[0])):
        return count_text(len(node.value), "element")
    return value_text(node.value)
