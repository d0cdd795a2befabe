"""Rows that fit: what a terminal shows breaks in no word, pictures take the width there is, a pipe gets all."""

from __future__ import annotations

import itertools
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats import NacBuilder
from nacformats.commands.terminal import aligned_rows, cells, fitted, squeezed, table_widths

NAMES = ("the.encoder.of.a.long.name.layers.%d.attention.projection.weight", "重み" * 30 + ".%d")


@pytest.fixture(params=NAMES, ids=["long", "wide"])
def model(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A model whose parameters are told apart by the middle or the end of long names."""
    b = NacBuilder()
    x = b.input("x")
    for number in range(3):
        x = b.operation("aten.mm.default", x, b.parameter(request.param % number, np.ones((4, 4), np.float32)))
    b.output(x)
    path = tmp_path / "model.nac"
    nacformats.dump(b.build(), path)
    return path


@pytest.mark.parametrize("width", [80, 120, 200])
@pytest.mark.parametrize("words", [(), ("--memory",), ("--hex",), ("--section", "data")])
def test_no_row_is_wider_than_the_terminal(
    run: Any, model: Path, monkeypatch: pytest.MonkeyPatch, width: int, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    rows = run("inspect", model, *words).stdout.splitlines()[1:]
    assert [row for row in rows if cells(row) > width and not row.startswith(("warning", "error"))] == []


def test_a_pipe_gets_whole_names(run: Any, model: Path) -> None:
    shown = run("inspect", model).stdout
    assert "…" not in shown
    with nacformats.load(model, format="nac") as nac:
        assert all(str(parameter.name) in shown for parameter in nac.parameters.values())


def test_the_picture_takes_the_width_there_is(run: Any, model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in (60, 80, 160):
        monkeypatch.setenv("COLUMNS", str(columns))
        (axis,) = (row for row in run("inspect", "--memory", model).stdout.splitlines() if "└" in row)
        assert columns - 12 < len(axis) <= columns


def test_tables_of_rich_do_not_wrap(run: Any, example: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for columns, cut in (("40", True), ("200", False)):
        monkeypatch.setenv("COLUMNS", columns)
        shown = run("run", example("mlp.nac"), "--inputs", example("mlp.inputs.npz")).stdout.splitlines()
        assert len(shown) == 5
        assert any("…" in row for row in shown) == cut
        assert max(map(len, shown)) <= int(columns)


def test_a_name_is_cut_in_its_middle() -> None:
    assert squeezed("layers.0.attention.weight", 11) == "layer…eight"
    assert squeezed("short", 5) == "short"
    assert squeezed("anything", None) == "anything"
    assert squeezed("重" * 10, 7) == "重重…重"
    assert cells(squeezed("a" * 100_000, 9)) == 9


def test_the_widest_columns_give_way() -> None:
    assert fitted([4, 50, 30], 60) == [4, 28, 28]
    assert fitted([4, 5], 60) == fitted([4, 5], None) == [4, 5]
    assert fitted([90, 90], 4) == [6, 6]


@pytest.mark.parametrize(
    ("options", "environment", "colored"),
    [
        ((), {}, False),
        (("--color", "always"), {}, True),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": ""}, False),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (("--color", "never"), {"FORCE_COLOR": "1"}, False),
        (("--color", "auto"), {"FORCE_COLOR": "1"}, True),
        (("--color", "auto"), {}, False),
    ],
)
@pytest.mark.parametrize("before", [True, False])
def test_color(
    run: Any,
    example: Any,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
    environment: dict[str, str],
    colored: bool,
    before: bool,
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    for words in (("inspect", example("mlp.nac")), ("run", example("mlp.nac"), "--inputs", example("mlp.inputs.npz"))):
        line = (*options, *words) if before else (*words, *options)
        assert ("\x1b[" in run(*line).stdout) == colored


def test_operands_and_shapes_are_values_in_json(run: Any, example: Any) -> None:
    tables = json.loads(run("inspect", "--json", example("mlp.nac")).stdout)["tables"]
    assert [row["operands"] for row in tables["program"]] == [
        [{"input": "features"}],
        [{"parameter": 1, "name": "fc1.weight"}],
        [{"parameter": 2, "name": "fc1.bias"}],
        [{"result": 0}, {"result": 1}, {"result": 2}],
        [{"result": 3}],
        [{"parameter": 3, "name": "fc2.weight"}],
        [{"parameter": 4, "name": "fc2.bias"}],
        [{"result": 4}, {"result": 5}, {"result": 6}],
        [{"result": 7}, {"constant": 1, "value": -1}],
        [{"result": 8}],
    ]
    assert [row["shape"] for row in tables["parameters"]] == [[16, 8], [16], [4, 16], [4]]
    values = json.loads(run("inspect", "--json", example("residual.mic2")).stdout)["tables"]["values"]
    assert (values[3]["result"], values[3]["inputs"], values[-1]["parameters"]) == (3, [0, 1], {"output": True})
    tensors = json.loads(run("inspect", "--json", example("weights.stb")).stdout)["tables"]["tensors"]
    assert all(isinstance(row["shape"], list) for row in tensors)


def test_the_drawing_says_what_it_wrote_and_its_labels_differ(run: Any, example: Any, tmp_path: Path) -> None:
    model, target = example("story/story.nac"), tmp_path / "out.svg"
    result = run("inspect", model, "--memory-svg", target)
    assert result.stdout == f"{target}: the memory schedule of {model}, 123 ticks\n"
    drawn = re.findall(r'<text class="name" x="\d+" y="(\d+)"[^>]*>([^<]*)</text>', target.read_text(encoding="utf-8"))
    heights, labels = zip(*drawn, strict=True)
    assert len(set(labels)) == len(labels) > 50
    assert all(int(below) - int(above) >= 12 for above, below in itertools.pairwise(heights))


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals")
def test_a_real_terminal(example: Any) -> None:
    import fcntl
    import pty
    import struct
    import subprocess
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 72, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    command = [sys.executable, "-m", "nacformats", "inspect", "--section", "program", str(example("story/story.nac"))]
    done = subprocess.Popen(command, stdout=slave, env={**environment, "TERM": "xterm"})
    os.close(slave)
    assert done.wait(60) == 0
    shown = os.read(master, 1 << 16).decode()
    os.close(master)
    rows = [re.sub("\x1b[^m]*m", "", row) for row in shown.splitlines()][2:]
    assert rows
    assert max(map(cells, rows)) <= 72
    assert "\x1b[" in shown


def test_headings_give_way_first_and_numbers_stay_whole() -> None:
    lines = [("a long heading", "another heading"), ("name.of.a.weight", "12,345 bytes"), ("x", "")]
    assert table_widths(lines, None) == table_widths(lines, 31) == [16, 15]
    assert table_widths(lines, 28) == [16, 12]
    assert table_widths(lines, 20) == [8, 12]
    assert list(aligned_rows(lines, 22)) == ["a lo…ing  anothe…ading", "name…ght  12,345 bytes", "x"]


def test_a_long_line_ends_between_words(run: Any, example: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = run("diff", example("mlp.nac"), example("story/story.nac")).stdout
    assert max(map(cells, shown.splitlines())) <= 80
    monkeypatch.delenv("COLUMNS")
    whole = run("diff", example("mlp.nac"), example("story/story.nac")).stdout
    assert "".join(whole.split()) == "".join(shown.split())  # a path longer than a row is cut all the same
