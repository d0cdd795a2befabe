"""Gradients with arguments that fit no forward pass: a result or an error, and never more memory than estimated."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from nacformats import InvalidError
from nacformats.graph.graph import Ref
from nacformats.ops import kernels
from nacformats.ops.schemas import KERNELS
from nacformats.ops.scratch import sizing
from nacformats.runtime import Session
from tests.kernels.calls import call as call_kernel
from tests.partners import partner
from tests.runtime.hostile import Hostile, calls_that_work
from tests.runtime.programs import Program, floats

NAMES = sorted(name for name, each in KERNELS.items() if each.function.__module__.startswith(kernels.backward.__name__))
ROUNDS = 40
#: What arrays of no size and messages of errors take.
SLACK = 200_000
#: Calls that may take more than this are left out.
MOST = 1 << 26


@pytest.fixture
def traced() -> Iterator[None]:
    calls_that_work()  # made before, since tracing makes it slow
    tracemalloc.start()
    with np.errstate(all="ignore"):
        yield
    tracemalloc.stop()


def estimated(name: str, args: list[Any], kwargs: dict[str, Any]) -> int:
    """Bytes; 0 where there is no estimate, for arguments that are going to be refused."""
    known = sizing(name)
    assert known is not None
    assert known.estimate is not None
    try:
        return max(known.estimate(*KERNELS[name].bound(*args, **kwargs)).bytes, 0)
    except Exception:  # noqa: BLE001  as in a run
        return 0


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.usefixtures("traced")
def test_hostile_arguments_take_no_more_than_estimated(name: str) -> None:
    results = 0
    for number in range(ROUNDS):
        args, kwargs = Hostile(KERNELS[name], f"{name}/{number}").call()
        limit = estimated(name, args, kwargs)
        if limit > MOST:
            continue
        tracemalloc.reset_peak()
        before, _ = tracemalloc.get_traced_memory()
        try:
            call_kernel(name, *args, **kwargs)
            results += 1
        except Exception as error:  # noqa: BLE001  a run makes an InvalidError of any
            assert not isinstance(error, MemoryError | RecursionError), f"{number}: {error!r}"  # noqa: PT017
        _, peak = tracemalloc.get_traced_memory()
        assert peak - before <= limit + SLACK, number
    assert results


def numbers(*values: int) -> Any:
    return np.array(values)


X, Y = floats(2, 3), floats(2, 3, seed=1)
IMAGES, POOLED = floats(1, 2, 4, 4), floats(1, 2, 2, 2)
ONE = np.ones((), np.float32)
#: Operands of which some number names what is not there: they must not wrap around, or be taken for another.
OUTSIDE: list[tuple[str, tuple[Any, ...], str]] = [
    *(
        ("nll_loss_backward", (ONE, X, numbers(0, target), None, 1, -100, ONE), "targets from")
        for target in (3, -1, -101, 1 << 40)
    ),
    ("nll_loss2d_backward", (ONE, IMAGES, np.full((1, 4, 4), 2), None, 2, -100, ONE), "targets from"),
    *(("embedding_dense_backward", (X, numbers(1, row), 4, -1, False), "indices from") for row in (4, -2, 1 << 40)),
    *(
        (f"{name}_backward", (POOLED, IMAGES, *options, np.full((1, 2, 2, 2), place)), "indices from")
        for name, options in {
            "max_pool2d_with_indices": ([2], [2], [0], [1], False),
            "adaptive_max_pool2d": (),
            "fractional_max_pool2d": ([2], [2]),
        }.items()
        for place in (16, -1)
    ),
    ("select_backward", (X, [4, 2, 3], 0, 4), "index 4"),
    ("select_backward", (X, [4, 2, 3], 3, 0), "dimension 3"),
    ("slice_backward", (X, [2, 5], 1, 4, 7, 1), "a source of shape"),
    ("unfold_backward", (X, [2, 5], 1, 6, 1), "windows of 6"),
    (
        "convolution_backward",
        (IMAGES, IMAGES, floats(2, 2, 3, 3), [2], [1], [0], [1], False, [0], 1, [True] * 3),
        "fit",
    ),
    ("native_layer_norm_backward", (X, X, [3], ONE, ONE, None, None, [True, False, False]), "mean must have 2"),
    ("_softmax_backward_data", (X, floats(2, 4), 1, "float32"), "must have shape"),
    (
        "_embedding_bag_dense_backward",
        (X, numbers(0, 1), numbers(0, 2), numbers(1, 1), numbers(), 4, False, 0, None),
        "2",
    ),
]


@pytest.mark.parametrize("engine", ["numpy", "torch"])
@pytest.mark.parametrize(("name", "operands", "message"), OUTSIDE)
def test_what_names_nothing_is_refused(engine: Any, name: str, operands: tuple[Any, ...], message: str) -> None:
    if engine == "torch":
        partner("torch")
    program = Program()
    inputs = [operand for operand in operands if isinstance(operand, np.ndarray)]
    given = [program.input() for _ in inputs]
    places = iter(given)
    result = program(
        f"aten.{name}.default", *(next(places) if isinstance(operand, np.ndarray) else operand for operand in operands)
    )
    program.output(Ref(result.index, 0) if name.startswith(("native_layer", "convolution")) else result)
    with pytest.raises(InvalidError, match=message if engine == "numpy" else None):
        Session(program, engine=engine).run(inputs)


def test_a_gradient_that_was_not_asked_for_is_nothing() -> None:
    program = Program()
    grad, x, weight = (program.input() for _ in range(3))
    options = [2], [1], [0], [1], False, [0], 1, [False, True, False]
    result = program("aten.convolution_backward.default", grad, x, weight, *options)
    program.output(Ref(result.index, 1), program("getitem", result, 0))
    arrays = [floats(1, 2, 2, 2), IMAGES, floats(2, 2, 3, 3)]
    of_weight, of_x = Session(program).run(arrays)
    assert of_x is None
    assert of_weight.shape == (2, 2, 3, 3)
