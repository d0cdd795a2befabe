"""The machine of other languages, run as Python."""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from nacformats.errors import FormatError
from nacformats.languages.machine.documents import answer
from nacformats.languages.machine.model import Machine
from nacformats.languages.machine.schema import load_schema
from nacformats.languages.tables import machine_tables
from nacformats.schema.reading import schema_model
from nacformats.targets.loading import schema_of_file

HERE = Path(__file__).parent


def machine_of(schema: str | Path) -> Machine:
    """Return a machine with the tables of a schema: of a name in schemas/, or of a file."""
    tables = machine_tables(schema_model(schema) if isinstance(schema, str) else schema_of_file(schema))
    machine = Machine()
    load_schema(machine, tables.numbers, tables.texts)
    return machine


def said(machine: Machine, data: bytes) -> Any:
    """Return the answer about a file: ["ok", tree, written back] or ["no", path, offset, message]."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)  # deeper than the machine lets files be
    try:
        return json.loads(answer(machine, bytearray(data)))
    finally:
        sys.setrecursionlimit(usual)


def plain(value: Any) -> Any:
    """Return a value of a tree of Python as the protocol has it; a float by its value, which may be of 4 bytes."""
    match value:
        case bool() | None | str():
            return value
        case float():
            return {"$real": struct.pack(">d", value).hex()}
        case bytes() | bytearray() | memoryview():
            return {"$hex": bytes(value).hex()}
        case int():
            return int(value)
        case Mapping():
            return {key: plain(each) for key, each in Mapping.items(value) if each is not None}
    return [plain(each) for each in value]


def comparable(value: Any) -> Any:
    """Return the same of an answer: what Python's trees do not have is left out."""
    match value:
        case {"$real": str(digits)}:
            real = struct.unpack(">d" if len(digits) == 16 else ">f", bytes.fromhex(digits))[0]
            return {"$real": struct.pack(">d", real).hex()}
        case {"$varint": int(number)}:
            return number
        case dict():
            return {key: comparable(each) for key, each in value.items() if key != "$padding"}
        case list():
            return [comparable(each) for each in value]
    return value


def outcome(room: Any, data: bytes) -> tuple[Any, bool]:
    """Return what Python says: the tree, or "no", path and offset; and whether it writes the file back."""
    try:
        tree = plain(dict(room.loads(data, strict=False)))
    except FormatError as error:
        return ["no", error.path or "", error.offset], False
    try:
        room.loads(data)
    except FormatError:
        return tree, False
    return tree, True


def differences(machine: Machine, room: Any, files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield files on which the machine and Python are not of one opinion."""
    for name, data in files.items():
        answered = said(machine, data)
        found, is_back = outcome(room, data)
        if answered[3:] == ["belongs to no field"]:  # Python says so if it is strict
            if is_back or isinstance(found, list):
                yield f"{name}: {answered} is {found} in Python"
        elif answered[0] == "no":
            if answered[:3] != found:
                yield f"{name}: {answered} is {found} in Python"
        elif comparable(answered[1]) != comparable(found):
            yield f"{name}: another tree"
        elif (answered[2] is True) != is_back:
            yield f"{name}: written back is {answered[2]}, and {is_back} in Python"
