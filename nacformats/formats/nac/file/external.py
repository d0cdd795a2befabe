"""Parameters in a safetensors file beside the .nac file (NAC v1.6, section 2.2.2)."""

from __future__ import annotations

import errno
import json
import os
import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from nacformats.codec.streams import Buffer, Source
from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.files import PathLike
from nacformats.files.folders import Companions
from nacformats.formats.elements import STORED_ELEMENTS
from nacformats.formats.nac.columns.tensors import SCALE, Scaling, Tensor, stored_array
from nacformats.formats.nac.tables import FORMAT_NAME, Dtype, Quantization, quantization_method
from nacformats.formats.safetensors.header import TensorEntries, json_size, read_descriptions, read_table
from nacformats.limits import MAX_WEIGHTS_SHARDS
from nacformats.printing import printable, said_by

SUFFIX = ".safetensors"
# Numbers of dtypes by their names in such files.
_DTYPES = {
    name: Dtype.__members__[each.name] for name, each in STORED_ELEMENTS.items() if each.name in Dtype.__members__
}
# Keys of the JSON object that describes a quantized tensor, in the metadata of the file under the tensor's name.
_METHOD, _SCALE, _SCALES, _AXIS, _BLOCK, _SHAPE = (
    "quant_type",
    "scale",
    "scales",
    "axis",
    "block_size",
    "original_shape",
)
#: The key of the metadata with one JSON object that has such an object for each tensor by name (NAC v1.7).
ALL_QUANTIZED = "nac_quant_meta"
#: The key under which the public readers of v1.6 and v1.7 look for a JSON object with the texts of all tensors by name.
_ALL_TEXTS = "metadata"
#: Keys and lists that such an object has at most: one that has more is not looked at.
_DESCRIPTION_PARTS = 64


class WeightsFile:
    """The tensors of one safetensors file by name. Nothing is read before a tensor is asked for.

    The file is opened once: one that takes its place later is not looked at.

    Attributes:
        path: of the file. A link to a regular file is followed where the user named it; anything else is refused.
    """

    def __init__(self, path: Path, mmap: bool | None = None, folder: Companions | None = None) -> None:
        """Take a file: that of a path of the user or, of its name, one in a folder."""
        self.path = path
        self._mmap = mmap
        self._folder = folder

    def tensor(self, name: str) -> Tensor:
        """Return one tensor, a view of the file. FormatError when it cannot be read; KeyError when there is none."""
        entry = self.table.entries[name]
        number = _DTYPES.get(entry.dtype, Dtype.unknown)
        method, scaling = self._quantization(name)
        raw = self.source.view[entry.start : entry.stop]
        return Tensor(int(number), entry.shape, method, scaling, raw, path=self.place(name))

    def close(self) -> None:
        """Give the mapping back."""
        if "source" in self.__dict__:
            self.source.close()

    @cached_property
    def source(self) -> Source:
        """The bytes. Raises FormatError when it cannot be read."""
        try:
            if self._folder is not None:
                return self._folder.source(self.path.name)
            return Source.open(self.path, mmap=self._mmap, regular=True)
        except FileNotFoundError:
            raise self.error("the file with the weights is missing", hint="it belongs beside the .nac file") from None
        except FormatError as error:
            error.path = self.place()
            raise
        except OSError as failure:
            reason = f"the file with the weights cannot be read ({failure.strerror or failure})"
            hint = "name it: nacformats.load(path, weights=...)" if failure.errno == errno.ELOOP else None
            raise self.error(reason, hint=hint) from failure

    @property
    def identity(self) -> tuple[int, int] | None:
        """Device and number of the file: of what was opened, or else of what is there; None where there is none."""
        if "source" in self.__dict__:
            return self.source.identity
        status = _status(self.path, self._folder)
        return None if status is None else (status.st_dev, status.st_ino)

    @property
    def size(self) -> int:
        """The size of the file in bytes; 0 where there is none."""
        if "source" in self.__dict__:
            return self.source.size
        status = _status(self.path, self._folder)
        return 0 if status is None else status.st_size

    @cached_property
    def table(self) -> TensorEntries:
        """The tensors and the metadata. Raises FormatError when it cannot be read."""
        view = self.source.view
        try:
            return read_table(view)
        except FormatError as error:
            raise self._unreadable(error) from None

    @cached_property
    def _described(self) -> Mapping[str, str]:
        """Descriptions of quantized tensors by name that are in one text, as writers of v1.7 and v1.8 have it."""
        text = self.table.metadata.get(ALL_QUANTIZED)
        try:
            return {} if text is None else read_descriptions(text)
        except FormatError as error:
            raise self._unreadable(error) from None

    def _unreadable(self, error: FormatError) -> FormatError:
        error.format, error.path, error.offset = FORMAT_NAME, self.place(error.path), None
        error.reason = f"the file with the weights cannot be read: {error.reason}"
        return error

    def _quantization(self, name: str) -> tuple[Quantization, Scaling | None]:
        text = self.table.metadata.get(name) or self._described.get(name)
        if text is None:
            return Quantization.none, None
        try:
            if text.count("[") + text.count(":") > _DESCRIPTION_PARTS:
                raise ValueError("there is too much in it")
            described = json.loads(text)
            method = quantization_method(described[_METHOD])
            return method, _read_scaling(method, described)
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as failure:
            reason = f"the quantization of the tensor cannot be read ({said_by(failure)})"
            raise self.error(reason, name, actual=text[:80]) from failure

    def place(self, name: str | None = None) -> str:
        """Return the file, or a tensor of it, in messages."""
        return self.path.name if name is None else f"{self.path.name}: {printable(name)}"

    def error(self, reason: str, name: str | None = None, **details: Any) -> InvalidError:
        """Return an error about the file, or about a tensor of it."""
        return InvalidError(reason, format=FORMAT_NAME, path=self.place(name), **details)


class ExternalWeights:
    """The tensors by name of one safetensors file or, where that is missing, of shards beside it.

    Shards are called `<stem>-*-of-*.safetensors` (NAC v1.8). Nothing is looked for or read before a tensor is asked
    for, and every file is opened once.

    Attributes:
        path: of the one file.
    """

    def __init__(self, path: Path, mmap: bool | None = None, *, folder: Companions | None = None) -> None:
        """folder: what the file is in, or shards where it is missing; None: the path is the user's own."""
        self.path = path
        self._mmap = mmap
        self._folder = folder

    def tensor(self, name: str) -> Tensor:
        """Return one tensor, a view of its file.

        Raises:
            FormatError: there is no such file or tensor, or it cannot be read.
        """
        if name not in self._homes:
            near = ", ".join(map(printable, sorted(self._homes)[:8])) or "no tensor"
            raise self.files[0].error("there is no such tensor", name, expected=f"one of {near}")
        return self._homes[name].tensor(name)

    @property
    def names(self) -> Iterable[str]:
        """The names of all tensors. Raises FormatError when a file cannot be read."""
        return self._homes.keys()

    @property
    def metadata(self) -> Mapping[str, str]:
        """The texts beside the tensors, but those that describe all quantized tensors. Raises: as names."""
        texts = {key: text for each in self.files for key, text in each.table.metadata.items()}
        texts.pop(ALL_QUANTIZED, None)
        own = {name: text for name, text in texts.items() if name in self._homes}
        if _repeats(texts.get(_ALL_TEXTS, ""), own):
            del texts[_ALL_TEXTS]
        return texts

    def dtypes(self) -> dict[str, str]:
        """Return what the files call the dtype of each tensor. Raises: as names."""
        return {name: each.table.entries[name].dtype for name, each in self._homes.items()}

    def missing(self, names: Iterable[str]) -> list[str]:
        """Return the names without a tensor. Raises: as names."""
        return [name for name in names if name not in self._homes]

    def copies(self, target: Path) -> Mapping[PathLike, Iterable[Buffer]]:
        """Return the files under the names that they have where the one file is called `target`, and their bytes, as
        views.

        Raises: as names.
        """
        stem = len(self.path.stem)
        names = [target.with_name(target.stem + each.path.name[stem:]) for each in self.files]
        return {name: [each.source.view] for name, each in zip(names, self.files, strict=True)}

    def close(self) -> None:
        """Give the mappings back. Arrays that were taken out stay usable."""
        for each in self.__dict__.get("files", ()):
            each.close()

    @cached_property
    def files(self) -> list[WeightsFile]:
        """The one file, also where it is missing, or the shards in the order of their names.

        Raises:
            LimitError: there are more than limits.MAX_WEIGHTS_SHARDS shards.
        """
        is_one = self._folder is None or self._folder.status(self.path.name) is not None
        paths = [] if is_one else self._shards()
        return [WeightsFile(path, self._mmap, self._folder) for path in paths or [self.path]]

    def _shards(self) -> list[Path]:
        assert self._folder is not None
        shard = re.compile(rf"{re.escape(self.path.stem)}-.+-of-.+{re.escape(SUFFIX)}", re.DOTALL)
        try:
            found = list(filter(shard.fullmatch, self._folder.names()))
        except OSError:
            return []
        if len(found) > MAX_WEIGHTS_SHARDS:
            reason, expected = "the weights are in too many files", f"at most {MAX_WEIGHTS_SHARDS:,}"
            raise LimitError(reason, format=FORMAT_NAME, path=self.path.name, expected=expected)
        return [self.path.with_name(name) for name in sorted(found)]

    @cached_property
    def _homes(self) -> dict[str, WeightsFile]:
        """The file that each tensor is in."""
        homes: dict[str, WeightsFile] = {}
        for each in self.files:
            for name in each.table.entries:
                if name in homes:
                    raise each.error(f"the tensor is in {homes[name].path.name} as well", name)
                homes[name] = each
        return homes


def has_quantized(metadata: Mapping[str, str], names: Iterable[str]) -> bool:
    """Return True if the metadata of a file say of some of its tensors how they were quantized."""
    return ALL_QUANTIZED in metadata or any(name in metadata for name in names)


def _status(path: Path, folder: Companions | None) -> os.stat_result | None:
    if folder is not None:
        return folder.status(path.name)
    try:
        return path.stat()
    except OSError:
        return None


def _repeats(text: str, own: Mapping[str, str]) -> bool:
    """Return True if a text is a JSON object of texts that tensors have as their own; each shard may have one."""
    try:
        members = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(members, dict) and members != {} and all(own.get(name) == each for name, each in members.items())


def _read_scaling(method: Quantization, described: Mapping[str, Any]) -> Scaling | None:
    if method is Quantization.int8_tensor:
        return Scaling(_as_scales(described[_SCALE]))
    if method is Quantization.int8_channel:
        return Scaling(_as_scales(described[_SCALES]), axis=json_size(described[_AXIS]))
    if method is Quantization.block_fp8:
        shape = tuple(json_size(dim) for dim in described[_SHAPE])
        return Scaling(_as_scales(described[_SCALES]), block_size=json_size(described[_BLOCK]), shape=shape)
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
        """Return one tensor; InvalidError when there is none of this name."""
        if name not in self.tensors:
            raise InvalidError("there is no such tensor", format=FORMAT_NAME, path=name)
        return self.tensors[name]

    def close(self) -> None:
        """Do nothing: there is no file to close."""

    def serialize(self) -> bytes:
        """Return the bytes of the file. Elements of unknown dtype cannot be in it: UnsupportedError."""
        arrays = {name: stored_array(tensor) for name, tensor in self.tensors.items()}
        described = {name: _describe(tensor) for name, tensor in self.tensors.items() if tensor.quantization}
        texts = {**self.metadata, **described}
        own = {name: texts[name] for name in self.tensors if name in texts}
        if own and _ALL_TEXTS not in self.tensors:
            texts.setdefault(_ALL_TEXTS, json.dumps(own, sort_keys=True))
        from nacformats.formats.safetensors.model import SafetensorsFile, laid_out  # noqa: PLC0415  few files are new

        return b"".join(laid_out(SafetensorsFile.of_arrays(arrays).tensors, texts))


def _describe(tensor: Tensor) -> str:
    """Return the JSON that describes how a tensor was quantized."""
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
