"""The rules of STB v0.1 (sections 3, 4 and 7) over a tensor table, and the findings that say where one is broken."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from nacformats.codec.streams import Source
from nacformats.errors import FormatError, TruncatedError
from nacformats.findings import Finding, Severity, listed, reported
from nacformats.formats.stb.table import (
    ALIGNMENT,
    ELEMENT_DTYPES,
    FORMAT_NAME,
    MAX_DIRECT_RANK,
    DescriptorMask,
    TensorTable,
)
from nacformats.limits import MAX_FINDINGS

_warning = partial(reported, "warning", FORMAT_NAME)


@dataclass(frozen=True)
class _Rule:
    """One rule for every descriptor that the schema does not state.

    Attributes:
        name: stable name of the rule.
        field: the field that is wrong where the rule is broken.
        reason: what is wrong then.
        broken: which descriptors break it.
        expected: what the field should hold; None where the reason says it all.
        hint: what to do about it.
    """

    name: str
    field: str
    reason: str
    broken: Callable[[TensorTable], DescriptorMask]
    expected: Callable[[TensorTable, int], Any] = lambda *_: None
    hint: str | None = None

    def finding(self, severity: Severity, table: TensorTable, index: int) -> Finding:
        expected, place = self.expected(table, index), table.place(index, self.field)
        details = {"expected": expected, "actual": table.value(index, self.field), "hint": self.hint, **place}
        return Finding(severity, f"{FORMAT_NAME}.{self.name}", self.reason, format=FORMAT_NAME, **details)


def _size_of_dims(table: TensorTable, index: int) -> str:
    dtype = ELEMENT_DTYPES[table.value(index, "dtype")]
    dims = list(table.dims(index)[: table.value(index, "rank")])
    return f"{math.prod(dims) * dtype.itemsize} (dims {dims} of {dtype.name})"


_ALIGNED = _Rule(
    "tensor-alignment",
    "ofs_body",
    "the payload is not aligned",
    TensorTable.misaligned,
    lambda *_: f"a multiple of {ALIGNMENT}",
    "`nacformats repair` rewrites the file aligned; strict=False reads it as it is",
)

_ELEMENTS = _Rule(
    "element-size",
    "len_body",
    "the size is not a whole number of elements: only the raw bytes of this tensor can be read",
    TensorTable.broken_elements,
    lambda table, index: f"a multiple of {ELEMENT_DTYPES[table.value(index, 'dtype')].itemsize}",
    "strict=False reads the other tensors",
)

_SIZE = _Rule(
    "tensor-size", "len_body", "the size is not that of the dimensions", TensorTable.wrong_size, _size_of_dims
)

#: Broken ones are errors in strict reading, and warnings in lenient reading.
_STRICT = (_ELEMENTS, _ALIGNED)

#: Name and reason of the rules that are in the schema, by the field and by what it should hold.
_RULES_OF_SCHEMA = {
    ("rank", "at most"): ("rank", "the tensor has too many dimensions"),
    ("ofs_body", "at least"): ("tensor-offset", "the payload starts before the data region"),
    ("ofs_body", "at most"): ("tensor-offset", "the payload starts past the end of the file"),
    ("len_body", "at most"): ("tensor-bounds", "the payload runs past the end of the file"),
}

#: What makes a tensor opaque, or suggests that its writer meant something else.
_OPAQUE = "is reserved: only the raw bytes of this tensor can be read"
_REMARKS = (
    _Rule("reserved-dtype", "dtype", f"the dtype {_OPAQUE}", TensorTable.reserved_dtype),
    _Rule("reserved-layout", "layout", f"the layout {_OPAQUE}", TensorTable.reserved_layout),
)


def errors(table: TensorTable, *, strict: bool) -> Iterator[Finding]:
    """Yield what breaks a rule, in the order of the table; made one by one, since a reader stops at the first."""
    of_schema = (
        (index, _finding_of_schema(error).standing_for(others))
        for index, error, others in table.offenders(MAX_FINDINGS)
    )
    broken = _broken("error", (_SIZE, *_STRICT) if strict else (_SIZE,), table)
    return (finding for _, finding in heapq.merge(of_schema, broken, key=itemgetter(0)))


def _finding_of_schema(error: FormatError) -> Finding:
    field = (error.path or "").rpartition(".")[2]
    bound = " ".join(str(error.expected).split()[:2])
    name, reason = _RULES_OF_SCHEMA.get((field, bound), (field.replace("_", "-"), error.reason))
    return replace(Finding.of(error, f"{FORMAT_NAME}.{name}"), reason=reason)


def unrepairable(table: TensorTable) -> Iterator[Finding]:
    """Yield what strict reading refuses of a table that lenient reading accepts, and moving payloads does not mend."""
    return (finding for _, finding in _broken("error", (_ELEMENTS,), table))


def remarks(table: TensorTable, *, strict: bool) -> Iterator[Finding]:
    """Yield what does not make the file bad, descriptor by descriptor."""
    rules = _REMARKS if strict else (*_REMARKS, *_STRICT)
    broken = (finding for _, finding in _broken("warning", rules, table))
    stray = listed(np.argwhere(table.stray_dims()), lambda at: _stray(table, *at.tolist()), MAX_FINDINGS)
    return chain(broken, stray, _repeated_ids(table))


def remarks_on_bytes(table: TensorTable, source: Source) -> Iterator[Finding]:
    """Yield bytes that several tensors share, and bytes of no tensor that are not zero. The table has no errors."""
    overlaps = listed(table.payloads().extents().overlaps(), lambda pair: _overlap(table, *pair), MAX_FINDINGS)
    return chain(overlaps, listed(list(dirty_bytes(table, source)), _padding, MAX_FINDINGS))


def header_finding(error: FormatError) -> Finding:
    """Return the finding for a header that the generated parser refused; the rule is named after the field."""
    rule = "truncated" if isinstance(error, TruncatedError) else (error.path or "header").replace("_", "-")
    return Finding.of(error, f"{FORMAT_NAME}.{rule}")


def _broken(severity: Severity, rules: tuple[_Rule, ...], table: TensorTable) -> Iterator[tuple[int, Finding]]:
    """Index of the descriptor, and the finding, in the order of the table; of one rule at most MAX_FINDINGS."""
    found: list[tuple[int, int, int]] = []
    for number, rule in enumerate(rules):
        indices = np.flatnonzero(rule.broken(table))
        listed_ones = indices[:MAX_FINDINGS].tolist()
        found += ((index, number, 0) for index in listed_ones[:-1])
        found += ((index, number, len(indices) - len(listed_ones)) for index in listed_ones[-1:])
    for index, number, others in sorted(found):
        yield index, rules[number].finding(severity, table, index).standing_for(others)


def _stray(table: TensorTable, index: int, place: int) -> Finding:
    direct = table.value(index, "rank") <= MAX_DIRECT_RANK
    reason = f"a dimension past the {'rank' if direct else 'shape table index'} is set"
    hint = None if direct else "the writer may have stored dimensions here: take the shape from elsewhere"
    where = table.place(index, "dims", place)
    return _warning("unused-dims", reason, **where, expected=0, actual=table.dims(index)[place], hint=hint)


def _repeated_ids(table: TensorTable) -> Iterator[Finding]:
    for first, second in table.repeated_ids():
        reason = f"tensors[{first}] has the same tensor id: neither can be looked up by it"
        yield _warning_of_field("duplicate-id", reason, table, second, "tensor_id")


def _overlap(table: TensorTable, index: int, other: int) -> Finding:
    reason = f"the payload shares some of its bytes with tensors[{other}]"
    return _warning_of_field("overlap", reason, table, index, "ofs_body")


class DirtyBytes(NamedTuple):
    """Bytes that belong to no tensor and are not zero.

    Attributes:
        start, stop: of all bytes between two tensors.
        offset, value: of the first one that is not zero.
        path: `data`, or `tensors` for bytes between the table and the data region.
    """

    start: int
    stop: int
    offset: int
    value: int
    path: str


def dirty_bytes(table: TensorTable, source: Source) -> Iterator[DirtyBytes]:
    """Yield each gap that holds something."""
    for start, stop in table.gaps():
        offset = source.first_nonzero(start, stop)
        if offset is not None:
            path = "data" if offset >= table.data_start else "tensors"
            yield DirtyBytes(start, stop, offset, source.view[offset], path)


def _padding(found: DirtyBytes) -> Finding:
    reason = f"bytes {found.start} to {found.stop} belong to no tensor and are not zero"
    return _warning("padding", reason, path=found.path, offset=found.offset, expected=0, actual=found.value)


def _warning_of_field(rule: str, reason: str, table: TensorTable, index: int, field: str) -> Finding:
    return _warning(rule, reason, **table.place(index, field), actual=table.value(index, field))
