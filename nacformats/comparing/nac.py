"""Comparison of NAC files: programs by what they say, schedules as arrays, tables row by row.

Weights are compared by name, wherever they are stored, as the numbers that they stand for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.nac import schedule_record
from nacformats.comparing.core import Compare, Difference, ModelComparison, Note, comparison_key, first_unequal, rest
from nacformats.comparing.programs import compare_programs
from nacformats.errors import FormatError, UnsupportedError
from nacformats.formats.nac import NacFile, NamedArray, Parameter, Scaling, Tensor
from nacformats.formats.nac.columns.instructions import TRNG, Operations
from nacformats.formats.nac.columns.memory_map import MemoryMap
from nacformats.formats.nac.columns.tensors import AnyArray, dequantize
from nacformats.formats.nac.file.contents import program_of
from nacformats.formats.nac.file.external import ExternalWeights
from nacformats.formats.nac.tables import FIRST_REGULAR, FixedOperation
from nacformats.formats.records.rows import unequal
from nacformats.printing import shortened, size_text

#: Longer names are cut here, in characters.
_SHOWN_WEIGHT = 200
#: Elements that are subtracted in one step.
_PIECE = 1 << 20


def compare_weights(comparison: ModelComparison, one: NacFile, other: NacFile) -> Iterator[Difference | Note]:
    """Parameters of one name are compared; those whose names differ, by their ids."""
    first, second = _stored(one), _stored(other)
    partners = _partners(first, second)
    equal = 0
    for number, parameter in first.items():
        path, partner = _path(parameter), partners.get(number)
        if partner is None:
            yield Difference(path, _tensor_text(parameter.tensor), None, "first")
            continue
        found = list(_differences(comparison, path, parameter.tensor, second[partner].tensor))
        equal += not found
        yield from found
    taken = set(partners.values())
    for number, parameter in second.items():
        if number not in taken:
            yield Difference(_path(parameter), None, _tensor_text(parameter.tensor), "second")
    if equal < max(len(first), len(second)):
        yield Note(f"weights: {equal:,} of {max(len(first), len(second)):,} are equal")


def compare_names(one: NacFile, other: NacFile) -> Iterator[Difference]:
    """The names of parameters by id, but for those that the other file has under another id or a tensor tells of."""
    names = [dict(each.sections.data.parameters) if each.sections.data else {} for each in (one, other)]
    shared = set(names[0].values()) & set(names[1].values())
    stored = _stored(one).keys(), _stored(other).keys()
    for number in dict.fromkeys(chain(*names)):
        first, second = (each.get(number) for each in names)
        path = f"data.parameters[{number}]"
        is_own, is_others = (each is not None and each not in shared for each in (first, second))
        if is_own and is_others:
            yield Difference(path, first, second)
        elif is_own and number not in stored[0]:
            yield Difference(path, first, None, "first")
        elif is_others and number not in stored[1]:
            yield Difference(path, None, second, "second")


def check_external_weights(nac: NacFile) -> None:
    """Raise FormatError, with the whole path, when the file of the weights cannot be read."""
    if isinstance(nac.weights, ExternalWeights):
        try:
            nac.weights.missing([""])
        except FormatError as error:
            error.path = str(nac.weights.path)  # files of two models often share a name
            raise


def _stored(nac: NacFile) -> dict[int, Parameter]:
    """Return the parameters that have a tensor, by id; none where the file of weights is not known."""
    if not nac.internal_weights and nac.weights is None:
        return {}
    parameters = nac.parameters
    found = {number: parameters[number] for number in parameters.stored}
    if isinstance(nac.weights, ExternalWeights):
        names = [parameter.name for parameter in found.values() if parameter.name is not None]
        missing = set(nac.weights.missing(names))
        return {number: each for number, each in found.items() if each.name is not None and each.name not in missing}
    return found


def _partners(first: dict[int, Parameter], second: dict[int, Parameter]) -> dict[int, int]:
    """Map the ids of one side to those of the other; where a name is not unique, to the same id if it has that name."""
    by_name = {each.name: number for number, each in second.items() if each.name is not None}
    found = {number: by_name[each.name] for number, each in first.items() if each.name in by_name}
    found |= {number: number for number in found if number in second and second[number].name == first[number].name}
    taken = set(found.values())
    alone = [number for number in first if number not in found and number in second and number not in taken]
    return found | {number: number for number in alone}


def _path(parameter: Parameter) -> str:
    return f"weights[{shortened(str(parameter.id) if parameter.name is None else parameter.name, _SHOWN_WEIGHT)}]"


def _tensor_text(tensor: Tensor) -> str:
    """Describe a tensor for people."""
    kind = tensor.quantization.name.upper() if tensor.quantization else _dtype(tensor)
    return f"{kind}{list(tensor.shape)}, {size_text(len(tensor.raw))}"


def _dtype(tensor: Tensor) -> str:
    return str(tensor.element_dtype or f"dtype {int(tensor.dtype)}")


def _differences(comparison: ModelComparison, path: str, first: Tensor, second: Tensor) -> Iterator[Difference]:
    yield from comparison.compare(f"{path}.dtype", _dtype(first), _dtype(second))
    yield from comparison.attributes(path, first, second, ("dims", "quantization"))
    same_kind = (first.dtype, first.dims, first.quantization) == (second.dtype, second.dims, second.quantization)
    if same_kind and _same_bytes(first.raw, second.raw) and _same_scaling(first, second):
        return
    largest = _largest(path, first, second)
    if largest is not None:
        yield largest
    elif same_kind:
        yield from comparison.attributes(path, first, second, ("scaling", "raw"))


def _same_bytes(first: memoryview, second: memoryview) -> bool:
    return len(first) == len(second) and first_unequal(first, second) is None


def _same_scaling(first: Tensor, second: Tensor) -> bool:
    one, other = (None if each.scaling is None else _parts(each.scaling) for each in (first, second))
    return one == other


def _parts(scaling: Scaling) -> tuple[object, ...]:
    return scaling.scales.tobytes(), scaling.axis, scaling.block_size, scaling.shape


def _largest(path: str, first: Tensor, second: Tensor) -> Difference | None:
    """Return where the numbers of two tensors of one shape differ most; None where they do not, or are not known."""
    if first.shape != second.shape:
        return None
    try:
        one, other = dequantize(first).reshape(-1), dequantize(second).reshape(-1)
    except FormatError:
        return None
    count, largest, place = 0, -1.0, 0
    for start in range(0, len(one), _PIECE):
        pieces = one[start : start + _PIECE], other[start : start + _PIECE]
        distances = _distances(*pieces)
        count += int(np.count_nonzero(distances))
        at = int(np.argmax(distances))
        if distances[at] > largest:
            largest, place = float(distances[at]), start + at
    if not count:
        return None
    index = ", ".join(str(int(each)) for each in np.unravel_index(place, first.shape))
    values = _value(one[place]), _value(other[place])
    note = f"{count:,} of {len(one):,} elements differ, this one most: by {largest:.6g}"
    return Difference(f"{path}[{index}]", values[0], values[1], note=note, largest=largest)


def _value(element: np.generic) -> object:
    """Return an element with as many digits as it has."""
    return float(str(element)) if element.dtype.kind in "fV" else element.item()


def _distances(one: AnyArray, other: AnyArray) -> AnyArray:
    """Return how far apart elements are; infinitely, where one of them is not a number."""
    with np.errstate(all="ignore"):
        numbers = one.astype(np.float64), other.astype(np.float64)
        distances = np.abs(numbers[0] - numbers[1])
        distances[(one == other) | (np.isnan(numbers[0]) & np.isnan(numbers[1]))] = 0
    distances[np.isnan(distances)] = np.inf
    return distances


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
    programs = first.sections.trng, second.sections.trng
    one, other = (None if program is None else f"{len(program):,} instructions" for program in programs)
    if one is not None and other is not None:
        yield from compare_programs("training", first, second, TRNG)
    elif one is not other:
        yield Difference("training", one, other, "first" if other is None else "second")


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
