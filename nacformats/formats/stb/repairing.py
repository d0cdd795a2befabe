"""STB files whose tensors are not aligned, rewritten."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from nacformats.codec.streams import Source
from nacformats.files import write_atomically
from nacformats.formats.stb.model import read_stb, write_stb
from nacformats.formats.stb.rules import dirty_bytes
from nacformats.formats.stb.tensor import Image


class StbChange(NamedTuple):
    """One field that `repair` has changed."""

    path: str
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{self.path}: {self.before} -> {self.after}"


def repair(src: str | os.PathLike[str], dst: str | os.PathLike[str]) -> list[StbChange]:
    """Rewrite a file whose tensors are not aligned; payloads, descriptors and their order are kept.

    Returns:
        What is different in dst; nothing when src was aligned, so that dst is a copy.

    Raises:
        FormatError: src has another fault, or its tensors cannot be moved; dst is left as it was.
    """
    with read_stb(Source.open(src), strict=False) as before:
        write_atomically(dst, write_stb(before))
        with read_stb(Source.open(dst)) as after:
            assert before._image is not None
            assert after._image is not None
            return [] if before._image.sound else list(_changes(before._image, after._image, before.source))


def _changes(before: Image, after: Image, source: Source | None) -> Iterator[StbChange]:
    old, new = before.table, after.table
    for path, one, other in (("ofs_data", old.data_start, new.data_start), ("len_file", old.file_size, new.file_size)):
        if one != other:
            yield StbChange(path, one, other)
    starts, moved = old.columns["ofs_body"], new.columns["ofs_body"]
    index = np.flatnonzero(starts != moved)
    for number, one, other in zip(index.tolist(), starts[index].tolist(), moved[index].tolist(), strict=True):
        yield StbChange(f"tensors[{number}].ofs_body", one, other)
    for found in dirty_bytes(old, source or Source(before.view)):
        yield StbChange(f"padding at byte {found.offset}", found.value, "left out")
