"""What large and long files cost. Sizes are those that the package promises; times leave room for a busy machine."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

import nacformats
from nacformats import FormatError
from nacformats.codec.streams import Source
from nacformats.formats.nac.file.reading import Frames
from tests.nac import oracle
from tests.nac.samples import GOLDEN
from tests.oracle import parse

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
    command = [sys.executable, "-c", code, str(path), GOLDEN.hex()]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def sparse(path: Path, size: int) -> None:
    """A file with one float32 tensor of `size` bytes that takes no room on the disk, and a section after it."""
    tensor = {"id": 1, "dtype": 0, "dims": (size // 4,), "quant": 0, "raw": b""}
    file = {
        "internal": True,
        "method": 0,
        "num_inputs": 0,
        "num_outputs": 1,
        "d_model": 0,
        "order": ["OPS ", "DATA", "ORCH"],
        "OPS ": [(None, 2, 1, (1, 1), ()), (None, 3, 0, (1, 0), (-1,))],
        "DATA": {"parameters": [(1, "w")], "inputs": [], "tensors": [tensor]},
        "ORCH": {"bytecode": b"\xff", "constants": []},
    }
    data = bytearray(oracle.write(file))
    start, stop = oracle.read(data)["extents"]["ORCH"]
    tail = data[start:stop]
    data[68:76] = (start + size).to_bytes(8, "little")
    data[start - 15 : start - 7] = size.to_bytes(8, "little")  # 8 bytes of len_data, before 7 bytes of metadata
    with path.open("wb") as stream:
        stream.write(data[:start])
        stream.seek(start + size)
        stream.write(tail)
    if path.stat().st_blocks * 512 > 1 << 20:
        path.unlink()
        pytest.skip("this file system has no sparse files")


@pytest.fixture
def linux() -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("memory is measured in /proc")


@pytest.mark.usefixtures("linux")
def test_opening_4_gib(tmp_path: Path) -> None:
    sparse(tmp_path / "large.nac", 4 * GIB)
    result = measured(
        """
times = []
for _ in range(5):
    start = time.perf_counter()
    with nacformats.load(sys.argv[1]) as file:
        last = float(file.parameters["w"].array()[-1])
    times.append(time.perf_counter() - start)
findings = nacformats.validate(sys.argv[1])
result = {"seconds": min(times), "resident": status("VmHWM"), "last": last, "findings": len(findings)}
""",
        tmp_path / "large.nac",
    )
    assert (result["last"], result["findings"]) == (0, 0)
    assert result["seconds"] < 0.05
    assert result["resident"] < 100


def test_reading_does_not_import_what_only_writing_needs() -> None:
    code = """
import sys
from nacformats.formats.nac import FORMAT
from nacformats.codec.streams import Source
FORMAT.read(Source(bytes.fromhex(sys.argv[1])), True)
sys.exit("construct" in sys.modules)
"""
    subprocess.run([sys.executable, "-c", code, GOLDEN.hex()], check=True)


@pytest.mark.nightly
@pytest.mark.usefixtures("linux")
def test_writing_a_large_file_copies_no_payload(tmp_path: Path) -> None:
    sparse(tmp_path / "large.nac", GIB // 4)
    result = measured(
        """
with nacformats.load(sys.argv[1]) as file:
    file.d_model = 7
    nacformats.dump(file, sys.argv[1] + ".small")  # imports what writing needs
    before = status("RssAnon")
    nacformats.dump(file, sys.argv[1] + ".copy.nac")
    result = {"anonymous": status("RssAnon") - before}
""",
        tmp_path / "large.nac",
    )
    assert result["anonymous"] < 16
    with nacformats.load(tmp_path / "large.nac.copy.nac") as file:
        assert (file.d_model, file.parameters["w"].shape) == (7, (GIB // 16,))


def long_program(count: int) -> bytes:
    rows = [(None, 2, 0, (), ())]
    rows += [(None, 11, 1, (1, 5), (-1, 0)) if index % 2 else (None, 14, 2, (), (-1,)) for index in range(count)]
    rows.append((None, 3, 0, (1, 0), (-1,)))
    file = oracle.read(GOLDEN) | {"MMAP": [], "OPS ": rows, "PERM": [(1, "Ti"), (2, "T")], "CNST": [(5, 2, 8, 1)]}
    return oracle.write(file)


def test_columns_are_ten_times_faster_than_the_generated_parser() -> None:
    source = Source(long_program(50_000))
    begin = time.perf_counter()
    parsed = parse("nac", source).ops.instructions
    generated = time.perf_counter() - begin
    times = []
    for _ in range(5):
        frames = Frames(source)
        frames["perm"]
        begin = time.perf_counter()
        operations = frames["ops"].instructions
        times.append(time.perf_counter() - begin)
    assert len(operations) == len(parsed) == 50_002
    assert generated > 10 * min(times)


def test_a_long_program_is_made_when_it_is_asked_for() -> None:
    data = long_program(50_000)
    begin = time.perf_counter()
    file = nacformats.loads(data)
    assert len(file.instructions) == 50_002
    assert file.instructions[50_001].operands[0].index == 50_000
    assert time.perf_counter() - begin < 0.5


def test_hostile_counts_cost_nothing(tmp_path: Path) -> None:
    """Counts that a large file of zeros would seem to satisfy."""
    path = tmp_path / "hostile.nac"
    head = bytearray(GOLDEN[:88])
    for slot in range(9):
        head[12 + 8 * slot : 20 + 8 * slot] = bytes(8)
    for slot, tag in ((0, b"MMAP"), (1, b"OPS "), (2, b"CMAP"), (4, b"PERM"), (5, b"DATA"), (8, b"RSRC")):
        mutated = bytearray(head)
        mutated[12 + 8 * slot : 20 + 8 * slot] = (88).to_bytes(8, "little")
        with path.open("wb") as stream:
            stream.write(mutated + tag + b"\xff" * 4)
            stream.truncate(GIB)
        begin = time.perf_counter()
        with pytest.raises(FormatError) as caught:
            nacformats.load(path, strict=False)
        assert time.perf_counter() - begin < 1, tag
        assert caught.value.offset <= 96


def test_many_bad_operands_are_reported_in_bounded_time() -> None:
    data = long_program(50_000).replace(b"\x0e\x02\xff\xff", b"\x0e\x02\xff\x7f")
    begin = time.process_time()
    findings = nacformats.validate(data)
    assert time.process_time() - begin < 1
    assert len([finding for finding in findings if finding.rule == "nac.operand"]) == 20
