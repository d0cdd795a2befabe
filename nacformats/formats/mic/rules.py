"""The rules of Mind IR graphs, whichever format holds them: one validation for both readers and both writers.

A problem names a place in the graph. Readers turn that into a byte offset or into a line and a column, writers into
a path. Specifications: MIC-B v2, Validation; mic@2, Validation Rules and Security Limits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from nacformats.findings import Finding
from nacformats.formats.mic.graph import MicGraph, value_columns
from nacformats.formats.mic.kinds import ARITY, FIRST_BINDING, IS_VARIADIC, LOOSE, Integers
from nacformats.formats.mic.objects import MindValue, Node, TensorType, shown
from nacformats.formats.mic.opcodes import CUSTOM, DTYPES, OPCODES, MindOpcode
from nacformats.formats.mic.values import ValueColumns, slices

#: A place in a graph: names of fields and positions in lists, such as ("values", 12, "inputs", 1).
GraphPlace = tuple[str | int, ...]


class Unreadable(Exception):  # noqa: N818  a signal from a reader to itself, not an error of the package
    """A file cannot be read further; carries the finding that says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.reason)
        self.finding = finding


class Problem(NamedTuple):
    """A broken rule at one place of a graph. The cause is that of a Finding."""

    rule: str
    place: GraphPlace
    reason: str
    expected: Any = None
    actual: Any = None
    cause: str = "invalid"

    def finding(self, format: str, **position: Any) -> Finding:  # noqa: A002  named so in Finding
        """Return the error that a file of a format has for this problem; position is its offset, or its line and
        column.
        """
        details = {"cause": self.cause, "expected": self.expected, "actual": self.actual, **position}
        path = graph_path(self.place) or None
        return Finding("error", f"{format}.{self.rule}", self.reason, format=format, path=path, **details)


def graph_path(place: GraphPlace) -> str:
    """Return a place as text, such as "values[12].inputs[1]"."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).removeprefix(".")


def require_valid(graph: MicGraph, format: str) -> None:  # noqa: A002
    """Raise the FormatError for the first problem of a graph that is to be written."""
    for problem in problems(graph):
        raise problem.finding(format).error()


def problems(graph: MicGraph, *, is_checked: bool = False) -> Iterator[Problem]:
    """Yield everything that is wrong with a graph, in the order of its tables.

    Args:
        graph: what to look at.
        is_checked: whether types and inputs of values are known to exist, because a schema demands it.
    """
    columns, limits = value_columns(graph), graph.limits
    num_types, num_values = len(graph.types), len(columns.kind)
    yield from too_many("symbols", ("symbols",), len(graph.symbols), limits.lines)
    yield from too_many("types", ("types",), num_types, limits.lines)
    last_sound: TensorType | None = None  # one object may be in the list many times
    for index, tensor_type in enumerate(graph.types):
        if tensor_type is not last_sound:
            found = list(_type_problems(index, tensor_type, limits.rank))
            yield from found
            last_sound = None if found else tensor_type
    yield from too_many("values", ("values",), num_values, limits.values)
    for index in _suspects(columns, num_types, is_checked=is_checked).tolist():
        yield from _value_problems(index, graph.values[index], num_types)
    if num_values == 0:
        yield Problem("empty", ("output",), "a graph needs at least one value")
    elif graph.output is None or not 0 <= graph.output < num_values:
        yield Problem("output", ("output",), "the output must be a value", f"an id below {num_values}", graph.output)


def _suspects(columns: ValueColumns, num_types: int, *, is_checked: bool) -> Integers:
    """Return the values that break a rule, and those of which only the objects can tell."""
    kind, num_inputs = columns.kind, np.diff(columns.input_rows)
    suspect = kind == LOOSE
    unusual = (num_inputs != ARITY[kind]).nonzero()[0]
    suspect[unusual] |= ~IS_VARIADIC[kind[unusual]] | (num_inputs[unusual] < ARITY[kind[unusual]])
    if not is_checked:
        # As unsigned numbers, those below 0 are larger than all others.
        suspect |= (columns.type.view(np.uint64) >= num_types) & (kind >= FIRST_BINDING)
        inputs = columns.inputs.view(np.uint64)
        for where, owners in slices(columns.input_rows):
            suspect[owners[inputs[where] >= owners.view(np.uint64)]] = True
    suspects: Integers = suspect.nonzero()[0]
    return suspects


def too_many(what: str, place: GraphPlace, count: int, limit: int) -> Iterator[Problem]:
    """Yield a problem if there is more of something than the limit allows."""
    if count > limit:
        yield Problem("limit", place, f"too many {what}", f"at most {limit}", count, "limit")


def _type_problems(index: int, tensor_type: TensorType, rank: int) -> Iterator[Problem]:
    if tensor_type.dtype not in DTYPES:
        yield Problem("dtype", ("types", index, "dtype"), "unknown dtype", _any_of(DTYPES), shown(tensor_type.dtype))
    yield from too_many("dims", ("types", index, "dims"), len(tensor_type.dims), rank)


def _value_problems(index: int, value: MindValue, num_types: int) -> Iterator[Problem]:
    if isinstance(value, Node):
        yield from _node_problems(index, value)
    elif not 0 <= value.type < num_types:
        expected = f"a type below {num_types}" if num_types else "a type, but there are none"
        yield Problem("type-reference", ("values", index, "type"), "no such type", expected, value.type)


def _node_problems(index: int, node: Node) -> Iterator[Problem]:
    place: GraphPlace = ("values", index)
    opcode = OPCODES.get(node.op)
    if opcode is None:
        yield Problem("opcode", (*place, "opcode"), "unknown operation", _any_of(OPCODES), shown(node.op))
        return
    if (node.name is None) is (opcode is CUSTOM):
        expected = "a name" if opcode is CUSTOM else "no name, as it is not custom"
        yield Problem("custom-name", (*place, "name"), f"{opcode.name}: wrong name", expected, shown(node.name))
    if len(node.inputs) < opcode.arity or (len(node.inputs) > opcode.arity and not opcode.variadic):
        reason = f"{opcode.name}: wrong number of inputs"
        yield Problem("arity", (*place, "inputs"), reason, opcode.usage, len(node.inputs))
    for position, source in enumerate(node.inputs):
        if not 0 <= source < index:
            at, reason = (*place, "inputs", position), "an input must be an earlier value"
            expected = f"an id below {index}" if index else "no inputs, as this is the first value"
            yield Problem("forward-reference", at, reason, expected, source)
    if node.params or opcode.parameters:
        yield from _parameter_problems(place, opcode, node.params)


def _parameter_problems(place: GraphPlace, opcode: MindOpcode, params: tuple[int, ...]) -> Iterator[Problem]:
    if not opcode.takes_list and len(params) != len(opcode.parameters):
        actual = f"parameters {shown(list(params))}" if params else "no parameters"
        yield Problem("parameters", (*place, "params"), f"{opcode.name}: wrong parameters", opcode.usage, actual)
        return
    for position, value in enumerate(params):
        parameter = opcode.parameter(position)
        if not parameter.minimum <= value <= parameter.maximum:
            reason, expected = (
                f"{opcode.name}: {parameter.name} is out of range",
                f"{parameter.minimum} to {parameter.maximum}",
            )
            yield Problem("parameter-range", (*place, "params", position), reason, expected, value)


def _any_of(names: Iterable[str]) -> str:
    return f"one of {' '.join(names)}"
