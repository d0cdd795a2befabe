"""The values of a graph behave like a list, whether they were read, built or changed."""

from __future__ import annotations

import copy
import operator
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nacformats import dumps, loads
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.mic.objects import Arg, MindValue, Node, Param
from nacformats.formats.mic.values import Values
from nacformats.fuzz.mic import graphs
from tests.mic.samples import PARAMETERS, RESIDUAL

SAMPLES: list[MindValue] = [
    Arg("x", 0),
    Param("w\u00e9", 3),
    Node("relu", (0,)),
    Node("concat", (0, 1, 2), (-1,)),
    Node("split", (0,), (-(2**63), 2**64 - 1)),
    Node("transpose", (1,), (2, 1, 0)),
    Node("custom", (), (), "rope"),
    # what no file can hold
    Node("nothing", (0,)),
    Node("relu", (2**70,)),
    Node("relu", (0,), (1,)),
    Node("relu", (0,), name="x"),
    Node("custom", (0,)),
    Node("split", (0,), (0, -1)),
    Node("softmax", (0,), (2**63,)),
    Arg("\ud800", 0),
    Param("big", 2**63),
    Arg(3, 0),  # type: ignore[arg-type]
    Node("relu", ("x",)),  # type: ignore[arg-type]
]

INDEX = st.integers(-12, 12)
VALUE = st.sampled_from(SAMPLES)
SLICE = st.builds(slice, *[st.none() | INDEX] * 2, st.sampled_from([None, 1, 2, -1]))
CHANGE: st.SearchStrategy[tuple[str, tuple[Any, ...]]] = st.one_of(
    st.tuples(st.just("append"), st.tuples(VALUE)),
    st.tuples(st.just("extend"), st.tuples(st.lists(VALUE, max_size=4))),
    st.tuples(st.just("insert"), st.tuples(INDEX, VALUE)),
    st.tuples(st.just("__setitem__"), st.tuples(INDEX, VALUE)),
    st.tuples(st.just("__setitem__"), st.tuples(SLICE, st.lists(VALUE, max_size=4))),
    st.tuples(st.just("__delitem__"), st.tuples(INDEX | SLICE)),
    st.tuples(st.just("pop"), st.tuples(INDEX)),
    st.tuples(st.just("pop"), st.just(())),
    st.tuples(st.just("remove"), st.tuples(VALUE)),
    st.tuples(st.just("index"), st.tuples(VALUE)),
    st.tuples(st.just("count"), st.tuples(VALUE)),
    st.tuples(st.just("reverse"), st.just(())),
    st.tuples(st.just("clear"), st.just(())),
    st.tuples(st.just("__getitem__"), st.tuples(INDEX | SLICE)),
    st.tuples(st.just("__contains__"), st.tuples(VALUE)),
    st.tuples(st.just("__iadd__"), st.tuples(st.lists(VALUE, max_size=4))),
    st.tuples(st.just("columns"), st.just(())),
)


def outcome(action: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    try:
        return action(*arguments)
    except (IndexError, ValueError) as error:
        return type(error)


@given(st.sampled_from(["built", "read"]), st.lists(CHANGE, max_size=12))
def test_values_behave_like_a_list(origin: str, changes: list[tuple[str, tuple[Any, ...]]]) -> None:
    expected: list[MindValue] = SAMPLES[:5] if origin == "built" else list(loads(PARAMETERS).values)
    values: Any = Values(expected) if origin == "built" else loads(PARAMETERS).values
    for name, arguments in changes:
        if name == "columns":
            values.columns()
            continue
        mine = outcome(getattr(values, name), arguments)
        theirs = outcome(getattr(expected, name), arguments)
        assert mine == theirs
        assert len(values) == len(expected)
        assert values == expected
        assert [values[index] for index in range(-len(values), len(values))] == expected * 2
    assert [type(value) for value in values] == [type(value) for value in expected]
    assert values == Values(expected)


def seen_while_changing(values: Any) -> list[MindValue]:
    seen = []
    for value in values:
        seen.append(value)
        if len(values) < 8:
            values.append(value)
        if len(seen) == 2:
            values[2] = SAMPLES[6]
            del values[0]
    return seen


def test_changes_while_values_are_looked_at() -> None:
    expected = seen_while_changing(SAMPLES[:4])
    assert len(expected) > 4
    assert seen_while_changing(Values(SAMPLES[:4])) == expected


@pytest.mark.parametrize("data", [RESIDUAL, PARAMETERS])
def test_copies(data: bytes) -> None:
    graph = loads(data)
    for other in (copy.deepcopy(graph), pickle.loads(pickle.dumps(graph))):
        assert other == graph
        other.values[0] = Param("other", 0)
        assert other != graph
    assert copy.copy(graph).values is graph.values
    values = graph.values.copy()
    values.pop()
    assert len(values) == len(graph.values) - 1
    assert dumps(graph) == data


def test_a_list_of_values_becomes_columns() -> None:
    graph = loads(RESIDUAL)
    graph.values = list(graph.values)
    assert isinstance(graph.values, Values)
    assert graph == loads(RESIDUAL)
    assert operator.add(graph.values, [Arg("y", 0)]) == [*graph.values, Arg("y", 0)]
    assert repr(graph.values) == repr(list(graph.values))
    with pytest.raises(TypeError):
        hash(graph.values)
    assert graph.values != (1, 2)


@given(graphs(text_form=False))
def test_a_graph_of_its_own_values(graph: MicGraph) -> None:
    other = MicGraph(list(graph.symbols), list(graph.types), list(graph.values), graph.output)
    assert other == graph
    assert dumps(other, format="micb") == dumps(graph, format="micb")
