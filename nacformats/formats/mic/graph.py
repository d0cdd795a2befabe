"""Mind IR graphs in memory: what MIC-B and mic@2 both hold.

graph = MicGraph()
matrix = graph.add_type("f16", 128, 128)
x = graph.arg("X", matrix)
w = graph.param("W", matrix)
graph.output = graph.node("matmul", x, w)
"""

from __future__ import annotations

import difflib
import operator
from collections.abc import Iterable, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, SupportsIndex

from nacformats.formats.base import Model
from nacformats.formats.mic.kinds import Integers
from nacformats.formats.mic.objects import (
    Arg,
    MindValue,
    Node,
    Param,
    TensorType,
    checked_value,
    ids,
    integer,
    integers,
    shown,
)
from nacformats.formats.mic.opcodes import CUSTOM, OPCODES, MindOpcode
from nacformats.formats.mic.values import ValueColumns, Values
from nacformats.limits import DEFAULT_LIMITS, Limits

#: How much of a name suggestions look at.
_NEAR_CHARACTERS = 32


@dataclass(repr=False)
class MicGraph(Model):
    """A dataflow graph of tensors. Values have no names of their own: their ids are positions in `values`.

    Two graphs are equal when their symbols, types, values and outputs are, wherever they were read from.

    Attributes:
        symbols: names of symbolic dimensions; advisory, nothing refers to them.
        types, values: the tables; a value refers to types and to earlier values by position.
        output: id of the value that is the result; None until it is set.
        format: "micb" or "mic2", what the graph was read from, else None.
        limits: what reading and writing it allows.
        places: where the values were read: byte offsets (micb) or line numbers (mic2), else empty.
    """

    symbols: list[str] = field(default_factory=list)
    types: list[TensorType] = field(default_factory=list)
    values: MutableSequence[MindValue] = field(default_factory=Values)
    output: int | None = None
    format: str | None = field(default=None, compare=False)
    limits: Limits = field(default=DEFAULT_LIMITS, compare=False)
    places: Sequence[int] | Integers = field(default=(), compare=False)

    def __repr__(self) -> str:
        return f"<MicGraph: {len(self.types)} types, {len(self.values)} values, output {self.output}>"

    def __setattr__(self, name: str, value: Any) -> None:
        """The output is an id: TypeError for anything else, so that writers can rely on it. Values are columns."""
        if name == "output" and value is not None:
            value = integer(value, "the output")
        elif name == "values" and not isinstance(value, Values):
            value = Values(value)
        super().__setattr__(name, value)

    def add_symbol(self, name: str) -> str:
        """Declare the name of a symbolic dimension, and return it."""
        self.symbols.append(name)
        return name

    def add_type(self, dtype: str, *dims: SupportsIndex | str) -> int:
        """Declare a type, and return its index: `graph.add_type("f16", "batch", 128)`.

        Raises:
            TypeError: a dimension is neither a number nor a str (the name of a symbol, or "?").
            ValueError: a dimension is negative.
        """
        self.types.append(TensorType(dtype, tuple(map(_dim, dims))))
        return len(self.types) - 1

    def arg(self, name: str, type: int) -> int:  # noqa: A002  the field is named so in both formats
        """Add an input of the graph, and return its id."""
        return self.add(Arg(name, type))

    def param(self, name: str, type: int) -> int:  # noqa: A002
        """Add a weight, and return its id."""
        return self.add(Param(name, type))

    def node(self, op: str, *inputs: SupportsIndex, **attributes: SupportsIndex | Iterable[SupportsIndex]) -> int:
        """Add an operation, and return the id of what it computes: `graph.node("softmax", x, axis=-1)`.

        Raises:
            ValueError: there is no such operation.
            TypeError: an attribute without a default is missing, or does not belong to the operation; an input or an
                attribute is not an integer.
        """
        if op not in OPCODES:
            raise ValueError(
                f"unknown operation {shown(op)}{_or_near(op, OPCODES)}; use custom() for one with just a name"
            )
        self.values.append(Node(op, ids(inputs), _parameters(OPCODES[op], attributes)))
        return len(self.values) - 1

    def custom(self, name: str, *inputs: SupportsIndex) -> int:
        """Add an operation that only has a name (MIC-B can hold it, mic@2 cannot), and return its id."""
        return self.add(Node(CUSTOM.name, ids(inputs), name=name))

    def add(self, value: MindValue) -> int:
        """Add a value, and return its id. TypeError when an index in it is not an integer."""
        self.values.append(checked_value(value))
        return len(self.values) - 1

    def place(self, value: int) -> dict[str, int]:
        """Return where a value was read, as details of a FormatError: {"line": 7}, {"offset": 36}, or {}."""
        if not 0 <= value < len(self.places):
            return {}
        return {"line" if self.format == "mic2" else "offset": int(self.places[value])}


def value_columns(graph: MicGraph) -> ValueColumns:
    """Return the values of a graph as arrays."""
    assert isinstance(graph.values, Values)  # see __setattr__
    return graph.values.columns()


def _dim(dim: SupportsIndex | str) -> str:
    if isinstance(dim, str):
        return dim
    size = integer(dim, "a dimension", 'dimensions are separate arguments, as numbers, names or "?"')
    if size < 0:
        raise ValueError(f"a dimension is at least 0, not {size}")
    return str(size)


def _parameters(opcode: MindOpcode, attributes: dict[str, SupportsIndex | Iterable[SupportsIndex]]) -> tuple[int, ...]:
    known = {parameter.name: parameter for parameter in opcode.parameters}
    for name in attributes:
        if name not in known:
            raise TypeError(f"{opcode.name} has no attribute {name!r}{_or_near(name, known)}")
    params: list[int] = []
    for name, parameter in known.items():
        value = attributes.get(name, () if parameter.is_list else parameter.default)
        if value is None:
            raise TypeError(f"{opcode.name} needs the attribute {name!r}")
        what = f"{name} of {opcode.name}"
        params += _integers(value, what) if parameter.is_list else [integer(value, what)]
    return tuple(params)


def _integers(value: Any, what: str) -> tuple[int, ...]:
    """Return an integer, or several, as a tuple."""
    try:
        return (operator.index(value),)
    except TypeError:
        elements = value if isinstance(value, Iterable) else [value]
        return integers(elements, f"an element of {what}")


def near_names(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names that are close to a name."""
    return difflib.get_close_matches(name[:_NEAR_CHARACTERS], list(known), n=3, cutoff=0.5)


def _or_near(name: str, known: Iterable[str]) -> str:
    found = near_names(name, known)
    return f", did you mean {' or '.join(map(repr, found))}?" if found else ""
