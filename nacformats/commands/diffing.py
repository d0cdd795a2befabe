"""Where two models differ: by structure, so that files of different layout, or of two formats, can be compared."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import singledispatch
from typing import Any

import numpy as np

from nacformats._generated.columns.nac import instruction
from nacformats.codec.streams import Buffer
from nacformats.commands.terminal import USAGE, CommandError, one_line
from nacformats.errors import FormatError
from nacformats.formats.generic import Fields, Tree
from nacformats.formats.nac import NacFile, Scaling, Tensor
from nacformats.formats.nac.disassembly import line_of
from nacformats.formats.nac.external import ExternalWeights
from nacformats.formats.nac.operations import make_operations
from nacformats.formats.nac.rows import IdTable, unequal
from nacformats.formats.stb import StbFile, StbTensor

#: Payloads are compared in pieces of this size, so that mapped files need no memory.
_PIECE_BYTES = 1 << 24


@dataclass(frozen=True)
class Difference:
    """One place at which two models differ.

    Attributes:
        path: such as "values[3].op".
        first, second: what is there; None on the side that has nothing there.
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
        FormatError: a file with external weights cannot be read.
    """
    if type(first) is not type(second):
        raise TypeError(f"{type(first).__name__} and {type(second).__name__} cannot be compared")
    yield from _compare("", first, second)


def differences_of(first: Any, second: Any) -> list[Difference]:
    """All differences. CommandError where the two cannot be compared, or not to the end."""
    for model in first, second:
        if isinstance(model, NacFile) and not model.internal_weights and model.weights is None:
            raise CommandError("standard input does not say where the weights are: give the name of a file", USAGE)
    try:
        return list(differences(first, second))
    except (FormatError, TypeError) as error:
        raise CommandError(one_line(error), USAGE) from None


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
def _parts_of_tree(tree: Tree) -> dict[str, Any]:
    return parts(tree.fields)  # type: ignore[no-any-return]


@parts.register
def _parts_of_fields(fields: Fields) -> dict[str, Any]:
    """What writing would not derive from the rest."""
    return {f".{name}": value for name, value in fields.items() if name not in fields.derived}


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
    header = ("quantization", "internal_weights", "num_inputs", "num_outputs", "d_model")
    return {
        **_attributes(nac, *header, "mmap"),
        ".instructions": _Program(nac),
        **_attributes(nac, "cmap", "cnst", "perm", "data", "proc", "orch", "rsrc"),
        **({".weights": _ExternalTensors(nac, nac.weights)} if isinstance(nac.weights, ExternalWeights) else {}),
    }


class _Program:
    """The instructions of a NAC file, each as text when it is asked for."""

    def __init__(self, nac: NacFile) -> None:
        self.operations = nac.ops or make_operations(())
        self.instructions = nac.instructions

    def __len__(self) -> int:
        return len(self.instructions)

    def __getitem__(self, index: int) -> str:
        line = line_of(self.instructions[index])
        return f"{line.raw.hex(' ')}  {line.name} {', '.join(line.operands)}".rstrip()


class _ExternalTensors(Mapping[str, Tensor]):
    """The tensors of a NAC file whose weights are in a file of their own, by name; each is read when it is asked for.

    A parameter that has none there is left out. FormatError when there is no such file.
    """

    def __init__(self, nac: NacFile, weights: ExternalWeights) -> None:
        self._parameters = nac.parameters
        names = [parameter.name for parameter in nac.parameters.values() if parameter.name is not None]
        missing = _missing(weights, names)
        self._names = dict.fromkeys(name for name in names if name not in missing)

    def __getitem__(self, name: str) -> Tensor:
        if name not in self._names:
            raise KeyError(name)
        return self._parameters[name].tensor

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _missing(weights: ExternalWeights, names: list[str]) -> frozenset[str]:
    try:
        return frozenset(weights.missing(names))
    except FormatError as error:
        error.path = str(weights.path)  # the whole path: files of two models often share a name
        raise


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
    elif isinstance(first, _Program):
        yield from _compare_programs(path, first, second)
    elif isinstance(first, _ExternalTensors):
        yield from _compare_mappings(path, first, second, "[{}]")
    elif isinstance(inner := parts(first), Mapping):
        yield from _compare_mappings(path, inner, parts(second))
    elif first != second and not (first != first and second != second):  # a NaN is itself
        yield Difference(path, first, second)


def _compare_mappings(
    path: str, first: Mapping[str, Any], second: Mapping[str, Any], step: str = "{}"
) -> Iterator[Difference]:
    for key in dict.fromkeys([*first, *second]):
        inner = f"{path}{step.format(key)}".removeprefix(".")
        if key not in second:
            yield Difference(inner, first[key], None, "first")
        elif key not in first:
            yield Difference(inner, None, second[key], "second")
        else:
            yield from _compare(inner, first[key], second[key])


def _compare_programs(path: str, first: _Program, second: _Program) -> Iterator[Difference]:
    shared = min(len(first), len(second))
    for index in _unequal(first, second, shared):
        yield from _compare(f"{path}[{index}]", first[index], second[index])
    for index in range(shared, len(first)):
        yield Difference(f"{path}[{index}]", first[index], None, "first")
    for index in range(shared, len(second)):
        yield Difference(f"{path}[{index}]", None, second[index], "second")


def _unequal(first: _Program, second: _Program, shared: int) -> Iterable[int]:
    """Which of the first instructions may differ as text: those whose words do, or all where names do."""
    if first.instructions.names != second.instructions.names:
        return range(shared)
    one, other = first.operations, second.operations
    differ = one.has_c[:shared] != other.has_c[:shared]
    return np.flatnonzero(differ | unequal(one.columns, other.columns, instruction, shared)).tolist()


def _compare_bytes(path: str, first: Buffer, second: Buffer) -> Iterator[Difference]:
    if len(first) != len(second):
        yield Difference(f"{path}.size", len(first), len(second))
        return
    one, other = np.frombuffer(first, np.uint8), np.frombuffer(second, np.uint8)
    for start in range(0, len(one), _PIECE_BYTES):
        piece = slice(start, start + _PIECE_BYTES)
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
    """A value on one line."""
    if isinstance(value, Buffer):
        return f"{len(value):,} bytes"
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, _ExternalTensors):
        return f"{len(value):,} tensors"
    return value if value is None or isinstance(value, bool | int | float) else str(value)
