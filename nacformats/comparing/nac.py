"""The tensors of NAC files, and what these have beside program and parameters.

Weights are compared by name, wherever they are stored, as the numbers that they stand for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats.comparing.changes import AlignedPrograms, RowChanges
from nacformats.comparing.core import Compare, Difference, ModelComparison, comparison_key, rest
from nacformats.comparing.document import ComparedRow
from nacformats.comparing.parameters import SCALING, ComparableTensor
from nacformats.comparing.programs import compared_name, constant_operand, rows_of_nac
from nacformats.comparing.rows import ConstantOf
from nacformats.errors import FormatError, UnsupportedError
from nacformats.formats.nac import NacFile, NamedArray, Parameter, Scaling, Tensor
from nacformats.formats.nac.columns.instructions import TRNG, Operations
from nacformats.formats.nac.columns.memory_map import MemoryMap
from nacformats.formats.nac.columns.tensors import AnyArray, dequantize, stored_array
from nacformats.formats.nac.file.contents import program_of
from nacformats.formats.nac.file.external import ExternalWeights
from nacformats.formats.nac.tables import FIRST_REGULAR, FixedOperation
from nacformats.printing import shortened, size_text


def tensors_of_nac(nac: NacFile) -> dict[str, ComparableTensor]:
    """Return the parameters of a file by name, wherever they are stored; those that only have a name as well."""
    stored, parameters = _stored(nac), nac.parameters
    found: dict[str, ComparableTensor] = {}
    for number in dict.fromkeys((*parameters, *stored)):
        each = parameters[number]
        name = compared_name(number, each.name)
        if name in found:
            name = f"{name}#{number}"
        found[name] = (
            tensor_to_compare(stored[number].tensor) if number in stored else ComparableTensor("no elements", None)
        )
    return found


def tensor_to_compare(tensor: Tensor) -> ComparableTensor:
    """Return a tensor of a NAC file, or of the weights beside one."""
    kind, scaling = tensor.quantization.name.upper() if tensor.quantization else _dtype(tensor), tensor.scaling
    aspects = [("dtype", constant_operand(_dtype(tensor))), ("dims", constant_operand(list(tensor.dims)))]
    if scaling is not None:
        aspects.append((SCALING, ConstantOf(_parts(scaling), f"axis {scaling.axis}, {len(scaling.scales):,} scales")))
    return ComparableTensor(
        kind, tensor.shape, tensor.path, tuple(aspects), lambda: tensor.raw, lambda: _numbers(tensor)
    )


def _numbers(tensor: Tensor) -> AnyArray:
    """Return the numbers of a tensor, as a view of the file where they can be."""
    return dequantize(tensor) if tensor.quantization and tensor.scaling is not None else stored_array(tensor)


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


def _dtype(tensor: Tensor) -> str:
    return str(tensor.element_dtype or f"dtype {int(tensor.dtype)}")


def _parts(scaling: Scaling) -> tuple[object, ...]:
    return scaling.scales.tobytes(), scaling.axis, scaling.block_size, scaling.shape


_HEADER = ("version", "quantization", "internal_weights", "num_inputs", "num_outputs", "d_model")
#: Longer names are cut here, in characters.
_SHOWN_NAME = 60
#: Tables that instructions refer to by id: an entry that moved is no difference.
_REFERRED = ("cmap", "cnst", "perm")


def _files(comparison: ModelComparison, path: str, first: NacFile, second: NacFile) -> Iterator[Difference]:
    yield from comparison.attributes(path, first, second, _HEADER)
    yield from _training(first, second)
    used = _used(first), _used(second)
    for name in _REFERRED:
        tables = getattr(first.sections, name), getattr(second.sections, name)
        yield from _unused(comparison, name, *tables, (used[0][name], used[1][name]))
    one, other = _stray_names(first), _stray_names(second)
    yield from comparison.mappings("data.inputs", one, other, "{}[{}]")
    yield from comparison.attributes(path, first.sections, second.sections, ("proc", "orch", "rsrc"))
    yield from _arrays(comparison, first, second)


def schedules_of(first: NacFile, second: NacFile) -> Iterator[Difference]:
    """Compare the schedules of one program. They refer to instructions by their places."""
    one, other = first.sections.mmap, second.sections.mmap
    if one is not None and other is not None:
        return ModelComparison(BY_TYPE).compare("mmap", one, other)
    if one is other:
        return iter(())
    texts = [None if each is None else f"{len(each):,} records" for each in (one, other)]
    return iter([Difference("mmap", texts[0], texts[1], "first" if other is None else "second")])


def _training(first: NacFile, second: NacFile) -> Iterator[Difference]:
    """Yield differences of the training programs, instruction by instruction where both files have one."""
    programs = first.sections.trng, second.sections.trng
    one, other = (None if program is None else f"{len(program):,} instructions" for program in programs)
    if one is not None and other is not None:
        aligned = AlignedPrograms(rows_of_nac(first, TRNG), rows_of_nac(second, TRNG))
        yield from map(_row_difference, (row for row in RowChanges(aligned, {}).rows() if row.mark != "same"))
    elif one is not other:
        yield Difference("training", one, other, "first" if other is None else "second")


def _row_difference(row: ComparedRow) -> Difference:
    if row.left is None:
        return Difference(f"training[{row.right}]", None, row.right_text, "second")
    if row.right is None:
        return Difference(f"training[{row.left}]", row.left_text, None, "first")
    places = f"{row.left}" if row.left == row.right else f"{row.left} -> {row.right}"
    if row.left_text != row.right_text:
        return Difference(f"training[{places}]", row.left_text, row.right_text)
    one, other = ("; ".join(f"{part.what} {(part.left, part.right)[side]}" for part in row.changes) for side in (0, 1))
    return Difference(f"training[{places}]", one, other)


def _arrays(comparison: ModelComparison, first: NacFile, second: NacFile) -> Iterator[Difference]:
    """Yield arrays by name; where a file has none of a name, what the other one has."""
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


def _unused(
    comparison: ModelComparison,
    path: str,
    first: Mapping[int, Any] | None,
    second: Mapping[int, Any] | None,
    used: tuple[set[int], set[int]],
) -> Iterator[Difference]:
    """Compare two tables by id, but for the entries that instructions refer to: these are compared with them."""
    if first is None or second is None:
        present = first is not None, second is not None
        if present[0] != present[1] and not any(used):
            yield from comparison.compare(path, first, second)
        first, second = first or {}, second or {}
    taken = [
        {comparison_key(table[number]) for number in ids if number in table}
        for table, ids in ((first, used[0]), (second, used[1]))
    ]
    for number in dict.fromkeys((*first, *second)):
        # What the other program uses, under whichever id, was taken out of use: that is said of the instruction.
        is_one = number in first and number not in used[0] and comparison_key(first[number]) not in taken[1]
        is_other = number in second and number not in used[1] and comparison_key(second[number]) not in taken[0]
        if is_one and is_other:
            yield from comparison.compare(f"{path}[{number}]", first[number], second[number])
        elif is_one:
            yield Difference(f"{path}[{number}]", first[number], None, "first")
        elif is_other:
            yield Difference(f"{path}[{number}]", None, second[number], "second")


def _schedules(comparison: ModelComparison, path: str, first: MemoryMap, second: MemoryMap) -> Iterator[Difference]:
    for index, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            yield from comparison.compare(f"{path}[{index}]", one, other)
    yield from rest(path, first, second)


BY_TYPE: dict[type, Compare] = {NacFile: _files, MemoryMap: _schedules}
