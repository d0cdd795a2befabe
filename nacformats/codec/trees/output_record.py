"""Records that are written: each mapping of a tree becomes one, and computes what the tree leaves out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from struct import Struct
from struct import error as StructError  # noqa: N812
from typing import TYPE_CHECKING, Any, ClassVar

from nacformats.codec.checksums import checksum
from nacformats.codec.elements import RecordElements
from nacformats.codec.streams import Buffer, Pieces
from nacformats.codec.trees.output import Layout, NotGivenError, Output, WriteError
from nacformats.codec.trees.output_values import given_bytes, misfit
from nacformats.codec.trees.record import MADE, PADDING, TreeRecord, members_by_attribute, name_meant
from nacformats.codec.trees.trace import field_spans
from nacformats.errors import FormatError

#: What expressions raise for a tree that they do not fit.
FAILURES = (ArithmeticError, AttributeError, LookupError, StructError, TypeError, ValueError)
_SLOTS = ("_arguments", "_at", "_field", "_given", "_holder", "_made", "_n", "_place", "_ready")


if TYPE_CHECKING:  # the class of the record comes after `Writing`
    _Written = TreeRecord
else:
    _Written = object


class Writing(_Written):
    """A record that is written: `writing` makes a subclass of each generated class of this and of the class.

    Slots of what the mapping gives are filled when they are asked for, so that generated expressions are the same for
    reading and for writing.

    Attributes:
        _given: the mapping, or the record, that it is made from.
        _ready: the bytes that it is made from.
        _holder, _field, _place: the record that holds it, the field there, and the place in a list.
        _at, _n: the field that is written, and the element of its list.
        _made: names of what is being computed.
        _arguments: for the params, to be computed.
    """

    if TYPE_CHECKING:
        SUMS: ClassVar[Mapping[str, str]]
        _ids: ClassVar[Mapping[str, str]]
        _given: Mapping[str, Any] | TreeRecord
        _ready: Buffer | None
        _holder: Writing | None
        _io: Output  # type: ignore[assignment]
        _field: str
        _place: int | None
        _at: str
        _n: int | None
        _made: set[str]
        _arguments: tuple[Callable[[], Any], ...]
        _write: Callable[[Output], None]
    else:
        __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        """Compute a slot that is not filled."""
        if name == "_le":
            order = getattr(self, "_order", None)
            self._le = bool(order() if order is not None else self._holder and self._holder._le)
            return self._le
        if name not in self._ids:
            raise AttributeError(name)
        if name in self._made:
            raise NotGivenError("has to be given, since it follows from itself", self._path(self._ids[name]))
        before = self._at, self._n
        self._made.add(name)
        self._at, self._n = self._ids[name], None
        try:
            value = self._computed(name, self._ids[name])
        except FAILURES as error:
            raise self._failed(error) from None
        finally:
            self._made.discard(name)
            self._at, self._n = before
        setattr(self, name, value)
        return value

    def _computed(self, attribute: str, name: str) -> Any:
        if name in self.PARAMS:
            return self._arguments[list(self.PARAMS).index(name)]()
        if name in self.VALUES:
            return self._COMPUTED[attribute](self, None)
        if self._ready is not None:
            raise NotGivenError("has to be given as a mapping, since other fields depend on it", self._path())
        given = self._gives(name)
        if given is None or (self._io.layout.fresh and name in self.STALE):
            try:
                given = self._default(attribute, name)
            except NotGivenError:
                if given is None:
                    raise
        make = getattr(self, f"_make_{attribute}", None)
        return given if make is None or given is None else make(given)

    def _default(self, attribute: str, name: str) -> Any:
        default = getattr(self, f"_default_{attribute}", None)
        if default is not None:
            return default()
        if name in self.PLACED:
            raise WriteError("has to be given, since other fields depend on it", self._path(name))
        raise NotGivenError("has to be given", self._path(name))

    def _gives(self, name: str) -> Any:
        """Return what the tree gives for a field; None where it gives nothing."""
        given = self._given
        if isinstance(given, TreeRecord):
            attribute = self.FIELDS.get(name) or self.PLACED.get(name)
            if attribute is None:
                return None
            return given._known(attribute) if given._io is MADE else getattr(given, attribute, None)
        return given.get(name)

    def _path(self, name: str | None = None, place: int | None = None) -> str:
        """Return the path of the record, or of one of its fields."""
        steps = []
        record: Writing | None = self
        while record is not None:
            if name:
                steps.append(name if place is None else f"{name}[{place}]")
            name, place, record = record._field, record._place, record._holder
        return ".".join(reversed(steps))

    @property
    def _path_now(self) -> str:
        """The path of what is written now."""
        return self._path(self._at, self._n)

    def _failed(self, error: Exception) -> Exception:
        if isinstance(error, FormatError):  # an instance of the tree cannot be read
            return error
        if isinstance(error, StructError):
            for name, code in self.CODES.items():
                if self._slot_of(name) in self._made:
                    continue
                values = self._read_slot(name)
                for place, value in enumerate(values if isinstance(values, list | tuple) else (values,)):
                    if value is not None and (wrong := misfit(code, value)):
                        where = self._path(name, place if isinstance(values, list | tuple) else None)
                        return WriteError(wrong[0], where, *wrong[1:])
        return WriteError(f"cannot be computed ({type(error).__name__}: {error})", self._path_now)

    def _read_slot(self, name: str) -> Any:
        return getattr(self, self._slot_of(name))

    def _slot_of(self, name: str) -> str:
        return self.FIELDS.get(name) or self.PLACED[name]

    # What generated methods call

    def _put(self, out: Output) -> None:
        """Write the record; what has a position of its own is written later."""
        if self._ready is not None:
            out.write(self._ready)
            return
        try:
            self._write(out)
        except FAILURES as error:
            raise self._failed(error) from None
        if self.STALE and out.layout.fresh and out.layout.is_final:
            self._check_derived()
        for name in self._placed_names():
            stream = getattr(self, f"_io_{self.PLACED[name]}", lambda: self._io)()
            if isinstance(stream, Output) and stream.total is None:
                stream.queue.append((self, name))
            else:
                self._check_there(name, stream)

    def _check_derived(self) -> None:
        """Refuse what a tree gives for a field that follows from others, unless it was read with what they were."""
        for name in (name for name in self.FIELDS if name in self.STALE):
            given, follows = self._gives(name), self._read_slot(name)
            if given is None or follows is None or given == follows:
                continue
            make = getattr(self, f"_make_{self.FIELDS[name]}", None)
            if (given if make is None else make(given)) != follows and not self._was_read(name, given):
                reason = "is given, and something else follows from the other fields: leave it out"
                raise WriteError(reason, self._path(name), expected=follows, actual=repr(given))

    def _was_read(self, name: str, given: Any) -> bool:
        """Return True if a field holds what the file has, from which the record was read."""
        record = self._given
        if not isinstance(record, TreeRecord) or record._is_made:
            return name in getattr(record, "derived", ())
        again = field_spans(record, record._io.size + 1).record
        return bool(getattr(again, self.FIELDS[name], given) == given)

    def _placed_names(self) -> Sequence[str]:
        """Return the instances that the tree has, in its order; those of a record in the order of the file."""
        if not self.PLACED:
            return ()
        given = self._given
        names = given._in_order() if isinstance(given, TreeRecord) else given
        return [name for name in names if name in self.PLACED and self._gives(name) is not None]

    def _position(self, name: str, end: int) -> int:
        """Return the position of an instance in its stream, all of which is written up to `end`."""
        attribute = self.PLACED[name]
        is_there = getattr(self, f"_if_{attribute}", None)
        if is_there is not None and not is_there():
            raise WriteError("is given, but other fields say that it is absent", self._path(name))
        if name in self.OFFSETS:
            offset, align = self.OFFSETS[name]
            if self._io.layout.fresh or self._gives(offset) is None:
                return end + -end % align
        try:
            position = int(getattr(self, f"_pos_{attribute}")())
        except FAILURES as error:
            raise self._failed(error) from None
        if position < 0 and self._io.layout.is_final:
            raise WriteError("is before the start of the file", self._path(name), actual=f"byte {position}")
        return position if position >= 0 else end

    def _write_placed(self, name: str, out: Output) -> None:
        """Write an instance where the stream stands."""
        self._at, self._n = name, None
        self._check_circle(self._gives(name))
        try:
            getattr(self, f"_put_{self.PLACED[name]}")(out)
        except FAILURES as error:
            raise self._failed(error) from None

    def _check_there(self, name: str, stream: Any) -> None:
        """Look for the bytes of an instance in a stream that has been written."""
        offset = self.OFFSETS.get(name)
        given = None if offset is None else self._gives(offset[0])
        position = given if isinstance(given, int) else int(getattr(self, f"_pos_{self.PLACED[name]}")())
        part = Output(self._io.layout, self)
        self._write_placed(name, part)
        data = b"".join(part.finish())
        self._io.layout.positions[self._path(name)] = position
        if not isinstance(stream, Output) or not stream.holds(data, position):
            raise WriteError("is in another stream, which cannot be built", self._path(name))

    def _check_circle(self, value: Any) -> None:
        """Refuse a record that was read where one around it was."""
        for each in value if isinstance(value, list) else (value,):
            holder: Writing | None = self if isinstance(each, TreeRecord) and each.FIELDS else None
            while holder is not None:
                if isinstance(holder._given, TreeRecord) and holder._given._key == each._key:
                    raise WriteError("leads back to a record that it is in", self._path_now)
                holder = holder._holder

    @staticmethod
    def _content(value: Any) -> Any:
        """Return the content of a field of a part of the stream: that of the stream of a record, or bytes."""
        if not isinstance(value, Writing):
            return b"" if value is None else given_bytes(value, "")
        out = value._io
        if out.total is None:
            if out.is_busy:
                raise NotGivenError("has to be given, since it follows from itself", value._path())
            out.is_busy = True
            try:
                value._put(out)
                out.finish()
            finally:
                out.is_busy = False
                if out.total is None:
                    out.begin_anew()
        return out

    def _mixed(self, value: Any, put: Callable[[Output, Any], None]) -> Any:
        """Return the content of a field of a part of the stream that may hold a number or a text."""
        if value is None or isinstance(value, Writing | Buffer):
            return self._content(value)
        out = Output(self._io.layout, self)
        put(out, value)
        out.finish()
        return out

    def _missing(self, name: str) -> Any:
        raise NotGivenError("has to be given", self._path(name))

    def _surplus(self) -> None:
        if self._io.layout.is_final:
            raise WriteError("is given, but other fields say that it is absent", self._path_now)

    def _broken(self, name: str, words: str, actual: Any) -> None:
        if self._io.layout.is_final:
            shown = getattr(actual, "value", "a record") if isinstance(actual, TreeRecord) else repr(actual)
            raise WriteError("breaks a rule of the format", self._path(name), expected=words, actual=shown)

    def _constant(self, name: str, contents: bytes, given: Any) -> None:
        """Check what a tree gives for bytes that are always the same."""
        if given is not None and (data := given_bytes(given, self._path(name))) != contents:
            raise WriteError("wrong value", self._path(name), expected=repr(contents), actual=repr(bytes(data)))

    def _counted(self, value: Any, count: int) -> None:
        """Check the number of the elements of a list."""
        given = self._length_of_list(self._at, value)
        if given == 0 and not all(test() for test in self._tests(self._at, "_has_")):
            return
        if given is not None and given != count and self._io.layout.is_final:
            raise WriteError("has the wrong length", self._path_now, expected=f"{count} elements", actual=f"{given}")

    def _ended(self, is_end: bool, is_last: bool) -> None:
        """Check an element of a list that ends with the first one for which a condition holds."""
        if is_end != is_last and self._io.layout.is_final:
            reason = "ends the list, which goes on" if is_end else "does not end the list, of which it is the last"
            raise WriteError(f"{reason}: `repeat-until` decides", self._path_now)

    def _length_of_list(self, name: str, value: Any) -> int | None:
        """Return the number of elements; None if ready bytes do not tell."""
        if isinstance(value, Pieces):
            return None
        if not isinstance(value, Buffer):
            return len(value)
        code = self.CODES.get(name)
        width = Struct(code).size if code else 0
        return len(value) // width if width and len(value) % width == 0 else None

    def _listed(self, value: Any, make: Callable[[Any, int], Any] | None = None) -> Any:
        """Return the elements of a list; ready bytes as they are."""
        if isinstance(value, Pieces) or (isinstance(value, RecordElements) and value.ready is not None):
            return value
        if not isinstance(value, Iterable) or isinstance(value, str | Mapping | Buffer):
            if isinstance(value, str | Mapping) or (not hasattr(value, "__buffer__") and not isinstance(value, Buffer)):
                reason = "has to be a list or ready bytes"
                raise WriteError(reason, self._path_now, actual=type(value).__name__)
            return given_bytes(value, self._path_now)
        made = []
        for self._n, each in enumerate(value):
            made.append(each if make is None else make(each, self._n))
        self._n = None
        return made

    def _ready_list(self, value: Buffer | Pieces | RecordElements, out: Output) -> None:
        if isinstance(value, RecordElements):
            value = value.raw
        for piece in value if isinstance(value, Pieces) else (value,):
            if len(piece):  # no numbers begin no byte
                out.write(piece)

    # What follows from other fields

    def _there(self, name: str) -> Any:
        """Return the value of a field that another follows from; None where there is none."""
        if self._gives(name) is None:
            if name in self.PLACED:
                return None
            try:
                return self._read_slot(name)
            except NotGivenError as error:  # whether it is there depends on what follows from it
                if error.path != self._path(name):
                    return None
                raise
        return self._read_slot(name)

    def _without(self, name: str) -> int:
        """Return what is computed now, of which follows that a field is absent: what the tree has, or 0."""
        given, attribute = self._gives(self._at), self.FIELDS.get(self._at)
        tests = self._tests(name, "_if_", "_has_")
        if attribute is None or not isinstance(given, int) or not tests:
            return 0
        setattr(self, attribute, given)
        if not all(test() for test in tests):
            return given
        delattr(self, attribute)
        for computed in self.VALUES.values():  # from what the tree has
            self._forget(computed)
        return 0

    def _tests(self, name: str, *prefixes: str) -> list[Callable[[], Any]]:
        """Return what says whether a member is there, or whether a list has elements, where that depends on others."""
        attribute = self._slot_of(name)
        return [test for prefix in prefixes if (test := getattr(self, prefix + attribute, None)) is not None]

    def _inverse(self, name: str, number: int, scale: int, plus: int, unit: str) -> int:
        """Return what a number follows from that is `scale` times it and `plus`."""
        whole, rest = divmod(number - plus, scale)
        if rest:
            raise WriteError(f"{name} is not a whole number of elements", self._path_now, actual=f"{number} {unit}")
        return whole

    def _count_of(self, name: str, scale: int = 1, plus: int = 0) -> int:
        value = self._there(name)
        if value is None:
            return self._without(name)
        count = self._length_of_list(name, value)
        if count is None:
            raise NotGivenError(f"has to be given, since {name} is given as bytes", self._path_now)
        if not count and self._tests(name, "_has_") and (kept := self._without(name)):
            return kept
        return self._inverse(name, count, scale, plus, "elements")

    def _length_of(self, name: str, scale: int = 1, plus: int = 0) -> int:
        value = self._there(name)
        if value is None:
            return self._without(name)
        return self._inverse(name, self._measured(name, value), scale, plus, "bytes")

    def _measured(self, name: str, value: Any) -> int:
        before, self._at = self._at, name
        attribute = self.FIELDS.get(name) or self.PLACED[name]
        data = getattr(self, f"_data_{attribute}")(value)
        self._at = before
        return content_size(data)

    def _offset_of(self, name: str) -> int:
        if self._gives(name) is None:
            return self._without(name)
        offset = self.OFFSETS.get(name)
        given = None if offset is None else self._gives(offset[0])
        return self._io.layout.position(self._path(name), given)

    def _sum_of(self, name: str) -> int:
        """Return the checksum that a field holds."""
        out = Output(self._io.layout, self)
        getattr(self, f"_put_sum_{self.FIELDS[name]}")(out)
        return checksum(self.SUMS[name], out.finish(), self.CODES[name])

    def _argument_of(self, name: str, param: str) -> Any:
        record = self._read_slot(name)
        default = getattr(record, f"_default_{param}", None)
        if default is None:
            raise NotGivenError("has to be given", self._path_now)
        return default()

    def _padding_after(self) -> int:
        """Return the padding that a tree gives for the bits after the bit field that is written."""
        given = self._given
        padding = getattr(given, "_padding", {}) if isinstance(given, TreeRecord) else given.get(PADDING, {})
        bits = padding.get(self._at, 0) if isinstance(padding, Mapping) else padding
        if not isinstance(bits, int):
            raise WriteError("has padding that is no number", self._path_now, actual=repr(bits))
        return bits


def content_size(data: Any) -> int:
    """Return the size of the content of a field: bytes, or a stream."""
    if isinstance(data, Output):
        data.finish()
        assert data.total is not None
        return data.total
    return len(data)


def writing(kind: type[TreeRecord]) -> type[Any]:
    """Return the class of the records of a type that are written."""
    found = kind.__dict__.get("_writing")
    if found is None:
        found = type(kind.__name__, (Writing, kind), {"__slots__": _SLOTS, "_ids": members_by_attribute(kind)})
        kind._writing = found  # type: ignore[attr-defined]
    return found


def made(
    kind: type[TreeRecord],
    value: Any,
    holder: Any,
    place: int | None = None,
    arguments: tuple[Callable[[], Any], ...] = (),
    *,
    apart: bool = False,
    parent: Any = None,
) -> Any:
    """Return the record for what a tree gives for the field of another one.

    Args:
        kind: the class of the record.
        value: a mapping, a record, or ready bytes.
        holder: the record that has the field, which it works on.
        place: in the list of the field.
        arguments: for the params of the class.
        apart: whether it is written to a stream of its own.
        parent: the record that is its parent, in place of the holder.
    """
    self = begun_record(kind, value)
    self._holder, self._field, self._place, self._index = holder, holder._at, place, place
    self._parent = holder if parent is None else parent
    self._root = holder._root if kind.SCHEMA == holder.SCHEMA else self
    self._arguments = arguments
    self._io = Output(holder._io.layout, self) if apart else holder._io
    take_tree(self, kind, value)
    return self


def begun_record(kind: type[TreeRecord], value: Any) -> Any:
    self = object.__new__(writing(kind))
    self._at, self._n, self._made = "", None, set()
    self._ready = None
    self._given = value
    return self


def take_tree(self: Any, kind: type[TreeRecord], value: Any) -> None:
    """Check what a record is made from, and fill its slots where that is a record of its class."""
    if type(value) is kind and value._io is not MADE:
        self._fill(value)
        _derive_at_once(self, value)
    elif isinstance(value, Mapping):
        for name in () if (value.keys() if type(value) is dict else set(value)) <= kind.FIELDS.keys() else value:
            if name not in kind.FIELDS and name not in kind.PLACED and name not in kind.VALUES and name != PADDING:
                known = (*kind.FIELDS, *kind.PLACED, *kind.VALUES)
                listed = ", ".join(known) or "none"
                raise WriteError(
                    f"has no field {name!r}{name_meant(str(name), known)}", self._path(), expected=f"one of {listed}"
                )
        _fill_at_once(self, kind, value)
    elif isinstance(value, Buffer) or hasattr(value, "__buffer__"):
        self._ready, self._given = given_bytes(value, self._path()), {}
    else:
        raise WriteError("has to be a dict or ready bytes", self._path(), actual=type(value).__name__)


def following(record: TreeRecord, attribute: str) -> Any:
    """Return a member of a record made by name that follows from the others.

    Raises:
        AttributeError: it does not, or only from where the record is in a file.
    """
    layout = Layout(fresh=True)
    try:
        value = getattr(root_record(type(record), record, layout), attribute)
    except (WriteError, FormatError, *FAILURES) as error:
        reason = getattr(error, "reason", None) or f"is not set, and cannot be computed ({error})"
    else:
        if not layout.guessed and not isinstance(value, Writing):
            return value
        reason = "is known when the file is written"
    raise AttributeError(f"{type(record).__name__}.{attribute} {reason}")


def root_record(kind: type[TreeRecord], tree: Any, layout: Layout) -> Any:
    """Return the record for what a tree gives for a whole file."""
    root = begun_record(kind, tree)
    root._holder = root._parent = None
    root._root, root._field, root._place, root._index, root._arguments = root, "", None, None, ()
    root._io = Output(layout)
    take_tree(root, kind, tree)
    return root


def _derive_at_once(self: Any, value: Any) -> None:
    """Derive what follows from texts, bytes and lists; what fails is computed when it is asked for, which tells why."""
    if self._io.layout.fresh:
        with suppress(*FAILURES):
            self._derive(value)


def _fill_at_once(self: Any, kind: type[TreeRecord], value: Mapping[str, Any]) -> None:
    """Fill slots from a mapping, up to the first that it does not give."""
    given = object.__new__(kind)
    with suppress(WriteError, *FAILURES):
        for name, attribute in kind.FIELDS.items():
            if (each := value.get(name)) is not None:
                setattr(given, attribute, each)
        self._fill(given)
        _derive_at_once(self, given)
