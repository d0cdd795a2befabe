"""Arrays by name, which plans load (section ARRS of NAC v1.8)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.nac import named_array
from nacformats.codec.columns import Columns
from nacformats.codec.streams import Buffer, Source
from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.formats.nac.tables import ELEMENT_DTYPES, FORMAT_NAME, Dtype
from nacformats.formats.records.rows import EXACT, Arrays, PayloadRows, drafted, list_of_record, utf8
from nacformats.formats.stored import Offsets, Texts, products
from nacformats.plain import Plain, detail

Error = TypeVar("Error", bound=FormatError)

#: Writers label every dtype that the format has no number for as this one.
_CATCH_ALL = Dtype.float32
#: What is labelled so by the size of an element; where there are several, only the caller knows.
_LABELLED_SO = {2: (np.dtype("<u2"),), 8: (np.dtype("<u8"), np.dtype("<c8")), 16: (np.dtype("<c16"),)}
_ITEMSIZES = ELEMENT_DTYPES.itemsizes


class Kind(IntEnum):
    """The agreement of label, shape and length of an array."""

    sound = 0
    unknown = 1  # marked as of unknown dtype
    unlisted = 2  # of a dtype that there is not
    mislabelled = 3
    contradictory = 4


class NamedArray(Plain):
    """An array with a name.

    Attributes:
        name: what plans call it.
        label: the number of its dtype in the file, which may be wrong; see `dtype`.
        shape: its shape.
        raw: the elements in C order, little-endian; a read-only view of the file.
        offset: of the elements in the file that it was read from, in bytes, or None.
        path: where it was read from, such as "arrs.arrays[3]", or "".
    """

    name: str
    label: int
    shape: tuple[int, ...]
    raw: memoryview = detail(repr=False)
    offset: int | None = detail(default=None, repr=False)
    path: str = detail(default="", repr=False)

    @classmethod
    def of(cls, name: str, array: npt.ArrayLike) -> NamedArray:
        """Return an array that is to be written; it is borrowed when it is stored as it is.

        Raises:
            UnsupportedError: the format has no such dtype.
        """
        from nacformats.formats.nac.columns.quantizing import store  # noqa: PLC0415  reading has no need of it

        stored = store(array)
        return cls(name, stored.dtype, stored.dims, stored.raw)

    @property
    def itemsize(self) -> int | None:
        """Bytes of an element by the length of the array; None where that fits no size, or there is no element."""
        count = math.prod(self.shape)
        return len(self.raw) // count if count and len(self.raw) % count == 0 else None

    @property
    def candidates(self) -> tuple[np.dtype[Any], ...]:
        """The possible dtypes: one, none where it is unknown, or several where the label is wrong."""
        labelled = ELEMENT_DTYPES.get(self.label)
        if labelled is None:
            return ()
        if len(self.raw) == math.prod(self.shape) * labelled.itemsize:
            return (labelled,)
        return _LABELLED_SO.get(self.itemsize or 0, ()) if self.label == _CATCH_ALL else ()

    @property
    def dtype(self) -> np.dtype[Any] | None:
        """NumPy dtype of the elements; None where the label and the length do not tell."""
        return self.candidates[0] if len(self.candidates) == 1 else None

    @property
    def mislabelled(self) -> bool:
        """True if the length shows that the label is wrong: writers label what the format cannot name as float32."""
        candidates = self.candidates
        return bool(candidates) and candidates[0] != ELEMENT_DTYPES.get(self.label)

    def array(self, dtype: npt.DTypeLike | None = None) -> npt.NDArray[Any]:
        """Return the elements in their shape, a read-only view of the file.

        Args:
            dtype: what the elements are, when the file does not say; any dtype of their size.

        Raises:
            UnsupportedError: the dtype is unknown, or NumPy cannot hold the shape.
            InvalidError: the length does not fit the shape; or it fits several dtypes that the format has no number
                for, and none is given.
            ValueError: the dtype that is given has another size.
        """
        wanted = self._chosen() if dtype is None else self._fitting(np.dtype(dtype))
        try:
            return np.frombuffer(self.raw, wanted).reshape(self.shape)
        except (ValueError, OverflowError):  # an empty array may have dimensions of any size
            reason = "NumPy cannot hold this shape"
            raise self._error(UnsupportedError, "dims", reason, actual=list(self.shape)) from None

    def _chosen(self) -> np.dtype[Any]:
        if self.dtype is not None:
            return self.dtype
        if self.candidates:
            names = " and ".join(dtype.name for dtype in self.candidates)
            reason = f"its dtype is not in the file: {names} are both written as {_CATCH_ALL.name}"
            raise self._error(
                InvalidError, "dtype", reason, hint=f'`array(dtype="{self.candidates[0].name}")` reads it'
            )
        if self.label not in ELEMENT_DTYPES:
            reason = "the dtype is unknown, only the raw bytes are available"
            raise self._error(UnsupportedError, "dtype", reason, actual=self.label)
        raise self.contradiction()

    def _fitting(self, dtype: np.dtype[Any]) -> np.dtype[Any]:
        if dtype.hasobject:
            raise ValueError(f"{dtype} has no elements of a fixed size")
        if len(self.raw) != math.prod(self.shape) * dtype.itemsize:
            size = "no size" if self.itemsize is None else f"{self.itemsize} bytes"
            raise ValueError(f"an element of array {self.name!r} has {size}, one of {dtype.name} {dtype.itemsize}")
        return dtype

    def contradiction(self) -> InvalidError:
        """Return the error about a length that fits neither label nor shape."""
        dtype = ELEMENT_DTYPES[self.label]
        size = math.prod(self.shape) * dtype.itemsize
        expected = f"{size} ({dtype.name} of shape {list(self.shape)})"
        reason = "the size does not fit dtype and shape"
        return self._error(InvalidError, "len_data", reason, expected=expected, actual=len(self.raw))

    def _error(self, kind: type[Error], field: str, reason: str, **details: Any) -> Error:
        path = f"{self.path}.{field}" if self.path else None
        from nacformats.printing import printable  # noqa: PLC0415  most files have no errors

        return kind(f"array {printable(self.name)!r}: {reason}", format=FORMAT_NAME, path=path, **details)


class NamedArrays(PayloadRows[NamedArray]):
    """N arrays as columns; as a sequence, the arrays.

    Attributes:
        columns: their fields by their paths in the schema.
        names: of each.
        sizes: of the elements of each, in bytes, shape (N,).
    """

    def __init__(self, columns: Arrays, names: Sequence[str], sizes: Offsets) -> None:
        self.columns = columns
        self.names = names
        self.sizes = sizes

    def kinds(self) -> npt.NDArray[np.uint8]:
        """Return what is wrong with label, shape and length of each, if anything (Kind), shape (N,)."""
        labels, counts = self.columns["dtype"], products(self.columns["dims[]"], self.columns["dims"])
        counts[np.isnan(counts)] = 0  # of a shape with a 0 in it
        itemsizes = _ITEMSIZES[labels]
        found = np.where(counts * itemsizes == self.sizes, Kind.sound, Kind.contradictory).astype(np.uint8)
        sizes = np.where((counts > 0) & (counts < EXACT), self.sizes / np.maximum(counts, 1), 0)
        wrong = (found == Kind.contradictory) & (labels == _CATCH_ALL)
        found[wrong & np.isin(sizes, list(_LABELLED_SO))] = Kind.mislabelled
        found[itemsizes == 0] = Kind.unlisted
        found[labels == Dtype.unknown] = Kind.unknown
        return found

    def pieces(self) -> Iterator[Buffer]:
        """Yield the bytes of all, in pieces; large payloads are views. LimitError when something does not fit its
        field.
        """
        names = [utf8(name, f"arrs.arrays[{index}].name") for index, name in enumerate(self.names)]
        sizes = np.array([len(name) for name in names], np.int64)
        fields = {
            **{key: self.columns[key] for key in ("dtype", "dims", "dims[]")},
            "name@": np.cumsum(sizes) - sizes,
            "name#": sizes,
            "data": b"".join(names),
        }
        yield from self.written(named_array, fields, "arrs.arrays")


class StoredArrays(NamedArrays):
    """The arrays of a file."""

    def __init__(self, columns: Columns, source: Source) -> None:
        super().__init__(columns, Texts.of(columns, "name"), columns["data#"])
        self._view = source.view  # stays when the source is closed

    def row(self, index: int) -> NamedArray:
        label, dims = int(self.columns["dtype"][index]), list_of_record(self.columns, "dims", index)
        place = int(self.columns["data@"][index]), f"arrs.arrays[{index}]"
        return NamedArray(self.names[index], label, dims, self.raw(index), *place)

    def raw(self, index: int) -> memoryview:
        start = int(self.columns["data@"][index])
        return self._view[start : start + int(self.sizes[index])]


class NewArrays(NamedArrays):
    """Arrays that are in memory."""

    def __init__(self, arrays: Iterable[NamedArray]) -> None:
        """Make columns of arrays. LimitError when a number does not fit its field."""
        self._arrays = tuple(arrays)
        rows = ({"dtype": each.label, "dims": each.shape} for each in self._arrays)
        columns = drafted(named_array, rows, "arrs.arrays[{}]")
        sizes = np.array([len(each.raw) for each in self._arrays], np.int64)
        super().__init__(columns, [each.name for each in self._arrays], sizes)

    def row(self, index: int) -> NamedArray:
        return self._arrays[index]

    def raw(self, index: int) -> memoryview:
        return self._arrays[index].raw


class ArraysByName(Mapping[str, NamedArray]):
    """The arrays of a file by name; each is made when it is asked for. Of several with one name, the last counts."""

    def __init__(self, arrays: NamedArrays | None) -> None:
        self._arrays = arrays

    @cached_property
    def _places(self) -> dict[str, int]:
        return {} if self._arrays is None else {name: place for place, name in enumerate(self._arrays.names)}

    def __getitem__(self, name: str) -> NamedArray:
        if self._arrays is None or name not in self._places:
            raise KeyError(f"there is no array {name!r}")
        return self._arrays[self._places[name]]

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)
