"""Values of a tree that remember how they were written, where a plain number would not be written like that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any, Self

from nacformats.codec.streams import Buffer


class OpenEnum(IntEnum):
    """An enum of a schema: a number without a name is a member as well, of the name `unknown_NUMBER`."""

    @property
    def is_known(self) -> bool:
        """True for a number that has a name in the schema."""
        return self._value_ in type(self)._value2member_map_

    @classmethod
    def _missing_(cls, value: object) -> OpenEnum | None:
        if not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_, member._value_ = f"unknown_{'minus_' * (value < 0)}{abs(value)}", int(value)
        return member


#: Of an enum, so many members without a name are kept.
_KEPT_MEMBERS = 256


class Members(dict[Any, Any]):
    """The members of an enum by their numbers; those without a name are made when they are asked for."""

    def __init__(self, enum: type[IntEnum]) -> None:
        super().__init__(enum._value2member_map_)
        self._enum = enum
        self._others: dict[int, IntEnum] = {}

    def __missing__(self, number: Any) -> Any:
        if number in self._others or not isinstance(number, int):
            return self._others.get(number, number)
        member = self._enum(number)
        if len(self._others) < _KEPT_MEMBERS:
            self._others[number] = member
        return member


def enum_name(value: Any) -> str | None:
    """Return the name of a member of an enum; None for a number without a name, and what is no enum's."""
    return value.name if isinstance(value, IntEnum) and value._value_ in type(value)._value2member_map_ else None


class Float(float):
    """A floating point number that remembers its bytes: reading and writing a signalling NaN would change it."""

    raw: bytes

    def __new__(cls, value: float, raw: bytes) -> Float:
        self = super().__new__(cls, value)
        self.raw = raw
        return self


def exact_float(value: float, raw: Buffer) -> Float:
    """Return a number that is not one (NaN) with its bytes."""
    return Float(value, bytes(raw))


class Varint(int):
    """An unsigned LEB128 number that remembers how many bytes it takes.

    What uleb128.ksy, and vlq_base128_le.ksy of Kaitai's gallery, compute is here as well.
    """

    LEAST, LARGEST = 0, (1 << 64) - 1
    #: The most bytes that a number of 64 bits takes.
    MAX_WIDTH = 10

    def __new__(cls, value: int, width: int | None = None) -> Self:
        self = super().__new__(cls, value)
        if width is not None:
            self._width = width
        return self

    #: How many bytes it takes; None for as few as can be.
    _width: int | None = None

    @property
    def width(self) -> int:
        """Return the size in bytes."""
        return self.width_of(self) if self._width is None else self._width

    @classmethod
    def width_of(cls, value: int) -> int:
        """Return the fewest bytes that hold a number."""
        return max(1, (value.bit_length() + 6) // 7)

    @classmethod
    def of_groups(cls, groups: Sequence[int]) -> Self:
        """Return the number of all its bytes."""
        return cls(_joined(groups), len(groups))

    @property
    def value(self) -> int:
        return int(self)

    @property
    def groups(self) -> list[int]:
        return list(self.encoded[:9])

    @property
    def tenth(self) -> int | None:
        return self.encoded[9] if self.width == 10 else None

    @property
    def is_minimal(self) -> bool:
        return self.width == self.width_of(self)

    @property
    def zigzag(self) -> int:
        return self >> 1 if self % 2 == 0 else -(self >> 1) - 1

    @property
    def len(self) -> int:
        return self.width

    @property
    def sign_bit(self) -> int:
        return 1 << 7 * self.width - 1

    @property
    def value_signed(self) -> int:
        return (self ^ self.sign_bit) - self.sign_bit

    @property
    def encoded(self) -> bytes:
        return bytes(self >> 7 * group & 127 | (group < self.width - 1) << 7 for group in range(self.width))


class SignedVarint(Varint):
    """A signed LEB128 number, in two's complement."""

    LEAST, LARGEST = -(1 << 63), (1 << 63) - 1

    @classmethod
    def width_of(cls, value: int) -> int:
        return (max(value, ~value).bit_length() + 7) // 7

    @classmethod
    def of_groups(cls, groups: Sequence[int]) -> Self:
        sign = (groups[-1] >> 6) << 7 * len(groups)
        return cls(_joined(groups) - sign, len(groups))


class BigVarint(Varint):
    """An unsigned number in groups of seven bits, the most significant first, as vlq_base128_be.ksy has it."""

    @classmethod
    def of_groups(cls, groups: Sequence[int]) -> Self:
        return cls(_joined(groups[::-1]), len(groups))

    @property
    def encoded(self) -> bytes:
        last = self.width - 1
        return bytes(self >> 7 * (last - group) & 127 | (group < last) << 7 for group in range(self.width))


#: The numbers of variable length, by the name of the schema that describes each.
VARINTS: Mapping[str, type[Varint]] = {
    "uleb128": Varint,
    "sleb128": SignedVarint,
    "vlq_base128_le": Varint,
    "vlq_base128_be": BigVarint,
}


def _joined(groups: Sequence[int]) -> int:
    """Return the number of groups of seven bits, the least significant first."""
    value = 0
    for place, group in enumerate(groups):
        value |= (group & 127) << 7 * place
    return value
