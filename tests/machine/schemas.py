"""Schemas that tests write down, and what is made of them."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.trees.record import TreeRecord, read_everything
from nacformats.targets.loading import codec_of_file


def codec_of(folder: Path, text: str, **imports: str) -> SchemaCodec:
    """Return the codec of a schema that is given as YAML, without its `meta` if it has but an id and little endian."""
    for name, each in {**imports, "sample": text}.items():
        text = dedent(each)
        head = "" if text.startswith("meta:") else f"meta:\n  id: {name}\n  endian: le\n"
        (folder / f"{name}.ksy").write_text(head + text)
    return codec_of_file(folder / "sample.ksy")


def read(codec: SchemaCodec, data: bytes) -> TreeRecord:
    """Return the tree of some bytes, all instances read."""
    tree = codec.read(Source(data))
    read_everything(tree)
    return tree


def plain(value: Any) -> Any:
    """Return a tree as dicts and lists."""
    if isinstance(value, TreeRecord):
        return {name: plain(value[name]) for name in (*value, *value.VALUES) if name in value}
    if isinstance(value, list):
        return [plain(each) for each in value]
    return bytes(value) if isinstance(value, memoryview) else value
