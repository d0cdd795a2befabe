"""Opening a file of 4 GiB and reading the last element of its one tensor: time, and memory that is resident then.

The files are sparse. Each reader runs in processes of its own; what it imports is not counted as opening.
"""

from __future__ import annotations

import json
import statistics
import struct
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from benchmarks._common import SAMPLES, Comparison, in_fresh_process
from nacformats import NacBuilder, NacFile, StbFile
from nacformats.codec.streams import Buffer
from nacformats.formats import formats

#: Elements of the tensor, float32: 4 GiB.
ELEMENTS = 2**30
#: What opening may cost: seconds, bytes.
ALLOWED = (0.05, 100e6)
#: Longer pieces of a file are zeros here, and become holes.
_HOLE_BYTES = 2**20

_MEASURED = """
import re, time
{imports}
path = {path!r}
start = time.perf_counter()
{opening}
seconds = time.perf_counter() - start
print(seconds, 1024 * int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]))
"""

#: What a reader imports, and how it comes to the last element.
READERS = {
    "nac": ("import nacformats", "nac = nacformats.load(path); last = nac.parameters['x'].array()[-1]"),
    "stb": ("import nacformats", "stb = nacformats.load(path); last = stb.tensors[0].array()[-1]"),
    "safetensors": (
        "from safetensors import safe_open",
        "last = safe_open(path, framework='np').get_slice('x')[2**30 - 1 :]",
    ),
    "np.memmap": ("import numpy as np", "last = np.memmap(path, np.float32, mode='r')[-1]"),
}


def run() -> Iterator[Comparison]:
    """Time and memory of opening a NAC and an STB file, beside safetensors and np.memmap."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {reader: Path(folder, f"large.{reader}") for reader in READERS}
        zeros = np.zeros(ELEMENTS, np.float32)  # no memory before it is written to
        write_sparse(paths["nac"], formats()["nac"].write(program(zeros)))
        write_sparse(paths["stb"], formats()["stb"].write(container(zeros)))
        write_sparse(paths["safetensors"], safetensors_chunks(zeros))
        write_sparse(paths["np.memmap"], [memoryview(zeros)])
        measured = {reader: measure(reader, path) for reader, path in paths.items()}
    for place, (what, unit) in enumerate([("time", "s"), ("resident memory", "B")]):
        for reader in ("nac", "stb"):
            values = {name: measured[name][place] for name in (reader, "safetensors", "np.memmap")}
            title = f"open a .{reader} of 4 GiB: {what}"
            yield Comparison(title, {**values, "allowed": ALLOWED[place]}, "allowed", goal=1, unit=unit)


def program(values: np.ndarray) -> NacFile:
    """A NAC file that returns its one parameter."""
    builder = NacBuilder()
    builder.output(builder.parameter("x", values))
    return builder.build()


def container(values: np.ndarray) -> StbFile:
    """An STB file with one tensor."""
    stb = StbFile()
    stb.add(values, id=0)
    return stb


def safetensors_chunks(values: np.ndarray) -> list[Buffer]:
    """A safetensors file with one tensor."""
    header = json.dumps({"x": {"dtype": "F32", "shape": [len(values)], "data_offsets": [0, values.nbytes]}}).encode()
    return [struct.pack("<Q", len(header)), header, memoryview(values)]


def write_sparse(path: Path, chunks: Iterable[Buffer]) -> None:
    """Write a file, long pieces of it as holes."""
    with path.open("wb") as file:
        for chunk in map(memoryview, chunks):
            if chunk.nbytes < _HOLE_BYTES:
                file.write(chunk)
            else:
                file.truncate(file.seek(chunk.nbytes, 1))


def measure(reader: str, path: Path) -> tuple[float, float]:
    """Median seconds and bytes of opening a file with a reader."""
    imports, opening = READERS[reader]
    code = _MEASURED.format(imports=imports, opening=opening, path=str(path))
    samples = [in_fresh_process(code) for _ in range(SAMPLES)]
    return statistics.median(sample[0] for sample in samples), statistics.median(sample[1] for sample in samples)
