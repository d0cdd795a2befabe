"""The parts of a Mind IR graph: tensor types, and values: inputs, weights and operations."""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, SupportsIndex

from nacformats.formats.mic.opcodes import OPCODES, MindOpcode

#: For messages: the repr of a text or a list, cut short when it is long.
shown = reprlib.repr


@dataclass(frozen=True, slots=True)
class TensorType:
    """Element type and shape of a tensor.

    Attributes:
        dtype: one of nacformats.formats.mic.opcodes.DTYPES, such as "f16".
        dims: the shape, () for a scalar; each dimension is a number, the name of a symbol, or "?", kept as text.
    """

    dtype: str
    dims: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Binding:
    """A value that comes from outside: its name, and its type as an index into MicGraph.types."""

    name: str
    type: int


@dataclass(frozen=True, slots=True)
class Arg(Binding):
    """An input of the graph."""


@dataclass(frozen=True, slots=True)
class Param(Binding):
    """A weight."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value that an operation computes.

    Attributes:
        op: a key of opcodes.OPCODES, such as "matmul"; "custom" for an operation that only has a name.
        inputs: ids of the values it takes, each less than its own id.
        params: what `opcode.parameters` describes, flat: axis; axis and count; the permutation; the axes.
        name: of a custom operation, else None.
    """

    op: str
    inputs: tuple[int, ...] = ()
    params: tuple[int, ...] = ()
    name: str | None = None

    @property
    def opcode(self) -> MindOpcode:
        return OPCODES[self.op]

    @property
    def attributes(self) -> dict[str, int | tuple[int, ...]]:
        """The parameters by name, such as {"axis": -1} or {"perm": (1, 0)}."""
        if self.opcode.takes_list:
            return {self.opcode.parameters[0].name: self.params}
        return {parameter.name: value for parameter, value in zip(self.opcode.parameters, self.params, strict=True)}


MindValue = Arg | Param | Node


def checked_value(value: MindValue) -> MindValue:
    """Return the value with indices that are Python integers, whatever integers they were. TypeError
    when one is not.
    """
    if isinstance(value, Node):
        params = integers(value.params, f"a parameter of {value.op}")
        return Node(value.op, ids(value.inputs), params, value.name)
    if not isinstance(value.name, str):
        raise TypeError(f"a name is a str, not {shown(value.name)}")
    return replace(value, type=integer(value.type, f"the type of {shown(value.name)}, an index into `types`,"))


def ids(inputs: Iterable[SupportsIndex]) -> tuple[int, ...]:
    """Return the ids of the inputs of an operation. TypeError when one is not an integer."""
    return integers(inputs, "an input, the id of a value,", "inputs are separate arguments")


def integers(values: Iterable[Any], what: str, hint: str | None = None) -> tuple[int, ...]:
    """Return integers of any kind as Python integers. `what` names one of them in the message of the TypeError."""
    given = values if isinstance(values, Sequence) else tuple(values)
    try:
        return tuple(map(operator.index, given))
    except TypeError:
        return tuple(integer(value, what, hint) for value in given)


def integer(value: Any, what: str, hint: str | None = None) -> int:
    """Return an integer of any kind, those of NumPy included, as a Python integer."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{what} is an integer, not {shown(value)}{f' ({hint})' if hint else ''}") from None
