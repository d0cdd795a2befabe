"""Compiled files in other hands: every reader sees the same, the coprocessor has all it needs, and a reader that knows
nothing but the specification and positional arguments computes the same numbers.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats.formats.nac import NacFile
from nacformats.graph.graph import Ref
from nacformats.runtime.session import Session
from nacformats.view.timeline import Timeline
from tests.compiler.drafts import Draft
from tests.nac import oracle
from tests.nac.test_nac_readers import assert_equal

GENERATOR = np.random.default_rng(5)


def floats(*shape: int) -> Any:
    return GENERATOR.standard_normal(shape).astype(np.float32)


# the kernels of the public reference runtime, by name and position, as far as they do what PyTorch does


def linear(x: Any, w: Any, b: Any = None) -> Any:
    return x @ w.T if b is None else x @ w.T + b


def layer_norm(x: Any, shape: Sequence[int], w: Any, b: Any, eps: float = 1e-5) -> Any:
    axes = tuple(range(-len(shape), 0))
    centered = x - x.mean(axes, keepdims=True)
    return centered / np.sqrt((centered**2).mean(axes, keepdims=True) + eps) * w + b


def attention(q: Any, k: Any, v: Any, mask: Any = 0.0, *_rest: Any) -> Any:
    weights = q @ np.swapaxes(k, -1, -2) / math.sqrt(q.shape[-1]) + mask
    return softmax(weights, -1) @ v


def softmax(x: Any, dim: int) -> Any:
    powers = np.exp(x - x.max(dim, keepdims=True))
    return powers / powers.sum(dim, keepdims=True)


def arange(*arguments: Any) -> Any:
    numbers = [each for each in arguments if isinstance(each, int | float)]
    return np.arange(*numbers)


def concatenated(*arguments: Any) -> Any:
    """The last argument is the axis when it is a number."""
    arrays = [each for each in arguments if not isinstance(each, int)]
    return np.concatenate(arrays, arguments[-1] if len(arrays) < len(arguments) else 0)


KERNELS: dict[str, Callable[..., Any]] = {
    "nac.add": lambda a, b: a + b,
    "nac.sub": lambda a, b: a - b,
    "nac.gt": lambda a, b: a > b,
    "nac.le": lambda a, b: a <= b,
    "nac.neg": lambda x: -x,
    "nac.where": np.where,
    "nac.clone": lambda x, *_: x.copy(),
    "nac.view": lambda x, *shape: x.reshape(*shape),
    "nac.arange": arange,
    "aten.sym_size.int": lambda x, dim: x.shape[dim],
    "aten.mul.Tensor": lambda a, b: a * b,
    "aten.linear.default": linear,
    "aten.layer_norm.default": layer_norm,
    "aten.scaled_dot_product_attention.default": attention,
    "aten.softmax.int": softmax,
    "aten.embedding.default": lambda w, index, *_: w[index],
    "aten.relu.default": lambda x: np.maximum(x, 0),
    "aten.silu.default": lambda x: x / (1 + np.exp(-x)),
    "aten.tanh.default": np.tanh,
    "aten.transpose.int": np.swapaxes,
    "aten.permute.default": np.transpose,
    "aten.unsqueeze.default": np.expand_dims,
    "aten.cat.default": concatenated,
    "aten.mean.dim": lambda x, dim, keepdim=False: x.mean(tuple(dim), keepdims=keepdim),
    "aten.select.int": lambda x, dim, index: np.take(x, index, dim),
}
FIXED = ["pass", "add", "sub", "gt", "neg", "where", "clone", "view", "le", "arange"]
DTYPES = {0: "<f4", 1: "<f8", 4: "<i4", 5: "<i8", 9: "?"}


def reference_run(data: bytes, inputs: Sequence[Any]) -> list[Any]:
    """Run a file as section 8 says: one instruction after the other, arguments by position."""
    file = oracle.read(data)
    names = {10 + place: f"nac.{name}" for place, name in enumerate(FIXED)} | dict(file["CMAP"])
    constants = {number: value(kind, raw) for number, kind, _, raw in file["CNST"]}
    weights = {each["id"]: tensor(each) for each in file["DATA"]["tensors"]}
    given, results = iter(inputs), []
    for index, (_, a, b, c, d) in enumerate(file["OPS "]):
        if a == 2:
            results.append(next(given) if b == 0 else (weights if b == 1 else constants)[c[1]])
        elif a == 3:
            return [results[index + distance] for distance in d]
        else:
            listed = iter(c[1:])
            arguments = [results[index + step] if step else constants[next(listed)] for step in d]
            results.append(KERNELS[names[a]](*arguments))
    raise AssertionError("there is no OUTPUT")


def value(kind: int, raw: Any) -> Any:
    if kind == 3:
        return struct.unpack("<d", raw)[0]
    return np.frombuffer(raw, "<f4").tolist() if kind == 6 else raw


def tensor(stored: dict[str, Any]) -> Any:
    assert stored["quant"] == 0
    return np.frombuffer(stored["raw"], DTYPES[stored["dtype"]]).reshape(stored["dims"])


def perceptron() -> tuple[Draft, tuple[Ref, ...], list[Any]]:
    draft = Draft()
    x = draft.input("x", "n", 8)
    for width, taken in ((16, 8), (4, 16)):
        w, b = draft.weight(f"{width}.w", floats(width, taken)), draft.weight(f"{width}.b", floats(width))
        x = draft.operation("aten.relu.default", draft.operation("aten.linear.default", x, w, b))
    shifted = draft.operation("aten.rsub.Scalar", draft.operation("aten.add.Tensor", x, x), 1.0)
    return draft, (draft.operation("aten.softmax.int", shifted, -1),), [floats(3, 8)]


def transformer() -> tuple[Draft, tuple[Ref, ...], list[Any]]:
    """One layer over token ids, of dynamic length, with a causal mask that is made from positions."""
    draft = Draft()
    ids = draft.input("ids", "n", dtype=np.int64)
    x = draft.operation("aten.embedding.default", draft.weight("wte", floats(11, 8)), ids)
    size = draft.operation("aten.sym_size.int", ids, 0)
    positions = draft.operation("aten.arange.start", 0, size, dtype="int64", device="cpu", pin_memory=False)
    x = draft.operation(
        "aten.add.Tensor", x, draft.operation("aten.embedding.default", draft.weight("wpe", floats(9, 8)), positions)
    )
    later = draft.operation("aten.gt.Tensor", positions, draft.operation("aten.unsqueeze.default", positions, 1))
    norm = [draft.weight(f"ln.{name}", floats(8)) for name in ("weight", "bias")]
    y = draft.operation("aten.layer_norm.default", x, [8], *norm, 1e-5, False)
    heads = []
    for name in "qkv":
        flat = draft.operation("aten.linear.default", y, draft.weight(f"{name}.weight", floats(8, 8)))
        split = draft.operation("aten.view.default", flat, [size, 2, 4])
        heads.append(draft.operation("aten.transpose.int", split, 0, 1))
    zeros = draft.weight("zero", np.zeros((1, 1), np.float32))
    mask = draft.operation("aten.masked_fill.Scalar", zeros, later, -math.inf)
    attended = draft.operation("aten.scaled_dot_product_attention.default", *heads, mask)
    joined = draft.operation("aten.view.default", draft.operation("aten.transpose.int", attended, 0, 1), [size, 8])
    x = draft.operation("aten.add.Tensor", x, draft.operation("aten.detach.default", joined))
    last = draft.operation("aten.select.int", x, 0, -1)
    both = draft.operation("aten.cat.default", [x, draft.operation("aten.unsqueeze.default", last, 0)], 0)
    return draft, (both, draft.operation("aten.mean.dim", x, [0, 1], True), size), [np.array([1, 5, 0, 10, 2])]


@pytest.mark.parametrize("model", [perceptron, transformer])
def test_a_reader_of_the_specification_computes_the_same(model: Any) -> None:
    draft, outputs, inputs = model()
    data = nacformats.dumps(draft.lower(*outputs))
    with Session(draft.graph) as meant, Session(nacformats.loads(data)) as written:
        expected = meant.run(inputs)
        for one, other in zip(expected, written.run(inputs), strict=True):
            np.testing.assert_array_equal(one, other, strict=True)
    for one, other in zip(expected, reference_run(data, inputs), strict=True):
        np.testing.assert_allclose(other, one, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("quantize", [None, "FP16", "INT8_TENSOR", "INT8_CHANNEL", "BLOCK_FP8"])
@pytest.mark.parametrize("model", [perceptron, transformer])
def test_every_reader_reads_the_file_and_nothing_is_found(model: Any, quantize: str | None) -> None:
    draft, outputs, _ = model()
    data = nacformats.dumps(draft.lower(*outputs, quantize=quantize))
    assert_equal(data)
    file = oracle.read(data)
    assert oracle.write(file) == data
    assert file["order"] == ["MMAP", "OPS ", "CMAP", "CNST", "PERM", "DATA", "RSRC"]
    assert [number for number, _ in file["CMAP"]] == list(range(201, 201 + len(file["CMAP"])))
    assert not list(nacformats.validate(data))
    nac = nacformats.loads(data)
    assert isinstance(nac, NacFile)
    assert not Timeline(nac).missing
