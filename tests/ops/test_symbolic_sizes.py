"""Sizes that are not numbers yet: equal ones compare equal, and arithmetic on them is that of the numbers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from nacformats.ops.meta.sizes import (
    MetaError,
    below,
    broadcast_size,
    differ,
    evaluated,
    largest_size,
    smallest_size,
    symbol,
    unknown_size,
)
from tests.effort import effort

N, M = symbol("n"), symbol("m")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (N * 2 + M, M + N + N),
        ((2 * N + 3) // 2, N + 1),
        ((2 * N + 1) // 4, N // 2),
        ((N // 2 + 1) // 3, (N + 2) // 6),
        ((N + 1) * M * 768 // (M + N * M), 768),
        (N * M // N, M),
        (6 * N % 3, 0),
        (N - N + 4, 4),
        (largest_size(N, N + 1, 3), largest_size(3, N + 1)),
        (broadcast_size([broadcast_size([N, M]), 1, N]), broadcast_size([M, N])),
        (broadcast_size([N, 5]), 5),
    ],
)
def test_equal_sizes_have_one_form(one: Any, other: Any) -> None:
    assert one == other
    assert hash(one) == hash(other)
    assert not differ(one, other)


def test_arithmetic_is_that_of_the_numbers() -> None:
    random = Random(5)
    for _ in range(effort(300, 5000)):
        at = {"n": random.randrange(1, 9), "m": random.randrange(1, 9)}
        size, number = random.choice([(N, at["n"]), (M, at["m"])])
        for _ in range(random.randrange(1, 6)):
            other, value = random.choice([(N, at["n"]), (M, at["m"]), (2, 2), (3, 3), (7, 7)])
            operation = random.choice(["+", "-", "*", "//", "%", "max", "min"])
            match operation:
                case "max":
                    size, number = largest_size(size, other), max(number, value)
                case "min":
                    size, number = smallest_size(size, other), min(number, value)
                case _:
                    names = {"a": size, "b": other}, {"a": number, "b": value}
                    size, number = (eval(f"a {operation} b", {}, each) for each in names)
            if number < 0:  # a size is at least 0
                break
        else:
            assert evaluated(size, at) == number


def test_what_symbols_decide_is_not_known() -> None:
    assert N + 1 >= 1
    assert below(N, N + 1)
    with pytest.raises(MetaError, match="n may be more or less than 3"):
        _ = N < 3
    with pytest.raises(MetaError, match="not a number yet"):
        range(N)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="sizes 2 and 3 do not broadcast"):
        broadcast_size([2, N, 3])
    with pytest.raises(MetaError, match="m has no value"):
        evaluated(N * M, {"n": 2})


def test_what_data_decides_is_like_nothing_else_and_has_a_bound() -> None:
    some = unknown_size(at_most=N * 2)
    assert some != unknown_size(at_most=N * 2)
    assert evaluated(some + 1, {"n": 3}, bounds=True) == 7
    with pytest.raises(MetaError, match="only data decides"):
        evaluated(some, {"n": 3})
