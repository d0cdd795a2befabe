"""Opening a file of 4 GiB and reading the last element of its one tensor: time, and memory that is resident then.

The files are sparse. Each reader runs in processes of its own, which are measured as a whole: the interpreter, what it
imports, opening and reading. Importing NumPy alone is measured beside them, in turn with them, since all of them do it.
The time is that of the processor (user and system): others may use the machine at the same time.
"""

from __future__ import annotations

import json
import statistics
import struct
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np

from benchmarks._common import Comparison, in_fresh_process
from nacformats import NacBuilder, NacFile, StbFile
from nacformats.codec.streams import Buffer
from nacformats.formats import formats

#: Elements of the tensor, float32: 4 GiB.
ELEMENTS = 2**30
#: What a process may take beyond one that imports NumPy, in seconds; and at most, in bytes.
ALLOWED_SECONDS = {"nac": 0.035, "stb": 0.010}
ALLOWED_BYTES = 100e6
#: Processes of each reader.
ROUNDS = 15
#: Longer pieces of a file are zeros here, and become holes.
_HOLE_BYTES = 2**20

#: How each reader comes to the last element; NumPy alone opens nothing.
READERS = {
    "numpy": "import numpy",
    "nac": "import nacformats; nacformats.load(path).parameters['x'].array()[-1]",
    "stb": "import nacformats; nacformats.load(path).tensors[0].array()[-1]",
    "safetensors": ("from safetensors import safe_open; safe_open(path, framework='np').get_slice('x')[2**30 - 1 :]"),
    "np.memmap": "import numpy as np; np.memmap(path, np.float32, mode='r')[-1]",
}
_MEASURED = """
path = {path!r}
{opening}
import re, time
print(time.process_time(), 1024 * int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]))
"""


def run() -> Iterator[Comparison]:
    """Time and memory of opening a NAC and an STB file, beside safetensors and np.memmap."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {reader: Path(folder, f"large.{reader}") for reader in READERS}
        zeros = np.zeros(ELEMENTS, np.float32)  # no memory before it is written to
        write_sparse(paths["nac"], formats()["nac"].write(program(zeros)))
        write_sparse(paths["stb"], formats()["stb"].write(container(zeros)))
        write_sparse(paths["safetensors"], safetensors_chunks(zeros))
        write_sparse(paths["np.memmap"], [memoryview(zeros)])
        measured = measure(paths)
    seconds, resident = ({name: each[place] for name, each in measured.items()} for place in (0, 1))
    for reader, allowed in ALLOWED_SECONDS.items():
        others = {name: seconds[name] for name in ("safetensors", "np.memmap", "numpy")}
        yield Comparison(f"open a .{reader} of 4 GiB: the whole process", {reader: seconds[reader], **others}, "numpy")
        beyond = {reader: seconds[reader] - seconds["numpy"], "allowed": allowed}
        yield Comparison(f"open a .{reader} of 4 GiB: beyond importing NumPy", beyond, "allowed", goal=1)
        values = {name: resident[name] for name in (reader, "safetensors", "np.memmap", "numpy")}
        title = f"open a .{reader} of 4 GiB: resident memory"
        yield Comparison(title, {**values, "allowed": ALLOWED_BYTES}, "allowed", goal=1, unit="B")


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


def measure(paths: Mapping[str, Path]) -> dict[str, tuple[float, float]]:
    """Median seconds and bytes of a process of each reader; the first round, which compiles modules, is left out."""
    samples: dict[str, list[list[float]]] = {reader: [] for reader in READERS}
    for _ in range(ROUNDS + 1):
        for reader, opening in READERS.items():
            samples[reader].append(in_fresh_process(_MEASURED.format(path=str(paths[reader]), opening=opening)))
    return {
        reader: (statistics.median(each[0] for each in taken[1:]), statistics.median(each[1] for each in taken[1:]))
        for reader, taken in samples.items()
    }
