"""Constants as words of the text form: null, true, numbers, texts and lists, each exactly as the file has it."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterable

import numpy as np

from nacformats.formats.records.constants import FLOAT32, Constant, ConstantKind
from nacformats.printing import printable

#: What opens a list of floats whose elements do not say that they are floats.
FLOATS = "floats"
#: What opens the bits of a NaN other than the one that `nan` is.
NAN = "nan"
#: The words of the constants that have one.
WORDS: dict[str, bool | float | None] = {"null": None, "true": True, "false": False, NAN: math.nan}

_FLOAT64, _BITS64 = struct.Struct("<d"), struct.Struct("<Q")
_BITS32 = np.dtype("<u4")
_NAN64, _NAN32 = _FLOAT64.pack(math.nan), np.array(math.nan, FLOAT32).tobytes()


def literal(constant: Constant) -> str:
    """A constant on one line, in characters that are safe to show."""
    payload = constant.payload
    if constant.kind is ConstantKind.text:
        assert isinstance(payload, str)
        return _quoted(payload)
    if constant.kind is ConstantKind.float64:
        assert isinstance(payload, bytes)
        return _float64(payload)
    if constant.kind is ConstantKind.float32_list:
        assert isinstance(payload, bytes)
        return f"[{_joined(_float32s(payload))}]" if payload else f"{FLOATS}[]"
    if constant.kind is ConstantKind.int32_list:
        assert isinstance(payload, tuple)
        return f"[{_joined(map(str, payload))}]"
    return json.dumps(payload)  # null, a boolean or an integer


def _quoted(text: str) -> str:
    """A text in quotes, as JSON has it; every character that is not plainly visible is an escape."""
    written = json.dumps(text, ensure_ascii=False)
    return "".join(char if printable(char) == char else json.dumps(char)[1:-1] for char in written)


def ordinary_length(constant: Constant) -> int:
    """The length field that new constants of this value have; for null and booleans a file may have any."""
    if constant.kind in (ConstantKind.none, ConstantKind.truth):
        return int(constant.kind is ConstantKind.truth)
    return constant.length


def float64(bits: int) -> Constant:
    """The float with these 64 bits."""
    return Constant(ConstantKind.float64, _BITS64.pack(bits), _BITS64.size)


def float32s(bits: Iterable[int | float]) -> Constant:
    """A list of floats: integers are bits, floats are values."""
    parts = [
        np.array(each, _BITS32).tobytes() if isinstance(each, int) else np.array(each, FLOAT32).tobytes()
        for each in bits
    ]
    return Constant(ConstantKind.float32_list, b"".join(parts), len(parts))


def _joined(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def _float64(raw: bytes) -> str:
    number = _FLOAT64.unpack(raw)[0]
    if math.isnan(number) and raw != _NAN64:
        return f"{NAN}:0x{_BITS64.unpack(raw)[0]:016x}"
    return repr(number)


def _float32s(raw: bytes) -> list[str]:
    return [_float32(number, bits) for number, bits in zip(*_both(raw), strict=True)]


def _both(raw: bytes) -> tuple[list[np.float32], list[int]]:
    return list(np.frombuffer(raw, FLOAT32)), np.frombuffer(raw, _BITS32).tolist()


def _float32(number: np.float32, bits: int) -> str:
    """The shortest digits that give the same float32."""
    if np.isnan(number):
        return NAN if bits == int.from_bytes(_NAN32, "little") else f"{NAN}:0x{bits:08x}"
    return repr(float(str(number)))
