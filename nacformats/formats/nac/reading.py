"""From bytes to a NacFile (NAC v1.6, section 2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from nacformats._generated.kaitai.nac import Nac
from nacformats._generated.records.nac import NAC as HEADER
from nacformats.codec.streams import Source
from nacformats.errors import InvalidError, UnsupportedError
from nacformats.formats.nac.contents import Extent
from nacformats.formats.nac.external import SUFFIX, ExternalWeights
from nacformats.formats.nac.frames import Frames, header_error, offset_in_header
from nacformats.formats.nac.model import NacFile
from nacformats.formats.nac.places import offset_in
from nacformats.formats.nac.sections import SECTIONS, Context
from nacformats.formats.nac.tables import FORMAT_NAME, VERSION_BYTES

MAGIC = b"NAC"
# Layouts of other versions, by the version byte and the first offset, which is the size of the header. Where they
# differ from those of this version, they tell which version it is.
_OTHER_LAYOUTS = {
    (1, 90): ("ofs_mmap", "the file was written before v1.5, with a header of 90 bytes"),
    (2, 92): ("version", "the file is NAC v1.7"),
    (2, 100): ("version", "the file is NAC v1.8"),
}
_OTHER_VERSIONS = {2: "the file is NAC v1.7 or v1.8"}


def read_structure(source: Source, weights: Path | None = None) -> NacFile:
    """Everything in a file that can be read; the checks tell whether it makes sense.

    Args:
        source: the bytes; the file keeps them.
        weights: the safetensors file with the weights, when it is not the one beside the file.

    Raises:
        FormatError: the structure is broken, or of a version that this package does not read.
    """
    _check_version(source)
    frames = Frames(source)
    context = Context(source, frames.signatures, partial(offset_in, source))
    sections = {name: SECTIONS[name].read(frames[name], context) for name in _in_order(frames)}
    file = NacFile(
        quantization=frames.tree.quantization_method,
        internal_weights=frames.tree.has_internal_weights,
        num_inputs=frames.tree.num_inputs,
        num_outputs=frames.tree.num_outputs,
        d_model=frames.tree.d_model,
        **sections,
        extents=tuple(_extents(frames)),
    )
    file.source = source
    if not file.internal_weights:
        file.weights = _weights(source, weights)
    return file


def _in_order(frames: Frames) -> list[str]:
    """The sections of the file, in the order of their dependencies."""
    return sorted(frames.starts, key=lambda name: name != "perm")


def _check_version(source: Source) -> None:
    """Refuse other versions by name; the parser refuses what is not a NAC file at all."""
    head = bytes(source.view[: HEADER.itemsize]).ljust(HEADER.itemsize, b"\0")
    if source.size <= offset_in_header("version") or not head.startswith(MAGIC):
        return
    fields = np.frombuffer(head, HEADER)[0]
    found = {"version": int(fields["version"]), "ofs_mmap": int(fields["ofs_mmap"])}
    version = found["version"]
    known = VERSION_BYTES["1.6"]
    expected = {"version": f"{known} (v1.6)", "ofs_mmap": str(int(Nac.HeaderSize.v1_6))}
    if version == known and (version, found["ofs_mmap"]) not in _OTHER_LAYOUTS:
        return
    other = "version", _OTHER_VERSIONS.get(version, f"the file is NAC version {version}")
    path, reason = _OTHER_LAYOUTS.get((version, found["ofs_mmap"]), other)
    offset = min(offset_in_header(path), source.size)
    details: dict[str, Any] = {"expected": expected[path], "actual": found[path], "path": path, "offset": offset}
    raise UnsupportedError(f"{reason}, which is not read", format=FORMAT_NAME, **details)


def _extents(frames: Frames) -> Iterator[Extent]:
    """Sections and gaps in the order of the file; InvalidError when two share a byte."""
    end, before = frames.tree._io.pos(), "the header"
    for start, name in sorted((start, name) for name, start in frames.starts.items()):
        if start < end:
            reason, expected = f"the section overlaps {before}", f"at least {end}"
            raise header_error(frames.source, name, InvalidError, reason, expected=expected, actual=start)
        if start > end:
            yield Extent("", end, start)
        end, before = frames.stops[name], f"`{name}`"
        yield Extent(name, start, end)
    if end < frames.source.size:
        yield Extent("", end, frames.source.size)


def _weights(source: Source, path: Path | None) -> ExternalWeights | None:
    if path is None and source.path is not None:
        path = source.path.with_suffix(SUFFIX)
    return None if path is None else ExternalWeights(path, source.mmap)
