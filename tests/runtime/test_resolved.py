"""Every graph in one spelling: canonical names, arguments by name, and the same results."""

from __future__ import annotations

import gc
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nacformats.graph.graph import Graph, Input, Operation, Ref
from nacformats.ops.schemas import KERNELS
from nacformats.restoring import resolution_of, resolved
from nacformats.runtime import Session, SessionOptions
from tests.runtime import test_mind as mind
from tests.runtime.programs import Program, floats
from tests.runtime.test_run_corpus import BROKEN, CASES, arrays, opened, soft_threshold, supplied


def operations(graph: Graph) -> list[tuple[str, tuple[Any, ...], dict[str, Any]]]:
    return [(value.operator, value.operands, dict(value.attributes)) for value in graph.every(Operation)]


@pytest.mark.parametrize("case", [case for case in CASES if case.name not in BROKEN], ids=lambda case: case.name)
def test_files_of_the_public_compiler_keep_their_results(case: Path) -> None:
    own = {"nactest.soft_threshold.default": soft_threshold}
    inputs = arrays(case / "inputs.npz", "in")
    with opened(case / "model.nac") as file:
        session = Session(file, operations=own)
        expected = arrays(case / "expected.npz", "out")
        values = supplied(case.name, session, inputs, expected) if any(p.required for p in session.lifted) else {}
        graph, origins, _ = resolution_of(session.graph)
        moved = {origins.index(index): value for index, value in values.items()}
        results = Session(graph, operations=own).run(inputs, values=moved)
        for result, wanted in zip(results, session.run(inputs, values=values), strict=True):
            np.testing.assert_array_equal(result, wanted)
    assert [value.index for value in graph.values] == list(range(len(graph.values)))
    for operator, operands, _ in operations(graph):
        assert not operator.startswith("nac.") or operator == "nac.pass"
        kernel = KERNELS.get(operator)
        assert kernel is None or kernel.parameters is None or not operands
    assert all(ref.part is None for ref in graph.outputs)


@pytest.mark.parametrize(("op", "operands", "attributes"), [case[:3] for case in mind.CASES if case[3] is not None])
def test_mind_ir_is_spelled_in_aten(op: str, operands: tuple[Any, ...], attributes: Any) -> None:
    shapes = {len(operands): attributes["shape"]} if op == "reshape" else {}
    attributes = {} if op == "reshape" else attributes
    session = Session(
        mind.graph_of(op, *map(mind.type_of, operands), **attributes), options=SessionOptions(shapes=shapes)
    )
    graph = resolved(session.graph)
    assert not any(operator.startswith("mind.") for operator, _, _ in operations(graph))
    for result, wanted in zip(Session(graph).run(operands), session.run(operands), strict=True):
        np.testing.assert_allclose(result, wanted, rtol=1e-6, atol=1e-6)
        assert result.dtype == wanted.dtype


def test_arguments_get_their_names_and_defaults_go() -> None:
    program = Program()
    x, y = program.input("x"), program.input("y")
    size = program("aten.sym_size.int", x, 0)
    double = program("nac.mul", size, 2)
    added = program("nac.add", x, y, 2)
    viewed = program("nac.view", added, double, -1)
    program.output(program("aten.clip_.default", program("aten.softmax.int", viewed, 1, None), 0.25, None))
    assert operations(resolved(program)) == [
        ("aten.sym_size.int", (), {"self": x, "dim": 0}),
        ("mul", (size, 2), {}),
        ("aten.add.Tensor", (), {"self": x, "other": y, "alpha": 2}),
        ("aten.reshape.default", (), {"self": added, "shape": [double, -1]}),
        ("aten.softmax.int", (), {"self": viewed, "dim": 1}),
        ("aten.clamp.default", (), {"self": Ref(6), "min": 0.25}),
    ]


def test_a_name_stays_where_the_second_one_takes_other_arguments() -> None:
    program = Program()
    program.output(program("aten.pow_.Scalar", program.input(), 2))
    assert operations(resolved(program))[0][0] == "aten.pow_.Scalar"


def test_parts_are_taken_once_by_getitem() -> None:
    program = Program()
    norm = program("aten.native_layer_norm.default", program.input(), [4], None, None, 1e-5)
    first = Ref(norm.index, 0)
    program.output(first, program("nac.add", first, Ref(norm.index, 2)))
    graph, origins, _ = resolution_of(program)
    assert origins == [0, 1, 2, 2, 2]
    assert [operator for operator, _, _ in operations(graph)].count("getitem") == 2
    x = floats(3, 4)
    for result, wanted in zip(Session(graph).run([x]), Session(program).run([x]), strict=True):
        np.testing.assert_array_equal(result, wanted)


def test_references_among_the_attributes_count() -> None:
    x, y = Input(0, "x"), Input(1, "y")
    added = Operation(2, operator="aten.add.Tensor", operands=(Ref(0),), attributes={"other": Ref(1)})
    graph = Graph("torch", "node", [x, y, added], (Ref(2),))
    np.testing.assert_array_equal(Session(graph).run([floats(2), floats(2)])[0], 2 * floats(2))


def test_many_operations_take_linear_time() -> None:
    def seconds(length: int) -> float:
        program = Program()
        value = program.input()
        for _ in range(length):
            value = program("nac.add", value, 1.0)
        graph = program.output(value)
        gc.collect()  # what other tests have left is not to be looked through in between
        gc.disable()
        try:
            start = time.process_time()
            resolved(graph)
            return time.process_time() - start
        finally:
            gc.enable()

    seconds(100)
    # ten times the operations: ten times the time, or a hundred times if it were quadratic
    assert min(seconds(8000) for _ in range(3)) < 50 * max(seconds(800), 0.005)
