"""The sections of a NAC file: what each holds, and how it is read and written (NAC v1.6, section 2.2.5; v1.7; v1.8).

The schema gives their names, their types, and where the header has their offsets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from nacformats._generated.columns import nac as codecs
from nacformats._generated.frames.nac import SECTIONS as FRAMES
from nacformats.codec.columns import Columns
from nacformats.codec.streams import Pieces, Source
from nacformats.errors import InvalidError
from nacformats.formats.nac.columns.arrays import NamedArrays, StoredArrays
from nacformats.formats.nac.columns.instructions import OPS, TRNG, Lengths, Operations, write_operations
from nacformats.formats.nac.columns.memory_map import MemoryMap, write_memory_map
from nacformats.formats.nac.columns.tensors import StoredTensors, as_columns
from nacformats.formats.nac.constants import Constant, Constants
from nacformats.formats.nac.contents import Orchestrator, ParameterData, Resource
from nacformats.formats.nac.rows import IdTable, Texts
from nacformats.formats.nac.tables import FIRST_REGULAR, FIXED_NAMES, FORMAT_NAME, system_name
from nacformats.plain import Plain

if TYPE_CHECKING:
    from nacformats.formats.nac.model import NacFile


class NameTables(Plain):
    """What instructions refer to by number: the tables of a file, each empty when the file has none.

    fixed: names that need no entry in a table; later versions have more of them.
    """

    operations: Mapping[int, str]
    signatures: Mapping[int, str]
    constants: Mapping[int, Constant]
    parameters: Mapping[int, str]
    inputs: Mapping[int, str]
    fixed: Mapping[int, str] = FIXED_NAMES

    def operation(self, a: int) -> str | None:
        """The canonical name of an operation; `cmap` wins over the fixed names, but never for system operations."""
        if a < FIRST_REGULAR:
            return system_name(a)
        return self.operations.get(a, self.fixed.get(a))


class Context(Plain):
    """What sections need of their file while they are read.

    Attributes:
        source: its bytes.
        lengths: what gives instructions their length; the sections that it is from are read first.
        locate: path of a field -> its byte offset in the file.
    """

    source: Source
    lengths: Lengths
    locate: Callable[[str], int | None]


class Section(Plain):
    """One section.

    Attributes:
        types: of what a NacFile holds of it.
        read: (what its frame read, context) -> what a NacFile holds of it.
        write: (what a NacFile holds of it, the file) -> its fields, for the builder.
    """

    types: tuple[type[Any], ...]
    read: Callable[[Any, Context], Any]
    write: Callable[[Any, NacFile], dict[str, Any]]


def offset_field(name: str) -> str:
    """The field of the header with the offset of a section."""
    return str(FRAMES[name][0])


def _read_operations(node: Any, context: Context, section: str = OPS) -> Operations:
    columns: Columns = node.instructions
    lengths = context.lengths
    has_c = lengths.with_c(columns["a"], columns["b"])
    return Operations(columns, has_c, context.locate, version=lengths.version, section=section)


def _write_operations(ops: Operations, file: NacFile) -> dict[str, Any]:
    return {"num_instructions": len(ops), "instructions": write_operations(ops, file.lengths)}


def _write_memory_map(schedule: MemoryMap, _file: NacFile) -> dict[str, Any]:
    return {"num_records": len(schedule), "records": write_memory_map(schedule)}


def _names(columns: Columns, ids: str, context: Context) -> IdTable[str]:
    return IdTable.of_rows(columns[ids].tolist(), _texts(columns, context))


def _texts(columns: Columns, context: Context) -> Texts:
    return Texts(context.source.view, columns["name@"], columns["name#"])


def _named(names: Iterable[str], path: str) -> dict[str, Any]:
    texts = names if isinstance(names, Texts) else Texts.of(names, f"{path}[{{}}].name")
    return {"name@": texts.starts, "name#": texts.sizes, "data": texts.data}


def _write_names(names: IdTable[str], _file: NacFile) -> dict[str, Any]:
    columns = {"id_operation": names.numbers, **_named(names.rows, "cmap.entries")}
    return {"num_entries": len(names.numbers), "entries": codecs.operation_name.write(columns, path="cmap.entries")}


def _read_constants(columns: Columns, context: Context) -> IdTable[Constant]:
    return IdTable.of_rows(columns["id_constant"].tolist(), Constants(columns, context.source.view))


def _constants(table: IdTable[Constant], path: str) -> bytes:
    constants = table.rows if isinstance(table.rows, Constants) else Constants.of(table.rows, path)
    columns = {**constants.columns, "id_constant": table.numbers, "data": constants.data}
    return bytes(codecs.constant.write(columns, path=path))


def _write_constants(table: IdTable[Constant], _file: NacFile) -> dict[str, Any]:
    return {"num_entries": len(table.numbers), "entries": _constants(table, "cnst.entries")}


def _write_signatures(table: IdTable[str], _file: NacFile) -> dict[str, Any]:
    stops = np.cumsum([0, *map(len, table.rows)])
    codes = np.frombuffer("".join(table.rows).encode("latin-1"), np.uint8)
    columns = {"id_signature": table.numbers, "codes[]": stops, "codes.code": codes}
    return {"num_entries": len(table.numbers), "entries": codecs.signature.write(columns, path="perm.entries")}


def _read_data(node: Any, context: Context) -> ParameterData:
    names = _names(node.parameters, "id_parameter", context)
    inputs = _names(node.inputs, "idx_instruction", context)
    if not hasattr(node, "tensors"):
        return ParameterData(names, inputs)
    metas = node.tensors.nested["meta"]
    _check_filled(metas, node.tensors)
    rows = StoredTensors(node.tensors, metas, context.source)
    return ParameterData(names, inputs, IdTable.of_rows(node.tensors["id_parameter"].tolist(), rows))


def _check_filled(metas: Columns, tensors: Columns) -> None:
    """The metadata of a tensor fill the bytes that it has for them."""
    short = np.flatnonzero(metas.ends != tensors["meta@"] + tensors["meta#"]).tolist()
    for index in short[:1]:
        used = int(metas.ends[index] - tensors["meta@"][index])
        details: dict[str, Any] = {"expected": used, "actual": int(tensors["meta#"][index])}
        path, offset = f"data.tensors[{index}].meta", int(metas.ends[index])
        raise InvalidError("the metadata end early", format=FORMAT_NAME, path=path, offset=offset, **details)


def _write_data(data: ParameterData, file: NacFile) -> dict[str, Any]:
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


def _read_orchestrator(node: Any, context: Context) -> Orchestrator:
    return Orchestrator(node.bytecode, _read_constants(node.constants, context))


def _write_orchestrator(orchestrator: Orchestrator, _file: NacFile) -> dict[str, Any]:
    constants = _constants(orchestrator.constants, "orch.constants")
    return {
        "bytecode": orchestrator.bytecode,
        "num_constants": len(orchestrator.constants.numbers),
        "constants": constants,
    }


def _read_resources(node: Any, context: Context) -> tuple[Resource, ...]:
    view, starts, sizes = context.source.view, node.files["data@"].tolist(), node.files["data#"].tolist()
    names = _texts(node.files, context)
    return tuple(
        Resource(name, view[start : start + size]) for name, start, size in zip(names, starts, sizes, strict=True)
    )


def _write_resources(resources: tuple[Resource, ...], _file: NacFile) -> dict[str, Any]:
    return {"files": [{"name": resource.name, "data": resource.data} for resource in resources]}


def _read_arrays(node: Any, context: Context) -> NamedArrays:
    columns: Columns = node.arrays
    return StoredArrays(columns, _texts(columns, context), context.source)


def _write_arrays(arrays: NamedArrays, _file: NacFile) -> dict[str, Any]:
    return {"num_arrays": len(arrays), "arrays": Pieces(arrays.pieces())}


#: By name.
SECTIONS: dict[str, Section] = {
    "mmap": Section((MemoryMap,), lambda node, _: MemoryMap(node.records), _write_memory_map),
    "ops": Section((Operations,), _read_operations, _write_operations),
    "cmap": Section((IdTable,), lambda node, context: _names(node.entries, "id_operation", context), _write_names),
    "cnst": Section((IdTable,), lambda node, context: _read_constants(node.entries, context), _write_constants),
    "perm": Section((IdTable,), lambda _, context: context.lengths.signatures, _write_signatures),
    "data": Section((ParameterData,), _read_data, _write_data),
    "proc": Section(
        (bytes, bytearray, memoryview), lambda node, _: node.manifest, lambda manifest, _: {"manifest": manifest}
    ),
    "rsrc": Section((tuple, list), _read_resources, _write_resources),
    "orch": Section((Orchestrator,), _read_orchestrator, _write_orchestrator),
    "trng": Section((Operations,), partial(_read_operations, section=TRNG), _write_operations),
    "arrs": Section((NamedArrays,), _read_arrays, _write_arrays),
}

_COMMON = ("mmap", "ops", "cmap", "cnst", "perm", "data", "proc")
#: The sections of each version, in the order in which new files have them.
ORDERS: dict[str, tuple[str, ...]] = {
    "1.6": (*_COMMON, "rsrc", "orch"),
    "1.7": (*_COMMON, "orch", "trng", "rsrc"),
    "1.8": (*_COMMON, "orch", "trng", "rsrc", "arrs"),
}
