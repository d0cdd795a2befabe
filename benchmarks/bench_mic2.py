"""mic@2 against plain Python in the same run: reading until 1,000 values were looked at, writing, a first read."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks import plain_mic
from benchmarks._common import Comparison
from benchmarks._mic import LIMITS, SIZES, against_plain, first_reads, looked_at, transformer_like
from benchmarks.bench_micb import changed
from nacformats import dumps, loads

#: How many times as fast as the plain functions, at 100,000 values.
READING, WRITING = 4.0, 2.0


def run() -> Iterator[Comparison]:
    for size in SIZES:
        built = transformer_like(size)
        data = dumps(built, format="mic2")
        read = loads(data, format="mic2", limits=LIMITS)
        plain = plain_mic.read_mic2(data)
        assert plain_mic.write_mic2(plain) == data == dumps(read)
        values = f"{size:,} values"
        is_target = size == SIZES[1]
        spellings = {"": data, ", with comments, tabs and blank lines": data.replace(b"\n", b" \t\n\n# comment\n")}
        for spelling, spelled in spellings.items():
            yield against_plain(
                f"read mic@2, {values}{spelling}",
                {
                    "columns": lambda spelled=spelled: looked_at(loads(spelled, format="mic2", limits=LIMITS)),
                    "plain": lambda spelled=spelled: plain_mic.read_mic2(spelled),
                },
                goal=READING if is_target and not spelling else 1,
            )
        yield against_plain(
            f"write mic@2, {values}",
            {
                "columns": lambda read=read: dumps(read, format="mic2"),
                "plain": lambda plain=plain: plain_mic.write_mic2(plain),
            },
            goal=WRITING if is_target else 1,
        )
        yield against_plain(
            f"write mic@2 of a graph built in Python, {values}",
            {
                "columns": lambda built=built: dumps(changed(built), format="mic2"),
                "plain": lambda plain=plain: plain_mic.write_mic2(plain),
            },
            goal=1,
        )
        if is_target:
            with tempfile.TemporaryDirectory() as folder:
                yield from first_reads("mic2", data, "read_mic2", Path(folder))
