"""Plans and tokenizers that are made for a version of NAC: they verify, run, and have no more than the version has."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import nacformats
from nacformats import NacFile
from nacformats.formats.records import VERSIONS
from nacformats.fuzz.choices import RandomChoices
from nacformats.fuzz.stored import make_small_tokenizer, make_valid_plan
from nacformats.plan import run_plan, verify_plan
from tests.effort import effort


@pytest.mark.parametrize("version", VERSIONS)
def test_plans_are_of_their_version(version: str) -> None:
    needed: Counter[str] = Counter()
    for seed in range(effort(20, 2000)):
        choices = RandomChoices(random.Random(seed))
        plan = make_valid_plan(choices, lambda choices=choices: choices.integer(0, 5), version)  # type: ignore[misc]
        file = NacFile(version=version)
        assert not [each for each in verify_plan(plan, file) if each.severity == "error"]
        run_plan(file, plan=plan)
        assert nacformats.plan.assemble(plan.disassemble()).bytecode == plan.bytecode
        needed[plan.version_needed] += 1
    assert max(needed, key=VERSIONS.index) == version


@pytest.mark.parametrize("version", VERSIONS)
def test_tokenizers_are_of_their_version(version: str) -> None:
    needed: Counter[str] = Counter()
    for seed in range(effort(60, 2000)):
        manifest, resources = make_small_tokenizer(RandomChoices(random.Random(seed)), version)
        nacformats.Tokenizer(manifest, resources).encode("some text")
        needed[manifest.version_needed] += 1
    assert set(needed) == ({"1.6", "1.8"} if version == "1.8" else {"1.6"})
