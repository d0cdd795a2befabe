"""STB: a table of 10,000 tensors read, and written aligned; 1 GiB saved, beside safetensors followed by fsync."""

from __future__ import annotations

import os
import struct
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from benchmarks._common import Comparison, compare
from nacformats import StbFile, dump, dumps, loads
from nacformats.formats.stb import repair

TENSORS = 10_000
#: Writing may take as many times as long as reading.
WRITING = 10
#: The arrays that are saved: eight of 128 MiB.
ARRAYS, ELEMENTS = 8, 1 << 25
#: Saves of each contender; the fastest counts, since other writers to the disk slow a save many times over.
SAVES = 5


def wild_table(num_tensors: int) -> bytes:
    """A file as writers in use leave it: each payload follows the one before it at once."""
    sizes = [4 * (1 + index % 40) for index in range(num_tensors)]
    start = -(-(32 + 32 * num_tensors) // 64) * 64
    table, end = bytearray(), start
    for index, size in enumerate(sizes):
        table += struct.pack("<BBBBQQ3I", index % 256, 0, 1, 0, end, size, size // 4, 0, 0)
        end += size
    header = struct.pack("<4sBBHIIQQ", b"STB0", 1, 0, num_tensors, 0, 0, start, end)
    return (header + table).ljust(end, b"\0")


def run() -> Iterator[Comparison]:
    with tempfile.TemporaryDirectory(dir=".") as folder:
        yield from tables(Path(folder))
        yield saves(Path(folder))


def tables(folder: Path) -> Iterator[Comparison]:
    """Writing and repairing a table, beside reading it."""
    data = wild_table(TENSORS)
    (folder / "wild.stb").write_bytes(data)
    stb = loads(data, strict=False)
    contenders: dict[str, Callable[[], object]] = {
        "write": lambda: dumps(stb),
        "repair, with fsync": lambda: repair(folder / "wild.stb", folder / "aligned.stb"),
        "look at each": lambda: [tensor.nbytes for tensor in loads(data, strict=False).tensors],
        "read": lambda: loads(data, strict=False),
    }
    yield compare(f"STB, {TENSORS:,} tensors", contenders, baseline="read", goal=1 / WRITING)


def saves(folder: Path) -> Comparison:
    """Saving 1 GiB. Each file is on the disk when the clock stops, and gone before the next one is begun."""
    arrays = {f"t{index}": np.ones(ELEMENTS, np.float32) for index in range(ARRAYS)}
    stb = StbFile()
    for index, array in enumerate(arrays.values()):
        stb.add(array, index)

    def save_safetensors(path: Path) -> None:
        save_file(arrays, path)
        with path.open("rb") as file:
            os.fsync(file.fileno())

    contenders = {"nacformats": lambda path: dump(stb, path, format="stb"), "safetensors + fsync": save_safetensors}
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(SAVES):
        for name, save in contenders.items():
            path = folder / "large"
            start = time.perf_counter()
            save(path)
            taken[name].append(time.perf_counter() - start)
            path.unlink()
            os.sync()
    fastest = {name: min(times) for name, times in taken.items()}
    return Comparison("save 1 GiB of tensors", fastest, "safetensors + fsync", goal=1 / 1.1)
