"""Every operation of a graph as the file has it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from nacformats.compiler.lowering.canonization import Form, OperatorCall, call_of, forms, is_identity, needs_types
from nacformats.errors import LimitError
from nacformats.formats.nac import Constant
from nacformats.formats.nac.program_builder import MAX_SIGNATURES
from nacformats.formats.records.constants import coerce
from nacformats.graph.graph import Graph, GraphOperand, GraphValue, Operation, Ref, ValueType, Weight, refs_of
from nacformats.graph.of_nac import lists_of_results
from nacformats.runtime.operators import KernelParameter
from nacformats.runtime.restoring.graphs import restore_operation
from nacformats.runtime.restoring.names import Names, known_numbers

#: Codes of results, by the name of the parameter.
_RESULTS = {
    "query": "Q",
    "key": "K",
    "value": "V",
    "attn_mask": "M",
    "mask": "M",
    "bias": "B",
    "weight": "W",
    "input": "T",
    "self": "T",
    "other": "T",
    "tensor": "T",
}
#: Operations in which a parameter of one of these names is not that of an attention: masked_fill has a "value" too.
_ATTENTION = {"query", "key", "value"}
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


def _code_of(value: GraphOperand, name: str, kind: str, detail: Detail, *, is_weight: bool, attends: bool) -> str:
    """Return the code of one argument.

    Args:
        value: a Ref or a constant.
        name, kind: of its parameter; "" when they are not known.
        detail: how much the code says.
        is_weight: whether a Ref is that of a parameter of the model.
        attends: whether the operation has a query, a key and a value.
    """
    if isinstance(value, Ref):
        if detail is not Detail.NAMES:
            return _RESULT
        code = None if name in _ATTENTION and not attends else _RESULTS.get(name)
        return code or (_PARAMETER if is_weight else _RESULT)
    if detail is Detail.RESULTS:
        return _OTHER
    if detail is Detail.NAMES and name in _SIZES and _is_integer(value):
        return _SIZES[name]
    return _OTHER if kind in _NAMES else _TYPES.get(type(value), _OTHER)


def _is_integer(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_integer, value))
    return isinstance(value, int) and not isinstance(value, bool)


def _attends(names: set[str]) -> bool:
    """True if parameters of these names are those of an attention."""
    return names >= _ATTENTION


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


def _write(form: Form, numbers: set[int], weights: set[int], detail: Detail) -> Written:
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


def _codes(words: Sequence[_Word], weights: set[int], detail: Detail, listed: set[str]) -> str:
    """Return the signature; listed: the parameters whose items have the code of a list."""
    of_attention = _attends({word.name for word in words})

    def code(word: _Word) -> str:
        if word.is_item and word.name in listed and word.value is not None:
            return "S"
        is_weight = isinstance(word.value, Ref) and word.value.index in weights
        name = "" if word.is_item else word.name
        return _code_of(word.value, name, word.kind, detail, is_weight=is_weight, attends=of_attention)

    return "".join(map(code, words))


# reading back


def _read_back(name: str, words: Sequence[_Word], codes: str, numbers: set[int]) -> OperatorCall:
    """Return the call that a reader makes of an instruction."""
    operands = tuple(_stored(word.value, code) for word, code in zip(words, codes, strict=True))
    operation = Operation(_LAST, operator=name, operands=tuple(lists_of_results(operands, codes)))
    restore_operation(operation)
    names = Names()
    names.numbers |= numbers
    return call_of(operation, names)


def _stored(value: GraphOperand, code: str) -> GraphOperand:
    """Return a constant as the file holds it."""
    return value if isinstance(value, Ref) else coerce(Constant.of(value).value, code)


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

    def source(self, ref: Ref) -> Ref:
        """Return the value that has the result of another one."""
        return Ref(self.sources.get(ref.index, ref.index))


def written_operations(graph: Graph, standard: Container[str]) -> WrittenOperations:
    """Write the operations that outputs depend on, with as much in their signatures as there is room for.

    Args:
        graph: where they are.
        standard: the names that the version of the format has a number for.
    """
    live = _needed(graph)
    operations = [operation for operation in graph.every(Operation) if operation.index in live]
    numbers = known_numbers(operations)
    for detail in Detail:
        found = WrittenOperations()
        writer = _Writer(graph, detail, standard, numbers, found)
        for operation in operations:
            writer.add(operation)
        if len({written.codes for written in found.written.values() if written.codes}) <= MAX_SIGNATURES:
            break
    return found


def _needed(graph: Graph) -> set[int]:
    """Return the values that the outputs depend on."""
    live = {ref.index for ref in graph.outputs}
    for value in reversed(graph.values):
        if value.index in live:
            live.update(ref.index for ref in refs_of(value))
    return live


@dataclass(frozen=True)
class _Template:
    """The written form of all operations that differ only in the results that they take.

    written: Ref(n) stands for the n-th result; None where it cannot be written: `reason` says why.
    """

    written: Written | None
    is_identity: bool = False
    reason: str = ""


class _Writer:
    def __init__(
        self, graph: Graph, detail: Detail, standard: Container[str], numbers: set[int], found: WrittenOperations
    ) -> None:
        self.graph = graph
        self.detail = detail
        self.standard = standard
        self.found = found
        self.numbers = numbers
        self.weights = {value.index for value in graph.every(Weight)}
        self.templates: dict[Any, _Template] = {}

    def add(self, operation: Operation) -> None:
        refs: list[Ref] = []
        abstract = self._abstract(operation, refs)
        template = self._template(abstract, refs)
        if template.is_identity:
            self.found.sources[operation.index] = self.found.source(refs[0]).index
        elif template.written is None:
            self.found.problems.append((operation, template.reason))
        else:
            sources = [self.found.source(ref) for ref in refs]
            written = template.written
            arguments = [sources[each.index] if isinstance(each, Ref) else each for each in written.arguments]
            self.found.written[operation.index] = Written(written.name, tuple(arguments), written.codes)

    def _abstract(self, operation: Operation, refs: list[Ref]) -> Operation:
        """Return the operation with numbered places in place of its Refs, which are collected."""

        def moved(operand: GraphOperand) -> GraphOperand:
            if isinstance(operand, Ref):
                refs.append(operand)
                return Ref(len(refs) - 1)
            return [moved(item) for item in operand] if isinstance(operand, list | tuple) else operand

        operands = tuple(map(moved, operation.operands))
        attributes = {name: moved(value) for name, value in operation.attributes.items()}
        return Operation(0, operator=operation.operator, operands=operands, attributes=attributes, type=operation.type)

    def _template(self, operation: Operation, refs: list[Ref]) -> _Template:
        numbers = frozenset(place for place, ref in enumerate(refs) if ref.index in self.numbers)
        weights = frozenset(place for place, ref in enumerate(refs) if ref.index in self.weights)
        types = [self.graph.values[ref.index].type for ref in refs] if needs_types(operation.operator) else []
        key = (
            operation.operator,
            repr(operation.operands),  # tells 1, 1.0 and True apart
            repr(operation.attributes),
            numbers,
            weights,
            (str(operation.type), *map(str, types)) if types else (),
        )
        if key not in self.templates:
            operation.index = len(refs)
            self.templates[key] = self._new_template(operation, numbers, weights, types)
        return self.templates[key]

    def _new_template(
        self, operation: Operation, numbers: frozenset[int], weights: frozenset[int], types: list[ValueType]
    ) -> _Template:
        names = Names()
        names.numbers |= numbers
        try:
            call = call_of(operation, names)
        except ValueError as error:  # BindingError
            return _Template(None, reason=str(error))
        taken = list(refs_of(operation))
        given = list(call.arguments.values()) or list(call.rest)
        if is_identity(call.operator, given) and taken == [Ref(0)]:
            return _Template(None, is_identity=True)
        reasons = []
        for form in forms(operation.operator, call, lambda ref: types[ref.index], operation.type, self.standard):
            try:
                return _Template(_write(form, set(numbers), set(weights), self.detail))
            except _UnwritableError as failure:
                reasons.append(str(failure))
        return _Template(None, reason=reasons[-1])
