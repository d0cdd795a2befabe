"""Softmax, the largest elements and draws: against plain NumPy, and with the right frequencies."""

from __future__ import annotations

import numpy as np
import pytest

from nacformats import InvalidError
from nacformats.plan.running.tensors import probabilities, sample, top_k


def draws(logits: list[float], temperature: float, count: int, number: int = 6_000) -> np.ndarray:
    generator = np.random.Generator(np.random.PCG64(7))
    drawn = [sample(np.array(logits, np.float32), temperature, count, generator) for _ in range(number)]
    return np.bincount(drawn, minlength=len(logits)) / number


@pytest.mark.parametrize("temperature", [0.5, 1.0, 3.0])
def test_draws_have_the_probabilities_of_softmax(temperature: float) -> None:
    logits = [2.0, -1.0, 0.5, 0.0, -np.inf]
    expected = np.exp(np.array(logits) / temperature)
    assert np.abs(draws(logits, temperature, 0) - expected / expected.sum()).max() < 0.025


def test_only_the_largest_take_part() -> None:
    found = draws([0.0, 3.0, 2.9, -1.0, 2.8], 1.0, 2)
    assert found[[0, 3, 4]].tolist() == [0, 0, 0]
    assert abs(found[1] - 1 / (1 + np.exp(-0.1))) < 0.025


@pytest.mark.parametrize("temperature", [0.0, 1e-300, 5e-324])
def test_no_temperature_takes_the_largest(temperature: float) -> None:
    assert draws([1.0, 4.0, 3.9], temperature, 0, 50).tolist() == [0, 1, 0]


def test_large_logits_are_stable_and_infinite_ones_share() -> None:
    assert draws([1e30, -1e30, 0.0], 1.0, 0, 50).tolist() == [1, 0, 0]
    found = draws([np.inf, 5.0, np.inf], 1.0, 0, 2_000)
    assert found[1] == 0
    assert abs(found[0] - 0.5) < 0.05


def test_the_same_seed_draws_the_same() -> None:
    logits = np.random.default_rng(0).standard_normal(100)
    runs = [
        [sample(logits, 1.0, 40, generator) for _ in range(50)]
        for generator in (np.random.Generator(np.random.PCG64(seed)) for seed in (3, 3, 4))
    ]
    assert runs[0] == runs[1] != runs[2]


@pytest.mark.parametrize("logits", [[], [np.nan], [0.0, np.nan], [-np.inf, -np.inf]])
def test_logits_without_a_largest_are_refused(logits: list[float]) -> None:
    with pytest.raises(InvalidError, match="no largest number"):
        sample(np.array(logits), 1.0, 0, np.random.default_rng(0))


@pytest.mark.parametrize("temperature", [-1.0, np.nan])
def test_temperatures_below_0_are_refused(temperature: float) -> None:
    with pytest.raises(InvalidError, match="temperature"):
        sample(np.zeros(3), temperature, 0, np.random.default_rng(0))


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64, np.float16])
@pytest.mark.parametrize("count", [0, 1, 3, 60, 119, 120, 500])
def test_the_largest_are_those_of_a_stable_sort_read_backwards(dtype: type, count: int) -> None:
    flat = np.random.default_rng(1).integers(0, 9, 120).astype(dtype)
    assert top_k(flat, count).tolist() == np.argsort(flat, kind="stable")[::-1][:count].tolist()


def test_softmax_keeps_the_type_of_floats() -> None:
    logits = np.random.default_rng(2).standard_normal((3, 5)).astype(np.float32) * 50
    found = probabilities(logits)
    assert found.dtype == np.float32
    expected = np.exp(logits.astype(np.float64))
    assert np.allclose(found, expected / expected.sum(-1, keepdims=True), atol=1e-6)
    assert probabilities(np.array([1, 1])).tolist() == [0.5, 0.5]
    with pytest.raises(InvalidError, match="last axis"):
        probabilities(np.zeros((3, 0)))
