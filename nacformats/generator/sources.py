"""The place of the schemas, and functions to read them."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from nacformats.generator.yaml_text import read_yaml

#: The root of a checkout; in an installed wheel the folder that holds the package.
ROOT = Path(__file__).resolve().parents[2]
_INSIDE = Path(__file__).resolve().parents[1] / "_schemas"
SCHEMA_DIR = _INSIDE if _INSIDE.is_dir() else ROOT / "schemas"


def schema_names() -> list[str]:
    """Return the names of all schemas, sorted."""
    return sorted(path.stem for path in SCHEMA_DIR.glob("*.ksy"))


def schema_path(name: str) -> Path:
    return SCHEMA_DIR / f"{name}.ksy"


def schema_text(name: str) -> str:
    return schema_path(name).read_text(encoding="utf-8")


def schema_sha256(name: str) -> str:
    """Return the sha256 of a schema, which generated files name as their source."""
    return hashlib.sha256(schema_path(name).read_bytes()).hexdigest()


@cache
def load_schema(name: str) -> dict[str, Any]:
    """Return the schema as plain dicts and lists. Do not change them: they are shared."""
    return read_yaml(schema_text(name))  # type: ignore[no-any-return]


def imports(name: str) -> list[str]:
    """Return the schemas that a schema imports, directly or not, sorted."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        listed = load_schema(waiting.pop()).get("meta", {}).get("imports", [])
        new = {entry for entry in listed if schema_path(entry).is_file()} - found
        found |= new
        waiting += new
    return sorted(found)


def ksy_at(name: str, path: str) -> list[Any]:
    """Return the values along a path of a schema such as "/types/node/seq/2": the schema first, the named one last."""
    node: Any = load_schema(name)
    found = [node]
    for step in path.strip("/").split("/") if path.strip("/") else []:
        node = node[int(step)] if isinstance(node, list) else node[step]
        found.append(node)
    return found
