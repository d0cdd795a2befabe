"""Files that change while a plan runs, and links that take their places: nothing outside is read, no process ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats import FormatError, InvalidError, LimitError, NacBuilder
from nacformats.api import read_source
from nacformats.files import TEMPORARY
from nacformats.plan import Files, Host, PlanBudget, PlanRunner
from nacformats.tokenizer.resources.reading import resources_of
from tests.crashes import forked

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, and files that are truncated while they are open")

RUN = 'load_model 1 "m.nac"\nsay = "now"\nio_write say stdout\nx = [1.0, 1.0]\ny = run_static 1 x\nreturn (y)'


def write_model(path: Path, factor: float, *, external: bool = False) -> None:
    """A model that multiplies by a number."""
    builder = NacBuilder(external_weights=external)
    weight = builder.parameter("w", np.full(2, factor, np.float32))
    builder.output(builder.operation("aten.mul.Tensor", builder.input("x"), weight))
    nacformats.dump(builder.build(), path)


def outcome(folder: Path, change: Callable[[], object] = lambda: None, *, budget: PlanBudget | None = None) -> Any:
    """What a plan gives that loads m.nac, lets something happen, and runs it."""
    host = Host(files=Files(folder, write=True), print=lambda *_, **__: change())
    return PlanRunner(None, plan=nacformats.plan.assemble(RUN), host=host, budget=budget or PlanBudget()).run()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder that a plan may read, beside a secret."""
    for name, factor in (("in/m.nac", 2.0), ("out/m.nac", 7.0)):
        (tmp_path / name).parent.mkdir()
        write_model(tmp_path / name, factor)
    return tmp_path


TRUNCATES = """
import os, sys
from pathlib import Path
from tests.plan.test_changing_files import outcome, write_model

folder = Path(sys.argv[1])
write_model(folder / "m.nac", 2.0, external=sys.argv[2] == "True")
print(outcome(folder, lambda: [os.truncate(each, 0) for each in folder.iterdir()]).tolist())
"""


@pytest.mark.nightly
@pytest.mark.parametrize("external", [False, True])
def test_a_model_that_is_truncated_while_a_plan_runs(tmp_path: Path, external: bool) -> None:
    """What was read stays; what is read later is a typed error. No process is ended by SIGBUS."""
    command = [sys.executable, "-c", TRUNCATES, str(tmp_path), str(external)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    if external:
        assert "nacformats.errors.TruncatedError" in done.stderr
        assert "the file with the weights cannot be read" in done.stderr
    else:
        assert (done.returncode, done.stdout) == (0, "[2.0, 2.0]\n"), done.stderr


def test_a_link_that_takes_the_place_of_a_model_is_not_followed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After each time that something of this name was opened: between a check and its use, wherever that is."""
    opened = os.open

    def then_exchanged(path: Any, *arguments: Any, **named: Any) -> int:
        handle = opened(path, *arguments, **named)
        if Path(path).name == "m.nac" and not (place / "in" / "m.nac").is_symlink():
            (place / "in" / "m.nac").unlink()
            (place / "in" / "m.nac").symlink_to("../out/m.nac")
        return handle

    monkeypatch.setattr(os, "open", then_exchanged)
    assert outcome(place / "in").tolist() == [2.0, 2.0]


def test_a_folder_that_is_exchanged_stays_the_one_that_was_allowed(place: Path) -> None:
    files = Files(place / "in")
    (place / "in").rename(place / "before")
    (place / "in").symlink_to("out")
    text = nacformats.plan.assemble(RUN)
    assert PlanRunner(None, plan=text, host=Host(files=files)).run().tolist() == [2.0, 2.0]


def external_model(place: Path) -> None:
    write_model(place / "in" / "m.nac", 2.0, external=True)
    (place / "in" / "m.safetensors").rename(place / "out" / "m.safetensors")


@pytest.mark.parametrize("name", ["m.safetensors", "m-00001-of-00001.safetensors"])
def test_weights_that_are_a_link_lead_nowhere(place: Path, name: str) -> None:
    external_model(place)
    (place / "in" / name).symlink_to("../out/m.safetensors")
    with pytest.raises(InvalidError, match="It is a link"):
        outcome(place / "in")
    with (
        nacformats.load(place / "in" / "m.nac", format="nac") as nac,
        pytest.raises(InvalidError, match="It is a link"),
    ):
        nac.parameters["w"].array()
    with nacformats.load(place / "in" / "m.nac", format="nac", weights=place / "in" / name) as nac:
        assert nac.parameters["w"].array().tolist() == [2.0, 2.0]


def test_weights_that_become_a_link_while_the_plan_runs(place: Path) -> None:
    write_model(place / "in" / "m.nac", 2.0, external=True)

    def exchange() -> None:
        (place / "in" / "m.safetensors").rename(place / "out" / "m.safetensors")
        (place / "in").rename(place / "before")
        (place / "in").symlink_to("out")

    with pytest.raises(InvalidError, match="missing"):
        outcome(place / "in", exchange)


def test_what_a_plan_loads_is_within_its_budget(place: Path) -> None:
    write_model(place / "in" / "m.nac", 2.0, external=True)
    os.truncate(place / "in" / "m.safetensors", 1 << 40)
    with pytest.raises(LimitError, match="raise it with PlanBudget"):
        outcome(place / "in", budget=PlanBudget(memory=1 << 20))
    os.truncate(place / "in" / "m.nac", 1 << 40)
    with pytest.raises(LimitError, match="raise it with PlanBudget"):
        outcome(place / "in", budget=PlanBudget(memory=1 << 20))


def test_unloading_gives_back_what_a_model_took(place: Path) -> None:
    size = (place / "in" / "m.nac").stat().st_size
    text = 'load_model 1 "m.nac"\nunload model 1\n' * 20 + "x = 1\nreturn (x)"
    budget = PlanBudget(memory=3 * size)
    assert (
        PlanRunner(None, plan=nacformats.plan.assemble(text), host=Host(files=Files(place / "in")), budget=budget).run()
        == 1
    )


@pytest.mark.parametrize("link", ["m-tokenizer", "m-tokenizer/vocab.b"])
def test_a_tokenizer_folder_that_is_a_link_leads_nowhere(place: Path, link: str) -> None:
    (place / "out" / "vocab.b").write_bytes(b"secret")
    if "/" in link:
        (place / "in" / "m-tokenizer").mkdir()
    (place / "in" / link).symlink_to(place / "out" / Path(link).relative_to("m-tokenizer"))
    with nacformats.load(place / "in" / "m.nac", format="nac") as nac:
        resources = resources_of(nac, None)
        with pytest.raises(InvalidError, match=r"It is a link|Not a directory"):
            resources["vocab.b"]
    with Files(place / "in").source("m.nac", lambda _: None) as source:
        resources = resources_of(read_source(source, "nac", strict=True), None)
        with pytest.raises(InvalidError, match=r"It is a link|Not a directory"):
            resources["vocab.b"]


def test_a_tokenizer_json_that_is_a_link_is_not_followed(place: Path) -> None:
    (place / "out" / "tokenizer.json").write_text("{}")
    (place / "in" / "tokenizer.json").symlink_to("../out/tokenizer.json")
    with pytest.raises(OSError, match="It is a link"):
        nacformats.tokenizer.compile_tokenizer(place / "in")
    with pytest.raises(FormatError):
        nacformats.tokenizer.compile_tokenizer(place / "in" / "tokenizer.json")


def test_the_file_of_the_plan_is_known_by_any_name(place: Path) -> None:
    """It is mapped: to write to it under a new name would end the process."""
    own = place / "in" / "m.nac"
    text = 'load_model 0 ""\nsay = "now"\nio_write say stdout\nname = "b.nac"\nio_write say file name'
    with nacformats.load(own, format="nac") as nac:
        host = Host(files=Files(own.parent, write=True), print=lambda *_, **__: own.rename(own.parent / "b.nac"))
        with pytest.raises(InvalidError, match="it is the file of a model that is open"):
            PlanRunner(nac, plan=nacformats.plan.assemble(text), host=host).run()


def test_a_file_that_is_replaced_stays_whole_for_who_has_it_open(place: Path) -> None:
    with nacformats.load(place / "in" / "m.nac", format="nac") as nac:
        Files(place / "in", write=True).write("m.nac", b"new")
        assert nac.parameters["w"].array().tolist() == [2.0, 2.0]
    assert (place / "in" / "m.nac").read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the writer is made by forking")
@pytest.mark.parametrize("name", ["new.nac", "deep/new.nac"])
def test_what_a_plan_left_that_was_killed_is_removed_by_the_next_write(place: Path, name: str) -> None:
    (place / "in" / "deep").mkdir()
    text = nacformats.plan.assemble(f'load_model 1 "m.nac"\nname = "{name}"\nsave_weights 1 name')

    def save() -> None:
        os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
        PlanRunner(None, plan=text, host=Host(files=Files(place / "in", write=True))).run()

    assert os.waitstatus_to_exitcode(os.waitpid(forked(save), 0)[1]) == -signal.SIGKILL
    (left,) = (place / "in").rglob(".*")
    assert TEMPORARY.fullmatch(left.name)
    Files(place / "in", write=True).write(str(Path(name).with_name("other")), b"x")
    assert not list((place / "in").rglob(".*"))
