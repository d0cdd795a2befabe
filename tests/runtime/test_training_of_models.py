"""Training steps of models of PyTorch against its SGD, with programs that AOTAutograd makes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.partners import partner

torch = partner("torch")

from nacformats.restoring.training import restore_training
from nacformats.runtime import Session, SessionOptions
from tests.runtime.trained import Trained, mlp, numbers

F = torch.nn.functional
CLASSES = torch.tensor([0, 1, 2, 3, 1])


class Convolutions(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = torch.nn.Conv2d(2, 4, 3, padding=1)
        self.second = torch.nn.Conv2d(4, 4, 3, stride=2)
        self.head = torch.nn.Linear(36, 4)

    def forward(self, x: Any) -> Any:
        return self.head(self.second(self.first(x).relu()).sigmoid().flatten(1))


class Attention(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.embedding = torch.nn.Embedding(11, 8)
        self.norm = torch.nn.LayerNorm(8)
        self.qkv = torch.nn.Linear(8, 24)
        self.head = torch.nn.Linear(8, 11, bias=False)
        self.head.weight = self.embedding.weight

    def forward(self, tokens: Any) -> Any:
        x = self.embedding(tokens)
        q, k, v = self.qkv(self.norm(x)).chunk(3, -1)
        weights = (q @ k.transpose(1, 2) / 8**0.5).softmax(-1)
        return self.head(x + F.gelu(weights @ v)).transpose(1, 2)


def linear() -> Any:
    return torch.nn.Linear(6, 4)


def weighted(output: Any, target: Any) -> Any:
    return F.cross_entropy(output, target, weight=torch.tensor([1.0, 2.0, 0.5, 1.5]))


TOKENS = torch.tensor([[1, 5, 3, 9], [0, 2, 10, 5]])
CASES: dict[str, tuple[Callable[[], Any], Any, Any, Any]] = {
    "mlp": (mlp, numbers(5, 6), CLASSES, F.cross_entropy),
    "sum of losses": (mlp, numbers(5, 6), CLASSES, lambda out, y: F.cross_entropy(out, y, reduction="sum")),
    "an ignored class": (mlp, numbers(5, 6), CLASSES, lambda out, y: F.cross_entropy(out, y, ignore_index=1)),
    "linear, mse": (linear, numbers(5, 6), numbers(5, 4, seed=1), F.mse_loss),
    "mlp, huber": (mlp, numbers(5, 6), numbers(5, 4, seed=1), F.huber_loss),
    "mlp, mean of outputs": (mlp, numbers(5, 6), None, lambda out: out.mean()),
    "mlp, sum of outputs": (mlp, numbers(5, 6), None, lambda out: out.sum()),
    "two losses": (mlp, numbers(5, 6), CLASSES, lambda out, y: F.cross_entropy(out, y) + out.square().mean()),
    "half a loss": (mlp, numbers(5, 6), CLASSES, lambda out, y: F.cross_entropy(out, y) * 0.5),
    "convolutions": (Convolutions, numbers(5, 2, 8, 8), CLASSES, F.cross_entropy),
    "attention": (Attention, TOKENS, TOKENS.flip(1), F.cross_entropy),
}
#: Losses that a training program does not show.
HIDDEN = {"mlp, mean of outputs", "two losses", "half a loss"}


def case_of(name: str) -> Trained:
    make, x, y, loss = CASES[name]
    torch.manual_seed(5)
    return Trained(make(), [x], [] if y is None else [y], loss)


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("engine", ["numpy", "torch", "onnxruntime"])
@pytest.mark.parametrize("name", CASES)
def test_steps_equal_those_of_pytorch(name: str, engine: str) -> None:
    if engine == "onnxruntime":
        partner("onnxruntime")
    trained = case_of(name)
    session = Session(trained.graph, engine=engine, options=SessionOptions(training=trained.program))
    inputs, targets = trained.arrays()
    for _ in range(3):
        step = session.train_step(inputs, targets, lr=0.1)
        loss, parameters = trained.step(0.1)
        assert set(step.updated) == set(parameters)
        for key, array in parameters.items():
            np.testing.assert_allclose(session.parameters[key], array, rtol=1e-5, atol=1e-6)
        if name in HIDDEN:
            assert step.loss is None
        else:
            np.testing.assert_allclose(step.loss, loss, rtol=1e-5)
    np.testing.assert_allclose(
        session.run(inputs)[0], trained.model(*trained.inputs).detach().numpy(), rtol=1e-5, atol=1e-5
    )


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("name", CASES)
def test_programs_that_lack_nothing_stay_what_they_are(name: str) -> None:
    trained = case_of(name)
    program, graph = restore_training(trained.program, trained.graph)
    session = Session(graph, options=SessionOptions(training=program))
    step = session.train_step(*trained.arrays(), lr=0.1)
    loss, parameters = trained.step(0.1)
    np.testing.assert_allclose(step.loss or np.nan, np.nan if name in HIDDEN else loss, rtol=1e-5)
    for key, array in parameters.items():
        np.testing.assert_allclose(session.parameters[key], array, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("engine", ["numpy", "torch"])
def test_a_hundred_steps_lower_the_loss(engine: str) -> None:
    trained = case_of("mlp")
    session = Session(trained.graph, engine=engine, options=SessionOptions(training=trained.program))
    inputs, targets = trained.arrays()
    losses = [session.train_step(inputs, targets, lr=0.2).loss for _ in range(100)]
    assert losses[0] is not None
    assert losses[-1] is not None
    assert losses[-1] < 0.1 * losses[0]
