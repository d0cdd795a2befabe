"""Draw the layout of a schema: a card for each type, a row for each field, a line to the type that a field holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from nacformats.schema import model
from nacformats.schema.sizes import FieldSpan, spans, type_size

#: Sizes in pixels: of a row, of a character in monospace, of what is between cards.
_ROW, _CHARACTER, _GAP, _BETWEEN = 20, 7.2, 28, 90
_MARGIN = 16
_STYLE = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")


@dataclass(frozen=True)
class _LayoutRow:
    """One line of a card: where a field is, its name, what it holds, and the types that it leads to."""

    place: str
    name: str
    kind: str
    held: tuple[model.Type, ...]


@dataclass
class _Card:
    """One type, and its place in the picture in pixels."""

    target: model.Type
    rows: list[_LayoutRow]
    x: float = 0
    y: float = 0

    @property
    def title(self) -> str:
        size = type_size(self.target)
        return self.target.name + (f", {size} byte{'s' * (size != 1)}" if size else "")

    @property
    def columns(self) -> tuple[int, int, int]:
        """Widths of place, name and kind in characters."""
        widths = [(len(row.place), len(row.name), len(row.kind)) for row in self.rows] or [(0, 0, 0)]
        place, name, kind = (max(column) for column in zip(*widths, strict=True))
        return place, name, max(kind, len(self.title) - place - name - 4)

    @property
    def width(self) -> float:
        return (sum(self.columns) + 6) * _CHARACTER

    @property
    def height(self) -> float:
        return (len(self.rows) + 1) * _ROW


def render_picture(schema: model.Schema) -> str:
    """Return the layout of the files of a schema as SVG, the type of the whole file on the left."""
    levels = _levels(schema)
    x: float = _MARGIN
    for level in levels:
        y: float = _MARGIN
        for card in level:
            card.x, card.y = x, y
            y += card.height + _GAP
        x += max(card.width for card in level) + _BETWEEN
    cards = {card.target: card for level in levels for card in level}
    width = x - _BETWEEN + _MARGIN
    height = max(card.y + card.height for card in cards.values()) + _MARGIN
    body = [line for card in cards.values() for line in _links(card, cards)]
    body += [line for card in cards.values() for line in _card_lines(card)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" role="img">'
    title = f"<title>Layout of {escape(schema.title)}</title>"
    return "\n".join([head, title, f"<style>\n{_STYLE}</style>", *body, "</svg>", ""])


def _levels(schema: model.Schema) -> list[list[_Card]]:
    """Return the cards by their distance from the whole file; types that nothing leads to are left out."""
    seen = {schema.root}
    levels: list[list[_Card]] = []
    current = [schema.root]
    while current:
        level = [_Card(target, list(_rows(target))) for target in current]
        levels.append(level)
        found = dict.fromkeys(held for card in level for row in card.rows for held in row.held)
        current = [target for target in found if target not in seen]
        seen.update(current)
    return levels


def _rows(target: model.Type) -> Iterator[_LayoutRow]:
    for span in spans(target):
        yield _LayoutRow(_place(span), span.field.id, _kind(span.field), _held(span.field))
    for member in target.placed:
        yield _LayoutRow("at", member.id, _kind(member), _held(member))


def _place(span: FieldSpan) -> str:
    if span.start is None:
        return "…"
    byte, bit = divmod(span.start, 8)
    return f"{byte}.{bit}" if isinstance(span.field.kind, model.Bits) else str(byte)


def _held(member: model.Field) -> tuple[model.Type, ...]:
    return tuple(dict.fromkeys(use.type for use in model.uses(member.kind) if not use.type.is_number))


def _kind(member: model.Field) -> str:
    text = _kind_word(member.kind) if member.contents is None else f"{len(member.contents)} fixed bytes"
    if member.repeat is not None:
        text += {"expr": " [n]", "eos": " [to the end]", "until": " [until]"}[member.repeat]
    return text + ("?" if member.condition is not None else "")


def _kind_word(kind: model.FieldKind) -> str:
    match kind:
        case model.NumberKind(letter, width, endian):
            return f"{letter}{width}{endian if width > 1 else ''}"
        case model.Bits(width, _):
            return f"b{width}"
        case model.TextKind(encoding):
            return encoding
        case model.TypeUse(target, _):
            return target.id
        case model.SwitchKind(_, cases):
            return f"one of {len(cases)}"
    return "bytes"


def _card_lines(card: _Card) -> Iterator[str]:
    frame = f'x="{card.x:.0f}" y="{card.y:.0f}" width="{card.width:.0f}"'
    yield f'<rect class="card" {frame} height="{card.height:.0f}" rx="4"/>'
    yield f'<rect class="title" {frame} height="{_ROW}" rx="4"/>'
    yield _text(card.x + _CHARACTER, card.y, card.title, "title-text")
    place, name, _ = card.columns
    for index, row in enumerate(card.rows, 1):
        y = card.y + index * _ROW
        yield _text(card.x + _CHARACTER, y, row.place, "quiet")
        yield _text(card.x + (place + 3) * _CHARACTER, y, row.name, "")
        yield _text(card.x + (place + name + 5) * _CHARACTER, y, row.kind, "quiet")


def _text(x: float, y: float, text: str, style: str) -> str:
    style = f' class="{style}"' if style else ""
    return f'<text{style} x="{x:.0f}" y="{y + 14:.0f}">{escape(text)}</text>'


def _links(card: _Card, cards: dict[model.Type, _Card]) -> Iterator[str]:
    """Yield a curve from each row to the cards of what it holds; those further to the left are only named."""
    for index, row in enumerate(card.rows, 1):
        x, y = card.x + card.width, card.y + (index + 0.5) * _ROW
        for end in (cards[held] for held in row.held if cards[held].x > card.x):
            end_x, end_y, bend = end.x, end.y + _ROW / 2, _BETWEEN / 2
            curve = f"M{x:.0f} {y:.0f} C{x + bend:.0f} {y:.0f} {end_x - bend:.0f} {end_y:.0f} {end_x:.0f} {end_y:.0f}"
            yield f'<path class="held" d="{curve}"/>'
