"""Generated training programs: steps that fit are taken, others are refused with a FormatError."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from nacformats import FormatError, dumps, loads, validate
from nacformats.formats.nac import NacFile
from nacformats.formats.records import VERSIONS
from nacformats.fuzz.choices import RandomChoices
from nacformats.runtime import Session
from tests.effort import effort
from tests.partners import needs
from tests.programs.steps import TrainingCase, make_step, steps

SEEDS = range(effort(60, 400))
RATE = 0.25
ENGINES = ["numpy", pytest.param("torch", marks=needs("torch"))]


def file_of(step: TrainingCase) -> NacFile:
    """The model, written and read."""
    data = dumps(step.program.model)
    assert not [finding for finding in validate(data) if finding.severity == "error"]
    file = loads(data, format="nac")
    assert isinstance(file, NacFile)
    return file


def take(step: TrainingCase, engine: str = "numpy") -> bool:
    """Whether a step is taken, and as its gradients say; a FormatError refuses it, and changes nothing.

    One that fits is refused only where it looks like one whose writer lost something, as `tests.programs.steps` says.
    """
    with Session(file_of(step), engine=engine) as session:
        before = {name: np.array(session.parameters[name]) for name in step.trained}
        try:
            taken = session.train_step(step.program.inputs, step.targets, lr=RATE)
        except FormatError as error:
            looks_lost = "the writer of the file lost" in error.reason
            for name, old in before.items():
                np.testing.assert_array_equal(session.parameters[name], old)
            if step.fits and not looks_lost:
                pytest.fail(f"a step that fits is refused: {error}")
            return False
        assert set(taken.updated) == set(step.trained)
        assert [output.shape for output in taken.outputs] == step.program.shapes
        for name, old in before.items():
            gradient = np.asarray(taken.gradients[name])
            assert gradient.shape == old.shape
            np.testing.assert_allclose(session.parameters[name], old - RATE * gradient, rtol=1e-5, atol=1e-5)
    return True


@pytest.mark.parametrize("engine", ENGINES)
def test_steps_are_taken_or_refused(engine: str) -> None:
    found: Counter[tuple[bool, bool]] = Counter()
    steps_taken = effort(24, 1000)
    for seed in range(steps_taken):
        step = make_step(RandomChoices(random.Random(seed)))
        found[step.fits, take(step, engine)] += 1
    assert not found[True, False], "every gradient fits"
    assert found[True, True] > 2 * steps_taken // 3
    assert found[False, False] > steps_taken // 25


def test_every_version_and_source_occurs() -> None:
    versions: Counter[str] = Counter()
    sources: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for seed in SEEDS:
        file = file_of(make_step(RandomChoices(random.Random(seed))))
        versions[file.version] += 1
        for instruction in file.training:
            used[str(instruction.name)] += 1
            sources.update(type(operand).__name__ for operand in instruction.operands)
    assert set(versions) == set(VERSIONS[1:])
    assert {"SavedRef", "TargetRef", "ParameterRef", "ConstantRef"} <= set(sources), sources
    assert len(used) > 40


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps())
def test_strategy(step: TrainingCase) -> None:
    take(step)
