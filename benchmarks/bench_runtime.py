"""Sessions on NAC files against PyTorch in eager mode on the same number of threads, ratios in one run.

Each model is written once as a program, and once as the calls that PyTorch makes for it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from benchmarks._common import Comparison, compare
from nacformats.formats.nac.builder import NacBuilder
from nacformats.runtime import Session

#: Operations in the chain, and what one of them may take, kernel included, in seconds.
CHAIN_OPERATIONS, OPERATION_BUDGET = 6_002, 1.5e-6
#: How many times as long as PyTorch we may take.
MLP_GOAL, CONVOLUTION_GOAL, ATTENTION_GOAL = 1.3, 3.0, 2.0

_random = np.random.default_rng(0)


class Model:
    """A program in the making, and its weights as tensors of PyTorch."""

    def __init__(self) -> None:
        self.builder = NacBuilder()
        self.weights: list[Any] = []

    def weight(self, *shape: int) -> Any:
        array = (_random.standard_normal(shape) / np.sqrt(np.prod(shape[1:]) or 1)).astype(np.float32)
        self.weights.append(array)
        return self.builder.parameter(f"w{len(self.weights)}", array)

    def __call__(self, name: str, *arguments: Any) -> Any:
        return self.builder.operation(name, *arguments)

    def session(self, output: Any) -> Session:
        self.builder.output(output)
        return Session(self.builder.build())


def run() -> Iterator[Comparison]:
    """The goals: 1.5 µs an operation; GEMM within 1.3x, convolutions within 3x, attention within 2x of PyTorch."""
    yield _overhead()
    try:
        import torch
    except ImportError:
        return
    torch.set_num_threads(len(os.sched_getaffinity(0)))
    with torch.inference_mode():
        yield _against(torch, f"MLP, {_MLP}", *_mlp(torch), MLP_GOAL)
        yield _against(torch, f"convolutions, {_CONVOLUTIONS}", *_convolutions(torch), CONVOLUTION_GOAL)
        yield _against(torch, f"attention, {_ATTENTION}", *_attention(torch), ATTENTION_GOAL)


def _overhead() -> Comparison:
    model = Model()
    value = model.builder.input("x")
    for _ in range(CHAIN_OPERATIONS // 2):
        value = model("nac.add", model("aten.tanh.default", value), 0.5)
    session, x = model.session(value), _random.standard_normal(16).astype(np.float32)
    measured = compare("", {"session": lambda: session.run([x])}, baseline="session")
    values = {"session": measured.values["session"] / CHAIN_OPERATIONS, "budget": OPERATION_BUDGET}
    return Comparison(f"one of {CHAIN_OPERATIONS} operations on 16 elements", values, "budget", goal=1)


def _against(torch: Any, title: str, session: Session, eager: Callable[[Any], Any], x: Any, goal: float) -> Comparison:
    tensor = torch.from_numpy(x)
    np.testing.assert_allclose(session.run([x])[0], eager(tensor).numpy(), rtol=1e-2, atol=1e-3)
    with_torch = Session(session.graph, engine="torch")
    contenders = {
        "session": lambda: session.run([x]),
        "session, torch engine": lambda: with_torch.run([x]),
        "PyTorch": lambda: eager(tensor),
    }
    return compare(title, contenders, baseline="PyTorch", goal=1 / goal)


_MLP = "4 layers of 1024, batch 64"


def _mlp(torch: Any) -> tuple[Session, Callable[[Any], Any], Any]:
    model = Model()
    value = model.builder.input("x")
    for _ in range(4):
        value = model(
            "aten.relu.default", model("aten.linear.default", value, model.weight(1024, 1024), model.weight(1024))
        )
    weights = [torch.from_numpy(array) for array in model.weights]

    def eager(x: Any) -> Any:
        for weight, bias in zip(weights[::2], weights[1::2], strict=True):
            x = torch.relu(torch.nn.functional.linear(x, weight, bias))
        return x

    return model.session(value), eager, _random.standard_normal((64, 1024)).astype(np.float32)


_CONVOLUTIONS = "6 of 32 channels over 64 x 64"


def _convolutions(torch: Any) -> tuple[Session, Callable[[Any], Any], Any]:
    model = Model()
    value = model.builder.input("x")
    for _ in range(6):
        weight, bias = model.weight(32, 32, 3, 3), model.weight(32)
        value = model("aten.relu.default", model("aten.conv2d.default", value, weight, bias, [1, 1], [1, 1]))
    weights = [torch.from_numpy(array) for array in model.weights]

    def eager(x: Any) -> Any:
        for weight, bias in zip(weights[::2], weights[1::2], strict=True):
            x = torch.relu(torch.nn.functional.conv2d(x, weight, bias, padding=1))
        return x

    return model.session(value), eager, _random.standard_normal((1, 32, 64, 64)).astype(np.float32)


_LAYERS, _WIDTH, _HEADS, _LENGTH = 6, 256, 8, 64
_ATTENTION = f"{_LAYERS} layers, d = {_WIDTH}, S = {_LENGTH}"


def _attention(torch: Any) -> tuple[Session, Callable[[Any], Any], Any]:
    model = Model()
    value = model.builder.input("x")
    for _ in range(_LAYERS):
        value = _transformer_layer(model, value)
    weights = [torch.from_numpy(array) for array in model.weights]
    functional = torch.nn.functional

    def eager(x: Any) -> Any:
        for start in range(0, len(weights), 8):
            norm, norm_bias, qkv, qkv_bias, out, up, up_bias, down = weights[start : start + 8]
            hidden = functional.linear(functional.layer_norm(x, [_WIDTH], norm, norm_bias), qkv, qkv_bias)
            heads = [
                part.view(1, _LENGTH, _HEADS, _WIDTH // _HEADS).transpose(1, 2) for part in hidden.split(_WIDTH, dim=-1)
            ]
            attended = functional.scaled_dot_product_attention(*heads, is_causal=True)
            x = x + functional.linear(attended.transpose(1, 2).reshape(1, _LENGTH, _WIDTH), out)
            hidden = functional.linear(functional.layer_norm(x, [_WIDTH], norm, norm_bias), up, up_bias)
            x = x + functional.linear(functional.gelu(hidden), down)
        return x

    return model.session(value), eager, _random.standard_normal((1, _LENGTH, _WIDTH)).astype(np.float32)


def _transformer_layer(model: Model, x: Any) -> Any:
    """Attention of several heads and a perceptron, each after a normalization and added to its input."""
    norm = (model.weight(_WIDTH), model.weight(_WIDTH))
    qkv, qkv_bias, out = model.weight(3 * _WIDTH, _WIDTH), model.weight(3 * _WIDTH), model.weight(_WIDTH, _WIDTH)
    up, up_bias = model.weight(4 * _WIDTH, _WIDTH), model.weight(4 * _WIDTH)
    down = model.weight(_WIDTH, 4 * _WIDTH)
    normalized = model("aten.layer_norm.default", x, [_WIDTH], *norm)
    parts = model("aten.split.Tensor", model("aten.linear.default", normalized, qkv, qkv_bias), _WIDTH, -1)
    heads = [_heads(model, model("getitem", parts, place)) for place in range(3)]
    attended = model("aten.scaled_dot_product_attention.default", *heads, None, 0.0, True)
    joined = model("nac.view", model("aten.transpose.int", attended, 1, 2), [1, _LENGTH, _WIDTH])
    x = model("nac.add", x, model("aten.linear.default", joined, out))
    hidden = model("aten.linear.default", model("aten.layer_norm.default", x, [_WIDTH], *norm), up, up_bias)
    return model("nac.add", x, model("aten.linear.default", model("aten.gelu.default", hidden), down))


def _heads(model: Model, part: Any) -> Any:
    viewed = model("nac.view", part, [1, _LENGTH, _HEADS, _WIDTH // _HEADS])
    return model("aten.transpose.int", viewed, 1, 2)
