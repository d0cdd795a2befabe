"""The schemas of the kernels are those of PyTorch: order, kinds, defaults, and which are keyword only."""

from __future__ import annotations

import nacformats.ops.kernels  # noqa: F401  fills the table
from nacformats.ops.schemas import KERNELS, Kernel, parse_schema
from tests.kernels.groups import check_all
from tests.partners import partner

DECLARED = [each for each in KERNELS.values() if each.parameters is not None and each.name.startswith("aten.")]


def test_schemas_are_those_of_pytorch() -> None:
    partner("torch")
    from tests.kernels.torch_oracle import operator

    def check(each: Kernel) -> None:
        _, parameters = parse_schema(str(operator(each.name)._schema))
        assert each.parameters == parameters

    assert len(DECLARED) > 900
    check_all(DECLARED, check)
