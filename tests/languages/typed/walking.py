"""What Python says of every member of a file, one line each, in the form in which the programs of languages say it.

PATH=VALUE, or PATH~VALUE of a member of any kind; a value is a whole number, r and the bits of a float of 8 bytes,
`true`, t and the UTF-8 or b and the bytes of a text or of bytes, [...], {...}, or nothing of what is not there.
"""

from __future__ import annotations

import codecs
import math
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from nacformats.codec.elements import RecordElements
from nacformats.codec.streams import Source
from nacformats.codec.trees.record import TreeRecord, read_everything
from nacformats.errors import FormatError
from nacformats.languages.views import SchemaViews, View, ViewMember, views_of
from nacformats.limits import MAX_GAP_BYTES
from nacformats.schema.expressions import Attribute, Name, walk
from nacformats.schema.model import SwitchKind, TextKind, Type
from tests.conformance.answers import MOST_UNITS, tables_at_once
from tests.conformance.schemas import Subject

#: So many members of a file are looked at.
MOST_LINES = 4000


@dataclass(frozen=True)
class Shown:
    """The views of a schema, by the types of Python's records.

    Attributes: deciding: ids that a switch looks at; encodings: of texts, by type and id, but UTF-8.
    """

    subject: Subject
    views: SchemaViews
    of_types: dict[tuple[str, str], View]
    deciding: frozenset[str]
    encodings: dict[tuple[str, str], str]

    def members(self, record: TreeRecord) -> Iterator[tuple[ViewMember, str]]:
        """Yield the members of a record, with their attributes."""
        view = self.of_types[record.SCHEMA, record.NAME]
        attributes = {**record.PARAMS, **record.FIELDS, **record.PLACED, **record.VALUES}
        for member in view.members:
            yield member, attributes[member.id]


def shown(subject: Subject) -> Shown:
    views = views_of(subject.model)
    by_number = {number: target for target, number in views.tables.types.items()}
    named = {_name(by_number[view.type]): view for view in views.views}
    encodings = dict(_encodings(by_number.values()))
    return Shown(subject, views, named, frozenset(_deciding(by_number.values())), encodings)


def _encodings(targets: Iterable[Type]) -> Iterator[tuple[tuple[str, str], str]]:
    for target in targets:
        for member in (*target.fields, *target.placed):
            if isinstance(member.kind, TextKind) and codecs.lookup(member.kind.encoding).name not in ("utf-8", "ascii"):
                yield (target.qualified, member.id), member.kind.encoding


def _deciding(targets: Iterable[Type]) -> Iterator[str]:
    for target in targets:
        for member in (*target.fields, *target.placed):
            if isinstance(member.kind, SwitchKind):
                yield from (each.id for each in walk(member.kind.on) if isinstance(each, Name | Attribute))


def _name(target: Type) -> tuple[str, str]:
    return target.schema, target.qualified


class Line(NamedTuple):
    """A member that was reached. `record` and `attribute` are what holds it; index: in a list, or None."""

    path: str
    text: str
    member: ViewMember
    record: TreeRecord
    attribute: str
    index: int | None


def read(what: Shown, data: bytes) -> TreeRecord:
    """Return the root of a file of which all was read."""
    with tables_at_once():
        root = what.subject.codec.read_part(Source(data).view, 0, units=MOST_UNITS)
        read_everything(root)
    return root


def lines(what: Shown, record: TreeRecord, above: str = "") -> Iterator[Line]:
    """Yield all members, those of records in a record after it; lists are there as a whole as well."""
    for member, attribute in what.members(record):
        path = f"{above}{member.id}"
        try:
            value = getattr(record, attribute)
        except FormatError as error:
            yield Line(path, f"!{error.path}", member, record, attribute, None)
            continue
        listed = _is_list(value) and member.is_list
        yield Line(path, text_of(value, member), member, record, attribute, None)
        for index, each in enumerate(value if listed else [value]):
            if isinstance(each, TreeRecord) and member.is_stored:
                yield from lines(what, each, f"{path}[{index}]." if listed else f"{path}.")
            elif listed:
                yield Line(f"{path}[{index}]", text_of(each, member), member, record, attribute, index)


def text_of(value: Any, member: ViewMember) -> str:
    """Return a value in the form of the programs."""
    match value:
        case None:
            return ""
        case TreeRecord():
            return "{}"
        case bool():
            return "true" if value else "false"
        case int() if member.kind == "bool":
            return "true" if value else "false"
        case int():
            return str(int(value))
        case float():
            return text_of_real(value)
        case str():
            return f"t{value.encode().hex()}"
        case bytes() | bytearray() | memoryview():
            return f"b{bytes(value).hex()}"
    return f"[{','.join(text_of(each, member) for each in value)}]"


def text_of_real(value: float) -> str:
    return "rnan" if math.isnan(value) else f"r{struct.pack('>d', value).hex()}"


def of_text(text: str) -> Any:
    """Return the value that a text is of."""
    match text[:1]:
        case "r":
            return math.nan if text == "rnan" else struct.unpack(">d", bytes.fromhex(text[1:]))[0]
        case "t":
            return text == "true" if text == "true" else bytes.fromhex(text[1:]).decode()
        case "f":
            return False
        case "b":
            return bytes.fromhex(text[1:])
    return int(text)


def _is_list(value: Any) -> bool:
    return isinstance(value, Sequence | RecordElements) and not isinstance(value, str | bytes | bytearray | memoryview)


def written(what: Shown, root: TreeRecord, data: bytes) -> str:
    """Return what is written: a sum of the bytes and how many they are, or ! and the path of what is refused."""
    try:
        made = b"".join(what.subject.codec.chunks(root, fresh=True, gap=max(MAX_GAP_BYTES, len(data))))
    except FormatError as error:
        return f"!{error.path or ''}"
    return sum_of(made)


def sum_of(data: bytes) -> str:
    """Return the FNV-1a of some bytes, and their number."""
    found = 0x811C9DC5
    for byte in data:
        found = (found ^ byte) * 0x01000193 & 0xFFFFFFFF
    return f"{found:08x} {len(data)}"


def walked(what: Shown, data: bytes) -> list[str]:
    """Return the answer to a file: all members, and what is written when each was set to its own value."""
    root = read(what, data)
    found = [f"{line.path}{'~' if line.member.kind == 'value' else '='}{line.text}" for line in _whole(what, root)]
    return [*found, written(what, root, data)]


def _whole(what: Shown, root: TreeRecord) -> Iterator[Line]:
    """Yield the members, the first ones of very many; elements of lists are in them."""
    number = 0
    for line in lines(what, root):
        if line.index is None:
            number += 1
            if number > MOST_LINES:
                return
            yield line


def changed(what: Shown, data: bytes, path: str, value: str) -> list[str]:
    """Return the answer to a member that is set: what it is then, and what is written."""
    root = read(what, data)
    line = next(each for each in lines(what, root) if each.path == path)
    number = of_text(value)
    if line.index is None:
        setattr(line.record, line.attribute, number)
    else:
        listed = list(getattr(line.record, line.attribute))
        listed[line.index] = number
        setattr(line.record, line.attribute, listed)
    got = getattr(line.record, line.attribute)
    return [text_of(got if line.index is None else got[line.index], line.member), written(what, root, data)]
