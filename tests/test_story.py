"""The example that tells stories: a model, its tokenizer and its plan in one file."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

import nacformats
from nacformats import NacFile
from nacformats.cli import main
from nacformats.plan.host import Host
from nacformats.plan.runner import PlanRunner
from tests.partners import partner

FOLDER = Path(__file__).resolve().parents[1] / "examples" / "story"
FILE = FOLDER / "story.nac"
ZED = "Once upon a time there was a robot named Zed."


@pytest.fixture
def nac() -> Iterator[NacFile]:
    with nacformats.load(FILE, format="nac") as file:
        yield file


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A script of the example as a module, by name."""
    monkeypatch.syspath_prepend(str(FOLDER))
    before = set(sys.modules)

    def load(name: str) -> ModuleType:
        return importlib.import_module(name)

    yield load
    for name in {"stories", "tokens", "train"} - before:
        sys.modules.pop(name, None)


@cache
def story(prompt: str, seed: int) -> tuple[str, ...]:
    """What the plan prints, piece by piece: one telling for all who look at it."""
    with nacformats.load(FILE, format="nac") as nac:
        return tuple(told(nac, prompt, seed))


def told(nac: NacFile, prompt: str, seed: int) -> list[str]:
    """The same, told anew."""
    pieces: list[str] = []

    def note(text: str, *, end: str, flush: bool) -> None:
        pieces.append(text + end)

    PlanRunner(nac, host=Host(print=note), seed=seed).run([prompt])
    return pieces


def test_the_file_is_small_and_nothing_is_wrong_with_it() -> None:
    assert nacformats.validate(FILE) == []
    assert FILE.stat().st_size < 400_000


def test_a_story_is_told_token_by_token(nac: NacFile) -> None:
    pieces = story(ZED, 1)
    tokenizer = nacformats.Tokenizer.of(nac)
    text = "".join(pieces)
    assert pieces[0] == ZED
    assert len(pieces) > 60
    assert all(tokenizer.token_to_id(piece.replace(" ", "\u0120").replace("\n", "\u010a")) for piece in pieces[1:-1])
    assert text.count("Zed") >= 4
    assert text.endswith((".\n", '"\n'))


@pytest.mark.nightly
def test_the_same_seed_tells_the_same_story(nac: NacFile) -> None:
    first = told(nac, "The king", 0)
    assert told(nac, "The king", 0) == first
    assert told(nac, "The king", 1) != first


PROMPTS = ("", "Lily lost her ball. ", "Once upon a time ")


@pytest.mark.nightly
@pytest.mark.sample(each=2)
@pytest.mark.parametrize("prompt", [*PROMPTS, " ", "🙂 שלום \x00", "Once upon a time " * 20])
def test_every_prompt_gets_an_end(prompt: str) -> None:
    assert "".join(story(prompt, 0)).startswith(prompt)


@pytest.mark.nightly
def test_most_words_are_those_of_stories(script: Any) -> None:
    stories = script("stories")
    known = {word for seed in range(500) for word in re.findall(r"[a-z]+", stories.story(stories.Random(seed)))}
    words = [word for prompt in PROMPTS for word in re.findall(r"\b[a-z]+", "".join(story(prompt, 0)))]
    assert len(words) > 150
    assert sum(word in known for word in words) / len(words) > 0.97


@pytest.mark.nightly
def test_the_command_asks_standard_input() -> None:
    first, second = (
        CliRunner().invoke(main, ["run", str(FILE), "--seed", "7"], input="Once upon a time\n") for _ in range(2)
    )
    assert (first.exit_code, first.stderr) == (0, "")
    assert first.stdout == second.stdout
    assert first.stdout.startswith("Once upon a time")


def test_its_tokenizer_is_the_one_that_the_script_trains(nac: NacFile, script: Any) -> None:
    partner("tokenizers")
    trained = script("tokens").train_tokenizer()
    compiled, kept = nacformats.tokenizer.compile_tokenizer(trained.to_str()), nacformats.Tokenizer.of(nac)
    assert (compiled.manifest, compiled.resources) == (kept.manifest, kept.resources)
    text = "".join(story(ZED, 1))
    assert kept.encode(text).ids == trained.encode(text).ids
    assert kept.decode(kept.encode(text).ids) == text


@pytest.mark.nightly
def test_its_program_and_its_plan_are_those_of_the_scripts(nac: NacFile, script: Any) -> None:
    partner("tokenizers")
    partner("torch")
    train, tokens = script("train"), script("tokens")
    packed = train.pack(train.StoryTeller().eval(), tokens.train_tokenizer())
    made, kept = (
        [(each.name, each.signature, tuple(each.c), tuple(each.d)) for each in file.instructions]
        for file in (packed, nac)
    )
    assert made == kept
    assert (packed.plan, packed.constants) == (nac.plan, nac.constants)
    assert [each.name for each in packed.parameters.values()] == [each.name for each in nac.parameters.values()]
