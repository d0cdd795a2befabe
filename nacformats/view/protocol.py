"""The data of a page, which becomes its JSON: the same types as in viewer/src/protocol.ts, by the same names of fields.

Texts are those of the files: the page shows them as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from nacformats.view.summaries.data import TypeShare

#: A column of numbers of a program or a schedule.
PageColumn: TypeAlias = Sequence[int] | npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class PagePort:
    """An input or an output: its name, and its type with sizes, such as "float32[1, 3, 224, 224]", or ""."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class PageLargeTensor:
    """One of the tensors that take the most bytes."""

    name: str
    type: str
    bytes: int


@dataclass(frozen=True, slots=True)
class PageSummary:
    """One screen about a file.

    Attributes:
        kind: what it is, such as "NAC v1.6 program".
        facts: labels and texts.
        blocks: lines about repeated blocks.
    """

    kind: str
    facts: Sequence[tuple[str, str]] = ()
    inputs: Sequence[PagePort] = ()
    outputs: Sequence[PagePort] = ()
    blocks: Sequence[str] = ()
    dtypes: Sequence[TypeShare] = ()
    largest: Sequence[PageLargeTensor] = ()


@dataclass(frozen=True, slots=True)
class PageFinding:
    """A finding of `validate`, with its path in the tree ("" for the whole file) and its offset in bytes."""

    severity: Literal["error", "warning", "note"]
    rule: str
    path: str
    offset: int | None
    message: str


@dataclass(frozen=True, slots=True)
class PageBlock:
    """Rows of a program that occur several times.

    Attributes:
        name: such as "h.0 to h.11".
        length: rows of one occurrence.
        spans: the first row of each occurrence, and the first one after it.
        inner: blocks in the first occurrence.
    """

    name: str
    length: int
    spans: Sequence[tuple[int, int]]
    inner: Sequence[PageBlock] = ()


@dataclass(frozen=True, slots=True)
class PageProgram:
    """A program of N rows as columns.

    Attributes:
        operators: names.
        operator: of each row, its place in `operators`; N numbers.
        starts: where the operands of each row begin, and where the last ones end; N + 1 numbers.
        operands: the row that is taken, or -1 - k for constants[k].
        constants: texts.
        types: types of results, such as "float32[1, 12, 64]".
        type: of each row, its place in `types`, or -1; N numbers, or none where no type is known.
        names: of a parameter, an input or an output, by the number of the row.
        path: row i is at `path[i]` in the file; "" where rows have no place.
        blocks: the outermost ones.
    """

    operators: Sequence[str]
    operator: PageColumn
    starts: PageColumn
    operands: PageColumn
    constants: Sequence[str]
    types: Sequence[str]
    type: PageColumn
    names: Mapping[str, str]
    path: str
    blocks: Sequence[PageBlock] = ()


@dataclass(frozen=True, slots=True)
class PageTensor:
    """A tensor. start, stop: of its bytes in the file; None where they are elsewhere. path: in the tree of the file.

    bytes: None where that is not known.
    """

    name: str
    dtype: str
    shape: Sequence[int | str]
    bytes: int | None
    path: str
    start: int | None = None
    stop: int | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class PageSpan:
    """Something that is held from the tick `first` to the tick `last`. size: in the unit of the schedule, if known."""

    name: str
    first: int
    last: int
    size: int | None
    path: str


@dataclass(frozen=True, slots=True)
class PageSchedule:
    """The content of memory over time. held: amount at each tick; peak: the largest of them."""

    unit: Literal["bytes", "tensors"]
    ticks: int
    peak: int
    held: PageColumn
    spans: Sequence[PageSpan]


@dataclass(frozen=True, slots=True)
class PagePlanLine:
    """A line of a plan, and where its instruction is in the file; "" for labels."""

    text: str
    path: str


@dataclass(frozen=True, slots=True)
class PageReport:
    """Everything about a file that its schema does not say."""

    format: str
    summary: PageSummary
    findings: Sequence[PageFinding] = ()
    program: PageProgram | None = None
    tensors: Sequence[PageTensor] = ()
    schedule: PageSchedule | None = None
    plan: Sequence[PagePlanLine] | None = None


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file of a page. schema: the one that reads it; element: the id of the element that holds its bytes."""

    name: str
    size: int
    schema: str | None = None
    element: str | None = None
    report: PageReport | None = None


@dataclass(frozen=True, slots=True)
class PageData:
    """The JSON in a page.

    Attributes:
        version: of nacformats.
        schemas: tables of the schemas that a page does not have by itself.
        files: none: the page asks for one; two: they are compared.
        difference: what `comparing.document.difference_document` gives.
    """

    version: str
    schemas: Sequence[Any] = ()
    files: Sequence[PageFile] = field(default_factory=tuple)
    difference: Mapping[str, Any] | None = None


def page_json(value: Any) -> Any:
    """Return a value of these types in the types of JSON; what is None is left out of objects, but not of lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return dict(_members(value))
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, list | tuple):
        return [page_json(each) for each in value] if value and _has_parts(value[0]) else value
    return value


def _members(value: Any) -> Iterator[tuple[str, Any]]:
    for each in fields(value):
        found = getattr(value, each.name)
        if found is not None or each.name in _NULLABLE:
            yield each.name, page_json(found)


#: Fields that are null rather than absent.
_NULLABLE = frozenset({"offset"})


def _has_parts(value: Any) -> bool:
    return is_dataclass(value) or isinstance(value, list | tuple)
