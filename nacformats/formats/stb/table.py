"""The tensor table of an STB file as arrays, with everything that is computed from them without a loop: the bytes that
payloads take as well.

Every method costs a few vectorised passes over at most 65535 descriptors; sums and products of the 64-bit fields
are arranged so that nothing wraps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.stb import tensor_descriptor
from nacformats._generated.python.stb import Dtype, Layout
from nacformats.codec.columns import RecordCodec
from nacformats.codec.streams import Buffer
from nacformats.codec.tables import table_of
from nacformats.errors import FormatError
from nacformats.formats.stored import element_dtypes
from nacformats.plain import Plain

if TYPE_CHECKING:
    import numpy.typing as npt


#: Descriptors as columns.
codec: RecordCodec = tensor_descriptor
FORMAT_NAME = codec.schema
#: What the schema says about the fields of a descriptor, by name.
FIELDS = table_of(FORMAT_NAME).types[codec.parser].members
#: `data_offset` and every tensor's offset are a multiple of this (STB v0.1, sections 3 and 4).
ALIGNMENT = FIELDS["ofs_body"].align
_BLANK = codec.blank()
#: Highest rank whose dimensions are in the descriptor itself; above it they are in a shape table (section 4).
MAX_DIRECT_RANK = len(_BLANK["dims"])
_LAST = table_of(FORMAT_NAME).root.fields[-1]
#: Bytes of the header, and of a descriptor.
HEADER_SIZE = int(_LAST.at or 0) + np.dtype(_LAST.number).itemsize
DESCRIPTOR_SIZE = int(_BLANK.ends[0])

#: NumPy dtype of the elements for each dtype number in use (section 4.1).
ELEMENT_DTYPES = element_dtypes(Dtype)

# By dtype number; 0 for the reserved ones.
_ITEMSIZES = np.zeros(256, np.uint64)
_ITEMSIZES[list(ELEMENT_DTYPES)] = [dtype.itemsize for dtype in ELEMENT_DTYPES.values()]
_PLACES = np.arange(MAX_DIRECT_RANK)
_LARGEST = np.iinfo(np.uint64).max

DescriptorMask = np.ndarray[tuple[Any, ...], np.dtype[np.bool_]]
PayloadIndices = np.ndarray[tuple[Any, ...], np.dtype[np.intp]]


Positions = TypeVar("Positions", int, np.ndarray[tuple[Any, ...], np.dtype[np.int64]])


def align(position: Positions) -> Positions:
    """Return the first aligned position that is not below `position`; of an array, for each element."""
    return -(-position // ALIGNMENT) * ALIGNMENT


@cache
def offset_in_descriptor(field: str) -> int:
    """Return where a field is, or an element of one such as "dims[1]": in every descriptor the same, in bytes."""
    from nacformats.codec.locator import record_offsets  # noqa: PLC0415  only findings need a parser

    zeros = memoryview(bytes(DESCRIPTOR_SIZE))
    return record_offsets(codec, zeros, 0, arguments={"ofs_data": 0, "len_file": DESCRIPTOR_SIZE})(field)


def packed_descriptors(columns: Mapping[str, Any], data_start: int, file_size: int) -> bytes:
    """Return the bytes of descriptors. LimitError where a number does not fit its field.

    Args:
        columns: the fields by name, `dims` with MAX_DIRECT_RANK numbers for each descriptor.
        data_start, file_size: of the file.
    """
    rows = np.arange(len(columns["tensor_id"]) + 1) * MAX_DIRECT_RANK
    return codec.write({**columns, "dims[]": rows}, path="tensors", ofs_data=data_start, len_file=file_size)


class TensorTable:
    """The tensor table of one file.

    Attributes:
        columns: the fields of the descriptors, in file order.
        data_start: the header's `data_offset`.
        file_size: size of the file in bytes.
    """

    def __init__(self, view: Buffer, start: int, count: int, data_start: int, file_size: int) -> None:
        """
        Args:
            view: the bytes of the file, up to the end of the table at least.
            start: byte offset of the first descriptor.
            count: how many there are.
            data_start, file_size: as the header has them.
        """
        self.columns = codec.read(view, start, count, check=False, ofs_data=data_start, len_file=file_size)
        self.data_start = data_start
        self.file_size = file_size

    def __len__(self) -> int:
        return len(self.columns)

    @property
    def stop(self) -> int:
        """Byte offset of the end of the last descriptor."""
        return int(self.columns.starts[-1])

    def is_sound(self, *, strict: bool) -> bool:
        """Return True if reading accepts it: no rule is broken that `nacformats.formats.stb.rules` has an error for."""
        beyond = (self.wrong_size, self.broken_elements, self.misaligned) if strict else (self.wrong_size,)
        return next(self.offenders(1), None) is None and not any(broken().any() for broken in beyond)

    def offenders(self, most: int) -> Iterator[tuple[int, FormatError, int]]:
        """Yield the descriptors that break a rule of the schema, in their order, at most so many of one rule.

        For each: index, the error, and how many more break this rule that are not given.
        """
        arguments = {"ofs_data": self.data_start, "len_file": self.file_size}
        return codec.offenders(self.columns, path="tensors", most=most, **arguments)

    def value(self, index: int, field: str) -> int:
        """Return one field of one descriptor."""
        return int(self.columns[field].item(index))

    def dims(self, index: int) -> tuple[int, ...]:
        """Return the dims of one descriptor, all of them."""
        first = index * MAX_DIRECT_RANK
        return tuple(self.columns["dims"][first : first + MAX_DIRECT_RANK].tolist())

    def place(self, index: int, field: str, place: int | None = None) -> dict[str, Any]:
        """Return the path and byte offset of a field of one descriptor, as a FormatError or a Finding takes them."""
        path = field if place is None else f"{field}[{place}]"
        start = int(self.columns.starts[index])
        return {"path": f"tensors[{index}].{path}", "offset": start + offset_in_descriptor(path)}

    # What makes a file bad beyond the schema: one mask a rule, True where a descriptor breaks it.

    def misaligned(self) -> DescriptorMask:
        return (self._column("ofs_body") % np.uint64(ALIGNMENT)).astype(np.bool_)

    def wrong_size(self) -> DescriptorMask:
        """The size is not dims times itemsize, for ranks whose dims are here and dtypes whose itemsize is known."""
        elements, rest = np.divmod(self._column("len_body"), np.maximum(self._itemsize(), 1))
        dims = np.where(self._used_places(), self._dims(), 1).astype(np.uint64)
        first, second, last = dims.T
        area = first * second  # below 2**64: two factors of 32 bits
        fits = area <= _LARGEST // np.maximum(last, 1)
        right: DescriptorMask = fits & (area * last == elements) & ~rest.astype(np.bool_)
        return ~self._indirect() & ~self.reserved_dtype() & ~right

    # What is worth knowing: the tensor is opaque, or a writer left something that no reader looks at.

    def reserved_dtype(self) -> DescriptorMask:
        return ~self._itemsize().astype(np.bool_)

    def reserved_layout(self) -> DescriptorMask:
        return ~np.isin(self._column("layout"), list(Layout))

    def broken_elements(self) -> DescriptorMask:
        """Return which sizes are no whole number of elements; for dims in the descriptor, see `wrong_size`."""
        rest = self._column("len_body") % np.maximum(self._itemsize(), 1)
        return self._indirect() & rest.astype(np.bool_)

    def stray_dims(self) -> npt.NDArray[np.bool_]:
        """Return the places of dims that have no meaning and are not 0, shape (N, 3)."""
        return ~self._used_places() & self._dims().astype(np.bool_)

    def repeated_ids(self) -> list[tuple[int, int]]:
        """Return (first, second) index for every tensor id that is in more than one descriptor."""
        _, groups, counts = np.unique(self._column("tensor_id"), return_inverse=True, return_counts=True)
        order = np.argsort(groups, kind="stable")
        starts = (np.cumsum(counts) - counts)[counts > 1]
        return sorted(zip(order[starts].tolist(), order[starts + 1].tolist(), strict=True))

    def payloads(self) -> PayloadRanges:
        """Return the distinct byte ranges that the descriptors refer to; those of empty payloads among them."""
        starts, sizes = self._column("ofs_body"), self._column("len_body")
        if (starts[1:] > starts[:-1]).all():
            order = use = np.arange(len(starts))
            return PayloadRanges(starts.astype(np.int64), sizes.astype(np.int64), order, use)
        order = np.lexsort((sizes, starts))  # stable: of equal ranges the first in the file stays first
        starts, sizes = starts[order], sizes[order]
        fresh = np.ones(len(order), np.bool_)
        fresh[1:] = (starts[1:] != starts[:-1]) | (sizes[1:] != sizes[:-1])
        use = np.empty(len(order), np.intp)
        use[order] = np.cumsum(fresh) - 1
        return PayloadRanges(starts[fresh].astype(np.int64), sizes[fresh].astype(np.int64), order[fresh], use)

    def gaps(self) -> list[tuple[int, int]]:
        """Return (start, stop) of the bytes past the table that belong to no payload; all payloads are
        inside the file.
        """
        extents = self.payloads().extents()
        starts = np.concatenate([[self.stop], extents.reach()])
        stops = np.concatenate([extents.starts, [self.file_size]])
        wide = starts < stops
        return list(zip(starts[wide].tolist(), stops[wide].tolist(), strict=True))

    def _column(self, field: str) -> npt.NDArray[np.uint64]:
        return self.columns[field].astype(np.uint64)

    def _dims(self) -> npt.NDArray[np.uint32]:
        """Return the dims, shape (N, 3)."""
        return self.columns["dims"].reshape(-1, MAX_DIRECT_RANK)

    def _itemsize(self) -> npt.NDArray[np.uint64]:
        return _ITEMSIZES[self._column("dtype")]

    def _used_places(self) -> npt.NDArray[np.bool_]:
        used = np.where(self._indirect(), 1, self._column("rank"))
        return used[:, None] > _PLACES

    def _indirect(self) -> DescriptorMask:
        """Return which descriptors have their dims in a shape table."""
        return self._column("rank") > np.uint64(MAX_DIRECT_RANK)


class PayloadRanges(Plain):
    """Distinct byte ranges, sorted by start, then by size.

    Attributes:
        starts, sizes: int64, shape (M,).
        first: for each range the first descriptor that has it, shape (M,).
        use: for each descriptor the range that it has, shape (N,).
    """

    starts: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]
    first: npt.NDArray[np.intp]
    use: npt.NDArray[np.intp]

    def extents(self) -> Extents:
        """Return those that are not empty."""
        some = self.sizes > 0
        return Extents(self.starts[some], (self.starts + self.sizes)[some], self.first[some])

    def in_file_order(self) -> PayloadRanges:
        """Return the same ranges in the order of the first descriptor that has each."""
        order = np.argsort(self.first)
        number = np.empty(len(order), np.intp)
        number[order] = np.arange(len(order))
        return PayloadRanges(self.starts[order], self.sizes[order], self.first[order], number[self.use])


class Extents(Plain):
    """Distinct byte ranges of payloads, sorted by start, then by stop.

    Attributes:
        starts, stops: int64, shape (M,).
        index: for each range the first descriptor that has it, shape (M,).
    """

    starts: npt.NDArray[np.int64]
    stops: npt.NDArray[np.int64]
    index: npt.NDArray[np.intp]

    def reach(self) -> npt.NDArray[np.int64]:
        """Return where the bytes that a range and all before it cover end."""
        return np.maximum.accumulate(self.stops)

    def overlaps(self) -> list[tuple[int, int]]:
        """Return (descriptor, descriptor that it runs into) for every range that starts inside an earlier one."""
        reach = self.reach()
        farthest = np.maximum.accumulate(np.where(self.stops == reach, np.arange(len(reach)), 0))
        inside = np.flatnonzero(self.starts[1:] < reach[:-1]) + 1
        return list(zip(self.index[inside].tolist(), self.index[farthest[inside - 1]].tolist(), strict=True))
