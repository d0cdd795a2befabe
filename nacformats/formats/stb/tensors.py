"""The tensors of an STB file as a list whose elements are made when they are asked for."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from typing import Any, SupportsIndex, overload

from nacformats.formats.stb.table import TensorTable
from nacformats.formats.stb.tensor import ShapeTable, StbTensor


class TensorsRead(Sequence[StbTensor]):
    """The tensors of a file that was read, in file order; each is made once. Equal byte ranges share one `raw`.

    Args:
        table: the descriptors.
        view: all bytes of the file.
        shape_table: for the tensors of rank > 3; without it they are flat.
    """

    def __init__(self, table: TensorTable, view: memoryview, shape_table: ShapeTable | None) -> None:
        self.table = table
        self._view = view
        self._shape_table = shape_table
        self._made: dict[int, StbTensor] = {}
        self._payloads: dict[tuple[int, int], memoryview] = {}

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, index: Any) -> Any:
        made = self._made.get(index)
        if made is None:
            made = self._made[index] = self._make(index)
        return made

    def number_of(self, tensor: StbTensor) -> int | None:
        """Return the index of a tensor that was made here; None for any other, a changed copy included."""
        table, index = tensor._origin or (None, -1)
        return index if table is self.table and self._made.get(index) is tensor else None

    def _make(self, index: int) -> StbTensor:
        start, size = self.table.value(index, "ofs_body"), self.table.value(index, "len_body")
        payload = self._payloads.get((start, size))
        if payload is None:
            payload = self._payloads[start, size] = self._view[start : start + size]
        return StbTensor.of(self.table, index, payload, self._shape_table)


class TensorList(MutableSequence[StbTensor]):
    """A list of tensors. Those of a file that was read are made when they are first asked for.

    Args:
        tensors: what it holds at first.
        read: the tensors of a file; then it holds these.
    """

    def __init__(self, tensors: Iterable[StbTensor] = (), read: TensorsRead | None = None) -> None:
        self._read = read
        # Tensors of the file that were not made yet, or that nobody changed, are kept as their index in the file.
        self._entries: list[int | StbTensor] | range = (
            list(map(self._entry, tensors)) if read is None else range(len(read))
        )

    def _own(self) -> list[int | StbTensor]:
        """Return the entries, to be changed."""
        if not isinstance(self._entries, list):
            self._entries = list(self._entries)
        return self._entries

    @property
    def unchanged(self) -> bool:
        """True if these are the tensors of the file that was read: nothing added, removed, moved or replaced."""
        as_read = range(len(self._read or ()))
        return self._read is not None and (self._entries == as_read or self._entries == list(as_read))

    def ids(self) -> list[int]:
        """Return the id of every tensor; no tensor is made for it."""
        return self._each("tensor_id", lambda tensor: tensor.id)

    def sizes(self) -> list[int]:
        """Return the size of every payload in bytes; no tensor is made for it."""
        return self._each("len_body", lambda tensor: tensor.nbytes)

    def _each(self, field: str, of: Callable[[StbTensor], int]) -> list[int]:
        column = self._read.table.columns[field].tolist() if self._read is not None else []
        return [column[entry] if isinstance(entry, int) else of(entry) for entry in self._entries]

    def _entry(self, tensor: StbTensor) -> int | StbTensor:
        if not isinstance(tensor, StbTensor):
            raise TypeError(f"expected an StbTensor, got {type(tensor).__name__}: StbTensor.from_array makes one")
        number = self._read.number_of(tensor) if self._read is not None else None
        return tensor if number is None else number

    def _tensor(self, entry: int | StbTensor) -> StbTensor:
        return self._read[entry] if isinstance(entry, int) else entry  # type: ignore[index]

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
        """Equal to any list of the same tensors in the same order."""
        if not isinstance(other, list | TensorList):
            return NotImplemented
        return list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # it can change

    def __repr__(self) -> str:
        return repr(list(self))
