"""How NAC files are compared: programs and schedules as arrays, tables row by row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.nac import instruction, schedule_record
from nacformats.commands.diffing.core import Compare, Comparison, Difference, rest
from nacformats.errors import FormatError
from nacformats.formats.nac import NacFile, Scaling, Tensor
from nacformats.formats.nac.disassembly import line_of, shown
from nacformats.formats.nac.external import ExternalWeights
from nacformats.formats.nac.memory_map import MemoryMap
from nacformats.formats.nac.operations import Operations, encoded, make_operations
from nacformats.formats.nac.rows import Rows, unequal
from nacformats.formats.nac.tables import FIRST_REGULAR, InputSource, Operation

Mask = npt.NDArray[np.bool_]

_HEADER = ("quantization", "internal_weights", "num_inputs", "num_outputs", "d_model")
_TABLES = ("cmap", "cnst", "perm", "data", "proc", "orch", "rsrc")
# How many numbers a byte of an instruction can hold, and a word of it, signed or not.
_BYTES, _IDS = 1 << 8, 1 << 16


def _files(comparison: Comparison, path: str, first: NacFile, second: NacFile) -> Iterator[Difference]:
    weights = _external(first), _external(second)
    yield from comparison.attributes(path, first, second, (*_HEADER, "mmap"))
    yield from _programs("instructions", first, second)
    yield from comparison.attributes(path, first, second, _TABLES)
    if weights[0] is not None and weights[1] is not None:
        yield from comparison.mappings("weights", weights[0], weights[1], "{}[{}]")
    elif weights[0] is not None or weights[1] is not None:
        one, other = (None if each is None else f"{len(each):,} tensors" for each in weights)
        yield Difference("weights", one, other, "first" if other is None else "second")


def _schedules(comparison: Comparison, path: str, first: MemoryMap, second: MemoryMap) -> Iterator[Difference]:
    shared = min(len(first), len(second))
    different = unequal(first.columns, second.columns, schedule_record, shared)
    for index in map(int, np.flatnonzero(different)):
        yield from comparison.compare(f"{path}[{index}]", first[index], second[index])
    yield from rest(path, first, second)


def _tensors(comparison: Comparison, path: str, first: Tensor, second: Tensor) -> Iterator[Difference]:
    return comparison.attributes(path, first, second, ("dtype", "dims", "quantization", "scaling", "raw"))


def _scalings(comparison: Comparison, path: str, first: Scaling, second: Scaling) -> Iterator[Difference]:
    return comparison.attributes(path, first, second, ("scales", "axis", "block_size", "shape"))


BY_TYPE: dict[type, Compare] = {NacFile: _files, MemoryMap: _schedules, Tensor: _tensors, Scaling: _scalings}


def _programs(path: str, one: NacFile, other: NacFile) -> Iterator[Difference]:
    first, second = _Program(one), _Program(other)
    for index in map(int, np.flatnonzero(_changed(first, second))):
        texts = first[index], second[index]
        if texts[0] != texts[1]:
            yield Difference(f"{path}[{index}]", *texts)
    yield from rest(path, first, second)


class _Program(Rows[str]):
    """The instructions of a NAC file, each as text when it is asked for."""

    def __init__(self, nac: NacFile) -> None:
        self.operations = nac.ops or make_operations(())
        self.names = nac.instructions.names
        self._shown = shown(nac)
        self._num_outputs = nac.num_outputs

    def __len__(self) -> int:
        return len(self.operations)

    def row(self, index: int) -> str:
        line = line_of(self._shown[index], self._raw(index))
        return f"{line.raw.hex(' ')}  {line.name} {', '.join(line.operands)}".rstrip()

    def _raw(self, index: int) -> bytes:
        if self._encoded is None:
            return self.operations.raw(index)
        written, stops = self._encoded
        return written[stops[index - 1] if index else 0 : stops[index]]

    @cached_property
    def _encoded(self) -> tuple[bytes, npt.NDArray[np.int64]] | None:
        """The bytes of all, and where each ends; None where they do not agree with the rest of the file."""
        try:
            return encoded(self.operations, self.names.signatures, self._num_outputs)
        except FormatError:
            return None


def _changed(first: _Program, second: _Program) -> Mask:
    """Which of the instructions that both have may differ as text: their words do, or what these refer to."""
    one, other = first.operations, second.operations
    count = min(len(one), len(other))
    found: Mask = unequal(one.columns, other.columns, instruction, count) | (one.has_c[:count] != other.has_c[:count])
    names = first.names, second.names
    operations = {a for a in range(_BYTES) if names[0].operation(a) != names[1].operation(a)}
    found |= _table(operations, _BYTES)[one.a[:count]]
    signatures = _differing(*(each.signatures for each in names))
    found |= _table(signatures, _BYTES)[one.b[:count]] & (one.a[:count] >= FIRST_REGULAR)
    constants = _table(_differing(*(each.constants for each in names)), _IDS)
    found |= _with_word(one, "constants", constants)[:count]
    ids, is_input = one.field("id").view(np.uint16)[:count], one.a[:count] == Operation.input
    found |= is_input & (one.b[:count] == InputSource.constant) & constants[ids]
    parameters = _table(_differing(*(each.parameters for each in names)), _IDS)
    found |= is_input & (one.b[:count] == InputSource.parameter) & parameters[ids]
    return found


def _differing(first: Mapping[int, Any], second: Mapping[int, Any]) -> set[int]:
    """The ids for which two tables do not hold the same."""
    changed = {number for number in first if number not in second or first[number] != second[number]}
    return changed | {number for number in second if number not in first}


def _table(numbers: Iterable[int], size: int) -> Mask:
    """For each number below a size whether it is one of these."""
    found = np.zeros(size, np.bool_)
    found[[number for number in numbers if 0 <= number < size]] = True
    return found


def _with_word(operations: Operations, name: str, chosen: Mask) -> Mask:
    """Which instructions have one of the chosen words in a list."""
    words = np.flatnonzero(chosen[operations.field(name).view(np.uint16)])
    found = np.zeros(len(operations), np.bool_)
    found[np.searchsorted(operations.rows_of(name), words, "right") - 1] = True
    return found


def _external(nac: NacFile) -> _ExternalTensors | None:
    return _ExternalTensors(nac, nac.weights) if isinstance(nac.weights, ExternalWeights) else None


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

    def __contains__(self, name: object) -> bool:
        return name in self._names

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
