"""Constants of `cnst` and of the orchestrator (NAC v1.6, section 5.3)."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from nacformats._generated.columns.nac import constant
from nacformats._generated.python import nac as records
from nacformats._generated.tables.nac import SCHEMA
from nacformats.codec.columns import Columns
from nacformats.codec.streams import Buffer
from nacformats.errors import LimitError
from nacformats.formats.records import FORMAT_NAME
from nacformats.formats.records.rows import Arrays, IdTable, drafted, largest, list_of_record, utf8
from nacformats.formats.stored import Rows
from nacformats.plain import PlainValue

ConstantKind: TypeAlias = records.ConstantKind
ConstantValue = None | bool | int | float | str | list[int] | list[float]
Payload = None | bool | int | str | bytes | tuple[int, ...]

# The field of `body` with the payload by type; null has none.
_PAYLOADS = {
    kind: next((field.id for field in body.fields), None)
    for kind, body in SCHEMA.cases(constant.parser, "body").items()
}

#: Elements of a list of floats.
FLOAT32 = np.dtype("<f4")
_FLOAT64 = struct.Struct("<d")
_MAX_LENGTH = largest(constant, "length")


class Constant(PlainValue):
    """A constant.

    Attributes:
        kind: its type.
        payload: what the file holds: None, bool, int or str, a tuple of int32, or, for floats, their bytes.
        length: the length field; for null and boolean it may be anything.
    """

    kind: ConstantKind
    payload: Payload
    length: int

    @classmethod
    def of(cls, value: Any) -> Constant:
        """Make a constant from None, bool, int, float, str, or a list or tuple of numbers (NumPy's included).

        Lists become int32 when every element is an int, else float32. Two constants are equal when their types
        and their bytes are: True, 1 and 1.0 are three constants, and so are 0.0 and -0.0.

        Raises:
            LimitError: it does not fit the format.
            TypeError: the format has no type for it.
        """
        value = value.tolist() if isinstance(value, np.ndarray | np.generic) else value
        if value is None:
            return cls(ConstantKind.none, None, 0)
        if isinstance(value, bool):
            return cls(ConstantKind.truth, value, 1)
        if isinstance(value, int):
            return cls(ConstantKind.int64, _within(value, np.int64), 8)
        if isinstance(value, float):
            return cls(ConstantKind.float64, _FLOAT64.pack(value), 8)
        if isinstance(value, str):
            return cls(ConstantKind.text, value, _length(len(value.encode()), "bytes"))
        if isinstance(value, list | tuple):
            return cls._of_list(value)
        raise TypeError(f"a NAC constant cannot be a {type(value).__name__}: {value!r}")

    @classmethod
    def _of_list(cls, listed: Sequence[Any]) -> Constant:
        length = _length(len(listed), "elements")
        numbers = [item.item() if isinstance(item, np.generic) else item for item in listed]
        if all(isinstance(item, int) for item in numbers):
            return cls(ConstantKind.int32_list, tuple(_within(int(item), np.int32) for item in numbers), length)
        if not all(isinstance(item, int | float) for item in numbers):
            raise TypeError(f"a list in a NAC constant holds numbers only: {listed!r}")
        return cls(ConstantKind.float32_list, np.array([_single(item) for item in numbers], FLOAT32).tobytes(), length)

    @property
    def value(self) -> ConstantValue:
        """The value in Python; a new list each time."""
        if self.kind is ConstantKind.float64:
            assert isinstance(self.payload, bytes)
            return float(_FLOAT64.unpack(self.payload)[0])
        if self.kind is ConstantKind.float32_list:
            assert isinstance(self.payload, bytes)
            return [float(item) for item in np.frombuffer(self.payload, FLOAT32)]
        if self.kind is ConstantKind.int32_list:
            assert isinstance(self.payload, tuple)
            return list(self.payload)
        assert not isinstance(self.payload, bytes | tuple)
        return self.payload


class Constants(Rows[Constant]):
    """Constants as columns.

    Attributes:
        columns: the fields of constants by their paths in the schema.
        data: the buffer that texts and floats are in.
    """

    def __init__(self, columns: Arrays, data: Buffer) -> None:
        self.columns = columns
        self.data = data

    @classmethod
    def of(cls, constants: Sequence[Constant], path: str) -> Constants:
        """Return the columns of some constants; path: of their list in the file. FormatError when one does not fit."""
        rows = ({"kind": each.kind, "length": each.length, **_body(each, path)} for each in constants)
        columns = drafted(constant, rows, path + "[{}]")
        return cls(columns, columns["data"])

    @classmethod
    def by_id(cls, view: memoryview, columns: Columns) -> IdTable[Constant]:
        """Return the constants of a file by id."""
        return IdTable.of_rows(columns["id_constant"].tolist(), cls(columns, view))

    def __len__(self) -> int:
        return len(self.columns["kind"])

    def row(self, index: int) -> Constant:
        kind = ConstantKind(int(self.columns["kind"][index]))
        return Constant(kind, self._payload(kind, index), int(self.columns["length"][index]))

    def _payload(self, kind: ConstantKind, index: int) -> Payload:
        name = _PAYLOADS[kind]
        if name is None:
            return None
        path = f"body.{name}"
        if f"{path}[]" in self.columns:
            return list_of_record(self.columns, path, index)
        if f"{path}@" in self.columns:
            start, size = int(self.columns[f"{path}@"][index]), int(self.columns[f"{path}#"][index])
            raw = self.data[start : start + size]
            return str(raw, "utf-8") if kind is ConstantKind.text else bytes(raw)
        number = int(self.columns[path][index])
        return bool(number) if kind is ConstantKind.truth else number


class Orchestrator(PlainValue):
    """The section `orch` (section 9): bytecode that runs models, and the constants that it refers to, by id."""

    bytecode: Buffer = b""
    constants: IdTable[Constant] = IdTable()


def _body(each: Constant, path: str) -> dict[str, Any]:
    """Return the payload of a constant by the path of its field."""
    name = _PAYLOADS[each.kind]
    payload = utf8(each.payload, path) if isinstance(each.payload, str) else each.payload
    return {} if name is None else {f"body.{name}": payload}


def coerce(value: ConstantValue, code: str) -> ConstantValue:
    """Return a constant as its signature code requires: writers store True, 1 and 1.0 as whichever of them came first.

    Values that the code cannot mean are left alone, such as 0.5 for an integer.
    """
    if not isinstance(value, bool | int | float):
        return value
    if code == "b":
        return bool(value)
    if code in "iA" and value == value // 1:
        return int(value)
    return float(value) if code == "f" else value


def is_tensor(value: ConstantValue) -> bool:
    """True if a constant holds numbers, and can be an input (section 7.1.4); null and text stand for lost ones."""
    return isinstance(value, bool | int | float | list)


def _within(number: int, dtype: type[np.integer[Any]]) -> int:
    limits = np.iinfo(dtype)
    if limits.min <= number <= limits.max:
        return number
    expected = f"{limits.min} to {limits.max}"
    raise LimitError(f"the constant does not fit {limits.dtype}", format=FORMAT_NAME, expected=expected, actual=number)


def _single(number: float) -> float:
    """Return a number that float32 has, after rounding: the shortest decimals of its largest number are above it."""
    limit = float(np.finfo(np.float32).max)
    if (isinstance(number, float) and not np.isfinite(number)) or abs(number) <= limit:
        return number
    with np.errstate(over="ignore"):
        if abs(number) < 2 * limit and np.isfinite(np.float32(number)):
            return number
    expected = f"{-limit} to {limit}"
    raise LimitError("the constant does not fit float32", format=FORMAT_NAME, expected=expected, actual=number)


def _length(length: int, unit: str) -> int:
    if length <= _MAX_LENGTH:
        return length
    reason = f"the constant has too many {unit}"
    raise LimitError(reason, format=FORMAT_NAME, expected=f"at most {_MAX_LENGTH}", actual=length)
