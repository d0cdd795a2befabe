"""Whole backward graphs, as PyTorch's autograd makes them and a file holds them: arguments in a row, without names."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from nacformats.runtime import Session
from tests.partners import partner
from tests.runtime.programs import Program

torch = partner("torch")

from torch import nn
from torch.nn import functional as F  # noqa: N812

#: What is applied to the results of a linear layer or of a convolution, by the shape of what that is applied to.
ROWS: dict[str, Callable[[Any], Any]] = {
    **{name: getattr(F, name) for name in ("relu", "silu", "gelu", "elu", "selu", "celu", "leaky_relu", "hardtanh")},
    **{name: getattr(F, name) for name in ("relu6", "hardswish", "hardsigmoid", "softplus", "logsigmoid", "mish")},
    **{name: getattr(F, name) for name in ("softshrink", "hardshrink", "tanhshrink", "softsign", "glu", "sigmoid")},
    "softmax": lambda y: y.softmax(-1),
    "layer_norm": lambda y: F.layer_norm(y, [8]),
    "logit": lambda y: torch.logit(y.sigmoid(), 1e-3),
    "select": lambda y: y[:, -1] * y[:, 0],
    "slices": lambda y: y[:, 1:3] + y[:, ::2][:, :2],
    "unfold": lambda y: y.unfold(1, 3, 1),
    "diagonal": lambda y: y.diagonal(0, 1, 2),
    "gather": lambda y: y.gather(1, torch.tensor([[[0, 4]], [[2, 2]]])),
    "index": lambda y: y[:, torch.tensor([0, 2, 0])],
    "masked_fill": lambda y: y.masked_fill(y > 0, 0.5),
    "attention": lambda y: F.scaled_dot_product_attention(*[y.reshape(2, 5, 2, 4).transpose(1, 2)] * 3, is_causal=True),
    "sort": lambda y: y.sort(1)[0],
    "logsumexp": lambda y: y.logsumexp(1),
    "norm": lambda y: F.normalize(y, dim=-1),
    "std": lambda y: y.std(1),
    "cumprod": lambda y: y.cumprod(1),
    "distances": lambda y: torch.cdist(y, y + 1),
}
IMAGES: dict[str, Callable[[Any], Any]] = {
    "max_pool": lambda y: F.max_pool2d(y, 3, 2, 1),
    "avg_pool": lambda y: F.avg_pool2d(y, 2),
    "adaptive_avg_pool": lambda y: F.adaptive_avg_pool2d(y, 3),
    "adaptive_max_pool": lambda y: F.adaptive_max_pool2d(y, 3),
    "batch_norm": lambda y: F.batch_norm(y, None, None, training=True),
    "batch_norm_of_inference": lambda y: F.batch_norm(y, torch.zeros(4), torch.ones(4)),
    "group_norm": lambda y: F.group_norm(y, 2),
    "reflection": lambda y: F.pad(y, (1, 2, 0, 1), "reflect"),
    "replication": lambda y: F.pad(y, (1, 2, 0, 1), "replicate"),
    "bilinear": lambda y: F.interpolate(y, size=(9, 11), mode="bilinear"),
    "antialiased": lambda y: F.interpolate(y, size=(3, 4), mode="bilinear", antialias=True),
    "convolution": lambda y: F.conv2d(y, y[:2, :2, :3, :3], stride=2, padding=1, groups=2),
    "transposed": lambda y: F.conv_transpose2d(y, y[:, :, :3, :3].reshape(4, 2, 3, 3), stride=2, output_padding=1),
    "grid": lambda y: F.grid_sample(y, torch.linspace(-1, 1, 24).reshape(2, 3, 2, 2), align_corners=False),
}


def operand(value: Any, values: dict[Any, Any]) -> Any:
    """An argument as a file has it."""
    if isinstance(value, torch.fx.Node):
        return values[value]
    if isinstance(value, list | tuple):
        return [operand(item, values) for item in value]
    placed = isinstance(value, torch.dtype | torch.device | torch.layout | torch.memory_format)
    return str(value) if placed else value


def program_of(module: Any) -> Program:
    program, values = Program(), {}
    for node in module.graph.nodes:
        if node.op == "placeholder":
            values[node] = program.input()
        elif node.op == "output":
            program.output(*(values[ref] for ref in node.args[0] if ref is not None))
        else:
            name = "getitem" if "getitem" in str(node.target) else str(node.target)
            values[node] = program(name, *(operand(each, values) for each in (*node.args, *node.kwargs.values())))
    return program


def compared(model: Any, loss: Callable[..., Any], x: Any, *target: Any) -> int:
    """Run the backward graph of a model by both; how many gradients it has."""
    from functorch.compile import aot_function, make_boxed_func

    found = []

    def backward(module: Any, _inputs: Any) -> Any:
        def run(arguments: list[Any]) -> Any:
            arrays = [each.detach().numpy().copy() for each in arguments]
            expected = [each.detach().numpy() for each in module(*arguments) if each is not None]
            found.append((Session(program_of(module)).run(arrays), expected))
            return module(*arguments)

        return make_boxed_func(lambda *arguments: run(list(arguments)))

    def forward(module: Any, _inputs: Any) -> Any:
        return make_boxed_func(module.forward)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        weights = [each.detach().clone().requires_grad_() for each in model.parameters()]
        names = [name for name, _ in model.named_parameters()]

        def step(parameters: Any, x: Any, *target: Any) -> Any:
            return loss(torch.func.functional_call(model, dict(zip(names, parameters, strict=True)), (x,)), *target)

        traced = aot_function(step, fw_compiler=forward, bw_compiler=backward, decompositions={})
        traced(weights, x, *target).backward()
    ((results, expected),) = found
    for result, wanted in zip(results, expected, strict=True):
        assert (result.dtype, result.shape) == (wanted.dtype, wanted.shape)
        np.testing.assert_allclose(result, wanted, rtol=1e-5, atol=1e-5)
    return len(results)


@pytest.mark.sample(each=5)
@pytest.mark.parametrize("name", ROWS)
def test_gradients_of_rows(name: str) -> None:
    torch.manual_seed(0)
    model = nn.Linear(8, 8)
    assert compared(model, lambda y: (ROWS[name](y) ** 2).sum(), torch.randn(2, 5, 8)) == 2


@pytest.mark.sample(each=5)
@pytest.mark.parametrize("name", IMAGES)
def test_gradients_of_images(name: str) -> None:
    torch.manual_seed(0)
    model = nn.Conv2d(3, 4, 3)
    assert compared(model, lambda y: (IMAGES[name](y) ** 2).mean(), torch.randn(2, 3, 9, 10)) == 2


LOSSES: dict[str, Callable[[Any, Any], Any]] = {
    "cross_entropy": lambda y, t: F.cross_entropy(y, torch.tensor([0, -100, 2, 3])),
    "cross_entropy_of_weights": lambda y, t: F.cross_entropy(y, torch.tensor([0, 1, 2, 3]), torch.arange(1.0, 5)),
    "cross_entropy_2d": lambda y, t: F.cross_entropy(y[..., None].expand(4, 4, 2), torch.tensor([[0, 1]] * 4)),
    **{name: getattr(F, name) for name in ("mse_loss", "smooth_l1_loss", "huber_loss", "l1_loss", "kl_div")},
    "binary_cross_entropy": lambda y, t: F.binary_cross_entropy(y.sigmoid(), t.sigmoid()),
    "binary_cross_entropy_with_logits": lambda y, t: F.binary_cross_entropy_with_logits(y, t.sigmoid()),
    "soft_margin_loss": lambda y, t: F.soft_margin_loss(y, t.sign()),
}


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("name", LOSSES)
def test_gradients_of_losses(name: str) -> None:
    torch.manual_seed(0)
    assert compared(nn.Linear(8, 4), LOSSES[name], torch.randn(4, 8), torch.rand(4, 4)) == 2


def test_gradients_of_tables() -> None:
    torch.manual_seed(0)
    model = nn.Sequential(nn.Embedding(7, 4, padding_idx=2), nn.LayerNorm(4), nn.Linear(4, 3))
    assert compared(model, lambda y: (y**2).sum(), torch.tensor([[0, 2, 6], [0, 0, 1]])) == 5
