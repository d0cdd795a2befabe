"""Anybody's schema against the parser that the Kaitai compiler makes of it for Python: what repeats is columns.

Without a schema of the package: triangles of an STL file, a log of switched records, and 1 GiB of records of fixed
size. NACFORMATS_PURE=1 measures without C; with it, the loop is built into the user's cache when it is first met.
"""

from __future__ import annotations

import os
import random
import struct
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import kaitaistruct as ks
import numpy as np
import yaml

from benchmarks._common import Comparison, compare, in_fresh_process
from nacformats import open_schema
from nacformats.codec.columns import native
from nacformats.codec.streams import Source
from nacformats.codec.tables import class_name
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.targets import kaitai
from nacformats.targets.loading import codec_of_file

_IS_PURE = native.PURE in os.environ
TRIANGLES, RECORDS, LARGE = 20_000, 20_000, 2**30
#: How many times as fast as Kaitai's parser, and what opening 1 GiB may take in seconds and in bytes.
GOALS = {"stl": 25.0 if _IS_PURE else 100.0, "log": 3.0 if _IS_PURE else 10.0, "plain": 1.0}
OPENING, RESIDENT = 0.050, 100e6

STL = """
meta: {id: bench_stl, endian: le}
seq:
  - {id: header, size: 80}
  - {id: num_triangles, type: u4}
  - {id: triangles, type: triangle, repeat: expr, repeat-expr: num_triangles}
types:
  vector:
    seq: [{id: x, type: f4}, {id: y, type: f4}, {id: z, type: f4}]
  triangle:
    seq:
      - {id: normal, type: vector}
      - {id: vertices, type: vector, repeat: expr, repeat-expr: 3}
      - {id: attributes, type: u2}
"""
LOG = """
meta: {id: bench_log, endian: le, encoding: UTF-8}
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: tag, type: u1, valid: {max: 3}}
      - {id: body, type: {switch-on: tag, cases: {0: started, 1: message, 2: sample, 3: request}}}
  started:
    seq: [{id: time, type: u8}, {id: pid, type: u4}]
  message:
    seq:
      - {id: time, type: u8}
      - {id: level, type: u1}
      - {id: len_text, type: u2}
      - {id: text, type: str, size: len_text}
  sample:
    seq: [{id: time, type: u8}, {id: sensor, type: u2}, {id: value, type: f8}]
  request:
    seq:
      - {id: time, type: u8}
      - {id: status, type: u2}
      - {id: len_path, type: u1}
      - {id: path, type: str, size: len_path}
      - {id: num_bytes, type: u4}
"""
#: The same record many times as fields: nothing in it repeats.
FIELDS = 500
PLAIN = "meta: {id: bench_plain, endian: le, encoding: UTF-8}\nseq:\n" + "".join(
    f"  - {{id: a{n}, type: u4}}\n  - {{id: b{n}, type: u2}}\n  - {{id: c{n}, type: str, size: b{n}}}\n"
    for n in range(FIELDS)
)


def triangles(count: int) -> bytes:
    rng = np.random.default_rng(1)
    octets = rng.integers(0, 64, (count, 50), np.uint8)
    return bytes(80) + struct.pack("<I", count) + octets.tobytes()


def log(count: int) -> bytes:
    rng, out = random.Random(1), bytearray()
    for number in range(count):
        tag = rng.randrange(4)
        out += struct.pack("<BQ", tag, number)
        match tag:
            case 0:
                out += struct.pack("<I", rng.randrange(1 << 20))
            case 1:
                text = f"message number {number} from worker {rng.randrange(99)}".encode()
                out += struct.pack("<BH", rng.randrange(5), len(text)) + text
            case 2:
                out += struct.pack("<Hd", rng.randrange(100), rng.random())
            case _:
                path = f"/api/v1/items/{rng.randrange(10**6)}".encode()
                out += struct.pack("<HB", 200, len(path)) + path + struct.pack("<I", rng.randrange(10**6))
    return bytes(out)


def plain() -> bytes:
    return b"".join(struct.pack("<IH", n, 11) + b"a text of it"[:11] for n in range(FIELDS))


@cache
def parser(schema: str) -> Any:
    """The class that the Kaitai compiler makes."""
    ksy = yaml.safe_load(schema)
    name = ksy["meta"]["id"]
    (text,) = kaitai.compile_schemas({name: ksy}, [kaitai.Job(name, "python", False, ".")])
    assert isinstance(text, str), text
    module = sys.modules[name] = ModuleType(name)
    exec(compile(text, name, "exec"), vars(module))
    return getattr(module, class_name(name))


def codec_of(schema: str) -> SchemaCodec:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{yaml.safe_load(schema)['meta']['id']}.ksy")
        path.write_text(schema)
        return codec_of_file(path)


def run() -> Iterator[Comparison]:
    mode = "pure" if _IS_PURE else "with C"
    cases = (
        (f"{TRIANGLES:,} triangles (STL)", STL, triangles(TRIANGLES), "stl"),
        (f"a log of {RECORDS:,} switched records", LOG, log(RECORDS), "log"),
        (f"a tree of {3 * FIELDS:,} fields, nothing repeated", PLAIN, plain(), "plain"),
    )
    for title, schema, data, goal in cases:
        if kaitai.missing():
            return
        codec, made = codec_of(schema), parser(schema)
        contenders = {
            "machine": lambda codec=codec, data=data: codec.read(Source(data)),
            "kaitai": lambda made=made, data=data: made(ks.KaitaiStream(ks.BytesIO(data))),
        }
        yield compare(f"read {title}, {mode}", contenders, baseline="kaitai", goal=GOALS[goal])
        yield from strict(title, schema, data, mode, GOALS[goal])
    yield from large()


def strict(title: str, schema: str, data: bytes, mode: str, goal: float) -> Iterator[Comparison]:
    """Reading as users do it, which sees to it that the file can be written back; and writing."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "sample.ksy")
        path.write_text(schema)
        opened, made = open_schema(path), parser(schema)
    contenders = {"open_schema": lambda: opened.loads(data), "kaitai": lambda: made(ks.KaitaiStream(ks.BytesIO(data)))}
    yield compare(f"read {title} strictly, {mode}", contenders, baseline="kaitai", goal=goal, samples=3)
    tree = opened.loads(data)
    writing = {"writing": lambda: opened.dumps(tree), "reading": lambda: opened.loads(data)}
    yield compare(f"write {title}, {mode}", writing, baseline="reading", goal=0.5, samples=3)


_OPENED = """
import re, sys, time
from pathlib import Path
from nacformats.codec.streams import Source
from nacformats.targets.loading import codec_of_file
codec = codec_of_file({schema!r})
def status(name):
    return 1024 * int(re.search(name + r":\\s+(\\d+)", open("/proc/self/status").read())[1])
before, start = status("VmRSS"), time.perf_counter()
tree = codec.read(Source.open({path!r}))
taken = time.perf_counter() - start
assert len(tree.triangles) > 20_000_000 and tree.triangles.columns["normal"].shape == (len(tree.triangles),)
assert tree.triangles[-1].attributes == 0
print(taken, status("VmHWM") - before)
"""


def large() -> Iterator[Comparison]:
    """Open a sparse file of 1 GiB, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        schema, path = Path(folder, "bench_stl.ksy"), Path(folder, "large.stl")
        schema.write_text(STL)
        count = (LARGE - 84) // 50
        with path.open("wb") as file:
            file.write(bytes(80) + struct.pack("<I", count))
            file.truncate(84 + 50 * count)
        code = _OPENED.format(schema=str(schema), path=str(path))
        taken, resident = (min(each) for each in zip(*(in_fresh_process(code) for _ in range(3)), strict=True))
    yield Comparison("open 1 GiB of triangles", {"machine": taken, "allowed": OPENING}, "allowed", goal=1)
    yield Comparison("its memory", {"machine": resident, "allowed": RESIDENT}, "allowed", goal=1, unit="B")
