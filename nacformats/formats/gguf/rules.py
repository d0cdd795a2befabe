"""The rules of GGUF that the schema cannot state, and the findings that say where one is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from nacformats._generated.python.gguf import ValueType
from nacformats.codec.streams import Source
from nacformats.errors import FormatError, LimitError, TruncatedError, UnsupportedError
from nacformats.findings import Finding, Severity, listed, reported
from nacformats.formats.gguf.elements import ELEMENT_TYPES
from nacformats.formats.gguf.structure import FORMAT_NAME, GgufStructure, TensorMask, place_of_field
from nacformats.formats.stored import repetitions
from nacformats.limits import MAX_FINDINGS

_error = partial(reported, "error", FORMAT_NAME)
_warning = partial(reported, "warning", FORMAT_NAME)
#: Longest name of a tensor that readers take, which end it with a zero, and longest key, in bytes.
LONGEST_NAME, LONGEST_KEY = 63, 65_535
ARCHITECTURE, ALIGNMENT = "general.architecture", "general.alignment"


def of_schema(error: FormatError) -> Finding:
    """Return the finding for a file that the schema refuses."""
    kinds = ((TruncatedError, "truncated"), (LimitError, "limit"), (UnsupportedError, "version"))
    rule = next((name for kind, name in kinds if isinstance(error, kind)), "layout")
    return Finding.of(error, f"{FORMAT_NAME}.{rule}")


class _Rule(NamedTuple):
    """One rule for every tensor.

    Attributes:
        name: stable name of the rule.
        field: the field that is wrong where the rule is broken.
        reason: what is wrong then.
        broken: which tensors break it.
        expected: (structure, index) -> what the field should hold.
        is_cut: whether a file that was cut off breaks it.
    """

    name: str
    field: str
    reason: str
    broken: Callable[[GgufStructure], TensorMask]
    expected: Callable[[GgufStructure, int], Any] = lambda *_: None
    is_cut: bool = False

    def finding(self, severity: Severity, structure: GgufStructure, index: int) -> Finding:
        place = place_of_field(structure, index, self.field)
        actual = _shown(structure, index, self.field)
        cause = "truncated" if self.is_cut else "invalid"
        details = {"expected": self.expected(structure, index), "actual": actual, "cause": cause, **place}
        reason = f"tensor {structure.names[index]!r}: {self.reason}"
        return Finding(severity, f"{FORMAT_NAME}.{self.name}", reason, format=FORMAT_NAME, **details)


def _shown(structure: GgufStructure, index: int, field: str) -> Any:
    if field == "dims":
        return list(structure.dims(index))
    return int(structure.tensors["name#" if field == "len_name" else field][index])


def _rows(structure: GgufStructure, index: int) -> str:
    element = ELEMENT_TYPES[int(structure.tensors["dtype"][index])]
    return f"a first dimension that is a multiple of {element.run}, for {element.name}"


_ROWS = _Rule("row-size", "dims", "a row is not a whole number of blocks", lambda structure: ~structure.has_rows, _rows)
_BOUNDS = _Rule(
    "tensor-bounds",
    "ofs_body",
    "the payload runs past the end of the file",
    GgufStructure.outside,
    lambda structure, index: f"{structure.sizes[index]:,.0f} bytes from there on",
    is_cut=True,
)
_ALIGNED = _Rule(
    "tensor-alignment",
    "ofs_body",
    "the payload is not aligned",
    GgufStructure.misaligned,
    lambda structure, _: f"a multiple of {structure.alignment}",
)
_TYPE = _Rule(
    "dtype",
    "dtype",
    "the type of the elements is not known: only the raw bytes can be read",
    lambda structure: ~structure.is_known,
)
_EMPTY = _Rule(
    "empty-tensor", "dims", "a dimension is 0, so that it has no elements", lambda structure: structure.elements == 0
)
_ORDER = _Rule(
    "order",
    "ofs_body",
    "the payload begins before the end of the one that the table has before it",
    GgufStructure.out_of_order,
)
_NAME = _Rule(
    "name-length",
    "len_name",
    "the name is longer than readers take",
    lambda structure: np.asarray(structure.tensors["name#"] > LONGEST_NAME, np.bool_),
    lambda *_: f"at most {LONGEST_NAME} bytes",
)


def gguf_errors(structure: GgufStructure, *, strict: bool) -> Iterator[Finding]:
    """Yield what makes the file bad: first the keys, then the tensors by rule, in file order."""
    yield from _bad_alignment(structure)
    yield from _repeated_keys(structure)
    yield from _repeated_names(structure)
    rules = (_ROWS, _BOUNDS, _ALIGNED) if strict else (_ROWS, _BOUNDS)
    found = list(chain.from_iterable(_broken("error", rule, structure) for rule in rules))
    yield from found
    if not found:
        yield from _overlaps(structure)


def gguf_remarks(structure: GgufStructure, *, strict: bool) -> Iterator[Finding]:
    """Yield what does not make the file bad."""
    rules = (_TYPE, _NAME, _EMPTY, _ORDER) if strict else (_TYPE, _NAME, _EMPTY, _ORDER, _ALIGNED)
    yield from chain.from_iterable(_broken("warning", rule, structure) for rule in rules)
    yield from _odd_keys(structure)
    if all(entry.key != ARCHITECTURE for entry in structure.root.metadata):
        reason = f"there is no {ARCHITECTURE}: programs that run models ask for it"
        yield _warning("architecture", reason, **_at_metadata(structure))


def gguf_remarks_on_bytes(structure: GgufStructure, source: Source) -> Iterator[Finding]:
    """Yield bytes that belong to no tensor and are not padding of zeros. The structure has no errors."""
    found = [each for each in (_dirty(structure, source, gap) for gap in gaps(structure)) if each is not None]
    yield from listed(found, lambda each: each, MAX_FINDINGS)


def gaps(structure: GgufStructure) -> list[tuple[int, int]]:
    """Return start and stop of the bytes past the table that belong to no tensor."""
    starts, stops = structure.extents
    order = np.argsort(starts, kind="stable")
    begins = np.append(structure.end, stops[order])
    ends = np.append(starts[order], len(structure.view))
    wide = begins < ends
    return list(zip(begins[wide].tolist(), ends[wide].tolist(), strict=True))


def _dirty(structure: GgufStructure, source: Source, gap: tuple[int, int]) -> Finding | None:
    start, stop = gap
    offset = source.first_nonzero(start, stop)
    if offset is not None:
        reason = f"bytes {start} to {stop} belong to no tensor and are not zero"
        return _warning("padding", reason, path="data", offset=offset, expected=0, actual=source.view[offset])
    if stop - start >= max(structure.alignment, 1):
        reason = f"bytes {start} to {stop} belong to no tensor: programs that take no holes refuse the file"
        return _warning("hole", reason, path="data", offset=start, actual=f"{stop - start} bytes")
    return None


def _broken(severity: Severity, rule: _Rule, structure: GgufStructure) -> Iterator[Finding]:
    indices = np.flatnonzero(rule.broken(structure)).tolist()
    return listed(indices, lambda index: rule.finding(severity, structure, index), MAX_FINDINGS)


def _bad_alignment(structure: GgufStructure) -> Iterator[Finding]:
    for index, entry in enumerate(structure.root.metadata):
        if entry.key != ALIGNMENT:
            continue
        number = entry.content.value if entry.value_type is ValueType.uint32 else None
        if number is None or number == 0 or number & (number - 1):
            actual = entry.value_type.name if number is None else number
            place = {"path": f"metadata[{index}].content", "offset": entry._start}
            reason = "the alignment is no power of two"
            yield _error("alignment", reason, expected="a power of two, uint32", actual=actual, **place)


def _repeated_keys(structure: GgufStructure) -> Iterator[Finding]:
    records = structure.root.metadata

    def finding(at: tuple[int, int]) -> Finding:
        index, _ = at
        place = {"path": f"metadata[{index}].key", "offset": records[index]._start}
        return _error("duplicate-key", "the key is there twice", actual=records[index].key, **place)

    yield from listed(repetitions([entry.key for entry in records]), finding, MAX_FINDINGS)


def _repeated_names(structure: GgufStructure) -> Iterator[Finding]:
    def finding(at: tuple[int, int]) -> Finding:
        index, _ = at
        place = place_of_field(structure, index, "name")
        return _error("duplicate-name", "the name is there twice", actual=structure.names[index], **place)

    yield from listed(repetitions(structure.names), finding, MAX_FINDINGS)


def _overlaps(structure: GgufStructure) -> Iterator[Finding]:
    starts, stops = structure.extents
    some = np.flatnonzero(stops > starts)
    order = some[np.argsort(starts[some], kind="stable")]
    reach = np.maximum.accumulate(stops[order])
    inside = np.flatnonzero(starts[order][1:] < reach[:-1]) + 1

    def finding(place: int) -> Finding:
        index, other = int(order[place]), int(order[place - 1])
        reason = f"tensor {structure.names[index]!r}: the payload shares bytes with one that begins before it"
        details = {"actual": structure.names[other], **place_of_field(structure, index, "ofs_body")}
        return _error("overlap", reason, **details)

    yield from listed(inside.tolist(), finding, MAX_FINDINGS)


#: Rules for every key: name, field, what is wrong, and when.
_KEY_RULES: tuple[tuple[str, str, str, Callable[[Any], bool]], ...] = (
    ("key-length", "len_key", f"the key has more than {LONGEST_KEY} bytes", lambda entry: entry.len_key > LONGEST_KEY),
    ("empty-key", "len_key", "the key is empty", lambda entry: not entry.len_key),
    (
        "nested-array",
        "content",
        "the elements of the array are arrays",
        lambda entry: entry.value_type is ValueType.array and entry.content.entry_type is ValueType.array,
    ),
)


def _odd_keys(structure: GgufStructure) -> Iterator[Finding]:
    records = structure.root.metadata
    for rule, field, reason, is_odd in _KEY_RULES:
        odd = [index for index, entry in enumerate(records) if is_odd(entry)]

        def finding(index: int, rule: str = rule, field: str = field, reason: str = reason) -> Finding:
            entry = records[index]
            return _warning(rule, reason, actual=entry.key[:80], path=f"metadata[{index}].{field}", offset=entry._start)

        yield from listed(odd, finding, MAX_FINDINGS)


def _at_metadata(structure: GgufStructure) -> dict[str, Any]:
    first = next(iter(structure.root.metadata), None)
    offset = int(structure.tensors.starts[0]) if first is None else first._start
    return {"path": "metadata", "offset": offset}
