"""The structure of a GGUF file: its records, with texts and tensors as columns, and where its tensors are."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal, cast

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.gguf import tensor_info
from nacformats._generated.python.gguf import ListValue, MetadataEntry, NestedList
from nacformats._generated.tables.gguf import SCHEMA
from nacformats.codec.columns import Columns
from nacformats.codec.columns.reading import RecordTables
from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.trees.reading import RecordMaker
from nacformats.errors import LimitError, UnsupportedError
from nacformats.formats.gguf.elements import ELEMENT_TYPES, HIGHEST, RUNS, SIZES
from nacformats.formats.gguf.metadata import StoredEntry
from nacformats.formats.stored import Texts, products
from nacformats.limits import MAX_NESTED_ARRAYS

FORMAT_NAME = SCHEMA.name
_VERSION = SCHEMA.place("version")

Sizes = npt.NDArray[np.int64]
TensorMask = npt.NDArray[np.bool_]
#: Sizes from this on are of no file, and not exact as float64.
_BEYOND = 1 << 53


class _Tables(RecordTables):
    """The lists of a file. Arrays in arrays are records, which take far more memory than bytes: there are few."""

    def __init__(self) -> None:
        super().__init__()
        self._nested = 0

    def read(self, make: RecordMaker, count: int | None) -> Columns | None:
        parent: Any = make.owner
        if isinstance(parent, NestedList):
            self._nested += count or 0
            if self._nested > MAX_NESTED_ARRAYS:
                place = {"format": FORMAT_NAME, "path": _path_of(parent._parent), "offset": parent._parent._start}
                expected = f"at most {MAX_NESTED_ARRAYS:,}"
                raise LimitError(
                    "too many arrays are inside of arrays", expected=expected, actual=self._nested, **place
                )
        return super().read(make, count)

    def path(self, parent: Any, field: str) -> str:
        return field if parent._parent is None else f"{_path_of(parent._parent)}.content.{field}"


def _path_of(record: Any) -> str:
    """Return the path of an array, which is the value of a key or in another array."""
    steps: list[str] = []
    while isinstance(record, ListValue):
        around = record._parent
        if isinstance(around, NestedList):
            steps.append(f"content.entries[{len(around.entries)}]")  # the one that is being read
            record = around._parent
        else:
            steps.append("content")
            record = around
    assert isinstance(record, MetadataEntry)
    return ".".join([f"metadata[{record.index}]", *reversed(steps)])


class GgufStructure:
    """The content of a file, apart from the bytes of its tensors.

    Attributes:
        root: the records.
        tensors: what each tensor is, as columns.
        view: all bytes.
        alignment: what places of tensors are multiples of.
        data_start: where the payloads begin in the file.
    """

    def __init__(self, source: Source) -> None:
        """Read a file.

        Raises:
            FormatError: it is no GGUF file, or of a version that is not read.
        """
        _check_version(source.view)
        self.view = source.view
        self.root = cast("Any", SchemaCodec.generated(FORMAT_NAME).with_lists(_Tables()).read(source))
        self.tensors: Columns = self.root.tensors
        for entry in self.root.metadata:
            _ = entry.alignment  # each asks the one before
        self.alignment = int(self.root.alignment)

    @cached_property
    def data_start(self) -> int:
        return self.end + (-self.end % self.alignment if self.alignment else 0)

    @property
    def end(self) -> int:
        """The end of the table of tensors."""
        return int(self.tensors.starts[-1])

    def __len__(self) -> int:
        return len(self.tensors)

    def entries(self) -> list[StoredEntry]:
        """Return the keys with their values."""
        records = self.root.metadata
        first = int(self.tensors.starts[0])
        starts = [*(each._start for each in records), first]
        return [
            StoredEntry(each, self.view[start:stop])
            for each, start, stop in zip(records, starts[:-1], starts[1:], strict=True)
        ]

    @cached_property
    def names(self) -> list[str]:
        """The names of the tensors, in order."""
        return list(Texts.of(self.tensors, "name"))

    def dtype_name(self, index: int) -> str:
        number = int(self.tensors["dtype"][index])
        return ELEMENT_TYPES[number].name if number in ELEMENT_TYPES else f"type {number}"

    def dims(self, index: int) -> tuple[int, ...]:
        """Return the dimensions as the file has them, that which varies fastest first."""
        offsets = self.tensors["dims[]"]
        return tuple(self.tensors["dims"][offsets[index] : offsets[index + 1]].tolist())

    @cached_property
    def starts(self) -> npt.NDArray[np.float64]:
        """The starts of payloads in the file, shape (N,): exact for places inside any file."""
        return self.tensors["ofs_body"].astype(np.float64) + self.data_start

    @cached_property
    def is_known(self) -> TensorMask:
        """Flags of the tensors of listed types, shape (N,)."""
        return self._runs > 0

    @cached_property
    def has_rows(self) -> TensorMask:
        """Flags of the tensors with first dimensions of whole runs; set for types that are not listed."""
        first = np.ones(len(self), np.uint64)
        offsets = self.tensors["dims[]"]
        some = offsets[1:] > offsets[:-1]
        first[some] = self.tensors["dims"][offsets[:-1][some]]
        runs = np.maximum(self._runs, 1).astype(np.uint64)
        return np.asarray((first % runs == 0) & (some | (runs == 1)), np.bool_)

    @cached_property
    def elements(self) -> npt.NDArray[np.float64]:
        """Elements of each tensor, shape (N,), exact below 2^53."""
        return products(self.tensors["dims[]"], self.tensors["dims"])

    @cached_property
    def sizes(self) -> npt.NDArray[np.float64]:
        """Bytes of each payload, shape (N,), exact below 2^53; 0 for types that are not listed."""
        return np.floor(self.elements / np.maximum(self._runs, 1)) * SIZES[self._numbers]

    @cached_property
    def extents(self) -> tuple[Sizes, Sizes]:
        """The first byte of each tensor in the file and the one past its last, once all are inside.

        Those of a type that is not listed go on up to the next tensor, or to the end of the file.
        """
        starts = np.minimum(self.starts, len(self.view)).astype(np.int64)
        stops = starts + self.sizes.astype(np.int64)
        edges = np.append(np.sort(starts), len(self.view))
        following = edges[np.searchsorted(edges, starts, side="right").clip(max=len(edges) - 1)]
        return starts, np.where(self.is_known, stops, following)

    def misaligned(self) -> TensorMask:
        return np.asarray(self.tensors["ofs_body"] % np.uint64(self.alignment or 1) != 0, np.bool_)

    def outside(self) -> TensorMask:
        """Return flags of the payloads that run past the end of the file, or start there."""
        stops = self.starts + self.sizes
        return np.asarray((stops > len(self.view)) | (stops >= _BEYOND), np.bool_)

    def out_of_order(self) -> TensorMask:
        """Return flags of the tensors that begin before the end of the one before them in the table."""
        starts, stops = self.extents
        return np.append(False, starts[1:] < stops[:-1])[: len(self)]

    @property
    def _numbers(self) -> npt.NDArray[np.uint32]:
        return np.minimum(self.tensors["dtype"], HIGHEST + 1)

    @cached_property
    def _runs(self) -> Sizes:
        return RUNS[self._numbers]


def gguf_version(view: memoryview, order: Literal["little", "big"] = "little") -> int | None:
    """Return the version of a file as its header has it; None where it is no GGUF file."""
    size = np.dtype(SCHEMA.root.members["version"].number).itemsize
    raw = bytes(view[_VERSION : _VERSION + size])
    return int.from_bytes(raw, order) if len(raw) == size and bytes(view[:_VERSION]) == SCHEMA.magic else None


def _check_version(view: memoryview) -> None:
    """Refuse other versions, and the other byte order, by name; the parser refuses what is no GGUF file at all."""
    number, swapped = gguf_version(view), gguf_version(view, "big")
    if number is None or swapped is None:
        return
    place: dict[str, Any] = {"format": FORMAT_NAME, "path": "version", "offset": _VERSION, "expected": "2 or 3"}
    if number == 1:
        reason = "the file is GGUF version 1, whose counts have four bytes: it is not read"
        raise UnsupportedError(reason, actual=number, hint="convert it to a later version", **place)
    if 0 < swapped < number:
        reason = "the file is big-endian, which is not read"
        raise UnsupportedError(reason, actual=f"{swapped}, the other way round", **place)


def place_of_field(structure: GgufStructure, index: int, field: str) -> dict[str, Any]:
    """Return the path and the byte offset of a field of a tensor, as a finding takes them."""
    from nacformats.codec.locator import record_offsets  # noqa: PLC0415  only findings need a parser

    start = int(structure.tensors.starts[index])
    offset = record_offsets(tensor_info, structure.view, start)(field)
    return {"path": f"tensors[{index}].{field}", "offset": offset}
