"""Constants as words of the text form: null, true, numbers, texts and lists, each exactly as the file has it."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterable
from typing import NoReturn

import numpy as np

from nacformats.errors import LimitError
from nacformats.formats.mep.words import PlanLine, Token
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
    """Return a constant on one line, in characters that are safe to show."""
    payload = constant.payload
    if constant.kind is ConstantKind.text:
        assert isinstance(payload, str)
        return _quoted(payload)
    if constant.kind is ConstantKind.float64:
        assert isinstance(payload, bytes)
        return _float64(payload)
    if constant.kind is ConstantKind.float32_list:
        assert isinstance(payload, bytes)
        numbers = zip(np.frombuffer(payload, FLOAT32), np.frombuffer(payload, _BITS32).tolist(), strict=True)
        return f"[{', '.join(_float32(*each) for each in numbers)}]" if payload else f"{FLOATS}[]"
    if constant.kind is ConstantKind.int32_list:
        assert isinstance(payload, tuple)
        return f"[{', '.join(map(str, payload))}]"
    return json.dumps(payload)  # null, a boolean or an integer


def _quoted(text: str) -> str:
    """Return a text in quotes, as JSON has it; every character that is not plainly visible is an escape."""
    written = json.dumps(text, ensure_ascii=False)
    return "".join(char if printable(char) == char else json.dumps(char)[1:-1] for char in written)


def ordinary_length(constant: Constant) -> int:
    """Return the length field that new constants of this value have; for null and booleans a file may have any."""
    if constant.kind in (ConstantKind.none, ConstantKind.truth):
        return int(constant.kind is ConstantKind.truth)
    return constant.length


def float64(bits: int) -> Constant:
    """Return the float with these 64 bits."""
    return Constant(ConstantKind.float64, _BITS64.pack(bits), _BITS64.size)


def float32s(bits: Iterable[int | float]) -> Constant:
    """Return a list of floats: integers are bits, floats are values."""
    parts = [np.array(each, _BITS32 if isinstance(each, int) else FLOAT32).tobytes() for each in bits]
    return Constant(ConstantKind.float32_list, b"".join(parts), len(parts))


def _float64(raw: bytes) -> str:
    number = _FLOAT64.unpack(raw)[0]
    if math.isnan(number) and raw != _NAN64:
        return f"{NAN}:0x{_BITS64.unpack(raw)[0]:016x}"
    return repr(number)


def _float32(number: np.float32, bits: int) -> str:
    """Return the shortest digits that give the same float32."""
    if np.isnan(number):
        return NAN if bits == int.from_bytes(_NAN32, "little") else f"{NAN}:0x{bits:08x}"
    return repr(float(str(number)))


#: What may be written where a constant belongs.
EXPECTED = 'a constant: null, true, false, a number, a "text" or a [list] of numbers'
#: Most characters of a number; those of the format have at most 24.
_MAX_DIGITS = 100


def is_literal(line: PlanLine) -> bool:
    """True if a constant comes next."""
    token = line.next
    if token.kind == "word":
        return token.text in WORDS or (token.text == FLOATS and line.after.text == "[")
    return token.kind in ("text", "number") or (token.kind == "mark" and token.text == "[")


def read_literal(line: PlanLine) -> Constant:
    """Take a constant; FormatError, with line and column, when there is none."""
    token = line.next
    if not is_literal(line):
        line.fail(token, "the line is too short" if line.is_done else "not a constant", EXPECTED)
    try:
        return _literal(line)
    except LimitError as failure:
        if failure.line is None:  # the format has no room for it
            failure.line, failure.column, failure.format = line.number, token.column, "mep"
        raise


def _literal(line: PlanLine) -> Constant:
    if line.takes(FLOATS):
        return _list(line, are_floats=True)
    if line.next.text == "[":
        return _list(line, are_floats=False)
    token = line.take()
    if token.kind == "text":
        return Constant.of(_text(line, token))
    if token.kind == "word":
        return Constant.of(WORDS[token.text])
    if token.text.startswith(f"{NAN}:"):
        return float64(_bits(line, token, 16))
    return Constant.of(_number(line, token))


def _list(line: PlanLine, *, are_floats: bool) -> Constant:
    line.take()
    items: list[tuple[Token, int | float | None]] = []  # None: the bits of a NaN
    while not line.takes("]"):
        if items and not line.takes(","):
            line.fail(line.next, "the list goes on without a comma", "`,` or `]`")
        token = line.take()
        items.append((token, _item(line, token)))
    if not are_floats and all(isinstance(item, int) for _, item in items):
        return Constant.of([item for _, item in items])
    # Bits are told from values by their type, so that every value is a float here.
    values = [_bits(line, token, 8) if item is None else _single(item) for token, item in items]
    return float32s(values)


def _single(item: int | float) -> float:
    """Return a number that a list of floats has room for."""
    Constant.of([float(item)])
    return float(item)


def _item(line: PlanLine, token: Token) -> int | float | None:
    if token.kind == "word" and isinstance(WORDS.get(token.text), float):
        return WORDS[token.text]
    if token.kind != "number":
        line.fail(token, "a list holds numbers only", "a number")
    return None if token.text.startswith(f"{NAN}:") else _number(line, token)


def _number(line: PlanLine, token: Token) -> int | float:
    text = token.text.lower()
    if len(text) > _MAX_DIGITS:
        line.limit(token, "the number is too long", f"at most {_MAX_DIGITS} characters", len(text))
    if "0x" in text:
        return int(text, 16)
    if text.lstrip("+-").isdigit():
        return int(text)
    number = float(text)
    if math.isinf(number) and "inf" not in text:
        line.limit(token, "the number is too large for a float", "a smaller number, or inf")
    return number


def _bits(line: PlanLine, token: Token, digits: int) -> int:
    """Return the bits of a NaN, written as `nan:0x...` with as many digits."""
    bits = token.text.partition("x")[2]
    if len(bits) != digits or not _is_nan(int(bits, 16), digits):
        line.fail(token, "these are not the bits of a NaN", f"{digits} hexadecimal digits")
    return int(bits, 16)


def _is_nan(bits: int, digits: int) -> bool:
    """True if the bits of a float, of 16 or 8 hexadecimal digits, are a NaN."""
    exponent, fraction = (0x7FF, 52) if digits == 16 else (0xFF, 23)
    return bits >> fraction & exponent == exponent and bits & ((1 << fraction) - 1) != 0


def _text(line: PlanLine, token: Token) -> str:
    try:
        text = str(json.loads(token.text))
        text.encode()
    except json.JSONDecodeError as failure:
        _bad_text(line, token, failure.pos)
    except UnicodeEncodeError:
        _bad_text(line, token, 0)
    return text


def _bad_text(line: PlanLine, token: Token, at: int) -> NoReturn:
    place = Token(token.kind, token.text, token.column + at)
    hint = r"escapes are those of JSON, such as \n, \" and \u00e9; half of a surrogate pair is no text"
    line.fail(place, "not a text", hint=hint)
