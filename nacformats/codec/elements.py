"""Lists whose elements are made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableSequence, Sequence
from typing import Any, Protocol, overload


class ListReader(Protocol):
    """Reads lists of a schema; nacformats.codec.columns.lists says how."""

    @property
    def least(self) -> int: ...
    def read(self, make: Any, count: int | None, /) -> Any:
        """Return the records of a field, RecordElements or what a format has for them; None: they are read plainly.

        Args:
            make: the RecordMaker of nacformats.codec.trees.reading: it knows the field, and makes its records.
            count: how many there are; None: up to the end, or to the last one.
        """


class RecordElements(MutableSequence[Any]):
    """The records of a list: each is made when it is asked for, and kept. It may be changed as a list may.

    Attributes:
        columns: arrays of all records as they are in the file, by the dotted paths of their numbers; "path[]", the
            offsets of a list, by which its elements are in the arrays of "path…"; "path@" and "path#", where bytes or a
            text start in the file, and how many bytes they are. The array of a record of fixed size is a view of the
            file, and that of a part of it, such as "normal", has its numbers as fields.
        starts: where each record starts in the file and, last, where the last one ends.
        raw: the bytes of all records as they are in the file.
        is_ready: whether these are what writing them gives, as long as nothing is changed.
    """

    is_ready = False

    def __init__(
        self,
        starts: Sequence[int],
        raw: memoryview,
        make: Callable[[int], Any],
        columns: Callable[[], Mapping[str, Any]],
    ) -> None:
        self.starts = starts
        self.raw = raw
        self._make = make
        self._columns = columns
        self._made: dict[int, Any] = {}
        self._list: list[Any] | None = None

    @property
    def columns(self) -> Mapping[str, Any]:
        return self._columns()

    @property
    def is_untouched(self) -> bool:
        """True as long as no record was asked for, nor anything changed: its bytes are those of the file."""
        return not self._made and self._list is None

    @property
    def ready(self) -> memoryview | None:
        """The bytes that writing the records gives, where that is known without it."""
        return self.raw if self.is_ready and self.is_untouched else None

    def __len__(self) -> int:
        return len(self.starts) - 1 if self._list is None else len(self._list)

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if self._list is not None:
            return self._list[index]
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        place = range(len(self))[index]  # IndexError where there is none
        if place not in self._made:
            self._made[place] = self._make(place)
        return self._made[place]

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, range(len(self))) if self._list is None else iter(self._list)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice) or self._list is not None:
            self._all()[index] = value
        else:
            self._made[range(len(self))[index]] = value

    def __delitem__(self, index: int | slice) -> None:
        del self._all()[index]

    def insert(self, index: int, value: Any) -> None:
        self._all().insert(index, value)

    def _all(self) -> list[Any]:
        """Return all elements as a list, which from now on takes their place."""
        if self._list is None:
            self._list = list(self)
            self._made.clear()
        return self._list

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str | bytes):
            return NotImplemented
        return len(self) == len(other) and all(mine == theirs for mine, theirs in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # as that of a list

    def __repr__(self) -> str:
        return f"<{len(self)} elements>"
