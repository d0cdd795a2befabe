"""The place of the schemas, functions to read them, and one file out of several for the Kaitai Web IDE."""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections.abc import Iterator
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


#: What of the `meta` of an imported schema still matters inside another one.
_INHERITED = ("encoding", "endian", "bit-endian")


def bundle(name: str) -> str:
    """Return the text of a schema in which imported schemas are types. Comments and documentation are kept.

    Raises:
        ValueError: an imported schema cannot be inlined.
    """
    names = imports(name)
    if not names:
        return schema_text(name)
    sections = dict(_sections(schema_text(name)))
    sections["meta"] = _without_imports(sections["meta"])
    outer = load_schema(name)["meta"]
    inlined = "".join(_as_type(imported, outer) for imported in names)
    enums = {"enums": sections.pop("enums")} if "enums" in sections else {}
    sections["types"] = sections.get("types", "types:\n") + inlined
    if clash := set(names) & set(load_schema(name).get("types", {})):
        raise ValueError(f"{name} has a type that is called {clash.pop()}, like an imported schema")
    return "".join((sections | enums).values())


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """Return the top-level keys of a schema, each with its text."""
    matches = list(re.finditer(r"^([^\s#:]+):", text, re.MULTILINE))
    starts = [0, *(match.start() for match in matches[1:])]  # what comes above the first key belongs to it
    for match, start, stop in zip(matches, starts, [*starts[1:], len(text)], strict=True):
        section = text[start:stop]
        yield match[1], section if section.endswith("\n") else section + "\n"


def _without_imports(meta: str) -> str:
    return re.sub(r"^  imports:\n(?:  +- .*\n)*", "", meta, flags=re.MULTILINE)


def _as_type(name: str, outer: dict[str, Any]) -> str:
    """Return the text of a schema as a type of one with another `meta`."""
    text = schema_text(name)
    if re.search(r"\b_root\b", text):
        raise ValueError(f"{name} uses `_root`, which would mean something else inside another schema")
    meta = load_schema(name)["meta"]
    kept = "".join(f"  {key}: {meta[key]}\n" for key in _INHERITED if key in meta and meta[key] != outer.get(key))
    sections = dict(_sections(text)) | {"meta": f"meta:\n{kept}" if kept else ""}
    return f"  {name}:\n" + textwrap.indent("".join(sections.values()), "    ")
