"""Damaged files: whatever the bytes are, there is a model or a FormatError with a place."""

from __future__ import annotations

import random
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import nacformats
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.file.disassembly import disassemble
from nacformats.fuzz.nac import nac_models
from nacformats.schema.sources import ROOT
from tests.contract import check_contract
from tests.effort import effort
from tests.nac.samples import COMPLETE, GOLDEN

#: Of a file of several hundred bytes, one place in so many is damaged; the contract tests damage all of a small one.
STEP = 7


@pytest.mark.parametrize("data", [GOLDEN, COMPLETE], ids=["golden", "complete"])
def test_cut_at_every_byte(data: bytes) -> None:
    step = 1 if data == GOLDEN else effort(STEP, 1)
    for length in range(0, len(data), step):
        assert not check_contract("nac", data[:length])


@pytest.mark.parametrize("data", [GOLDEN, COMPLETE], ids=["golden", "complete"])
def test_one_byte_more(data: bytes) -> None:
    for byte in (b"\0", b"N", b"\xff"):
        assert not check_contract("nac", data + byte)


@pytest.mark.nightly
def test_every_bit_of_the_header() -> None:
    accepted = set()
    for bit in [*range(96), *range(96, 8 * 88, effort(STEP, 1))]:  # flags and numbers, then offsets
        mutated = bytearray(COMPLETE)
        mutated[bit // 8] ^= 1 << bit % 8
        if check_contract("nac", bytes(mutated)):
            accepted.add(bit // 8)
    assert accepted == {4, 5, 6, 10, 11}, "another method, another number of inputs, another d_model"


def test_every_byte_of_the_golden_file() -> None:
    rng = random.Random(0)
    for position in range(0, len(GOLDEN), effort(7, 1)):
        for value in (0xFF, rng.randrange(256))[position % effort(2, 1) :: effort(2, 1)]:
            check_contract("nac", GOLDEN[:position] + bytes([value]) + GOLDEN[position + 1 :])


@pytest.mark.parametrize("part", range(3))
def test_mutants_of_the_complete_file(part: int) -> None:
    rng = random.Random(part)
    for _ in range(effort(12, 2000)):
        mutated = bytearray(COMPLETE)
        for _ in range(rng.choice((1, 1, 2, 4))):
            size = rng.choice((1, 2, 4, 8))
            position = rng.randrange(88 if rng.random() < 0.2 else len(mutated))
            value = rng.choice((0, 1, 2 ** (8 * size) - 1, 2 ** (8 * size - 1), rng.randrange(256**size)))
            mutated[position : position + size] = value.to_bytes(size, "little")
        check_contract("nac", bytes(mutated))
        look_at_everything(bytes(mutated))


def look_at_everything(data: bytes) -> None:
    """What is read lazily raises a FormatError as well, or nothing."""
    try:
        file = nacformats.loads(data, format="nac", strict=False)
    except nacformats.FormatError:
        return
    assert len(list(disassemble(file))) == len(file.instructions)
    for parameter in file.parameters.values():
        with suppress(nacformats.FormatError):
            parameter.array()


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(nac_models(), st.randoms(use_true_random=False))
def test_mutants_of_random_files(file: NacFile, rng: random.Random) -> None:
    data = bytearray(nacformats.dumps(file))
    for _ in range(rng.randrange(1, 4)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    check_contract("nac", bytes(data))
    look_at_everything(bytes(data))


@given(st.binary(max_size=200))
def test_bytes_behind_a_header(data: bytes) -> None:
    check_contract("nac", GOLDEN[:88] + data)


@pytest.mark.parametrize("number", [257, 2**32 - 1])
def test_a_false_number_of_signatures_takes_no_time(number: int, tmp_path: Path) -> None:
    """What is looked up in `perm` goes by the entries that are there: `inspect` reads on after the failure."""
    content = bytearray((ROOT / "examples" / "mlp.nac").read_bytes())
    at = content.index(b"PERM") + 4
    content[at : at + 4] = number.to_bytes(4, "little")
    path = tmp_path / "damaged.nac"
    path.write_bytes(content)
    command = [sys.executable, "-m", "nacformats", "inspect", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert "perm.num_entries" in done.stdout + done.stderr
