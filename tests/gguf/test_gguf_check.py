"""The rules of GGUF beyond its schema, and files that want to take all time or memory."""

from __future__ import annotations

import struct
import sys
import time
import tracemalloc

import pytest

import nacformats
from tests.contract import check_contract
from tests.gguf.test_gguf_read import GOLDEN


def text(value: bytes) -> bytes:
    return struct.pack("<Q", len(value)) + value


def key(name: bytes, kind: int, content: bytes) -> bytes:
    return text(name) + struct.pack("<I", kind) + content


def tensor(name: bytes, dims: tuple[int, ...], kind: int, start: int) -> bytes:
    return text(name) + struct.pack(f"<I{len(dims)}QIQ", len(dims), *dims, kind, start)


ARCHITECTURE = key(b"general.architecture", 8, text(b"x"))


def made(keys: list[bytes], tensors: list[bytes], data: bytes = b"", alignment: int = 32) -> bytes:
    """A file by hand."""
    keys = [ARCHITECTURE, *keys]
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(keys)) + b"".join((*keys, *tensors))
    return head + bytes(-len(head) % alignment) + data


ONE = tensor(b"a", (8,), 0, 0)
ZEROS = bytes(64)
CASES = {
    "alignment": made([key(b"general.alignment", 4, struct.pack("<I", 24))], []),
    "alignment, of another type": made([key(b"general.alignment", 10, struct.pack("<Q", 32))], []),
    "alignment, none": made([key(b"general.alignment", 4, struct.pack("<I", 0))], []),
    "duplicate-key": made([key(b"k", 0, b"\0"), key(b"k", 0, b"\1")], []),
    "duplicate-name": made([], [ONE, tensor(b"a", (8,), 0, 32)], ZEROS),
    "row-size": made([], [tensor(b"a", (16, 2), 8, 0)], ZEROS),
    "row-size, of a scalar": made([], [tensor(b"a", (), 8, 0)], ZEROS),
    "tensor-bounds": made([], [tensor(b"a", (17,), 0, 0)], ZEROS),
    "tensor-bounds, far away": made([], [tensor(b"a", (1,), 0, (1 << 64) - 32)], ZEROS),
    "tensor-bounds, huge": made([], [tensor(b"a", (1 << 62,) * 4, 0, 0)], ZEROS),
    "overlap": made([], [ONE, tensor(b"b", (16,), 0, 0)], ZEROS),
    "tensor-alignment": made([], [tensor(b"a", (8,), 0, 4)], ZEROS),
    "truncated": GOLDEN[:100],
    "version": b"GGUF" + struct.pack("<IQQ", 1, 0, 0),
    "version, big-endian": b"GGUF" + struct.pack(">IQQ", 3, 0, 0),
    "layout": b"GGUF" + struct.pack("<IQQ", 4, 0, 0),
}
REMARKS = {
    "dtype": made([], [tensor(b"a", (8,), 99, 0)], ZEROS),
    "name-length": made([], [tensor(b"a" * 64, (8,), 0, 0)], ZEROS[:32]),
    "order": made([], [tensor(b"a", (8,), 0, 32), tensor(b"b", (8,), 0, 0)], ZEROS),
    "order, of nothing": made([], [tensor(b"a", (16,), 0, 0), tensor(b"b", (0,), 0, 32)], ZEROS),
    "key-length": made([key(b"k" * 65_536, 0, b"\0")], []),
    "empty-key": made([key(b"", 0, b"\0")], []),
    "nested-array": made([key(b"k", 9, struct.pack("<IQ", 9, 1) + struct.pack("<IQ", 0, 1) + b"\0")], []),
    "empty-tensor": made([], [tensor(b"a", (8, 0), 0, 0)]),
    "empty-tensor, of an unknown type": made([], [tensor(b"a", (8, 0), 99, 0)]),
    "padding": made([], [ONE], bytes(40) + b"\1"),
    "hole": made([], [ONE], ZEROS),
}


@pytest.mark.parametrize("case", CASES)
def test_bad_files(case: str) -> None:
    (found,) = [each for each in nacformats.validate(CASES[case], format="gguf") if each.severity == "error"]
    assert found.rule == f"gguf.{case.partition(',')[0]}"
    assert found.path
    with pytest.raises(nacformats.FormatError) as info:
        nacformats.loads(CASES[case], format="gguf")
    assert (info.value.rule, info.value.path, info.value.offset) == (found.rule, found.path, found.offset)
    check_contract("gguf", CASES[case])


@pytest.mark.parametrize("case", REMARKS)
def test_remarkable_files(case: str) -> None:
    found = nacformats.validate(REMARKS[case])
    assert [each.severity for each in found] == ["warning"] * len(found)
    assert f"gguf.{case.partition(',')[0]}" in [each.rule for each in found]
    assert check_contract("gguf", REMARKS[case])


def test_a_tensor_of_an_unknown_type_is_not_empty() -> None:
    assert "gguf.empty-tensor" not in [each.rule for each in nacformats.validate(REMARKS["dtype"])]


def test_the_architecture_is_asked_for() -> None:
    (found,) = nacformats.validate(b"GGUF" + struct.pack("<IQQ", 3, 0, 0))
    assert (found.rule, found.severity) == ("gguf.architecture", "warning")


def test_elements_of_an_unknown_type_are_bytes() -> None:
    file = nacformats.loads(made([], [tensor(b"a", (8,), 99, 0), tensor(b"b", (8,), 0, 32)], ZEROS), format="gguf")
    assert (file.tensors["a"].dtype, file.tensors["a"].nbytes) == ("type 99", 32)
    with pytest.raises(nacformats.UnsupportedError, match="type 99 cannot be read"):
        file["a"]
    file.metadata["k"] = 1
    with pytest.raises(nacformats.UnsupportedError, match="no such type of elements"):
        nacformats.dumps(file)


def test_lenient_reading_takes_what_is_not_aligned_and_writing_aligns_it() -> None:
    data = CASES["tensor-alignment"]
    file = nacformats.loads(data, format="gguf", strict=False)
    assert file.tensors["a"].shape == (8,)
    written = nacformats.dumps(file)
    assert nacformats.validate(written) == []
    (found,) = nacformats.validate(data, strict=False)[:1]
    assert (found.rule, found.severity) == ("gguf.tensor-alignment", "warning")


HOSTILE = {
    "tensors": b"GGUF" + struct.pack("<IQQ", 3, 0x7FFFFFFF, 0),
    "keys": b"GGUF" + struct.pack("<IQQ", 3, 0, 65_536),
    "texts": made([key(b"k", 9, struct.pack("<IQ", 8, 0x7FFFFFFF))], [], bytes(1 << 20)),
    "numbers": made([key(b"k", 9, struct.pack("<IQ", 12, 0x7FFFFFFF))], [], bytes(1 << 20)),
    "deep": made([key(b"k", 9, struct.pack("<IQ", 9, 1) * 50_000 + struct.pack("<IQ", 0, 0))], []),
    "wide": made([key(b"k", 9, struct.pack("<IQ", 9, 80_000) + struct.pack("<IQ", 0, 0) * 80_000)], []),
    "a long text": made([key(b"k", 8, struct.pack("<Q", (1 << 63) - 1))], []),
    "all of them bad texts": made([key(b"k", 9, struct.pack("<IQ", 8, 1 << 17) + (bytes(8) * (1 << 17)))], [b"\xff"]),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_refused_soon(case: str) -> None:
    data = HOSTILE[case]
    nacformats.validate(data, format="gguf")  # what is imported takes memory once
    tracemalloc.start()
    begun = time.process_time()
    with pytest.raises(nacformats.FormatError) as info:
        nacformats.loads(data, format="gguf")
    assert info.value.offset is not None
    assert info.value.path
    assert tracemalloc.get_traced_memory()[1] < (64 << 20) + 16 * len(data)
    tracemalloc.stop()
    assert time.process_time() - begun < 20  # it ends at all


@pytest.mark.nightly
def test_the_path_to_a_deep_failure_takes_memory_in_proportion() -> None:
    """With a deep stack, for which other programs ask, each record kept a path of its own: 776 MB."""
    sys.setrecursionlimit(4_000)
    test_hostile_files_are_refused_soon("deep")
