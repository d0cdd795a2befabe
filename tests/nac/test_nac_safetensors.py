"""The reader of safetensors files: it refuses what the library refuses, and reads what it reads."""

from __future__ import annotations

import json
import random
import tracemalloc
from typing import Any

import pytest
import safetensors

from nacformats import FormatError, InvalidError, LimitError, TruncatedError
from nacformats.formats.safetensors.header import TensorEntries, read_table
from nacformats.limits import MAX_WEIGHTS_HEADER_BYTES

GOOD = {
    "w": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
    "é": {"dtype": "I8", "shape": [], "data_offsets": [24, 25]},
    'quo"te\\': {"dtype": "BF16", "shape": [2, 1, 0], "data_offsets": [25, 25]},
    "odd": {"dtype": "F8_E4M3", "shape": [3], "data_offsets": [25, 28]},
    "__metadata__": {"w": "x", "other": '{"quant_type": "FP16"}'},
}
SIZE = 28


def packed(header: Any, size: int = SIZE, length: int | None = None) -> bytes:
    """The bytes of a file with this header, as JSON or as text."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return (len(text) if length is None else length).to_bytes(8, "little") + text + bytes(range(size))


def read(data: bytes) -> TensorEntries:
    return read_table(memoryview(data))


def test_what_is_read() -> None:
    found = read(packed(GOOD))
    start = len(packed(GOOD)) - SIZE
    assert list(found.entries) == ["w", "é", 'quo"te\\', "odd"]
    assert found.entries["w"] == ("F32", (2, 3), start, start + 24)
    assert found.entries["odd"].shape == (3,)
    assert found.metadata == GOOD["__metadata__"]
    for spelling in (json.dumps(GOOD, indent=3), json.dumps(GOOD, ensure_ascii=False, separators=(",", ":")) + "   "):
        again = read(packed(spelling.encode()))
        assert again.metadata == found.metadata
        assert [entry.shape for entry in again.entries.values()] == [(2, 3), (), (2, 1, 0), (3,)]


ONE = b'{"dtype":"U8","shape":[],"data_offsets":[0,1]}'
BAD: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "file is too short"),
    "short": (bytes(7), "file is too short: expected at least 8 bytes, got 7"),
    "no header": (bytes(8), "expected '{'"),
    "list": (packed([]), "expected '{'"),
    "not UTF-8": (packed(b'{"\xff":1}'), "UTF-8"),
    "no JSON": (packed(b"{x}"), "expected a string"),
    "no end": (packed(b'{"__metadata__":{}'), "its end"),
    "more after the end": (packed(json.dumps(GOOD).encode() + b"{}"), "end of the header"),
    "a name twice": (packed(b'{"a":%s,"a":%s}' % (ONE, ONE), 1), "twice"),
    "a key twice": (packed(b'{"a":{"dtype":"U8","dtype":"U8","shape":[],"data_offsets":[0,1]}}', 1), "twice"),
    "a string that is none": (packed(b'{"a\nb":{"dtype":"U8","shape":[],"data_offsets":[0,1]}}', 1), "control"),
    "metadata of numbers": (packed({"__metadata__": {"a": 1}}, 0), "a string"),
    "metadata as a list": (packed({"__metadata__": []}, 0), "expected '{'"),
}
TENSOR = {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]}
BAD_TENSORS: dict[str, Any] = {
    "null": None,
    "a list": [1],
    "no dtype": {key: value for key, value in TENSOR.items() if key != "dtype"},
    "dtype is a number": {**TENSOR, "dtype": 1},
    "shape is a text": {**TENSOR, "shape": "4"},
    "shape of floats": {**TENSOR, "shape": [4.0]},
    "shape of truths": {**TENSOR, "shape": [True, 4]},
    "a negative size": {**TENSOR, "shape": [-4]},
    "shape of nulls": {**TENSOR, "shape": [None]},
    "shape of lists": {**TENSOR, "shape": [[4]]},
    "2^64": {**TENSOR, "shape": [2**64, 0]},
    "more than 2^64 elements": {**TENSOR, "shape": [2**62, 2**62, 0]},
    "a number of 4,000 digits": {**TENSOR, "shape": [10**4000]},
    "one offset": {**TENSOR, "data_offsets": [0]},
    "three offsets": {**TENSOR, "data_offsets": [0, 4, 4]},
    "offsets as an object": {**TENSOR, "data_offsets": {"0": 4}},
    "past the end": {**TENSOR, "data_offsets": [2**63, 2**63 + 4]},
    "backwards": {**TENSOR, "data_offsets": [4, 0]},
    "another size": {**TENSOR, "shape": [5]},
    "a gap": {**TENSOR, "data_offsets": [1, 5]},
    "deeply nested": {**TENSOR, "shape": json.loads("[" * 500 + "]" * 500)},
    "a shape without end": {**TENSOR, "shape": [1] * 3000},
}


@pytest.mark.parametrize("case", BAD)
def test_bad_headers(case: str) -> None:
    data, message = BAD[case]
    with pytest.raises(FormatError, match=message):
        read(data)
    assert not verdict(data) or case == "a name twice"  # the format forbids it, and the library lets it pass


@pytest.mark.parametrize("case", BAD_TENSORS)
def test_bad_tensors_are_named(case: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(packed({"x": BAD_TENSORS[case]}, 4))
    assert caught.value.path == "x"
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("places", "kind", "message"),
    [
        ([(0, 4), (3, 8)], InvalidError, "overlaps"),
        ([(0, 4), (0, 4)], InvalidError, "overlaps"),
        ([(0, 4), (5, 8)], InvalidError, "a gap"),
        ([(0, 4), (4, 7)], InvalidError, "where the file ends"),
        ([(0, 4), (4, 9)], TruncatedError, "where the file ends"),
        ([], InvalidError, "where the file ends"),
    ],
)
def test_every_byte_belongs_to_one_tensor(places: list[tuple[int, int]], kind: type[FormatError], message: str) -> None:
    header = {
        str(index): {"dtype": "U8", "shape": [stop - start], "data_offsets": [start, stop]}
        for index, (start, stop) in enumerate(places)
    }
    with pytest.raises(kind, match=message):
        read(packed(header, 8))


def test_headers_that_say_they_are_long() -> None:
    for length, kind in ((2**64 - 1, LimitError), (MAX_WEIGHTS_HEADER_BYTES + 1, LimitError), (1000, TruncatedError)):
        with pytest.raises(kind, match="the header is too long"):
            read(packed(GOOD, length=length))


@pytest.mark.parametrize("text", ["[" * 300_000, '{"a":' * 60_000, '{"a":{"shape":[' + "[]," * 100_000])
def test_nesting_costs_nothing(text: str) -> None:
    with pytest.raises(InvalidError):
        read(packed(text.encode()))


def verdict(data: bytes) -> bool:
    """Whether the library takes a file."""
    try:
        safetensors.deserialize(data)
    except safetensors.SafetensorError:
        return False
    return True


def test_the_library_agrees_about_damaged_files() -> None:
    """What the library takes is read; what it refuses is refused, but for dtypes that it does not know."""
    chance = random.Random(7)
    good = packed(GOOD)
    numbers = [str(number).encode() for number in (0, 1, 2, 3, 23, 24, 25, 27, 28, 29, 2**63, 2**64, -1, 1.5)]
    taken = refused = 0
    for _ in range(4000):
        data = bytearray(good)
        for _ in range(chance.choice((1, 1, 2, 3))):
            at = chance.randrange(8, len(data))
            new = chance.choice((b"", b" ", b"{", b"}", b"[", b"]", b",", b'"', b"9", *numbers, data[at - 3 : at]))
            data[at : at + chance.choice((0, 1, len(new)))] = new
        if chance.random() < 0.8:  # so that the header keeps its end
            end = data.find(b"}}") + 2
            data[:8] = max(end - 8, 0).to_bytes(8, "little")
        expected = verdict(bytes(data))
        try:
            found = read(bytes(data))
        except FormatError:
            assert not expected, bytes(data)
            refused += 1
            continue
        known = all(entry.dtype in ("F32", "I8", "BF16", "F8_E4M3") for entry in found.entries.values())
        assert expected or not known, bytes(data)
        taken += 1
    assert taken > 100
    assert refused > 1000


def described(shape: str) -> str:
    return f'{{"dtype":"U8","shape":[{shape}],"data_offsets":[0,0]}}'


#: What takes the least text for the most objects.
DENSE = {
    "short descriptions": "{" + ",".join(f'"{index}":{described("0")}' for index in range(10_000)) + "}",
    "long shapes": "{" + ",".join(f'"{index}":{described("0" + ",1000" * 790)}' for index in range(500)) + "}",
    "short metadata": '{"__metadata__":{' + ",".join(f'"{index}":""' for index in range(50_000)) + "}}",
}


@pytest.mark.parametrize("case", DENSE)
def test_memory_is_bounded_by_the_size(case: str) -> None:
    data = packed(DENSE[case].encode(), 0)
    tracemalloc.start()
    try:
        read(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 16 * len(data)
