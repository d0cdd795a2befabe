"""Recurrent layers: LSTM, GRU and the plain ones, of several layers and of both directions.

The products with the whole input are made at once for every layer; only the products with the state go step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from nacformats.ops.dtypes import Array
from nacformats.ops.kernels._arguments import check_rank, check_same_type, check_shape
from nacformats.ops.kernels._packing import kept_form
from nacformats.ops.kernels._schemas import aten_named, in_float32

#: The states of one direction of one layer: hidden, and for an LSTM the cell.
_States = tuple[Array, ...]


@dataclass(frozen=True)
class _Weights:
    """The parameters of one direction of one layer; the rows of the first four are the gates."""

    w_input: Array
    w_hidden: Array
    b_input: Array | None = None
    b_hidden: Array | None = None
    projection: Array | None = None


#: One step: (input products with bias, states, weights) -> new states, the hidden one first.
_Cell = Callable[[Array, _States, _Weights], _States]


def _sigmoid(x: Array) -> Array:
    return np.asarray(0.5 * np.tanh(0.5 * x) + 0.5)


def _hidden_products(hidden: Array, weights: _Weights) -> Array:
    products = hidden @ weights.w_hidden.T
    return products if weights.b_hidden is None else products + weights.b_hidden


def _gates(x: Array, count: int) -> list[Array]:
    """Return views of as many equal parts of the last dimension."""
    size = x.shape[-1] // count
    return [x[..., start : start + size] for start in range(0, x.shape[-1], size)]


def _lstm_step(inputs: Array, states: _States, weights: _Weights) -> _States:
    hidden, cell = states
    sums = inputs + _hidden_products(hidden, weights)
    entry, forget, _, exit_ = _gates(_sigmoid(sums), 4)
    cell = forget * cell + entry * np.tanh(_gates(sums, 4)[2])
    hidden = exit_ * np.tanh(cell)
    return (hidden if weights.projection is None else hidden @ weights.projection.T), cell


def _gru_step(inputs: Array, states: _States, weights: _Weights) -> _States:
    (hidden,) = states
    products = _hidden_products(hidden, weights)
    reset, update, _ = _gates(_sigmoid(inputs + products), 3)
    candidate = np.tanh(_gates(inputs, 3)[2] + reset * _gates(products, 3)[2])
    return (candidate + update * (hidden - candidate),)


def _tanh_step(inputs: Array, states: _States, weights: _Weights) -> _States:
    return (np.tanh(inputs + _hidden_products(states[0], weights)),)


def _relu_step(inputs: Array, states: _States, weights: _Weights) -> _States:
    return (np.maximum(inputs + _hidden_products(states[0], weights), 0),)


def _run_lstm(x: Array, states: _States, weights: _Weights, outputs: Array) -> _States:
    """Take all steps of an LSTM, whose hidden states go to outputs (T, N, H); return the last states.

    sigmoid(x) is 0.5 tanh(0.5 x) + 0.5: the rows of the three gates that are sigmoids are halved and come first, so
    that a step is one product, one tanh and a few sums over arrays that stay where they are.
    """
    hidden, cell = states[0], states[1].copy()
    size = cell.shape[-1]
    w_input, w_hidden, bias = _halved(weights, transposed=len(hidden) > 1)
    inputs = x.reshape(-1, x.shape[-1]) @ w_input
    if bias is not None:
        inputs += bias
    inputs = inputs.reshape(*x.shape[:2], 4 * size)
    sums, product = np.empty_like(inputs[0]), np.empty_like(cell)
    sigmoids, candidate = sums[:, : 3 * size], sums[:, 3 * size :]
    entry, forget, leave = _gates(sigmoids, 3)
    for step, output in zip(inputs, outputs, strict=True):
        np.matmul(hidden, w_hidden, out=sums)
        sums += step
        np.tanh(sums, out=sums)
        sigmoids *= 0.5
        sigmoids += 0.5
        cell *= forget
        np.multiply(entry, candidate, out=product)
        cell += product
        np.tanh(cell, out=output)
        output *= leave
        hidden = output
    return hidden, cell


def _halved(weights: _Weights, transposed: bool) -> tuple[Array, Array, Array | None]:
    """Return both matrices of an LSTM by columns and the sum of its biases: entry, forget, exit (halved), candidate.

    transposed: the second one has to be fast for several rows, rather than for one.
    """
    arranged = [kept_form(bias, _arranged, False) for bias in (weights.b_input, weights.b_hidden) if bias is not None]
    bias = sum(arranged[1:], start=arranged[0])[:, 0] if arranged else None
    w_hidden = kept_form(weights.w_hidden, _arranged, transposed)
    return kept_form(weights.w_input, _arranged, False).T, w_hidden if transposed else w_hidden.T, bias


def _arranged(rows: Array, by_columns: bool) -> Array:
    """Return rows (4 * size, width), or (4 * size), of the gates in that order, as a matrix or as its columns."""
    gates = rows.reshape(4, len(rows) // 4, -1)
    _, size, width = gates.shape
    out = np.empty((width, 4, size) if by_columns else (4, size, width), rows.dtype)
    view = out.transpose(1, 2, 0) if by_columns else out
    for place, gate in enumerate((0, 1, 3, 2)):
        np.multiply(gates[gate], 0.5 if place < 3 else 1.0, out=view[place])
    return out.reshape(width, 4 * size) if by_columns else out.reshape(4 * size, width)


#: From so many steps on it pays to bring the weights into another order.
_MANY_STEPS = 4
#: The step of each recurrence.
_CELLS: dict[str, _Cell] = {"lstm": _lstm_step, "gru": _gru_step, "rnn_tanh": _tanh_step, "rnn_relu": _relu_step}
#: Gates of each cell.
_GATES: dict[_Cell, int] = {_lstm_step: 4, _gru_step: 3, _tanh_step: 1, _relu_step: 1}


def _check_weights(operation: str, cell: _Cell, features: int, states: _States, weights: _Weights) -> None:
    rows = _GATES[cell] * states[-1].shape[-1]
    check_shape(operation, "w_ih", weights.w_input, (rows, features))
    check_shape(operation, "w_hh", weights.w_hidden, (rows, states[0].shape[-1]))
    check_shape(operation, "b_ih", weights.b_input, (rows,))
    check_shape(operation, "b_hh", weights.b_hidden, (rows,))
    check_shape(operation, "w_hr", weights.projection, (states[0].shape[-1], states[-1].shape[-1]))


def _input_products(x: Array, weights: _Weights) -> Array:
    products = x @ weights.w_input.T
    if weights.b_input is not None:
        products += weights.b_input
    return np.asarray(products)


def _run_direction(operation: str, cell: _Cell, x: Array, states: _States, weights: _Weights) -> tuple[Array, _States]:
    """Return the hidden states (T, N, H) of all steps over x (T, N, I), and the last states."""
    _check_weights(operation, cell, x.shape[-1], states, weights)
    outputs = np.empty((*x.shape[:2], states[0].shape[-1]), x.dtype)
    if cell is _lstm_step and weights.projection is None and len(x) >= _MANY_STEPS:
        return outputs, _run_lstm(x, states, weights, outputs)
    inputs = _input_products(x, weights)
    if len(x) >= _MANY_STEPS and x.shape[1] > 1:
        weights = replace(weights, w_hidden=np.ascontiguousarray(weights.w_hidden.T).T)
    for step, products in enumerate(inputs):
        states = cell(products, states, weights)
        outputs[step] = states[0]
    return outputs, states


def _initial(operation: str, hx: Array | Sequence[Array]) -> _States:
    states = (hx,) if isinstance(hx, np.ndarray) else tuple(hx)
    if operation.startswith("lstm") and len(states) != 2:
        raise ValueError(f"{operation}: hx must be the hidden and the cell states, got {len(states)} tensors")
    return states


@aten_named("lstm.input", "gru.input", "rnn_tanh.input", "rnn_relu.input")
@in_float32
def _layers(
    operation: str,
    x: Array,
    hx: Array | Sequence[Array],
    parameters: Sequence[Array],
    has_biases: bool,
    num_layers: int,
    dropout: float,
    train: bool,
    bidirectional: bool,
    batch_first: bool,
) -> tuple[Array, ...]:
    """Return outputs (T, N, directions * H) of x (T, N, I) (N first with batch_first), and the last states of
    each kind.

    States are (layers * directions, N, size).
    """
    initial = _initial(operation, hx)
    if train and dropout > 0 and num_layers > 1:
        raise ValueError(f"{operation}: dropout={dropout} in training is random, only inference is run")
    check_rank(operation, 3, input=x)
    check_same_type(operation, input=x, **{f"parameter {number}": each for number, each in enumerate(parameters)})
    sequence = x.swapaxes(0, 1) if batch_first else x
    directions = 2 if bidirectional else 1
    for state in initial:
        check_rank(operation, 3, hx=state)
        check_shape(operation, "hx", state, (num_layers * directions, sequence.shape[1], state.shape[-1]))
    projected = initial[0].shape[-1] != initial[-1].shape[-1]
    weights = _weights(operation, parameters, num_layers * directions, has_biases, projected)
    finals: list[_States] = []
    for layer in range(num_layers):
        outputs = []
        for direction in range(directions):
            number = layer * directions + direction
            states = tuple(state[number] for state in initial)
            order = slice(None, None, -1 if direction else 1)
            output, last = _run_direction(operation, _CELLS[operation], sequence[order], states, weights[number])
            outputs.append(output[order])
            finals.append(last)
        sequence = outputs[0] if len(outputs) == 1 else np.concatenate(outputs, axis=-1)
    out = np.ascontiguousarray(sequence.swapaxes(0, 1) if batch_first else sequence)
    return out, *(np.stack(each) for each in zip(*finals, strict=True))


def _weights(
    operation: str, parameters: Sequence[Array], count: int, has_biases: bool, projected: bool
) -> list[_Weights]:
    """Return the parameters of every direction of every layer: w_ih, w_hh, then b_ih, b_hh, then w_hr, as far as there
    are.
    """
    names = ["w_input", "w_hidden", *(["b_input", "b_hidden"] * has_biases), *(["projection"] * projected)]
    if count < 1 or len(parameters) != count * len(names):
        raise ValueError(f"{operation}: expected {count} times {len(names)} parameters, got {len(parameters)}")
    weights = []
    for start in range(0, len(parameters), len(names)):
        named: dict[str, Array] = dict(zip(names, parameters[start : start + len(names)], strict=True))
        weights.append(_Weights(**named))
    return weights
