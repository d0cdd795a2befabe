"""Blind damage: what is done to bytes without knowing what they mean."""

from __future__ import annotations

import random
from collections.abc import Callable

#: Values at which counts, lengths and offsets tend to go wrong.
BOUNDARIES = (0, 1, *(2**bits + delta for bits in (7, 8, 15, 16, 31, 32, 63, 64) for delta in (-1, 0)))
#: How likely it is that a file is damaged once more.
AGAIN = 0.3


def _flip(rng: random.Random, data: bytearray) -> None:
    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _replace(rng: random.Random, data: bytearray) -> None:
    data[rng.randrange(len(data))] = rng.randrange(256)


def _boundary(rng: random.Random, data: bytearray) -> None:
    size = rng.choice((1, 2, 4, 8))
    start = rng.randrange(len(data))
    data[start : start + size] = (rng.choice(BOUNDARIES) % 256**size).to_bytes(size, "little")


def _cut(rng: random.Random, data: bytearray) -> None:
    del data[rng.randrange(len(data)) :]


def _remove(rng: random.Random, data: bytearray) -> None:
    start = rng.randrange(len(data))
    del data[start : start + rng.randrange(1, 9)]


def _insert(rng: random.Random, data: bytearray) -> None:
    start = rng.randrange(len(data) + 1)
    data[start:start] = rng.randbytes(rng.randrange(1, 9))


def _repeat(rng: random.Random, data: bytearray) -> None:
    start, length, target = rng.randrange(len(data)), rng.randrange(1, 65), rng.randrange(len(data) + 1)
    data[target:target] = data[start : start + length]


MUTATIONS: tuple[Callable[[random.Random, bytearray], None], ...] = (
    _flip,
    _replace,
    _boundary,
    _cut,
    _remove,
    _insert,
    _repeat,
)


def mutated(rng: random.Random, original: bytes) -> bytes:
    """Bytes that are nearly those of a file; most have one defect, some several."""
    data = bytearray(original)
    while data:
        rng.choice(MUTATIONS)(rng, data)
        if rng.random() >= AGAIN:
            break
    return bytes(data)


def spliced(rng: random.Random, one: bytes, other: bytes) -> bytes:
    """The beginning of one file and the end of another; half of the time both are cut at the same byte."""
    cut = rng.randrange(len(one) + 1)
    at = cut if rng.random() < 0.5 else rng.randrange(len(other) + 1)
    return one[:cut] + other[at:]
