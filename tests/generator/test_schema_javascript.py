"""The JavaScript parsers give the same trees as the Python parsers."""

from __future__ import annotations

import json
import math
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from kaitaistruct import KaitaiStruct, KaitaiStructError

from nacformats.codec.streams import Source
from nacformats.errors import FormatError
from tests.oracle import parse
from tests.packages import package
from tests.partners import partner

PATTERNS = {
    "Stb": ("stb/valid/*.stb", "stb/handmade/*.stb"),
    "Micb": ("mic/valid/*.micb",),
    "Mic2": ("mic/valid/*.spec.mic2",),
    "Nac": ("nac/*/model.nac", "nac_crafted/*.nac"),
}
MAX_BYTES = 30_000
#: Numbers that a double may not hold exactly are compared by their kind only.
LARGE = 2**52


@pytest.fixture(scope="module", autouse=True)
def node() -> None:
    partner("kaitai-struct")


def javascript_trees(name: str, files: list[Path]) -> list[Any]:
    script = Path(__file__).with_name("dump_trees.cjs")
    jobs = json.dumps([[name, str(path)] for path in files])
    process = subprocess.run(
        ["node", str(script), str(package("javascript"))],
        input=jobs,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return [json.loads(line) for line in process.stdout.splitlines()]


def dump(value: Any, owner: KaitaiStruct | None = None) -> Any:
    """The tree of a Python parser as dump_trees.cjs writes it."""
    if isinstance(value, bytes | memoryview):
        return {"bytes": value.hex()}
    if isinstance(value, float) and math.isnan(value):
        return None  # which is what JSON makes of it
    if isinstance(value, int | float) and abs(value) >= LARGE:
        return {"large": True}
    if isinstance(value, list):
        return [dump(element, owner) for element in value]
    if not isinstance(value, KaitaiStruct):
        return value
    if value._parent is not None and value._parent is not owner:
        return {"reference": True}
    fields = [name for name in vars(value) if not name.startswith("_")]
    instances = [name for name, member in vars(type(value)).items() if isinstance(member, property)]
    return {camel(name): dump(getattr(value, name), value) for name in (*fields, *instances)}


def camel(name: str) -> str:
    return re.sub(r"_([a-z0-9])", lambda match: match[1].upper(), name)


def readable(name: str, path: Path) -> Any:
    try:
        return dump(parse(name.lower(), Source(path.read_bytes())))
    except (FormatError, KaitaiStructError, LookupError):
        return None


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("name", PATTERNS)
def test_javascript_and_python_give_the_same_trees(name: str, corpus: Path) -> None:
    found = [path for pattern in PATTERNS[name] for path in sorted(corpus.glob(pattern))]
    trees = {path: readable(name, path) for path in found if path.stat().st_size <= MAX_BYTES}
    good = [path for path, tree in trees.items() if tree is not None]
    assert len(good) > 5
    for path, tree in zip(good, javascript_trees(name, good), strict=True):
        assert tree == trees[path], path


def test_numbers_in_several_bytes(tmp_path: Path) -> None:
    values = [0, 1, 127, 128, 300, 2**21, 2**31, 2**32 - 1, 2**35 + 5, 2**49 + 1, 2**51]
    files = []
    for index, value in enumerate(values):
        groups = [value >> shift & 127 for shift in range(0, max(1, value.bit_length()), 7)]
        files.append(tmp_path / f"{index}.bin")
        files[-1].write_bytes(bytes([*(group | 128 for group in groups[:-1]), groups[-1]]))
    for value, tree in zip(values, javascript_trees("Uleb128", files), strict=True):
        assert (tree["value"], tree["isMinimal"]) == (value, True)
        assert tree["zigzag"] == (value >> 1) ^ -(value & 1)
