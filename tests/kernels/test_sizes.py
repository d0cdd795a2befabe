"""The estimates of what operations cost: every kernel has one, and no result is larger than it says."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from nacformats.ops.schemas import KERNELS
from nacformats.ops.scratch import CALLS, KIND_SCRATCH, scratch_of, sizing
from nacformats.ops.table import operators
from nacformats.runtime.engines.base import ALLOWED, Engine
from tests.kernels import layer_cases, tensor_cases
from tests.kernels.calls import call as call_kernel
from tests.kernels.groups import by_module, check_all

#: Measures with factors.
FORMULA = re.compile(r"(0|\d*[roambneROAMBNE](\+\d*[roambneROAMBNE])*)?!?")
#: Functions for operations of Mind IR, which have no rows.
OF_MIND = {"rows_along"}
#: A result of one element is no growth.
ONE_ELEMENT = 16
#: What an operation without an estimate may be: a test registers operations of its own.
NAMESPACES = ("aten.", "mind.", "nac.", "<OUTPUT>", "sym_", "getitem")


CASES_OF = by_module([*layer_cases.CASES, *tensor_cases.CASES], lambda case: case.name)


def arrays(values: Any) -> Iterator[Any]:
    if isinstance(values, np.ndarray):
        yield values
    elif isinstance(values, list | tuple):
        for value in values:
            yield from arrays(value)


@pytest.mark.parametrize("module", CASES_OF)
def test_no_result_is_larger_than_its_estimate(module: str) -> None:
    check_all(CASES_OF[module], check_estimate)


def check_estimate(case: Any) -> None:
    name = case.name
    args, kwargs = case.arguments() if isinstance(case, layer_cases.Case) else (list(case.args), case.kwargs)
    known = sizing(name)
    assert known is not None
    estimated = ONE_ELEMENT if known.estimate is None else known.estimate(*KERNELS[name].bound(*args, **kwargs)).bytes
    with np.errstate(all="ignore"):
        results = list(arrays(call_kernel(name, *args, **kwargs)))
    given = list(arrays([*args, *kwargs.values()]))
    made = {
        key: size
        for key, size in map(Engine().storage, results)
        if not any(key == Engine().storage(array)[0] for array in given)
    }
    assert sum(made.values()) <= estimated


def test_every_operation_has_an_estimate() -> None:
    own = [name for name in KERNELS if name.startswith(NAMESPACES) or "." not in name]
    assert len(own) > 1000
    assert [name for name in {*own, *ALLOWED} if sizing(name) is None] == []


def test_every_formula_can_be_read_and_every_function_is_used() -> None:
    used = {scratch_of(operator).partition(":")[0] for operator in operators().values()}
    assert [each for each in used - set(CALLS) if not FORMULA.fullmatch(each)] == []
    assert set(CALLS) <= {*used, *OF_MIND}


def test_no_row_says_what_its_kind_says() -> None:
    rows = [each for each in operators().values() if each.name == each.principal]
    assert [each.name for each in rows if each.scratch == KIND_SCRATCH.get(each.kind, "none")] == []


@pytest.mark.nightly
@pytest.mark.parametrize("shape", [(3, 20000), (20000, 3)], ids=str)
@pytest.mark.parametrize("dtype", ["u1", "f4", "f8", "c16"])
@pytest.mark.parametrize("name", ["aten.sort.default", "aten.msort.default", "aten.unique_dim.default"])
def test_sorting_takes_no_more_than_its_estimate(name: str, dtype: str, shape: tuple[int, ...]) -> None:
    x = (np.random.default_rng(0).standard_normal(shape) * 50).astype(dtype, casting="unsafe")
    given = [x, 0] if "unique_dim" in name else [x]
    known = sizing(name)
    assert known is not None
    assert known.estimate is not None
    estimated = known.estimate(*KERNELS[name].bound(*given)).bytes
    call_kernel(name, *given)
    tracemalloc.start()
    try:
        results = call_kernel(name, *given)
        assert tracemalloc.get_traced_memory()[1] <= estimated
    finally:
        tracemalloc.stop()
    assert results is not None


def test_an_estimate_of_sorting_is_not_far_above() -> None:
    """Values and indices of a matrix of 160 kB, and as much again three times over."""
    known = sizing("aten.sort.default")
    assert known is not None
    assert known.estimate is not None
    x = np.zeros((200, 200), np.float32)
    assert known.estimate(*KERNELS["aten.sort.default"].bound(x)).bytes <= 12 * x.nbytes
