"""Hostile files of v1.7 and v1.8: typed errors, in bounded time and memory, and the same verdict by every reader."""

from __future__ import annotations

import struct
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import nacformats
from nacformats import FormatError
from tests.campaign.readers import compare_readers
from tests.contract import check_contract
from tests.effort import effort
from tests.nac import oracle
from tests.nac.samples import COMPLETE_LATER, complete_later

#: What the package promises: so many bytes, and so many for each byte of the file; and CPU seconds.
LEAST, FACTOR = 64 * 1024**2, 16
MOST_SECONDS = 1.0
MANY = 1_000_000
MOST = 65_536
MOST_DIMS_OF_NUMPY = 64
HEADER_SIZES = {"1.7": 92, "1.8": 100}
#: The first of the offsets in the header; they are in the order of oracle.TAGS_OF.
FIRST_OFFSET = 12

Change = Callable[[bytearray, dict[str, tuple[int, int]]], None]


def damaged(version: str, change: Change) -> bytes:
    """The complete file after a change; the change gets where sections are."""
    data = bytearray(COMPLETE_LATER[version])
    change(data, oracle.read(bytes(data))["extents"])
    return bytes(data)


def offset(tag: str, value: int) -> Change:
    """Another offset of a section."""

    def change(data: bytearray, extents: dict[str, tuple[int, int]]) -> None:
        tags = oracle.TAGS_OF["1.8" if "ARRS" in extents else "1.7"]
        struct.pack_into("<Q", data, FIRST_OFFSET + 8 * tags.index(tag), value)

    return change


def number(tag: str, at: int, form: str, value: int) -> Change:
    """Another number at a byte of a section."""
    return lambda data, extents: struct.pack_into(f"<{form}", data, extents[tag][0] + at, value)


def every(*changes: Change) -> Change:
    def change(data: bytearray, extents: Any) -> None:
        for each in changes:
            each(data, extents)

    return change


def moved(by: int) -> Change:
    """All sections elsewhere, by the header: no section begins where a header ends."""

    def change(data: bytearray, extents: Any) -> None:
        for tag, (start, _) in extents.items():
            offset(tag, start + by)(data, extents)

    return change


#: The first array is "plain": its tag, count, length of the name, the name, dtype, rank, dims, length.
DTYPE, RANK, DIMS, SIZE = 15, 16, 17, 25
DAMAGE: dict[str, Change] = {
    "a header of no version": moved(1),
    "a header of v1.6": moved(-4),
    "no sections": lambda data, _: data.__setitem__(slice(FIRST_OFFSET, 92), bytes(92 - FIRST_OFFSET)),
    "version 3": lambda data, _: data.__setitem__(3, 3),
    "version 1": lambda data, _: data.__setitem__(3, 1),
    "no flag of training": lambda data, _: data.__setitem__(4, data[4] & 0xBF),
    "no training": offset("TRNG", 0),
    "training past the end": offset("TRNG", 2**63),
    "training at the last byte": lambda data, extents: offset("TRNG", len(data) - 1)(data, extents),
    "training inside the header": offset("TRNG", 20),
    "training is the program": lambda data, extents: offset("TRNG", extents["OPS "][0])(data, extents),
    "training inside the program": lambda data, extents: offset("TRNG", extents["OPS "][0] + 9)(data, extents),
    "the program is the training": lambda data, extents: offset("OPS ", extents["TRNG"][0])(data, extents),
    "2^32 - 1 instructions": number("TRNG", 4, "I", 2**32 - 1),
    "no instructions": number("TRNG", 4, "I", 0),
    "one more instruction": number("TRNG", 4, "I", 14),
    "2^32 - 1 names": number("CMAP", 4, "I", 2**32 - 1),
    "65,536 names": number("CMAP", 4, "I", 65536),
    "2^32 - 1 signatures": number("PERM", 4, "I", 2**32 - 1),
    "2^32 - 1 parameters": number("DATA", 4, "I", 2**32 - 1),
}
DAMAGE_OF_ARRAYS: dict[str, Change] = {
    "2^32 - 1 arrays": number("ARRS", 4, "I", 2**32 - 1),
    "65,536 arrays": number("ARRS", 4, "I", 65536),
    "rank 255": number("ARRS", RANK, "B", 255),
    "2^63 bytes": number("ARRS", SIZE, "Q", 2**63),
    "2^64 - 1 bytes": number("ARRS", SIZE, "Q", 2**64 - 1),
    "one byte less": number("ARRS", SIZE, "Q", 23),
    "dims whose product overflows": every(
        number("ARRS", DIMS, "I", 2**32 - 1), number("ARRS", DIMS + 4, "I", 2**32 - 1)
    ),
    "dims whose product is 2^64": every(number("ARRS", DIMS, "I", 2**31), number("ARRS", DIMS + 4, "I", 2**31)),
    "no such dtype": number("ARRS", DTYPE, "B", 10),
    "a long name": number("ARRS", 8, "H", 0xFFFF),
    "a name that is no text": number("ARRS", 10, "B", 0xFF),
    "arrays inside the header": offset("ARRS", 50),
    "arrays right behind the header": offset("ARRS", HEADER_SIZES["1.8"]),
    "arrays behind the header of v1.7": offset("ARRS", HEADER_SIZES["1.7"]),
    "arrays in the training": lambda data, extents: offset("ARRS", extents["TRNG"][0])(data, extents),
    "arrays past the end": offset("ARRS", 2**64 - 1),
    "no arrays": offset("ARRS", 0),
}
CASES = [
    *((version, name, change) for version in COMPLETE_LATER for name, change in DAMAGE.items()),
    *(("1.8", name, change) for name, change in DAMAGE_OF_ARRAYS.items()),
]
NUMBERED = [(number, version, change) for number, (version, _, change) in enumerate(CASES)]


@pytest.mark.sample(each=9)
@pytest.mark.parametrize(("number", "version", "change"), NUMBERED, ids=[f"{v}-{name}" for v, name, _ in CASES])
def test_damaged_files(number: int, version: str, change: Change) -> None:
    """The construct, which takes longer than all the others together, reads one file in four."""
    data = damaged(version, change)
    assert not check_contract("nac", data), "strict reading accepts it"
    bounded(data)
    _, refusal, _ = compare_readers("nac", data, turn=number % effort(4, 1))
    if refusal is None:
        return
    with pytest.raises(FormatError) as caught:
        nacformats.loads(data, strict=False)
    assert (caught.value.path, caught.value.offset) == (refusal.path, refusal.offset) or is_explained(caught.value)


def is_explained(error: FormatError) -> bool:
    """Whether the model says more than the schema can: what comes before the place where the parser failed."""
    return any(word in error.reason for word in ("version", "v1.7", "past the end", "overlaps", "misread", "run into"))


def refused(data: bytes) -> FormatError | None:
    """What loading and validating the file raises."""
    try:
        nacformats.validate(data, strict=False, format="nac")
        nacformats.loads(data, format="nac", strict=False)
    except FormatError as error:
        return error
    return None


def bounded(data: bytes) -> FormatError | None:
    """What loading and validating the file raises, in bounded time and memory."""
    start = time.process_time()
    refusal = refused(data)
    seconds = time.process_time() - start
    tracemalloc.start()  # which takes time of its own
    try:
        assert str(refused(data)) == str(refusal)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert seconds < MOST_SECONDS * (1 + len(data) / 4e6), f"{seconds:.2f} s"
    assert peak < LEAST + FACTOR * len(data), f"{peak:,} bytes of memory for {len(data):,}"
    return refusal


def built(version: str, **sections: Any) -> bytes:
    """The complete file with other sections."""
    return oracle.write(complete_later(version) | sections)


@pytest.mark.parametrize("version", COMPLETE_LATER)
def test_the_complete_file_is_sound(version: str) -> None:
    data = COMPLETE_LATER[version]
    assert check_contract("nac", data)
    assert bounded(data) is None


@pytest.mark.nightly
@pytest.mark.sample("1.8")
@pytest.mark.parametrize("version", COMPLETE_LATER)
def test_every_header_bit(version: str) -> None:
    """Whatever bit of the header is wrong, the package and the schema refuse the same files.

    Of the offsets every ninth bit: the contract tests take every one of a file of v1.6.
    """
    data, size = COMPLETE_LATER[version], HEADER_SIZES[version]
    accepted = set()
    for bit in [*range(8 * FIRST_OFFSET), *range(8 * FIRST_OFFSET, 8 * size, effort(9, 1))]:
        mutated = bytearray(data)
        mutated[bit // 8] ^= 1 << bit % 8
        if check_contract("nac", bytes(mutated)):
            accepted.add(bit // 8)
    assert accepted == {4, 5, 6, 10, 11}, "another method, another number of inputs, another d_model"


@pytest.mark.nightly
def test_many_training_instructions() -> None:
    rows = [(None, 2, 5, (1, 0), ()), (None, 3, 4, (), (0,))]
    data = built("1.8", TRNG=[rows[0]] * MANY + rows[1:])
    assert bounded(data) is None
    assert len(nacformats.loads(data).training) == MANY + 1


@pytest.mark.nightly
@pytest.mark.sample("constants1")
@pytest.mark.parametrize("constants", [(0,), (1, 7)])
def test_many_elements_without_a_signature(constants: tuple[int, ...]) -> None:
    rows = [(None, 2, 5, (1, 0), ()), (None, 202, 0, constants, (-1,)), (None, 3, 4, (), (0,))]
    data = built("1.8", TRNG=[rows[0], *rows[1:2] * MANY, rows[2]])
    assert bounded(data) is None
    assert len(nacformats.loads(data).training) == MANY + 2


@pytest.mark.sample("246-1.8", "65536-1.8", "65536-1.7")
@pytest.mark.parametrize("version", COMPLETE_LATER)
@pytest.mark.parametrize("count", [246, 65_536])
def test_many_operations_of_one_name(version: str, count: int) -> None:
    """The search in the schema has few names to look at, and its depth is bounded."""
    data = built(version, CMAP=[((each + 10) % MOST, "getitem") for each in range(count)])
    refusal = bounded(data)
    assert (refusal is not None) == (count > 256)
    assert refusal is None or refusal.path == "cmap.num_entries"
    with pytest.raises(FormatError):
        nacformats.loads(data)


@pytest.mark.sample("dims0-65536", "dims3-2000")
@pytest.mark.parametrize(
    ("dims", "count"), [((), 65_536), ((0,), 65_536), ((2**32 - 1, 0), 65_536), ((0,) * 255, 2_000)]
)
def test_many_empty_arrays(dims: tuple[int, ...], count: int) -> None:
    raw = b"" if dims else b"1234"
    data = built("1.8", ARRS=[{"name": str(each), "dtype": 0, "dims": dims, "raw": raw} for each in range(count)])
    assert bounded(data) is None
    with nacformats.loads(data) as file:
        assert len(file.arrays) == count
        last = file.arrays[str(count - 1)]
        assert last.shape == dims
        if len(dims) > MOST_DIMS_OF_NUMPY:
            with pytest.raises(nacformats.UnsupportedError):
                last.array()
        else:
            assert last.array().shape == dims
        assert nacformats.dumps(file) == data


def test_many_arrays_of_one_name_or_without_fitting_sizes() -> None:
    for name, raw in (("x", b"1234"), ("x", b"123")):
        data = built("1.8", ARRS=[{"name": name, "dtype": 0, "dims": (), "raw": raw}] * 65_536)
        assert bounded(data) is None
        with pytest.raises(FormatError):
            nacformats.loads(data)


@pytest.mark.parametrize("version", COMPLETE_LATER)
def test_parameters_of_one_name_do_not_differ_from_themselves(version: str) -> None:
    data = complete_later(version)["DATA"]
    names = [(number, "same") for number, _ in data["parameters"]]
    assert check_contract("nac", built(version, DATA=data | {"parameters": names})), "which compares it with itself"
