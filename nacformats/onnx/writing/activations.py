"""Activation functions."""

from __future__ import annotations

from functools import partial
from typing import Any

from nacformats.onnx.writing.emitter import Emitter, Inexpressible, OnnxOperand, Symbol
from nacformats.onnx.writing.pointwise import clamp_numbers
from nacformats.onnx.writing.table import add, rule
from nacformats.runtime.kernels._types import FLOAT64, category


@rule("relu")
def _relu(e: Emitter, x: Symbol) -> Symbol:
    (x,) = e.met(x)
    return e.op("Relu", x) if category(x.dtype) == 2 else e.op("Max", x, e.const(0, x.dtype))


@rule("silu")
def _silu(e: Emitter, x: Symbol) -> Symbol:
    (x,) = e.floats(x)
    return e.op("Mul", x, e.op("Sigmoid", x))


@rule("gelu")
def _gelu(e: Emitter, x: Symbol, *, approximate: str = "none") -> Symbol:
    return e.op("Gelu", *e.single(x), approximate=approximate)


def _direct(kind: str, e: Emitter, x: Symbol, **attributes: Any) -> Symbol:
    return e.op(kind, *e.single(x), **attributes)


add("mish", partial(_direct, "Mish"))
add("hardswish", partial(_direct, "HardSwish"))
add("hardsigmoid", partial(_direct, "HardSigmoid", alpha=1 / 6, beta=0.5))
add("selu", partial(_direct, "Selu"))
add("celu", lambda e, x, alpha=1.0: e.op("Celu", *e.single(x), alpha=float(alpha)))
add("hardtanh", lambda e, x, low=-1, high=1: clamp_numbers(e, x, low, high))
add("relu6", lambda e, x: clamp_numbers(e, x, 0, 6))


def _below_zero(e: Emitter, x: Symbol, other: Symbol) -> Symbol:
    return e.where(e.truth("Less", x, e.const(0, x.dtype)), other, x)


@rule("leaky_relu")
def _leaky_relu(e: Emitter, x: Symbol, slope: float = 0.01) -> Symbol:
    (x,) = e.floats(x)
    if x.dtype == FLOAT64:
        return _below_zero(e, x, e.op("Mul", x, e.const(slope, x.dtype)))
    return e.op("LeakyRelu", x, alpha=float(slope))


@rule("rrelu")
def _rrelu(
    e: Emitter, x: Symbol, lower: float = 0.125, upper: float = 1 / 3, training: bool = False, *_generator: Any
) -> Symbol:
    if training:
        raise Inexpressible("random slopes")
    return _leaky_relu(e, x, (lower + upper) / 2)


@rule("elu")
def _elu(e: Emitter, x: Symbol, alpha: float = 1, scale: float = 1, input_scale: float = 1) -> Symbol:
    (x,) = e.single(x)
    if scale == input_scale == 1:
        return e.op("Elu", x, alpha=float(alpha))
    inner = e.op("Elu", e.op("Mul", x, e.const(input_scale, x.dtype)), alpha=float(alpha))
    below = e.op("Mul", inner, e.const(scale, x.dtype))
    return e.where(e.truth("Less", x, e.const(0, x.dtype)), below, e.op("Mul", x, e.const(scale, x.dtype)))


@rule("softplus")
def _softplus(e: Emitter, x: Symbol, beta: float = 1, threshold: float = 20) -> Symbol:
    (x,) = e.single(x)
    scaled = x if beta == 1 else e.op("Mul", x, e.const(beta, x.dtype))
    soft = e.op("Softplus", scaled)
    soft = soft if beta == 1 else e.op("Div", soft, e.const(beta, x.dtype))
    return e.where(e.truth("Greater", scaled, e.const(threshold, x.dtype)), x, soft)


@rule("log_sigmoid")
def _log_sigmoid(e: Emitter, x: Symbol) -> Symbol:
    (x,) = e.single(x)
    return e.op("Neg", e.op("Softplus", e.op("Neg", x)))


@rule("threshold")
def _threshold(e: Emitter, x: Symbol, limit: OnnxOperand, value: OnnxOperand) -> Symbol:
    (x,) = e.met(x)
    return e.where(e.truth("LessOrEqual", x, e.cast(limit, x.dtype)), e.cast(value, x.dtype), x)


@rule("prelu", "_prelu_kernel")
def _prelu(e: Emitter, x: Symbol, weight: Symbol) -> Symbol:
    """One slope, or one for each entry of dimension 1."""
    rank = e.rank(x)
    x, weight = e.floats(x, weight)
    if weight.rank == 1 and rank != 1:
        weight = e.unsqueeze(weight, range(1, rank - 1)) if rank > 2 else weight
    return _below_zero(e, x, e.op("Mul", x, weight))


@rule("glu")
def _glu(e: Emitter, x: Symbol, dim: int = -1) -> Symbol:
    axis = e.axis(x, dim)
    (x,) = e.floats(x)
    value, gate = e.ops("Split", 2, x, axis=axis, num_outputs=2)
    return e.op("Mul", value, e.op("Sigmoid", gate))


@rule("hardshrink")
def _hardshrink(e: Emitter, x: Symbol, width: float = 0.5) -> Symbol:
    (x,) = e.floats(x)
    small = e.truth("LessOrEqual", e.op("Abs", x), e.const(width, x.dtype))
    return e.where(small, e.const(0, x.dtype), x)


@rule("softshrink")
def _softshrink(e: Emitter, x: Symbol, width: float = 0.5) -> Symbol:
    (x,) = e.floats(x)
    bound = e.const(width, x.dtype)
    size = e.op("Sub", e.op("Abs", x), bound)
    shrunk = e.op("Mul", e.op("Sign", x), size)
    return e.where(e.truth("LessOrEqual", size, e.const(0, x.dtype)), e.const(0, x.dtype), shrunk)
