"""A format from its schema alone: the model is the tree of the file, the ids of the schema are its keys."""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from nacformats.codec.streams import Buffer, Source
from nacformats.codec.trees.record import MAPPING_METHODS, TreeRecord, members_by_attribute, name_meant, read_everything
from nacformats.codec.trees.values import Float
from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.findings import Finding
from nacformats.formats.base import Format, Model, Room
from nacformats.limits import MAX_GAP_BYTES

if TYPE_CHECKING:
    from nacformats.codec.trees.codec import SchemaCodec

#: The rule that a file keeps: its bytes follow the schema, and writing gives them back.
RULE = "schema.layout"
#: What to do about a file that can be read and not written back: when it is refused, when it was read, when writing.
_REFUSED = "it can be read with strict=False or --lenient"
_READ = "it can be read, but not written back byte for byte"
_UNWRITTEN = "its JSON, or a dict without the offsets, can be written instead and is laid out anew"
#: Bytes are compared in pieces of this size.
_PIECE_BYTES = 1 << 16
#: What is written is read back, to tell which number was expected, where it takes at most so many bytes.
_READ_BACK_BYTES = 1 << 26
#: The attributes of a tree that are no members of it.
_OWN = frozenset({"format", "fields", "source", "displaced"})
#: Members that are called like these are keys alone.
_KEYS_ALONE = _OWN | {"close"}


class TreeFields(dict[str, Any]):
    """One record of a tree as a dict, whose records are dicts as well.

    Attributes:
        derived: the fields that writing takes from the others: counts, lengths, offsets, magic numbers.
    """

    def __init__(self, fields: Iterable[tuple[str, Any]], derived: Collection[str]) -> None:
        super().__init__(fields)
        self.derived = derived


class Tree(Model, MutableMapping[str, Any]):
    """The contents of a file of a format without a model of its own: a mapping by field id.

    A field is a number, text, bytes, an enum member (a plain int where the enum has no name for it), a record (a
    mapping whose members are attributes as well), or a list of these; a LEB128 number is an int. Instances with `pos`
    have their ids as keys, and are read when they are asked for. A field that is not in the file is not in the mapping.

    The tree may be changed, by key or by attribute: plain dicts and lists go in, and enum members by name or number.
    Counts, lengths and offsets that were read are derived anew when the tree is written; one that was set, and is not
    what follows from the rest, is an error. A member of the name of a method of a mapping (`items`, ...) is the
    attribute; one that is called `format`, `fields`, `source`, `displaced` or `close` is a key alone. Where one is
    called `keys`, `dict(Mapping.items(tree))` is the dict of the tree.

    Attributes:
        format: name of the format.
        fields: the fields of the root.
        displaced: where writing would not give the bytes of the file back, from which it was read leniently; None where
            it does. Such a tree is not written; a plain dict without its offsets is, and laid out anew.
    """

    displaced: Finding | None = None

    def __init__(self, format: str, fields: Mapping[str, Any], source: Source | None = None) -> None:  # noqa: A002
        self.format = format
        self.fields: MutableMapping[str, Any] = fields if isinstance(fields, MutableMapping) else dict(fields)
        self.source = source

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def __getattribute__(self, name: str) -> Any:
        """Return a member of the root in place of a method of mappings that is called like it."""
        if name in MAPPING_METHODS and name in _members(fields := self.__dict__["fields"]):
            return getattr(fields, name) if isinstance(fields, TreeRecord) else fields[name]
        return object.__getattribute__(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a member of the root. AttributeError for a name that is none."""
        fields = self.__dict__.get("fields")
        known = {} if fields is None else _members(fields)
        if name in _OWN and not (name in known and name in self.__dict__):
            object.__setattr__(self, name, value)
        elif name in _KEYS_ALONE and name in known:
            raise AttributeError(f"{name!r} is what every tree has: the field of this name is tree[{name!r}]")
        elif isinstance(fields, TreeRecord) and known.get(name) in (*fields.VALUES, *fields.PARAMS):
            raise AttributeError(f"{name!r} follows from other fields, and cannot be set")
        elif isinstance(fields, TreeRecord) and name not in known:
            raise AttributeError(f"a tree of {self.format} has no member {name!r}{name_meant(name, known)}")
        else:
            self[known.get(name, name)] = value

    def __getattr__(self, name: str) -> Any:
        """Return a member of the root by its attribute, as records have it."""
        fields = self.__dict__.get("fields")
        if name[0] != "_" and fields is not None and hasattr(fields, name):
            return getattr(fields, name)
        raise AttributeError(
            f"{type(self).__name__} has no attribute {name!r}: its members are {', '.join(fields or ())}"
        )

    def __setitem__(self, name: str, value: Any) -> None:
        self.fields[name] = value

    def __delitem__(self, name: str) -> None:
        del self.fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    __eq__ = TreeRecord.__eq__
    __hash__ = None  # type: ignore[assignment]  # a tree may be changed

    def __repr__(self) -> str:
        return f"<Tree of {self.format}: {', '.join(self.fields)}>"


def _members(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the members of a record by their attributes, or of a dict by their ids."""
    return members_by_attribute(type(fields)) if isinstance(fields, TreeRecord) else fields


def generic_room(name: str) -> Room:
    """Return what is done with the files of a schema in schemas/. Its codec is loaded when the first file is read."""
    return _room(partial(_generated, name))


def format_of_codec(codec: SchemaCodec) -> Format:
    """Return the format of any schema, which need not be registered and may say nothing about files."""
    table = codec.table
    magic, room = table.magic, _room(lambda: codec)
    sniff = lambda head: bool(magic) and head.startswith(magic)  # noqa: E731
    return Format(table.name, table.title, table.suffix or "", sniff, lambda: room, __name__)


def _generated(name: str) -> SchemaCodec:
    from nacformats.codec.trees.codec import SchemaCodec  # noqa: PLC0415  only needed by who reads such files

    return SchemaCodec.generated(name)


def _room(codec: Callable[[], SchemaCodec]) -> Room:
    return Room(
        model=Tree,
        read=lambda source, strict: read_tree(codec(), source, strict=strict),
        write=lambda tree: write_tree(codec(), tree),
        check=lambda source, strict: check_tree(codec(), source, strict=strict),
        codec=codec,
    )


def read_tree(codec: SchemaCodec, source: Source, *, strict: bool = True) -> Tree:
    """Return the tree of a file.

    In lenient reading, instances that cannot be read, or lead back to where they are, keep nobody from reading the
    others. `displaced` has the first thing that keeps the tree from being written.

    Raises:
        FormatError: the bytes do not fit the schema or, in strict reading, their tree cannot be given back: writing
            refuses it, or gives other bytes.
    """
    root = codec.read(source)
    tree = Tree(codec.name, root, source)
    found = None if codec.is_whole(root) else _unwritten(codec, tree, source)
    if found is None:
        return tree
    error, is_unread = found
    if strict:
        error.hint = _REFUSED
        raise error
    finding = Finding.of(error, RULE)
    tree.displaced = finding if is_unread else replace(finding, severity="warning", hint=_READ)
    return tree


def _unwritten(codec: SchemaCodec, tree: Tree, source: Source) -> tuple[FormatError, bool] | None:
    """Return why writing does not give a file back, and whether that is since an instance cannot be read."""
    try:
        written = write_tree(codec, tree)
    except FormatError as error:
        is_unread = error.offset is not None
        if not is_unread:
            error.offset = _offset(codec, source, error.path)
        return error, is_unread
    offset = _first_difference(written, source.view)
    return None if offset is None else (_not_written(codec, source, offset, written), False)


def write_tree(codec: SchemaCodec, tree: Mapping[str, Any]) -> list[Buffer]:
    """Return the bytes of a tree, in pieces.

    Raises:
        FormatError: the tree does not fit the schema; path says where.
        InvalidError: it is that of a file whose bytes writing would not give back.
        UnsupportedError: it is one of another format.
    """
    if isinstance(tree, Tree) and tree.format != codec.name:
        raise UnsupportedError(f"a tree of {tree.format} cannot be written as {codec.table.title}", format=codec.name)
    if isinstance(tree, Tree) and tree.displaced is not None:
        raise replace(tree.displaced, hint=_UNWRITTEN).error()
    fields, source = (tree.fields, tree.source) if isinstance(tree, Tree) else (tree, None)
    return codec.chunks(fields, fresh=True, gap=max(MAX_GAP_BYTES, source.size if source else 0))


def check_tree(codec: SchemaCodec, source: Source, *, strict: bool = True) -> list[Finding]:
    """Return the first thing that keeps a file from being read, or from being written back."""
    try:
        tree = read_tree(codec, Source(source.view), strict=strict)
        if isinstance(tree.fields, TreeRecord) and not strict:
            read_everything(tree.fields)  # a bad instance is told; strict reading has written them all
    except FormatError as error:
        return [Finding.of(error, RULE)]
    return [] if tree.displaced is None else [tree.displaced]


def fields_of(record: Mapping[str, Any]) -> TreeFields:
    """Return a record as a dict: its fields, then its instances in the order of the file, which reads them."""
    codes: Mapping[str, str] = getattr(record, "CODES", {})
    items = ((name, _plain(value, codes.get(name, ""))) for name, value in Mapping.items(record) if value is not None)
    return TreeFields(items, getattr(record, "DERIVED", ()))


def _plain(value: Any, code: str) -> Any:
    if isinstance(value, Mapping):
        return fields_of(value)
    if isinstance(value, float) and code[1:] == "f" and not hasattr(value, "raw"):
        return Float(value, struct.pack(code, value))  # whose shortest digits are those of so many bytes
    if isinstance(value, Sequence) and not isinstance(value, str | Buffer):
        return [_plain(each, code) for each in value]
    return value


def _first_difference(written: Iterable[Buffer], whole: memoryview) -> int | None:
    """Return the first byte of a file that differs from what was written for it; None when none does."""
    start = 0
    for piece in written:
        for at in range(0, len(piece), _PIECE_BYTES):
            mine = piece[at : at + _PIECE_BYTES]
            theirs = whole[start : start + len(mine)]
            if mine != theirs:
                pairs = zip(bytes(mine), bytes(theirs), strict=False)
                return start + next((i for i, (one, other) in enumerate(pairs) if one != other), len(theirs))
            start += len(mine)
    return start if start < len(whole) else None


def _not_written(codec: SchemaCodec, source: Source, offset: int, written: list[Buffer]) -> FormatError:
    """Return the error for a field that writing would not give back, or for a byte that belongs to none."""
    from nacformats.codec.locator import Locator  # noqa: PLC0415

    locator = Locator(codec, source)
    path, end = locator.path(offset), "the end of the file"
    expected, actual = _byte(written, offset), _byte([source.view], offset) or end
    error = InvalidError(
        "is not what writing gives" if path else "belongs to no field",
        format=codec.name,
        path=path,
        offset=offset,
        expected=f"a byte {expected}" if expected else end,
        actual=actual,
    )
    if path and sum(map(len, written)) <= _READ_BACK_BYTES:
        numbers = locator.number(path), Locator(codec, Source(b"".join(written))).number(path)
        if None not in numbers and numbers[0] != numbers[1]:
            error.actual, error.expected = numbers
            error.offset = locator.offset(path)
    return error


def _byte(pieces: Iterable[Buffer], offset: int) -> str:
    """Return one byte of what is given in pieces; nothing where they end before it."""
    for piece in pieces:
        if offset < len(piece):
            return bytes(piece[offset : offset + 1]).hex()
        offset -= len(piece)
    return ""


def _offset(codec: SchemaCodec, source: Source, path: str | None) -> int:
    from nacformats.codec.locator import Locator  # noqa: PLC0415

    return Locator(codec, source).offset(path or "")
