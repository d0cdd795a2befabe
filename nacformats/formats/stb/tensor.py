"""A tensor of an STB file, from a descriptor or from an array, and the list of all (STB v0.1, sections 4 and 5)."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, overload

import numpy as np

from nacformats._generated.python import stb as records
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.formats.stb.table import ELEMENT_DTYPES, FIELDS, FORMAT_NAME, MAX_DIRECT_RANK, TensorTable, codec
from nacformats.plain import Plain, detail

if TYPE_CHECKING:
    import numpy.typing as npt


#: Element types and element orders (sections 4.1 and 4.2). A reserved number stays a plain int.
StbDtype: TypeAlias = records.Dtype
StbLayout: TypeAlias = records.Layout

#: Shapes of the tensors of rank > 3 by their index: KHΛNARY side metadata, not part of the file (section 4).
ShapeTable = Mapping[int, Sequence[int]]

_DTYPES = {int(member): member for member in StbDtype}
_LAYOUTS = {int(member): member for member in StbLayout}
_HIGHEST = {column.key: int(np.iinfo(column.dtype).max) for column in codec.columns}
_HIGHEST_ID, _HIGHEST_DIM = _HIGHEST["tensor_id"], _HIGHEST["dims"]
_HIGHEST_RANK = next(int(words) for rule in FIELDS["rank"].rules for words in rule.words if rule.kind == "max")


class StbTensor(Plain):
    """One tensor: its descriptor and its payload. Immutable; make one with `from_array`, or read a file.

    Attributes:
        id: tensor id, 0 to 255.
        dtype: element type; a plain int when the file holds a reserved number.
        rank: number of dimensions, 0 to 8.
        layout: order of the elements in the payload; a plain int when the file holds a reserved number.
        dims: the three places of the descriptor: the shape up to rank 3, a shape table index above it.
        raw: the payload as a read-only view of the file (or of the array), whatever dtype and layout are.
        offset: where the payload is in the file that it was read from, in bytes; None for a new tensor.
    """

    id: int
    dtype: int
    rank: int
    layout: int
    dims: tuple[int, ...]
    raw: memoryview = detail(repr=False)
    offset: int | None = None
    _shape_table: ShapeTable | None = detail(default=None, repr=False)
    _origin: tuple[TensorTable, int] | None = detail(default=None, repr=False)

    @classmethod
    def from_array(
        cls,
        array: npt.ArrayLike,
        id: int,  # noqa: A002  the descriptor's own name for it
        *,
        layout: StbLayout | str = StbLayout.row_major,
        shape_index: int | None = None,
    ) -> StbTensor:
        """Return a new tensor with the values of an array, whatever its strides and byte order.

        The array is borrowed, and must not change, when its bytes are in the order of the layout already;
        otherwise its values are copied.

        Args:
            array: values of dtype float32, float16, int8 or int32, of rank 0 to 8.
            id: 0 to 255; glyphs can load 0 to 15.
            layout: a Layout or its name, such as "COL_MAJOR".
            shape_index: for rank > 3 the place of the shape in the shape table, 0 to 2**32 - 1.

        Raises:
            UnsupportedError: STB has no such dtype.
            LimitError: the rank or a dimension is too large for a descriptor.
            TypeError: an id or a shape index is not an integer.
            ValueError: no such layout, an id or a shape index out of range, a shape index without need.
        """
        values = np.asarray(array)
        dtype = _dtype_of(values)
        order = _layout_of(layout)
        dims, shape_table = _describe_shape(values.shape, shape_index)
        stored = np.ascontiguousarray(_to_storage(values, order), ELEMENT_DTYPES[dtype])
        raw = stored.reshape(-1).view(np.uint8).data.toreadonly()
        return cls(_checked_id(id), dtype, values.ndim, order, dims, raw, _shape_table=shape_table)

    @classmethod
    def of(cls, table: TensorTable, index: int, payload: memoryview, shape_table: ShapeTable | None) -> StbTensor:
        """Return the tensor of one descriptor of a file."""
        dtype, layout = table.value(index, "dtype"), table.value(index, "layout")
        tensor = cls.__new__(cls)
        vars(tensor).update(  # what __init__ does, in a third of the time
            id=table.value(index, "tensor_id"),
            dtype=_DTYPES.get(dtype, dtype),
            rank=table.value(index, "rank"),
            layout=_LAYOUTS.get(layout, layout),
            dims=table.dims(index),
            raw=payload,
            offset=table.value(index, "ofs_body"),
            _shape_table=shape_table,
            _origin=(table, index),
        )
        return tensor

    def tied(self, id: int) -> StbTensor:  # noqa: A002
        """Return a second descriptor of the same values (tied weights): a file holds their bytes once."""
        from dataclasses import replace  # noqa: PLC0415  reading has no need of it

        return replace(self, id=_checked_id(id), offset=None, _origin=None)

    @property
    def nbytes(self) -> int:
        """Size of the payload in bytes."""
        return len(self.raw)

    @property
    def numpy_dtype(self) -> np.dtype[Any]:
        """NumPy dtype of the elements, little-endian.

        Raises:
            UnsupportedError: the dtype is reserved.
        """
        try:
            return ELEMENT_DTYPES[self.dtype]
        except KeyError:
            reason = "the dtype is reserved: only `.raw` is valid"
            raise self._error(UnsupportedError, "dtype", reason, self.dtype) from None

    @property
    def shape(self) -> tuple[int, ...]:
        """Logical shape; for rank > 3 that of the shape table, or (number of elements,) when there is no table.

        Raises:
            InvalidError: the shape table has no such entry, or the entry does not fit the rank or the payload.
            UnsupportedError: the shape depends on the size of an element, and the dtype is reserved.
        """
        if self.rank <= MAX_DIRECT_RANK:
            return self.dims[: self.rank]
        if self._shape_table is None:
            return (self._count(),)
        return self._shape_in(self._shape_table)

    def array(self) -> npt.NDArray[Any]:
        """Return the values: a read-only view of the payload, in logical order whatever the layout (section 5).

        Raises:
            UnsupportedError: dtype or layout is reserved, or NumPy cannot hold the shape.
            InvalidError: see `shape`; or the payload is not a whole number of elements.
        """
        if self.layout not in _LAYOUTS:
            raise self._error(UnsupportedError, "layout", "the layout is reserved: only `.raw` is valid", self.layout)
        shape = self.shape
        values = np.frombuffer(self.raw, self.numpy_dtype, self._count())
        try:
            return _from_storage(values, shape, self.layout)
        except ValueError:  # dimensions whose product NumPy cannot count, beside a dimension of 0
            raise self._error(UnsupportedError, "dims", "NumPy cannot hold this shape", shape) from None

    def _count(self) -> int:
        itemsize = self.numpy_dtype.itemsize
        count, rest = divmod(self.nbytes, itemsize)
        if rest:
            reason = "the payload is not a whole number of elements: only `.raw` is valid"
            raise self._error(InvalidError, "len_body", reason, self.nbytes, f"a multiple of {itemsize}")
        return count

    def _shape_in(self, table: ShapeTable) -> tuple[int, ...]:
        index = self.dims[0]
        if index not in table:
            known = ", ".join(map(str, sorted(table))) or "no index, the table is empty"
            raise self._error(InvalidError, "dims", "the shape table has no such entry", index, known)
        shape = tuple(table[index])
        reason = f"does not fit entry {index} of the shape table, {shape}"
        if len(shape) != self.rank:
            raise self._error(InvalidError, "rank", reason, self.rank, len(shape))
        size = math.prod(shape) * self.numpy_dtype.itemsize
        if size != self.nbytes:
            raise self._error(InvalidError, "len_body", reason, self.nbytes, size)
        return shape

    def _error(self, kind: type[FormatError], name: str, reason: str, actual: Any, expected: Any = None) -> FormatError:
        """Return the error that blames one field of the descriptor."""
        place: dict[str, Any] = {"path": name}
        if self._origin is not None:
            table, index = self._origin
            place = table.place(index, name)
        details = {"expected": expected, "actual": actual, **place}
        return kind(f"tensor {self.id}: {reason}", format=FORMAT_NAME, **details)


def _to_storage(values: npt.NDArray[Any], layout: int) -> npt.NDArray[Any]:
    """Return the axes in the order in which the payload runs through them, the last one fastest."""
    if layout == StbLayout.col_major:
        return values.T
    return np.moveaxis(values, _channel_axis(values.ndim, layout), -1) if values.ndim else values


def _from_storage(values: npt.NDArray[Any], shape: tuple[int, ...], layout: int) -> npt.NDArray[Any]:
    """Return the inverse of _to_storage, from the flat payload."""
    if layout == StbLayout.col_major:
        return values.reshape(shape[::-1]).T
    if not shape:
        return values.reshape(shape)
    axis = _channel_axis(len(shape), layout)
    stored = (*shape[:axis], *shape[axis + 1 :], shape[axis])
    return np.moveaxis(values.reshape(stored), -1, axis)


def _channel_axis(rank: int, layout: int) -> int:
    """Return the axis that varies fastest, for row-major and channels-last payloads of rank >= 1 (section 4.2)."""
    if layout != StbLayout.channels_last or rank < 3:
        return rank - 1
    return 0 if rank == 3 else 1


def _dtype_of(values: npt.NDArray[Any]) -> StbDtype:
    native = values.dtype.newbyteorder("<")
    for number, dtype in ELEMENT_DTYPES.items():
        if native == dtype:
            return StbDtype(number)
    known = ", ".join(dtype.name for dtype in ELEMENT_DTYPES.values())
    expected, hint = f"one of {known}", "convert the values first, with array.astype(...)"
    details: dict[str, Any] = {"expected": expected, "actual": values.dtype.name, "hint": hint}
    raise UnsupportedError("STB has no such dtype", format=FORMAT_NAME, path="dtype", **details)


def _layout_of(layout: StbLayout | str) -> StbLayout:
    named = {member.name.upper(): member for member in _LAYOUTS.values()}
    found = named.get(layout.upper()) if isinstance(layout, str) else _LAYOUTS.get(layout)
    if found is None:
        raise ValueError(f"no such layout: {layout!r}; known are {', '.join(named)}")
    return found


def _describe_shape(
    shape: tuple[int, ...], shape_index: int | None
) -> tuple[tuple[int, ...], dict[int, tuple[int, ...]] | None]:
    """Return the dims of the descriptor, and for rank > 3 the entry of the shape table that they refer to."""
    if len(shape) > _HIGHEST_RANK:
        raise _limit("rank", "too many dimensions", _HIGHEST_RANK, len(shape))
    if len(shape) <= MAX_DIRECT_RANK:
        if shape_index is not None:
            raise ValueError(f"only ranks above {MAX_DIRECT_RANK} have a shape_index, this one is {len(shape)}")
        if max(shape, default=0) > _HIGHEST_DIM:
            raise _limit("dims", "a dimension is too large", _HIGHEST_DIM, max(shape))
        return shape + (0,) * (MAX_DIRECT_RANK - len(shape)), None
    if shape_index is None:
        raise ValueError(f"rank {len(shape)} needs a shape_index: a descriptor holds {MAX_DIRECT_RANK} dimensions")
    shape_index = operator.index(shape_index)
    if not 0 <= shape_index <= _HIGHEST_DIM:
        raise ValueError(f"a shape_index is 0 to {_HIGHEST_DIM}, not {shape_index}")
    return (shape_index,) + (0,) * (MAX_DIRECT_RANK - 1), {shape_index: shape}


def _checked_id(number: int) -> int:
    number = operator.index(number)
    if not 0 <= number <= _HIGHEST_ID:
        raise ValueError(f"a tensor id is 0 to {_HIGHEST_ID}, not {number}")
    return number


def _limit(path: str, reason: str, highest: int, actual: int) -> LimitError:
    return LimitError(reason, format=FORMAT_NAME, path=path, expected=f"at most {highest}", actual=actual)


class Image(Plain):
    """The file that an StbFile was read from.

    Attributes:
        view: all bytes.
        table: its tensor table.
        shape_table: what the caller gave.
        sound: whether strict reading accepts it as well.
    """

    view: memoryview
    table: TensorTable
    shape_table: ShapeTable | None
    sound: bool


class TensorList(MutableSequence[StbTensor]):
    """A list of tensors. Those of a file that was read are made when they are first asked for, each once.

    Args:
        tensors: what it holds at first.
        image: a file that was read; then it holds its tensors. Equal byte ranges share one `raw`.
    """

    def __init__(self, tensors: Iterable[StbTensor] = (), image: Image | None = None) -> None:
        self._image = image
        self._made: dict[int, StbTensor] = {}
        self._payloads: dict[tuple[int, int], memoryview] = {}
        # Tensors of the file that were not made yet, or that nobody changed, are kept as their index in the file.
        self._entries: list[int | StbTensor] | range = (
            list(map(self._entry, tensors)) if image is None else range(len(image.table))
        )

    def _own(self) -> list[int | StbTensor]:
        """Return the entries, to be changed."""
        if not isinstance(self._entries, list):
            self._entries = list(self._entries)
        return self._entries

    @property
    def unchanged(self) -> bool:
        """True if these are the tensors of the file that was read: nothing added, removed, moved or replaced."""
        return self._image is not None and list(self._entries) == list(range(len(self._image.table)))

    def ids(self) -> list[int]:
        """Return the id of every tensor; no tensor is made for it."""
        return self._each("tensor_id", lambda tensor: tensor.id)

    def sizes(self) -> list[int]:
        """Return the size of every payload in bytes; no tensor is made for it."""
        return self._each("len_body", lambda tensor: tensor.nbytes)

    def dtypes(self) -> list[int]:
        """Return the number of the element type of every tensor; no tensor is made for it."""
        return self._each("dtype", lambda tensor: int(tensor.dtype))

    def layouts(self) -> list[int]:
        """Return the number of the layout of every tensor; no tensor is made for it."""
        return self._each("layout", lambda tensor: int(tensor.layout))

    def _each(self, field: str, of: Callable[[StbTensor], int]) -> list[int]:
        column = self._image.table.columns[field].tolist() if self._image is not None else []
        return [column[entry] if isinstance(entry, int) else of(entry) for entry in self._entries]

    def _entry(self, tensor: StbTensor) -> int | StbTensor:
        if not isinstance(tensor, StbTensor):
            raise TypeError(f"expected an StbTensor, got {type(tensor).__name__}: StbTensor.from_array makes one")
        table, index = tensor._origin or (None, -1)
        is_of_file = self._image is not None and table is self._image.table and self._made.get(index) is tensor
        return index if is_of_file else tensor

    def _tensor(self, entry: int | StbTensor) -> StbTensor:
        if isinstance(entry, StbTensor):
            return entry
        if entry not in self._made:
            self._made[entry] = self._read(entry)
        return self._made[entry]

    def _read(self, index: int) -> StbTensor:
        assert self._image is not None
        table = self._image.table
        start, size = table.value(index, "ofs_body"), table.value(index, "len_body")
        payload = self._payloads.setdefault((start, size), self._image.view[start : start + size])
        return StbTensor.of(table, index, payload, self._image.shape_table)

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[StbTensor]:
        return map(self._tensor, self._entries)

    @overload
    def __getitem__(self, index: SupportsIndex) -> StbTensor: ...
    @overload
    def __getitem__(self, index: slice) -> list[StbTensor]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> StbTensor | list[StbTensor]:
        if isinstance(index, slice):
            return list(map(self._tensor, self._entries[index]))
        return self._tensor(self._entries[operator.index(index)])

    @overload
    def __setitem__(self, index: SupportsIndex, value: StbTensor) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: Iterable[StbTensor]) -> None: ...
    def __setitem__(self, index: Any, value: Any) -> None:
        self._own()[index] = list(map(self._entry, value)) if isinstance(index, slice) else self._entry(value)

    def __delitem__(self, index: SupportsIndex | slice) -> None:
        del self._own()[index]

    def insert(self, index: SupportsIndex, value: StbTensor) -> None:
        self._own().insert(index, self._entry(value))

    def reverse(self) -> None:
        self._own().reverse()

    def sort(self, *, key: Callable[[StbTensor], Any], reverse: bool = False) -> None:
        """Sort in place; stable. Tensors have no order of their own: a key gives one."""
        self._own().sort(key=lambda entry: key(self._tensor(entry)), reverse=reverse)

    def copy(self) -> list[StbTensor]:
        return list(self)

    def __add__(self, other: Iterable[StbTensor]) -> list[StbTensor]:
        return [*self, *other]

    def __eq__(self, other: object) -> bool:
        """Return whether a list holds the same tensors in the same order."""
        if not isinstance(other, list | TensorList):
            return NotImplemented
        return list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it can change

    def __repr__(self) -> str:
        return repr(list(self))
