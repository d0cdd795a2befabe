"""The arguments of an operation as words of a NAC instruction, so that a reader finds the same ones again.

A file keeps neither the names of arguments nor which of them make up a list: readers recover both from the kinds of
values (runtime/restoring/arguments.py). Of the ways to write an operation, the first one is taken that the code which
reads files turns back into what was meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from nacformats.compiler.lowering.canonization import Call, Form
from nacformats.compiler.lowering.codes import Detail, attends, code_of
from nacformats.errors import LimitError
from nacformats.formats.nac import Constant
from nacformats.formats.nac.constants import coerce
from nacformats.graph.graph import Operand, Operation, Ref
from nacformats.graph.of_nac import lists_of_results
from nacformats.runtime.kernels.synonyms import principal_name
from nacformats.runtime.operators import KERNELS, KernelParameter
from nacformats.runtime.restoring.arguments import bind
from nacformats.runtime.restoring.graphs import restore_operation
from nacformats.runtime.restoring.names import Names
from nacformats.runtime.restoring.resolved import by_name, plain

#: Arguments that mean nothing to a file: where tensors are, how they are laid out, which library computes.
_PLACEMENT_KINDS = frozenset({"layout", "device"})
_PLACEMENT_NAMES = frozenset({"pin_memory", "non_blocking", "copy", "cudnn_enable", "cudnn_enabled"})
#: Kinds whose values could be mistaken for each other.
_NUMBERS = frozenset({"Scalar", "int", "float", "bool"})
#: The index of an operation that is tried: it comes after all that it refers to.
_LAST = 1 << 40


@dataclass(frozen=True)
class _Word:
    """One argument in the file.

    Attributes:
        value: a Ref or a constant.
        name, kind: of the parameter that it is for; "" when it is not known.
        is_item: whether it is an item of the list that the parameter takes.
    """

    value: Operand
    name: str = ""
    kind: str = ""
    is_item: bool = False


@dataclass(frozen=True)
class Written:
    """An operation as the file has it: name, arguments and a signature code for each."""

    name: str
    arguments: tuple[Operand, ...]
    codes: str


class UnwritableError(Exception):
    """No way to write an operation keeps its arguments; the message says why."""


def call_of(operation: Operation, names: Names) -> Call:
    """An operation with its arguments by parameter.

    Raises:
        BindingError: they do not fit it.
    """
    operator, aten = names.of(operation)
    kernel = KERNELS.get(operator) or KERNELS.get(aten)
    if kernel is None or kernel.parameters is None:
        name = operation.operator if kernel is None else principal_name(kernel.name)
        return Call(name, kernel, {}, (*operation.operands, *operation.attributes.values()))
    bound = by_name(kernel, bind(kernel, operation, names.is_number), plain)
    parameters = {parameter.name: parameter for parameter in kernel.parameters}
    arguments = {name: value for name, value in bound.items() if not _is_idle(parameters[name], value)}
    return Call(principal_name(kernel.name), kernel, arguments)


def _is_idle(parameter: KernelParameter, value: Operand) -> bool:
    """Whether the operation is the same without an argument."""
    if parameter.required:
        return False
    if parameter.kind in _PLACEMENT_KINDS or parameter.name in _PLACEMENT_NAMES:
        return True
    is_each = parameter.is_list and isinstance(parameter.default, int | float) and isinstance(value, list) and value
    return bool(is_each) and all(_same(item, parameter.default) for item in value)


def write(form: Form, numbers: set[int], weights: set[int], detail: Detail) -> Written:
    """An operation in one form.

    Args:
        form: the form.
        numbers, weights: indices of the values that are Python numbers, and parameters of the model.
        detail: how much the signature says.

    Raises:
        UnwritableError: no order of the arguments is read back as what was meant.
    """
    reason = ""
    for words, listed in _variants(form):
        codes = _codes(words, weights, detail, listed)
        try:
            found = _read_back(form.name, words, codes, numbers)
        except (TypeError, ValueError, LimitError) as failure:
            reason = reason or str(failure)
            continue
        if _is_same_call(found, form.call):
            return Written(form.name, tuple(word.value for word in words), codes)
        reason = reason or "its arguments cannot be told apart without their names"
    raise UnwritableError(reason)


# the ways to write arguments


def _variants(form: Form) -> Iterator[tuple[list[_Word], set[str]]]:
    """Arguments in the order of the file, and the parameters whose items have the code of a list.

    Of lists that follow each other, one has it and the next one has not.
    """
    for which in (slice(0), slice(None), slice(0, None, 2)):
        for arguments in _orders(form):
            words = list(_flat(arguments, spread=False))
            lists = dict.fromkeys(word.name for word in words if word.is_item and word.kind != "Tensor")
            yield words, set(list(lists)[which])
    for arguments in _orders(form):
        yield list(_flat(arguments, spread=True)), set()


def _orders(form: Form) -> Iterator[list[_Word]]:
    """The arguments of the call with fewer or more of the defaults written out."""
    call = form.call
    if not call.has_schema:
        yield [_Word(value) for value in call.rest]
        return
    parameters = (call.kernel.parameters if call.kernel is not None else None) or ()
    if form.order:
        by_parameter = {parameter.name: parameter for parameter in parameters}
        yield [_word(by_parameter[name], call) for name in form.order]
        return
    positional = [parameter for parameter in parameters if not parameter.keyword_only]
    keywords = [parameter for parameter in parameters if parameter.keyword_only]
    last = max((place for place, each in enumerate(positional) if each.name in call.arguments), default=-1)
    short, given = positional[: last + 1], [each for each in keywords if each.name in call.arguments]
    kinds = {each.kind for each in given}
    kinds |= _NUMBERS if kinds & _NUMBERS else set()
    alike = [each for each in keywords if each in given or (each.kind in kinds and each.default is not None)]
    for chosen in ((short, given), (short, alike), (positional, given), (positional, alike)):
        yield [_word(each, call) for part in chosen for each in part]


def _word(parameter: KernelParameter, call: Call) -> _Word:
    return _Word(call.arguments.get(parameter.name, parameter.default), parameter.name, parameter.kind)


def _flat(words: Sequence[_Word], *, spread: bool) -> Iterator[_Word]:
    """Lists with results have no form of their own: their items are arguments; spread: those of all lists."""
    for word in words:
        value = word.value
        is_list = isinstance(value, list | tuple)
        if is_list and (spread or any(isinstance(item, Ref | list | tuple) for item in value)):
            yield from _flat([replace(word, value=item, is_item=True) for item in value], spread=spread)
        else:
            yield word


def _codes(words: Sequence[_Word], weights: set[int], detail: Detail, listed: set[str]) -> str:
    """The signature; listed: the parameters whose items have the code of a list."""
    of_attention = attends({word.name for word in words})

    def code(word: _Word) -> str:
        if word.is_item and word.name in listed and word.value is not None:
            return "S"
        is_weight = isinstance(word.value, Ref) and word.value.index in weights
        name = "" if word.is_item else word.name
        return code_of(word.value, name, word.kind, detail, is_weight=is_weight, attends=of_attention)

    return "".join(map(code, words))


# reading back


def _read_back(name: str, words: Sequence[_Word], codes: str, numbers: set[int]) -> Call:
    """What a reader makes of an instruction."""
    operands = tuple(_stored(word.value, code) for word, code in zip(words, codes, strict=True))
    operation = Operation(_LAST, operator=name, operands=tuple(lists_of_results(operands, codes)))
    restore_operation(operation)
    names = Names()
    names.numbers |= numbers
    return call_of(operation, names)


def _stored(value: Operand, code: str) -> Operand:
    """A constant as the file holds it."""
    return value if isinstance(value, Ref) else coerce(Constant.of(value).value, code)


def _is_same_call(found: Call, meant: Call) -> bool:
    return (
        found.operator == principal_name(meant.operator)
        and _same(found.arguments, meant.arguments)
        and _same(found.rest, meant.rest)
    )


def _same(one: Any, other: Any) -> bool:
    """Whether two arguments are equal, their types, signs of zero and NaNs included."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(value, other[name]) for name, value in one.items())
    if isinstance(one, list | tuple):
        if not isinstance(other, list | tuple) or len(one) != len(other):
            return False
        return all(map(_same, one, other))
    return type(one) is type(other) and repr(one) == repr(other)
