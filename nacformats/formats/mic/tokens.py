"""Many short pieces of ASCII at once: eight bytes of each are one integer, and whole arrays of these are compared."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from nacformats.formats.mic.strings import Integers

TokenWords = npt.NDArray[np.uint64]

#: Bytes in a word.
WORD = 8
#: By a number of bytes: the mask that keeps the first bytes of a word.
_KEPT = np.array([(1 << 8 * size) - 1 for size in range(WORD + 1)], np.uint64)


def _of_each_byte(byte: int) -> np.uint64:
    return np.uint64(int.from_bytes(bytes([byte]) * WORD, "little"))


_ZEROS = _of_each_byte(ord("0"))
_LETTERS = _of_each_byte(ord("a"))
#: Added to a byte, this sets its highest bit when the byte is above 9.
_ABOVE_NINE = _of_each_byte(0x80 - 10)
_HIGH_BITS = _of_each_byte(0x80)

#: Whether a byte may be in a name, and whether it may be the first one.
_IN_NAME = np.array([byte < 0x80 and f"_{chr(byte)}".isidentifier() for byte in range(256)])
_STARTS_NAME = np.array([byte < 0x80 and chr(byte).isidentifier() for byte in range(256)])

#: 1, 10, 100, ... as far as 64 bits go.
_TENS = np.array([10**digits for digits in range(20)], np.uint64)


class TextPieces:
    """Bytes whose pieces are looked at. A word may start at any position; past the end it is zeros."""

    def __init__(self, data: bytes) -> None:
        padded = np.frombuffer(data + bytes(WORD), np.uint8)
        self.octets = padded[: len(data)]
        self.words = _words(padded)

    def keys(self, starts: Integers, sizes: Integers) -> TokenWords:
        """Return the first eight bytes of each piece, with zeros in place of those that it does not have."""
        return self.words[starts] & _KEPT[np.minimum(sizes, WORD)]

    def naturals(self, starts: Integers, sizes: Integers) -> Integers | None:
        """Return the numbers that the pieces hold in decimal digits; None when one is not a number of 64
        bits, signed.
        """
        if not len(starts):
            return np.zeros(0, np.int64)
        if sizes.min() < 1:
            return None
        long = (sizes > WORD).nonzero()[0]
        if len(long):
            return self._long_naturals(starts, sizes, long)
        # The digits to the end of the word, with zeros before them, each one less "0".
        digits = (self.words[starts] ^ _ZEROS) << ((WORD - sizes) * 8).view(np.uint64)
        if np.any(((digits + _ABOVE_NINE) | digits) & _HIGH_BITS):
            return None
        # Neighbours become one number: of two digits, then of four, then of eight.
        digits = (digits * np.uint64(10 << 8 | 1)) >> np.uint64(8) & np.uint64(0x00FF00FF00FF00FF)
        digits = (digits * np.uint64(100 << 16 | 1)) >> np.uint64(16) & np.uint64(0x0000FFFF0000FFFF)
        return ((digits * np.uint64(10000 << 32 | 1)) >> np.uint64(32)).view(np.int64)

    def _long_naturals(self, starts: Integers, sizes: Integers, long: Integers) -> Integers | None:
        """Return the same, where a few have more than eight digits."""
        short = sizes.copy()
        short[long] = WORD
        numbers = self.naturals(starts, short)
        for at in long.tolist():
            digits = self.octets[starts[at] : starts[at] + sizes[at]].tobytes()
            if numbers is None or not digits.isdigit() or len(digits) > len(str(2**63 - 1)) or int(digits) >= 2**63:
                return None
            numbers[at] = int(digits)
        return numbers

    def are_names(self, starts: Integers, sizes: Integers) -> bool:
        """Return True if each piece is letters, digits and underscores, with no digit first."""
        if not len(starts):
            return True
        if sizes.min() < 1 or not np.all(_STARTS_NAME[self.octets[starts]]):
            return False
        while len(starts):
            kept = _KEPT[np.minimum(sizes, WORD)]
            filled = (self.words[starts] & kept) | (_LETTERS & ~kept)
            if not np.all(_IN_NAME[filled.view(np.uint8)]):
                return False
            longer = sizes > WORD
            starts, sizes = starts[longer] + WORD, sizes[longer] - WORD
        return True

    def copy(self, out: npt.NDArray[np.uint8], places: Integers, starts: Integers, sizes: Integers) -> None:
        """Write each piece to a place of `out`."""
        words = _words(out)
        whole = (sizes >= WORD).nonzero()[0]
        words[places[whole] + sizes[whole] - WORD] = self.words[starts[whole] + sizes[whole] - WORD]
        for start in range(0, int(sizes.max(initial=0)) - WORD, WORD):
            whole = whole[sizes[whole] > start + WORD]
            words[places[whole] + start] = self.words[starts[whole] + start]
        short = (sizes < WORD).nonzero()[0]
        for position in range(WORD - 1):
            short = short[sizes[short] > position]
            out[places[short] + position] = self.octets[starts[short] + position]


def _words(octets: npt.NDArray[np.uint8]) -> TokenWords:
    """Return the eight bytes from every position on, as one little-endian number; there are fewer of
    them than bytes.
    """
    return np.ndarray((max(len(octets) - WORD + 1, 0),), "<u8", octets, 0, (1,))


def key(token: str) -> int:
    """Return a token of at most eight bytes as a word."""
    return int.from_bytes(token.encode("ascii"), "little")


class Keywords:
    """A few tokens, each with a number below 256, found by a hash without collisions."""

    def __init__(self, numbers: dict[str, int], missing: int) -> None:
        """`missing` is the number of all other tokens."""
        keys = np.array([key(token) for token in numbers], np.uint64)
        self._factor = next(factor for factor in _odd_factors() if len(set(_hashes(keys, factor))) == len(keys))
        places = _hashes(keys, self._factor)
        self._keys = np.zeros(256, np.uint64)
        self._sizes = np.zeros(256, np.int64)
        self._numbers = np.full(256, missing, np.uint8)
        self._keys[places] = keys
        self._sizes[places] = [len(token) for token in numbers]
        self._numbers[places] = list(numbers.values())
        self._missing = np.uint8(missing)

    def numbers(self, keys: TokenWords, sizes: Integers) -> npt.NDArray[np.uint8]:
        """Return the numbers of tokens, given by their first eight bytes and their sizes."""
        places = _hashes(keys, self._factor)
        found = (self._keys[places] == keys) & (self._sizes[places] == sizes)
        return np.where(found, self._numbers[places], self._missing)


def _odd_factors() -> Iterator[np.uint64]:
    factor = 0x9E3779B97F4A7C15  # the golden ratio, whose multiples are spread evenly
    while True:
        yield np.uint64(factor)
        factor = (factor * factor + 2) & (2**64 - 1)


def _hashes(keys: TokenWords, factor: np.uint64) -> npt.NDArray[np.intp]:
    return ((keys * factor) >> np.uint64(56)).astype(np.intp)


def num_digits(numbers: TokenWords) -> Integers:
    """Return how many decimal digits each number has."""
    narrow = _narrow(numbers)
    sizes = np.ones(len(numbers), np.uint8)
    for ten in _TENS[1 : len(str(int(numbers.max(initial=0))))]:
        sizes += narrow >= ten.astype(narrow.dtype)
    return sizes.astype(np.int64)


def put_digits(out: npt.NDArray[np.uint8], stops: Integers, numbers: TokenWords, sizes: Integers) -> None:
    """Write each number in decimal digits, of which there are `sizes`, before a position."""
    narrow = _narrow(numbers)
    ten = narrow.dtype.type(10)
    for size in range(1, int(sizes.max(initial=0)) + 1):
        some = (sizes == size).nonzero()[0]
        rest, places = narrow[some], stops[some]
        for _ in range(size):
            places -= 1
            quotient = rest // ten
            out[places] = (rest - quotient * ten).astype(np.uint8) + np.uint8(ord("0"))
            rest = quotient


def _narrow(numbers: TokenWords) -> npt.NDArray[np.uint32] | TokenWords:
    """Return the same numbers in 32 bits, with which everything is faster, where they fit."""
    return numbers.astype(np.uint32) if numbers.max(initial=0) < 2**32 else numbers
