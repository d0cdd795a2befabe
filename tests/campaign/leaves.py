"""A whole tree as one list of texts: what read_trees.cjs makes of the trees of the JavaScript parsers."""

from __future__ import annotations

import hashlib
import math
import struct
from functools import cache
from typing import Any

import kaitaistruct as ks

from nacformats._generated import schemas
from nacformats.codec.tables import class_name, table_of
from nacformats.schema.model import uses
from nacformats.schema.reading import schema_model

#: Numbers that a double may not hold exactly are compared by their kind only.
LARGE = 2**52
MISSING, REFERENCE, NUMBER, WIDE, TEXT, BYTES, BEGIN, END = "_", "&", "n", "w", "s", "x", "{", "}"


def digest_of(root: ks.KaitaiStruct) -> str:
    """The sha1 of the leaves of a tree; raises whatever its instances raise."""
    out: list[str] = []
    _of_struct(root, out)
    return hashlib.sha1("\n".join(out).encode(), usedforsecurity=False).hexdigest()


def _of_struct(record: Any, out: list[str]) -> None:
    out.append(BEGIN)
    for name in [name for name in vars(record) if name[0] != "_"]:
        _of(getattr(record, name), record, out)
    for name in _instances(type(record)):
        _of(getattr(record, name), record, out)
    out.append(END)


@cache
def _instances(cls: type[Any]) -> tuple[str, ...]:
    found = (name for name, member in vars(cls).items() if isinstance(member, property))
    return tuple(name for name in found if f"{cls.__name__}.{name}" not in inner_files())


@cache
def inner_files() -> frozenset[str]:
    """Views of what bytes hold by another schema, as Class.instance: what is wrong with that refuses no file."""
    return frozenset(
        f"{class_name(target.id)}.{view.id}"
        for name in schemas("kaitai")
        for target in schema_model(name).types
        for view in target.views
        for use in uses(view.kind)
        if use.type.schema != name
    )


def _of(value: Any, owner: Any, out: list[str]) -> None:
    if isinstance(value, int):
        out.append(WIDE if abs(value) >= LARGE else f"{NUMBER}{int(value)}")
    elif isinstance(value, ks.KaitaiStruct):
        if value._parent is not None and value._parent is not owner:
            out.append(REFERENCE)
        else:
            _of_struct(value, out)
    elif isinstance(value, list):
        out.append(BEGIN)
        for element in value:
            _of(element, owner, out)
        out.append(END)
    elif isinstance(value, str):
        out.append(TEXT + value)
    elif isinstance(value, bytes | memoryview):
        out.append(BYTES + bytes(value).decode("latin-1"))
    else:
        out.append(MISSING if value is None else _of_float(value))


def _of_float(value: float) -> str:
    if math.isnan(value):
        return "nan"
    if abs(value) >= LARGE:
        return WIDE
    return f"{NUMBER}{int(value)}" if value.is_integer() else NUMBER + struct.pack(">d", value).hex()


def place_of(error: BaseException) -> tuple[str, str]:
    """Kind and place of a refusal, as read_trees.cjs gives them."""
    if isinstance(error, ks.ValidationFailedError):
        return type(error).__name__, f"{error.src_path} at {error.io.pos()}"
    if isinstance(error, ks.NoTerminatorFoundError):
        return "EOF", ""
    if isinstance(error, ks.EndOfStreamError):
        return "EOF", f"{error.bytes_needed} of {error.bytes_available}" if error.bytes_needed < LARGE else ""
    if isinstance(error, EOFError):
        return "EOF", ""
    return type(error).__name__, ""


def compare_construct(record: Any, built: Any, path: str = "") -> None:
    """Assert that a record of a construct has the fields and instances of one of a Kaitai parser, all the way down."""
    names = [name for name in vars(record) if name[0] != "_"]
    for name in (*names, *_computed(type(record))):
        _compare(getattr(record, name), built.get(name), record, f"{path}.{name}" if path else name)


@cache
def _computed(cls: type[Any]) -> tuple[str, ...]:
    """The instances that the construct has as well: all but those of the Web IDE."""
    described = table_of(cls.__module__.rpartition(".")[2]).types[cls.__qualname__]
    return tuple(name for name in _instances(cls) if name in described.members or name in described.values)


def _compare(value: Any, other: Any, owner: Any, path: str) -> None:
    if isinstance(value, list):
        assert len(value) == len(other), path
        for index, (one, two) in enumerate(zip(value, other, strict=True)):
            _compare(one, two, owner, f"{path}[{index}]")
    elif not isinstance(value, ks.KaitaiStruct):
        assert value == other or (value != value and other != other), f"{path}: {value!r}, {other!r}"
    elif isinstance(other, int):  # a number in several bytes
        assert value.value == other, f"{path}: {value.value}, {other}"
    elif value._parent is None or value._parent is owner:
        compare_construct(value, other, path)
