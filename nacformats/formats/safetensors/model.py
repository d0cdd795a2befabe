"""One safetensors file: read, checked, written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import TYPE_CHECKING

from nacformats.codec.streams import Buffer, Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.formats.elements import STORED_ELEMENTS
from nacformats.formats.safetensors.header import (
    FORMAT_NAME,
    METADATA,
    TensorEntry,
    misplaced,
    read_table,
    read_tensor_entries,
)
from nacformats.formats.weights import NamedTensor, NamedTensors, WeightFile, stored_elements
from nacformats.limits import MAX_FINDINGS, MAX_WEIGHTS_HEADER_BYTES

if TYPE_CHECKING:
    import numpy.typing as npt

    from nacformats.findings import Finding

__all__ = ["SafetensorsFile"]

#: What the data begin at a multiple of in new files.
_ALIGNMENT = 8
#: The names of the element types of new files, in the order in which the library safetensors lays their tensors out:
#: the widest come first.
_PLACES = {name: place for place, name in enumerate(STORED_ELEMENTS)}


class SafetensorsFile(WeightFile):
    """The tensors of one safetensors file.

        weights = SafetensorsFile.of_arrays({"fc.weight": weight, "fc.bias": bias})
        weights.metadata["format"] = "np"
        nacformats.dump(weights, "model.safetensors")

    Attributes:
        tensors: by name, in the order of the header.
        metadata: texts by name.
    """

    format = FORMAT_NAME
    metadata: dict[str, str]

    def __init__(self, metadata: Mapping[str, str] | None = None) -> None:
        self.tensors = NamedTensors()
        self.metadata = dict(metadata or {})
        self._read_metadata: dict[str, str] | None = None

    @classmethod
    def _opened(
        cls, source: Source, entries: Mapping[str, TensorEntry], metadata: Mapping[str, str]
    ) -> SafetensorsFile:
        file = cls(metadata)
        listed, view = list(entries.items()), source.view

        def read(index: int) -> NamedTensor:
            name, entry = listed[index]
            return NamedTensor(name, entry.dtype, entry.shape, view[entry.start : entry.stop], entry.start)

        file.source, file.tensors, file._read_metadata = source, NamedTensors(entries, read), dict(metadata)
        return file

    def add(self, name: str, array: npt.ArrayLike) -> NamedTensor:
        """Append a tensor with the values of an array, which is borrowed and must not change.

        Raises:
            UnsupportedError: the format has no such dtype.
            ValueError: the name is taken.
        """
        return self._added(NamedTensor(name, *stored_elements(name, array, self.format, tuple(STORED_ELEMENTS))))

    @property
    def _is_unchanged(self) -> bool:
        return self.tensors.is_unchanged and self.metadata == self._read_metadata


def read_safetensors(source: Source, strict: bool = True) -> SafetensorsFile:  # noqa: ARG001  there is no leniency
    """Open a file; only the header is looked at.

    Raises:
        FormatError: it is no such file; path and offset say where.
    """
    try:
        found = read_table(source.view)
    except FormatError:
        for finding in check_safetensors(source):
            raise finding.error() from None
        raise
    return SafetensorsFile._opened(source, found.entries, found.metadata)


def check_safetensors(source: Source, strict: bool = True) -> list[Finding]:  # noqa: ARG001
    """Return all that is wrong or remarkable. An error in the header is the only finding: it locates the rest."""
    from nacformats.formats.safetensors import rules  # noqa: PLC0415  most files are only read

    try:
        found, start = read_tensor_entries(source.view)
    except FormatError as error:
        return [rules.of_header(error)]
    errors = list(islice(misplaced(found.entries, start, source.size), MAX_FINDINGS))
    return rules.of_tensors(errors, source.view) or list(rules.safetensors_remarks(source.view, found, start))


# writing


def write_safetensors(file: SafetensorsFile) -> list[Buffer]:
    """Return the bytes of a file, in pieces; the elements of tensors are views, never copied.

    What was read and not changed comes back as it was.

    Raises:
        InvalidError: the metadata are not texts, or a tensor has the name of the metadata.
        LimitError: the header gets too long.
    """
    if file._is_unchanged:
        assert file.source is not None
        return [file.source.view]
    return laid_out(file.tensors, file.metadata or None)


def laid_out(tensors: Mapping[str, NamedTensor], metadata: Mapping[str, str] | None) -> list[Buffer]:
    """Return the bytes of a new file as the library safetensors lays it out.

    The widest elements come first, so that all of them are aligned; those of a type are in the order of their names.

    Raises: as write_safetensors.
    """
    ordered = sorted(tensors.items(), key=_order)
    header = _header(ordered, metadata)
    head = SchemaCodec.generated(FORMAT_NAME).chunks({"header": header, "data": b""})
    return [*head, *(tensor.raw for _, tensor in ordered)]


def _order(item: tuple[str, NamedTensor]) -> tuple[int, str]:
    return _PLACES.get(item[1].dtype, len(_PLACES)), item[0]


def _header(tensors: Iterable[tuple[str, NamedTensor]], metadata: Mapping[str, str] | None) -> str:
    if not all(isinstance(text, str) for pair in (metadata or {}).items() for text in pair):
        raise InvalidError("metadata are texts by name", format=FORMAT_NAME, path="header")
    described: dict[str, object] = {} if metadata is None else {METADATA: dict(metadata)}
    start = 0
    for name, tensor in tensors:
        if name == METADATA:
            raise InvalidError("no tensor can have this name", format=FORMAT_NAME, path="header", actual=name)
        stop = start + tensor.nbytes
        described[name] = {"dtype": tensor.dtype, "shape": list(tensor.shape), "data_offsets": [start, stop]}
        start = stop
    text = json.dumps(described, separators=(",", ":"), ensure_ascii=False)
    try:
        size = len(text.encode())
    except UnicodeEncodeError:
        raise InvalidError("a name or a text is not Unicode", format=FORMAT_NAME, path="header") from None
    if size > MAX_WEIGHTS_HEADER_BYTES - _ALIGNMENT:
        expected = f"at most {MAX_WEIGHTS_HEADER_BYTES:,} bytes"
        raise LimitError("the header is too long", format=FORMAT_NAME, path="header", expected=expected, actual=size)
    return text + " " * (-size % _ALIGNMENT)
