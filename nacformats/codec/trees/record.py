"""The base class of records: attributes by id, a mapping by id, instances that are read when they are asked for."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

from nacformats.codec.elements import RecordElements
from nacformats.codec.streams import Buffer

if TYPE_CHECKING:
    from nacformats.codec.tables import SchemaTable, TypeEntry
    from nacformats.codec.trees.stream import ByteStream

#: The methods of a mapping: a member that is called like one takes its place as an attribute.
MAPPING_METHODS = frozenset(name for name in dir(MutableMapping) if name[0] != "_")
#: Reads or computes an instance of a record, given a trace or None, into its attribute, and returns it; generated.
InstanceReader = Callable[[Any, Any], Any]
#: In a record as a mapping: the bits that no field takes of the last byte of bit fields, by field, if they are not 0.
PADDING = "$padding"


#: Makes a record of which nothing is set.
new_record = object.__new__


def begin_record(kind: type[Any], io: ByteStream, parent: Any, root: Any, params: Iterable[Any] = ()) -> Any:
    """Return a record that starts where a stream stands, and of which nothing has been read.

    Args:
        kind: its class.
        io: the stream.
        parent, root: of the record; None for a root: the record itself.
        params: the values of its params, in order.
    """
    self = new_record(kind)
    self._io, self._parent, self._root, self._start = io, parent, self if root is None else root, io.pos
    for attribute, value in zip(kind.PARAMS.values(), params, strict=True):
        setattr(self, attribute, value)
    return self


def attribute_name(id: str) -> str:  # noqa: A002
    """Return the attribute of a member: its id, with one `_` more if, but for those, it is a word of Python."""
    return f"{id}_" if keyword.iskeyword(id.rstrip("_")) else id


def name_meant(name: str, known: Iterable[str]) -> str:
    """Return the end of a message: the known name that one which is not known may have been meant to be, if any."""
    from difflib import get_close_matches  # noqa: PLC0415  few names are wrong

    return "".join(f": is {close!r} meant?" for close in get_close_matches(name[:80], list(known), 1, 0.75))


def member_attributes(ids: str) -> dict[str, str]:
    """Return the attributes of members, by id, whose ids are given with blanks between them."""
    return {id: attribute_name(id) for id in ids.split()}  # noqa: A001


def members_by_attribute(kind: type[TreeRecord]) -> dict[str, str]:
    """Return the ids of the members of a record by their attributes."""
    groups = (kind.FIELDS, kind.PLACED, kind.VALUES, kind.PARAMS)
    return {attribute: name for group in groups for name, attribute in group.items()}


def import_late(module: str, names: str, scope: dict[str, Any]) -> None:
    """Put functions of a module into the scope of another one, which import the module when one of them is called.

    Args:
        module: its name.
        names: of the functions, with blanks between; in the scope, each has a `_` before it.
        scope: what the other module holds.
    """

    def calling(name: str) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            loaded = import_module(module)
            scope.update({f"_{each}": getattr(loaded, each) for each in names.split()})
            return scope[f"_{name}"](*given, **named)

        return call

    scope.update({f"_{name}": calling(name) for name in names.split()})


class _MadeByName:
    """Takes the place of the stream of a record that was made by name: what follows from its fields is computed."""

    base = pos = size = 0
    is_plain = False
    reading: ClassVar[Any]

    @staticmethod
    def ask(record: TreeRecord, attribute: str, _read: InstanceReader | None = None) -> Any:
        """Return a member that follows from the others. AttributeError: it does not."""
        return record._follow(attribute)


_MadeByName.reading = _MadeByName
#: A class, so that copies of records have the same one.
MADE: Any = _MadeByName


@dataclass_transform(eq_default=False, kw_only_default=True)
class TreeRecord(MutableMapping[str, Any]):
    """One record of a file: its members are attributes, and items by the ids of the schema.

    A member that is called like a method of a mapping (`items`, `keys`, ...) is the attribute; the method is then
    `Mapping.items(record)`. A member that is not in the file is None, and not among the items. Iterating yields the
    fields, then the instances that have a place in the file, which reads them; computed instances are attributes only.
    An instance is read or computed when it is asked for, and kept; FormatError if that fails.

    A record is made by the attributes of its fields and placed instances: `Event(severity=1)`. What is not given has
    the default of the schema, or is 0 or empty; counts, lengths and whatever follows from the rest is derived when the
    record is written, and computed when it is asked for. A switch and what has a condition are not set.

    Attributes:
        FIELDS: attribute of each field of `seq`, by id, in the order of the file.
        PLACED: attribute of each instance that is read from the file, by id.
        VALUES: attribute of each computed instance, by id.
        PARAMS: attribute of each param, by id.
        DERIVED: ids of the fields that writing takes from the others.
        STALE: ids of the fields that writing derives even where a tree gives them.
        OFFSETS: of an instance, by id: the field that says where it is, and of what its position is a multiple.
        CODES: byte order and format character of struct of the fields that are numbers, by id.
        UNWRITABLE: of a whole file: what keeps it from being written, by its path in the schema.
        IS_FAITHFUL: whether a whole file is written back byte for byte whatever is in it, if nothing is left over.
        HAS_PARTS: whether a record in it is read from a part of the file of its own.
        SCHEMA, NAME: name of the schema; of the type, in the tables of the schema.
    """

    __slots__ = ("_above", "_index", "_io", "_le", "_padding", "_parent", "_rest", "_root", "_start")

    FIELDS: ClassVar[Mapping[str, str]] = {}
    PLACED: ClassVar[Mapping[str, str]] = {}
    VALUES: ClassVar[Mapping[str, str]] = {}
    PARAMS: ClassVar[Mapping[str, str]] = {}
    DERIVED: ClassVar[Collection[str]] = ()
    STALE: ClassVar[Collection[str]] = ()
    OFFSETS: ClassVar[Mapping[str, tuple[str, int]]] = {}
    CODES: ClassVar[Mapping[str, str]] = {}
    UNWRITABLE: ClassVar[Sequence[tuple[str, str]]] = ()
    IS_FAITHFUL: ClassVar[bool] = False
    HAS_PARTS: ClassVar[bool] = False
    SCHEMA: ClassVar[str] = ""
    NAME: ClassVar[str] = ""
    #: What reads the instances, and what computes them, by their attributes; generated.
    _LAZY: ClassVar[Mapping[str, InstanceReader]] = {}
    _COMPUTED: ClassVar[Mapping[str, InstanceReader]] = {}

    #: The record around one of another schema, which has no `_parent`.
    _above: TreeRecord
    _io: ByteStream
    _root: Any
    _parent: Any
    _start: int
    _index: int
    _le: bool
    #: The bits that were left of a byte when it began.
    _rest: tuple[int, int]
    _padding: dict[str, int]

    def __init__(self, /, **members: Any) -> None:
        self._io = MADE
        for attribute, value in {**type(self)._defaults(), **members}.items():
            if attribute not in self._settable():
                hint = name_meant(attribute, self._settable())
                raise TypeError(f"{type(self).__name__} has no field {attribute!r}{hint}")
            setattr(self, attribute, value)

    @staticmethod
    def _defaults() -> Mapping[str, Any]:
        """Return what the fields of a record hold that is made by name, by attribute; generated."""
        return {}

    @classmethod
    def _settable(cls) -> Collection[str]:
        """Return the attributes of what a record holds; the others follow from these."""
        return (*cls.FIELDS.values(), *cls.PLACED.values())

    def _read(self, io: ByteStream, trace: Any) -> None:
        """Read the fields; generated."""
        raise NotImplementedError

    def _follow(self, attribute: str) -> Any:
        """Return a member of a record made by name that follows from the others; generated."""
        raise NotImplementedError

    def _derive(self, it: Any) -> None:
        """Derive at once what follows from texts, bytes and lists of a record; generated."""

    if not TYPE_CHECKING:  # a checker knows the members of each class

        def __getattr__(self, attribute: str) -> Any:
            """Read an instance: Python calls this for what is not set."""
            compute = self._COMPUTED.get(attribute)
            if compute is not None and self._io.reading.is_plain:
                return compute(self, None)
            read = compute or self._LAZY.get(attribute)
            if read is None and attribute[:-1] in MAPPING_METHODS and attribute[-1:] == "_":
                return getattr(self, attribute[:-1])
            if read is None:
                members = members_by_attribute(type(self))
                if attribute in members and self._known("_io") is MADE:
                    return MADE.ask(self, attribute)
                if attribute in members:
                    raise AttributeError(f"{attribute!r} is used before it is read")
                raise AttributeError(f"{type(self).__name__} has no {attribute!r}{name_meant(attribute, members)}")
            return self._io.reading.ask(self, attribute, read)

    def _known(self, attribute: str) -> Any:
        """Return the value of a member as far as it was read; None if it was not."""
        try:
            return object.__getattribute__(self, attribute)
        except AttributeError:
            return None

    @property
    def _is_made(self) -> bool:
        """True for a record that was made by name."""
        return self._io is MADE

    def _keep(self, attribute: str, value: Any) -> Any:
        """Keep what was computed, and return it."""
        setattr(self, attribute, value)
        return value

    def _forget(self, attribute: str) -> None:
        with suppress(AttributeError):
            delattr(self, attribute)

    def _pad(self, field: str, bits: int) -> None:
        """Keep the padding that comes after a bit field."""
        if not hasattr(self, "_padding"):
            self._padding = {}
        self._padding[field] = bits

    def __getitem__(self, name: str) -> Any:
        if name == PADDING:
            return self._known("_padding") or _missing(name)
        attribute = self.FIELDS.get(name) or self.PLACED.get(name) or self.VALUES.get(name) or self.PARAMS.get(name)
        value = None if attribute is None else self._known(attribute) if self._is_made else getattr(self, attribute)
        return _missing(name) if value is None else value

    def __iter__(self) -> Iterator[str]:
        held = self._known if self._is_made else partial(getattr, self)
        yield from (name for name, attribute in self.FIELDS.items() if held(attribute) is not None)
        yield from self._in_order()
        if self._known("_padding"):
            yield PADDING

    def _in_order(self) -> list[str]:
        """Return the ids of the instances that take bytes of the file, in their order there. It reads them."""
        if self._is_made:
            return [name for name, attribute in self.PLACED.items() if self._known(attribute) is not None]
        places = {}
        for name, attribute in self.PLACED.items():
            value, where = getattr(self, attribute), getattr(self, f"_pos_{attribute}", None)
            if value is not None and (name in self.OFFSETS or not _takes_no_bytes(value)):
                places[name] = self._io.size if where is None else int(where())
        return sorted(places, key=places.__getitem__)

    def __setitem__(self, name: str, value: Any) -> None:
        attribute = self.FIELDS.get(name) or self.PLACED.get(name) or _missing(name)
        setattr(self, attribute, value)

    def __delitem__(self, name: str) -> None:
        self[name] = None

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        try:
            self[name]  # type: ignore[index]  # anything may be asked for
        except KeyError:
            return False
        return True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and dict(Mapping.items(self)) == dict(Mapping.items(other))

    __hash__ = object.__hash__

    def __getstate__(self) -> Any:
        """Return what a copy holds; nothing is read or computed for it."""
        slots = (name for kind in type(self).__mro__ for name in kind.__dict__.get("__slots__", ()))
        state = {}
        for name in slots:
            with suppress(AttributeError):
                state[name] = object.__getattribute__(self, name)
        return None, state

    def __repr__(self) -> str:
        held = ((each, self._known(each)) for each in self._settable())
        listed = ", ".join(f"{attribute}={shown_value(value)}" for attribute, value in held if value is not None)
        return f"{type(self).__name__}({listed})"

    @property
    def _key(self) -> tuple[Any, ...]:
        """The type and the place of the record: where both are the same, so is all that is in it."""
        return (type(self), id(self)) if self._is_made else (type(self), self._io.base, self._start)

    @property
    def _schema(self) -> SchemaTable:
        return self._io.reading.tables[self.SCHEMA]

    @property
    def _type(self) -> TypeEntry:
        """The schema's description of the type."""
        return self._schema.types[self.NAME]


#: Of a list, a text or bytes in the representation of a record, so many elements are shown.
_SHOWN: Mapping[Any, int] = {list: 4, str: 60, bytes: 20}


def shown_value(value: Any) -> str:
    """Return a value as the representation of a record has it: of what is long, the beginning."""
    if isinstance(value, RecordElements | list):
        first = [shown_value(each) for each in value[: _SHOWN[list]]]
        return f"[{', '.join([*first, *([f'... {len(value):,} in all'] if len(value) > _SHOWN[list] else [])])}]"
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, Buffer):
        value = bytes(value[: _SHOWN[bytes] + 1])
    most = _SHOWN.get(type(value), 0)
    return f"{value[:most]!r}..." if most and len(value) > most else repr(value)


def _takes_no_bytes(value: Any) -> bool:
    """Return True if records without fields are there: a table of lookups."""
    listed = value if isinstance(value, list | RecordElements) else [value]
    return all(isinstance(each, TreeRecord) and not each.FIELDS for each in listed)


def _missing(name: str) -> Any:
    raise KeyError(name)


def inner_records(record: TreeRecord, *, instances: bool) -> Iterator[TreeRecord]:
    """Yield the records that are fields of a record, or elements of these, and its instances if asked for."""
    lazy = record.PLACED.values() if instances else ()
    for attribute in (*record.FIELDS.values(), *lazy):
        value = getattr(record, attribute)
        for each in value if isinstance(value, list | RecordElements) else (value,):
            if isinstance(each, TreeRecord):
                yield each


def read_everything(root: TreeRecord) -> None:
    """Read every instance of a record and of those in it, each record before those in it.

    Records may refer to each other in circles: of those of one type at one place, the first is looked into.

    Raises:
        FormatError: one of them cannot be read.
    """
    seen, waiting = set(), [root]
    while waiting:
        record = waiting.pop()
        key = record._key
        if key not in seen or not (record.PLACED or record.FIELDS):
            seen.add(key)
            waiting += reversed(list(inner_records(record, instances=True)))
