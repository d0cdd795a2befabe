"""Reading: bytes to a NacFile (NAC v1.6, section 2; v1.7; v1.8)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from nacformats._generated.columns import nac as codecs
from nacformats._generated.tables.nac import SCHEMA
from nacformats.codec.columns import Columns, RecordCodec
from nacformats.codec.columns.reading import RecordTables
from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.trees.parts import read_placed
from nacformats.codec.trees.record import TreeRecord
from nacformats.codec.trees.stream import ByteStream
from nacformats.errors import FormatError, InvalidError, TruncatedError, UnsupportedError
from nacformats.formats.nac.columns import instructions
from nacformats.formats.nac.columns.arrays import StoredArrays
from nacformats.formats.nac.columns.memory_map import MemoryMap
from nacformats.formats.nac.columns.tensors import StoredTensors
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.file.sections import Extent, ParameterData, Resource, Sections, offset_field
from nacformats.formats.nac.tables import FORMAT_NAME, HEADER_SIZES, VERSION_BYTES, FixedOperation, HeaderSize
from nacformats.formats.records import VERSIONS
from nacformats.formats.records.constants import Constants, Orchestrator
from nacformats.formats.records.rows import IdTable, names_by_id
from nacformats.plain import Plain

if TYPE_CHECKING:
    from pathlib import Path

    from nacformats.codec.locator import KnownList, Locator
    from nacformats.formats.nac.file.external import ExternalWeights
    from nacformats.typing import NacVersion

# The header of files from before v1.5, which have the version byte of v1.6.
_OLD_HEADER_BYTES = 90


def read_structure(source: Source, weights: str | Path | None = None) -> NacFile:
    """Read everything in a file that can be read; the checks tell whether it makes sense.

    Args:
        source: the bytes; the file keeps them.
        weights: the safetensors file with the weights, when it is not the one beside the file.

    Raises:
        FormatError: the structure is broken, or of a version that this package does not read.
    """
    _check_version(source)
    frames = Frames(source)
    nodes = frames.all()
    extents = tuple(_extents(frames))
    header = frames.header
    file = NacFile(
        quantization=header.quantization_method,
        internal_weights=header.has_internal_weights,
        num_inputs=header.num_inputs,
        num_outputs=header.num_outputs,
        d_model=header.d_model,
        sections=Sections(**{name: _READERS[name](node, frames) for name, node in nodes.items()}),
        extents=extents,
        version=version_of(source) or VERSIONS[0],
    )
    file.source, file._locate = source, frames.locate
    file.training_flag = header.has_training
    if not file.internal_weights:
        file.weights = _weights(source, weights)
    return file


# versions


def version_of(source: Source) -> NacVersion | None:
    """Return the version of a file by its header, whatever else is in it; None when it is none that is read."""
    place = SCHEMA.place("version")
    if len(source.view) <= place:
        return None
    number = source.view[place]
    known = _header_sizes(number)
    if len(known) == 1:
        return next(iter(known.values()))
    return known.get(_first_section(source))


def _check_version(source: Source) -> None:
    """Refuse other versions by name; the parser refuses what is not a NAC file at all."""
    place = SCHEMA.place("version")
    if len(source.view) <= place or not bytes(source.view[:place]).startswith(SCHEMA.magic):
        return
    number = source.view[place]
    if number not in VERSION_BYTES.values():
        known = " or ".join(f"{byte} ({_listed(byte)})" for byte in sorted({*VERSION_BYTES.values()}))
        raise _refused(f"the file is NAC version {number}, which is not read", "version", known, number)
    begins = _offsets(source)[0]
    if number == instructions.FIRST_BYTE and begins == _OLD_HEADER_BYTES:
        reason = f"the file was written before v1.5, with a header of {begins} bytes, which is not read"
        raise _refused(reason, "ofs_mmap", HeaderSize.v1_6, begins)
    if version_of(source) is None and source.size >= HeaderSize.v1_7:
        first = _first_section(source)
        reason = "the file is neither NAC v1.7 nor v1.8: no section begins where the header of one of them ends"
        if not first:
            reason = "the file has no sections, which tell v1.7 and v1.8 apart: its writer failed before it wrote them"
        expected = " or ".join(f"{size} (v{version})" for size, version in _header_sizes(number).items())
        raise _refused(reason, "ofs_mmap", expected, first)


def _header_sizes(number: int) -> dict[int, NacVersion]:
    """Return the versions of a version byte, by the size of their header."""
    return {HEADER_SIZES[version]: version for version in VERSIONS if VERSION_BYTES[version] == number}


def _listed(number: int) -> str:
    return " and ".join(f"v{version}" for version in _header_sizes(number).values())


def _first_section(source: Source) -> int:
    """Return where the first section begins by the header; 0 when there is none."""
    return min(filter(None, _offsets(source)), default=0)


def _offsets(source: Source) -> list[int]:
    """Return the offsets of sections in the header of v1.7, with which that of v1.8 begins; 0 past the end."""
    head = bytes(source.view[: HeaderSize.v1_7]).ljust(HeaderSize.v1_7, b"\0")
    return list(map(int, np.frombuffer(head, SCHEMA.root.members["ofs_mmap"].number, offset=SCHEMA.place("ofs_mmap"))))


def _refused(reason: str, path: str, expected: object, actual: int) -> UnsupportedError:
    details: dict[str, Any] = {"expected": str(expected), "actual": actual, "offset": SCHEMA.place(path)}
    return UnsupportedError(reason, format=FORMAT_NAME, path=path, **details)


# structure


class Frames:
    """The header of a file, and its sections: fields, and columns for lists.

    Attributes:
        source: the bytes.
        header: the header.
        starts: byte offsets of the sections that there are, by name, in the order of the header.
        stops: where those end that were read.
        lists: the codec and the columns of their lists, by path, such as "cmap.entries".
        locate: path of a field -> its byte offset in the file; None when the file is closed.
    """

    def __init__(self, source: Source) -> None:
        """Read the header. FormatError when it is broken, or a section starts past the end of the file."""
        self.source = source
        self._tables = _Tables(self)
        self.header: Any = SchemaCodec.generated(FORMAT_NAME).with_lists(self._tables).read(source)
        offsets = {name: getattr(self.header, offset_field(name)) for name in _IN_ORDER}
        self.starts = {name: start for name, start in offsets.items() if start}
        self.stops: dict[str, int] = {}
        self.locate: Callable[[str], int | None] = partial(offset_in, source)
        self._read: dict[str, Any] = {}
        for name, start in self.starts.items():
            if start >= source.size:
                reason, expected = "the section starts past the end of the file", f"less than {source.size}"
                raise _header_error(source, name, TruncatedError, reason, expected=expected, actual=start)

    @property
    def lists(self) -> Mapping[str, tuple[RecordCodec, Columns]]:
        return self._tables.found

    def all(self) -> dict[str, Any]:
        """Read all sections, that first which gives instructions their length. FormatError for the first broken one."""
        self.signatures  # noqa: B018  they are read before anything whose length they give
        return {name: self[name] for name in self.starts}

    def __getitem__(self, name: str) -> Any:
        """Read what is in a section, once.

        Raises:
            FormatError: it cannot be read.
            KeyError: there is no such section.
        """
        if name not in self._read:
            start = self.starts[name]
            if name in (instructions.OPS, instructions.TRNG):
                self.lengths  # noqa: B018  read before the section is begun
            try:
                node, stop = read_placed(self.header, name, start)
            except FormatError as error:
                raise self._explained(name, error) from None
            tensors = self.lists.get(f"{name}.tensors")
            if tensors is not None and "meta" in tensors[1].nested:
                _check_filled(tensors[1])
            self._read[name], self.stops[name] = node, stop
        return self._read[name]

    @cached_property
    def signatures(self) -> list[tuple[int, str]]:
        """Ids and texts of signatures: a byte is a code, whether the format knows it or not."""
        if "perm" not in self.starts:
            return []
        entries = self["perm"].entries
        codes, stops = entries["codes.code"].tobytes().decode("latin-1"), entries["codes[]"].tolist()
        texts = (codes[start:stop] for start, stop in pairwise(stops))
        return list(zip(entries["id_signature"].tolist(), texts, strict=False))

    @cached_property
    def lengths(self) -> instructions.Lengths:
        """The facts that give instructions their length: signatures, header and, since v1.7, names of operations."""
        version, names = self.header.version, tuple[tuple[int, str], ...]()
        if version != instructions.FIRST_BYTE and "cmap" in self.starts:
            names = names_by_id(self["cmap"].entries, "id_operation").entries
        return instructions.Lengths(dict(self.signatures), self.header.num_outputs, version, names)

    def end_of(self, name: str) -> int:
        """Return what the instructions of a section must not cross: the next section, or the end of the file."""
        start = self.starts[name]
        return min((other for other in self.starts.values() if other > start), default=self.source.size)

    def _explained(self, name: str, error: FormatError) -> FormatError:
        """Return the error, with details that the schema does not have."""
        begun = self._tables.begun.get(f"{name}.instructions")
        if begun is not None:
            span = begun, self.end_of(name)
            return Misread(self.source.view, *span, self.lengths, name).explained(error)
        field = (error.path or "").rpartition(".")[2]
        place: dict[str, Any] = {"path": error.path, "offset": error.offset, "actual": error.actual}
        if isinstance(error, InvalidError) and field == "kind":
            reason = "the type of the constant is unknown, and so is its size"
            return UnsupportedError(reason, format=FORMAT_NAME, expected=error.expected, **place)
        if isinstance(error, InvalidError) and name in ("cnst", "orch") and field == "length":
            return InvalidError("a number takes 8 bytes", format=FORMAT_NAME, expected=8, **place)
        return error


#: The sections in the order of the schema.
_IN_ORDER = [each.id for each in SCHEMA.root.placed if each.pos]


class _Tables(RecordTables):
    """The lists of sections."""

    def __init__(self, frames: Frames) -> None:
        super().__init__()
        self._frames = frames

    def path(self, parent: TreeRecord, field: str) -> str:
        return f"{_SECTION_OF[parent.NAME]}.{field}"

    def columns(
        self, codec: RecordCodec, io: ByteStream, parent: TreeRecord, count: int | None, path: str, **given: Any
    ) -> Columns:
        if codec.arguments:
            given |= self._frames.lengths.arguments
        if codec is codecs.instruction:
            given["stop"] = self._frames.end_of(path.partition(".")[0])
        return super().columns(codec, io, parent, count, path, **given)


#: The section that is a record of a type.
_SECTION_OF = {each.type: each.id for each in SCHEMA.root.placed if each.pos}


def _header_error(source: Source, section: str, kind: type[FormatError], reason: str, **details: Any) -> FormatError:
    """Return an error about the offset of a section in the header."""
    path = offset_field(section)
    from nacformats.codec.locator import Locator  # noqa: PLC0415  only bad files need it

    offset = SCHEMA.root.members[path].at
    if offset is None:
        offset = Locator(FORMAT_NAME, source).offset(path)
    return kind(reason, format=FORMAT_NAME, path=path, offset=offset, **details)


def _check_filled(tensors: Columns) -> None:
    """Refuse metadata of a tensor that do not fill the bytes that it has for them."""
    metas = tensors.nested["meta"]
    short = np.flatnonzero(metas.ends != tensors["meta@"] + tensors["meta#"]).tolist()
    for index in short[:1]:
        used = int(metas.ends[index] - tensors["meta@"][index])
        details: dict[str, Any] = {"expected": used, "actual": int(tensors["meta#"][index])}
        path, offset = f"data.tensors[{index}].meta", int(metas.ends[index])
        raise InvalidError("the metadata end early", format=FORMAT_NAME, path=path, offset=offset, **details)


def _extents(frames: Frames) -> Iterator[Extent]:
    """Yield sections and gaps in the order of the file; InvalidError when two share a byte."""
    end, before = frames.header._io.pos, "the header"
    for start, name in sorted((start, name) for name, start in frames.starts.items()):
        if start < end:
            reason, expected = f"the section overlaps {before}", f"at least {end}"
            raise _header_error(frames.source, name, InvalidError, reason, expected=expected, actual=start)
        if start > end:
            yield Extent("", end, start)
        end, before = frames.stops[name], f"`{name}`"
        yield Extent(name, start, end)
    if end < frames.source.size:
        yield Extent("", end, frames.source.size)


def locator_of(source: Source) -> Locator:
    """Return what finds the fields of a file that can be read; of long lists it looks at single records."""
    from nacformats.codec.locator import KnownList, Locator  # noqa: PLC0415  a good file has nothing to locate

    frames = Frames(source)

    def known(path: str) -> KnownList | None:
        section = path.partition(".")[0]
        if section not in frames.starts or (frames[section] and path not in frames.lists):
            return None
        codec, records = frames.lists[path]
        return KnownList(codec, records.starts, frames.lengths.arguments if codec.arguments else {})

    return Locator(FORMAT_NAME, source, known)


def offset_in(source: Source | None, path: str) -> int | None:
    """Return where a field of a file that can be read starts; None when there is no file, or it is closed."""
    return locator_of(source).offset(path) if source is not None and source.size else None


# instructions that cannot be read: the cause is often earlier, where the length of one was in doubt

_INDEX = re.compile(r"(?:ops|trng)\.instructions\[(\d+)\]")
# Lists of an OUTPUT that are as long as its prefix says.
_AFTER_PREFIX = re.compile(r"\.(reserved|distances)\[\d+\]$")
# The missing bytes of an instruction that is cut off are taken for zeros; there are never more than these.
_LONGEST = 1 << 18


class Misread(Plain):
    """Instructions that cannot be read.

    Attributes:
        view: all bytes of the file.
        start: byte offset of the first.
        stop: byte offset that they must not cross.
        lengths: what instructions take from other sections and from the header.
        section: that they are in.
    """

    view: memoryview
    start: int
    stop: int
    lengths: instructions.Lengths
    section: str = instructions.OPS

    def explained(self, error: FormatError) -> FormatError:
        """Return the error to report, given the one for the first instruction that does not fit or miscounts its own
        words.
        """
        found = _INDEX.match(error.path or "")
        is_cut_off = isinstance(error, TruncatedError)
        if not is_cut_off:
            error.reason = "the instruction miscounts its own words"
        elif self.stop < len(self.view):
            reason, actual = "the instructions run into the next section", f"a section at byte {self.stop}"
            place: dict[str, Any] = {"path": error.path, "offset": error.offset}
            error = InvalidError(reason, format=FORMAT_NAME, expected="whole instructions", actual=actual, **place)
        return error if found is None else self._cause(int(found[1]), error, is_cut_off=is_cut_off) or error

    def _cause(self, index: int, error: FormatError, *, is_cut_off: bool) -> FormatError | None:
        """Return the error for the first instruction up to one whose length is in doubt: what follows it may be
        misread.
        """
        columns = codecs.instruction.read(
            self.view, self.start, index, stop=self.stop, check=False, **self.lengths.arguments
        )
        ops = self._operations(columns)
        doubtful = self.lengths.unsigned(ops.a, ops.b) | instructions.wrong_outputs(ops, self.lengths.num_outputs)
        if doubtful.any():
            place = int(np.argmax(doubtful))
            return self._doubt(ops, place, place, int(columns.starts[place]), error)
        start = int(columns.starts[-1])
        last = self._cut_off(start) if is_cut_off and _AFTER_PREFIX.search(error.path or "") else None
        return None if last is None else self._doubt(last, 0, index, start, error)

    def _cut_off(self, start: int) -> instructions.Operations | None:
        """Return an instruction that is cut off, if it is an OUTPUT whose prefix may be why."""
        part = bytes(self.view[start : min(self.stop, start + _LONGEST)])
        ops = self._operations(
            codecs.instruction.read(part + bytes(_LONGEST), 0, 1, check=False, **self.lengths.arguments)
        )
        return ops if instructions.wrong_outputs(ops, self.lengths.num_outputs)[0] else None

    def _operations(self, columns: Columns) -> instructions.Operations:
        has_c = self.lengths.with_c(columns["a"], columns["b"])
        return instructions.Operations(columns, has_c, version=self.lengths.version, section=self.section)

    def _doubt(
        self, ops: instructions.Operations, place: int, index: int, start: int, error: FormatError
    ) -> FormatError:
        """Return the error for an instruction; place: where it is in ops."""
        hint = f"what follows is misread: {error.path}: {error.reason}"
        if ops.a[place] == FixedOperation.output:
            reason, expected = instructions.output_rule(self.lengths.num_outputs)
            field, actual = "fields.prefix", int(ops.field("prefix")[place])
        else:
            reason, expected, field, actual = instructions.NO_SIGNATURE, None, "b", int(ops.b[place])
        from nacformats.codec.locator import record_offsets  # noqa: PLC0415  only bad files need it

        path = instructions.instruction_path(index, field, self.section)
        offset = record_offsets(codecs.instruction, self.view, start, index, self.lengths.arguments)(field)
        details: dict[str, Any] = {"path": path, "offset": offset, "expected": expected, "actual": actual}
        return InvalidError(reason, format=FORMAT_NAME, hint=hint, **details)


# what the sections hold


#: By section: (what its frame read, the frames) -> what a NacFile holds of it.
_READERS: dict[str, Callable[[Any, Frames], Any]] = {
    "mmap": lambda node, _: MemoryMap(node.records),
    "ops": lambda node, frames: instructions.Operations.of(
        node.instructions, frames.lengths, frames.locate, instructions.OPS
    ),
    "cmap": lambda node, _: names_by_id(node.entries, "id_operation"),
    "cnst": lambda node, frames: Constants.by_id(frames.source.view, node.entries),
    "perm": lambda _, frames: IdTable(frames.signatures),
    "data": lambda node, frames: ParameterData(
        names_by_id(node.parameters, "id_parameter"),
        names_by_id(node.inputs, "idx_instruction"),
        StoredTensors.by_id(frames.source, node.tensors) if node.tensors is not None else None,
    ),
    "proc": lambda node, _: node.manifest,
    "rsrc": lambda node, frames: Resource.all_of(frames.source.view, node.files),
    "orch": lambda node, frames: Orchestrator(node.bytecode, Constants.by_id(frames.source.view, node.constants)),
    "trng": lambda node, frames: instructions.Operations.of(
        node.instructions, frames.lengths, frames.locate, instructions.TRNG
    ),
    "arrs": lambda node, frames: StoredArrays(node.arrays, frames.source),
}


def _weights(source: Source, path: str | Path | None) -> ExternalWeights | None:
    from pathlib import Path  # noqa: PLC0415  most files have their weights inside

    from nacformats.files.folders import Companions  # noqa: PLC0415
    from nacformats.formats.nac.file.external import SUFFIX, ExternalWeights  # noqa: PLC0415

    if path is not None:
        return ExternalWeights(Path(path), source.mmap)
    folder = Companions.of(source)
    if folder is None or source.path is None:
        return None
    return ExternalWeights(source.path.with_suffix(SUFFIX), source.mmap, folder=folder)
