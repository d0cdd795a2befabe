"""What all constructs of this package have in common."""

# ruff: noqa: ARG002  the protocol of construct passes more than each construct needs

from __future__ import annotations

from typing import Any

import numpy as np
from construct import Construct, StreamError, Subconstruct

from nacformats.codec.constructs.failures import EndOfStreamError
from nacformats.codec.constructs.nodes import MissingError, Place, RecordError, RecordNode
from nacformats.codec.constructs.streams import Reader, Writer
from nacformats.codec.streams import Buffer


class Part(Construct):  # type: ignore[misc]
    """A construct that knows what to make of the values of a tree that is built."""

    def resolve(self, value: Any, node: RecordNode) -> Any:
        """The value as expressions see it: dicts become Nodes, names of enum members become members."""
        return value

    def default(self, node: RecordNode) -> Any:
        """The value of a field that the tree leaves out."""
        raise MissingError("has to be given", Place(node))

    def measure(self, value: Any, node: RecordNode) -> int:
        """How many bytes a value takes, without looking at the field that says so."""
        writer = Writer()
        self._build(value, writer, node, Place(node))
        return writer.size


class Wrapper(Subconstruct, Part):  # type: ignore[misc]
    """A Part around another one, for the same value."""

    def resolve(self, value: Any, node: RecordNode) -> Any:
        return self.subcon.resolve(value, node)

    def default(self, node: RecordNode) -> Any:
        return self.subcon.default(node)

    def measure(self, value: Any, node: RecordNode) -> int:
        return int(self.subcon.measure(value, node))


def as_bytes(value: Any, node: RecordNode) -> Buffer:
    """A buffer of whatever format as a view of its bytes."""
    if isinstance(value, bytes):
        return value
    try:
        view = value if isinstance(value, memoryview) else memoryview(value)
        if view.ndim == 1 and view.format == "B":
            return view
        return np.frombuffer(view, np.uint8).data if view.nbytes else b""
    except (TypeError, BufferError):  # no buffer, or one with holes
        raise RecordError("has to be bytes", Place(node), actual=type(value).__name__) from None


def read_exactly(stream: Reader, size: int, path: Place) -> Buffer:
    if size < 0:
        raise StreamError(f"a size of {size} bytes", path)
    data: Buffer = stream.read(size)
    if len(data) < size:
        message = f"the stream ends too early: expected {size} bytes, got {len(data)}"
        raise EndOfStreamError(message, size, len(data), path)
    return data
