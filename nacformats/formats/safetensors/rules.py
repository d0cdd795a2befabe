"""The rules of safetensors over a header that was read, and the findings that say where one is broken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from nacformats._generated.tables.safetensors import SCHEMA
from nacformats.errors import FormatError, LimitError, TruncatedError
from nacformats.findings import Finding, listed, reported
from nacformats.formats.safetensors.header import FORMAT_NAME, TensorEntries, TensorEntry, places_of
from nacformats.formats.weights import element_dtype
from nacformats.limits import MAX_FINDINGS

_warning = partial(reported, "warning", FORMAT_NAME)
#: The fields of the schema: all but the length is about the header.
_LENGTH, _HEADER = SCHEMA.root.fields[0].id, SCHEMA.root.fields[1].id
_HEADER_PLACE = SCHEMA.place(_HEADER)


def of_header(error: FormatError) -> Finding:
    """Return the finding for a header that cannot be read."""
    rule = "truncated" if isinstance(error, TruncatedError) else "limit" if isinstance(error, LimitError) else "header"
    return _error(error, rule, _HEADER if rule == "header" else _LENGTH)


def of_tensors(errors: Sequence[FormatError], view: memoryview) -> list[Finding]:
    """Return the findings for tensors that are not where they have to be."""
    if not errors:
        return []
    places = places_of(view, {str(error.path) for error in errors})
    for error in errors:
        error.offset = places.get(str(error.path), _HEADER_PLACE)
    rules = ("truncated" if isinstance(error, TruncatedError) else "tensor-place" for error in errors)
    return [_error(error, rule, _HEADER) for error, rule in zip(errors, rules, strict=True)]


def _error(error: FormatError, rule: str, path: str) -> Finding:
    """Return the finding for an error whose path is the name of a tensor."""
    if error.path is not None:
        error.reason = f"tensor {error.path!r}: {error.reason}"
    error.format, error.path = FORMAT_NAME, path
    error.offset = 0 if error.offset is None else error.offset
    return Finding.of(error, f"{FORMAT_NAME}.{rule}")


def safetensors_remarks(view: memoryview, found: TensorEntries, start: int) -> Iterator[Finding]:
    """Yield what does not make the file bad."""
    unknown = [name for name, entry in found.entries.items() if element_dtype(entry.dtype) is None]
    places = places_of(view, unknown[:MAX_FINDINGS]) if unknown else {}
    yield from listed(unknown, lambda name: _unknown(name, found.entries[name], places[name]), MAX_FINDINGS)
    if start % _widest(found):
        reason = "the data begin where their elements are not aligned: they are copied before they are computed with"
        yield _warning(
            "alignment", reason, path=_LENGTH, offset=0, expected=f"a multiple of {_widest(found)}", actual=start
        )


def _widest(found: TensorEntries) -> int:
    """Return the size of the largest elements in bytes."""
    dtypes = (element_dtype(name) for name in {entry.dtype for entry in found.entries.values()})
    return max((dtype.itemsize for dtype in dtypes if dtype is not None), default=1)


def _unknown(name: str, entry: TensorEntry, offset: int) -> Finding:
    reason = f"tensor {name!r}: elements of this type are none that NumPy has: only the raw bytes can be read"
    return _warning("dtype", reason, path=_HEADER, offset=offset, actual=entry.dtype)
