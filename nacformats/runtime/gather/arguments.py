"""Matching the arguments of a run with the values of the graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nacformats.errors import InvalidError
from nacformats.graph.graph import NOTHING, Graph, GraphValue, Input, Lost, Weight
from nacformats.runtime.gather.tensors import Port
from nacformats.runtime.messages import did_you_mean

#: Arguments by position, or by name.
Inputs = Sequence[Any] | Mapping[str, Any]


class RunArguments:
    """The names and positions under which a caller gives values.

    Attributes:
        inputs: the inputs in order.
        lifted: what an exporter made of constants, or lost.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        inputs = [value for value in graph.every(Input) if not value.lifted]
        self.inputs = [port(value, f"in{position}") for position, value in enumerate(inputs)]
        self.lifted = [
            port(value, f"value{value.index}", not isinstance(value, Input) or value.default is NOTHING)
            for value in graph.values
            if isinstance(value, Lost) or (isinstance(value, Input) and value.lifted)
        ]
        self._every = [value.index for value in graph.every(Input)]

    def assigned(self, inputs: Inputs, named: Mapping[str, Any]) -> dict[int, Any]:
        """Return the arguments by the index of their value.

        Raises:
            InvalidError: there are too many, one has an unknown name, or one is given twice.
            TypeError: it is an array, whose rows would be taken for arguments.
        """
        if hasattr(inputs, "shape"):
            kind = type(inputs).__name__
            raise TypeError(f"inputs: expected a list of arrays, or a dict by name, got one {kind}: write [array]")
        if isinstance(inputs, Mapping):
            named = {**inputs, **named}
            inputs = ()
        given: dict[int, Any] = dict(zip(self._positions(len(inputs)), inputs, strict=True))
        for name, value in named.items():
            index = self._index(name)
            if index in given:
                raise self._error(f"input {name!r} is given twice")
            given[index] = value
        return given

    def require(self, given: Mapping[int, Any]) -> None:
        """Raise InvalidError when an input of a run has no value."""
        missing = [port for port in self.inputs if port.index not in given]
        if missing:
            names = ", ".join(f"{port.name!r} ({self._graph.unit} {port.index})" for port in missing)
            wanted = f"{len(self.inputs)}: {', '.join(port.name for port in self.inputs)}"
            raise self._error(f"no value for input {names}", expected=wanted, actual=len(self.inputs) - len(missing))

    def _positions(self, count: int) -> list[int]:
        """Return the indices that a list of this many arguments is for."""
        if count == len(self._every):
            return self._every
        if count <= len(self.inputs):
            return [port.index for port in self.inputs[:count]]
        wanted = f"{len(self.inputs)}"
        if len(self._every) > len(self.inputs):
            wanted += f", or {len(self._every)} with the lifted constants"
        raise self._error("too many inputs", expected=wanted, actual=count)

    def _index(self, name: str) -> int:
        """Return the value that a name refers to: an input, else a position, else a parameter."""
        for indices in self._candidates(name):
            if len(indices) > 1:
                raise self._error(f"there are several inputs {name!r}")
            if indices:
                return indices[0]
        known = [port.name for port in (*self.inputs, *self.lifted)]
        hint = did_you_mean(name, known)
        raise self._error(f"there is no input {name!r}{hint}", expected=f"one of: {', '.join(known)}")

    def _candidates(self, name: str) -> Iterator[list[int]]:
        yield [port.index for port in (*self.inputs, *self.lifted) if port.name == name]
        yield [port.index for position, port in enumerate(self.inputs) if name == f"in{position}"]
        yield [value.index for value in self._graph.every(Weight) if value.name == name]

    def _error(self, reason: str, **details: Any) -> InvalidError:
        return InvalidError(reason, format=self._graph.format, path="inputs", **details)


def port(value: GraphValue, name: str, required: bool = True) -> Port:
    """Return the port of a value that goes in or comes out; `name` is for a value without one."""
    return Port(value.name or name, value.index, value.type.shape, value.type.dtype, required)
