"""Recurrent layers."""

from __future__ import annotations

from collections.abc import Sequence

from nacformats.onnx.reading.node import NodeReader, operation
from nacformats.onnx.reading.values import GraphTensor, NamedValue, Refusal
from nacformats.ops.names import ATEN

#: Where the gates of ATen are among those of ONNX: input, output, forget, cell; update, reset, hidden.
_ORDER = {"LSTM": (0, 2, 3, 1), "GRU": (1, 0, 2), "RNN": (0,)}
_ACTIVATIONS = {"LSTM": ["Sigmoid", "Tanh", "Tanh"], "GRU": ["Sigmoid", "Tanh"], "RNN": ["Tanh"]}
_KERNELS = {"LSTM": "lstm", "GRU": "gru", "RNN": "rnn_tanh"}


@operation("LSTM", "GRU", "RNN")
def _recurrent(node: NodeReader) -> tuple[NamedValue, ...]:
    """Return all states of a layer, the last ones, and the last cells of an LSTM."""
    directions = 2 if node.attribute("direction", "forward") == "bidirectional" else 1
    backwards = node.attribute("direction", "forward") == "reverse"
    kernel = _supported(node, directions)
    x, batch_first = node[0], bool(node.attribute("layout", 0))
    if batch_first:
        x = node.build.permute(x, [1, 0, 2])
    if backwards:
        x = node.emit(ATEN.flip.default, x, [0])
    hidden = node.attribute("hidden_size") or _fixed(node.value(2).shape, 2)
    steps, batch = node.build.size(x, 0), node.build.size(x, 1)
    places = (5, 6) if node.operator == "LSTM" else (5,)
    start = [_state(node, place, directions, batch, hidden, x, batch_first) for place in places]
    parameters = _parameters(node, directions, hidden)
    options = (True, 1, 0.0, False, directions == 2, False)
    given = start if node.operator == "LSTM" else start[0]
    found, *last = node.build.parts(
        f"aten.{kernel}.input", x, given, parameters, *options, dtypes=[x.dtype] * (1 + len(start))
    )
    every = node.build.reshape(found, [steps, batch, directions, hidden])
    if backwards:
        every = node.emit(ATEN.flip.default, every, [0])
    if batch_first:
        every = node.build.permute(every, [1, 0, 2, 3])
        last = [node.build.permute(value, [1, 0, 2]) for value in last]
    else:
        every = node.build.permute(every, [0, 2, 1, 3])
    return every, *last


def _supported(node: NodeReader, directions: int) -> str:
    """Return the kernel; refuse a node that asks for what it does not do."""
    kind = node.operator
    names = node.attribute("activations") or _ACTIVATIONS[kind] * directions
    expected = [name.lower() for name in _ACTIVATIONS[kind] * directions]
    kernel = _KERNELS[kind]
    given = [name.lower() for name in names]
    if kind == "RNN" and given == ["relu"] * directions:
        kernel = "rnn_relu"
    elif given != expected:
        raise Refusal(f"activations {', '.join(names)}")
    if node.attribute("clip"):
        raise Refusal("clipped activations")
    if node.has(4):
        raise Refusal("sequences of different lengths")
    if kind == "LSTM" and (node.has(7) or node.attribute("input_forget", 0)):
        raise Refusal("peepholes, or coupled gates")
    if kind == "GRU" and not node.attribute("linear_before_reset", 0):
        raise Refusal("linear_before_reset = 0")
    return kernel


def _fixed(shape: Sequence[object] | None, axis: int) -> int:
    size = shape[axis] if shape is not None else None
    if not isinstance(size, int):
        raise Refusal("hidden_size is missing")
    return size


def _state(
    node: NodeReader, place: int, directions: int, batch: object, hidden: int, x: GraphTensor, batch_first: bool
) -> GraphTensor:
    value = node.optional(place)
    if value is None:
        return node.build.filled([directions, batch, hidden], 0, x.dtype)  # type: ignore[list-item]
    return node.build.permute(value, [1, 0, 2]) if batch_first else node.build.tensor(value)


def _parameters(node: NodeReader, directions: int, hidden: int) -> list[GraphTensor]:
    """Return the weights and biases of each direction, with the gates in ATen's order."""
    gates = len(_ORDER[node.operator])
    found = []
    for direction in range(directions):
        for place in (1, 2):
            matrix = node.emit(ATEN.select.int, node[place], 0, direction)
            found.append(_ordered(node, matrix, hidden))
        if node.has(3):
            both = node.emit(ATEN.select.int, node[3], 0, direction)
            halves = (node.build.slice(both, 0, half * gates * hidden, (half + 1) * gates * hidden) for half in (0, 1))
            found += [_ordered(node, half, hidden) for half in halves]
        else:
            zeros = node.build.filled([gates * hidden], 0, node[1].dtype)
            found += [zeros, zeros]
    return found


def _ordered(node: NodeReader, rows: GraphTensor, hidden: int) -> GraphTensor:
    order = _ORDER[node.operator]
    if order == tuple(range(len(order))):
        return rows
    return node.build.cat([node.build.slice(rows, 0, gate * hidden, (gate + 1) * hidden) for gate in order], 0)
