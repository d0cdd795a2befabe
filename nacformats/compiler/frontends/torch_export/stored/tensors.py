"""The weights and constants of an exported program: raw bytes, or what torch.load gives with weights_only."""

from __future__ import annotations

import math
import zipfile
from io import BytesIO
from typing import Any

import torch

from nacformats.archives import Archive
from nacformats.compiler.frontends.torch_export.stored.archive import TRUST_HINT, ProgramArchive
from nacformats.compiler.frontends.torch_export.stored.vetting import parameter_name
from nacformats.errors import InvalidError, LimitError, UnsupportedError
from nacformats.limits import MAX_EXPANDED_BYTES
from nacformats.printing import size_text

_LITTLE = b"little"
_OBJECTS = ("custom_obj_", "opaque_obj_")


class StoredTensors:
    """Reads tensors of an archive, each record of bytes once: tensors may share it.

    A tensor may repeat elements by strides of 0. All together are not much larger than the archive when each of them is
    written on its own.
    """

    def __init__(self, archive: ProgramArchive) -> None:
        self._archive = archive
        self._left = MAX_EXPANDED_BYTES
        self._records: dict[str, bytearray] = {}

    def described(self, folder: str, description: str) -> dict[str, torch.Tensor]:
        """The tensors of a folder, by the names in a record that describes them.

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
        """The tensors by name that torch.save wrote to one record; nothing when it is empty."""
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
        """A tensor over the bytes of a record."""
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
        """What torch.save wrote, when it is made of tensors, numbers and texts alone."""
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
