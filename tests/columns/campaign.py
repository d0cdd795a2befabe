"""Columns against the plain reader of the machine: python -m tests.columns.campaign [--count N] [--seed S] [FOLDER]

Schemas are random ones with records of all kinds, and those of the folders. For each, files are drawn and damaged, and
read twice: with lists as columns (and, for one in four schemas, with their C) and without. Both accept or both refuse;
trees are equal member by member, and errors word by word, path and offset included. What differs is printed.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from nacformats import FormatError
from nacformats.codec.columns import lists as runtime
from nacformats.codec.elements import RecordElements
from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.trees.record import TreeRecord
from nacformats.fuzz import Maker
from nacformats.schema.model import Schema, SchemaError
from nacformats.schema.reading import read_schema
from nacformats.targets.columns.lists import lists_in_memory
from nacformats.targets.loading import codec_of_file, machine_of_schema, schema_of_file
from tests.columns import listed

FILES = 12
#: One in so many schemas is compiled as well.
COMPILED = 4
_ENDINGS = ({}, {"terminator": 0}, {"pad-right": 32}, {"terminator": 0, "pad-right": 32})


def different(mine: Any, theirs: Any, path: str = "") -> Iterator[str]:
    """Where two trees are not the same."""
    if isinstance(theirs, TreeRecord) and isinstance(mine, TreeRecord) and type(mine).__name__ == type(theirs).__name__:
        for name, attribute in theirs.FIELDS.items():
            yield from different(getattr(mine, attribute), getattr(theirs, attribute), f"{path}.{name}")
    elif isinstance(theirs, list | RecordElements) and isinstance(mine, list | RecordElements):
        if len(mine) != len(theirs):
            yield f"{path}: {len(mine)} elements, not {len(theirs)}"
        for index, (one, other) in enumerate(zip(mine, theirs, strict=False)):
            yield from different(one, other, f"{path}[{index}]")
    elif isinstance(theirs, memoryview):
        yield from different(bytes(mine), bytes(theirs), path)
    elif mine != theirs and (mine == mine or theirs == theirs):
        yield f"{path}: {mine!r}, not {theirs!r}"


def damaged(rng: random.Random, data: bytes) -> bytes:
    octets = bytearray(data)
    for _ in range(rng.randrange(1, 3) if octets else 0):
        octets[rng.randrange(len(octets))] = rng.choice((0, 1, 2, 59, 65, 128, 255, rng.randrange(256)))
    return bytes(octets[: rng.randrange(len(octets) + 1)] if rng.random() < 0.2 else octets)


def outcome(codec: SchemaCodec, data: bytes) -> TreeRecord | FormatError:
    try:
        return codec.read(Source(data))
    except FormatError as error:
        return error


def judge(codec: SchemaCodec, data: bytes, seen: Counter[str]) -> Iterator[str]:
    """What differs between reading with columns and without."""
    found, plain = outcome(codec, data), outcome(replace(codec, lists={}), data)
    if isinstance(found, FormatError) or isinstance(plain, FormatError):
        seen["refused"] += 1
        if str(found) != str(plain):
            yield f"{found} | {plain}"
        return
    seen["accepted"] += 1
    yield from different(found, plain)


def files(schema: Schema, rng: random.Random) -> Iterator[bytes]:
    """Drawn files, every second one damaged."""
    try:
        maker = Maker(schema)
        for number in range(FILES):
            data = maker.sample(rng).data
            yield damaged(rng, data) if number % 2 else data
    except (SchemaError, ValueError):  # a hint is needed
        return


def codecs(seed: int) -> Iterator[tuple[Schema, SchemaCodec]]:
    """The codecs of a random schema: in Python and, for some, with C."""
    schema = read_schema(listed.schema_of(random.Random(seed)))
    codec = machine_of_schema(schema)
    yield schema, replace(codec, lists={schema.name: lists_in_memory(schema)})
    if seed % COMPILED == 0:
        yield schema, codec


def of_folders(folders: list[Path]) -> Iterator[tuple[str, Schema, SchemaCodec]]:
    for folder in folders:
        for path in sorted(folder.rglob("*.ksy")):
            try:
                yield str(path), schema_of_file(path, [folder]), codec_of_file(path, [folder])
            except ValueError:
                continue


def campaign(seeds: range, folders: list[Path]) -> Iterator[str]:
    """Yield what differs; what was seen is printed at the end."""
    seen: Counter[str] = Counter()
    every = [(str(seed), *pair) for seed in seeds for pair in codecs(seed)]
    for name, schema, codec in (*every, *of_folders(folders)):
        seen["schemas"] += 1
        for number, data in enumerate(files(schema, random.Random(name))):
            yield from (f"{name}, file {number}: {each}" for each in judge(codec, data, seen))
    sys.stdout.write(f"{dict(seen)}\n")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.columns.campaign", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="random schemas")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("folders", nargs="*", type=Path)
    arguments = parser.parse_args()
    always = dict.fromkeys(("LISTS_PAY", "NATIVE_PAYS", "BUILDING_PAYS"), 0) | {"_LOOKED_AT": 2}
    with patch.multiple(runtime, **always), patch.object(listed.Maker, "ENDINGS", _ENDINGS):
        found = list(campaign(range(arguments.seed, arguments.seed + arguments.count), arguments.folders))
    sys.stdout.writelines(f"{each}\n" for each in found[:50])
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
