"""Matches the arguments of an instruction to the parameters of its operation.

A NAC file keeps the values of keyword arguments but not their names, appends them to the positional ones, and spells
out a list that holds a result of the graph item by item. Both are undone here, once, from the kinds of the parameters,
before anything runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from nacformats.graph.calls import Arguments, ScalarRef
from nacformats.graph.graph import GraphOperand, Operation, Ref, meaning_of
from nacformats.ops.dtypes import DTYPES
from nacformats.ops.kernels.nac import ALWAYS_NUMBER
from nacformats.ops.schemas import KERNELS, Kernel, KernelParameter
from nacformats.ops.spelling import canonical, on_numbers
from nacformats.ops.table import principal_name

LAYOUTS = frozenset({"strided", "sparse_coo", "sparse_csr", "sparse_csc", "sparse_bsr", "sparse_bsc", "_mkldnn"})
MEMORY_FORMATS = frozenset({"contiguous_format", "preserve_format", "channels_last", "channels_last_3d"})
#: Names of PyTorch by the kind of parameter that takes them.
_NAMES = {"dtype": DTYPES, "layout": LAYOUTS, "memory_format": MEMORY_FORMATS}
DEVICE = re.compile(r"(cpu|cuda|meta|mps|xpu|hpu|xla|mtia|ipu|privateuseone)(:\d+)?")

#: A message shows at most this many arguments.
SHOWN_ARGUMENTS = 16
#: Lists of a known length, by parameter: the states of an LSTM are followed by a list of tensors, with nothing between.
LIST_LENGTHS = {"hx": 2}
#: Keywords that models give more often than those of the same kind before them (beta of addmm, out_int32 of bucketize).
OFTEN_GIVEN = frozenset({"alpha", "right"})

NUMERIC_KINDS = frozenset({"Scalar", "int", "float", "bool"})


class BindingError(ValueError):
    """The arguments are not those of the operation."""


def bind(kernel: Kernel, operation: Operation, is_number: Callable[[Ref], bool]) -> Arguments:
    """Assign the operands of an operation to the parameters of its kernel; give those that there are, by name.

    Positional parameters are filled from left to right as long as the next operand is of a kind that they take, the
    rest goes to keyword-only parameters by kind. Of several ways the one that fills most positional parameters wins.

    Args:
        kernel: what will be called; one without a schema gets all operands in order.
        operation: its operands, and attributes that keep their names.
        is_number: whether a value is known to be a Python number (a size), not a tensor.

    Raises:
        BindingError: the operands do not fit.
    """
    if kernel.parameters is None:
        return {**{str(place): operand for place, operand in enumerate(operation.operands)}, **operation.attributes}
    unnamed = [parameter for parameter in kernel.parameters if parameter.name not in operation.attributes]
    for leniency in (0, 1, 2):
        found = _Matcher(unnamed, operation.operands, is_number, leniency).solve(0, 0)
        if found is not None:
            values = {taken.parameter.name: _value(taken, operation.operands, is_number) for taken in found}
            return {**values, **_attributes(kernel, operation)}
    raise BindingError(f"the arguments ({_described(operation.operands)}) do not fit {signature(kernel)}")


def _described(operands: Sequence[GraphOperand]) -> str:
    """Return operands for a message."""
    shown = [f"result {item.index}" if isinstance(item, Ref) else repr(item) for item in operands[:SHOWN_ARGUMENTS]]
    return ", ".join(shown + ["..."] * (len(operands) > SHOWN_ARGUMENTS))


def signature(kernel: Kernel) -> str:
    """Return the schema of a kernel, for a message."""
    if kernel.parameters is None:
        return f"{kernel.name}(...)"
    pieces = [str(parameter) for parameter in kernel.parameters]
    first_keyword = next((i for i, parameter in enumerate(kernel.parameters) if parameter.keyword_only), None)
    if first_keyword is not None:
        pieces.insert(first_keyword, "*")
    return f"{kernel.name}({', '.join(pieces)})"


class _Taken(NamedTuple):
    """Operands [start, stop) as the value of one parameter."""

    parameter: KernelParameter
    start: int
    stop: int


class _Matcher:
    """The search for an assignment. Leniency 0 takes what an exporter writes, 1 what may be, 2 what could be meant.

    A state of the search is how many operands and how many positional parameters are used; each state is tried once, so
    the search is polynomial whatever the file holds.
    """

    def __init__(
        self,
        parameters: Sequence[KernelParameter],
        operands: Sequence[GraphOperand],
        is_number: Callable[[Ref], bool],
        leniency: int,
    ) -> None:
        self.positional = [parameter for parameter in parameters if not parameter.keyword_only]
        self.keywords = [parameter for parameter in parameters if parameter.keyword_only]
        self.operands = operands
        self.is_number = is_number
        self.leniency = leniency
        self.dead_ends: set[tuple[int, int]] = set()

    def solve(self, start: int, used: int) -> list[_Taken] | None:
        """Return the assignment of operands[start:] to the parameters that are left once `used` positional ones are
        filled.
        """
        if (start, used) in self.dead_ends:
            return None
        if used < len(self.positional):
            parameter = self.positional[used]
            for stop in self._ends(parameter, start):
                rest = self.solve(stop, used + 1)
                if rest is not None:
                    return [_Taken(parameter, start, stop), *rest]
        rest = self._solve_keywords(start, used)
        if rest is None:
            self.dead_ends.add((start, used))
        return rest

    def _solve_keywords(self, start: int, used: int) -> list[_Taken] | None:
        """Give each remaining operand to the first keyword of its kind; None is the default anyway."""
        missing = self.positional[used:]
        if any(parameter.required for parameter in missing):
            return None
        free = self.keywords + (missing if self.leniency == 2 else [])
        taken = []
        for index in range(start, len(self.operands)):
            if self.operands[index] is None:
                continue
            able = [candidate for candidate in free if index + 1 in self._ends(candidate, index)]
            if not able:
                return None
            parameter = _likeliest(able) if self._alike(able[0], index) < len(able) else able[0]
            free.remove(parameter)
            taken.append(_Taken(parameter, index, index + 1))
        if any(parameter.required and not parameter.optional for parameter in free):
            return None
        return taken

    def _alike(self, parameter: KernelParameter, start: int) -> int:
        """Return how many of the remaining operands the parameter could take."""
        return sum(index + 1 in self._ends(parameter, index) for index in range(start, len(self.operands)))

    def _ends(self, parameter: KernelParameter, start: int) -> Sequence[int]:
        """Return where the parameter's run of operands that begins at `start` may end; the longest run first."""
        if start >= len(self.operands):
            return ()
        operand = self.operands[start]
        if operand is None and parameter.optional:
            return (start + 1,)
        if not parameter.is_list:
            return (start + 1,) if self._takes(parameter, operand) else ()
        if isinstance(operand, list | tuple):
            return (start + 1,) if all(self._takes(parameter, item, in_list=True) for item in operand) else ()
        stop = start
        while stop < len(self.operands) and self._takes(parameter, self.operands[stop]):
            stop += 1
        length = LIST_LENGTHS.get(parameter.name)
        if length is not None:
            return (start + length,) if start + length <= stop else ()
        if self.leniency == 0 and not any(isinstance(item, Ref) for item in self.operands[start:stop]):
            return ()  # only a list that holds a result is spelled out item by item
        return range(stop, start, -1)

    def _takes(self, parameter: KernelParameter, operand: GraphOperand, in_list: bool = False) -> bool:
        """True if one operand can be a value of the parameter, or an item of its list; in_list: it is in a list."""
        if operand is None:
            return parameter.optional_items
        if isinstance(operand, Ref):
            return self._takes_result(parameter, operand)
        if isinstance(operand, list | tuple):
            return False
        if parameter.name == "dropout_p" and operand != 0 and self.leniency == 0:
            return False  # dropout does nothing at inference: a float here belongs to the next parameter
        if parameter.kind == "Scalar" and isinstance(operand, bool) and not in_list and self.leniency == 0:
            return False  # more likely a keyword such as pin_memory
        if parameter.kind == "Tensor":
            is_number = isinstance(operand, int | float | complex) and not isinstance(operand, bool)
            return _stands_for_tensor(parameter) and (is_number or (self.leniency > 0 and isinstance(operand, bool)))
        return takes_constant(parameter, operand, lenient=in_list or self.leniency == 2)

    def _takes_result(self, parameter: KernelParameter, ref: Ref) -> bool:
        if self.is_number(ref):
            if parameter.kind == "Tensor":
                return _stands_for_tensor(parameter)
            return parameter.kind in NUMERIC_KINDS and (parameter.kind != "bool" or self.leniency > 0)
        return parameter.kind == "Tensor" or (parameter.kind in NUMERIC_KINDS and self.leniency > 0)


def _likeliest(candidates: Sequence[KernelParameter]) -> KernelParameter:
    """Return the keyword that a model most likely gives when it gives only one of several of a kind."""
    return next((candidate for candidate in candidates if candidate.name in OFTEN_GIVEN), candidates[0])


def _stands_for_tensor(parameter: KernelParameter) -> bool:
    """True if a number may replace the tensor: it can be an operand of arithmetic, but not a mask or a bias."""
    return parameter.required and not parameter.optional and not parameter.is_list


def takes_constant(parameter: KernelParameter, value: Any, *, lenient: bool) -> bool:
    """True if a constant other than None can be a value of the parameter, or an item of its list.

    lenient: the number may be of another type. Writers share constants by value, and a list has no signature codes, so
    that its integers may have become floats or bools.
    """
    is_bool = isinstance(value, bool)
    match parameter.kind:
        case "Scalar":
            return isinstance(value, int | float | complex) and (not is_bool or parameter.required or lenient)
        case "int":
            whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
            return whole if lenient else isinstance(value, int) and not is_bool
        case "float":
            return isinstance(value, int | float) and (not is_bool or lenient)
        case "bool":
            return is_bool or (lenient and value in (0, 1))
        case "str":
            return isinstance(value, str) and (lenient or not _is_tensor_option(value))
        case "dtype" | "layout" | "memory_format" as kind:
            return isinstance(value, str) and value.removeprefix("torch.") in _NAMES[kind]
        case "device":
            return isinstance(value, str) and DEVICE.fullmatch(value) is not None
    return False


def _is_tensor_option(text: str) -> bool:
    name = text.removeprefix("torch.")
    return any(name in names for names in _NAMES.values()) or DEVICE.fullmatch(text) is not None


def _attributes(kernel: Kernel, operation: Operation) -> Arguments:
    known = {parameter.name for parameter in kernel.parameters or ()}
    for name in operation.attributes:
        if name not in known:
            raise BindingError(f"{signature(kernel)} has no parameter {name!r}")
    return operation.attributes


def _value(taken: _Taken, operands: Sequence[GraphOperand], is_number: Callable[[Ref], bool]) -> Any:
    parameter = taken.parameter
    items = operands[taken.start : taken.stop]
    if not parameter.is_list:
        return _converted(parameter, items[0], is_number)
    if len(items) == 1 and items[0] is None and not parameter.optional_items:
        return None
    if len(items) == 1 and isinstance(items[0], list | tuple):
        items = items[0]
    return [_converted(parameter, item, is_number) for item in items]


def _converted(parameter: KernelParameter, operand: GraphOperand, is_number: Callable[[Ref], bool]) -> Any:
    """Return a constant in the type of the parameter; a tensor in place of a number becomes an Item."""
    if operand is None:
        return None
    if isinstance(operand, Ref):
        return ScalarRef(operand) if parameter.kind in NUMERIC_KINDS and not is_number(operand) else operand
    if parameter.kind in {"int", "float", "bool"}:
        return {"int": int, "float": float, "bool": bool}[parameter.kind](operand)
    if parameter.kind in _NAMES:
        return operand.removeprefix("torch.")
    return operand


def _plain(argument: Any) -> GraphOperand:
    """Return an argument of a binding as an operand of a graph."""
    if isinstance(argument, ScalarRef):
        return argument.ref
    return [_plain(item) for item in argument] if isinstance(argument, list | tuple) else argument


def by_name(kernel: Kernel, given: Arguments) -> dict[str, GraphOperand]:
    """Return the arguments of a call in the order of the parameters, without those that equal the default."""
    return {
        parameter.name: _plain(given.get(parameter.name))
        for parameter in kernel.parameters or ()
        if parameter.required or not _is_same(given.get(parameter.name, parameter.default), parameter.default)
    }


def _is_same(value: Any, default: Any) -> bool:
    return type(value) is type(default) and bool(value == default)


class Names:
    """The names of the operations of a graph; `of` takes them in their order.

    Attributes:
        numbers: the values that are known to be Python numbers.
    """

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self.numbers = set(numbers)

    def of(self, operation: Operation) -> tuple[str, str]:
        """Return the name of an operation, without the prefix where it is arithmetic of sizes, and its ATen name."""
        name = operation.operator
        if (number := on_numbers(name, operation.operands, self.is_number)) is not None:
            name = number
            self.numbers.add(operation.index)
        resolved = canonical(name, operation.operands, self.is_number)
        if resolved in ALWAYS_NUMBER:
            self.numbers.add(operation.index)
        return name, resolved

    def is_number(self, operand: GraphOperand) -> bool:
        """True if an operand is known to be a Python number rather than a tensor."""
        return operand.index in self.numbers if isinstance(operand, Ref) else isinstance(operand, int | float)


def known_numbers(operations: Iterable[Operation]) -> set[int]:
    """Return the operations, by index, that are known to give Python numbers; they are in the order of their graph."""
    names = Names()
    for operation in operations:
        names.of(operation)
    return names.numbers


@dataclass(frozen=True)
class OperatorCall:
    """An operation with its arguments by parameter.

    Attributes:
        operator: its name in ATen.
        parameters: of its schema; None if it has none.
        arguments: values by the name of the parameter, without those that equal the default.
        rest: the values of an operation without a schema, in order.
    """

    operator: str
    parameters: tuple[KernelParameter, ...] | None
    arguments: dict[str, GraphOperand]
    rest: tuple[GraphOperand, ...] = ()

    def means(self, other: OperatorCall) -> bool:
        """True if a reader of this call finds the other one: types, signs of zero and NaNs are told apart."""
        arguments = [{name: meaning_of(each) for name, each in call.arguments.items()} for call in (self, other)]
        names = self.operator == principal_name(other.operator)
        return names and arguments[0] == arguments[1] and meaning_of(self.rest) == meaning_of(other.rest)


def call_of(operation: Operation, names: Names) -> OperatorCall:
    """Return an operation with its arguments by parameter.

    Raises:
        BindingError: they do not fit it.
    """
    name, aten = names.of(operation)
    kernel = KERNELS.get(name) or KERNELS.get(aten)
    if kernel is None or kernel.parameters is None:
        operator = operation.operator if kernel is None else principal_name(kernel.name)
        return OperatorCall(operator, None, {}, (*operation.operands, *operation.attributes.values()))
    arguments = by_name(kernel, bind(kernel, operation, names.is_number))
    return OperatorCall(principal_name(kernel.name), kernel.parameters, arguments)


def call_or_error(operation: Operation, numbers: Iterable[int]) -> OperatorCall | BindingError:
    """Return an operation with its arguments by parameter, or why they do not fit it; numbers: see `Names`."""
    try:
        return call_of(operation, Names(numbers))
    except ValueError as error:
        return BindingError(str(error))
