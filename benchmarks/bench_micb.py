"""MIC-B against plain Python in the same run: reading until 1,000 values were looked at, writing, a first read.

The columns are read and written by the compiled loops where the package has them; NACFORMATS_PURE=1 measures without.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks import plain_mic
from benchmarks._common import Comparison
from benchmarks._mic import LIMITS, SIZES, against_plain, first_reads, looked_at, transformer_like
from nacformats import dumps, loads
from nacformats.codec.columns import native

_IS_PURE = native.PURE in os.environ
#: How many times as fast as the plain functions, at 100,000 values.
READING, WRITING = (2.5, 2.0) if _IS_PURE else (25.0, 12.0)


def run() -> Iterator[Comparison]:
    for size in SIZES:
        built = transformer_like(size)
        data = dumps(built, format="micb")
        read = loads(data, format="micb", limits=LIMITS)
        plain = plain_mic.decode_micb(data)
        assert plain_mic.encode_micb(plain) == data == dumps(read)
        values = f"{size:,} values"
        is_target = size == SIZES[1]
        yield against_plain(
            f"read MIC-B, {values}",
            {
                "columns": lambda data=data: looked_at(loads(data, format="micb", limits=LIMITS)),
                "plain": lambda data=data: plain_mic.decode_micb(data),
            },
            goal=READING if is_target else 1,
        )
        yield against_plain(
            f"write MIC-B, {values}",
            {
                "columns": lambda read=read: dumps(read, format="micb"),
                "plain": lambda plain=plain: plain_mic.encode_micb(plain),
            },
            goal=WRITING if is_target else 1,
        )
        yield against_plain(
            f"write MIC-B of a graph built in Python, {values}",
            {
                "columns": lambda built=built: dumps(changed(built), format="micb"),
                "plain": lambda plain=plain: plain_mic.encode_micb(plain),
            },
            goal=1,
        )
        if is_target:
            with tempfile.TemporaryDirectory() as folder:
                yield from first_reads("micb", data, "decode_micb", Path(folder))


def changed(graph: object) -> object:
    """The graph after a change, so that nothing is left of what an earlier write found out about it."""
    values = graph.values  # type: ignore[attr-defined]
    values.append(values.pop())
    return graph
