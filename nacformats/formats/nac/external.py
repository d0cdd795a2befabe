"""Parameters in a safetensors file beside the .nac file (NAC v1.6, section 2.2.2)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from nacformats.codec.streams import Buffer, Source
from nacformats.errors import InvalidError, UnsupportedError
from nacformats.formats.nac.tables import (
    DTYPE_NUMBERS,
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


class ExternalWeights:
    """The tensors of one safetensors file by name. Nothing is read before a tensor is asked for.

    Attributes:
        path: of the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def tensor(self, name: str) -> Tensor:
        """One tensor, with a copy of its elements.

        Raises:
            InvalidError: there is no such file or tensor, or it cannot be read.
            UnsupportedError: NumPy has no such dtype.
        """
        if self.missing([name]):
            near = ", ".join(map(printable, sorted(self._names)[:8])) or "no tensor"
            raise self._error("there is no such tensor", name, expected=f"one of {near}")
        try:
            values = self._file.get_tensor(name)
        except (_library().SafetensorError, TypeError, AttributeError) as failure:
            reason = f"the tensor cannot be read ({failure})"
            raise UnsupportedError(reason, format=FORMAT_NAME, path=self._place(name)) from failure
        return self._described(values, name)

    def missing(self, names: Iterable[str]) -> list[str]:
        """The names without a tensor. Raises InvalidError when the file cannot be read."""
        return [name for name in names if name not in self._names]

    def chunks(self) -> list[Buffer]:
        """The bytes of the file, as a view. Raises InvalidError when there is no such file."""
        try:
            return [Source.open(self.path).view]
        except OSError as failure:
            raise self._error(f"the file with the weights cannot be copied ({failure.strerror})") from failure

    @cached_property
    def _file(self) -> Any:
        try:
            return _library().safe_open(self.path, framework="numpy")
        except FileNotFoundError:
            raise self._error("the file with the weights is missing", hint="it belongs beside the .nac file") from None
        except (_library().SafetensorError, OSError, ValueError) as failure:
            raise self._error(f"the file with the weights cannot be read ({failure})") from failure

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(self._file.keys())

    def _described(self, values: np.ndarray[Any, Any], name: str) -> Tensor:
        number = DTYPE_NUMBERS.get(values.dtype, Dtype.unknown)
        method, scaling = self._quantization(name)
        raw = np.ascontiguousarray(values).reshape(-1).view(np.uint8).data.toreadonly()
        return Tensor(int(number), values.shape, method, scaling, raw, path=self._place(name))

    def _quantization(self, name: str) -> tuple[Quantization, Scaling | None]:
        text = (self._file.metadata() or {}).get(name)
        if text is None:
            return Quantization.none, None
        try:
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
        return Scaling(_as_scales(described[_SCALES]), axis=_as_size(described[_AXIS]))
    if method is Quantization.block_fp8:
        shape = tuple(_as_size(dim) for dim in described[_SHAPE])
        return Scaling(_as_scales(described[_SCALES]), block_size=_as_size(described[_BLOCK]), shape=shape)
    return None


def _as_scales(described: Any) -> np.ndarray[Any, Any]:
    """Scales; a single one is written without a list."""
    scales = np.atleast_1d(np.array(described, np.float64)).astype(SCALE)
    if scales.ndim != 1:
        raise ValueError("scales are not a list of numbers")
    return scales


def _as_size(described: Any) -> int:
    if isinstance(described, bool) or not isinstance(described, int) or described < 0:
        raise ValueError(f"{described!r} is not a size")
    return described


class NewWeights:
    """Tensors that are to be written to a safetensors file, by name."""

    def __init__(self, tensors: Mapping[str, Tensor]) -> None:
        self.tensors = dict(tensors)

    def tensor(self, name: str) -> Tensor:
        """One tensor; InvalidError when there is none of this name."""
        if name not in self.tensors:
            raise InvalidError("there is no such tensor", format=FORMAT_NAME, path=name)
        return self.tensors[name]

    def serialize(self) -> bytes:
        """The bytes of the file. Elements of unknown dtype cannot be in it: UnsupportedError."""
        arrays = {name: stored_array(tensor) for name, tensor in self.tensors.items()}
        metadata = {name: _describe(tensor) for name, tensor in self.tensors.items() if tensor.quantization}
        return bytes(_library().numpy.save(arrays, metadata))


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
