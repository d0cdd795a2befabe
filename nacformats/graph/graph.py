"""The graph of every format, which NAC instructions and Mind IR values become before they are run or converted.

A graph is a list of values in the order in which they are computed. Value i of a NAC file is the result of instruction
i, value i of a Mind IR graph is the one with id i, so that a place in the graph is a place in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.errors import FormatError, InvalidError

#: A size: a number, the name of a symbolic size, or None when nothing is known about it.
Dim = int | str | None


@dataclass(frozen=True, slots=True)
class ValueType:
    """The known type of a tensor; None for what is not known."""

    dtype: np.dtype[Any] | None = None
    shape: tuple[Dim, ...] | None = None

    def __str__(self) -> str:
        dtype = "any type" if self.dtype is None else self.dtype.name
        if self.shape is None:
            return dtype
        return f"{dtype}[{', '.join('?' if dim is None else str(dim) for dim in self.shape)}]"


UNKNOWN = ValueType()

#: The name of a weight that the compiler computed; a number follows where there are several.
FOLDED = "folded"


@dataclass(frozen=True, slots=True)
class Ref:
    """The value at an index; with `part`, one element of a value that is a tuple."""

    index: int
    part: int | None = None


#: An operand of an operation: another value, or a constant (None, bool, int, float, str, list of those).
GraphOperand = Any


@dataclass(slots=True)
class GraphValue:
    """A value of a graph.

    Attributes:
        index: its place in the graph.
        name: of an input or parameter; "" when it has none.
        type: what is known of it.
        offset, line: where the file (bytes; text: 1-based line) defines it, or None.
        place: its index in the file, where others were put before it since; else None.
    """

    index: int
    name: str = ""
    type: ValueType = UNKNOWN
    offset: int | None = None
    line: int | None = None
    place: int | None = field(default=None, kw_only=True)

    #: The noun for values of this class in messages.
    noun: ClassVar[str] = "value"

    @property
    def label(self) -> str:
        """The value as messages name it."""
        return f"{self.noun} {self.name!r}" if self.name else self.noun


class _Nothing:
    def __repr__(self) -> str:
        return "NOTHING"


#: Means "no default value", since None is a value.
NOTHING = _Nothing()


@dataclass(slots=True)
class Input(GraphValue):
    """A value that the caller gives.

    lifted: the exporter made it from a constant (NAC 7.1.4); then `default` may hold that constant, and `lost` says why
    it does not.
    """

    noun = "input"
    lifted: bool = False
    default: Any = NOTHING
    lost: str = ""


@dataclass(slots=True)
class Weight(GraphValue):
    """A parameter of the model.

    load gives its dequantized array; it is None when the file holds none and the caller has to give it. allocates gives
    the bytes of memory that load needs, 0 for a view of the file; None where that is not known. parameter is its id,
    where the format has ids: values with one id are one parameter.
    """

    noun = "parameter"
    load: Callable[[], Array] | None = None
    allocates: Callable[[], int] | None = None
    parameter: int | None = None


@dataclass(slots=True)
class State(GraphValue):
    """A tensor that lives from one run to the next, such as a key-value cache."""

    noun = "state"
    state_id: int = 0


@dataclass(slots=True)
class Saved(GraphValue):
    """The result of a value of the program, which its training program takes. source: the index of that value."""

    noun = "saved value"
    source: int = 0


@dataclass(slots=True)
class Target(GraphValue):
    """A target of training, which the caller of a step gives. number: its place among the targets."""

    noun = "target"
    number: int = 0


@dataclass(slots=True)
class Lost(GraphValue):
    """A value that the writer computed and did not store; only the caller can supply it."""

    reason: str = ""

    @property
    def label(self) -> str:
        return "lost value"


@dataclass(slots=True)
class Operation(GraphValue):
    """The result of an operation.

    Attributes:
        operator: canonical name, such as "aten.linear.default".
        operands: Refs and constants in order. Arguments that were keywords come last when the format drops
            their names.
        attributes: arguments by name, where the format keeps the names.
    """

    operator: str = ""
    operands: tuple[GraphOperand, ...] = ()
    attributes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def label(self) -> str:
        return self.operator


_Kind = TypeVar("_Kind", bound=GraphValue)
_Error = TypeVar("_Error", bound=FormatError)


@dataclass
class Graph:
    """Values in the order in which they are computed, and which of them are the result.

    Attributes:
        format: name of the format that it was read from.
        unit: what that format calls a value ("instruction" or "value").
        values: each refers to earlier ones only; values[i].index is i.
        outputs: the results, in order.
        output_names: their names, where the graph has any; else empty.
        d_model: size of the embedding or hidden state, where the model says it.
        path: of the list in the file that the values are from, where it is not the program itself.
    """

    format: str
    unit: str
    values: list[GraphValue]
    outputs: tuple[Ref, ...] = ()
    output_names: tuple[str, ...] = ()
    d_model: int | None = None
    path: str = ""

    def every(self, kind: type[_Kind]) -> Iterator[_Kind]:
        """Return the values of one kind, in order."""
        return (value for value in self.values if isinstance(value, kind))

    def error(self, kind: type[_Error], value: GraphValue, reason: str, **details: Any) -> _Error:
        """Return an exception that says at which value of the graph, and where in the file, something is wrong."""
        place = value.index if value.place is None else value.place
        path = f"{self.path}[{place}]" if self.path else f"{self.unit} {place}"
        return kind(
            reason, format=self.format, path=f"{path} ({value.label})", offset=value.offset, line=value.line, **details
        )

    def located(self, error: FormatError, value: GraphValue) -> FormatError:
        """Return an error of the work on a value, which says at which value of the graph it is as well."""
        details = {"expected": error.expected, "actual": error.actual, "hint": error.hint}
        return self.error(type(error), value, error.reason, **details)

    def verify(self) -> None:
        """Refuse references to values that do not exist or come later, and so every cycle.

        Raises:
            InvalidError: it names the value that holds the reference.
        """
        for value in self.values:
            for ref in refs_of(value):
                self._verify_reference(value, ref)
        for ref in self.outputs:
            if not 0 <= ref.index < len(self.values):
                reason = f"an output is {self.unit} {ref.index}, which does not exist"
                raise InvalidError(reason, format=self.format, path="outputs", expected=f"0 to {len(self.values) - 1}")

    def _verify_reference(self, value: GraphValue, ref: Ref) -> None:
        if 0 <= ref.index < value.index:
            return
        if ref.index == value.index:
            reason = "takes its own result as an operand"
        elif 0 <= ref.index < len(self.values):
            reason = f"takes the result of {self.unit} {ref.index}, which is computed later"
        else:
            reason = f"takes the result of {self.unit} {ref.index}, which does not exist"
        allowed = f"an earlier {self.unit}, 0 to {value.index - 1}" if value.index else "no result as an operand"
        raise self.error(InvalidError, value, reason, expected=allowed)


@dataclass(frozen=True, slots=True)
class Update:
    """A step of gradient descent at the end of a training program: parameter -= rate * gradient.

    Attributes:
        index: of the value of the training program that asks for it.
        parameter: id of the parameter.
        name: its name, "" when it has none.
        gradient, rate: values of the training program.
    """

    index: int
    parameter: int
    name: str
    gradient: Ref
    rate: Ref


@dataclass
class TrainingProgram:
    """A program that computes gradients of the parameters of another one.

    Attributes:
        graph: its values: Saved ones, Targets, Weights, constants (Inputs that are lifted) and Operations.
        updates: what is done with the gradients, in order.
        by_position: whether parameters and inputs may be others than it says, since its writer took them for those
            that have the same position in another graph, as the public compiler does.
    """

    graph: Graph
    updates: tuple[Update, ...] = ()
    by_position: bool = True


def refs_of(value: GraphValue) -> Iterator[Ref]:
    """Return the references that a value holds, those inside lists of operands included."""
    return refs_in((*value.operands, *value.attributes.values()) if isinstance(value, Operation) else ())


def refs_in(operands: Iterable[GraphOperand]) -> Iterator[Ref]:
    """Yield the references among operands, those inside lists included."""
    for operand in operands:
        if isinstance(operand, Ref):
            yield operand
        elif isinstance(operand, list | tuple):
            yield from (item for item in operand if isinstance(item, Ref))


def needed_values(values: Sequence[GraphValue], outputs: Iterable[Ref]) -> set[int]:
    """Return the values that outputs depend on."""
    needed = {ref.index for ref in outputs}
    for value in reversed(values):
        if value.index in needed:
            needed.update(ref.index for ref in refs_of(value))
    return needed


def meaning_of(operand: GraphOperand) -> Hashable:
    """Return what is equal for operands that mean the same: constants of one type and value, so that True, 1 and 1.0
    differ, and so do 0.0 and -0.0.
    """
    if isinstance(operand, list | tuple):
        return tuple([meaning_of(item) for item in operand])
    return operand if isinstance(operand, Ref) else (type(operand).__name__, repr(operand))
