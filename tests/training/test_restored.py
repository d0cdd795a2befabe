"""Training programs of the public compiler: a step is that of PyTorch, or it is refused by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from tests.training.models import CASES  # noqa: E402
from tests.training.public_compiler import compiled  # noqa: E402
from tests.training.stepping import expected, gradients  # noqa: E402

#: What does not follow from the programs -> what the error names.
REFUSED: dict[str, str] = {}


def made(name: str) -> tuple[Any, ...]:
    torch.manual_seed(0)
    return CASES[name]()


@pytest.mark.parametrize("name", ["mlp", "mlp_mse", "mlp_sum", "wide_is_square", "frozen_middle"])
def test_a_step_is_that_of_pytorch(name: str) -> None:
    model, inputs, target, kind = made(name)
    found = gradients(*compiled(model, inputs, target, kind), inputs, target, "torch")
    wanted = expected(model, inputs, target, kind)
    assert found.keys() == wanted.keys()
    for parameter, array in wanted.items():
        np.testing.assert_allclose(found[parameter], array, rtol=1e-5, atol=1e-6 * abs(array).max())
