"""Changes to a file: weights, constants, names of inputs. What is not changed is written as it was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import ml_dtypes
import numpy as np
import numpy.typing as npt

from nacformats.errors import InvalidError, LimitError
from nacformats.formats.interface import INTERFACE, read_interface, write_interface
from nacformats.formats.nac.columns.quantizing import store, store_like
from nacformats.formats.nac.columns.tensors import Parameter, Tensor, describe_parameter
from nacformats.formats.nac.file.contents import NacContents
from nacformats.formats.nac.file.external import ExternalWeights, NewWeights
from nacformats.formats.nac.file.sections import ParameterData, Resource
from nacformats.formats.nac.tables import FORMAT_NAME, LONGEST_NAME, Quantization, quantization_method
from nacformats.formats.records.constants import Constant, ConstantKind
from nacformats.formats.records.rows import IdTable
from nacformats.formats.stored import Rows

_Row = TypeVar("_Row")
_File = TypeVar("_File", bound=NacContents)


class Changed(Rows[_Row]):
    """Rows of a table, some of which are replaced."""

    def __init__(self, rows: Sequence[_Row], changes: Mapping[int, _Row]) -> None:
        """changes: by place. Rows that were changed before stay so."""
        self._rows: Sequence[_Row] = rows._rows if isinstance(rows, Changed) else rows
        self._changes: Mapping[int, _Row] = {**rows._changes, **changes} if isinstance(rows, Changed) else changes

    def __len__(self) -> int:
        return len(self._rows)

    def row(self, index: int) -> _Row:
        return self._changes[index] if index in self._changes else self._rows[index]


def _with(table: IdTable[_Row], number: int, row: _Row) -> IdTable[_Row]:
    """Return a table with another row for an id, which is a new one at the end where there is none."""
    numbers = list(table.numbers)
    if number not in table:
        return IdTable.of_rows([*numbers, number], [*table.rows, row])
    place = len(numbers) - 1 - numbers[::-1].index(number)  # of several, the last one counts
    return IdTable.of_rows(table.numbers, Changed(table.rows, {place: row}))


def set_parameter(
    file: NacContents, key: str | int, array: npt.ArrayLike, quantize: Quantization | str | None = None
) -> None:
    """See NacFile.set_parameter."""
    if key not in file.parameters:
        raise _unknown("parameter", key, [each.name or each.id for each in file.parameters.values()])
    parameter = file.parameters[key]
    _put(file, parameter, store(_fitting(file, parameter, array), quantization_method(quantize)))


def with_parameters(file: _File, arrays: Mapping[int, npt.NDArray[Any]]) -> _File:
    """Return a file with other numbers for some parameters, by id, each stored and quantized as it was.

    The file that is given stays as it is, and has to stay open as long as the new one is used.

    Raises:
        FormatError: an array has another shape or dtype than its parameter, or that cannot be read.
        ValueError: the file is closed.
    """
    new = file.duplicate()
    for number, array in arrays.items():
        parameter = file.parameters[number]
        _put(new, parameter, store_like(_fitting(file, parameter, array), _as_stored(file, parameter)))
    return new


def _as_stored(file: NacContents, parameter: Parameter) -> Tensor:
    """Return the tensor of a parameter as it is there, whatever the header makes of it."""
    tensor = parameter.tensor  # says what is wrong with one that cannot be read
    if file.internal_weights and file.sections.data is not None and file.sections.data.tensors is not None:
        return file.sections.data.tensors[parameter.id]
    if file.weights is not None and parameter.name is not None:
        return file.weights.tensor(parameter.name)
    return tensor


def _put(file: NacContents, parameter: Parameter, tensor: Tensor) -> None:
    if file.internal_weights:
        data = file.sections.data or ParameterData()
        file.sections.data = replace(data, tensors=_with(data.tensors or IdTable(), parameter.id, tensor))
    else:
        if parameter.name is None:
            raise _error(f"parameter {parameter.id} has no name, by which a file of weights would have it", parameter)
        file.weights = _with_weight(file, parameter.name, tensor)


def _with_weight(file: NacContents, name: str, tensor: Tensor) -> NewWeights:
    """Return the weights outside of the file with one of them replaced."""
    weights = file.weights
    if isinstance(weights, ExternalWeights):
        tensors = {each: weights.tensor(each) for each in weights.names}
        more = {key: text for key, text in weights.metadata.items() if key not in tensors}
        return NewWeights({**tensors, name: tensor}, more)
    if weights is None:
        return NewWeights({name: tensor})
    return NewWeights({**weights.tensors, name: tensor}, weights.metadata)


def _fitting(file: NacContents, parameter: Parameter, array: npt.ArrayLike) -> npt.NDArray[Any]:
    """Return the given values as an array of the shape and dtype that the program expects."""
    values = np.asarray(array)
    if not _is_stored(file, parameter):
        return values
    before = parameter.tensor
    if values.shape != before.shape:
        raise _error("the array has another shape", parameter, list(before.shape), list(values.shape))
    wanted = _dtype_of_numbers(before)
    if wanted is None or values.dtype == wanted:
        return values
    if not hasattr(array, "__array__") and _converts(values.dtype, wanted):
        return values.astype(wanted)
    if values.dtype == ml_dtypes.bfloat16 and values.dtype == before.element_dtype:
        return values
    raise _error("the array has another dtype", parameter, wanted.name, values.dtype.name)


def _is_stored(file: NacContents, parameter: Parameter) -> bool:
    """Return True if there is a tensor of it, to be replaced."""
    if file.internal_weights:
        return file.sections.data is not None and parameter.id in (file.sections.data.tensors or ())
    if isinstance(file.weights, ExternalWeights) and parameter.name is not None:
        return not file.weights.missing([parameter.name])
    return isinstance(file.weights, NewWeights) and parameter.name in file.weights.tensors


def _dtype_of_numbers(tensor: Tensor) -> np.dtype[Any] | None:
    """Return the dtype of what a tensor stands for; None where it is unknown."""
    if tensor.quantization or tensor.element_dtype == ml_dtypes.bfloat16:
        return np.dtype(np.float32)
    return tensor.element_dtype


def _converts(dtype: np.dtype[Any], wanted: np.dtype[Any]) -> bool:
    """Return True if numbers of Python become numbers of a dtype: integers floats, but not the other way."""
    return np.can_cast(dtype, wanted, "same_kind") or (dtype.kind in "iuf" and wanted == ml_dtypes.bfloat16)


def set_constant(file: NacContents, number: int, value: object) -> None:
    """See NacFile.set_constant."""
    if number not in file.constants:
        raise _unknown("constant", number, list(file.constants))
    before, constant = file.constants[number], Constant.of(value)
    if before.kind is ConstantKind.float64 and constant.kind is ConstantKind.int64:
        constant = Constant.of(float(constant.value))  # type: ignore[arg-type]
    if before.kind is ConstantKind.float32_list and constant.kind is ConstantKind.int32_list:
        constant = Constant.of([float(item) for item in constant.value])  # type: ignore[union-attr]
    if constant.kind is not before.kind:
        reason, place = "the constant is of another type", f"cnst: constant {number}"
        expected, actual = before.kind.name, constant.kind.name
        raise InvalidError(reason, format=FORMAT_NAME, path=place, expected=expected, actual=actual)
    assert file.sections.cnst is not None
    file.sections.cnst = _with(file.sections.cnst, number, constant)


def rename_input(file: NacContents, key: str | int, name: str) -> None:
    """See NacFile.rename_input."""
    data = file.sections.data or ParameterData()
    index = data.inputs.ids.get(key) if isinstance(key, str) else key
    if index is None or index not in data.inputs:
        raise _unknown("input", key, list(data.inputs.values()))
    if not name or name in data.inputs.ids:
        reason = "an input needs a name" if not name else f"there is an input {name!r} already"
        raise InvalidError(reason, format=FORMAT_NAME, path="data.inputs")
    size = len(name.encode())
    if size > LONGEST_NAME:
        reason, expected = "the name of the input is too long", f"at most {LONGEST_NAME}"
        raise LimitError(reason, format=FORMAT_NAME, path="data.inputs", expected=expected, actual=size)
    place = sorted(data.inputs).index(index)
    file.sections.data = replace(data, inputs=_with(data.inputs, index, name))
    if file.sections.rsrc is not None:
        file.sections.rsrc = tuple(_renamed(resource, place, name) for resource in file.sections.rsrc)


def _renamed(resource: Resource, place: int, name: str) -> Resource:
    """Return the resource that describes the inputs, with another name for one of them."""
    interface = read_interface(resource.data) if resource.name == INTERFACE else None
    if interface is None or place >= len(interface.inputs):
        return resource
    inputs = list(interface.inputs)
    inputs[place] = replace(inputs[place], name=name)
    return replace(resource, data=write_interface(replace(interface, inputs=tuple(inputs))))


def _unknown(what: str, key: object, known: Sequence[object]) -> InvalidError:
    shown = ", ".join(map(str, known[:8])) + ", ..." * (len(known) > 8)
    return InvalidError(f"there is no {what} {key!r}", format=FORMAT_NAME, expected=f"one of: {shown or 'none'}")


def _error(reason: str, parameter: Parameter, expected: object = None, actual: object = None) -> InvalidError:
    place = f"parameter {describe_parameter(parameter.id, parameter.name)}"
    return InvalidError(reason, format=FORMAT_NAME, path=place, expected=expected, actual=actual)
