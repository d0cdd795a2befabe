"""Models as the compiler flattens them run like the models: arguments are recovered, and both engines agree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from nacformats.runtime import Session
from tests.partners import partner

torch = partner("torch")
from torch import nn
from torch.nn import functional

from tests.runtime.exported import export

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::UserWarning")  # of the exporter, about itself


class Function(nn.Module):
    """A model that is one function of its tensors, with the modules that it uses."""

    def __init__(self, function: Callable[..., Any], **modules: nn.Module) -> None:
        super().__init__()
        self.function = function
        for name, module in modules.items():
            self.add_module(name, module)

    def forward(self, *tensors: Any) -> Any:
        return self.function(self, *tensors)


def random(*shape: int, seed: int = 0) -> Any:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def attention(_self: Any, q: Any, k: Any, v: Any, mask: Any) -> Any:
    attend = functional.scaled_dot_product_attention
    few_k, few_v = k[:, :2], v[:, :2]
    return (
        attend(q, k, v),
        attend(q, k, v, scale=0.3),
        attend(q, k, v, is_causal=True),
        attend(q, k, v, attn_mask=mask),
        attend(q, k, v, attn_mask=mask, scale=0.5),
        attend(q, few_k, few_v, enable_gqa=True),
        attend(q, few_k, few_v, is_causal=True, scale=0.1, enable_gqa=True),
    )


def indexing(_self: Any, x: Any, i: Any) -> Any:
    return (
        x[i], x[:, i], x[:, None, i], x[i, i], x.gather(1, i[None].expand(4, -1)), x.index_select(1, i),
        x.index_put((i,), torch.ones(3, 4)), x.index_put((i, i), torch.ones(3), accumulate=True),
        x.scatter(1, i[None].expand(4, -1), 1.0), x.masked_fill(x > 0, -1.0), torch.where(x > 0, 1.0, x),
        x.roll((1, 2), (0, 1)), torch.cat([x, x], -1), torch.stack([x, x], 1), x.split([1, 3], 1)[1],
    )  # fmt: skip


def keywords(_self: Any, x: Any, y: Any) -> Any:
    return (
        x.add(y, alpha=2), x.sub(y, alpha=0.5), torch.addcmul(x, x, y, value=0.5), x.div(y, rounding_mode="floor"),
        torch.addmm(x, x, y, beta=0.5, alpha=2), x.sum(1, dtype=torch.float64), x.std(1, correction=2, keepdim=True),
        x.to(torch.float16), torch.ones_like(x, dtype=torch.int64), torch.arange(2, 9, 2, dtype=torch.float32),
        x.new_full((2,), 3.0), functional.gelu(x, approximate="tanh"), functional.pad(x, (1, 2), value=0.25),
        functional.interpolate(x[None, None], scale_factor=2.0), functional.layer_norm(x, (4,), eps=0.1),
        torch.linalg.vector_norm(x, 2, 1, True), x.clamp(max=0.5), x.argmax(0, keepdim=True), 1 - x, 2 / x,
    )  # fmt: skip


def sizes(_self: Any, x: Any) -> Any:
    batch, length, width = x.shape
    return (
        x.view(batch, length * 2, -1), x.reshape(batch * length, width), x.flatten(0, 1),
        torch.arange(length)[None].expand(batch, -1), torch.zeros(batch, 3) + 1, torch.full((length, batch), 2.0),
        x.sum() / length, x * batch, x[:, : length - 1], torch.ones(batch, length, dtype=torch.bool).tril(),
        x.new_zeros(batch, 1), functional.pad(x, (0, 0, 0, length)), x.repeat(length, 1, 1), (x * 0 + length).sum(),
    )  # fmt: skip


def sequences(self: Any, x: Any) -> Any:
    return self.lstm(x)[0], self.gru(x)[0]


MODELS: dict[str, tuple[nn.Module, tuple[Any, ...]]] = {
    "convolutions": (
        nn.Sequential(
            nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU6(), nn.MaxPool2d(2),
            nn.Conv2d(8, 8, 3, groups=8, stride=(2, 1), padding=(1, 0), bias=False), nn.SiLU(),
            nn.ConvTranspose2d(8, 4, 4, stride=2, padding=1, output_padding=1), nn.GroupNorm(2, 4), nn.GELU(),
            nn.AvgPool2d(3, stride=2, ceil_mode=True, count_include_pad=False), nn.AdaptiveAvgPool2d((2, 1)),
            nn.Flatten(), nn.Linear(8, 5), nn.Softmax(-1),
        ),
        (random(2, 3, 12, 14),),
    ),
    "transformer": (
        nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 4, 32, batch_first=True), 1),
        (random(2, 5, 16),),
    ),
    "attention": (Function(attention), (*(random(2, 4, 5, 8, seed=s) for s in range(3)), random(5, 5) > -1)),
    "indexing": (Function(indexing), (random(4, 4), torch.tensor([0, 2, 1]))),
    "keywords": (Function(keywords), (random(4, 4), random(4, 4, seed=1))),
    "sequences": (
        Function(sequences, lstm=nn.LSTM(6, 8, batch_first=True), gru=nn.GRU(6, 8, num_layers=2, bidirectional=True)),
        (random(2, 5, 6),),
    ),
}  # fmt: skip


def check(graph: Any, model: nn.Module, inputs: tuple[Any, ...]) -> None:
    with torch.no_grad():
        outputs = model(*inputs)
    expected = [outputs] if isinstance(outputs, torch.Tensor) else list(outputs)
    for engine in ("numpy", "torch"):
        results = Session(graph, engine=engine).run([tensor.numpy() for tensor in inputs])
        for place, (result, wanted) in enumerate(zip(results, expected, strict=True)):
            message = f"output {place} of the {engine} engine"
            np.testing.assert_allclose(result, wanted.numpy(), rtol=1e-4, atol=1e-5, err_msg=message)
            assert result.dtype == wanted.numpy().dtype, message


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("decompose", [False, True], ids=["training", "core"])
@pytest.mark.parametrize("name", MODELS)
def test_a_model_and_its_flattened_graph_agree(name: str, decompose: bool) -> None:
    torch.manual_seed(0)
    model, inputs = MODELS[name]
    check(export(model, inputs, decompose), model, inputs)


def test_sizes_are_taken_from_the_inputs_of_each_run() -> None:
    batch, length = torch.export.Dim("batch", min=2, max=64), torch.export.Dim("length", min=3, max=64)
    for model in (Function(sizes), nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)):
        dims: Any = {0: batch, 1: length}
        dynamic = ((dims,),) if isinstance(model, Function) else (dims,)
        graph = export(model, (random(3, 5, 8),), dynamic_shapes=dynamic)
        for shape in ((3, 5, 8), (4, 7, 8)):
            check(graph, model, (random(*shape),))
