"""Comparison of NAC files: programs and weights by what they say, schedules as arrays, tables row by row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.nac import schedule_record
from nacformats.commands.diffing.core import Compare, Difference, ModelComparison, Note, comparison_key, rest
from nacformats.commands.diffing.programs import compare_programs
from nacformats.commands.diffing.weights import check_external_weights, compare_names, compare_weights
from nacformats.errors import UnsupportedError
from nacformats.formats.nac import NacFile, NamedArray
from nacformats.formats.nac.columns.instructions import TRNG, Operations
from nacformats.formats.nac.columns.memory_map import MemoryMap
from nacformats.formats.nac.file.contents import program_of
from nacformats.formats.nac.tables import FIRST_REGULAR, FixedOperation
from nacformats.formats.records.rows import unequal
from nacformats.printing import shortened, size_text

_HEADER = ("version", "quantization", "internal_weights", "num_inputs", "num_outputs", "d_model")
#: Longer names are cut here, in characters.
_SHOWN_NAME = 60
#: Tables that instructions refer to by id: an entry that moved is no difference.
_REFERRED = ("cmap", "cnst", "perm")


def _files(comparison: ModelComparison, path: str, first: NacFile, second: NacFile) -> Iterator[Difference | Note]:
    for nac in (first, second):
        check_external_weights(nac)
    yield from comparison.attributes(path, first, second, _HEADER)
    yield from _mmaps(comparison, first, second)
    yield from compare_programs("instructions", first, second)
    yield from _training(first, second)
    used = _used(first), _used(second)
    for name in _REFERRED:
        tables = getattr(first.sections, name), getattr(second.sections, name)
        yield from _moving(comparison, name, *tables, (used[0][name], used[1][name]))
    yield from compare_names(first, second)
    one, other = _stray_names(first), _stray_names(second)
    yield from comparison.mappings("data.inputs", one, other, "{}[{}]")
    yield from compare_weights(comparison, first, second)
    yield from comparison.attributes(path, first.sections, second.sections, ("proc", "orch", "rsrc"))
    yield from _arrays(comparison, first, second)


def _training(first: NacFile, second: NacFile) -> Iterator[Difference]:
    """Training programs, instruction by instruction where both files have one."""
    if first.sections.trng is not None and second.sections.trng is not None:
        yield from compare_programs("training", first, second, TRNG)
        return
    if first.sections.trng is not None:
        yield Difference("training", _program_text(first.sections.trng), None, "first")
    if second.sections.trng is not None:
        yield Difference("training", None, _program_text(second.sections.trng), "second")


def _program_text(program: Operations) -> str:
    return f"{len(program):,} instructions"


def _arrays(comparison: ModelComparison, first: NacFile, second: NacFile) -> Iterator[Difference]:
    """Arrays by name; where a file has none of a name, what the other one has."""
    if first.sections.arrs is None and second.sections.arrs is None:
        return
    one, other = first.arrays, second.arrays
    for name in dict.fromkeys((*one, *other)):
        path = f"arrays[{shortened(name, _SHOWN_NAME)}]"
        if name not in other:
            yield Difference(path, _text(one[name]), None, "first")
        elif name not in one:
            yield Difference(path, None, _text(other[name]), "second")
        else:
            yield from _array(comparison, path, one[name], other[name])


def _array(comparison: ModelComparison, path: str, first: NamedArray, second: NamedArray) -> Iterator[Difference]:
    yield from comparison.attributes(path, first, second, ("label", "shape"))
    if first.shape != second.shape or first.dtype is None or first.dtype != second.dtype:
        yield from comparison.attributes(path, first, second, ("raw",))
        return
    try:
        yield from comparison.compare(path, first.array(), second.array())
    except UnsupportedError:  # of a shape that NumPy cannot hold
        return


def _text(array: NamedArray) -> str:
    """Describe an array for people."""
    return f"{array.dtype or f'dtype {array.label}'}{list(array.shape)}, {size_text(len(array.raw))}"


def _stray_names(nac: NacFile) -> dict[int, str]:
    """Names of inputs that belong to no INPUT; the others are compared with the instructions."""
    ops = program_of(nac)
    named = {} if nac.sections.data is None else nac.sections.data.inputs
    return {index: named[index] for index in named if index >= len(ops) or ops.a[index] != FixedOperation.input}


def _mmaps(comparison: ModelComparison, first: NacFile, second: NacFile) -> Iterator[Difference]:
    """Schedules refer to instructions by their places: with other instructions they are only counted."""
    lengths = [len(program_of(nac)) for nac in (first, second)]
    if first.sections.mmap is None or second.sections.mmap is None or lengths[0] == lengths[1]:
        yield from comparison.compare("mmap", first.sections.mmap, second.sections.mmap)
    elif len(first.sections.mmap) or len(second.sections.mmap):
        counts = zip((len(first.sections.mmap), len(second.sections.mmap)), lengths, strict=True)
        texts = [f"{records:,} records for {count:,} instructions" for records, count in counts]
        yield Difference("mmap", texts[0], texts[1])


def _used(nac: NacFile) -> dict[str, set[int]]:
    """Return the ids that instructions refer to, by table."""
    found = _used_by(program_of(nac))
    if nac.sections.trng is not None:
        others = _used_by(nac.sections.trng)
        return {name: ids | others[name] for name, ids in found.items()}
    return found


def _used_by(ops: Operations) -> dict[str, set[int]]:
    regular = ops.a >= FIRST_REGULAR
    constants = np.concatenate((ops.field("constants"), ops.field("id")[ops.a == FixedOperation.input])).view(np.uint16)
    found: dict[str, npt.NDArray[Any]] = {"cmap": ops.a[regular], "perm": ops.b[regular], "cnst": constants}
    return {name: set(np.unique(ids).tolist()) for name, ids in found.items()}


def _moving(
    comparison: ModelComparison,
    path: str,
    first: Mapping[int, Any] | None,
    second: Mapping[int, Any] | None,
    used: tuple[set[int], set[int]],
) -> Iterator[Difference]:
    """Compare two tables by id, but for used entries that both have, as often, under whichever ids."""
    if first is None or second is None:
        yield from comparison.compare(path, first, second)
        return
    different = [number for number in first if number not in second or first[number] != second[number]]
    different += [number for number in second if number not in first]
    counts = [
        Counter(comparison_key(table[number]) for number in different if number in table) for table in (first, second)
    ]
    for number in different:
        one, other = (table.get(number) for table in (first, second))
        is_new = [
            each is not None
            and (number not in ids or counts[0][comparison_key(each)] != counts[1][comparison_key(each)])
            for each, ids in zip((one, other), used, strict=True)
        ]
        if all(is_new):
            yield from comparison.compare(f"{path}[{number}]", one, other)
        elif is_new[0]:
            yield Difference(f"{path}[{number}]", one, None, "first")
        elif is_new[1]:
            yield Difference(f"{path}[{number}]", None, other, "second")


def _schedules(comparison: ModelComparison, path: str, first: MemoryMap, second: MemoryMap) -> Iterator[Difference]:
    shared = min(len(first), len(second))
    different = unequal(first.columns, second.columns, schedule_record, shared)
    for index in map(int, np.flatnonzero(different)):
        yield from comparison.compare(f"{path}[{index}]", first[index], second[index])
    yield from rest(path, first, second)


BY_TYPE: dict[type, Compare] = {NacFile: _files, MemoryMap: _schedules}
