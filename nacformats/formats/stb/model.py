"""One STB file: read, checked, written, repaired."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from nacformats.codec.streams import Buffer, Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.errors import FormatError, InvalidError, TruncatedError, UnsupportedError
from nacformats.formats.base import Model, Room
from nacformats.formats.stb.table import ALIGNMENT, FORMAT_NAME, MAX_DIRECT_RANK, TensorTable
from nacformats.formats.stb.tensor import Image, ShapeTable, StbLayout, StbTensor, TensorList
from nacformats.formats.stored import repetitions

if TYPE_CHECKING:
    import numpy.typing as npt

    from nacformats.findings import Finding


def _rules() -> ModuleType:
    """Return the rules with what is said about them, which only bad files need."""
    from nacformats.formats.stb import rules  # noqa: PLC0415

    return rules


class StbFile(Model):
    """The tensors of one STB file.

        stb = StbFile()
        stb.add(weight, id=0)
        stb.add(bias, id=1)
        nacformats.dump(stb, "linear.stb")

    A file that was read and not changed is written back byte for byte. Any other is laid out anew: payloads in the
    order of the tensors, each at a multiple of 64, zeros between them.
    """

    format = FORMAT_NAME

    def __init__(self, tensors: Iterable[StbTensor] = ()) -> None:
        self._tensors: TensorList | None = TensorList(tensors)
        self._image: Image | None = None

    @classmethod
    def _opened(cls, source: Source, image: Image) -> StbFile:
        stb = cls()
        stb.source = source
        stb._image = image
        stb._tensors = TensorList(image=image)
        return stb

    @property
    def tensors(self) -> TensorList:
        """The tensors in file order, a list to read and to change; their ids have to be different when it is written.

        Those of a file that was read are made when they are first asked for.

        Raises:
            ValueError: the file is closed.
        """
        if self._tensors is None:
            raise ValueError("the file is closed")
        return self._tensors

    @tensors.setter
    def tensors(self, tensors: Iterable[StbTensor]) -> None:
        self.tensors[:] = tensors

    def __len__(self) -> int:
        return len(self.tensors)

    def __iter__(self) -> Iterator[StbTensor]:
        return iter(self.tensors)

    def __bool__(self) -> bool:
        return True  # an empty file is a file

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("an StbFile cannot be copied or pickled: nacformats.dumps and loads give another one")

    def __repr__(self) -> str:
        if self._tensors is None:
            return "<closed StbFile>"
        return f"<StbFile of {len(self)} tensors, {sum(self.tensors.sizes())} bytes>"

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
                raise ValueError(f"shape index {index} is used for {shapes[index]} and for {shape}")
        return shapes

    def by_id(self, tensor_id: int) -> StbTensor:
        """Return the tensor with this id.

        Raises:
            KeyError: there is none; the message lists the ids.
            InvalidError: several tensors have it; `tensors` has them all.
        """
        ids = self.tensors.ids()
        found = [index for index, number in enumerate(ids) if number == tensor_id]
        if not found:
            known = ", ".join(map(str, sorted(set(ids)))) or "none"
            raise KeyError(f"no tensor has the id {tensor_id}; ids: {known}")
        if len(found) > 1:
            raise _repeated_id(tensor_id, found[0], found[1])
        return self.tensors[found[0]]

    def add(
        self,
        array: npt.ArrayLike,
        id: int,  # noqa: A002  the descriptor's own name for it
        *,
        layout: StbLayout | str = StbLayout.row_major,
        shape_index: int | None = None,
    ) -> StbTensor:
        """Append a tensor with the values of an array; see StbTensor.from_array.

        Raises:
            TypeError: the id is not an integer.
            ValueError: the id is taken.
        """
        id = operator.index(id)  # noqa: A001
        if id in self.tensors.ids():
            raise ValueError(f"tensor id {id} is taken")
        self.tensors.append(StbTensor.from_array(array, id, layout=layout, shape_index=shape_index))
        return self.tensors[-1]

    def close(self) -> None:
        """Release the mapping. Tensors and arrays that were taken out stay usable; the file itself does not."""
        super().close()
        if self._image is not None:
            self._image = self._tensors = None

    def data_region(self) -> memoryview:
        """Return the bytes from `data_offset` to the end of the file that was read, read-only (section 5).

        Raises:
            ValueError: the model was not read from a file, or the file is closed.
        """
        if self._image is None:
            raise ValueError("only a file that was read, and is open, has a data region")
        return self._image.view[self._image.table.data_start :]


def read_stb(source: Source, strict: bool = True, *, shape_table: ShapeTable | None = None) -> StbFile:
    """Open a file; only the header and the table are looked at.

    Args:
        source: the bytes; kept by the model.
        strict: False also takes tensors that are not aligned, as writers in use leave them, and tensors of rank > 3
            whose size is not a whole number of elements.
        shape_table: shapes of the tensors of rank > 3 by index; without it they are flat.

    Raises:
        FormatError: a rule of sections 3, 4 or 7 is broken.
    """
    try:
        table = _table(source)
    except FormatError as error:
        error.rule = _rules().header_finding(error).rule
        raise
    if not table.is_sound(strict=strict):
        for finding in _rules().errors(table, strict=strict):
            raise finding.error()
    sound = strict or table.is_sound(strict=True)
    return StbFile._opened(source, Image(source.view, table, shape_table, sound))


def check_stb(source: Source, strict: bool = True) -> list[Finding]:
    """Return all that is wrong or remarkable. An error in the header is the only finding: it locates the rest."""
    rules = _rules()
    try:
        table = _table(source)
    except FormatError as error:
        return [rules.header_finding(error)]
    errors = list(rules.errors(table, strict=strict))
    found = [*errors, *rules.remarks(table, strict=strict)]
    return found if errors else [*found, *rules.remarks_on_bytes(table, source)]


def write_stb(stb: StbFile) -> list[Buffer]:
    """Return the bytes of a file, in pieces; payloads are views, never copied.

    What was read strictly and not changed comes back as it was. What was read leniently and not changed gets its
    tensors aligned and keeps everything else, repeated ids included.

    Raises:
        InvalidError: two tensors have one id, or a descriptor breaks a rule.
        LimitError: there are more tensors than the header can count.
        UnsupportedError: tensors that share some of their bytes would have to be moved apart.
        ValueError: two tensors have one shape index and different shapes, or the file is closed.
    """
    if stb._image is not None and stb.tensors.unchanged:
        return _as_it_was(stb._image)
    ids = stb.tensors.ids()
    for index, first in repetitions(ids):
        raise _repeated_id(ids[index], first, index)
    stb.shape_table  # noqa: B018  raises where an index has two shapes
    return _of_tensors(stb.tensors)


def _as_it_was(image: Image) -> list[Buffer]:
    """Return the same file; its payloads aligned where they are not."""
    from nacformats.formats.stb.layout import lay_out  # noqa: PLC0415  reading has no need of it

    if image.sound:
        return [image.view]
    table = image.table
    for finding in _rules().unrepairable(table):
        raise finding.error()
    payloads = table.payloads()
    for index, other in payloads.extents().overlaps():
        reason = f"the payload shares some of its bytes with tensors[{other}], so it cannot be aligned"
        raise UnsupportedError(reason, format=FORMAT_NAME, **table.place(index, "ofs_body"))
    payloads = payloads.in_file_order()
    bounds = zip(payloads.starts.tolist(), (payloads.starts + payloads.sizes).tolist(), strict=True)
    views = [image.view[start:stop] for start, stop in bounds]
    return lay_out(table.columns.arrays, payloads.use, views, checked=True)


def _of_tensors(tensors: Iterable[StbTensor]) -> list[Buffer]:
    """Return a new file: payloads in the order of the tensors, those that share one `raw` once."""
    from nacformats.formats.stb.layout import lay_out  # noqa: PLC0415  reading has no need of it

    payloads: list[memoryview] = []
    numbers: dict[int, int] = {}
    rows: list[tuple[int, ...]] = []
    dims: list[int] = []
    use: list[int] = []
    for tensor in tensors:
        use.append(numbers.setdefault(id(tensor.raw), len(numbers)))
        if len(numbers) > len(payloads):
            payloads.append(tensor.raw)
        rows.append((tensor.id, tensor.dtype, tensor.rank, tensor.layout, tensor.nbytes))
        dims += tensor.dims
    names = ("tensor_id", "dtype", "rank", "layout", "len_body")
    columns = dict(zip(names, zip(*rows, strict=True), strict=False)) or dict.fromkeys(names, ())
    return lay_out({**columns, "dims": dims}, np.array(use, np.intp), payloads)


def _table(source: Source) -> TensorTable:
    try:
        tree: Any = SchemaCodec.generated(FORMAT_NAME).read(source)
    except InvalidError as error:
        raise _explained(error, source.size) from None
    start = tree._io.pos  # the table follows the header, which is all that the parser has read
    return TensorTable(source.view, start, tree.num_tensors, tree.ofs_data, tree.len_file)


def _explained(error: InvalidError, size: int) -> FormatError:
    """Return the same error with a reason in words, for the version and the two fields whose rule is an expression."""
    place: dict[str, Any] = {"format": error.format, "path": error.path, "offset": error.offset}
    value: Any = error.actual
    if error.path == "version":
        reason = f"the file is STB version {value}, which is not read"
        return UnsupportedError(reason, expected=error.expected, actual=value, **place)
    if error.path == "ofs_data" and value % ALIGNMENT:
        reason, expected = "the data region is not aligned", f"a multiple of {ALIGNMENT}"
        return InvalidError(reason, expected=expected, actual=value, **place)
    if error.path == "ofs_data":
        return InvalidError("the data region starts before the tensor table ends", actual=value, **place)
    if error.path == "len_file" and value > size:
        return TruncatedError("the file is cut off", expected=f"{value} bytes", actual=size, **place)
    if error.path == "len_file" and value < size:
        return InvalidError("bytes follow the end of the file", expected=size, actual=value, **place)
    if error.path == "len_file":
        return InvalidError("the file ends before its data region starts", actual=value, **place)
    return error


def _repeated_id(number: int, first: int, second: int) -> InvalidError:
    reason = f"tensors[{first}] and tensors[{second}] have the same tensor id"
    return InvalidError(reason, format=FORMAT_NAME, path=f"tensors[{second}].tensor_id", actual=number)


ROOM = Room(StbFile, read_stb, write_stb, check_stb)
