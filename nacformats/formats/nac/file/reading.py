"""From bytes to a NacFile (NAC v1.6, section 2; v1.7; v1.8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from nacformats.codec.streams import Source
from nacformats.errors import InvalidError, UnsupportedError
from nacformats.formats.nac.columns.instructions import FIRST_BYTE
from nacformats.formats.nac.contents import Extent
from nacformats.formats.nac.file.frames import Frames, header_error, offset_in_header
from nacformats.formats.nac.file.sections import SECTIONS, Context
from nacformats.formats.nac.model import NacFile
from nacformats.formats.nac.places import offset_in
from nacformats.formats.nac.tables import FORMAT_NAME, HEADER_SIZES, VERSION_BYTES, HeaderSize

if TYPE_CHECKING:
    from pathlib import Path

    from nacformats.formats.nac.file.external import ExternalWeights

MAGIC = b"NAC"
# The header of files from before v1.5, which have the version byte of v1.6.
_OLD_HEADER_BYTES = 90
# Where the offsets of sections are in the header, and one of them.
_FIRST_OFFSET, _OFFSET = offset_in_header("ofs_mmap"), np.dtype("<u8")


def read_structure(source: Source, weights: str | Path | None = None) -> NacFile:
    """Everything in a file that can be read; the checks tell whether it makes sense.

    Args:
        source: the bytes; the file keeps them.
        weights: the safetensors file with the weights, when it is not the one beside the file.

    Raises:
        FormatError: the structure is broken, or of a version that this package does not read.
    """
    _check_version(source)
    frames = Frames(source)
    context = Context(source, frames.lengths, partial(offset_in, source))
    sections = {name: SECTIONS[name].read(frames[name], context) for name in _in_order(frames)}
    file = NacFile(
        quantization=frames.tree.quantization_method,
        internal_weights=frames.tree.has_internal_weights,
        num_inputs=frames.tree.num_inputs,
        num_outputs=frames.tree.num_outputs,
        d_model=frames.tree.d_model,
        **sections,
        extents=tuple(_extents(frames)),
        version=frames.version,
    )
    file.source = source
    file.training_flag = frames.tree.has_training
    if not file.internal_weights:
        file.weights = _weights(source, weights)
    return file


def version_of(source: Source) -> str | None:
    """The version of a file by its header, whatever else is in it; None when it is none that is read."""
    if source.size <= offset_in_header("version"):
        return None
    number = source.view[offset_in_header("version")]
    known = _header_sizes(number)
    if len(known) == 1:
        return next(iter(known.values()))
    return known.get(_first_section(source))


def _header_sizes(number: int) -> dict[int, str]:
    """The versions of a version byte, by the size of their header."""
    return {size: version for version, size in HEADER_SIZES.items() if VERSION_BYTES[version] == number}


def _first_section(source: Source) -> int:
    """Where the first section begins by the header; 0 when there is none."""
    return min(filter(None, _offsets(source)), default=0)


def _in_order(frames: Frames) -> list[str]:
    """The sections of the file, in the order of their dependencies."""
    return sorted(frames.starts, key=lambda name: name != "perm")


def _check_version(source: Source) -> None:
    """Refuse other versions by name; the parser refuses what is not a NAC file at all."""
    place = offset_in_header("version")
    if source.size <= place or not bytes(source.view[:place]).startswith(MAGIC):
        return
    number = source.view[place]
    if number not in VERSION_BYTES.values():
        known = " or ".join(f"{byte} ({_listed(byte)})" for byte in sorted({*VERSION_BYTES.values()}))
        raise _refused(f"the file is NAC version {number}, which is not read", "version", place, known, number)
    begins = _offsets(source)[0]
    if number == FIRST_BYTE and begins == _OLD_HEADER_BYTES:
        reason = f"the file was written before v1.5, with a header of {begins} bytes, which is not read"
        raise _refused(reason, "ofs_mmap", _FIRST_OFFSET, HeaderSize.v1_6, begins)
    if version_of(source) is None and source.size >= HeaderSize.v1_7:
        first = _first_section(source)
        reason = "the file is neither NAC v1.7 nor v1.8: no section begins where the header of one of them ends"
        if not first:
            reason = "the file has no sections, which tell v1.7 and v1.8 apart: its writer failed before it wrote them"
        expected = " or ".join(f"{size} (v{version})" for size, version in _header_sizes(number).items())
        raise _refused(reason, "ofs_mmap", _FIRST_OFFSET, expected, first)


def _listed(number: int) -> str:
    """The versions of a version byte."""
    return " and ".join(f"v{version}" for version in _header_sizes(number).values())


def _offsets(source: Source) -> list[int]:
    """The offsets of sections in the header of v1.7, which is the beginning of that of v1.8; 0 past the end."""
    head = bytes(source.view[: HeaderSize.v1_7]).ljust(HeaderSize.v1_7, b"\0")
    return list(map(int, np.frombuffer(head, _OFFSET, offset=_FIRST_OFFSET)))


def _refused(reason: str, path: str, offset: int, expected: object, actual: int) -> UnsupportedError:
    details: dict[str, Any] = {"expected": str(expected), "actual": actual, "path": path, "offset": offset}
    return UnsupportedError(reason, format=FORMAT_NAME, **details)


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


def _weights(source: Source, path: str | Path | None) -> ExternalWeights | None:
    from pathlib import Path  # noqa: PLC0415  most files have their weights inside

    from nacformats.codec.companions import Companions  # noqa: PLC0415
    from nacformats.formats.nac.file.external import SUFFIX, ExternalWeights  # noqa: PLC0415

    if path is not None:
        return ExternalWeights(Path(path), source.mmap)
    folder = Companions.of(source)
    if folder is None or source.path is None:
        return None
    return ExternalWeights(source.path.with_suffix(SUFFIX), source.mmap, folder=folder)
