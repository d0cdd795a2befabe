"""The generated C by itself: strict compilers take it, and no bytes and no columns make it leave its arrays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from nacformats.schema.sources import ROOT
from nacformats.targets.generate import OUTPUT
from tests.columns.native import compiler
from tests.effort import effort

SOURCES = sorted(path for folder in ("c", "native") for path in (OUTPUT / folder).glob("*.c"))
WARNINGS = ["-Wall", "-Wextra", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror", "-pedantic"]
#: Optimized, the code finds nothing more and takes four times as long to compile as to compile and run like this.
SANITIZERS = ["-g", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
#: Calls the functions of every record type with arrays of exactly the size that they are told.
DRIVER = """
import ctypes, random, sys
from contextlib import suppress

import numpy as np

from nacformats.codec.columns.native import NativeError
from nacformats.codec.columns.table import trusted
from nacformats.errors import FormatError
from tests.columns.native import codecs, loops_for
from tests.columns.test_native import some_arguments, some_bytes, some_columns

library, rounds = ctypes.CDLL(sys.argv[1]), int(sys.argv[2])
for codec in codecs():
    rng, loops, seen = random.Random(codec.name), loops_for(codec, library), [0, 0]
    for number in range(rounds):
        data = np.frombuffer(some_bytes(rng, rng.choice([1, 3, 20, 100])), np.uint8).copy()
        given = codec._given(some_arguments(codec, rng))
        with suppress(NativeError):
            loops.read(data, rng.choice([0, len(data) // 2]), len(data), rng.choice([1, 2, 30]), given)
            seen[0] += 1
        with suppress(NativeError, FormatError):
            count, arrays, _ = trusted(codec.columns, dict(some_columns(codec, rng, 2)) | {"data": data.tobytes()}, "")
            loops.write(data, count, given, arrays)
            seen[1] += 1
    print(codec.name, *seen)
"""


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_compiles_alone(source: Path, tmp_path: Path) -> None:
    cc = compiler()
    done = run([*cc, "-std=c99", *WARNINGS, "-c", "-o", str(tmp_path / "alone.o"), str(source)])
    assert done.returncode == 0, done.stderr


def test_hostile_bytes_and_columns(tmp_path: Path) -> None:
    """Random bytes, and columns that contradict each other: sanitizers find nothing."""
    cc, library = compiler(), tmp_path / "sanitized.so"
    sources = map(str, sorted((OUTPUT / "native").glob("*.c")))
    built = run([*cc, "-std=c99", *SANITIZERS, "-shared", "-fPIC", "-o", str(library), *sources])
    runtime = run([*cc, "-print-file-name=libasan.so"]).stdout.strip()
    if built.returncode != 0 or not Path(runtime).is_absolute():
        pytest.skip("the compiler here has no sanitizers")
    environment = {**os.environ, "LD_PRELOAD": runtime, "ASAN_OPTIONS": "detect_leaks=0", "PYTHONPATH": str(ROOT)}
    done = run([sys.executable, "-c", DRIVER, str(library), str(effort(60, 1000))], environment)
    assert done.returncode == 0, done.stderr[-4000:]
    seen = [line.split() for line in done.stdout.splitlines()]
    # A test that never gets past the first byte would show nothing.
    assert all(int(written) > 0 for _, _, written in seen), seen
    assert sum(int(read) > 0 for _, read, _ in seen) > len(seen) * 3 // 4, seen


def run(command: list[str], environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=environment)
