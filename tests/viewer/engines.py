"""The engine of the page in Node.js, and what Python says of the same files."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from nacformats.codec.records import is_list, is_record
from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.walk import FieldNode, Walk
from nacformats.schema.sources import ROOT
from nacformats.targets import viewer
from nacformats.targets.generate import OUTPUT

_DRIVER = Path(__file__).with_name("engine.mjs")
SCHEMAS = OUTPUT / "viewer" / "schemas.json"
#: A file, its schema or None, and calls such as ("rows", "ops", 0, 10).
Asked = tuple[Path, str | None, Sequence[Sequence[Any]]]


def bundled_engine(folder: Path, name: str = "engine") -> Path:
    """Bundle a module of the engine for Node.js, and return the file."""
    viewer.write_machine()
    made = folder / f"{name}.mjs"
    source = ROOT / "viewer" / "src" / "engine" / f"{name}.ts"
    command = [ROOT / "node_modules" / ".bin" / "esbuild", source, "--bundle", "--format=esm", f"--outfile={made}"]
    subprocess.run([*command, "--log-level=error"], check=True)
    return made


def answers(engine: Path, asked: Sequence[Asked], schemas: Path = SCHEMAS) -> list[list[dict[str, Any]]]:
    """Open files, and make calls; return the answers, that of `open` first: {"value": ...} or {"failure": ...}."""
    calls = [[path.name, str(path), schema, calls] for path, schema, calls in asked]
    command = ["node", _DRIVER, engine, schemas]
    done = subprocess.run(command, input=json.dumps(calls), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def edges(spans: dict[str, Any]) -> list[tuple[int, int, str]]:
    """Return what the engine answers to `spans` as `spans_of` has it."""
    return [(each["start"], each["stop"], each["path"]) for each in spans["value"]]


def leaves(walk: Walk, node: FieldNode) -> Iterator[FieldNode]:
    """Yield the fields that have no fields."""
    inner = walk.inside(node)
    if not is_list(inner.value) and not is_record(inner.value):
        yield inner
    for child in walk.children(inner):
        yield from leaves(walk, child)


def spans_of(path: Path, schema: str | SchemaCodec) -> list[tuple[int, int, str]]:
    """Return the field that each byte belongs to, as `inspect` has it: the first that has the byte, or ""."""
    with Source.of(path, None) as source:
        if source.size == 0:
            return []
        walk = Walk(schema, source, 1 << 30)
        found = list(leaves(walk, walk.root))
        owners = np.full(source.size, -1)
        for number in reversed(range(len(found))):
            node = found[number]
            owners[node.offset : source.size if node.size is None else node.offset + node.size] = number
        edges = [0, *(np.flatnonzero(np.diff(owners)) + 1).tolist(), source.size]
        paths = [found[owner].path if owner >= 0 else "" for owner in owners[edges[:-1]].tolist()]
        return list(zip(edges[:-1], edges[1:], paths, strict=True))
