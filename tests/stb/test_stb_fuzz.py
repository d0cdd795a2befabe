"""Damaged files: the package and the independent oracle agree, and nothing but a FormatError escapes."""

from __future__ import annotations

import random
import struct
from collections import Counter
from itertools import accumulate

import pytest

import nacformats
from tests.contract import check_contract
from tests.effort import effort
from tests.stb import oracle
from tests.stb.samples import GOLDEN, UNALIGNED

MIXED = oracle.write(
    [
        (0, 0, 3, 0, (2, 3, 4), bytes(range(96))),
        (1, 2, 1, 2, (5, 0, 0), b"bytes"),
        (2, 9, 2, 7, (1, 1, 0), b"opaque"),
        (3, 1, 4, 1, (7, 0, 0), bytes(48)),
        (4, 3, 0, 0, (0, 0, 0), b"\1\2\3\4"),
        (5, 0, 2, 0, (0, 9, 0), b""),
    ]
)
SEEDS = (GOLDEN, UNALIGNED, MIXED, oracle.write([]))

#: Width of the fields of the header and of a descriptor, in bytes.
HEADER = (4, 1, 1, 2, 4, 4, 8, 8)
DESCRIPTOR = (1, 1, 1, 1, 8, 8, 4, 4, 4)


def fields(data: bytes) -> list[tuple[int, int]]:
    """(offset, width) of every field."""
    widths = HEADER + DESCRIPTOR * struct.unpack_from("<H", data, 6)[0]
    return list(zip(accumulate(widths, initial=0), widths, strict=False))


def near(rng: random.Random, value: int, width: int) -> int:
    """A number at which the arithmetic of offsets and sizes tends to go wrong."""
    steps = (1, 4, 8, 32, 64)
    shifted = [value + sign * step for step in steps for sign in (1, -1)]
    bounds = [0, 1, 2**31, 2**32, 2**63, 2**64 - 64, 2**64 - 1, value * 2, value // 2, -value]
    return rng.choice(shifted + bounds) % 256**width


def mutant(seed: int) -> bytes:
    """A file of which some fields hold another number."""
    rng = random.Random(seed)
    data = bytearray(rng.choice(SEEDS))
    for offset, width in rng.choices(fields(data), k=rng.choice((1, 1, 1, 2, 3))):
        value = int.from_bytes(data[offset : offset + width], "little")
        data[offset : offset + width] = near(rng, value, width).to_bytes(width, "little")
    if rng.random() < 0.1:
        del data[rng.randrange(len(data)) :]
    return bytes(data)


def verdict(data: bytes, *, strict: bool) -> list[tuple[int, int, bytes]] | None:
    """What the oracle says: the tensors, or None when the file is bad."""
    try:
        return [(row.tensor_id, row.offset, row.payload) for row in oracle.read(data, aligned=strict)]
    except oracle.BadFile:
        return None


@pytest.mark.parametrize("part", range(4))
def test_the_oracle_gives_the_same_verdict(part: int) -> None:
    counts: Counter[bool] = Counter()
    mutants = effort(100, 10_000)
    for seed in range(part * mutants, (part + 1) * mutants):
        data = mutant(seed)
        check_contract("stb", data)
        for strict in (True, False):
            rows = verdict(data, strict=strict)
            counts[rows is None] += 1
            if rows is None:
                with pytest.raises(nacformats.FormatError):
                    nacformats.loads(data, format="stb", strict=strict)
            else:
                tensors = nacformats.loads(data, format="stb", strict=strict).tensors
                assert [(tensor.id, tensor.offset, bytes(tensor.raw)) for tensor in tensors] == rows, seed
    assert min(counts[True], counts[False]) > mutants // 3, "both verdicts are tried"


@pytest.mark.nightly
@pytest.mark.sample("golden")
@pytest.mark.parametrize("data", SEEDS, ids=["golden", "unaligned", "mixed", "empty"])
def test_every_cut_every_appended_byte_and_every_bit(data: bytes) -> None:
    for length in range(len(data)):
        assert not check_contract("stb", data[:length])
        with pytest.raises(nacformats.TruncatedError):
            nacformats.loads(data[:length], format="stb")
    assert not check_contract("stb", data + b"\0")
    for bit in range(8 * min(len(data), 32 * 3)):
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        assert check_contract("stb", bytes(flipped)) == (verdict(bytes(flipped), strict=True) is not None), bit


def test_arrays_of_damaged_files_give_values_or_a_format_error() -> None:
    for seed in range(effort(150, 10_000)):
        try:
            tensors = nacformats.loads(mutant(seed), format="stb", strict=False, shape_table={7: (2, 3, 4, 1)}).tensors
        except nacformats.FormatError:
            continue
        for tensor in tensors:
            try:
                array = tensor.array()
            except nacformats.FormatError:
                continue
            assert array.nbytes == tensor.nbytes
