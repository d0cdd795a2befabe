"""From a NacFile to bytes (NAC v1.6, section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os.path import realpath
from pathlib import Path

from nacformats.codec.building import chunks
from nacformats.codec.streams import Buffer
from nacformats.files import PathLike
from nacformats.formats.nac.check.file import check_file
from nacformats.formats.nac.columns.instructions import FIRST_BYTE
from nacformats.formats.nac.file.external import SUFFIX, ExternalWeights, NewWeights
from nacformats.formats.nac.file.sections import SECTIONS, offset_field
from nacformats.formats.nac.model import NacFile
from nacformats.formats.nac.tables import FORMAT_NAME, HEADER_SIZES, VERSION_BYTES, VERSIONS


def write_file(file: NacFile) -> list[Buffer]:
    """The bytes of a file, in pieces; payloads are views of what the file holds.

    A file that was read keeps the order of its sections and, as long as none of them was replaced, their places.

    Raises:
        FormatError: strict reading would refuse the file, or something does not fit its field.
        TypeError: a section is of the wrong type.
        ValueError: the file is closed, or its version is unknown.
    """
    file.check_open()
    _check_types(file)
    for finding in check_file(file):
        if finding.severity == "error":
            raise finding.error()
    tree = {
        "version": VERSION_BYTES[file.version],
        "has_training": file.trng is not None,
        "has_internal_weights": file.internal_weights,
        "quantization_method": int(file.quantization),
        "num_inputs": file.num_inputs,
        "num_outputs": file.num_outputs,
        "d_model": file.d_model,
        **_offsets(file),
        **{name: SECTIONS[name].write(getattr(file, name), file) for name in file.sections},
    }
    return chunks(FORMAT_NAME, tree)


def _check_types(file: NacFile) -> None:
    if file.version not in VERSIONS:
        raise ValueError(f"unknown version of NAC {file.version!r}: known are {', '.join(VERSIONS)}")
    for name, section in SECTIONS.items():
        held = getattr(file, name)
        if held is not None and not isinstance(held, section.types):
            expected = " or ".join(each.__name__ for each in section.types)
            raise TypeError(f"`{name}` of a NacFile is of type {expected}, not {type(held).__name__}")


def companions(file: NacFile, path: Path) -> Mapping[PathLike, Iterable[Buffer]]:
    """The files with the weights that belong beside a .nac file at path, unless they are there already.

    Raises ValueError when the .nac file itself would have their name.
    """
    target = path.with_suffix(SUFFIX)
    if not file.internal_weights and target == path:
        raise ValueError(f"{path}: the weights of this file go to {target.name}: name the file itself otherwise")
    if isinstance(file.weights, NewWeights):
        return {target: [file.weights.serialize()]}
    if isinstance(file.weights, ExternalWeights) and realpath(file.weights.path) != realpath(target):
        return file.weights.copies(target)
    return {}


def _offsets(file: NacFile) -> dict[str, int]:
    """The places of the sections as they were read; where it is laid out anew, that of the first one at most.

    That place is the size of the header, which tells v1.7 and v1.8 apart.
    """
    if not file.keeps_layout:
        return {offset_field(name): HEADER_SIZES[file.version] for name in file.sections[:1]}
    return {offset_field(name): start for name, start in _places(file)}


def _places(file: NacFile) -> Iterator[tuple[str, int]]:
    """The sections of a file that keeps its layout, and where they start.

    They follow the header of the version, which need not be that of the file that was read, with the gaps between them.
    A gap behind the header is left out where the version is known by the first section.
    """
    at = header = HEADER_SIZES[file.version]
    for extent in file.extents:
        if extent.name and getattr(file, extent.name) is None:
            continue
        if not extent.name and at == header and VERSION_BYTES[file.version] != FIRST_BYTE:
            continue
        if extent.name:
            yield extent.name, at
        at += extent.size
    if file.arrs is not None and not any(extent.name == "arrs" for extent in file.extents):
        yield "arrs", at  # what a change of the version adds
