"""What large and long files cost. Sizes are those that the package promises; times leave room for a busy machine."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import nacformats
from tests.stb import oracle

#: Elements of the large tensor, float32.
GIB = 1 << 30

MEASURE = """
import json, re, sys, time, numpy as np, nacformats
nacformats.loads(bytes.fromhex(sys.argv[2]))  # whatever is imported on first use
def status(name):
    return int(re.search(name + r":\\s+(\\d+)", open("/proc/self/status").read())[1]) / 1024
{work}
print(json.dumps(result))
"""


def measured(work: str, path: Path) -> dict[str, float]:
    """Run some code on a file in a process of its own; it leaves what it measured in `result`."""
    code = MEASURE.replace("{work}", work)
    done = subprocess.run(
        [sys.executable, "-c", code, str(path), oracle.write([]).hex()], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def sparse(path: Path, elements: int) -> None:
    """A file with one float32 tensor of zeros that takes no room on the disk; the test is skipped where it would."""
    size = 64 + 4 * elements
    header = struct.pack("<4sBBHIIQQ", b"STB0", 1, 0, 1, 0, 0, 64, size)
    with path.open("wb") as file:
        file.write(header + struct.pack("<BBBBQQ3I", 0, 0, 1, 0, 64, 4 * elements, elements, 0, 0))
        file.truncate(size)
    if path.stat().st_blocks * 512 > 1 << 20:
        path.unlink()
        pytest.skip("this file system has no sparse files")


@pytest.fixture
def linux() -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("memory is measured in /proc")


@pytest.mark.usefixtures("linux")
def test_opening_4_gib(tmp_path: Path) -> None:
    sparse(tmp_path / "large.stb", GIB)
    result = measured(
        """
times = []
for _ in range(5):
    start = time.perf_counter()
    with nacformats.load(sys.argv[1]) as stb:
        last = float(stb.tensors[0].array()[-1])
    times.append(time.perf_counter() - start)
result = {"seconds": min(times), "resident": status("VmHWM"), "last": last}
""",
        tmp_path / "large.stb",
    )
    assert result["last"] == 0
    assert result["seconds"] < 0.05
    assert result["resident"] < 100


@pytest.mark.nightly
@pytest.mark.usefixtures("linux")
def test_writing_a_large_file_copies_no_payload(tmp_path: Path) -> None:
    sparse(tmp_path / "large.stb", GIB // 16)
    result = measured(
        """
with nacformats.load(sys.argv[1]) as stb:
    stb.add(np.ones(3, "f4"), id=1)
    before = status("RssAnon")
    nacformats.dump(stb, sys.argv[1] + ".copy")
    result = {"anonymous": status("RssAnon") - before}
""",
        tmp_path / "large.stb",
    )
    assert (tmp_path / "large.stb.copy").stat().st_size == 128 + GIB // 4 + 12
    assert result["anonymous"] < 16


def test_65535_descriptors(tmp_path: Path) -> None:
    path = tmp_path / "many.stb"
    row = struct.pack("<BBBBQQ3I", 0, 2, 1, 0, 32 + 32 + 65535 * 32 - 32, 1, 1, 0, 0)
    start = -(-(32 + 65535 * 32) // 64) * 64
    row = row[:4] + struct.pack("<Q", start) + row[12:]
    path.write_bytes(
        struct.pack("<4sBBHIIQQ", b"STB0", 1, 0, 65535, 0, 0, start, start + 1)
        + row * 65535
        + b"\7".rjust(start + 1 - 32 - 32 * 65535, b"\0")
    )
    begin = time.perf_counter()
    with nacformats.load(path) as stb:
        opened = time.perf_counter() - begin
        assert len(stb.tensors) == 65535
        assert stb.tensors[-1].array().tolist() == [7]
        assert len({id(tensor.raw) for tensor in stb.tensors}) == 1, "aliases are not copied"
    assert opened < 0.25
    assert {finding.rule for finding in nacformats.validate(path)} == {"stb.duplicate-id"}


def many_tensors(count: int) -> bytes:
    """A file as writers in use leave it: each payload follows the one before it at once."""
    sizes = [4 * (1 + index % 40) for index in range(count)]
    start = -(-(32 + 32 * count) // 64) * 64
    table, end = bytearray(), start
    for index, size in enumerate(sizes):
        table += struct.pack("<BBBBQQ3I", index % 256, 0, 1, 0, end, size, size // 4, 0, 0)
        end += size
    header = struct.pack("<4sBBHIIQQ", b"STB0", 1, 0, count, 0, 0, start, end)
    return (header + table).ljust(start, b"\0") + bytes(index % 251 for index in range(end - start))


def seconds(work: Callable[[], object]) -> float:
    """The best of several runs."""
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def test_aligning_many_tensors_costs_a_few_times_what_reading_them_costs() -> None:
    data = many_tensors(10_000)
    stb = nacformats.loads(data, strict=False)
    written = nacformats.dumps(stb)
    rows = zip(oracle.read(data, aligned=False), oracle.read(written), strict=True)
    assert all(before.payload == after.payload for before, after in rows)
    reading = seconds(lambda: nacformats.loads(data, strict=False))
    writing = seconds(lambda: nacformats.dumps(stb))
    assert writing < 40 * reading  # 6 on a quiet machine; `python -m benchmarks stb` measures it
