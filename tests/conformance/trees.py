"""Trees as JSON, in the form of docs/languages.md, and where two of them differ."""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from typing import Any

from kaitaistruct import KaitaiStruct

from nacformats.codec.elements import RecordElements
from nacformats.codec.trees.record import PADDING, TreeRecord
from nacformats.codec.trees.values import Float, Varint
from nacformats.schema.model import Bits, Field, NumberKind, Type, uses
from nacformats.schema.writing import is_bare
from tests.conformance.schemas import Subject

_TRUTHS = (Bits(1, "be"), Bits(1, "le"))
HEX, REAL, VARINT = "$hex", "$real", "$varint"


# of the machine


def tree_json(subject: Subject, record: TreeRecord) -> dict[str, Any]:
    """Return a record of the machine as JSON; instances are read."""
    made: dict[str, Any] = {}
    for id, attribute in (*record.FIELDS.items(), *record.PLACED.items()):  # noqa: A001
        value = getattr(record, attribute)
        if value is None or (id in record.PLACED and id not in record.OFFSETS and takes_no_bytes(value)):
            continue
        made[id] = _value(subject, value, record, id)
    padding = record._known("_padding")
    return made | ({PADDING: dict(padding)} if padding else {})


def takes_no_bytes(value: Any) -> bool:
    """Return True for an empty list, and for records without fields: lookups."""
    listed = value if isinstance(value, list | RecordElements) else [value]
    return all(isinstance(each, TreeRecord) and not each.FIELDS for each in listed)


def _value(subject: Subject, value: Any, owner: TreeRecord, id: str) -> Any:  # noqa: A002
    match value:
        case TreeRecord():
            return tree_json(subject, value)
        case str():
            return str(value)  # of that type, even if it knows how it was packed
        case bool():
            return value
        case Varint():
            return {VARINT: int(value), "width": value.width} if value.width != value.width_of(value) else int(value)
        case int():
            return bool(value) if (owner.SCHEMA, owner.NAME, id) in subject.truths else int(value)
        case float():
            return {REAL: _bits(value, subject.floats[owner.SCHEMA, owner.NAME, id], owner)}
        case bytes() | bytearray() | memoryview():
            return {HEX: bytes(value).hex()}
    return [_value(subject, each, owner, id) for each in value]


def _bits(value: float, kind: NumberKind, owner: TreeRecord) -> str:
    if isinstance(value, Float):  # a NaN, which has its bytes in the order of the file
        is_little = owner._le if kind.endian == "switched" else kind.endian == "le"
        return (value.raw[::-1] if is_little else value.raw).hex()
    return struct.pack(">f" if kind.width == 4 else ">d", value).hex()


# of Kaitai's Python parsers


def kaitai_json(record: KaitaiStruct, target: Type) -> dict[str, Any]:
    """Return a record of Kaitai's parser as JSON, by the type that describes it.

    The parser keeps neither the bits of a NaN nor those that no field takes.
    """
    made: dict[str, Any] = {}
    for member in (*target.fields, *target.placed):
        value = getattr(record, member.id, None)
        is_placed = member in target.placed
        if value is None or (is_placed and not has_offset(target, member) and _is_nothing(member, value)):
            continue
        made[member.id] = _of_kaitai(value, member)
    return made


def has_offset(target: Type, member: Field) -> bool:
    """Return True for an instance whose position a field says."""
    pos = member.pos
    return pos is not None and any(is_bare(pos, each.id) for each in target.fields)


def _is_nothing(member: Field, value: Any) -> bool:
    """Return True for an empty list, and for records without fields."""
    empty = {use.type.qualified for use in uses(member.kind) if not use.type.fields}
    listed = value if isinstance(value, list) else [value]
    return all(isinstance(each, KaitaiStruct) and type(each).__qualname__ in empty for each in listed)


def _of_kaitai(value: Any, member: Field) -> Any:
    match value:
        case KaitaiStruct():
            return _struct(value, member)
        case bool() | str():
            return value
        case int():
            return bool(value) if member.kind in _TRUTHS else int(value)
        case float():
            return {REAL: struct.pack(">d", value).hex()}
        case bytes() | bytearray() | memoryview():
            return {HEX: bytes(value).hex()}
    return [_of_kaitai(each, member) for each in value]


def _struct(record: Any, member: Field) -> Any:
    name = type(record).__qualname__
    if name == "Uleb128":
        width, value = len(record.groups) + (getattr(record, "tenth", None) is not None), record.value
        return {VARINT: value, "width": width} if width != Varint.width_of(value) else value
    target = next(use.type for use in uses(member.kind) if use.type.qualified == name)
    return kaitai_json(record, target)


# differences


def reduced(tree: Any, *, bits: bool, digits: bool) -> Any:
    """Return a tree without what a reader does not claim to know.

    Args:
        tree: as JSON.
        bits: whether those of a NaN, and those that no field takes, are known.
        digits: whether all of an integer from 2^53 on are.
    """
    if bits and digits:
        return tree
    match tree:
        case {"$real": str(text)} if not bits and _is_nan(text):
            return {REAL: "NaN"}
        case dict():
            kept = ((key, value) for key, value in tree.items() if bits or key != PADDING)
            return {key: reduced(value, bits=bits, digits=digits) for key, value in kept}
        case list():
            return [reduced(each, bits=bits, digits=digits) for each in tree]
        case int() if not digits and abs(tree) >= 1 << 53:
            return float(tree)
    return tree


def _is_nan(text: str) -> bool:
    return math.isnan(struct.unpack(">f" if len(text) == 8 else ">d", bytes.fromhex(text))[0])


def difference(expected: Any, found: Any, path: str = "") -> str | None:
    """Return the first place where two trees differ, and how; None where they are equal.

    A float may have the digits of a wider one: a switch that chooses between numbers need not say which it took.
    """
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        if REAL in expected and REAL in found:
            same = is_same_real(expected[REAL], found[REAL])
            return None if same else f"{path}: {expected[REAL]} is expected, got {found[REAL]}"
        for key in dict.fromkeys([*expected, *found]):
            where = f"{path}.{key}" if path else str(key)
            if (key in expected) != (key in found):
                return f"{where}: {'is missing' if key in expected else 'is not expected'}"
            if (found_there := difference(expected[key], found[key], where)) is not None:
                return found_there
        if list(expected) != list(found):
            return f"{path or 'the root'}: the keys are in another order: {', '.join(found)}"
        return None
    if isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found):
            return f"{path}: {len(expected)} elements are expected, got {len(found)}"
        pairs = zip(expected, found, strict=True)
        wrong = (difference(one, other, f"{path}[{at}]") for at, (one, other) in enumerate(pairs))
        return next((each for each in wrong if each is not None), None)
    if type(expected) is type(found) and expected == found:
        return None
    return f"{path}: {_shown(expected)} is expected, got {_shown(found)}"


def is_same_real(one: str, other: str) -> bool:
    """Return True if the digits of two floats are the same, or one is the other in eight bytes."""
    if one == other or len(one) == len(other):
        return one == other
    wide, narrow = sorted((one, other), key=len, reverse=True)
    if (len(wide), len(narrow)) != (16, 8):
        return False
    number, single = struct.unpack(">d", bytes.fromhex(wide))[0], struct.unpack(">f", bytes.fromhex(narrow))[0]
    return struct.pack(">d", number) == struct.pack(">d", single) or (math.isnan(number) and math.isnan(single))


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
