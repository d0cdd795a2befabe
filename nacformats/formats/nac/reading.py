"""From bytes to a NacFile (NAC v1.6, section 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from nacformats._generated.kaitai.nac import Nac
from nacformats._generated.records.nac import NAC as HEADER
from nacformats.codec import locate, trees
from nacformats.codec.streams import Source
from nacformats.errors import FormatError, InvalidError, TruncatedError, UnsupportedError
from nacformats.formats.nac.constants import Constant, IdTable, Payload
from nacformats.formats.nac.external import SUFFIX, ExternalWeights
from nacformats.formats.nac.heads import HEAD_BYTES, read_count
from nacformats.formats.nac.memory_map import MemoryMap, read_memory_map
from nacformats.formats.nac.model import Extent, NacFile, Orchestrator, ParameterData, Resource
from nacformats.formats.nac.operations import Operations, read_operations
from nacformats.formats.nac.places import Places
from nacformats.formats.nac.tables import FORMAT_NAME, SECTIONS, ConstantKind, Quantization
from nacformats.formats.nac.tensors import SCALE, Scaling, Tensor

Section = TypeVar("Section")

MAGIC = b"NAC"
# The version byte of the later versions, and which of them it is by the first offset, which is the size of the header.
_LATER_VERSION = 2
_LATER_VERSIONS = {92: "v1.7", 100: "v1.8"}
_OLD_HEADER_BYTES = 90
# Fields of a tensor before its metadata: id_parameter, len_meta, len_data.
_TENSOR_HEAD_BYTES = 2 + 4 + 8

# The types of the sections that the generated parser reads.
_PARSERS = {
    "cmap": Nac.CanonicalMap,
    "cnst": Nac.ConstantTable,
    "perm": Nac.Permutations,
    "data": Nac.ParameterData,
    "proc": Nac.Preprocessing,
    "orch": Nac.Orchestrator,
    "rsrc": Nac.Resources,
}


def read_structure(source: Source, weights: Path | None = None) -> NacFile:
    """Everything in a file that can be read; whether it makes sense is left to the checks.

    Args:
        source: the bytes; the file keeps them.
        weights: the safetensors file with the weights, when it is not the one beside the file.

    Raises:
        FormatError: the structure is broken, or of a version that this package does not read.
    """
    _check_version(source)
    return _Reader(source).read(weights)


def _check_version(source: Source) -> None:
    """Refuse other versions by name; what is no NAC file at all is left to the parser."""
    head = bytes(source.view[: HEADER.itemsize]).ljust(HEADER.itemsize, b"\0")
    if source.size <= _offset_in_header("version") or not head.startswith(MAGIC):
        return
    fields = np.frombuffer(head, HEADER)[0]
    version, first = int(fields["version"]), int(fields["ofs_mmap"])
    if version == NacFile.version and first != _OLD_HEADER_BYTES:
        return
    if version == NacFile.version:
        path, expected, actual = "ofs_mmap", str(HEADER.itemsize), first
        reason = f"the header has {first} bytes: the file was written before v1.5"
    else:
        path, expected, actual = "version", f"{NacFile.version} (v1.6)", version
        found = _LATER_VERSIONS.get(first, "v1.7 or v1.8") if version == _LATER_VERSION else f"version {version}"
        reason = f"the file is NAC {found}, which is not read"
    offset = min(_offset_in_header(path), source.size)
    raise UnsupportedError(reason, format=FORMAT_NAME, path=path, offset=offset, expected=expected, actual=actual)


def _offset_in_header(field: str) -> int:
    return int(HEADER.fields[field][1])


class _Reader:
    """One pass over a file. The parser reads everything but the two long regions."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tree = trees.parse(FORMAT_NAME, source)
        self.starts = {name: start for name in SECTIONS if (start := getattr(self.tree, f"ofs_{name}"))}
        self.stops: dict[str, int] = {}

    def read(self, weights: Path | None) -> NacFile:
        self._check_starts()
        tree, table = self.tree, self._table
        signatures = table("perm", _signatures)
        file = NacFile(
            quantization=tree.quantization_method,
            internal_weights=tree.has_internal_weights,
            num_inputs=tree.num_inputs,
            num_outputs=tree.num_outputs,
            d_model=tree.d_model,
            mmap=self._memory_map(),
            ops=self._operations(signatures or {}),
            cmap=table("cmap", lambda node: IdTable((entry.id_operation, entry.name) for entry in node.entries)),
            cnst=table("cnst", lambda node: _constants(node.entries)),
            perm=signatures,
            data=table("data", self._parameter_data),
            proc=table("proc", lambda node: node.manifest),
            orch=table("orch", lambda node: Orchestrator(node.bytecode, _constants(node.constants))),
            rsrc=table("rsrc", lambda node: tuple(Resource(entry.name, entry.data) for entry in node.files)),
            extents=tuple(self._extents()),
        )
        file.source = self.source
        if not file.internal_weights:
            file.weights = self._weights(weights)
        return file

    def _check_starts(self) -> None:
        for name, start in self.starts.items():
            if start >= self.source.size:
                reason = "the section starts behind the end of the file"
                expected = f"less than {self.source.size}"
                raise self._header_error(f"ofs_{name}", TruncatedError, reason, expected=expected, actual=start)

    def _header_error(self, path: str, kind: type[FormatError], reason: str, **details: Any) -> FormatError:
        return kind(reason, format=FORMAT_NAME, path=path, offset=_offset_in_header(path), **details)

    def _table(self, name: str, convert: Callable[[Any], Section]) -> Section | None:
        """A section that the generated parser reads."""
        if name not in self.starts:
            return None
        io = self.source.stream()
        io.seek(self.starts[name])
        try:
            node = _PARSERS[name](io, self.tree, self.tree)
        except trees.PARSER_FAILURES as failure:
            raise self._located(name, failure) from None
        self.stops[name] = io.pos()
        return convert(node)

    def _located(self, name: str, failure: BaseException) -> FormatError:
        """The error that says where in a section the parser failed; no other section is read for it."""
        debug = trees.parser_class(FORMAT_NAME, debug=True)
        only = type(debug.__name__, (debug,), {"__module__": debug.__module__, name: vars(debug)[name]})
        error = locate.locate(FORMAT_NAME, only, self.source, failure)
        if isinstance(error, InvalidError):
            return _explained(error)
        return error

    def _memory_map(self) -> MemoryMap | None:
        start = self.starts.get("mmap")
        if start is None:
            return None
        view = self.source.view
        count = read_count(view, start, "mmap", b"MMAP", "num_records")
        schedule = read_memory_map(view, start + HEAD_BYTES, count)
        self.stops["mmap"] = start + HEAD_BYTES + schedule.nbytes
        return schedule

    def _operations(self, signatures: Mapping[int, str]) -> Operations | None:
        start = self.starts.get("ops")
        if start is None:
            return None
        view = self.source.view
        count = read_count(view, start, "ops", b"OPS ", "num_instructions")
        stop = min((other for other in self.starts.values() if other > start), default=len(view))
        first = start + HEAD_BYTES
        operations = read_operations(view, first, max(first, stop), count, signatures, self.tree.num_outputs)
        self.stops["ops"] = first + operations.nbytes
        return operations

    def _parameter_data(self, node: Any) -> ParameterData:
        names = IdTable((entry.id_parameter, entry.name) for entry in node.parameters)
        inputs = IdTable((entry.idx_instruction, entry.name) for entry in node.inputs)
        tensors = IdTable(self._tensors(node.tensors)) if self.tree.has_internal_weights else None
        return ParameterData(names, inputs, tensors)

    def _tensors(self, nodes: list[Any]) -> Iterator[tuple[int, Tensor]]:
        """Tensors are what a section ends with, and what follows the head of one is as long as the head says."""
        sizes = [_TENSOR_HEAD_BYTES + node.len_meta + node.len_data for node in nodes]
        position = self.stops["data"] - sum(sizes)
        for index, (node, size) in enumerate(zip(nodes, sizes, strict=True)):
            position += size
            if not node.meta._io.is_eof():
                raise self._surplus(f"data.tensors[{index}].meta", node.meta._io.pos(), node.len_meta)
            raw = self.source.view[position - node.len_data : position]
            path, start = f"data.tensors[{index}]", position - node.len_data
            yield node.id_parameter, _tensor(node.meta, raw, offset=start, path=path, source=self.source)

    def _surplus(self, path: str, used: int, size: int) -> FormatError:
        offset = Places(self.source).offset(path) + used
        reason = "the metadata go on behind their end"
        return InvalidError(reason, format=FORMAT_NAME, path=path, offset=offset, expected=used, actual=size)

    def _extents(self) -> Iterator[Extent]:
        """Sections and gaps in the order of the file; InvalidError when two share a byte."""
        end, before = self.tree._io.pos(), "the header"
        sections = sorted((start, self.stops[name], name) for name, start in self.starts.items())
        for start, stop, name in sections:
            if start < end:
                reason = f"the section overlaps {before}"
                expected = f"at least {end}"
                raise self._header_error(f"ofs_{name}", InvalidError, reason, expected=expected, actual=start)
            if start > end:
                yield Extent("", end, start)
            yield Extent(name, start, stop)
            end, before = stop, f"`{name}`"
        if end < self.source.size:
            yield Extent("", end, self.source.size)

    def _weights(self, path: Path | None) -> ExternalWeights | None:
        if path is None and self.source.path is not None:
            path = self.source.path.with_suffix(SUFFIX)
        return None if path is None else ExternalWeights(path)


def _explained(error: InvalidError) -> FormatError:
    """What the schema says of the fields of a constant in an expression, in words."""
    place: dict[str, Any] = {"format": FORMAT_NAME, "path": error.path, "offset": error.offset, "actual": error.actual}
    field = (error.path or "").rpartition(".")[2]
    if field == "kind":
        reason = "the type of the constant is unknown, and so is its size"
        return UnsupportedError(reason, expected=error.expected, **place)
    if field == "length":
        return InvalidError("a number takes 8 bytes", expected=8, **place)
    return error


def _signatures(node: Any) -> IdTable[str]:
    """Signatures as text: a byte is a code, whether the format knows it or not."""
    return IdTable(
        (entry.id_signature, bytes(each.code for each in entry.codes).decode("latin-1")) for entry in node.entries
    )


def _constants(nodes: list[Any]) -> IdTable[Constant]:
    return IdTable((node.id_constant, Constant(node.kind, _payload(node), node.length)) for node in nodes)


def _payload(node: Any) -> Payload:
    body = node.body
    if node.kind is ConstantKind.none:
        return None
    if node.kind is ConstantKind.truth:
        return bool(body.is_true)
    if node.kind is ConstantKind.text:
        return str(body.text)
    if node.kind is ConstantKind.int64:
        return int(body.number)
    return tuple(body.numbers) if node.kind is ConstantKind.int32_list else bytes(body._raw_raw)


def _tensor(meta: Any, raw: memoryview, **place: Any) -> Tensor:
    return Tensor(meta.dtype, tuple(meta.dims), meta.quantization, _scaling(meta), raw, **place)


def _scaling(meta: Any) -> Scaling | None:
    method = meta.quantization
    if method is Quantization.int8_tensor:
        return Scaling(np.frombuffer(meta.scaling._raw_scale, SCALE))
    if method is Quantization.int8_channel:
        return Scaling(np.frombuffer(meta.scaling._raw_scales, SCALE), axis=meta.scaling.axis)
    if method is Quantization.block_fp8:
        scales = np.frombuffer(meta.scaling._raw_scales, SCALE)
        return Scaling(scales, block_size=meta.scaling.len_block, shape=tuple(meta.scaling.dims))
    return None
