"""Parameters in a safetensors file beside the .nac file (NAC v1.6, section 2.2.2)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from nacformats.codec.streams import Buffer, Source
from nacformats.errors import FormatError, InvalidError
from nacformats.formats.nac.safetensors_table import DTYPES, Table, read_table, size_of
from nacformats.formats.nac.tables import (
    FORMAT_NAME,
    Dtype,
    Quantization,
    quantization_method,
)
from nacformats.formats.nac.tensors import SCALE, Scaling, Tensor, stored_array
from nacformats.printing import printable

SUFFIX = ".safetensors"
# Keys of the JSON object that describes a quantized tensor, in the metadata of the file under the tensor's name.
_METHOD, _SCALE, _SCALES, _AXIS, _BLOCK, _SHAPE = (
    "quant_type",
    "scale",
    "scales",
    "axis",
    "block_size",
    "original_shape",
)
#: Keys and lists that such an object has at most: one that has more is not looked at.
_DESCRIPTION_PARTS = 64


class ExternalWeights:
    """The tensors of one safetensors file by name. Nothing is read before a tensor is asked for.

    The file is opened once: one that takes its place later is not looked at.

    Attributes:
        path: of the file. A link to a regular file is followed; anything else is refused.
    """

    def __init__(self, path: Path, mmap: bool | None = None) -> None:
        self.path = path
        self._mmap = mmap

    def tensor(self, name: str) -> Tensor:
        """One tensor, a view of the file.

        Raises:
            FormatError: there is no such file or tensor, or it cannot be read.
        """
        if self.missing([name]):
            near = ", ".join(map(printable, sorted(self._table.entries)[:8])) or "no tensor"
            raise self._error("there is no such tensor", name, expected=f"one of {near}")
        entry = self._table.entries[name]
        number = DTYPES.get(entry.dtype, Dtype.unknown)
        method, scaling = self._quantization(name)
        raw = self._source.view[entry.start : entry.stop]
        return Tensor(int(number), entry.shape, method, scaling, raw, path=self._place(name))

    @property
    def names(self) -> Iterable[str]:
        """The names of all tensors. Raises FormatError when the file cannot be read."""
        return self._table.entries.keys()

    @property
    def metadata(self) -> Mapping[str, str]:
        """The texts that the file holds beside the tensors. Raises FormatError when the file cannot be read."""
        return self._table.metadata

    def dtypes(self) -> dict[str, str]:
        """What the file calls the dtype of each tensor. Raises FormatError when the file cannot be read."""
        return {name: entry.dtype for name, entry in self._table.entries.items()}

    def missing(self, names: Iterable[str]) -> list[str]:
        """The names without a tensor. Raises FormatError when the file cannot be read."""
        return [name for name in names if name not in self._table.entries]

    def chunks(self) -> list[Buffer]:
        """The bytes of the file, as a view. Raises FormatError when it cannot be read."""
        return [self._source.view]

    def close(self) -> None:
        """Give the mapping back. Arrays that were taken out stay usable."""
        if "_source" in self.__dict__:
            self._source.close()

    @cached_property
    def _source(self) -> Source:
        try:
            return Source.open(self.path, mmap=self._mmap, regular=True)
        except FileNotFoundError:
            raise self._error("the file with the weights is missing", hint="it belongs beside the .nac file") from None
        except FormatError as error:
            error.path = self._place()
            raise
        except OSError as failure:
            reason = f"the file with the weights cannot be read ({failure.strerror or failure})"
            raise self._error(reason) from failure

    @cached_property
    def _table(self) -> Table:
        view = self._source.view
        try:
            return read_table(view)
        except FormatError as error:
            error.path = self._place(error.path)
            error.reason = f"the file with the weights cannot be read: {error.reason}"
            raise

    def _quantization(self, name: str) -> tuple[Quantization, Scaling | None]:
        text = self._table.metadata.get(name)
        if text is None:
            return Quantization.none, None
        try:
            if text.count("[") + text.count(":") > _DESCRIPTION_PARTS:
                raise ValueError("there is too much in it")
            described = json.loads(text)
            method = quantization_method(described[_METHOD])
            return method, _read_scaling(method, described)
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as failure:
            reason = f"the quantization of the tensor cannot be read ({type(failure).__name__}: {failure})"
            raise self._error(reason, name, actual=text[:80]) from failure

    def _place(self, name: str | None = None) -> str:
        return self.path.name if name is None else f"{self.path.name}: {printable(name)}"

    def _error(self, reason: str, name: str | None = None, **details: Any) -> InvalidError:
        return InvalidError(reason, format=FORMAT_NAME, path=self._place(name), **details)


def _read_scaling(method: Quantization, described: Mapping[str, Any]) -> Scaling | None:
    if method is Quantization.int8_tensor:
        return Scaling(_as_scales(described[_SCALE]))
    if method is Quantization.int8_channel:
        return Scaling(_as_scales(described[_SCALES]), axis=size_of(described[_AXIS]))
    if method is Quantization.block_fp8:
        shape = tuple(size_of(dim) for dim in described[_SHAPE])
        return Scaling(_as_scales(described[_SCALES]), block_size=size_of(described[_BLOCK]), shape=shape)
    return None


def _as_scales(described: Any) -> np.ndarray[Any, Any]:
    """Scales; a single one is written without a list."""
    scales = described if isinstance(described, list) else [described]
    if not {int, float}.issuperset(map(type, scales)):
        raise ValueError("scales are not a list of numbers")
    with np.errstate(over="ignore"):  # those of float64 that float32 has not are infinite
        return np.array(scales, np.float64).astype(SCALE)


class NewWeights:
    """Tensors that are to be written to a safetensors file, by name."""

    def __init__(self, tensors: Mapping[str, Tensor], metadata: Mapping[str, str] | None = None) -> None:
        """metadata: texts by name beside those that say how tensors were quantized."""
        self.tensors = dict(tensors)
        self.metadata = dict(metadata or {})

    def tensor(self, name: str) -> Tensor:
        """One tensor; InvalidError when there is none of this name."""
        if name not in self.tensors:
            raise InvalidError("there is no such tensor", format=FORMAT_NAME, path=name)
        return self.tensors[name]

    def serialize(self) -> bytes:
        """The bytes of the file. Elements of unknown dtype cannot be in it: UnsupportedError."""
        arrays = {name: stored_array(tensor) for name, tensor in self.tensors.items()}
        described = {name: _describe(tensor) for name, tensor in self.tensors.items() if tensor.quantization}
        return bytes(_library().numpy.save(arrays, {**self.metadata, **described}))


def _library() -> Any:
    """The library of external weights, which most files do without."""
    import safetensors.numpy  # noqa: PLC0415

    return safetensors


def _describe(tensor: Tensor) -> str:
    """The JSON that describes how a tensor was quantized."""
    described: dict[str, Any] = {_METHOD: tensor.quantization.name.upper()}
    scaling = tensor.scaling
    if scaling is None:
        return json.dumps(described)
    scales = [float(scale) for scale in scaling.scales]
    if scaling.axis is not None:
        described |= {_SCALES: scales, _AXIS: scaling.axis}
    elif scaling.shape is not None:
        described |= {_BLOCK: scaling.block_size, _SHAPE: scaling.shape, _SCALES: scales}
    else:
        described[_SCALE] = scales[0]
    return json.dumps(described)
