"""STB v0.1: raw tensors in a file that is mapped and used in place."""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from nacformats import trees
from nacformats._generated.kaitai.stb import Stb
from nacformats._generated.records.stb import TENSOR_DESCRIPTOR
from nacformats.errors import FormatError, InvalidError, LimitError, TruncatedError, UnsupportedError
from nacformats.files import write_atomically
from nacformats.findings import Finding
from nacformats.formats import stb_check
from nacformats.formats.base import Format, Model
from nacformats.lift.stb import (
    ALIGNMENT,
    DESCRIPTOR_SIZE,
    ELEMENT_DTYPES,
    HEADER_SIZE,
    MAX_DIRECT_RANK,
    TensorTable,
    align,
)
from nacformats.limits import MAX_STB_RANK
from nacformats.schema.building import chunks
from nacformats.stream import Buffer, Source

#: Element types and element orders (sections 4.1 and 4.2). A reserved number stays a plain int.
Dtype: TypeAlias = Stb.Dtype
Layout: TypeAlias = Stb.Layout

#: Shapes of the tensors of rank > 3 by their index: KHΛNARY side metadata, not part of the file (section 4).
ShapeTable = Mapping[int, Sequence[int]]

_DTYPES = {int(member): member for member in Dtype}
_LAYOUTS = {int(member): member for member in Layout}
_FIELDS = TENSOR_DESCRIPTOR.names
_HIGHEST_ID = int(np.iinfo(TENSOR_DESCRIPTOR["tensor_id"]).max)
_HIGHEST_DIM = int(np.iinfo(TENSOR_DESCRIPTOR["dims"].base).max)


@dataclass(frozen=True, eq=False)
class StbTensor:
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
    raw: memoryview = field(repr=False)
    offset: int | None = field(default=None, compare=False)
    _shape_table: ShapeTable | None = field(default=None, repr=False)
    _origin: tuple[TensorTable, int] | None = field(default=None, repr=False)

    @classmethod
    def from_array(
        cls,
        array: npt.ArrayLike,
        id: int,  # noqa: A002  the descriptor's own name for it
        *,
        layout: Layout | str = Layout.row_major,
        shape_index: int | None = None,
    ) -> StbTensor:
        """A new tensor with the values of an array, whatever its strides and byte order.

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
            ValueError: no such layout, an id or a shape index out of range, a shape index without need.
        """
        values = np.asarray(array)
        dtype = _dtype_of(values)
        order = _layout_of(layout)
        dims, shape_table = _describe_shape(values.shape, shape_index)
        stored = np.ascontiguousarray(_to_storage(values, order), ELEMENT_DTYPES[dtype])
        raw = stored.reshape(-1).view(np.uint8).data.toreadonly()
        return cls(_checked_id(id), dtype, values.ndim, order, dims, raw, _shape_table=shape_table)

    def tied(self, id: int) -> StbTensor:  # noqa: A002
        """A second descriptor of the same values (tied weights): a file holds their bytes once."""
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
            reason = "the dtype is reserved, only `.raw` is there"
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
        """The values: a read-only view of the payload, in logical order whatever the layout (section 5).

        Raises:
            UnsupportedError: dtype or layout is reserved, or NumPy cannot hold the shape.
            InvalidError: see `shape`; or the payload is no whole number of elements.
        """
        if self.layout not in _LAYOUTS:
            raise self._error(UnsupportedError, "layout", "the layout is reserved, only `.raw` is there", self.layout)
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
            reason = "the payload is no whole number of elements, only `.raw` is there"
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
        """The error that blames one field of the descriptor."""
        place: dict[str, Any] = {"path": name}
        if self._origin is not None:
            table, index = self._origin
            place = table.place(index, name)
        details = {"expected": expected, "actual": actual, **place}
        return kind(f"tensor {self.id}: {reason}", format=stb_check.FORMAT_NAME, **details)


@dataclass(frozen=True)
class _Image:
    """The file that an StbFile was read from.

    Attributes:
        view: all bytes.
        table: its tensor table.
        shape_table: what the caller gave.
        sound: whether it is right in strict reading as well.
    """

    view: memoryview
    table: TensorTable
    shape_table: ShapeTable | None
    sound: bool

    def tensors(self) -> Iterator[StbTensor]:
        """The tensors in file order. Those that cover exactly the same bytes share one `raw`."""
        payloads: dict[tuple[int, int], memoryview] = {}
        rows = zip(self.table.rows.tolist(), self.table.rows["dims"].tolist(), strict=True)
        for index, ((number, dtype, rank, layout, start, size, _), dims) in enumerate(rows):
            yield StbTensor(
                number,
                _DTYPES.get(dtype, dtype),
                rank,
                _LAYOUTS.get(layout, layout),
                tuple(dims),
                payloads.setdefault((start, size), self.view[start : start + size]),
                start,
                self.shape_table,
                (self.table, index),
            )


@dataclass(init=False, eq=False, repr=False)
class StbFile(Model):
    """The tensors of one STB file.

        stb = StbFile()
        stb.add(weight, id=0)
        stb.add(bias, id=1)
        nacformats.dump(stb, "linear.stb")

    A file that was read and not changed is written back byte for byte. Any other is laid out anew: payloads in the
    order of the tensors, each at a multiple of 64, zeros between them.

    Attributes:
        tensors: the tensors in file order, a list to read and to change; their ids have to be different when it is
            written. Those of a file that was read are made when they are first asked for.
    """

    # A field, and a property that is computed once for each instance.
    tensors: list[StbTensor] = cached_property(lambda self: list(self._tensors_as_read))  # type: ignore[assignment]  # noqa: RUF009

    format = stb_check.FORMAT_NAME

    def __init__(self, tensors: Iterable[StbTensor] = ()) -> None:
        self.tensors = list(tensors)
        self._image: _Image | None = None

    @classmethod
    def _opened(cls, source: Source, image: _Image) -> StbFile:
        stb = cls.__new__(cls)
        stb.source = source
        stb._image = image
        return stb

    @cached_property
    def _tensors_as_read(self) -> tuple[StbTensor, ...]:
        if self._image is None:
            raise ValueError("the file is closed")
        return tuple(self._image.tensors())

    @property
    def shape_table(self) -> dict[int, tuple[int, ...]]:
        """The shapes of the tensors of rank > 3 by index: what has to be kept beside the file to read it again.

        Raises:
            ValueError: two tensors have one index and different shapes.
        """
        shapes: dict[int, tuple[int, ...]] = {}
        for tensor in self.tensors:
            index, table = tensor.dims[0], tensor._shape_table or {}
            if tensor.rank <= MAX_DIRECT_RANK or index not in table:
                continue
            shape = tuple(table[index])
            if shapes.setdefault(index, shape) != shape:
                raise ValueError(f"shape index {index} stands for {shapes[index]} and for {shape}")
        return shapes

    def by_id(self, tensor_id: int) -> StbTensor:
        """The tensor with this id.

        Raises:
            KeyError: there is none; the message lists the ids.
            InvalidError: several tensors have it; `tensors` has them all.
        """
        found = [index for index, tensor in enumerate(self.tensors) if tensor.id == tensor_id]
        if not found:
            known = ", ".join(map(str, sorted({tensor.id for tensor in self.tensors}))) or "none"
            raise KeyError(f"no tensor has the id {tensor_id}; ids: {known}")
        if len(found) > 1:
            raise _repeated_id(tensor_id, found[0], found[1])
        return self.tensors[found[0]]

    def add(
        self,
        array: npt.ArrayLike,
        id: int,  # noqa: A002  the descriptor's own name for it
        *,
        layout: Layout | str = Layout.row_major,
        shape_index: int | None = None,
    ) -> StbTensor:
        """Append a tensor with the values of an array; see StbTensor.from_array.

        Raises:
            ValueError: the id is taken.
        """
        if any(tensor.id == id for tensor in self.tensors):
            raise ValueError(f"tensor id {id} is taken")
        self.tensors.append(StbTensor.from_array(array, id, layout=layout, shape_index=shape_index))
        return self.tensors[-1]

    def close(self) -> None:
        """Give the mapping back. Tensors and arrays that were taken out stay usable; the file itself does not."""
        super().close()
        if self._image is not None:
            self._image = None
            vars(self).pop("tensors", None)
            vars(self).pop("_tensors_as_read", None)

    def _unchanged(self) -> bool:
        """Nothing was added, removed or replaced since the file was read."""
        if self._image is None:
            return False
        if "tensors" not in vars(self):
            return True
        same = map(operator.is_, self.tensors, self._tensors_as_read)
        return len(self.tensors) == len(self._tensors_as_read) and all(same)

    def data_region(self) -> memoryview:
        """The bytes from `data_offset` to the end of the file that was read, read-only (section 5).

        Raises:
            ValueError: this is no file that was read, or it is closed.
        """
        if self._image is None:
            raise ValueError("only a file that was read, and is open, has a data region")
        return self._image.view[self._image.table.data_start :]


def read(source: Source, strict: bool = True, *, shape_table: ShapeTable | None = None) -> StbFile:
    """Open a file; only the header and the table are looked at.

    Args:
        source: the bytes; kept by the model.
        strict: False also takes tensors that are not aligned, as writers in use leave them.
        shape_table: shapes of the tensors of rank > 3 by index; without it they are flat.

    Raises:
        FormatError: a rule of sections 3, 4 or 7 is broken.
    """
    table = _table(source)
    for finding in stb_check.errors(table, strict=strict):
        raise finding.error()
    sound = strict or not table.misaligned().any()
    return StbFile._opened(source, _Image(source.view, table, shape_table, sound))


def check(source: Source, strict: bool = True) -> list[Finding]:
    """All that is wrong or remarkable. A header that is wrong is the only finding: it says where the rest is."""
    try:
        table = _table(source)
    except FormatError as error:
        return [stb_check.header_finding(error)]
    errors = list(stb_check.errors(table, strict=strict))
    found = [*errors, *stb_check.remarks(table, strict=strict)]
    return found if errors else [*found, *stb_check.remarks_on_bytes(table, source.view)]


def write(stb: StbFile) -> list[Buffer]:
    """The bytes of a file, in pieces; payloads are views, never copied.

    What was read strictly and not changed is given back as it was. What was read leniently and not changed gets its
    tensors aligned, and keeps everything else, ids that repeat included.

    Raises:
        InvalidError: two tensors have one id, or a descriptor breaks a rule.
        LimitError: there are more tensors than the header can count.
        UnsupportedError: tensors that share some of their bytes would have to be moved apart.
        ValueError: two tensors have one shape index and different shapes, or the file is closed.
    """
    if stb._unchanged():
        return _as_it_was(stb)
    _refuse_repeated_ids(stb.tensors)
    stb.shape_table  # noqa: B018  raises where an index has two shapes
    return _lay_out(stb.tensors)


def repair(src: str | os.PathLike[str], dst: str | os.PathLike[str]) -> list[Change]:
    """Rewrite a file whose tensors are not aligned; payloads, descriptors and their order stay. Nothing is invented.

    Returns:
        What is different in dst; nothing when src was right, which makes dst a copy.

    Raises:
        FormatError: src has another fault, or its tensors cannot be moved; dst is left as it was.
    """
    with read(Source.open(src), strict=False) as before:
        write_atomically(dst, write(before))
        with read(Source.open(dst)) as after:
            return list(_changes(before, after))


@dataclass(frozen=True)
class Change:
    """One field that `repair` has changed."""

    path: str
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{self.path}: {self.before} -> {self.after}"


def _as_it_was(stb: StbFile) -> list[Buffer]:
    image = stb._image
    assert image is not None
    if image.sound:
        return [image.view]
    for index, other in image.table.extents().overlaps():
        raise UnsupportedError(
            f"the payload shares some of its bytes with tensors[{other}], so it cannot be aligned",
            format=stb.format,
            **image.table.place(index, "ofs_body"),
        )
    return _lay_out(stb.tensors)


def _lay_out(tensors: Sequence[StbTensor]) -> list[Buffer]:
    """A new file: payloads in the order of the tensors, those that share one `raw` once."""
    data_start = end = align(HEADER_SIZE + DESCRIPTOR_SIZE * len(tensors))
    starts: dict[int, int] = {}
    rows: list[dict[str, Any]] = []
    for tensor in tensors:
        rows.append(_descriptor(tensor))
        if tensor.nbytes and id(tensor.raw) not in starts:
            starts[id(tensor.raw)] = align(end)
            end = align(end) + tensor.nbytes
            rows[-1]["body"] = tensor.raw
        rows[-1]["ofs_body"] = starts.get(id(tensor.raw), data_start)  # an empty payload needs no room
    _check_rows(rows, data_start, end)
    return chunks(stb_check.FORMAT_NAME, {"ofs_data": data_start, "tensors": rows, "data": {}})


def _descriptor(tensor: StbTensor) -> dict[str, Any]:
    """A descriptor by the names of the schema, without the place of the payload."""
    return {
        "tensor_id": tensor.id,
        "dtype": tensor.dtype,
        "rank": tensor.rank,
        "layout": tensor.layout,
        "len_body": tensor.nbytes,
        "dims": list(tensor.dims),
    }


def _check_rows(rows: list[dict[str, Any]], data_start: int, end: int) -> None:
    """The rules that a reader will hold against the table."""
    try:
        packed = np.array([tuple(row[name] for name in _FIELDS) for row in rows], TENSOR_DESCRIPTOR)
    except OverflowError as error:
        raise LimitError("does not fit a descriptor", format=stb_check.FORMAT_NAME, actual=str(error)) from None
    for finding in stb_check.errors(TensorTable(packed, HEADER_SIZE, data_start, end), strict=True):
        raise finding.error()


def _refuse_repeated_ids(tensors: Sequence[StbTensor]) -> None:
    first: dict[int, int] = {}
    for index, tensor in enumerate(tensors):
        if first.setdefault(tensor.id, index) != index:
            raise _repeated_id(tensor.id, first[tensor.id], index)


def _changes(before: StbFile, after: StbFile) -> Iterator[Change]:
    assert before._image is not None
    assert after._image is not None
    old, new = before._image.table, after._image.table
    for path, one, other in (("ofs_data", old.data_start, new.data_start), ("len_file", old.file_size, new.file_size)):
        if one != other:
            yield Change(path, one, other)
    for index in np.flatnonzero(old.rows["ofs_body"] != new.rows["ofs_body"]).tolist():
        path = old.place(index, "ofs_body")["path"]
        yield Change(path, int(old.rows["ofs_body"][index]), int(new.rows["ofs_body"][index]))


def _table(source: Source) -> TensorTable:
    try:
        tree = trees.parse(stb_check.FORMAT_NAME, source)
    except InvalidError as error:
        raise _explained(error, source.size) from None
    return TensorTable.of(tree, source.view)


def _explained(error: InvalidError, size: int) -> FormatError:
    """The same error with a reason in words, for the two header fields whose rule is an expression."""
    place: dict[str, Any] = {"format": error.format, "path": error.path, "offset": error.offset}
    value = error.actual
    if error.path == "ofs_data" and value % ALIGNMENT:
        reason, expected = "the data region is not aligned", f"a multiple of {ALIGNMENT}"
        return InvalidError(reason, expected=expected, actual=value, **place)
    if error.path == "ofs_data":
        return InvalidError("the data region starts before the tensor table ends", actual=value, **place)
    if error.path == "len_file" and value > size:
        return TruncatedError("the file is cut off", expected=f"{value} bytes", actual=size, **place)
    if error.path == "len_file" and value < size:
        return InvalidError("bytes follow where the file should end", expected=size, actual=value, **place)
    if error.path == "len_file":
        return InvalidError("the file ends before its data region starts", actual=value, **place)
    return error


def _to_storage(values: npt.NDArray[Any], layout: int) -> npt.NDArray[Any]:
    """The axes in the order in which the payload runs through them, the last one fastest."""
    if layout == Layout.col_major:
        return values.T
    return np.moveaxis(values, _channel_axis(values.ndim, layout), -1) if values.ndim else values


def _from_storage(values: npt.NDArray[Any], shape: tuple[int, ...], layout: int) -> npt.NDArray[Any]:
    """The inverse of _to_storage, from the flat payload."""
    if layout == Layout.col_major:
        return values.reshape(shape[::-1]).T
    if not shape:
        return values.reshape(shape)
    axis = _channel_axis(len(shape), layout)
    stored = (*shape[:axis], *shape[axis + 1 :], shape[axis])
    return np.moveaxis(values.reshape(stored), -1, axis)


def _channel_axis(rank: int, layout: int) -> int:
    """The axis that varies fastest, for row-major and channels-last payloads of rank >= 1 (section 4.2)."""
    if layout != Layout.channels_last or rank < 3:
        return rank - 1
    return 0 if rank == 3 else 1


def _dtype_of(values: npt.NDArray[Any]) -> Dtype:
    native = values.dtype.newbyteorder("<")
    for number, dtype in ELEMENT_DTYPES.items():
        if native == dtype:
            return Dtype(number)
    known = ", ".join(dtype.name for dtype in ELEMENT_DTYPES.values())
    raise UnsupportedError(
        "STB has no such dtype",
        format=stb_check.FORMAT_NAME,
        path="dtype",
        expected=f"one of {known}",
        actual=values.dtype.name,
        hint="convert the values first, with array.astype(...)",
    )


def _layout_of(layout: Layout | str) -> Layout:
    named = {member.name.upper(): member for member in _LAYOUTS.values()}
    found = named.get(layout.upper()) if isinstance(layout, str) else _LAYOUTS.get(layout)
    if found is None:
        raise ValueError(f"no such layout: {layout!r}; known are {', '.join(named)}")
    return found


def _describe_shape(
    shape: tuple[int, ...], shape_index: int | None
) -> tuple[tuple[int, ...], dict[int, tuple[int, ...]] | None]:
    """The dims of the descriptor, and for rank > 3 the entry of the shape table that they refer to."""
    if len(shape) > MAX_STB_RANK:
        raise _limit("rank", "too many dimensions", MAX_STB_RANK, len(shape))
    if len(shape) <= MAX_DIRECT_RANK:
        if shape_index is not None:
            raise ValueError(f"only ranks above {MAX_DIRECT_RANK} have a shape_index, this one is {len(shape)}")
        if max(shape, default=0) > _HIGHEST_DIM:
            raise _limit("dims", "a dimension is too large", _HIGHEST_DIM, max(shape))
        return shape + (0,) * (MAX_DIRECT_RANK - len(shape)), None
    if shape_index is None:
        raise ValueError(f"rank {len(shape)} needs a shape_index: a descriptor holds {MAX_DIRECT_RANK} dimensions")
    if not 0 <= shape_index <= _HIGHEST_DIM:
        raise ValueError(f"a shape_index is 0 to {_HIGHEST_DIM}, not {shape_index}")
    return (shape_index,) + (0,) * (MAX_DIRECT_RANK - 1), {shape_index: shape}


def _checked_id(number: int) -> int:
    if not 0 <= number <= _HIGHEST_ID:
        raise ValueError(f"a tensor id is 0 to {_HIGHEST_ID}, not {number}")
    return number


def _limit(path: str, reason: str, highest: int, actual: int) -> LimitError:
    return LimitError(reason, format=stb_check.FORMAT_NAME, path=path, expected=f"at most {highest}", actual=actual)


def _repeated_id(number: int, first: int, second: int) -> InvalidError:
    reason = f"tensors[{first}] and tensors[{second}] have the same tensor id"
    return InvalidError(reason, format=stb_check.FORMAT_NAME, path=f"tensors[{second}].tensor_id", actual=number)


FORMAT = Format(
    name=stb_check.FORMAT_NAME,
    title="STB v0.1",
    suffix=".stb",
    model=StbFile,
    sniff=lambda head: head.startswith(b"STB0"),
    read=read,
    write=write,
    check=check,
)
