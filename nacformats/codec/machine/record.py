"""The base class of records: attributes by id, a mapping by id, instances that are read when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from nacformats.codec.machine.stream import ByteStream
    from nacformats.codec.machine.trace import FieldTrace


class TreeRecord(Mapping[str, Any]):
    """One record of a file: its members are attributes, and items by the ids of the schema.

    A member that is not in the file is None, and not among the items. Iterating yields the fields, then the instances
    that have a place in the file, which reads them; computed instances are attributes only.

    Attributes:
        FIELDS: attribute of each field of `seq`, by id, in the order of the file.
        PLACED: attribute of each instance that has a place in the file, by id.
        VALUES: attribute of each computed instance, by id.
        DERIVED: ids of the fields that writing takes from the others.
        NAME: of the type, in the tables of the schema.
    """

    __slots__ = ("_index", "_io", "_parent", "_root", "_spans", "_start")

    FIELDS: ClassVar[Mapping[str, str]] = {}
    PLACED: ClassVar[Mapping[str, str]] = {}
    VALUES: ClassVar[Mapping[str, str]] = {}
    DERIVED: ClassVar[frozenset[str]] = frozenset()
    NAME: ClassVar[str] = ""

    _io: ByteStream
    _spans: dict[str, list[int | None]]
    _root: Any
    _parent: Any

    def __init__(self, io: ByteStream, parent: Any, root: Any) -> None:
        self._io = io
        self._parent = parent
        self._root = self if root is None else root
        self._start = io.pos

    def _read(self, io: ByteStream, trace: FieldTrace | None) -> None:
        """Read the fields; generated."""
        raise NotImplementedError

    def __getitem__(self, name: str) -> Any:
        attribute = self.FIELDS.get(name) or self.PLACED.get(name) or self.VALUES.get(name)
        if attribute is None:
            raise KeyError(name)
        value = getattr(self, attribute)
        if value is None:
            raise KeyError(name)
        return value

    def __iter__(self) -> Iterator[str]:
        return (name for each in (self.FIELDS, self.PLACED) for name in each if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {', '.join(self.FIELDS)}>"
