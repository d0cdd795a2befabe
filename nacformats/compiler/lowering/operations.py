"""Every operation of a graph as the file has it.

Some have a form with a standard NAC name and its arguments (specification 1.2 and 5.1.3). The public compiler
translates by name alone, and so loses what the standard operation does not have: alpha, a cast, the dimension of a
squeeze. Here a form is offered only where the standard operation means the same to every reader; whether our own
runtime reads it back as the operation that was meant is tested for each form (see `forms`).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any, NamedTuple, TypeAlias

from nacformats.compiler.lowering.forms import Form, forms, is_identity, needs_types, without_idle
from nacformats.compiler.passes.rewriting import Rewriter, arguments_of, by_operator, rewrite
from nacformats.errors import LimitError
from nacformats.formats.nac import Constant
from nacformats.formats.nac.builder import MAX_SIGNATURES
from nacformats.formats.nac.columns.instructions import LONGEST_SIGNATURE
from nacformats.formats.records.constants import coerce
from nacformats.graph.binding import BindingError, Names, OperatorCall, call_of, call_or_error, known_numbers
from nacformats.graph.graph import Graph, GraphOperand, GraphValue, Operation, Ref, ValueType, Weight, needed_values
from nacformats.graph.of_nac import lists_of_results
from nacformats.ops.names import ATEN
from nacformats.ops.schemas import KernelParameter
from nacformats.ops.spelling import standard_name
from nacformats.restoring.graphs import restore_operation

#: Codes of results, by the name of the parameter.
_RESULTS = {
    "query": "Q",
    "key": "K",
    "value": "V",
    "bias": "B",
    "weight": "W",
    **dict.fromkeys(("attn_mask", "mask"), "M"),
    **dict.fromkeys(("input", "self", "other", "tensor"), "T"),
}
#: Operations in which a parameter of one of these names is not that of an attention: masked_fill has a "value" too.
_ATTENTION = frozenset({"query", "key", "value"})
#: Codes of integers and lists of them, by the name of the parameter.
_SIZES = {"dim": "A", "axis": "A", "axes": "A", "shape": "S", "size": "S"}
#: Codes of other constants, by type; of the rest "c".
_TYPES: dict[type, str] = {bool: "b", int: "i", float: "f", str: "s", list: "S", tuple: "S"}
_RESULT, _PARAMETER, _OTHER = "T", "P", "c"
#: Kinds of parameters whose texts are names of something, such as a dtype.
_NAMES = frozenset({"dtype", "layout", "device", "memory_format"})


class Detail(IntEnum):
    """Levels of detail of signatures. Less detail makes fewer of them, and B has room for 255."""

    NAMES = 0  # codes by the names of parameters
    TYPES = 1  # codes by the types of values
    RESULTS = 2  # results and constants


def _is_integer(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_integer, value))
    return isinstance(value, int) and not isinstance(value, bool)


#: Kinds whose values could be mistaken for each other.
_NUMBERS = frozenset({"Scalar", "int", "float", "bool"})
#: The index of an operation that is tried: it comes after all that it refers to.
_LAST = 1 << 40


@dataclass(frozen=True)
class _Word:
    """An argument as the file has it.

    Attributes:
        value: a Ref or a constant.
        name, kind: of the parameter that it is for; "" when it is not known.
        is_item: whether it is an item of the list that the parameter takes.
    """

    value: GraphOperand
    name: str = ""
    kind: str = ""
    is_item: bool = False


@dataclass(frozen=True)
class Written:
    """An operation as the file has it: name, arguments and a signature code for each."""

    name: str
    arguments: tuple[GraphOperand, ...]
    codes: str


class _UnwritableError(Exception):
    """No way to write an operation keeps its arguments; the message says why."""


def _write(form: Form, numbers: frozenset[int], weights: frozenset[int], detail: Detail) -> Written:
    """Return an operation in one form.

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
        if found.means(form.call):
            return Written(form.name, tuple(word.value for word in words), codes)
        reason = reason or "its arguments cannot be told apart without their names"
    raise _UnwritableError(reason)


# the ways to write arguments


def _variants(form: Form) -> Iterator[tuple[list[_Word], set[str]]]:
    """Yield arguments in the order of the file, and the parameters whose items have the code of a list.

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
    """Yield the arguments of the call with fewer or more of the defaults written out."""
    call = form.call
    if call.parameters is None:
        yield [_Word(value) for value in call.rest]
        return
    if form.order:
        by_parameter = {parameter.name: parameter for parameter in call.parameters}
        yield [_word(by_parameter[name], call) for name in form.order]
        return
    positional = [parameter for parameter in call.parameters if not parameter.keyword_only]
    keywords = [parameter for parameter in call.parameters if parameter.keyword_only]
    last = max((place for place, each in enumerate(positional) if each.name in call.arguments), default=-1)
    short, given = positional[: last + 1], [each for each in keywords if each.name in call.arguments]
    kinds = {each.kind for each in given}
    kinds |= _NUMBERS if kinds & _NUMBERS else set()
    alike = [each for each in keywords if each in given or (each.kind in kinds and each.default is not None)]
    for chosen in ((short, given), (short, alike), (positional, given), (positional, alike)):
        yield [_word(each, call) for part in chosen for each in part]


def _word(parameter: KernelParameter, call: OperatorCall) -> _Word:
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


def _codes(words: Sequence[_Word], weights: frozenset[int], detail: Detail, listed: set[str]) -> str:
    """Return the signature; listed: the parameters whose items have the code of a list."""
    attends = _ATTENTION.issubset(word.name for word in words)

    def code(word: _Word) -> str:
        value, name = word.value, "" if word.is_item else word.name
        if word.is_item and word.name in listed and value is not None:
            return "S"
        if isinstance(value, Ref):
            if detail is not Detail.NAMES:
                return _RESULT
            known = None if name in _ATTENTION and not attends else _RESULTS.get(name)
            return known or (_PARAMETER if value.index in weights else _RESULT)
        if detail is Detail.RESULTS:
            return _OTHER
        if detail is Detail.NAMES and name in _SIZES and _is_integer(value):
            return _SIZES[name]
        return _OTHER if word.kind in _NAMES else _TYPES.get(type(value), _OTHER)

    return "".join(map(code, words))


# reading back


def _read_back(name: str, words: Sequence[_Word], codes: str, numbers: frozenset[int]) -> OperatorCall:
    """Return the call that a reader makes of an instruction."""
    operands = tuple(_stored(word.value, code) for word, code in zip(words, codes, strict=True))
    operation = Operation(_LAST, operator=name, operands=operands)
    restore_operation(operation)
    operation.operands = tuple(lists_of_results(operation.operands, codes))
    return without_idle(call_of(operation, Names(numbers)))


def _stored(value: GraphOperand, code: str) -> GraphOperand:
    """Return a constant as the file holds it."""
    return value if isinstance(value, Ref) else coerce(Constant.of(value).value, code)


# lists of many tensors

#: Operations that join a list of tensors along an axis; what joins the parts of such a list is aten.cat.
_JOINS = (ATEN.cat.default, ATEN.concat.default, ATEN.concatenate.default, ATEN.stack.default)
#: Tensors that are joined at a time; the axis is one more argument.
_MOST_JOINED = LONGEST_SIGNATURE - 1


def with_short_lists(graph: Graph) -> Graph:
    """Return a graph of the same results that joins no more tensors at a time than a signature has codes for."""
    if not any(operation.operator in _JOINS for operation in graph.every(Operation)):
        return graph  # as most are: a walk takes as long as a pass
    return rewrite(graph, by_operator(dict.fromkeys(_JOINS, _joined_in_steps)))


def _joined_in_steps(rewriter: Rewriter, operation: Operation) -> Ref | None:
    """Join as many at a time as there is room for, and then the results, along the same axis."""
    arguments, operator = arguments_of(operation), operation.operator
    tensors: Any = arguments.get("tensors")
    if not isinstance(tensors, list | tuple) or len(tensors) <= _MOST_JOINED:
        return None
    known = ValueType(operation.type.dtype)
    while len(tensors) > _MOST_JOINED:
        parts = [tensors[start : start + _MOST_JOINED] for start in range(0, len(tensors), _MOST_JOINED)]
        tensors = [rewriter.add(operator, part, arguments["dim"], known=known) for part in parts]
        operator = ATEN.cat.default
    return rewriter.add(operator, tensors, arguments["dim"])


# every operation


#: The written form of operations, in which Ref(n) stands for the n-th result that they take; None: they give their
#: first operand; a text says why they cannot be written.
_Template: TypeAlias = Written | str | None


@dataclass
class WrittenOperations:
    """The operations that the outputs need.

    Attributes:
        written: each by the index of its value; a Ref among the arguments is a value of the graph.
        sources: value -> the value that has the same result, for operations that do nothing.
        problems: values that the format cannot hold, and why.
    """

    written: dict[int, Written] = field(default_factory=dict)
    sources: dict[int, int] = field(default_factory=dict)
    problems: list[tuple[GraphValue, str]] = field(default_factory=list)

    def add(self, operation: Operation, template: _Template, refs: Sequence[Ref]) -> None:
        """Add an operation by its template and the results that it takes."""
        sources = [self.source(ref) for ref in refs]
        if template is None:
            self.sources[operation.index] = sources[0].index
        elif isinstance(template, str):
            self.problems.append((operation, template))
        else:
            arguments = [sources[each.index] if isinstance(each, Ref) else each for each in template.arguments]
            self.written[operation.index] = Written(template.name, tuple(arguments), template.codes)

    def source(self, ref: Ref) -> Ref:
        """Return the value that has the result of another one."""
        return Ref(self.sources.get(ref.index, ref.index))


def written_operations(graph: Graph, standard: Container[str]) -> WrittenOperations:
    """Write the operations that outputs depend on, with as much in their signatures as there is room for.

    Those that differ only in the results that they take are bound, spelled and read back once.

    Args:
        graph: where they are.
        standard: the names that the version of the format has a number for.
    """
    needed = needed_values(graph.values, graph.outputs)
    operations = [operation for operation in graph.every(Operation) if operation.index in needed]
    abstract = [_abstract(operation) for operation in operations]
    numbers, weights = known_numbers(operations), {value.index for value in graph.every(Weight)}
    keys: list[Any] = []
    patterns: dict[Any, _Pattern] = {}
    for operation, refs in abstract:
        number_places = frozenset(place for place, ref in enumerate(refs) if ref.index in numbers)
        weight_places = frozenset(place for place, ref in enumerate(refs) if ref.index in weights)
        types = [graph.values[ref.index].type for ref in refs] if needs_types(operation.operator) else []
        known = (str(operation.type), *map(str, types)) if types else ()
        described = operation.operator, repr(operation.operands), repr(operation.attributes)  # 1, 1.0, True differ
        key = *described, number_places, weight_places, known
        keys.append(key)
        patterns.setdefault(key, _Pattern(operation, number_places, weight_places, types))
    calls = [call_or_error(pattern.operation, pattern.numbers) for pattern in patterns.values()]
    named = {call.operator: standard_name(call.operator) for call in calls if isinstance(call, OperatorCall)}
    for detail in Detail:
        found = [
            _template(pattern, call, named, standard, detail)
            for pattern, call in zip(patterns.values(), calls, strict=True)
        ]
        if len({each.codes for each in found if isinstance(each, Written) and each.codes}) <= MAX_SIGNATURES:
            break
    templates = dict(zip(patterns, found, strict=True))
    written = WrittenOperations()
    for operation, key, (_, refs) in zip(operations, keys, abstract, strict=True):
        written.add(operation, templates[key], refs)
    return written


def _abstract(operation: Operation) -> tuple[Operation, list[Ref]]:
    """Return the operation with numbered places in place of its Refs, and these; its index is their number."""
    refs: list[Ref] = []

    def moved(operand: GraphOperand) -> GraphOperand:
        if isinstance(operand, Ref):
            refs.append(operand)
            return Ref(len(refs) - 1)
        return [moved(item) for item in operand] if isinstance(operand, list | tuple) else operand

    operands = tuple(map(moved, operation.operands))
    attributes = {name: moved(value) for name, value in operation.attributes.items()}
    made = Operation(len(refs), type=operation.type, operator=operation.operator)
    made.operands, made.attributes = operands, attributes
    return made, refs


class _Pattern(NamedTuple):
    """Operations that differ only in the results that they take.

    Attributes:
        operation: one of them; Ref(n) stands for the n-th result.
        numbers, weights: places of the results that are Python numbers, and parameters of the model.
        types: those of the results, if they matter.
    """

    operation: Operation
    numbers: frozenset[int]
    weights: frozenset[int]
    types: Sequence[ValueType]


def _template(
    pattern: _Pattern,
    bound: OperatorCall | BindingError,
    named: Mapping[str, tuple[str, str]],
    standard: Container[str],
    detail: Detail,
) -> _Template:
    """Return an operation in the first of its forms that is read back as what was meant."""
    if isinstance(bound, BindingError):
        return str(bound)
    operation, call = pattern.operation, without_idle(bound)
    given = list(call.arguments.values()) or list(call.rest)
    if operation.index == 1 and is_identity(call.operator, given):
        return None
    reason = ""
    for form in forms(operation, call, lambda ref: pattern.types[ref.index], named[call.operator], standard):
        try:
            return _write(form, pattern.numbers, pattern.weights, detail)
        except _UnwritableError as failure:
            reason = str(failure)
    return reason
