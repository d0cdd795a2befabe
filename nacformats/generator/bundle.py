"""One file out of several: a schema with its imports inlined, for the Kaitai Web IDE."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import Any

from nacformats.generator.sources import imports, load_schema, schema_text

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
