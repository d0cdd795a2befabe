"""The schemas of the kernels are those of PyTorch: order, kinds, defaults, and which are keyword only."""

from __future__ import annotations

import pytest

import nacformats.runtime.kernels  # noqa: F401  fills the table
from nacformats.runtime.operators import KERNELS, Kernel, parse_schema

DECLARED = [each for each in KERNELS.values() if each.parameters is not None and each.name.startswith("aten.")]


@pytest.mark.parametrize("each", DECLARED, ids=lambda each: each.name)
def test_schema_is_that_of_pytorch(each: Kernel) -> None:
    pytest.importorskip("torch", reason="PyTorch, the authority on its schemas, is not installed")
    from tests.kernels.torch_oracle import operator

    _, parameters = parse_schema(str(operator(each.name)._schema))
    assert each.parameters == parameters
