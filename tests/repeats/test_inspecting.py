"""The listing of a program in `inspect`: blocks are shown once, --all shows every row, and JSON has both."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

import nacformats
from nacformats import MicGraph, NacBuilder
from nacformats.cli import main


def layers(count: int) -> NacBuilder:
    builder = NacBuilder()
    value = builder.input("x")
    for layer in range(count):
        weight = builder.parameter(f"h.{layer}.norm.weight", np.ones(4, np.float32))
        normal = builder.operation("aten.rms_norm.default", value, [4], weight)
        matrix = builder.parameter(f"h.{layer}.fc.weight", np.ones((4, 4), np.float32))
        value = builder.operation("nac.add", value, builder.operation("aten.linear.default", normal, matrix))
    builder.output(builder.operation("aten.tanh.default", value))
    return builder


@pytest.fixture
def path(tmp_path: object) -> str:
    found = f"{tmp_path}/layers.nac"
    nacformats.dump(layers(12).build(), found)
    return found


def shown(*arguments: str) -> str:
    done = CliRunner().invoke(main, ["inspect", *arguments])
    assert done.exit_code == 0, done.output
    return done.output


def test_a_listing_shows_a_block_once(path: str) -> None:
    text = shown(path, "--tables")
    assert "  h.0 to h.11: 12 x 5 instructions" in text
    program = text.partition("\nprogram:\n")[2].partition("\n\n")[0]
    assert program.count("aten.linear.default") == 1
    assert [line.split()[0] for line in program.splitlines()] == [
        *("result", "%0", "h.0", "%1", "%2", "%3", "%4", "%5", "%61", "%62")
    ]
    assert "aten.tanh.default" in program
    assert "more (--all)" not in program


def test_all_unfolds(path: str) -> None:
    program = shown(path, "--section", "program", "--all")
    assert "12 x 5" not in program
    assert program.count("aten.linear.default") == 12


def test_json_has_every_row_and_the_blocks(path: str) -> None:
    document = json.loads(shown(path, "--json", "--section", "program"))
    assert len(document["tables"]["program"]) == 12 * 5 + 3
    (block,) = document["blocks"]
    assert block["title"] == "h.0 to h.11: 12 x 5 instructions"
    assert block["spans"] == [[1 + 5 * layer, 6 + 5 * layer] for layer in range(12)]


def test_blocks_of_a_path_and_of_a_model(path: str) -> None:
    titles = [block.title for block in nacformats.blocks(path)]
    assert titles == ["h.0 to h.11: 12 x 5 instructions"]
    with nacformats.load(path, format="nac") as file:
        assert nacformats.blocks(file) == nacformats.blocks(path)


def test_mind_ir(tmp_path: object) -> None:
    graph = MicGraph()
    matrix = graph.add_type("f32", 4, 4)
    value = graph.arg("x", matrix)
    weights = [graph.param(f"layers.{layer}.{name}", matrix) for layer in range(5) for name in ("a.w", "b.w")]
    for layer in range(5):
        inner = graph.node("relu", graph.node("matmul", value, weights[2 * layer]))
        value = graph.node("add", value, graph.node("matmul", inner, weights[2 * layer + 1]))
    graph.output = value
    (block,) = nacformats.blocks(graph)
    assert block.title == "layers.0 to layers.4: 5 x 4 values"
    nacformats.dump(graph, f"{tmp_path}/layers.micb")
    assert "layers.0 to layers.4: 5 x 4 values" in shown(f"{tmp_path}/layers.micb", "--tables")


def test_a_model_without_a_program() -> None:
    with pytest.raises(TypeError):
        nacformats.blocks(object())
