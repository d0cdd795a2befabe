"""The rules of STB v0.1 (sections 3, 4 and 7) over a tensor table, and the findings that say where one is broken."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from operator import itemgetter
from typing import Any

import numpy as np

from nacformats.codec.streams import first_nonzero
from nacformats.errors import FormatError, TruncatedError
from nacformats.findings import Finding, Severity
from nacformats.formats.stb.table import ALIGNMENT, ELEMENT_DTYPES, FORMAT_NAME, MAX_DIRECT_RANK, Mask, TensorTable


@dataclass(frozen=True)
class Rule:
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
    broken: Callable[[TensorTable], Mask]
    expected: Callable[[TensorTable, int], Any] = lambda *_: None
    hint: str | None = None

    def finding(self, severity: Severity, table: TensorTable, index: int) -> Finding:
        return Finding(
            severity,
            f"{FORMAT_NAME}.{self.name}",
            self.reason,
            format=FORMAT_NAME,
            expected=self.expected(table, index),
            actual=table.value(index, self.field),
            hint=self.hint,
            **table.place(index, self.field),
        )


def _size_of_dims(table: TensorTable, index: int) -> str:
    dtype = ELEMENT_DTYPES[table.value(index, "dtype")]
    dims = list(table.dims(index)[: table.value(index, "rank")])
    return f"{math.prod(dims) * dtype.itemsize} (dims {dims} of {dtype.name})"


_ALIGNED = Rule(
    "tensor-alignment",
    "ofs_body",
    "the payload is not aligned",
    TensorTable.misaligned,
    lambda *_: f"a multiple of {ALIGNMENT}",
    "`nacformats repair` rewrites the file aligned; strict=False reads it as it is",
)

_SIZE = Rule("tensor-size", "len_body", "the size is not that of the dimensions", TensorTable.wrong_size, _size_of_dims)

#: Name and reason of the rules that are in the schema, by the field and by what it should hold.
_RULES_OF_SCHEMA = {
    ("rank", "at most"): ("rank", "the tensor has too many dimensions"),
    ("ofs_body", "at least"): ("tensor-offset", "the payload starts before the data region"),
    ("ofs_body", "at most"): ("tensor-offset", "the payload starts past the end of the file"),
    ("len_body", "at most"): ("tensor-bounds", "the payload runs past the end of the file"),
}

#: What makes a tensor opaque, or suggests that its writer meant something else.
_REMARKS = (
    Rule(
        "reserved-dtype",
        "dtype",
        "the dtype is reserved: only the raw bytes of this tensor can be read",
        TensorTable.reserved_dtype,
    ),
    Rule(
        "reserved-layout",
        "layout",
        "the layout is reserved: only the raw bytes of this tensor can be read",
        TensorTable.reserved_layout,
    ),
    Rule(
        "element-size",
        "len_body",
        "the size is not a whole number of elements: only the raw bytes of this tensor can be read",
        TensorTable.broken_elements,
        lambda table, index: f"a multiple of {ELEMENT_DTYPES[table.value(index, 'dtype')].itemsize}",
    ),
)


def errors(table: TensorTable, *, strict: bool) -> Iterator[Finding]:
    """Every broken rule, in the order of the table; made one by one, since a reader stops at the first."""
    of_schema = ((index, _finding_of_schema(error)) for index, error in table.offenders())
    others = _broken("error", (_SIZE, _ALIGNED) if strict else (_SIZE,), table)
    return (finding for _, finding in heapq.merge(of_schema, others, key=itemgetter(0)))


def _finding_of_schema(error: FormatError) -> Finding:
    field = (error.path or "").rpartition(".")[2]
    bound = " ".join(str(error.expected).split()[:2])
    name, reason = _RULES_OF_SCHEMA.get((field, bound), (field.replace("_", "-"), error.reason))
    return replace(Finding.of(error, f"{FORMAT_NAME}.{name}"), reason=reason)


def remarks(table: TensorTable, *, strict: bool) -> Iterator[Finding]:
    """What does not make the file bad, descriptor by descriptor."""
    rules = _REMARKS if strict else (*_REMARKS, _ALIGNED)
    broken = (finding for _, finding in _broken("warning", rules, table))
    return chain(broken, _stray_dims(table), _repeated_ids(table))


def remarks_on_bytes(table: TensorTable, view: memoryview) -> Iterator[Finding]:
    """Bytes that several tensors share, and bytes of no tensor that are not zero. The table has no errors."""
    return chain(_overlaps(table), dirty_padding(table, view))


def header_finding(error: FormatError) -> Finding:
    """The finding for a header that the generated parser refused; the rule is named after the field."""
    rule = "truncated" if isinstance(error, TruncatedError) else (error.path or "header").replace("_", "-")
    return Finding.of(error, f"{FORMAT_NAME}.{rule}")


def _broken(severity: Severity, rules: tuple[Rule, ...], table: TensorTable) -> Iterator[tuple[int, Finding]]:
    """Index of the descriptor, and the finding, in the order of the table."""
    broken = [rule.broken(table) for rule in rules]
    if not any(mask.any() for mask in broken):
        return
    for index, number in np.argwhere(np.stack(broken, axis=1)).tolist():
        yield index, rules[number].finding(severity, table, index)


def _stray_dims(table: TensorTable) -> Iterator[Finding]:
    for index, place in np.argwhere(table.stray_dims()).tolist():
        direct = table.value(index, "rank") <= MAX_DIRECT_RANK
        yield _warning(
            "unused-dims",
            "a dimension past the rank is set" if direct else "a dimension past the shape table index is set",
            **table.place(index, "dims", place),
            expected=0,
            actual=table.dims(index)[place],
            hint=None if direct else "the writer may have stored dimensions here: take the shape from elsewhere",
        )


def _repeated_ids(table: TensorTable) -> Iterator[Finding]:
    for first, second in table.repeated_ids():
        yield _warning(
            "duplicate-id",
            f"tensors[{first}] has the same tensor id: neither can be looked up by it",
            **table.place(second, "tensor_id"),
            actual=table.value(second, "tensor_id"),
        )


def _overlaps(table: TensorTable) -> Iterator[Finding]:
    for index, other in table.payloads().extents().overlaps():
        yield _warning(
            "overlap",
            f"the payload shares some of its bytes with tensors[{other}]",
            **table.place(index, "ofs_body"),
            actual=table.value(index, "ofs_body"),
        )


def dirty_padding(table: TensorTable, view: memoryview) -> Iterator[Finding]:
    """Bytes that belong to no tensor and are not zero: one finding for each gap.

    Its path is `data`, or `tensors` for bytes between the table and the data region.
    """
    for start, stop in table.gaps():
        dirty = first_nonzero(view[start:stop])
        if dirty is not None:
            yield _warning(
                "padding",
                f"bytes {start} to {stop} belong to no tensor and are not zero",
                path="data" if start + dirty >= table.data_start else "tensors",
                offset=start + dirty,
                expected=0,
                actual=view[start + dirty],
            )


def _warning(rule: str, reason: str, **details: Any) -> Finding:
    return Finding("warning", f"{FORMAT_NAME}.{rule}", reason, format=FORMAT_NAME, **details)
