"""Where two models differ: by structure, so that files of different layout, or of two formats, can be compared."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import singledispatch
from typing import Any

import numpy as np

from nacformats.formats.nac import NacFile, Scaling, Tensor
from nacformats.formats.nac.constants import IdTable
from nacformats.formats.nac.disassembly import disassemble
from nacformats.formats.stb import StbFile, StbTensor
from nacformats.stream import Buffer

#: Payloads are compared in pieces of this size, so that mapped files need no memory.
_PIECEBuffer = 1 << 24


@dataclass(frozen=True)
class Difference:
    """One place at which two models differ.

    Attributes:
        path: such as "values[3].op".
        first, second: what stands there; None on the side that has nothing there.
        only: "first" or "second" when the other side has nothing there, else None.
    """

    path: str
    first: Any
    second: Any
    only: str | None = None

    def __str__(self) -> str:
        if self.only == "first":
            return f"- {self.path}: {_brief(self.first)}"
        if self.only == "second":
            return f"+ {self.path}: {_brief(self.second)}"
        return f"! {self.path}: {_brief(self.first)} -> {_brief(self.second)}"

    def as_dict(self) -> dict[str, Any]:
        """The difference in the types of JSON."""
        return {"path": self.path, "first": _brief(self.first), "second": _brief(self.second), "only": self.only}


def differences(first: Any, second: Any) -> Iterator[Difference]:
    """The places at which two models of one kind differ, in order; nothing when they hold the same.

    Raises:
        TypeError: the two are of different kinds.
    """
    if type(first) is not type(second):
        raise TypeError(f"a {type(first).__name__} and a {type(second).__name__} have nothing to compare")
    yield from _compare("", first, second)


@singledispatch
def parts(value: Any) -> Any:
    """What a value consists of: a mapping from the next step of a path to what is there; or the value itself.

    A dataclass consists of the fields by which its instances are compared.
    """
    if dataclasses.is_dataclass(value):
        names = [entry.name for entry in dataclasses.fields(value) if entry.compare and entry.name[0] != "_"]
        return _attributes(value, *names)
    if isinstance(value, Sequence) and not isinstance(value, str | Buffer):
        return {f"[{index}]": item for index, item in enumerate(value)}
    if isinstance(value, Mapping):
        return {f"[{key}]": item for key, item in value.items()}
    return value


@parts.register
def _parts_of_stb(stb: StbFile) -> dict[str, Any]:
    ids = [tensor.id for tensor in stb.tensors]
    unique = len(set(ids)) == len(ids)
    return {f".tensors[{f'id={tensor.id}' if unique else place}]": tensor for place, tensor in enumerate(stb.tensors)}


@parts.register
def _parts_of_stb_tensor(tensor: StbTensor) -> dict[str, Any]:
    return _attributes(tensor, "id", "dtype", "rank", "layout", "dims", "raw")


@parts.register
def _parts_of_nac(nac: NacFile) -> dict[str, Any]:
    program = [f"{line.raw.hex(' ')}  {line.name} {', '.join(line.operands)}".rstrip() for line in disassemble(nac)]
    header = ("quantization", "internal_weights", "num_inputs", "num_outputs", "d_model")
    return {
        **_attributes(nac, *header, "mmap"),
        ".instructions": program,
        **_attributes(nac, "cmap", "cnst", "perm", "data", "proc", "orch", "rsrc"),
    }


@parts.register
def _parts_of_table(table: IdTable) -> dict[str, Any]:  # type: ignore[type-arg]  # singledispatch wants a plain class
    return {f"[{number}]": entry for number, entry in table.items()}


@parts.register
def _parts_of_tensor(tensor: Tensor) -> dict[str, Any]:
    return _attributes(tensor, "dtype", "dims", "quantization", "scaling", "raw")


@parts.register
def _parts_of_scaling(scaling: Scaling) -> dict[str, Any]:
    return _attributes(scaling, "scales", "axis", "block_size", "shape")


def _attributes(value: Any, *names: str) -> dict[str, Any]:
    return {f".{name}": getattr(value, name) for name in names}


def _compare(path: str, first: Any, second: Any) -> Iterator[Difference]:
    if isinstance(first, Buffer) and isinstance(second, Buffer):
        yield from _compare_bytes(path, first, second)
    elif type(first) is not type(second):  # 1, 1.0 and True are different constants
        yield Difference(path, first, second)
    elif isinstance(first, np.ndarray):
        yield from _compare_arrays(path, first, second)
    elif isinstance(inner := parts(first), Mapping):
        yield from _compare_mappings(path, inner, parts(second))
    elif first != second and not (first != first and second != second):  # a NaN is itself
        yield Difference(path, first, second)


def _compare_mappings(path: str, first: Mapping[str, Any], second: Mapping[str, Any]) -> Iterator[Difference]:
    for key in dict.fromkeys([*first, *second]):
        inner = f"{path}{key}".removeprefix(".")
        if key not in second:
            yield Difference(inner, first[key], None, "first")
        elif key not in first:
            yield Difference(inner, None, second[key], "second")
        else:
            yield from _compare(inner, first[key], second[key])


def _compare_bytes(path: str, first: Buffer, second: Buffer) -> Iterator[Difference]:
    if len(first) != len(second):
        yield Difference(f"{path}.size", len(first), len(second))
        return
    one, other = np.frombuffer(first, np.uint8), np.frombuffer(second, np.uint8)
    for start in range(0, len(one), _PIECEBuffer):
        piece = slice(start, start + _PIECEBuffer)
        unequal = np.flatnonzero(one[piece] != other[piece])
        if len(unequal):
            index = start + int(unequal[0])
            yield Difference(f"{path}[byte {index}]", int(one[index]), int(other[index]))
            return


def _compare_arrays(path: str, first: np.ndarray[Any, Any], second: np.ndarray[Any, Any]) -> Iterator[Difference]:
    kinds = [f"{array.dtype}{list(array.shape)}" for array in (first, second)]
    if kinds[0] != kinds[1]:
        yield Difference(path, *kinds)
    else:
        yield from _compare_bytes(path, first.tobytes(), second.tobytes())


def _brief(value: Any) -> Any:
    """What stands for a value in one line."""
    if isinstance(value, Buffer):
        return f"{len(value):,} bytes"
    if isinstance(value, Enum):
        return value.name
    return value if value is None or isinstance(value, bool | int | float) else str(value)
