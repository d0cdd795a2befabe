"""From a NacFile to bytes (NAC v1.6, section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from nacformats.codec.building import chunks
from nacformats.codec.streams import Buffer
from nacformats.errors import InvalidError, LimitError
from nacformats.files import PathLike
from nacformats.formats.nac.checking import check_file
from nacformats.formats.nac.constants import Constant, IdTable
from nacformats.formats.nac.external import SUFFIX, ExternalWeights, NewWeights
from nacformats.formats.nac.memory_map import MAX_COMMANDS, MemoryMap, write_memory_map
from nacformats.formats.nac.model import NacFile, Orchestrator, ParameterData, Resource
from nacformats.formats.nac.operations import Operations, first_misfit, write_operations
from nacformats.formats.nac.tables import FORMAT_NAME, ConstantKind, Quantization
from nacformats.formats.nac.tensors import SCALE, Scaling, Tensor

# What each kind of constant calls its payload in the schema.
_PAYLOAD_FIELDS = {
    ConstantKind.truth: "is_true",
    ConstantKind.int64: "number",
    ConstantKind.float64: "raw",
    ConstantKind.text: "text",
    ConstantKind.int32_list: "numbers",
    ConstantKind.float32_list: "raw",
}

_SECTION_TYPES: dict[str, tuple[type[Any], ...]] = {
    "mmap": (MemoryMap,),
    "ops": (Operations,),
    "cmap": (IdTable,),
    "cnst": (IdTable,),
    "perm": (IdTable,),
    "data": (ParameterData,),
    "proc": (bytes, bytearray, memoryview),
    "orch": (Orchestrator,),
    "rsrc": (tuple, list),
}


def write_file(file: NacFile) -> list[Buffer]:
    """The bytes of a file, in pieces; payloads are views of what the file holds.

    A file that was read keeps the order of its sections and, as long as none of them was replaced, their places.

    Raises:
        FormatError: strict reading would refuse the file, or something does not fit its field.
        TypeError: a section is of the wrong type.
        ValueError: the file is closed.
    """
    file.check_open()
    _check_types(file)
    for finding in check_file(file):
        if finding.severity == "error":
            raise finding.error()
    tree = {
        "has_internal_weights": file.internal_weights,
        "quantization_method": int(file.quantization),
        "num_inputs": file.num_inputs,
        "num_outputs": file.num_outputs,
        "d_model": file.d_model,
        **_offsets(file),
        **{name: _LOWER[name](getattr(file, name), file) for name in file.sections},
    }
    return chunks(FORMAT_NAME, tree)


def _check_types(file: NacFile) -> None:
    for name, kind in _SECTION_TYPES.items():
        section = getattr(file, name)
        if section is not None and not isinstance(section, kind):
            expected = " or ".join(each.__name__ for each in kind)
            raise TypeError(f"`{name}` of a NacFile is of type {expected}, not {type(section).__name__}")


def companions(file: NacFile, path: Path) -> Mapping[PathLike, Iterable[Buffer]]:
    """The file with the weights that belongs beside a .nac file at path, unless it is there already."""
    target = path.with_suffix(SUFFIX)
    if isinstance(file.weights, NewWeights):
        return {target: [file.weights.serialize()]}
    if isinstance(file.weights, ExternalWeights) and file.weights.path.resolve() != target.resolve():
        return {target: file.weights.chunks()}
    return {}


def _offsets(file: NacFile) -> dict[str, int]:
    """The places of the sections as they were read; nothing when they are to be laid out anew."""
    if not file.keeps_layout:
        return {}
    return {f"ofs_{extent.name}": extent.start for extent in file.extents if extent.name}


def _lower_memory_map(schedule: MemoryMap, _file: NacFile) -> dict[str, Any]:
    counts = np.diff(schedule.offsets)
    for record in np.flatnonzero(counts > MAX_COMMANDS).tolist():
        reason, place = "the record has too many commands", schedule.place(record)
        expected = f"at most {MAX_COMMANDS}"
        raise LimitError(reason, format=FORMAT_NAME, expected=expected, actual=int(counts[record]), **place)
    return {"num_records": len(schedule), "records": write_memory_map(schedule)}


def _lower_operations(ops: Operations, file: NacFile) -> dict[str, Any]:
    misfit = first_misfit(ops, file.signatures, file.num_outputs)
    if misfit is not None:
        reason = "C and D are not as long as the operation and its signature say"
        raise InvalidError(reason, format=FORMAT_NAME, **ops.place(misfit))
    return {"num_instructions": len(ops), "instructions": write_operations(ops)}


def _lower_names(names: IdTable[str], _file: NacFile) -> dict[str, Any]:
    return {"entries": [{"id_operation": number, "name": name} for number, name in names.entries]}


def _lower_constants(constants: IdTable[Constant], _file: NacFile) -> dict[str, Any]:
    return {"entries": list(_lowered(constants))}


def _lowered(constants: IdTable[Constant]) -> Iterator[dict[str, Any]]:
    for number, constant in constants.entries:
        field = _PAYLOAD_FIELDS.get(constant.kind)
        body = {} if field is None else {field: constant.payload}
        yield {"id_constant": number, "kind": int(constant.kind), "length": constant.length, "body": body}


def _lower_signatures(signatures: IdTable[str], _file: NacFile) -> dict[str, Any]:
    entries = []
    for number, codes in signatures.entries:
        entries.append({"id_signature": number, "num_codes": len(codes), "codes": codes.encode("latin-1")})
    return {"entries": entries}


def _lower_data(data: ParameterData, file: NacFile) -> dict[str, Any]:
    lowered: dict[str, Any] = {
        "parameters": [{"id_parameter": number, "name": name} for number, name in data.parameters.entries],
        "inputs": [{"idx_instruction": index, "name": name} for index, name in data.inputs.entries],
    }
    if file.internal_weights:
        tensors = data.tensors or IdTable()
        lowered["tensors"] = [_lower_tensor(number, tensor) for number, tensor in tensors.entries]
    return lowered


def _lower_tensor(number: int, tensor: Tensor) -> dict[str, Any]:
    meta: dict[str, Any] = {
        "dtype": int(tensor.dtype),
        "dims": list(tensor.dims),
        "quantization": int(tensor.quantization),
    }
    if tensor.scaling is not None:
        meta["scaling"] = _lower_scaling(tensor.quantization, tensor.scaling)
    return {"id_parameter": number, "meta": meta, "data": tensor.raw}


def _lower_scaling(method: Quantization, scaling: Scaling) -> dict[str, Any]:
    raw = scaling.scales.astype(SCALE, copy=False).tobytes()
    if method is Quantization.int8_tensor:
        return {"scale": raw}
    lowered = {"num_scales": len(scaling.scales), "scales": raw}
    if method is Quantization.int8_channel:
        return {"axis": scaling.axis, **lowered}
    return {"len_block": scaling.block_size, "dims": list(scaling.shape or ()), **lowered}


def _lower_orchestrator(orchestrator: Orchestrator, _file: NacFile) -> dict[str, Any]:
    return {"bytecode": orchestrator.bytecode, "constants": list(_lowered(orchestrator.constants))}


def _lower_resources(resources: tuple[Resource, ...], _file: NacFile) -> dict[str, Any]:
    return {"files": [{"name": resource.name, "data": resource.data} for resource in resources]}


_LOWER: dict[str, Any] = {
    "mmap": _lower_memory_map,
    "ops": _lower_operations,
    "cmap": _lower_names,
    "cnst": _lower_constants,
    "perm": _lower_signatures,
    "data": _lower_data,
    "proc": lambda manifest, _file: {"manifest": manifest},
    "orch": _lower_orchestrator,
    "rsrc": _lower_resources,
}
