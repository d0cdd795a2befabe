"""Which passes run, and what is told about them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from nacformats.compiler.passes import DEFAULT_PASSES, PASSES, Explanation, describe_graph, optimize, select_passes
from nacformats.graph.graph import Graph
from tests.compiler.graphs import GraphMaker, operators

HEADLINE = (
    "# 5 values: 1 inputs, 1 weights, 3 operations (1 aten.clone.default, 1 aten.linear.default, 1 aten.mul.Tensor)"
)


def doubled() -> Graph:
    maker = GraphMaker({7: "s0"})
    x = maker.input(np.zeros((7, 4), np.float32))
    weight = maker.weight(np.ones((8, 4), np.float32), "fc.weight")
    layer = maker.add("aten.linear.default", maker.add("aten.clone.default", x), weight)
    return maker.build(maker.add("aten.mul.Tensor", layer, 1.0))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("default", DEFAULT_PASSES),
        ("none", ()),
        ("", ()),
        ("fold,cse", ("fold", "cse")),
        ("default,-bn", tuple(name for name in DEFAULT_PASSES if name != "bn")),
        ("-bn", tuple(name for name in DEFAULT_PASSES if name != "bn")),
        ("cse,default,-default", None),
        (["cse", "fold"], ("cse", "fold")),
        ((), ()),
    ],
)
def test_passes_are_chosen_by_name(text: str, names: tuple[str, ...] | None) -> None:
    if names is None:
        with pytest.raises(ValueError, match="there is no pass 'default'"):
            select_passes(text)
    else:
        assert select_passes(text) == names


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no pass 'folt'; did you mean 'fold'\? Known are default, none, identity,"):
        select_passes("folt")
    with pytest.raises(ValueError, match=r"no pass 'defualt'; did you mean 'default'\? Known are"):
        select_passes("defualt")
    with pytest.raises(ValueError, match=r"no pass 'zzz'\. Known are"):
        select_passes("zzz")


@pytest.mark.parametrize("passes", [3, None, [3], b"fold"])
def test_what_names_no_passes_is_refused(passes: Any) -> None:
    with pytest.raises(TypeError, match="passes: expected names, such as"):
        select_passes(passes)


def test_the_table_says_what_every_pass_does() -> None:
    for name, entry in PASSES.items():
        assert (entry.name, entry.tolerance >= 0) == (name, True)
        assert len(entry.sentence) > 20


def test_a_graph_is_described_line_by_line() -> None:
    assert describe_graph(doubled()).splitlines() == [
        HEADLINE,
        "%0 = input x1  float32[s0, 4]",
        "%1 = weight fc.weight  float32[8, 4]",
        "%2 = aten.clone.default(%x1)  float32[s0, 4]",
        "%3 = aten.linear.default(%2, %fc.weight)  float32[s0, 8]",
        "%4 = aten.mul.Tensor(%3, 1.0)  float32[s0, 8]",
        "return y0=%4",
    ]


def test_the_description_of_a_large_graph_is_bounded() -> None:
    maker = GraphMaker()
    x = maker.input(np.zeros(1, np.float32))
    for _ in range(1000):
        x = maker.add("aten.neg.default", x)
    lines = describe_graph(maker.build(x), most=20).splitlines()
    assert len(lines) == 23
    assert "... 981 more ..." in lines


def test_names_cannot_control_the_terminal() -> None:
    maker = GraphMaker()
    graph = maker.build(maker.weight(np.zeros(1), "\x1b[2J"))
    assert "\x1b" not in describe_graph(graph)


def test_an_explanation_shows_the_graph_before_and_after_what_changed_it() -> None:
    texts: list[str] = []
    after = optimize(doubled(), ["identity", "fold", "algebra", "dead"], Explanation(texts.append))
    assert operators(after) == ["aten.linear.default"]
    assert texts[0].startswith("identity: -1 aten.clone.default (copies,")
    assert "before identity:" in texts[1]
    assert "after identity:" in texts[2]
    assert texts[3] == "fold: nothing to do"
    assert any(text.startswith("algebra: -1 aten.mul.Tensor") for text in texts)


def test_a_graph_is_not_changed_by_what_is_done_to_it() -> None:
    graph = doubled()
    text = describe_graph(graph)
    optimize(graph)
    assert describe_graph(graph) == text
