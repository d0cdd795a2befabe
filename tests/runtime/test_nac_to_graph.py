"""Instructions of NAC files as graphs (specification, sections 3, 7 and 8.3)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from nacformats import InvalidError, UnsupportedError, dumps, loads
from nacformats.formats.nac.builder import NacBuilder, make_operations
from nacformats.formats.nac.columns.instructions import Fields
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.file.sections import ParameterData, Sections
from nacformats.formats.nac.tables import MemoryAction
from nacformats.formats.records.constants import Constant
from nacformats.formats.records.rows import IdTable
from nacformats.graph.graph import Input, Operation, Ref
from nacformats.graph.of_nac import graph_of_nac
from nacformats.runtime import Session, SessionOptions
from tests.runtime.programs import floats

INPUT, OUTPUT, NEG, ADD = 2, 3, 14, 11
UNARY, BINARY, WITH_INT, WITH_FLOAT, WITH_BOOL, WITH_LIST = range(1, 7)


def program(
    *rows: tuple[Any, ...], names: dict[int, str] | None = None, constants: dict[int, Any] | None = None
) -> NacFile:
    """A file of bare instructions."""
    sections = Sections(
        ops=make_operations([Fields(*row) for row in rows]),
        cmap=IdTable((names or {}).items()),
        cnst=IdTable((number, Constant.of(value)) for number, value in (constants or {}).items()),
        perm=IdTable(enumerate(["T", "TT", "Ti", "Tf", "Tb", "TS"], start=1)),
        data=ParameterData(IdTable({1: "w"}.items()), IdTable({0: "x"}.items()), IdTable()),
    )
    return NacFile(sections=sections)


def test_a_program_by_hand() -> None:
    file = program((INPUT, 0), (NEG, UNARY, (), (-1,)), (ADD, BINARY, (), (-1, -2)), (OUTPUT, 0, (1, 0), (-1,)))
    graph = graph_of_nac(file)
    assert [type(value) for value in graph.values] == [Input, Operation, Operation]
    assert graph.values[0].name == "x"
    assert graph.values[2] == Operation(2, operator="nac.add", operands=(Ref(1), Ref(0)))
    assert graph.outputs == (Ref(2),)


def test_constants_are_coerced_by_their_code() -> None:
    shared = {1: 1, 2: True, 3: 2.0}
    file = program(
        (INPUT, 0),
        (ADD, WITH_INT, (1, 3), (-1, 0)),
        (ADD, WITH_FLOAT, (1, 1), (-2, 0)),
        (ADD, WITH_BOOL, (1, 1), (-3, 0)),
        (ADD, WITH_INT, (1, 2), (-4, 0)),
        (OUTPUT, 0, (1, 0), (-1,)),
        constants=shared,
    )
    constants = [value.operands[1] for value in graph_of_nac(file).every(Operation)]
    assert constants == [2, 1.0, True, 1]
    assert list(map(type, constants)) == [int, float, bool, int]


def test_a_distance_wins_over_the_code_of_a_constant() -> None:
    file = program(
        (INPUT, 0), (INPUT, 0), (ADD, WITH_INT, (0,), (-2, -1)), (OUTPUT, 0, (1, 0), (-1,)), constants={1: 5}
    )
    assert Session(file).run([2, 3]) == [5]


def test_what_follows_the_output_is_never_run() -> None:
    file = program((INPUT, 0), (OUTPUT, 0, (1, 0), (-1,)), (201, UNARY, (), (5,)))
    assert Session(file).run([7]) == [7]


def test_an_output_with_b_1_does_not_end_the_program() -> None:
    file = program((INPUT, 0), (NEG, UNARY, (), (-1,)), (OUTPUT, 1, (1, 0), (-1,)), (NEG, UNARY, (), (-1,)),
                   (OUTPUT, 0, (1, 0), (-1,)))  # fmt: skip
    assert Session(file).run([7]) == [7]


def test_without_a_final_output_the_others_are_the_outputs() -> None:
    file = program((INPUT, 0), (NEG, UNARY, (), (-1,)), (OUTPUT, 1, (1, 0), (-1,)), (OUTPUT, 1, (1, 0), (-3,)))
    assert Session(file).run([7]) == [-7, 7]


def test_without_any_output_the_last_result_is_the_output() -> None:
    assert Session(program((INPUT, 0), (NEG, UNARY, (), (-1,)))).run([7]) == [-7]
    with pytest.raises(InvalidError, match="no instructions"):
        Session(program())


@pytest.mark.parametrize(
    ("rows", "error", "text"),
    [
        (((INPUT, 0), (NEG, UNARY, (), (1,))), InvalidError, r"instruction 1 \(nac.neg\): takes a result"),
        (((INPUT, 0), (NEG, UNARY, (), (-2,))), InvalidError, r"instruction 1 \(nac.neg\): takes a result"),
        (((NEG, UNARY, (), (2,)), (NEG, UNARY, (), (-1,))), InvalidError, r"instruction 0 \(nac.neg\)"),
        (((INPUT, 0), (ADD, WITH_INT, (1, 9), (-1, 0))), InvalidError, r"instruction 1 \(nac.add\): .*no constant 9"),
        (((INPUT, 0), (ADD, WITH_INT, (0,), (-1, 0))), InvalidError, r"instruction 1 \(nac.add\): .*constants"),
        (((INPUT, 0), (222, UNARY, (), (-1,))), InvalidError, r"instruction 1 \(A=222\): the operation has no name"),
        (((INPUT, 0), (NEG, 99)), InvalidError, r"instruction 1 \(nac.neg\): signature 99 is not in perm"),
        (((INPUT, 0), (NEG, 0)), InvalidError, r"instruction 1 \(nac.neg\): the arguments \(\) do not fit"),
        (((INPUT, 0), (6, 0, (3, 1, 1), (-1,))), UnsupportedError, r"instruction 1 \(<CONTROL_FLOW>\)"),
        (((INPUT, 0), (7, 50, (0,), (1, 0))), UnsupportedError, r"instruction 1 \(<CONVERGENCE>\)"),
    ],
)
def test_what_cannot_be_run_is_refused_by_instruction(rows: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        Session(program(*rows, (OUTPUT, 0, (1, 0), (-1,))))


def test_a_missing_weight_is_named() -> None:
    file = program((INPUT, 1, (2, 1)), (OUTPUT, 0, (1, 0), (-1,)))
    with pytest.raises(InvalidError, match='parameter 1 "w" is missing'):
        Session(file).run()
    with pytest.raises(InvalidError, match=r"instruction 0 \(parameter '5'\): the file holds no tensor for it"):
        Session(program((INPUT, 1, (2, 5)), (OUTPUT, 0, (1, 0), (-1,)))).run()
    assert Session(file, parameters={"w": 3}).run() == [3]


def test_values_that_the_writer_left_out_are_lost() -> None:
    file = program((0, 0), (4, 0), (ADD, BINARY, (), (-2, -1)), (OUTPUT, 0, (1, 0), (-1,)))
    session = Session(file)
    assert [port.index for port in session.lifted] == [0, 1]
    with pytest.raises(InvalidError, match=r"instruction 0 \(lost value\): .*<NONE>"):
        session.run()
    assert session.run(values={0: 1, 1: 2}) == [3]


@pytest.mark.parametrize(
    ("constant", "expected"),
    [(1.5, 1.5), (True, True), (7, 7), ([1, 2], [1, 2]), ([0.5], [0.5]), ("Tensor_x", None), (None, None)],
)
def test_lifted_constants_are_used_when_they_are_numbers(constant: Any, expected: Any) -> None:
    file = program((INPUT, 3, (1, 1)), (OUTPUT, 0, (1, 0), (-1,)), constants={1: constant})
    if expected is None:
        with pytest.raises(InvalidError, match=r"instruction 0 .*constant 1 holds"):
            Session(file).run()
    else:
        assert Session(file).run()[0].tolist() == expected
    assert Session(file).run([5]) == [5]  # a list that has one value for each INPUT B=3 as well
    assert Session(file).run(values={0: 6}) == [6]


def test_states_are_found_by_their_id() -> None:
    file = program((INPUT, 2, (2, 4)), (INPUT, 2, (1, 4)), (ADD, BINARY, (), (-2, -1)), (OUTPUT, 0, (1, 0), (-1,)))
    assert Session(file, options=SessionOptions(states={4: 2}, next_states={4: 0})).run() == [4]


@pytest.mark.parametrize("selected", [True, False])
def test_the_first_result_of_a_normalization_is_taken_where_the_compiler_dropped_the_selection(selected: bool) -> None:
    builder = NacBuilder()
    x = builder.input("x")
    ones, zeros = builder.parameter("ones", np.ones(3, np.float32)), builder.parameter("zeros", np.zeros(3, np.float32))
    name = "aten._native_batch_norm_legit_no_training.default"
    value = builder.operation(name, x, ones, zeros, zeros, ones, 0.1, 0.0)
    if selected:
        value = builder.operation("getitem", value, 0)
    builder.output(builder.operation("nac.neg", value), value)
    given = floats(3, 3, 2)
    for result, expected in zip(Session(builder.build()).run([given]), (-given, given), strict=True):
        np.testing.assert_allclose(result, expected, rtol=1e-6)


def test_a_schedule_with_wrong_commands_changes_nothing() -> None:
    builder = NacBuilder()
    x = builder.input("x")
    weight = builder.parameter("w", floats(4, 4))
    hidden = builder.operation("aten.linear.default", x, weight)
    total = builder.operation("nac.add", builder.operation("aten.relu.default", hidden), hidden)
    for tick in range(8):
        for target in (x, weight, hidden, 60_000):
            builder.schedule(tick, MemoryAction.free, target)
            builder.schedule(tick, MemoryAction.forward, target)
    builder.output(total)
    given = floats(2, 4, seed=1)
    product = given @ floats(4, 4).T
    (result,) = Session(builder.build()).run([given])
    np.testing.assert_allclose(result, np.maximum(product, 0) + product, rtol=1e-5)


def test_numbers_of_a_list_are_those_of_the_model_before_they_were_rounded() -> None:
    builder = NacBuilder()
    x = builder.input("x")
    builder.output(builder.operation("aten.upsample_nearest2d.vec", x, None, [0.7, 0.7]))
    (result,) = Session(loads(dumps(builder.build()))).run([np.zeros((1, 1, 10, 20), np.float32)])
    assert result.shape == (1, 1, 7, 14)


def test_a_filled_mask_keeps_the_type_of_the_tensor() -> None:
    builder = NacBuilder()
    mask, x = builder.input("mask"), builder.input("x")
    builder.output(builder.operation("nac.where", mask, 2.0, x))
    (filled,) = Session(builder.build()).run([np.array([True, False]), np.arange(2)])
    assert filled.dtype == np.int64
    np.testing.assert_array_equal(filled, [2, 1])
