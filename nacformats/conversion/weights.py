"""Weights by name, from and to .safetensors, .gguf, .npz, .stb and the parameters of a .nac file.

An STB file has neither names nor metadata: they are in a sidecar beside it, OUT.stb.json, with the shapes of more than
three dimensions.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
from numpy.lib import format as npy

from nacformats.api import load
from nacformats.codec.streams import Buffer, naming
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.files import PathLike
from nacformats.files.archives import Archive
from nacformats.files.folders import Companions
from nacformats.formats import formats
from nacformats.formats.gguf import GgufFile
from nacformats.formats.gguf.rules import ALIGNMENT
from nacformats.formats.nac.columns.quantizing import DTYPE_NUMBERS, store
from nacformats.formats.nac.columns.tensors import (
    NewTensors,
    Parameter,
    Tensor,
    dequantize,
    describe_parameter,
    stored_array,
)
from nacformats.formats.nac.file.external import SUFFIX, ExternalWeights, NewWeights
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.file.sections import ParameterData
from nacformats.formats.records.rows import IdTable
from nacformats.formats.stb import StbFile
from nacformats.formats.stb.table import ELEMENT_DTYPES, MAX_DIRECT_RANK
from nacformats.formats.stored import SAVED_BFLOAT16
from nacformats.limits import MAX_SIDECAR_BYTES
from nacformats.printing import printable, said_by
from nacformats.runtime.budget import checked_memory
from nacformats.runtime.gather.saved import read_array

NPZ = ".npz"
_MEMBER = ".npy"
_BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
#: Added to the name of an STB file, the name of its sidecar.
SIDECAR_SUFFIX = ".json"
#: The most tensors of an STB file that have ids of their own.
MAX_STB_TENSORS = 256
#: The most names that an error lists.
_LISTED = 8


@dataclass
class Weights:
    """Tensors by name.

    Attributes:
        tensors: as they are stored; quantized ones too.
        metadata: texts by name, as a safetensors file has them; those under the name of a tensor say how it was
            quantized.
    """

    tensors: dict[str, Tensor]
    metadata: dict[str, str] = field(default_factory=dict)


@contextmanager
def weights_in(
    path: PathLike, *, stored: bool = False, strict: bool = True, mmap: bool | None = None
) -> Iterator[Weights]:
    """Give the weights in a .safetensors, .gguf, .npz, .stb or .nac file, while it is open.

    Args:
        path: the file; the names for an .stb file are in the sidecar beside it.
        stored: whether quantized parameters of a .nac file stay as they are stored.
        strict, mmap: as for nacformats.load.

    Raises:
        FormatError: the file, or its sidecar, cannot be read.
        UnsupportedError: the file holds no weights by name.
    """
    if Path(path).suffix.lower() == NPZ:
        yield _weights_of_arrays(read_npz(path), NPZ.removeprefix("."))
        return
    if Path(path).suffix.lower() == SUFFIX:
        with closing(ExternalWeights(Path(path), mmap)) as external:
            yield weights_of_safetensors(external)
        return
    sidecar = read_sidecar(path) if Path(path).suffix.lower() == ".stb" else None
    options: dict[str, Any] = {} if sidecar is None else {"shape_table": shapes_of(sidecar)}
    with load(path, strict=strict, mmap=mmap, **options) as model:
        if isinstance(model, NacFile):
            yield weights_of_nac(model, stored=stored)
        elif isinstance(model, StbFile):
            yield weights_of_stb(model, sidecar)
        elif isinstance(model, GgufFile):
            yield weights_of_gguf(model)
        else:
            raise UnsupportedError(f"{type(model).__name__} holds no weights", format=model.format)


# .safetensors


def weights_of_safetensors(weights: ExternalWeights) -> Weights:
    """Return all tensors of a file, as views.

    Raises:
        FormatError: the file cannot be read.
        UnsupportedError: a dtype is none that NAC has; the error lists the tensors.
    """
    tensors = {name: weights.tensor(name) for name in weights.names}
    unknown = [name for name, tensor in tensors.items() if tensor.element_dtype is None]
    if unknown:
        raise _unsupported("safetensors", unknown, weights.dtypes(), [dtype.name for dtype in DTYPE_NUMBERS])
    return Weights(tensors, dict(weights.metadata))


def safetensors_of(weights: Weights) -> bytes:
    """Return the bytes of a safetensors file."""
    return NewWeights(weights.tensors, weights.metadata).serialize()


# .gguf and .npz


def weights_of_gguf(file: GgufFile) -> Weights:
    """Return all tensors of a file: quantized ones as the float32 numbers that they stand for, the others as views.

    The texts of the metadata are kept; numbers and arrays are not.

    Raises:
        UnsupportedError: elements are of a type that cannot be read; the error lists the tensors.
    """
    unknown = {name: tensor.dtype for name, tensor in file.tensors.items() if not tensor.is_readable}
    if unknown:
        raise _unsupported("gguf", list(unknown), unknown, file.readable_dtypes)
    found = _weights_of_arrays({name: tensor.array() for name, tensor in file.tensors.items()}, "gguf")
    found.metadata = {key: value for key in file.metadata if isinstance(value := file.metadata[key], str)}
    return found


def _weights_of_arrays(arrays: Mapping[str, npt.NDArray[Any]], name: str) -> Weights:
    unknown = {key: array.dtype.name for key, array in arrays.items() if array.dtype not in DTYPE_NUMBERS}
    if unknown:
        raise _unsupported(name, list(unknown), unknown, [dtype.name for dtype in DTYPE_NUMBERS])
    return Weights({key: store(array) for key, array in arrays.items()})


def gguf_of(weights: Weights) -> Iterable[Buffer]:
    """Return the bytes of a GGUF file, in pieces; texts are its metadata, quantized tensors are dequantized.

    Raises:
        UnsupportedError: GGUF lacks a dtype; the error lists the tensors.
    """
    arrays = _numbers_of(weights)
    file = GgufFile({key: text for key, text in weights.metadata.items() if key != ALIGNMENT and key not in arrays})
    lacking = {name: array.dtype.name for name, array in arrays.items() if array.dtype not in file.storable_dtypes}
    if lacking:
        raise _unsupported("gguf", list(lacking), lacking, [dtype.name for dtype in file.storable_dtypes])
    for name, array in arrays.items():
        file.add(name, array)
    return formats()["gguf"].write(file)


def _numbers_of(weights: Weights) -> dict[str, npt.NDArray[Any]]:
    """Return the tensors as arrays: those that are quantized as float32."""
    return {
        name: dequantize(tensor) if tensor.quantization else stored_array(tensor)
        for name, tensor in weights.tensors.items()
    }


def read_npz(path: PathLike) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of a file by name, in memory; no objects are unpickled.

    Raises:
        FormatError: it is no such file, or holds something else than numbers.
        LimitError: the arrays take more than half of the memory.
        OSError: it cannot be read.
    """
    if not Path(path).is_file():
        raise InvalidError(f"{os.fspath(path)} is no regular file")
    left, found = checked_memory(None), dict[str, npt.NDArray[Any]]()
    with Path(path).open("rb") as stream:
        archive = Archive(stream)
        for member in archive:
            name = member.removesuffix(_MEMBER)
            try:
                if name in found:
                    raise InvalidError("is there twice")
                with archive.reading(member) as part:
                    array = read_array(part, archive.size(member), left)
            except FormatError as error:
                error.reason = f"array {name!r}: {error.reason}"
                raise
            left -= array.nbytes
            native = array.view(_BFLOAT16) if array.dtype == SAVED_BFLOAT16 else array
            found[name] = native.astype(native.dtype.newbyteorder("<"), copy=False)
    return found


def npz_of(arrays: Mapping[str, npt.NDArray[Any]]) -> memoryview:
    """Return the bytes of a file with some arrays, the same for the same arrays; bfloat16 is V2, as NumPy has it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            with archive.open(zipfile.ZipInfo(f"{name}{_MEMBER}"), "w", force_zip64=True) as member:
                saved = array.view(SAVED_BFLOAT16) if array.dtype == _BFLOAT16 else array
                npy.write_array(member, saved, allow_pickle=False)
    return made.getbuffer()


# .nac


def weights_of_nac(nac: NacFile, *, stored: bool = False) -> Weights:
    """Return the parameters of a program by name; those without a name by their id.

    stored: keep quantized parameters as they are stored, with how they were quantized in the metadata. Otherwise they
    are dequantized to float32; what is not quantized keeps its dtype in any case.

    Raises:
        InvalidError: a parameter is missing, or two have one name.
    """
    tensors: dict[str, Tensor] = {}
    for parameter in nac.parameters.values():
        name = str(parameter.id) if parameter.name is None else parameter.name
        if name in tensors:
            raise InvalidError("two parameters have this name", format="nac", path=printable(name))
        tensor = parameter.tensor
        tensors[name] = tensor if stored or not tensor.quantization else store(parameter.array())
    return Weights(tensors)


def program_in(model: Any) -> NacFile:
    """Return a model as one that weights can be put into. UnsupportedError for one of another format."""
    if not isinstance(model, NacFile):
        reason = f"a {model.format} file holds no program that gets weights"
        raise UnsupportedError(reason, expected="a NAC file")
    return model


def put_into_nac(weights: Weights, nac: NacFile) -> None:
    """Replace the parameters of a program by tensors of the same names; each keeps its dtype and its quantization.

    Tensors that the program has no parameter for are left out.

    Raises:
        InvalidError: a parameter has no tensor, or one of another shape or another kind of number.
    """
    parameters = list(nac.parameters.values())
    missing = [describe_parameter(each.id, each.name) for each in parameters if each.name not in weights.tensors]
    if missing:
        names = ", ".join(missing[:_LISTED]) + ", …" * (len(missing) > _LISTED)
        raise InvalidError(
            f"the weights lack {len(missing)} of the {len(parameters)} parameters of the program: {names}", format="nac"
        )
    tensors = [_replaced(each, weights.tensors[str(each.name)]) for each in parameters]
    data = nac.sections.data or ParameterData()
    if nac.internal_weights:
        numbers = [each.id for each in parameters]
        nac.sections.data = replace(data, tensors=IdTable.of_rows(numbers, NewTensors(tensors)))
    else:
        nac.weights = NewWeights({str(each.name): tensor for each, tensor in zip(parameters, tensors, strict=True)})


def _replaced(parameter: Parameter, given: Tensor) -> Tensor:
    """Return a given tensor as a parameter stores it."""
    before = parameter.tensor
    if before.shape != given.shape:
        raise _misfit(parameter, "shape", list(before.shape), list(given.shape))
    if (given.dtype, given.quantization) == (before.dtype, before.quantization):
        return given
    values, method = dequantize(given), before.quantization
    kept = np.dtype(np.float32) if method else stored_array(before).dtype
    if values.dtype != kept and not (_is_float(values.dtype) and _is_float(kept)):
        raise _misfit(parameter, "dtype", kept.name, values.dtype.name)
    return store(values.astype(kept, copy=False), method)


def _is_float(dtype: np.dtype[Any]) -> bool:
    return dtype.kind == "f" or dtype == ml_dtypes.bfloat16


def _misfit(parameter: Parameter, what: str, expected: Any, actual: Any) -> InvalidError:
    reason = f"the {what} of the tensor is not that of the parameter"
    return InvalidError(
        reason, format="nac", path=describe_parameter(parameter.id, parameter.name), expected=expected, actual=actual
    )


# .stb


def stb_and_sidecar(weights: Weights, path: PathLike) -> dict[PathLike, Iterable[Buffer]]:
    """Return an STB file with the tensors, whose ids are 0, 1, ... in order, and the sidecar beside it.

    Raises:
        UnsupportedError: STB lacks a dtype; the error lists the tensors.
        LimitError: there are more tensors than ids.
    """
    if len(weights.tensors) > MAX_STB_TENSORS:
        reason = "STB has an id of 8 bits for each tensor: split the weights into several files"
        limit = f"at most {MAX_STB_TENSORS} tensors"
        raise LimitError(reason, format="stb", expected=limit, actual=len(weights.tensors))
    arrays = {name: stored_array(tensor) for name, tensor in weights.tensors.items()}
    lacking = [name for name, array in arrays.items() if array.dtype not in ELEMENT_DTYPES.values()]
    if lacking:
        dtypes = {name: array.dtype.name for name, array in arrays.items()}
        raise _unsupported("stb", lacking, dtypes, [dtype.name for dtype in ELEMENT_DTYPES.values()])
    stb = StbFile()
    for number, array in enumerate(arrays.values()):
        stb.add(array, number, shape_index=number if array.ndim > MAX_DIRECT_RANK else None)
    described = [
        {"id": number, "name": name, "shape": list(array.shape)} for number, (name, array) in enumerate(arrays.items())
    ]
    sidecar = json.dumps({"tensors": described, "metadata": weights.metadata}, indent=1)
    return {sidecar_of(path): [sidecar.encode(), b"\n"], path: formats()["stb"].write(stb)}


def sidecar_of(path: PathLike) -> Path:
    """Return the path of an STB file's sidecar."""
    return Path(f"{path}{SIDECAR_SUFFIX}")


def read_sidecar(stb: PathLike) -> dict[str, Any] | None:
    """Return the sidecar of an STB file, from its folder and nowhere else; None where there is no file.

    Raises:
        FormatError: the file is no sidecar.
    """
    path = sidecar_of(stb)
    try:
        with naming(path):
            source = Companions(path.parent, mmap=False, owner=stb).source(path.name)
    except FileNotFoundError:
        return None
    with source:
        if source.size > MAX_SIDECAR_BYTES:
            reason, limit = "the sidecar is too long", f"at most {MAX_SIDECAR_BYTES:,} bytes"
            raise LimitError(reason, format="stb", path=path.name, expected=limit, actual=source.size)
        try:
            return _checked(json.loads(bytes(source.view)))
        except (ValueError, KeyError, TypeError, RecursionError) as failure:
            reason = f"the sidecar cannot be read ({said_by(failure)})"
            raise InvalidError(reason, format="stb", path=path.name) from None


def _checked(sidecar: Any) -> dict[str, Any]:
    """Return a sidecar that is what it should be. Raises KeyError, TypeError and ValueError."""
    if not isinstance(sidecar, dict):
        raise TypeError("it is not an object")
    tensors, metadata = sidecar["tensors"], sidecar.get("metadata", {})
    if not isinstance(metadata, dict) or not all(isinstance(text, str) for text in metadata.values()):
        raise TypeError("metadata are texts by name")
    for each in tensors:
        if not isinstance(each["name"], str) or not isinstance(each["shape"], list):
            raise TypeError("name is a text, shape is a list")
        if not all(type(number) is int and number >= 0 for number in (each["id"], *each["shape"])):
            raise ValueError("ids and sizes are integers from 0 on")
    for key in ("id", "name"):
        if len({each[key] for each in tensors}) != len(tensors):
            raise ValueError(f"two tensors have one {key}")
    return sidecar


def shapes_of(sidecar: Mapping[str, Any]) -> dict[int, tuple[int, ...]]:
    """Return the shape table of an STB file, from its sidecar."""
    shapes = {each["id"]: tuple(each["shape"]) for each in sidecar["tensors"]}
    return {number: shape for number, shape in shapes.items() if len(shape) > MAX_DIRECT_RANK}


def weights_of_stb(stb: StbFile, sidecar: Mapping[str, Any] | None) -> Weights:
    """Return the tensors of an STB file by the names in its sidecar; without one, by their ids.

    Raises:
        InvalidError: the sidecar is not that of the file; without one, a tensor has more than three dimensions.
        FormatError: a tensor cannot be read.
    """
    named: dict[int, dict[str, Any]] = {each["id"]: each for each in sidecar["tensors"]} if sidecar else {}
    tensors: dict[str, Tensor] = {}
    for tensor in stb.tensors:
        entry = named.get(tensor.id)
        if sidecar is not None and (entry is None or tuple(entry["shape"]) != tensor.shape):
            reason = f"the sidecar is not that of the file: it does not describe tensor {tensor.id}"
            expected = None if entry is None else entry["shape"]
            raise InvalidError(reason, format="stb", expected=expected, actual=list(tensor.shape))
        if sidecar is None and tensor.rank > MAX_DIRECT_RANK:
            reason = f"tensor {tensor.id} has {tensor.rank} dimensions, which only a sidecar holds"
            raise InvalidError(reason, format="stb", hint="put it beside the file, as NAME.stb.json")
        name = str(tensor.id) if entry is None else entry["name"]
        if name in tensors:
            raise InvalidError(f"two tensors have the id {tensor.id}", format="stb")
        tensors[name] = store(tensor.array())
    return Weights(tensors, dict(sidecar.get("metadata", {})) if sidecar else {})


def _unsupported(format: str, names: list[str], dtypes: Mapping[str, str], known: list[str]) -> FormatError:  # noqa: A002
    listed = ", ".join(f"{printable(name)} ({printable(dtypes[name])})" for name in names[:_LISTED])
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    reason = f"these tensors are of other dtypes: {listed}{more}"
    return UnsupportedError(reason, format=format, expected=f"one of {', '.join(known)}")


# all

#: What makes the files that hold weights, by their suffixes: (weights, path) -> the content of each file.
_WRITERS: dict[str, Callable[[Weights, PathLike], dict[PathLike, Iterable[Buffer]]]] = {
    SUFFIX: lambda weights, path: {path: [safetensors_of(weights)]},
    ".stb": stb_and_sidecar,
    ".gguf": lambda weights, path: {path: gguf_of(weights)},
    NPZ: lambda weights, path: {path: [npz_of(_numbers_of(weights))]},
}
#: The suffixes of the files that weights become.
WRITABLE_SUFFIXES = tuple(_WRITERS)


def files_of_weights(weights: Weights, path: PathLike) -> dict[PathLike, Iterable[Buffer]]:
    """Return the content of each file that weights become, by the suffix of the first.

    Raises:
        FormatError: the format cannot hold them.
        ValueError: weights do not become such files.
    """
    suffix = Path(path).suffix.lower()
    if suffix not in _WRITERS:
        known = ", ".join(WRITABLE_SUFFIXES)
        raise ValueError(f"{path}: weights become a file of {known}, or go `into` a .nac file")
    return _WRITERS[suffix](weights, path)
