"""Files of torch.export.save, read without unpickling, importing or evaluating what they hold.

torch.export.load unpickles weights and sample inputs, evaluates sizes as Python, imports modules that containers name,
loads machine code, and compiles Python from the names of nodes. Nothing of a file reaches PyTorch here but what is on a
list: `vetting` makes the description of the program anew, and the records of weights and constants are read as data.
"""

from __future__ import annotations

import json
import math
import os
import zipfile
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import torch

from nacformats.compiler.frontends.torch_export.exporting import quietly, torch_message
from nacformats.compiler.frontends.torch_export.vetting import TRUST_HINT, parameter_name, vetted
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.files.archives import Archive
from nacformats.limits import MAX_EXPANDED_BYTES
from nacformats.printing import size_text

#: The record that each kind of archive of PyTorch has, without the folder that it is in, and what it is.
_OTHERS = {
    "constants.pkl": "it is TorchScript: export the model with torch.export.export instead",
    "data.pkl": "torch.save wrote it: export the model with torch.export.export, and save that with torch.export.save",
}
_MACHINE_CODE = "data/aotinductor/"


class ProgramArchive:
    """The records of an archive by their names, without the folder that PyTorch puts all of them in.

    PyTorch compresses nothing, so a record takes no more memory than it has in the file: others are refused.

    Raises:
        InvalidError: it is no such archive, or a damaged one.
        UnsupportedError: a record that is read is compressed, or names are ambiguous.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        try:
            self._archive = Archive(stream)
        except InvalidError as error:
            error.hint = error.hint or "torch.export.save writes zip archives"
            raise
        folders = {name.partition("/")[0] + "/" for name in self._archive}
        self._folder = folders.pop() if len(folders) == 1 else ""

    def __contains__(self, name: str) -> bool:
        return self._folder + name in self._archive

    def size(self, name: str) -> int:
        """Return the length of a record in bytes."""
        return self._archive.size(self._folder + name)

    def read(self, name: str) -> bytes:
        """Return a record; its checksum is verified."""
        if self._archive.is_compressed(self._folder + name):
            reason = f"record {name!r} is compressed"
            raise UnsupportedError(reason, hint="PyTorch compresses nothing: save the program again")
        with self._archive.reading(self._folder + name) as stream:
            return stream.read()

    def document(self, name: str) -> Any:
        """Return a record that is JSON."""
        text = self.read(name)
        try:
            return json.loads(text)
        except RecursionError:
            raise InvalidError(f"record {name!r} is nested too deeply") from None
        except ValueError as error:
            raise InvalidError(f"record {name!r} is not JSON: {error}") from None

    def check_is_program(self, name: str) -> None:
        """Refuse an archive of another kind, which lacks the record of a program."""
        if name in self:
            return
        hint = next((hint for record, hint in _OTHERS.items() if record in self), "torch.export.save writes such files")
        if any(record.startswith(self._folder + _MACHINE_CODE) for record in self._archive):
            hint = "it holds machine code (AOTInductor): save the program with torch.export.save instead"
        raise UnsupportedError("the archive holds no exported program", hint=hint)


_LITTLE = b"little"
_OBJECTS = ("custom_obj_", "opaque_obj_")


class ArchiveTensors:
    """Reads tensors of an archive, each record of bytes once: tensors may share it.

    A tensor may repeat elements by strides of 0. All together are not much larger than the archive when each of them is
    written on its own.
    """

    def __init__(self, archive: ProgramArchive) -> None:
        self._archive = archive
        self._left = MAX_EXPANDED_BYTES
        self._records: dict[str, bytearray] = {}

    def described(self, folder: str, description: str) -> dict[str, torch.Tensor]:
        """Return the tensors of a folder, by the names in a record that describes them.

        Raises:
            InvalidError: a description does not fit its record.
            UnsupportedError: it is no dense tensor of numbers that can be read without unpickling.
            LimitError: the tensors repeat the elements that they have too often.
        """
        if "byteorder" in self._archive and self._archive.read("byteorder") != _LITTLE:
            raise UnsupportedError("the elements of the tensors are in big-endian order")
        try:
            entries = self._archive.document(description)["config"].items()
            return {parameter_name("name", name): self._tensor(folder, entry) for name, entry in entries}
        except (KeyError, TypeError, AttributeError) as error:
            reason = f"record {description!r} describes no tensors ({type(error).__name__}: {error})"
            raise InvalidError(reason) from None

    def saved(self, record: str) -> dict[str, torch.Tensor]:
        """Return the tensors by name that torch.save wrote to one record; nothing when it is empty."""
        found = self._loaded(record) if self._archive.size(record) else {}
        if not isinstance(found, dict):
            raise UnsupportedError(f"record {record!r} holds no tensors by name", actual=type(found).__name__)
        return {parameter_name("name", name): self._counted(record, tensor) for name, tensor in found.items()}

    def _tensor(self, folder: str, entry: dict[str, Any]) -> torch.Tensor:
        record = folder + entry["path_name"]
        if entry["path_name"].startswith(_OBJECTS):
            raise UnsupportedError(f"record {record!r} is an object of a custom class", hint=TRUST_HINT)
        if entry["use_pickle"]:
            return self._counted(record, self._loaded(record))
        tensor = self._counted(record, self._strided(record, entry["tensor_meta"]))
        return torch.nn.Parameter(tensor, bool(entry["tensor_meta"]["requires_grad"])) if entry["is_param"] else tensor

    def _strided(self, record: str, meta: dict[str, Any]) -> torch.Tensor:
        """Return a tensor over the bytes of a record."""
        dtype = _dtype(meta["dtype"])
        shape, strides = _sizes(meta["sizes"]), _sizes(meta["strides"])
        (start,) = _sizes([meta["storage_offset"]])
        last = start + sum((size - 1) * stride for size, stride in zip(shape, strides, strict=True))
        data = self._bytes(record)
        if 0 in shape:
            return torch.empty(shape, dtype=dtype)
        if (last + 1) * dtype.itemsize > len(data):
            reason = f"record {record!r} is shorter than its tensor"
            raise InvalidError(reason, expected=f"{(last + 1) * dtype.itemsize:,} bytes", actual=f"{len(data):,}")
        whole = torch.frombuffer(data, dtype=dtype, count=len(data) // dtype.itemsize)
        return whole.as_strided(shape, strides, start)

    def _bytes(self, record: str) -> bytearray:
        if record not in self._records:
            self._records[record] = bytearray(self._archive.read(record))
            self._left += len(self._records[record])
        return self._records[record]

    def _loaded(self, record: str) -> Any:
        """Return what torch.save wrote, if it consists of tensors, numbers and texts alone."""
        data = self._archive.read(record)
        if not zipfile.is_zipfile(BytesIO(data)):
            raise UnsupportedError(f"record {record!r} is not what torch.save writes", hint=TRUST_HINT)
        inner = Archive(BytesIO(data))
        if any(map(inner.is_compressed, inner)):
            raise UnsupportedError(f"record {record!r} is compressed", hint=TRUST_HINT)
        self._left += len(data)
        try:
            return torch.load(BytesIO(data), map_location="cpu", weights_only=True)
        except Exception as error:  # whatever a hostile pickle makes of PyTorch's own classes
            reason = f"record {record!r} does not hold tensors alone"
            raise UnsupportedError(reason, hint=TRUST_HINT) from error

    def _counted(self, record: str, tensor: Any) -> torch.Tensor:
        if not isinstance(tensor, torch.Tensor):
            raise UnsupportedError(f"record {record!r} holds no tensor", actual=type(tensor).__name__, hint=TRUST_HINT)
        self._left -= math.prod(tensor.shape) * tensor.dtype.itemsize
        if self._left < 0:
            limit = size_text(MAX_EXPANDED_BYTES)
            raise LimitError("the tensors repeat their elements too often", expected=f"{limit} more than are stored")
        return tensor


def _dtype(number: Any) -> torch.dtype:
    from torch._export.serde.serialize import deserialize_scalar_type  # noqa: PLC0415  private: it may go

    dtype: torch.dtype = deserialize_scalar_type(number)
    return dtype


def _sizes(entries: list[dict[str, Any]]) -> list[int]:
    sizes = [entry["as_int"] for entry in entries]
    if any(type(size) is not int or not 0 <= size < 2**63 for size in sizes):
        raise InvalidError("a tensor has no plain size", actual=repr(sizes)[:80])
    return sizes


#: Records of today's archives.
_PROGRAM = "models/model.json"
_WEIGHTS, _CONSTANTS = "data/weights/", "data/constants/"
_WEIGHTS_TABLE, _CONSTANTS_TABLE = f"{_WEIGHTS}model_weights_config.json", f"{_CONSTANTS}model_constants_config.json"
_SAVED = "model.pt"
#: Records of the archives of PyTorch 2.7 and before.
_OLD_PROGRAM = "serialized_exported_program.json"
_OLD_WEIGHTS, _OLD_CONSTANTS = "serialized_state_dict.pt", "serialized_constants.pt"


def loaded(path: str | os.PathLike[str], *, trust: bool = False) -> torch.export.ExportedProgram:
    """Return the program that torch.export.save wrote to a file, without sample inputs.

    Args:
        trust: whether torch.export.load may read the file, which runs whatever programs it holds.

    Raises:
        UnsupportedError: PyTorch cannot load the program, or parts of it are not data alone.
        InvalidError: the file is no such archive, or a damaged one.
        LimitError: it is out of proportion.
        OSError: the file cannot be read.
    """
    with Path(path).open("rb") as stream, quietly():
        try:
            return torch.export.load(stream) if trust else _program(ProgramArchive(stream))
        except FormatError:
            raise
        except Exception as error:  # PyTorch raises whatever comes up
            reason = f"PyTorch cannot load the exported program: {torch_message(error)}"
            raise UnsupportedError(reason, hint=None if trust else TRUST_HINT) from error


def _program(archive: ProgramArchive) -> torch.export.ExportedProgram:
    """Return the program, made by PyTorch of a description and tensors that are harmless."""
    from torch._export.serde import schema, serialize  # noqa: PLC0415  private: they may go

    tensors = ArchiveTensors(archive)
    archive.check_is_program(_OLD_PROGRAM if _OLD_PROGRAM in archive else _PROGRAM)
    if _OLD_PROGRAM in archive:
        description = archive.document(_OLD_PROGRAM)
        weights, constants = tensors.saved(_OLD_WEIGHTS), tensors.saved(_OLD_CONSTANTS)
    else:
        description = archive.document(_PROGRAM)
        weights = _tensors(archive, tensors, _WEIGHTS, _WEIGHTS_TABLE)
        constants = _tensors(archive, tensors, _CONSTANTS, _CONSTANTS_TABLE)
    made: Any = serialize._dict_to_dataclass(schema.ExportedProgram, vetted(description))
    program: torch.export.ExportedProgram = serialize.ExportedProgramDeserializer().deserialize(
        made, weights, constants, None
    )
    return program


def _tensors(archive: ProgramArchive, tensors: ArchiveTensors, folder: str, table: str) -> dict[str, torch.Tensor]:
    """Return the tensors of a folder; PyTorch 2.8 saved them all in one record."""
    saved = folder + _SAVED
    return tensors.saved(saved) if saved in archive else tensors.described(folder, table)
