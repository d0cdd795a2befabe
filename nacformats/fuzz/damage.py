"""One damage in one field of a generated file.

What breaks a rule of the field itself is preferred, since a reader must refuse that and knows where: wrong magic
bytes, a number that `valid` refuses or that its enum does not have, text that is not in its encoding, a number of
variable length without an end, and a file that is cut inside a field. Fields without any rule get other numbers (0, the
largest, one more, one less, another highest bit); readers accept most of those.

Counts, lengths, offsets and what a switch depends on are left to their own rules but for one damage in STRAY_EVERY: a
wrong number there that no rule refuses moves everything after it, and readers refuse the file wherever the bytes
stop making sense.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from nacformats.fuzz.elements import ContentsElement, Element, IntegerElement, VarintElement
from nacformats.fuzz.plans import Plans
from nacformats.fuzz.run import DrawnEntry, DrawnNode, PendingError, Sample, UnsatisfiedError, span_of
from nacformats.fuzz.texts import TextElement

#: One damage in so many is one whose refusal may name another field.
STRAY_EVERY = 100
#: How often a field without any rule is damaged, and how often a file is cut.
_FREE_SHARE = 0.2
_CUT_SHARE = 0.1
#: How often a place for a damage is looked for.
_TRIES = 200

#: What is left of a number of variable length that is continued for ever.
_ENDLESS = b"\x80" * 10 + b"\x01"


@dataclass(frozen=True)
class Near:
    """A generated file with one damage.

    Attributes:
        data: its bytes.
        path: the field that was damaged, as FormatError and `inspect --section` name it.
        damage: what was done to it.
        sample: the file as it was.
    """

    data: bytes
    path: str
    damage: str
    sample: Sample


#: New bytes of a field and what they are.
_Change = tuple[str, bytes]


class Damager:
    """Damages the files of a schema."""

    def __init__(self, plans: Plans) -> None:
        self._is_sequential = not any(plan.placed for plan in plans.all)
        self._knows_size = plans.closures.ask_size

    def near(self, rng: random.Random, sample: Sample) -> Near:
        """Return a file with one damage.

        Raises:
            ValueError: the file has no field that can be damaged.
        """
        entries = sample.entries
        ways = (self._wanted(rng.random()), _forbidden, _free, self._cut, _stray) if entries else ()
        for way in ways:
            for _ in range(_TRIES):
                entry = _one(rng, entries[int(rng.random() * len(entries))])
                change = way(rng, entry, sample.data)
                if change is not None:
                    return Near(change[1], span_of(entry).path, change[0], sample)
        raise ValueError(f"{sample.schema}: the file has no field that can be damaged")

    def _wanted(self, share: float) -> Callable[[random.Random, DrawnEntry, bytes], _Change | None]:
        """Return the kind of damage."""
        if share < 1 / STRAY_EVERY:
            return _stray
        if share < _FREE_SHARE:
            return _free
        return self._cut if share > 1 - _CUT_SHARE else _forbidden

    def _cut(self, rng: random.Random, entry: DrawnEntry, data: bytes) -> _Change | None:
        """Return the file up to a byte inside the field."""
        _, element, _, at, size = entry
        if element.is_bits or not size or self._knows_size:
            return None
        if not self._is_sequential and at + size < len(data):
            return None
        if isinstance(element, TextElement) and element.field.size is None:
            return None
        return "cut", data[: at + int(rng.random() * size)]


def _one(rng: random.Random, entry: DrawnEntry) -> DrawnEntry:
    """Return the value; of many that were drawn at once, one of them."""
    node, element, index, at, size = entry
    if index >= -1:
        return entry
    index = int(rng.random() * (-1 - index))
    return node, element, index, at + index * size, size


def _forbidden(rng: random.Random, entry: DrawnEntry, data: bytes) -> _Change | None:
    """Return a change that a rule of the field refuses."""
    _, element, _, at, size = entry
    if isinstance(element, ContentsElement):
        return "wrong magic", _with(data, at, _flipped(rng, element.contents))
    if isinstance(element, IntegerElement):
        return _forbidden_number(rng, entry, element, data)
    if isinstance(element, TextElement) and size:
        return _forbidden_text(rng, entry, element, data)
    return None


def _forbidden_number(rng: random.Random, entry: DrawnEntry, element: IntegerElement, data: bytes) -> _Change | None:
    node, _, _, at, size = entry
    rules = element.field.rules
    if isinstance(element, VarintElement) and rng.random() < 0.2:
        return "endless", data[:at] + _ENDLESS + data[at + size :]
    if rules.is_empty:
        return None
    value = element.read(data, at, size)
    for name, number in _numbers(rng, element, value, node):
        if element.low <= number <= element.high and not _holds(element, number, node):
            return f"{name}: {number}", element.rewritten(data, at, size, number)
    return None


def _numbers(rng: random.Random, element: IntegerElement, value: int, node: DrawnNode) -> Iterator[tuple[str, int]]:
    """Other numbers, in any order; those just outside of what is allowed are among them."""
    numbers = [*_changes(value, element)]
    with suppress(PendingError, UnsatisfiedError):  # what the field is compared with is not known
        domain = element.domain(node, lambda _: 0)
        if domain.low is not None:
            numbers.append(("below the least", domain.low - 1))
        if domain.high is not None:
            numbers.append(("above the most", domain.high + 1))
    numbers.append(("another number", rng.randint(element.low, element.high)))
    rng.shuffle(numbers)
    return iter(numbers)


def _changes(value: int, element: IntegerElement) -> tuple[tuple[str, int], ...]:
    """Return other numbers, and what they are called."""
    return (
        ("zero", 0),
        ("the largest", element.high),
        ("one more", value + 1),
        ("one less", value - 1),
        ("the highest bit", _high_bit(value, element)),
    )


def _high_bit(value: int, element: IntegerElement) -> int:
    bits = (element.high - element.low).bit_length()
    flipped = (value & (1 << bits) - 1) ^ 1 << bits - 1
    return flipped if flipped <= element.high else flipped - (1 << bits)


def _other_number(rng: random.Random, entry: DrawnEntry, data: bytes, *, is_structural: bool) -> _Change | None:
    node, element, _, at, size = entry
    if not isinstance(element, IntegerElement) or element.field.role.is_structural != is_structural:
        return None
    if not is_structural and not element.field.rules.is_empty:
        return None
    value = element.read(data, at, size)
    changes = _changes(value, element)
    name, number = changes[int(rng.random() * len(changes))]
    if number == value or not element.low <= number <= element.high or not _holds(element, number, node):
        return None
    return f"{name}: {number}", element.rewritten(data, at, size, number)


#: Another value of a field without any rule, on which nothing depends.
_free = partial(_other_number, is_structural=False)
#: Another number that others depend on and that no rule of its own refuses.
_stray = partial(_other_number, is_structural=True)


def _forbidden_text(rng: random.Random, entry: DrawnEntry, element: TextElement, data: bytes) -> _Change | None:
    node, _, _, at, size = entry
    place = at + int(rng.random() * size)
    if element.texts.encoding in ("utf-8", "ascii"):
        return "not text", _with(data, place, b"\xff")
    if element.field.rules.is_empty:
        return None
    new = _with(data, place, bytes([data[place] ^ 1]))
    try:
        value = element.texts.decoded(new[at : at + size])
    except UnicodeDecodeError:
        return "not text", new
    return ("another text", new) if not _holds(element, value, node) else None


def _holds(element: Element, value: Any, node: DrawnNode) -> bool:
    """True if the rules of a field let a value pass; True where that is not known."""
    try:
        return element.field.rules.holds(element.convert(value) if isinstance(element, IntegerElement) else value, node)
    except (PendingError, UnsatisfiedError):
        return True


def _with(data: bytes, at: int, new: bytes) -> bytes:
    return data[:at] + new + data[at + len(new) :]


def _flipped(rng: random.Random, data: bytes) -> bytes:
    at = int(rng.random() * len(data))
    return data[:at] + bytes([data[at] ^ 1 << int(rng.random() * 8)]) + data[at + 1 :]
