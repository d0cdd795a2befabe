"""The constants of a plan while it is made."""

from __future__ import annotations

from nacformats._generated.columns.nac import constant as codec
from nacformats.errors import LimitError
from nacformats.formats.mep.opcodes import FORMAT_NAME
from nacformats.formats.records.constants import Constant
from nacformats.formats.records.rows import IdTable, largest

#: The largest number of a constant, and the largest length field.
MAX_ID, MAX_LENGTH = largest(codec, "id_constant"), largest(codec, "length")


class ConstantPool:
    """Constants by number: those that are added with one, and behind them those that are only used."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, Constant]] = []
        self._numbers: dict[Constant, int] = {}
        self._next = 0

    def add(self, number: int, constant: Constant) -> None:
        """Give a number to a constant. The first one counts, should it get several."""
        self._rows.append((number, constant))
        self._numbers.setdefault(constant, number)
        self._next = max(self._next, number + 1)

    def number(self, constant: Constant, least: int = 0) -> int:
        """The number of a constant, which gets one when it has none from `least` on. LimitError when none is left."""
        if self._numbers.get(constant, -1) < least:
            number = max(self._next, least)
            if number > MAX_ID:
                expected = f"numbers up to {MAX_ID}"
                raise LimitError("the plan has too many constants", format=FORMAT_NAME, expected=expected)
            self.add(number, constant)
            self._numbers[constant] = number
        return self._numbers[constant]

    def table(self) -> IdTable[Constant]:
        return IdTable(self._rows)
