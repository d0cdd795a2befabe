"""Checks in bounded time and memory: holes that are not read, names that are not copied, records that are read once."""

from __future__ import annotations

import os
import random
import struct
import tracemalloc
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

import nacformats
from nacformats.codec import streams
from nacformats.codec.columns import replay
from nacformats.codec.streams import Source, first_nonzero
from nacformats.limits import MAX_FINDINGS
from tests.columns.native import pure
from tests.nac import oracle

HOLE = 1 << 36
STB_HEADER = "<4sBBHIIQQ"


def test_holes_are_zeros_that_are_not_read() -> None:
    rng = random.Random(7)
    for _ in range(300):
        data = bytearray(rng.choice((0, 0, 0, 1)) for _ in range(60))
        source, holes, at = Source(data), [], 0
        while at < 50:
            start = at + rng.randrange(1, 12)
            at = start + rng.randrange(1, 12)
            data[start:at] = bytes(len(data[start:at]))
            holes.append((start, min(at, len(data))))
        source._holes = holes
        begin = rng.randrange(60)
        end = rng.randrange(begin, 61)
        expected = first_nonzero(memoryview(data)[begin:end])
        assert source.first_nonzero(begin, end) == (None if expected is None else begin + expected)


@pytest.mark.skipif(not hasattr(os, "SEEK_HOLE"), reason="the system does not tell where holes are")
@pytest.mark.parametrize("tail", [b"", b"\1"])
def test_a_gap_in_a_sparse_file_is_not_read(tail: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sparse.stb"
    size = HOLE + len(tail)
    with path.open("wb") as file:
        file.write(struct.pack(STB_HEADER, b"STB0", 1, 0, 0, 0, 0, 64, size))
        file.truncate(HOLE)
        file.seek(HOLE)
        file.write(tail)
    with path.open("rb") as file:
        if os.lseek(file.fileno(), 0, os.SEEK_HOLE) >= size:
            pytest.skip("the file system has no holes")
    looked_at = []
    monkeypatch.setattr(streams, "first_nonzero", lambda view: looked_at.append(len(view)) or first_nonzero(view))
    rules = [(finding.rule, finding.offset) for finding in nacformats.validate(path)]
    assert rules == [("stb.padding", HOLE)] * len(tail)
    assert sum(looked_at) < 1 << 24


def varint(number: int) -> bytes:
    more, low = divmod(number, 128)
    return bytes([low | 128]) + varint(more) if more else bytes([low])


def micb(names: list[bytes], symbols: int, dims: int, types: int, values: bytes) -> bytes:
    """A MIC-B file whose symbols and dimensions all are its second name."""
    strings = varint(len(names)) + b"".join(varint(len(name)) + name for name in names)
    tables = varint(symbols) + b"\1" * symbols + varint(types) + (b"\1" + varint(dims) + b"\1" * dims) * types
    return b"MICB\2" + strings + tables + values


@pytest.mark.parametrize(("symbols", "types"), [(30_000, 1), (0, 2_000)])
def test_one_long_name_is_not_copied_for_each_use(symbols: int, types: int) -> None:
    data = micb([b"x", b"n" * 0x10000], symbols, 32, types, b"\1\0\0\0\0")
    tracemalloc.start()
    try:
        rules = {finding.rule for finding in nacformats.validate(data)}
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "micb.no-text-form" in rules
    assert peak < 64 * 1024**2 + 16 * len(data)
    with pytest.raises(nacformats.LimitError):
        nacformats.dumps(nacformats.loads(data), format="mic2")


def test_a_value_with_many_errors_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = 5_000
    values = b"\2\0\0\0" + b"\2\x10\0" + varint(inputs) + b"\7" * inputs + b"\0"
    read = []
    record_at = replay.record_at
    monkeypatch.setattr(
        "nacformats.codec.columns.replay.record_at",
        lambda *given, **named: read.append(1) or record_at(*given, **named),
    )
    found = nacformats.validate(micb([b"x", b"y"], 0, 0, 1, values))
    assert len(found) == MAX_FINDINGS
    assert {finding.rule for finding in found} == {"micb.forward-reference"}
    assert [finding.offset for finding in found] == sorted({finding.offset for finding in found})
    assert 0 < len(read) < 5


@pytest.mark.parametrize("count", [0, 1, 2])
def test_concat_takes_at_least_one_input_in_both_forms(count: int) -> None:
    binary = micb([b"x", b"y"], 0, 0, 1, b"\2\0\0\0" + b"\2\x10\0" + varint(count) + b"\0" * count + b"\1")
    text = b"mic@2\nT0 f32\na x T0\ncat" + b" 0" * count + b" 0\nO 1"
    for name, data in (("micb", binary), ("mic2", text)):
        rules = [finding.rule for finding in nacformats.validate(data, format=name) if finding.severity == "error"]
        assert rules == [f"{name}.arity"] * (count == 0)
    graph = nacformats.MicGraph()
    x = graph.arg("x", graph.add_type("f32"))
    graph.output = graph.node("concat", *[x] * count, axis=0) if count else x
    if not count:
        graph.values.append(type(graph.values[graph.node("relu", x)])("concat", (), (0,)))
    for name in ("micb", "mic2"):
        if count:
            assert nacformats.loads(nacformats.dumps(graph, format=name), format=name) == graph
        else:
            with pytest.raises(nacformats.InvalidError, match="inputs"):
                nacformats.dumps(graph, format=name)


@pytest.mark.nightly
def test_millions_of_operands_are_looked_at_a_few_at_a_time() -> None:
    text = b"mic@2\nT0 f32\na x T0\ncat" + b" 0" * 1_000_000 + b" 0\nO 1"
    tracemalloc.start()
    try:
        assert nacformats.validate(text) == []
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 24 * len(text)


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("operation", [b"\x0a\x00", b"\x0a\x01\xff\xff"], ids=["no operand", "one operand"])
@pytest.mark.parametrize("loops", [pure, nullcontext])
def test_short_instructions_take_little_memory(
    operation: bytes, loops: Callable[[], AbstractContextManager[None]]
) -> None:
    count = 1_000_000
    program = b"\x02\x00" + operation * (count - 2) + b"\x03\x00\x02\x00\x00\x00\xff\xff"
    sections = {
        b"OPS ": struct.pack("<I", count) + program,
        b"CMAP": struct.pack("<IHB", 1, 10, 9) + b"aten.relu",
        b"PERM": struct.pack("<IHB", 1, 1, 1) + b"T",
    }
    starts, body = dict.fromkeys(oracle.TAGS, 0), b""
    for tag, content in sections.items():
        starts[tag.decode()] = oracle.HEADERS["1.6"].size + len(body)
        body += tag + content
    data = oracle.HEADERS["1.6"].pack(b"NAC", 1, 0, 1, 1, 0, 0, *starts.values()) + body
    with loops():
        tracemalloc.start()
        try:
            assert len(nacformats.loads(data).sections.ops) == count
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert peak < 64 * 1024**2 + 16 * len(data)
