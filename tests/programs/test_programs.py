"""Generated programs run, in both engines, and give what was foretold."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from nacformats import dumps, loads, validate
from nacformats.formats.mic.opcodes import OPCODES
from nacformats.formats.nac import NacFile
from nacformats.fuzz.choices import Choices, RandomChoices
from tests.partners import needs
from tests.programs.making import NacDraft, RunnableProgram, make_mind_program, make_program, mind_programs, programs
from tests.programs.recipes import RECIPES, comparison
from tests.programs.terms import MOST, Recipe

MAKERS: dict[str, Callable[[Choices], RunnableProgram]] = {"nac": make_program, "mind": make_mind_program}
SEEDS = range(150)


def made(kind: str, seed: int) -> RunnableProgram:
    return MAKERS[kind](RandomChoices(random.Random(seed)))


def check(program: RunnableProgram) -> None:
    """It runs; shapes and dtypes are as foretold, and no number is too large."""
    outputs = program.run()
    assert [output.shape for output in outputs] == program.shapes
    assert [output.dtype.name for output in outputs] == program.dtypes
    assert all(np.isfinite(output).all() and (np.abs(output) <= MOST).all() for output in outputs)


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("part", range(3))
def test_programs_run(kind: str, part: int) -> None:
    for seed in SEEDS[part::3]:
        program = made(kind, seed)
        check(program)
        data = dumps(program.model)
        assert not [finding for finding in validate(data) if finding.severity == "error"]
        if isinstance(program.model, NacFile):
            outputs = RunnableProgram(loads(data), program.inputs, [], [], []).run()
            for mine, other in zip(program.run(), outputs, strict=True):
                np.testing.assert_array_equal(mine, other)


@needs("torch")
@pytest.mark.parametrize("kind", MAKERS)
def test_engines_agree(kind: str) -> None:
    sure = 0
    for seed in SEEDS:
        program = made(kind, seed)
        for mine, other, tolerance in zip(program.run(), program.run("torch"), program.tolerances, strict=True):
            assert mine.dtype == other.dtype
            if tolerance:
                np.testing.assert_allclose(mine.astype(float), other, rtol=0, atol=tolerance, err_msg=f"seed {seed}")
            else:
                sure += 1
                np.testing.assert_array_equal(mine, other, err_msg=f"seed {seed}")
    assert sure > 50, "many results are the same to the last bit"


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(programs(), mind_programs())
def test_strategies(program: RunnableProgram, mind: RunnableProgram) -> None:
    check(program)
    check(mind)


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.__name__)
def test_every_recipe_adds_to_a_program(recipe: Recipe) -> None:
    added = 0
    for seed in range(30):
        draft = NacDraft(RandomChoices(random.Random(seed)))
        draft.fresh((2, 1, 3))
        comparison(draft)
        before = len(draft.terms)
        recipe(draft)
        added += len(draft.terms) > before
    assert added > 10


def test_many_operations_are_used() -> None:
    used: Counter[str] = Counter()
    for seed in range(300):
        model = made("nac", seed).model
        assert isinstance(model, NacFile)
        used.update({str(instruction.name) for instruction in model.instructions})
    assert len(used) > 90


def test_every_operation_of_mind_ir_is_used() -> None:
    used: Counter[str] = Counter()
    for seed in range(300):
        graph = made("mind", seed).model
        used.update({getattr(value, "op", "") for value in graph.values})
    assert set(OPCODES) - {"custom"} <= set(used)
