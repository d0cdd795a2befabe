"""The result of a comparison: plain data that a terminal, a page and a program show, and that is JSON as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypeAlias

#: How a row, a parameter or another place of two models relate. A row that moved may have changed as well; a
#: parameter is "renamed" where the same tensor has another name, else "changed".
ComparedMark: TypeAlias = Literal["same", "inserted", "removed", "moved", "changed", "renamed"]


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """One of the two models: its name (of the file, or what the caller says) and the title of its format."""

    name: str
    format: str


@dataclass(frozen=True, slots=True)
class ComparedPart:
    """One aspect in which two rows or two parameters differ.

    Attributes:
        what: the aspect, such as "operator", "operand 1", "axis" or "dims".
        left, right: text of each side, "" where it has nothing there.
    """

    what: str
    left: str
    right: str


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A row of a program and its partner in the other one.

    Attributes:
        mark: see ComparedMark; never "renamed".
        left, right: the place in each program, None where it has no such row.
        left_text, right_text: the row as the format shows it, "" where there is none.
        path_left, path_right: the path in the file, such as "ops.instructions[12]", "" where there is none.
        changes: of a row that changed, or that moved and changed.
        count: rows that this one stands for: 1, or more where equal rows in a row are left out (see omitted).
    """

    mark: ComparedMark
    left: int | None
    right: int | None
    left_text: str = ""
    right_text: str = ""
    path_left: str = ""
    path_right: str = ""
    changes: Sequence[ComparedPart] = ()
    count: int = 1


@dataclass(frozen=True, slots=True)
class ComparedBlock:
    """Repeats of a block, to be folded. A repeat with edited rows is one of them.

    Attributes:
        title: for people, such as "h.0 to h.11: 12 x 38 instructions".
        names: of the repeats, "" for those without one.
        instances: of each repeat, the first of `rows` that it takes and the first one after it.
        depth: how many blocks it is inside of.
    """

    title: str
    names: Sequence[str]
    instances: Sequence[tuple[int, int]]
    depth: int = 0


@dataclass(frozen=True, slots=True)
class ComparedHistogram:
    """Counts of elements by their difference. edges: one more than counts; the difference is right less left."""

    edges: Sequence[float]
    counts: Sequence[int]


@dataclass(frozen=True, slots=True)
class ComparedParameter:
    """A parameter and its partner. Numbers are None where the shapes differ, or a side has no elements in its file.

    Attributes:
        mark: see ComparedMark; never "moved". A parameter that is renamed and changed is "changed".
        left, right: its names, None on the side that lacks it.
        left_type, right_type: type and shape for people, such as "float32[768, 3072]" or "Q8_0[4096, 4096]".
        path_left, path_right: where its elements are in the file.
        elements: how many elements were compared.
        different: how many of them differ; a NaN equals a NaN.
        nmse: mean squared difference relative to the mean square of the larger one; None where it is not finite.
        cosine: of the angle between the two; None where one of them is zero or not finite.
        largest: the largest absolute difference of two elements; None where one of them is not finite.
        at: index of the element that differs most, with both values as text in `changes`.
        histogram: of the differences; None where none differs.
        changes: aspects other than the numbers, such as "name", "type", "shape" and "element [0, 1]".
    """

    mark: ComparedMark
    left: str | None
    right: str | None
    left_type: str = ""
    right_type: str = ""
    path_left: str = ""
    path_right: str = ""
    elements: int = 0
    different: int = 0
    nmse: float | None = None
    cosine: float | None = None
    largest: float | None = None
    at: Sequence[int] | None = None
    histogram: ComparedHistogram | None = None
    changes: Sequence[ComparedPart] = ()


@dataclass(frozen=True, slots=True)
class ComparedPlace:
    """A place beside program and parameters. left, right: values in the types of JSON, long ones cut."""

    path: str
    mark: ComparedMark
    left: Any = None
    right: Any = None


@dataclass(slots=True)
class ComparedModels:
    """The differences between two models.

    Attributes:
        left, right: the models.
        same: True if nothing differs.
        summary: lines for people; the first says all in short.
        rows: of the programs, in order, rows that are the same included; empty where one has no program.
        blocks: repeats among the rows, the outer ones first.
        parameters: those that differ first, each part in the order of the file.
        other: other places that differ.
        omitted: how many rows, parameters and places are left out because they are too many, by key.
    """

    left: ComparedSide
    right: ComparedSide
    same: bool = True
    summary: list[str] = field(default_factory=list)
    rows: list[ComparedRow] = field(default_factory=list)
    blocks: list[ComparedBlock] = field(default_factory=list)
    parameters: list[ComparedParameter] = field(default_factory=list)
    other: list[ComparedPlace] = field(default_factory=list)
    omitted: dict[str, int] = field(default_factory=dict)


def difference_document(found: ComparedModels) -> dict[str, Any]:
    """Return a comparison as what JSON can hold; the keys are the names of the attributes."""
    return asdict(found)
