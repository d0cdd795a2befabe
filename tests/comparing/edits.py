"""Seeded edits of models, and what a comparison has to name: one edit each, and nothing else.

A program is edited as rows with absolute references, whatever its format; the edited model is written and read again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

#: (mark, place on the left, place on the right) of a row, or (mark, left name, right name) of a parameter.
Named = tuple[str, Any, Any]
KINDS = ("insert", "remove", "swap", "retype", "scale", "rename")


@dataclass
class Edited:
    """A model after an edit.

    Attributes:
        model: what comparing takes.
        what: the edit, for messages.
        rows: the rows that have to be named; places are indices of the rows of each program.
        parameters: the parameters that have to be named.
    """

    model: Any
    what: str
    rows: set[Named] = field(default_factory=set)
    parameters: set[Named] = field(default_factory=set)


@dataclass
class EditedRow:
    """A row of a program that is edited.

    Attributes:
        place: where it was, None for a new one.
        uses: the rows that it takes, by identity; None for operands that are no results.
        content: the rest of it, which the format knows.
        can_go: whether it may be removed, and have a row of one operand put in its place.
    """

    place: int | None
    uses: list[EditedRow | None]
    content: Any
    can_go: bool = False

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


class Editor(Protocol):
    """A model of one format that can be edited."""

    def rows(self) -> list[EditedRow]:
        """Return the rows of the program, fresh ones at each call."""

    def fixed(self) -> int:
        """Return how many rows at the start stay where they are."""

    def built(self, rows: list[EditedRow], **changes: Any) -> Any:
        """Return the model with these rows; changes: "scaled", "renamed" and "retyped" are names of parameters."""

    def new_row(self, draw: random.Random, source: EditedRow) -> EditedRow:
        """Return a row that takes the result of another one."""

    def like(self, row: EditedRow, new: EditedRow) -> bool:
        """True if a row has the operator of a new one."""

    def retyped(self, draw: random.Random, row: EditedRow) -> bool:
        """Give a row another operator. False where it can have none."""

    def parameters(self, kind: str) -> list[str]:
        """Return the names of parameters that can be edited so: "scale", "rename" or "retype"."""


def edits(editor: Editor, seed: int, count: int) -> Iterator[Edited]:
    """Yield edits of all kinds in turn; kinds that the model has no place for are left out."""
    draw = random.Random(seed)
    made = 0
    for turn in range(count * 12):
        found = _EDITS[KINDS[turn % len(KINDS)]](editor, draw)
        if found is not None:
            yield found
            made += 1
        if made == count:
            return


def _users(rows: list[EditedRow], row: EditedRow) -> list[tuple[EditedRow, int]]:
    return [(user, position) for user in rows for position, each in enumerate(user.uses) if each is row]


def _insert(editor: Editor, draw: random.Random) -> Edited | None:
    rows = editor.rows()
    sources = [row for row in rows if row.can_go or any(each.can_go for each, _ in _users(rows, row))]
    if not sources:
        return None
    source = draw.choice(sources)
    users = [each for each in _users(rows, source) if each[0].place is not None]
    at = draw.randrange(max(rows.index(source) + 1, editor.fixed()), len(rows)) if not users else 0
    new = editor.new_row(draw, source)
    while users and any(editor.like(each, new) for each in (source, *(user for user, _ in users))):
        new = editor.new_row(draw, source)  # of two equal rows in a chain nobody can tell which one is new
    how = draw.choice(("one", "all", "none"))
    if users and how != "none":
        taken = users if how == "all" else [draw.choice(users)]
        first = min(rows.index(user) for user, _ in taken)
        at = draw.randint(max(rows.index(source) + 1, editor.fixed()), first)
        for user, position in taken:
            user.uses[position] = new
    elif users:
        at = draw.randint(max(rows.index(source) + 1, editor.fixed()), rows.index(users[-1][0]))
    rows.insert(at, new)
    what = f"insert {new.content} at {at}, after {source.place}, taken by {how}"
    return Edited(editor.built(rows), what, {("inserted", None, at)})


def _remove(editor: Editor, draw: random.Random) -> Edited | None:
    rows = editor.rows()
    candidates = [row for row in rows if row.can_go and any(row.uses)]
    if not candidates:
        return None
    gone = draw.choice(candidates)
    source = draw.choice([each for each in gone.uses if each is not None])
    for user, position in _users(rows, gone):
        user.uses[position] = source
    rows.remove(gone)
    return Edited(editor.built(rows), f"remove {gone.place}: {gone.content}", {("removed", gone.place, None)})


def _swap(editor: Editor, draw: random.Random) -> Edited | None:
    rows = editor.rows()
    start = editor.fixed()
    for _ in range(50):
        if len(rows) - start < 3:
            return None
        i = draw.randrange(start, len(rows) - 2)
        j = min(i + draw.choice((1, 1, 2, 3, 5, 9)), len(rows) - 2)
        one, other = rows[i], rows[j]
        between = rows[i + 1 : j + 1]
        independent = not any(one in row.uses for row in between) and not any(each in rows[i:j] for each in other.uses)
        is_distinct = one.content != other.content or list(map(id, one.uses)) != list(map(id, other.uses))
        if i < j and independent and is_distinct:
            rows[i], rows[j] = other, one
            return Edited(editor.built(rows), f"swap {i} and {j}", {("moved", i, j), ("moved", j, i)})
        chained = one.can_go and other.can_go and j == i + 1 and len(one.uses) == len(other.uses) == 1
        if chained and other.uses[0] is one and one.content != other.content:
            if any(user is not other for user, _ in _users(rows, one)):
                continue
            for user, position in _users(rows, other):
                user.uses[position] = one
            other.uses, one.uses = one.uses, [other]
            rows[i], rows[j] = other, one
            return Edited(editor.built(rows), f"exchange {i} and {j} of a chain", {("moved", i, j), ("moved", j, i)})
    return None


def _retype(editor: Editor, draw: random.Random) -> Edited | None:
    names = editor.parameters("retype")
    if names and draw.random() < 0.3:
        name = draw.choice(names)
        return Edited(editor.built(editor.rows(), retyped=name), f"retype {name}", set(), {("changed", name, name)})
    rows = editor.rows()
    for row in draw.sample(rows, len(rows)):
        if row.can_go and editor.retyped(draw, row):
            what = f"retype {row.place}: {row.content}"
            return Edited(editor.built(rows), what, {("changed", row.place, row.place)})
    return None


def _scale(editor: Editor, draw: random.Random) -> Edited | None:
    names = editor.parameters("scale")
    if not names:
        return None
    name = draw.choice(names)
    return Edited(editor.built(editor.rows(), scaled=name), f"scale {name}", set(), {("changed", name, name)})


def _rename(editor: Editor, draw: random.Random) -> Edited | None:
    names = editor.parameters("rename")
    if not names:
        return None
    name = draw.choice(names)
    model = editor.built(editor.rows(), renamed=name)
    return Edited(model, f"rename {name}", set(), {("renamed", name, f"{name}.renamed")})


_EDITS: dict[str, Callable[[Editor, random.Random], Edited | None]] = {
    "insert": _insert,
    "remove": _remove,
    "swap": _swap,
    "retype": _retype,
    "scale": _scale,
    "rename": _rename,
}


def misnamed(left: Any, edited: Edited) -> str:
    """Return how a comparison names an edit wrongly, "" where it names it and nothing else."""
    from nacformats.comparing.comparison import compare_models

    found = compare_models(left, edited.model)
    rows = {(row.mark, row.left, row.right) for row in found.rows if row.mark != "same"}
    parameters = {(each.mark, each.left, each.right) for each in found.parameters if each.mark != "same"}
    wrong = []
    if rows != edited.rows:
        shown = [row for row in found.rows if row.mark != "same"]
        wrong.append(f"rows {[(row.mark, row.left, row.right, row.left_text or row.right_text) for row in shown[:6]]}")
    if parameters != edited.parameters:
        wrong.append(f"parameters {sorted(map(str, parameters))[:6]}")
    wrong += [f"other {each}" for each in found.other[:3]]
    if found.same:
        wrong.append("nothing")
    return f"{edited.what}: named {'; '.join(wrong)}" if wrong else ""
