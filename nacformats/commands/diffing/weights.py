"""Comparison of the weights of two NAC files: by name, wherever they are stored, as the numbers that they stand for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import numpy as np

from nacformats.commands.diffing.core import Difference, ModelComparison, Note, first_unequal
from nacformats.errors import FormatError
from nacformats.formats.nac import NacFile, Parameter, Scaling, Tensor
from nacformats.formats.nac.columns.tensors import AnyArray, dequantize
from nacformats.formats.nac.file.external import ExternalWeights
from nacformats.printing import shortened, size_text

#: Longer names are cut here, in characters.
_SHOWN_NAME = 200
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
            yield Difference(path, _text(parameter.tensor), None, "first")
            continue
        found = list(_differences(comparison, path, parameter.tensor, second[partner].tensor))
        equal += not found
        yield from found
    taken = set(partners.values())
    for number, parameter in second.items():
        if number not in taken:
            yield Difference(_path(parameter), None, _text(parameter.tensor), "second")
    if equal < max(len(first), len(second)):
        yield Note(f"weights: {equal:,} of {max(len(first), len(second)):,} are equal")


def compare_names(one: NacFile, other: NacFile) -> Iterator[Difference]:
    """The names of parameters by id, but for those that the other file has under another id or a tensor tells of."""
    names = [dict(each.sections.data.parameters) if each.sections.data else {} for each in (one, other)]
    shared = set(names[0].values()) & set(names[1].values())
    stored = _stored(one).keys(), _stored(other).keys()
    for number in dict.fromkeys(chain(*names)):
        first, second = (each.get(number) for each in names)
        if first == second or (first in shared and second in shared):
            continue
        path = f"data.parameters[{number}]"
        if first is not None and second is not None and first not in shared and second not in shared:
            yield Difference(path, first, second)
            continue
        if first is not None and first not in shared and number not in stored[0]:
            yield Difference(path, first, None, "first")
        if second is not None and second not in shared and number not in stored[1]:
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
    return f"weights[{shortened(str(parameter.id) if parameter.name is None else parameter.name, _SHOWN_NAME)}]"


def _text(tensor: Tensor) -> str:
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
