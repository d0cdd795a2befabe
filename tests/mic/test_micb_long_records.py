"""A node with very many numbers that is wrong: it is refused without an object for each of them."""

from __future__ import annotations

import tracemalloc

import pytest

import nacformats
from nacformats.codec.trees.values import Varint

COUNT = 250_000
#: One string, one type without dimensions, two values: an input, and the head of a transpose of COUNT numbers.
HEAD = bytes.fromhex("4d494342 02 01 01 61 00 01 01 00 02 000000 02 0b") + Varint(COUNT).encoded
ZEROS, ONE_INPUT, OUTPUT = bytes(COUNT - 1), b"\x01\x00", b"\x01"

WRONG = {
    "cut off": (HEAD + ZEROS, "values[1]", 16),
    "padded at its end": (HEAD + ZEROS + b"\x80\x00" + ONE_INPUT + OUTPUT, "values[1]", len(HEAD) + COUNT - 1),
    "without inputs": (HEAD + ZEROS + b"\x00" + b"\x00" + OUTPUT, "values[1].body.num_inputs", None),
}


@pytest.mark.nightly
@pytest.mark.sample("cut off")
@pytest.mark.parametrize("case", WRONG)
def test_a_long_record_that_is_wrong_is_refused_in_bounded_memory(case: str) -> None:
    data, path, offset = WRONG[case]
    tracemalloc.start()
    try:
        with pytest.raises(nacformats.FormatError) as caught:
            nacformats.loads(data, format="micb")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert caught.value.path == path
    assert offset in (None, caught.value.offset)
    assert peak < 600 * len(data)  # an object for each number takes three times that


def test_a_long_record_that_is_right_is_read() -> None:
    graph = nacformats.loads(HEAD + ZEROS + b"\x00" + ONE_INPUT + OUTPUT, format="micb")
    assert len(graph.values[1].params) == COUNT
