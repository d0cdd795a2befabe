"""Writing: a NacFile to bytes (NAC v1.6, section 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from os.path import realpath
from pathlib import Path
from typing import Any

import numpy as np

from nacformats._generated.columns import nac as codecs
from nacformats.codec.streams import Buffer, Pieces
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.files import PathLike
from nacformats.findings import Finding
from nacformats.formats.nac.columns.instructions import FIRST_BYTE, Operations, write_operations
from nacformats.formats.nac.columns.memory_map import write_memory_map
from nacformats.formats.nac.columns.tensors import as_columns
from nacformats.formats.nac.file.external import SUFFIX, ExternalWeights, NewWeights
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.file.sections import SECTIONS, ParameterData, offset_field
from nacformats.formats.nac.tables import FORMAT_NAME, HEADER_SIZES, VERSION_BYTES
from nacformats.formats.records import VERSIONS
from nacformats.formats.records.constants import Constant, Constants, Orchestrator
from nacformats.formats.records.rows import IdTable, encoded_texts
from nacformats.formats.stored import Texts


def write_file(file: NacFile, check: Callable[[NacFile], Iterable[Finding]]) -> list[Buffer]:
    """Return the bytes of a file, in pieces; payloads are views of what the file holds.

    A file that was read keeps the order of its sections and, as long as none of them was replaced, their places.

    Raises:
        FormatError: strict reading would refuse the file, or something does not fit its field.
        TypeError: a section is of the wrong type.
        ValueError: the file is closed, or its version is unknown.
    """
    file.check_open()
    _check_types(file)
    for finding in check(file):
        if finding.severity == "error":
            raise finding.error()
    tree = {
        "version": VERSION_BYTES[file.version],
        "has_training": file.sections.trng is not None,
        "has_internal_weights": file.internal_weights,
        "quantization_method": int(file.quantization),
        "num_inputs": file.num_inputs,
        "num_outputs": file.num_outputs,
        "d_model": file.d_model,
        **_offsets(file),
        **{name: _FIELDS[name](getattr(file.sections, name), file) for name in file.section_names},
    }
    return SchemaCodec.generated(FORMAT_NAME).chunks(tree)


def _check_types(file: NacFile) -> None:
    if file.version not in VERSIONS:
        raise ValueError(f"unknown version of NAC {file.version!r}: known are {', '.join(VERSIONS)}")
    for name, types in SECTIONS.items():
        held = getattr(file.sections, name)
        if held is not None and not isinstance(held, types):
            expected = " or ".join(each.__name__ for each in types)
            raise TypeError(f"`{name}` of a NacFile is of type {expected}, not {type(held).__name__}")


def companions(file: NacFile, path: Path) -> Mapping[PathLike, Iterable[Buffer]]:
    """Return the files with the weights that belong beside a .nac file at path, unless they are there already.

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
    """Return the places of the sections as they were read; where it is laid out anew, that of the first one at most.

    That place is the size of the header, which tells v1.7 and v1.8 apart.
    """
    if not file.keeps_layout:
        return {offset_field(name): HEADER_SIZES[file.version] for name in file.section_names[:1]}
    return {offset_field(name): start for name, start in _places(file)}


def _places(file: NacFile) -> Iterator[tuple[str, int]]:
    """Yield the sections of a file that keeps its layout, and where they start.

    They follow the header of the version, which need not be that of the file that was read, with the gaps between them.
    A gap behind the header is left out where the version is known by the first section.
    """
    at = header = HEADER_SIZES[file.version]
    for extent in file.extents:
        if extent.name and getattr(file.sections, extent.name) is None:
            continue
        if not extent.name and at == header and VERSION_BYTES[file.version] != FIRST_BYTE:
            continue
        if extent.name:
            yield extent.name, at
        at += extent.size
    if file.sections.arrs is not None and not any(extent.name == "arrs" for extent in file.extents):
        yield "arrs", at  # what a change of the version adds


# the fields of sections, for the builder


def _instructions(ops: Operations, file: NacFile) -> dict[str, Any]:
    return {"num_instructions": len(ops), "instructions": write_operations(ops, file.lengths)}


def _named(names: Iterable[str], path: str) -> dict[str, Any]:
    texts = names if isinstance(names, Texts) else encoded_texts(names, f"{path}[{{}}].name")
    return {"name@": texts.starts, "name#": texts.sizes, "data": texts.data}


def _operation_names(names: IdTable[str]) -> dict[str, Any]:
    columns = {"id_operation": names.numbers, **_named(names.rows, "cmap.entries")}
    return {"num_entries": len(names.numbers), "entries": codecs.operation_name.write(columns, path="cmap.entries")}


def _constants(table: IdTable[Constant], path: str) -> bytes:
    constants = table.rows if isinstance(table.rows, Constants) else Constants.of(table.rows, path)
    columns = {**constants.columns, "id_constant": table.numbers, "data": constants.data}
    return bytes(codecs.constant.write(columns, path=path))


def _signatures(table: IdTable[str]) -> dict[str, Any]:
    stops = np.cumsum([0, *map(len, table.rows)])
    codes = np.frombuffer("".join(table.rows).encode("latin-1"), np.uint8)
    columns = {"id_signature": table.numbers, "codes[]": stops, "codes.code": codes}
    return {"num_entries": len(table.numbers), "entries": codecs.signature.write(columns, path="perm.entries")}


def _data(data: ParameterData, file: NacFile) -> dict[str, Any]:
    names = {"id_parameter": data.parameters.numbers, **_named(data.parameters.rows, "data.parameters")}
    inputs = {"idx_instruction": data.inputs.numbers, **_named(data.inputs.rows, "data.inputs")}
    fields: dict[str, Any] = {
        "num_parameters": len(data.parameters.numbers),
        "parameters": codecs.parameter_name.write(names, path="data.parameters"),
        "num_inputs": len(data.inputs.numbers),
        "inputs": codecs.input_name.write(inputs, path="data.inputs"),
    }
    if file.internal_weights:
        table = data.tensors or IdTable()
        fields["num_tensors"] = len(table.numbers)
        fields["tensors"] = Pieces(as_columns(table.rows).pieces(table.numbers))
    return fields


def _orchestrator(orchestrator: Orchestrator) -> dict[str, Any]:
    constants = _constants(orchestrator.constants, "orch.constants")
    return {
        "bytecode": orchestrator.bytecode,
        "num_constants": len(orchestrator.constants.numbers),
        "constants": constants,
    }


#: By section: (what a NacFile holds of it, the file) -> its fields.
_FIELDS: dict[str, Callable[[Any, NacFile], dict[str, Any]]] = {
    "mmap": lambda schedule, _: {"num_records": len(schedule), "records": write_memory_map(schedule)},
    "ops": _instructions,
    "cmap": lambda names, _: _operation_names(names),
    "cnst": lambda table, _: {"num_entries": len(table.numbers), "entries": _constants(table, "cnst.entries")},
    "perm": lambda table, _: _signatures(table),
    "data": _data,
    "proc": lambda manifest, _: {"manifest": manifest},
    "rsrc": lambda resources, _: {"files": [{"name": each.name, "data": each.data} for each in resources]},
    "orch": lambda orchestrator, _: _orchestrator(orchestrator),
    "trng": _instructions,
    "arrs": lambda arrays, _: {"num_arrays": len(arrays), "arrays": Pieces(arrays.pieces())},
}
