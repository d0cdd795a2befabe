"""One GGUF file: read, checked, written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from math import prod
from types import ModuleType
from typing import TYPE_CHECKING, Any

from nacformats._generated.python.gguf import ValueType
from nacformats._generated.tables.gguf import SCHEMA
from nacformats.codec.streams import Buffer, Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.formats.base import Room
from nacformats.formats.gguf.elements import ELEMENT_NUMBERS, ELEMENT_TYPES, READABLE_BLOCKS, dequantized
from nacformats.formats.gguf.metadata import GgufMetadata, GgufTexts
from nacformats.formats.gguf.structure import FORMAT_NAME, GgufStructure, gguf_version
from nacformats.formats.weights import NamedTensor, NamedTensors, WeightFile, element_dtype, stored_elements

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from nacformats.findings import Finding

__all__ = ["GgufFile", "GgufMetadata", "GgufTensor", "GgufTexts"]

#: The names of the element types that arrays of NumPy and ml_dtypes have.
_DTYPES = tuple(name for name in ELEMENT_NUMBERS if element_dtype(name) is not None)
#: The versions that are read, the last of which new files have.
_VERSIONS = tuple(map(int, SCHEMA.root.members["version"].rules[0].words))
_NEW_VERSION = _VERSIONS[-1]
#: The most dimensions of a tensor.
_MOST_DIMS = int(SCHEMA.types["Gguf.TensorInfo"].members["num_dims"].rules[0].words[0])


def _rules() -> ModuleType:
    """Return the rules with what is said about them, which only bad files need."""
    from nacformats.formats.gguf import rules  # noqa: PLC0415

    return rules


class GgufTensor(NamedTensor):
    """A tensor of a GGUF file.

    Attributes:
        name, shape, offset: as NamedTensor has them.
        dtype: what GGML calls the type of its elements, such as "F32" or "Q4_K"; "type 99" where it is not known.
        raw: its bytes as they are stored; of a type that is not known, all up to the next tensor.
    """

    @property
    def is_readable(self) -> bool:
        """True if `array` gives the values."""
        return self.dtype in READABLE_BLOCKS or self.numpy_dtype is not None

    def array(self) -> npt.NDArray[Any]:
        """Return the values: a read-only view of the file, or float32 numbers that quantized ones stand for.

        Raises:
            UnsupportedError: the elements are of a type that cannot be read, or NumPy cannot hold the shape.
        """
        if self.dtype not in READABLE_BLOCKS:
            return super().array()
        values: npt.NDArray[np.float32] = self._shaped(dequantized(self.dtype, self.raw))
        values.flags.writeable = False
        return values


class GgufFile(WeightFile):
    """The tensors and the metadata of one GGUF file.

        gguf = GgufFile({"general.architecture": "llama", "llama.block_count": 2})
        gguf.add("blk.0.attn_q.weight", weight)
        nacformats.dump(gguf, "model.gguf")

    Attributes:
        tensors: by name, in the order of the file. Shapes are as NumPy has them; the file has them the other way round.
        metadata: values by key; `type_of` says of which type one is.
        version: of the format, 2 or 3.
    """

    format = FORMAT_NAME
    metadata: GgufMetadata

    def __init__(self, metadata: Mapping[str, object] | None = None, *, version: int = _NEW_VERSION) -> None:
        self.tensors = NamedTensors()
        self.metadata = GgufMetadata()
        self.metadata.update(metadata or {})
        self.version = version
        self._structure: GgufStructure | None = None
        self._is_sound = False

    @classmethod
    def _opened(cls, source: Source, structure: GgufStructure, *, is_sound: bool) -> GgufFile:
        file = cls(version=structure.root.version)
        view, (starts, stops) = source.view, structure.extents

        def read(index: int) -> NamedTensor:
            start, stop = int(starts[index]), int(stops[index])
            shape = structure.dims(index)[::-1]
            return GgufTensor(structure.names[index], structure.dtype_name(index), shape, view[start:stop], start)

        file.source, file._structure, file._is_sound = source, structure, is_sound
        file.tensors, file.metadata = NamedTensors(structure.names, read), GgufMetadata(structure.entries())
        return file

    @property
    def storable_dtypes(self) -> list[np.dtype[Any]]:
        """The dtypes of arrays that `add` takes."""
        return [dtype for dtype in map(element_dtype, _DTYPES) if dtype is not None]

    @property
    def readable_dtypes(self) -> list[str]:
        """The names of the element types whose values are read."""
        return [*_DTYPES, *READABLE_BLOCKS]

    @property
    def alignment(self) -> int:
        """The places of tensors are multiples of this, in bytes.

        Raises:
            FormatError: the metadata ask for one that is no power of two.
        """
        if self._structure is not None and self.metadata.is_unchanged:
            return self._structure.alignment
        return _alignment_of(self.metadata)

    def add(self, name: str, array: npt.ArrayLike) -> NamedTensor:
        """Append a tensor with the values of an array, which is borrowed and must not change.

        Raises:
            UnsupportedError: the format has no such dtype.
            ValueError: the name is taken.
        """
        return self._added(GgufTensor(name, *stored_elements(name, array, self.format, _DTYPES)))

    @property
    def _is_unchanged(self) -> bool:
        structure = self._structure
        same = structure is not None and structure.root.version == self.version
        return same and self.tensors.is_unchanged and self.metadata.is_unchanged


def title_of_gguf(source: Source) -> str | None:
    """Return the name of the version of a file; None where it is none that is read."""
    version = gguf_version(source.view)
    return f"GGUF v{version}" if version in _VERSIONS else None


def read_gguf(source: Source, strict: bool = True) -> GgufFile:
    """Open a file; the bytes of tensors are not looked at.

    Args:
        source: the bytes; kept by the model.
        strict: False also takes tensors that are not aligned.

    Raises:
        FormatError: it is no such file; path and offset say where.
    """
    try:
        structure = GgufStructure(source)
    except FormatError as error:
        error.rule = _rules().of_schema(error).rule
        raise
    for finding in _rules().gguf_errors(structure, strict=strict):
        raise finding.error()
    return GgufFile._opened(source, structure, is_sound=strict or not structure.misaligned().any())


def check_gguf(source: Source, strict: bool = True) -> list[Finding]:
    """Return all that is wrong or remarkable. What the schema refuses is the only finding."""
    rules = _rules()
    try:
        structure = GgufStructure(source)
    except FormatError as error:
        return [rules.of_schema(error)]
    errors = list(rules.gguf_errors(structure, strict=strict))
    found = [*errors, *rules.gguf_remarks(structure, strict=strict)]
    return found if errors else [*found, *rules.gguf_remarks_on_bytes(structure, source)]


# writing


def write_gguf(file: GgufFile) -> list[Buffer]:
    """Return the bytes of a file, in pieces; the payloads of tensors are views, never copied.

    What was read strictly and not changed comes back as it was. Any other file is laid out anew: payloads in the order
    of the tensors, aligned, with zeros between them.

    Raises:
        FormatError: a tensor or a value does not fit the format.
        UnsupportedError: the number of an element type is not known.
    """
    if file._is_unchanged and file._is_sound:
        assert file.source is not None
        return [file.source.view]
    alignment, tensors = file.alignment, list(file.tensors.items())
    starts, position = [], 0
    for _, tensor in tensors:
        starts.append(position)
        position += tensor.nbytes + (-tensor.nbytes % alignment)
    described = [_described(name, tensor, start) for (name, tensor), start in zip(tensors, starts, strict=True)]
    tree = {"version": file.version, "metadata": file.metadata.trees(), "tensors": described, "data": {"content": b""}}
    head = SchemaCodec.generated(FORMAT_NAME).chunks(tree)
    padding = bytes(-sum(map(len, head)) % alignment)
    return [*head, padding, *_padded((tensor for _, tensor in tensors), alignment)]


def _padded(tensors: Iterable[NamedTensor], alignment: int) -> Iterable[Buffer]:
    pairs = ((tensor.raw, bytes(-tensor.nbytes % alignment)) for tensor in tensors)
    return chain.from_iterable(pairs)


def _described(name: str, tensor: NamedTensor, start: int) -> dict[str, Any]:
    """Return the fields of a tensor in the schema."""
    if tensor.dtype not in ELEMENT_NUMBERS:
        raise _refused(UnsupportedError, name, "GGUF has no such type of elements", tensor.dtype)
    element, dims = ELEMENT_TYPES[ELEMENT_NUMBERS[tensor.dtype]], tensor.shape[::-1]
    if prod(dims) // element.run * element.size != tensor.nbytes or (dims or (1,))[0] % element.run:
        raise _refused(InvalidError, name, "the shape does not fit the bytes", list(tensor.shape))
    if len(dims) > _MOST_DIMS:
        raise _refused(LimitError, name, f"GGUF has at most {_MOST_DIMS} dimensions", len(dims))
    return {"name": name, "dims": list(dims), "dtype": element.number, "ofs_body": start}


def _refused(kind: type[FormatError], name: str, reason: str, actual: object) -> FormatError:
    return kind(f"tensor {name!r}: {reason}", format=FORMAT_NAME, path="tensors", actual=actual)


def _alignment_of(metadata: GgufMetadata) -> int:
    """Return the alignment that metadata ask for: the schema says how."""
    tree = {"metadata": metadata.only(ValueType.uint32).trees(), "tensors": [], "data": {"content": b""}}
    codec = SchemaCodec.generated(FORMAT_NAME)
    read = GgufStructure(Source(b"".join(codec.chunks(tree))))
    for finding in _rules().gguf_errors(read, strict=True):
        raise finding.error()
    return read.alignment


ROOM = Room(GgufFile, read_gguf, write_gguf, check_gguf, title=title_of_gguf)
