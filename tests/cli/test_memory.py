"""inspect --memory: the replay of a memory schedule as text, as JSON and as SVG."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from click.testing import Result

import nacformats
from nacformats import NacBuilder, NacFile
from nacformats.formats.nac import MemoryAction
from nacformats.formats.nac.columns.scheduling import schedule
from nacformats.formats.nac.file.contents import program_of
from nacformats.graph.aliasing import owners_of
from nacformats.view.timeline import UNKNOWN_SIZE, Timeline
from tests.cli.test_hostile_text import EVIL, OURS, WILD, nac_of
from tests.effort import some

Run = Callable[..., Result]
SVG = "{http://www.w3.org/2000/svg}"


def small(name: str = "w") -> NacFile:
    """x @ w, then relu; a weight of 24 bytes, results of 12."""
    b = NacBuilder()
    product = b.operation("aten.mm.default", b.input("x"), b.parameter(name, np.ones((2, 3), np.float32)))
    b.output(b.operation("aten.relu.default", product))
    return b.build()


@pytest.fixture
def scheduled(tmp_path: Path) -> Path:
    file = small()
    file.sections.mmap = schedule(program_of(file), owners_of(file))
    nacformats.dump(file, tmp_path / "small.nac")
    return tmp_path / "small.nac"


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    np.savez(tmp_path / "inputs.npz", x=np.ones((1, 2), np.float32))
    return tmp_path / "inputs.npz"


def test_memory_at_every_tick(scheduled: Path, inputs: Path, run: Run) -> None:
    found = json.loads(run("inspect", "--memory", "--json", "--inputs", inputs, scheduled).stdout)
    # tick 1 loads w, 2 makes the product, which is passed on to 3; w is freed at 3, where the result comes
    assert found["memory"] == [24, 24, 36, 24, 12]
    assert found["peak"] == {"tick": 2, "bytes": 36}
    assert found["commands"] == {"SAVE_RESULT": 1, "FREE": 1, "FORWARD": 1, "PRELOAD": 1}
    assert found["findings"] == []
    assert [(stay["name"], stay["start"], stay["stop"]) for stay in found["stays"]] == [
        ("w", 0, 3),
        ("aten.mm.default", 2, 4),
        ("aten.relu.default", 3, 5),
    ]


def test_results_of_unknown_size_are_counted(scheduled: Path, run: Run) -> None:
    found = json.loads(run("inspect", "--memory", "--json", scheduled).stdout)
    assert found["memory"] == [24, 24, 24, 0, 0]
    assert found["uncounted"] == [0, 0, 1, 2, 1]


def test_the_chart(scheduled: Path, inputs: Path, run: Run) -> None:
    text = run("inspect", "--memory", "--inputs", inputs, scheduled).stdout
    assert "peak: 36 bytes at tick 2 of 5 (aten.mm.default)" in text
    assert "the schedule is complete" in text
    rows = [line.split("┤")[1] for line in text.splitlines() if "┤" in line]
    assert len(rows) == 10
    assert rows[0].count("█") == 72 // 5  # the peak is one tick of five
    assert rows[-1].count("█") == 72 // 5 * 5


def test_a_schedule_that_is_not_complete(tmp_path: Path, run: Run) -> None:
    b = NacBuilder()
    x, w = b.input("x"), b.parameter("w", np.ones((2, 3), np.float32))
    one = b.operation("aten.mm.default", x, w)
    two = b.operation("aten.relu.default", one)
    b.output(b.operation("nac.add", one, two))
    b.schedule(one, MemoryAction.save_result, one)
    b.schedule(two, MemoryAction.forward, 4)
    b.schedule(two, MemoryAction.free, w)
    nacformats.dump(b.build(), tmp_path / "bad.nac")
    text = run("inspect", "--memory", tmp_path / "bad.nac").stdout
    assert "parameter w is never loaded, but instruction 2 takes it" in text
    assert "FREE of something that was never in fast memory: got FREE 1 at tick 3" in text
    assert "the result of instruction 2 (aten.mm.default) is never freed" in text
    assert "the result of instruction 4 (nac.add) is neither saved nor forwarded, but instruction 5 takes it" in text
    assert "complete" not in text


def test_what_was_freed_is_not_there() -> None:
    b = NacBuilder()
    w = b.parameter("w", np.ones(3, np.float32))
    view = b.operation("nac.view", w, [3])
    total = b.operation("nac.add", view, 1)
    b.output(b.operation("nac.add", total, view))
    file = b.build()
    file.sections.mmap = schedule(program_of(file), owners_of(file))
    assert Timeline(file).missing == []
    b = NacBuilder()
    w = b.parameter("w", np.ones(3, np.float32))
    view = b.operation("nac.view", w, [3])
    total = b.operation("nac.add", view, 1)
    b.output(b.operation("nac.add", total, view))
    for tick, action, target in ((0, "PRELOAD", 0), (1, "SAVE_RESULT", 1), (2, "FORWARD", 3), (2, "FREE", 0)):
        b.schedule(tick, action, target)  # the view is used at 2 and 3
    reasons = [finding.reason for finding in Timeline(b.build()).missing]
    assert any("result of instruction 1 (nac.view) is not in fast memory then, but" in reason for reason in reasons)


def test_a_file_without_schedule(tmp_path: Path, run: Run) -> None:
    nacformats.dump(small(), tmp_path / "none.nac")
    found = run("inspect", "--memory", tmp_path / "none.nac")
    assert found.exit_code == 0
    assert "there is no schedule" in found.stdout


def test_files_of_the_public_compiler_can_be_shown(corpus: Path, run: Run) -> None:
    for path in some(sorted((corpus / "nac").glob("*/model.nac"))):
        found = run("inspect", "--memory", "--lenient", path)
        assert found.exit_code in (0, 1), (path, found.output)
        assert "┤" in found.stdout or "no program" in found.stdout or found.exit_code == 1


def test_sizes_are_those_that_the_file_holds(tmp_path: Path) -> None:
    b = NacBuilder(external_weights=True)
    b.output(b.parameter("w", np.ones((2, 3)), quantize="INT8_TENSOR"))
    nacformats.dump(b.build(), tmp_path / "external.nac")
    with nacformats.load(tmp_path / "external.nac") as file:
        assert Timeline(file).sizes.tolist() == [6, UNKNOWN_SIZE]
    (tmp_path / "external.safetensors").unlink()
    with nacformats.load(tmp_path / "external.nac") as file:
        assert Timeline(file).sizes.tolist() == [UNKNOWN_SIZE, UNKNOWN_SIZE]


def test_the_drawing(scheduled: Path, inputs: Path, tmp_path: Path, run: Run) -> None:
    target = tmp_path / "memory.svg"
    first = run("inspect", scheduled, "--memory-svg", target, "--inputs", inputs)
    assert first.exit_code == 0, first.output
    text = target.read_bytes()
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    bars = [bar for bar in root.iter(f"{SVG}rect") if bar.find(f"{SVG}title") is not None]
    assert [(bar.get("class"), bar.findtext(f"{SVG}title")) for bar in bars] == [
        ("parameter", "%1 w: 24 bytes, ticks 0 to 2"),
        ("result", "%2 aten.mm.default: 12 bytes, ticks 2 to 3"),
        ("result", "%3 aten.relu.default: 12 bytes, ticks 3 to 4"),
    ]
    assert run("inspect", scheduled, "--memory-svg", target, "--inputs", inputs).exit_code == 2  # it exists
    assert run("inspect", scheduled, "--memory-svg", target, "--inputs", inputs, "--force").exit_code == 0
    assert target.read_bytes() == text


@pytest.mark.nightly
def test_a_long_program_gives_a_drawing_of_bounded_size(tmp_path: Path, run: Run) -> None:
    b = NacBuilder()
    value = b.input("x")
    for number in range(5000):
        value = b.operation("nac.add", value, b.parameter(f"w{number}", np.ones(number % 7 + 1, np.float32)))
    b.output(value)
    file = b.build()
    file.sections.mmap = schedule(program_of(file), owners_of(file))
    nacformats.dump(file, tmp_path / "long.nac")
    assert run("inspect", tmp_path / "long.nac", "--memory-svg", tmp_path / "long.svg").exit_code == 0
    assert (tmp_path / "long.svg").stat().st_size < 200_000
    assert "more are not drawn" in (tmp_path / "long.svg").read_text("utf-8")


def test_hostile_names_are_escaped(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "evil.nac"
    path.write_bytes(nac_of(operation=f"my.{EVIL}"))
    b = NacBuilder()
    b.output(b.operation("aten.relu.default", b.parameter(f"<script>&{EVIL}", np.ones(3, np.float32))))
    file = b.build()
    file.sections.mmap = schedule(program_of(file), owners_of(file))
    nacformats.dump(file, path)
    shown = OURS.sub("", run("inspect", "--memory", path).stdout)
    assert "<script>" in shown
    run("inspect", path, "--memory-svg", tmp_path / "evil.svg")
    drawn = (tmp_path / "evil.svg").read_text("utf-8")
    assert "&lt;script&gt;&amp;" in drawn
    assert "<script>" not in drawn
    ET.fromstring(drawn)
    for text in (shown, drawn):
        assert not [char for char in text if char != "\n" and unicodedata.category(char) in WILD]


def test_only_nac_has_a_schedule(example: Callable[[str], Path], run: Run) -> None:
    found = run("inspect", "--memory", example("weights.stb"))
    assert found.exit_code == 2
    assert "only NAC files have a memory schedule" in found.stderr
