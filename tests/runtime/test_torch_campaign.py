"""A small part of campaign.py, and that everything the NumPy engine runs is run by the torch engine without trust."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.effort import effort
from tests.kernels import layer_cases, tensor_cases
from tests.kernels.calls import call as call_kernel
from tests.partners import partner
from tests.runtime import campaign

torch = partner("torch")

#: Of so many operators one is called here, so often; the campaign calls all of them, more often.
STEP, ROUNDS = effort(48, 12), 4


@pytest.mark.nightly
def test_hostile_arguments_end_in_a_result_or_an_error() -> None:
    *problems, counts, _without = campaign.findings(campaign.operators()[::STEP], ROUNDS, 0, None, False)
    assert not [line for line in problems if not line.startswith("PRINTED")]
    assert int(counts.split()[2]) == 2 * ROUNDS * len(campaign.operators()[::STEP])


def shapes(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [shapes(item) for item in value]
    return list(value.shape) if hasattr(value, "shape") else value


@pytest.mark.parametrize("cases", [tensor_cases, layer_cases], ids=lambda module: module.__name__.rpartition(".")[2])
def test_every_operation_with_a_kernel_runs_on_torch(cases: Any) -> None:
    """Allowed or by the NumPy kernel: the checks refuse nothing that a model does."""
    from nacformats.runtime.engines.torch_engine import TorchEngine

    engine, wrong = TorchEngine(), []
    for case in cases.CASES:
        args, kwargs = case.arguments() if cases is layer_cases else (case.args, case.kwargs)
        kernel = engine.find(case.name)
        assert kernel is not None
        with engine.running():
            expected = call_kernel(case.name, *args, **kwargs)
            try:
                result = campaign.called(engine, kernel, list(args), kwargs, 1)
            except (ValueError, RuntimeError) as error:
                wrong.append(f"{case}: {error}")
                continue
        if shapes(result) != shapes(expected):
            wrong.append(f"{case}: {shapes(result)}, not {shapes(expected)}")
    assert not wrong


def test_digests_tell_results_apart() -> None:
    from nacformats.runtime.engines.torch_engine import TorchEngine

    engine = TorchEngine()
    same = [torch.tensor([1.0, np.nan]), torch.tensor([1.0, -np.nan])]
    assert len({campaign.digest(engine, tensor) for tensor in same}) == 1
    different = [
        torch.tensor([1.0]),
        torch.tensor([2.0]),
        torch.tensor([[1.0]]),
        torch.tensor([1]),
        (torch.tensor([1.0]),),
        1,
    ]
    assert len({campaign.digest(engine, value) for value in different}) == len(different)
