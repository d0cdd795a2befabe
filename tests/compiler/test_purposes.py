"""What is quantized: weights of products, convolutions and embeddings, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats.compiler.comparing import quantization_report
from nacformats.formats.nac import NacFile
from nacformats.runtime.session import Session
from tests.compiler.drafts import Draft
from tests.partners import partner

METHODS = ("FP16", "INT8_TENSOR", "INT8_CHANNEL", "BLOCK_FP8")


def array(*shape: int, dtype: Any = np.float32) -> np.ndarray:
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(dtype)


def quantized(file: NacFile) -> set[str]:
    return {str(each.name) for each in file.parameters.values() if each.quantization.name != "none"}


def test_layers() -> None:
    """Of layers, the weights are quantized; biases, norms and statistics are not."""
    draft = Draft()
    ids, x = draft.input("ids", 2, 5, dtype=np.int64), draft.input("x", 2, 8, 16)
    w = {name: draft.weight(name, array(*shape)) for name, shape in LAYERS.items()}
    e = draft.operation("aten.embedding.default", w["embedding"], ids, shape=(2, 5, 16))
    e = draft.operation("aten.add.Tensor", e, w["positions"], shape=(2, 5, 16))
    e = draft.operation("aten.layer_norm.default", e, [16], w["norm"], w["norm.bias"], shape=(2, 5, 16))
    e = draft.operation("aten.linear.default", e, w["linear"], w["linear.bias"], shape=(2, 5, 8))
    c = draft.operation("aten.conv1d.default", x, w["conv"], w["conv.bias"], shape=(2, 4, 14))
    c = draft.operation(
        *("aten.batch_norm.default", c, w["bn"], w["bn.bias"], w["mean"], w["variance"], False, 0.1, 1e-5, False)
    )
    h = draft.operation("aten.zeros.default", [1, 2, 6], shape=(1, 2, 6))
    names = ("ih", "hh", "ih.bias", "hh.bias")
    g = draft.operation("aten.gru.input", e, h, [w[name] for name in names], True, 1, 0.0, False, False, True)
    g = draft.operation("getitem", g, 0, shape=(2, 5, 6))
    file = draft.lower(e, c, g, quantize="INT8_CHANNEL")
    assert quantized(file) == {"embedding", "linear", "conv", "ih", "hh"}
    report = quantization_report(draft.lower(e, c, g), file)
    purposes = {each.name: each.purpose for each in report.tensors}
    assert (purposes["ih"], purposes["ih.bias"]) == ("weight of gru", "bias of gru")
    assert purposes["linear"] == "weight of linear"
    assert purposes["linear.bias"] == "bias of linear"
    assert purposes["mean"] == "running_mean of batch_norm"
    assert purposes["positions"] == "operand of add"
    assert "weight of embedding" in str(report)
    assert json.loads(json.dumps(report.document()))["tensors"][0]["purpose"]


LAYERS = {
    "embedding": (32, 16),
    "positions": (5, 16),
    "norm": (16,),
    "norm.bias": (16,),
    "linear": (8, 16),
    "linear.bias": (8,),
    "conv": (4, 8, 3),
    "conv.bias": (4,),
    "bn": (4,),
    "bn.bias": (4,),
    "mean": (4,),
    "variance": (4,),
    "ih": (18, 8),
    "hh": (18, 6),
    "ih.bias": (18,),
    "hh.bias": (18,),
}


# products of a weight w (6 x 4) and an input x (4 x 6)


def matmul(draft: Draft, w: Any, x: Any) -> Any:
    return draft.operation("aten.matmul.default", w, x, shape=(6, 6))


def turned(draft: Draft, w: Any, x: Any) -> Any:
    cast = draft.operation("aten._to_copy.default", w, dtype="float32", shape=(6, 4))
    return draft.operation("aten.mm.default", x, draft.operation("aten.t.default", cast, shape=(4, 6)), shape=(4, 4))


def also_added(draft: Draft, w: Any, x: Any) -> Any:
    return draft.operation("aten.add.Tensor", matmul(draft, w, x), draft.operation("aten.sum.default", w))


def added_first(draft: Draft, w: Any, x: Any) -> Any:
    other = draft.operation("aten.mul.Tensor", draft.operation("aten.t.default", x, shape=(6, 4)), 2.0, shape=(6, 4))
    return matmul(draft, draft.operation("aten.add.Tensor", w, other, shape=(6, 4)), x)


def input_of_linear(draft: Draft, w: Any, x: Any) -> Any:
    rows = draft.operation("aten.t.default", x, shape=(6, 4))
    return draft.operation("aten.linear.default", w, rows, shape=(6, 6))


def returned(draft: Draft, w: Any, x: Any) -> Any:
    return draft.operation("aten.cat.default", [matmul(draft, w, x), draft.operation("aten.mm.default", w, x)]), w


def with_activations(draft: Draft, w: Any, x: Any) -> Any:
    rows = draft.operation("aten.t.default", x, shape=(6, 4))
    both = draft.operation("aten.cat.default", [w, rows], shape=(12, 4))
    return draft.operation("aten.matmul.default", both, x, shape=(12, 6))


def bias_of_addmm(draft: Draft, w: Any, x: Any) -> Any:
    rows = draft.operation("aten.t.default", x, shape=(6, 4))
    return draft.operation("aten.addmm.default", w, rows, draft.operation("aten.mm.default", x, rows))


def halves(draft: Draft, w: Any, x: Any) -> Any:
    parts = draft.operation("aten.chunk.default", w, 2)
    half = draft.operation("getitem", parts, 1, shape=(3, 4))
    return draft.operation("aten.matmul.default", half, x, shape=(3, 6))


def einsum(draft: Draft, w: Any, x: Any) -> Any:
    return draft.operation("aten.einsum.default", "ij,jk->ik", [w, x])


def outer_einsum(draft: Draft, w: Any, x: Any) -> Any:
    return draft.operation("aten.einsum.default", "ij,kl->ijkl", [w, x])


AS_WEIGHT = (matmul, turned, halves, einsum)
OTHERWISE = (also_added, added_first, input_of_linear, returned, with_activations, bias_of_addmm, outer_einsum)


@pytest.mark.parametrize("make", [*AS_WEIGHT, *OTHERWISE])
def test_products(make: Any) -> None:
    draft = Draft()
    x, w = draft.input("x", 4, 6), draft.weight("w", array(6, 4))
    made = make(draft, w, x)
    outputs = made if isinstance(made, tuple) else (made,)
    file = draft.lower(*outputs, quantize="INT8_TENSOR")
    assert quantized(file) == ({"w"} if make in AS_WEIGHT else set())
    (tensor,) = quantization_report(draft.lower(*outputs), file).tensors
    assert tensor.purpose.startswith("weight of") == (make in AS_WEIGHT), tensor


def test_frequencies_are_no_weights_of_the_product_that_makes_angles() -> None:
    """An outer product, as rotary embeddings write it: a matmul over an axis of one element."""
    draft = Draft()
    positions, frequencies = draft.input("p", 1, 1, 9), draft.weight("f", array(8))
    column = draft.operation("aten.unsqueeze.default", frequencies, 0, shape=(1, 8))
    column = draft.operation("aten.unsqueeze.default", column, 2, shape=(1, 8, 1))
    spread = draft.operation("aten.expand.default", column, [2, -1, 1], shape=(2, 8, 1))
    angles = draft.operation("aten.matmul.default", spread, positions, shape=(2, 8, 9))
    folded = draft.operation("aten.matmul.default", draft.weight("g", array(2, 8, 1)), positions, shape=(2, 8, 9))
    assert quantized(draft.lower(angles, folded, quantize="INT8_TENSOR")) == set()


@pytest.mark.parametrize(("last", "kept"), [(4, True), (1, False)])
def test_a_table_of_factors_is_no_embedding(last: int, kept: bool) -> None:
    """Cosines that positions look up are multiplied with activations; a mask has one number for a row."""
    draft = Draft()
    ids, x = draft.input("ids", 3, dtype=np.int64), draft.input("x", 2, 3, last)
    rows = draft.operation("aten.embedding.default", draft.weight("cos", array(9, 4)), ids, shape=(3, 4))
    rows = draft.operation("aten.unsqueeze.default", rows, 0, shape=(1, 3, 4))
    y = draft.operation("aten.mul.Tensor", x, rows, shape=(2, 3, 4))
    assert quantized(draft.lower(y, quantize="FP16")) == (set() if kept else {"cos"})


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_tied_weights_are_one(method: str, dtype: Any) -> None:
    """An embedding that is the head as well is quantized once; one that is added as well is not."""
    table, kept = array(16, 8, dtype=dtype), array(16, 8, dtype=dtype)
    draft = Draft()
    ids = draft.input("ids", 16, dtype=np.int64)
    looked_up = [draft.operation("aten.embedding.default", draft.weight("e", each), ids) for each in (table, kept)]
    heads = [
        draft.operation("aten.linear.default", rows, draft.weight("h", each))
        for rows, each in zip(looked_up, (table, kept), strict=True)
    ]
    added = draft.operation("aten.add.Tensor", looked_up[0], draft.weight("bias", kept))
    file = draft.lower(*heads, added, quantize=method)
    assert len(file.parameters) == 2
    assert quantized(file) == {"e"}
    with Session(nacformats.loads(nacformats.dumps(file))) as session:
        assert {each.dtype for each in session.run([np.arange(16)])} == {np.dtype(dtype)}


def test_positions_far_from_the_start_stay_exact() -> None:
    """A model with rotary embeddings: its angles after 1,500 tokens are those of the exact model."""
    torch = partner("torch")

    class Angles(torch.nn.Module):  # type: ignore[name-defined, misc]
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("frequencies", 10_000 ** -(torch.arange(0, 32, 2) / 32))
            self.linear = torch.nn.Linear(16, 4)

        def forward(self, positions: Any) -> Any:
            column = self.frequencies[None, :, None].expand(positions.shape[0], -1, 1)
            angles = (column @ positions[:, None, :].float()).transpose(1, 2)
            return angles.cos(), self.linear(angles.sin())

    model, positions = Angles().eval(), torch.arange(1_600)[None]
    exported = torch.export.export(model, (positions,))
    expected = np.cos(positions.numpy()[..., None] * model.frequencies.numpy())
    for method in METHODS:
        file = nacformats.compile(exported, options=nacformats.CompileOptions(quantize=method))
        assert quantized(file) == {"linear.weight"}
        with Session(file) as session:
            found, _ = session.run([positions.numpy()])
        np.testing.assert_allclose(found, expected, atol=1e-3)
