"""Products of groups of rows."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from nacformats.ops.scratch import sizing
from tests.kernels.calls import call as call_kernel

grouped_mm = partial(call_kernel, "aten._grouped_mm.default")


def numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(0).standard_normal(shape).astype(np.float32)


def test_each_group_has_its_matrix() -> None:
    x, matrices = numbers(6, 4), numbers(3, 4, 5)
    found = grouped_mm(x, matrices, np.array([2, 2, 5], np.int32))
    np.testing.assert_allclose(found[:2], x[:2] @ matrices[0], rtol=1e-5)
    np.testing.assert_allclose(found[2:5], x[2:5] @ matrices[2], rtol=1e-5)
    assert not found[5:].any()
    assert grouped_mm(x, matrices, np.array([2, 2, 6]), None, "float64").dtype == np.float64


def test_without_groups_it_is_a_stack_of_products() -> None:
    x, matrices = numbers(3, 6, 4), numbers(3, 4, 5)
    np.testing.assert_allclose(grouped_mm(x, matrices), x @ matrices, rtol=1e-5)


@pytest.mark.parametrize("ends", [[2, 1, 6], [2, 3, 7], [2, 3]])
def test_ends_that_do_not_fit(ends: list[int]) -> None:
    with pytest.raises(ValueError, match="_grouped_mm"):
        grouped_mm(numbers(6, 4), numbers(3, 4, 5), np.array(ends))


def test_its_cost_is_known() -> None:
    known = sizing("aten._grouped_mm.default")
    assert known is not None
    assert known.estimate is not None
    cost = known.estimate(numbers(6, 4), numbers(3, 4, 5), np.array([2, 2, 6]), None, None)
    assert cost.work == 6 * 4 * 5
    assert cost.bytes >= 6 * 5 * 4
