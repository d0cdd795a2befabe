"""Mind IR graphs in memory: what MIC-B and mic@2 both hold.

graph = MicGraph()
matrix = graph.add_type("f16", 128, 128)
x = graph.arg("X", matrix)
w = graph.param("W", matrix)
graph.output = graph.node("matmul", x, w)
"""

from __future__ import annotations

import difflib
import gc
import operator
import reprlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, SupportsIndex

from nacformats.formats.base import Model
from nacformats.formats.mic.opcodes import CUSTOM, OPCODES, Opcode
from nacformats.limits import DEFAULT_LIMITS, Limits


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
    def opcode(self) -> Opcode:
        return OPCODES[self.op]

    @property
    def attributes(self) -> dict[str, int | tuple[int, ...]]:
        """The parameters by name, such as {"axis": -1} or {"perm": (1, 0)}."""
        if self.opcode.takes_list:
            return {self.opcode.parameters[0].name: self.params}
        return {parameter.name: value for parameter, value in zip(self.opcode.parameters, self.params, strict=True)}


Value = Arg | Param | Node

#: Suggestions look at this much of a name.
_NEAR_CHARACTERS = 32

#: For messages: the repr of a text or a list, cut short when it is long.
shown = reprlib.repr


@dataclass(repr=False)
class MicGraph(Model):
    """A dataflow graph of tensors. Values have no names of their own: their ids are positions in `values`.

    Two graphs are equal when symbols, types, values and output are, wherever they were read from.

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
    values: list[Value] = field(default_factory=list)
    output: int | None = None
    format: str | None = field(default=None, compare=False)
    limits: Limits = field(default=DEFAULT_LIMITS, compare=False)
    places: Sequence[int] = field(default=(), compare=False)

    def __repr__(self) -> str:
        return f"<MicGraph: {len(self.types)} types, {len(self.values)} values, output {self.output}>"

    def __setattr__(self, name: str, value: Any) -> None:
        """The output is an id: TypeError for anything else, so that no writer has to doubt it."""
        if name == "output" and value is not None:
            value = _integer(value, "the output")
        super().__setattr__(name, value)

    def add_symbol(self, name: str) -> str:
        """Declare the name of a symbolic dimension, and return it."""
        self.symbols.append(name)
        return name

    def add_type(self, dtype: str, *dims: SupportsIndex | str) -> int:
        """Declare a type, and return its index: `graph.add_type("f16", "batch", 128)`.

        Raises:
            TypeError: a dimension is neither a number nor a text (the name of a symbol, or "?").
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
            TypeError: an attribute is missing that has no default, or is not one of the operation; an input or an
                attribute is no integer.
        """
        if op not in OPCODES:
            raise ValueError(
                f"unknown operation {shown(op)}{_or_near(op, OPCODES)}; use custom() for one with just a name"
            )
        return self.add(Node(op, _ids(inputs), _parameters(OPCODES[op], attributes)))

    def custom(self, name: str, *inputs: SupportsIndex) -> int:
        """Add an operation that only has a name (MIC-B can hold it, mic@2 cannot), and return its id."""
        return self.add(Node(CUSTOM.name, _ids(inputs), name=name))

    def add(self, value: Value) -> int:
        """Add a value, and return its id. TypeError when an index in it is no integer."""
        self.values.append(_checked(value))
        return len(self.values) - 1

    def place(self, value: int) -> dict[str, int]:
        """Where a value was read, as details of a FormatError: {"line": 7}, {"offset": 36}, or {}."""
        if not 0 <= value < len(self.places):
            return {}
        return {"line" if self.format == "mic2" else "offset": int(self.places[value])}


def _checked(value: Value) -> Value:
    """The value with indices that are Python integers, whatever integers they were."""
    if isinstance(value, Node):
        params = tuple(_integer(param, f"a parameter of {value.op}") for param in value.params)
        return replace(value, inputs=_ids(value.inputs), params=params)
    if not isinstance(value.name, str):
        raise TypeError(f"a name is a text, not {shown(value.name)}")
    return replace(value, type=_integer(value.type, f"the type of {shown(value.name)}, an index into `types`,"))


def _ids(inputs: Iterable[SupportsIndex]) -> tuple[int, ...]:
    return tuple(_integer(value, "an input, the id of a value,", "inputs are given one by one") for value in inputs)


def _dim(dim: SupportsIndex | str) -> str:
    if isinstance(dim, str):
        return dim
    size = _integer(dim, "a dimension", 'dimensions are given one by one, as numbers, names or "?"')
    if size < 0:
        raise ValueError(f"a dimension is at least 0, not {size}")
    return str(size)


def _parameters(opcode: Opcode, attributes: dict[str, SupportsIndex | Iterable[SupportsIndex]]) -> tuple[int, ...]:
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
        params += _integers(value, what) if parameter.is_list else [_integer(value, what)]
    return tuple(params)


def _integers(value: Any, what: str) -> list[int]:
    """An integer, or several, as a list."""
    try:
        return [operator.index(value)]
    except TypeError:
        elements = value if isinstance(value, Iterable) else [value]
        return [_integer(element, f"an element of {what}") for element in elements]


def _integer(value: Any, what: str, hint: str | None = None) -> int:
    """Any kind of integer, those of NumPy among them, as one of Python."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{what} is an integer, not {shown(value)}{f' ({hint})' if hint else ''}") from None


def near(name: str, known: Iterable[str]) -> list[str]:
    """The known names that are close to a name."""
    return difflib.get_close_matches(name[:_NEAR_CHARACTERS], list(known), n=3, cutoff=0.5)


def _or_near(name: str, known: Iterable[str]) -> str:
    found = near(name, known)
    return f", did you mean {' or '.join(map(repr, found))}?" if found else ""


@contextmanager
def collector_paused() -> Iterator[None]:
    """No cyclic garbage collection within this block: thousands of new objects, none of them in a cycle, trigger it."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
