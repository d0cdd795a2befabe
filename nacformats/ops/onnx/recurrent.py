"""Recurrent networks: LSTM, GRU and plain ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from nacformats.ops.onnx.emitter import Emitter, Inexpressible, OnnxSize, Symbol, rule

#: By ONNX's name: the order of ONNX's gates in PyTorch's, and further attributes.
_NETWORKS: dict[str, tuple[tuple[int, ...], dict[str, Any]]] = {
    "LSTM": ((0, 3, 1, 2), {}),
    "GRU": ((1, 0, 2), {"linear_before_reset": 1}),
    "RNN": ((0,), {}),
}


def _gates(e: Emitter, x: Symbol, order: Sequence[int]) -> Symbol:
    """Emit the gates of a weight or bias in ONNX's order, as for one direction."""
    rank = e.rank(x)
    if len(order) > 1:
        parts = e.ops("Split", len(order), x, axis=0, num_outputs=len(order))
        x = replace(e.op("Concat", *(parts[place] for place in order), axis=0), rank=rank)
    return e.unsqueeze(x, [0])


def _layer(
    e: Emitter, kind: str, x: Symbol, states: Sequence[Symbol], weights: Any, hidden: int, **attributes: Any
) -> tuple[Symbol, ...]:
    """Emit one layer: weights have a list for each direction; the states are [directions, batch, hidden]."""
    order, own = _NETWORKS[kind]
    directions = len(weights)
    packed = [e.concat([_gates(e, each[place], order) for each in weights], 0) for place in range(2)]
    bias = None
    if len(weights[0]) == 4:
        rows = [e.concat([_gates(e, each[2], order), _gates(e, each[3], order)], 1) for each in weights]
        bias = e.concat(rows, 0)
    direction = "bidirectional" if directions == 2 else "forward"
    count = 3 if kind == "LSTM" else 2
    found = e.ops(
        kind, count, x, *packed, bias, None, *states, direction=direction, hidden_size=hidden, **own, **attributes
    )
    output = replace(found[0], rank=4)
    if directions == 1:
        return (e.squeeze(output, [1]), *found[1:])
    moved = e.permute(output, [0, 2, 1, 3])
    return (replace(e.op("Reshape", moved, e.indices(0, 0, -1)), rank=3), *found[1:])


def _network(
    kind: str, attributes: dict[str, Any], e: Emitter, x: Symbol, hx: Any, params: Sequence[Symbol], *options: Any
) -> tuple[Symbol, ...]:
    has_biases, layers, _dropout, _train, bidirectional, batch_first = options
    states = list(hx) if isinstance(hx, list | tuple) else [hx]
    directions = 1 + bidirectional
    each = 4 if has_biases else 2
    if len(params) != each * layers * directions:
        raise Inexpressible("a recurrent network with projections")
    rank = e.rank(x)
    x, *rest = e.single(x, *states, *params)
    states, weights = rest[: len(states)], rest[len(states) :]
    x = replace(x, rank=rank)
    if rank == 2:
        x = e.unsqueeze(x, [1])
        states = [e.unsqueeze(replace(state, rank=2), [1]) for state in states]
    elif batch_first:
        x = e.swap(x, 0, 1)
    size: OnnxSize = e.size(params[1], 1)
    if isinstance(size, Symbol):
        raise Inexpressible("a recurrent network with weights of unknown sizes")
    lasts: list[tuple[Symbol, ...]] = []
    for layer in range(layers):
        start = layer * directions
        own = [weights[(start + place) * each : (start + place + 1) * each] for place in range(directions)]
        first = [e.slice(replace(state, rank=3), 0, start, start + directions) for state in states]
        first = states if layers == 1 else first
        again = {**attributes, "activations": attributes["activations"] * directions} if attributes else {}
        x, *ends = _layer(e, kind, x, first, own, size, **again)
        lasts.append(tuple(ends))
    finals = [e.concat([replace(ends[place], rank=3) for ends in lasts], 0) for place in range(len(states))]
    if rank == 2:
        return (e.squeeze(replace(x, rank=3), [1]), *(e.squeeze(final, [1]) for final in finals))
    return (e.swap(replace(x, rank=3), 0, 1) if batch_first else x, *finals)


rule("lstm.input")(partial(_network, "LSTM", {}))
rule("gru.input")(partial(_network, "GRU", {}))
rule("rnn_tanh.input")(partial(_network, "RNN", {"activations": ["Tanh"]}))
rule("rnn_relu.input")(partial(_network, "RNN", {"activations": ["Relu"]}))
