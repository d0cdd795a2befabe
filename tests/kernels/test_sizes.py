"""The estimates of what operations cost: every kernel has one, and no result is larger than it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from nacformats.ops.schemas import KERNELS
from nacformats.runtime.engines.allowed import ALLOWED
from nacformats.runtime.engines.numpy_engine import NumpyEngine
from nacformats.runtime.sizes import sizing
from nacformats.runtime.sizes.table import BY_NUMBERS, BY_OPERANDS, FREE
from tests.kernels import layer_cases, tensor_cases
from tests.kernels.calls import call as call_kernel
from tests.kernels.groups import by_module, check_all

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
    estimated = ONE_ELEMENT if known.estimate is None else known.estimate(*args, **kwargs).bytes
    with np.errstate(all="ignore"):
        results = list(arrays(call_kernel(name, *args, **kwargs)))
    given = list(arrays([*args, *kwargs.values()]))
    made = {
        key: size
        for key, size in map(NumpyEngine().storage, results)
        if not any(key == NumpyEngine().storage(array)[0] for array in given)
    }
    assert sum(made.values()) <= estimated


def test_every_operation_has_an_estimate() -> None:
    own = [name for name in KERNELS if name.startswith(NAMESPACES) or "." not in name]
    assert len(own) > 1000
    assert [name for name in {*own, *ALLOWED} if sizing(name) is None] == []


def test_every_estimate_has_an_operation() -> None:
    used = {name for operator in {*KERNELS, *ALLOWED} for name in spellings(operator)}
    assert (set(BY_NUMBERS) | set(BY_OPERANDS) | FREE) <= used
    assert not set(BY_NUMBERS) & set(BY_OPERANDS)
    assert not (set(BY_NUMBERS) | set(BY_OPERANDS)) & FREE


def spellings(operator: str) -> set[str]:
    """The operator without its namespace, without its overload, without the mark of in-place operations."""
    bare = operator.removeprefix("aten.")
    base = bare.split(".")[0] if not bare.startswith(("mind.", "nac.")) else bare
    return {bare, base, base.removesuffix("_")}
