"""Objects in a notebook: a small table as HTML, without scripts and styles, bounded in size and time.

Notebooks that do not trust their output show it as well. All text goes through `page_text`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from nacformats.errors import FormatError
from nacformats.formats.base import Model
from nacformats.formats.generic import Tree
from nacformats.printing import size_text
from nacformats.tokenizer import Encoding
from nacformats.view.representation import value_text
from nacformats.view.summaries.data import head_rows
from nacformats.view.summary import format_of_model, shown_model, summary_of
from nacformats.view.texts import page_text

#: Rows of a table, and fields of a tree.
_ROWS, _FIELDS = 8, 24
#: Tokens; places in a text of more tokens are not looked for.
_TOKENS, _PLACED_TOKENS = 32, 4096
_CELL = 120
#: What reading a part of a file, or of one that is closed, may raise.
_UNREADABLE = (FormatError, OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError)

_Row = Sequence[object]


def notebook_html(shown: object) -> str:
    """Return an object as HTML: a model of any format, a tree, or the tokens of a text."""
    try:
        return f"<div>{''.join(_parts(shown))}</div>"
    except _UNREADABLE:
        return f"<pre>{page_text(repr(shown))}</pre>"


def _parts(shown: object) -> Iterator[str]:
    if isinstance(shown, Encoding):
        yield from _tokens(shown)
    elif isinstance(shown, Tree):
        yield from _tree(shown)
    elif isinstance(shown, Model):
        yield from _model(shown)
    else:
        yield f"<pre>{page_text(repr(shown))}</pre>"


def _model(model: Model) -> Iterator[str]:
    summary = summary_of(model)
    size = "" if summary.size is None else f", {size_text(summary.size)}"
    yield _title(f"{summary.name}: {summary.kind}{size}" if summary.name else f"{summary.kind}{size}")
    lines = [*head_rows(summary, weights=True), *(("blocks", line) for line in summary.blocks)]
    yield _table((), lines)
    shown = shown_model(format_of_model(model))
    if shown is not None:
        name, columns = shown.first
        table = next(each for each in shown.overview(model).tables if each.name == name)
        yield _first(columns, table.texts(columns), table.count)


def _tree(tree: Tree) -> Iterator[str]:
    yield _title(f"Tree of {getattr(tree, 'format', None) or 'a schema'}")
    yield _first(("field", "value"), ((name, _field(tree, name)) for name in tree), len(tree), _FIELDS)


def _field(tree: Tree, name: str) -> str:
    try:
        return value_text(tree[name]) or _kind(tree[name])
    except _UNREADABLE as error:
        return f"({error})"


def _kind(value: object) -> str:
    return f"{len(value):,} fields" if isinstance(value, Mapping) else ""


def _tokens(encoding: Encoding) -> Iterator[str]:
    count = len(encoding)
    yield _title(f"{count:,} token{'s' * (count != 1)}")
    first = encoding.first(_TOKENS)
    places = encoding.offsets if count <= _PLACED_TOKENS else []
    spans = [f"{start} to {stop}" if stop > start else "" for start, stop in places[:_TOKENS]] or [""] * len(first)
    yield _first(("id", "token", "characters"), zip(encoding.ids, first, spans, strict=False), count, _TOKENS)


def _title(text: str) -> str:
    return f"<p><strong>{page_text(text)}</strong></p>"


def _first(headings: Sequence[str], rows: Iterable[_Row], count: int, most: int = _ROWS) -> str:
    """Return a table of the first rows, and how many more there are."""
    more = f"<p>{count - most:,} more</p>" if count > most else ""
    return _table(headings, islice(rows, most)) + more if count else ""


def _table(headings: Sequence[str], rows: Iterable[_Row]) -> str:
    head = f"<thead><tr>{''.join(f'<th>{page_text(each)}</th>' for each in headings)}</tr></thead>" if headings else ""
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table>{head}<tbody>{body}</tbody></table>" if body else ""


def _cell(value: object) -> str:
    return f'<td align="left">{page_text(str(value), _CELL)}</td>'
