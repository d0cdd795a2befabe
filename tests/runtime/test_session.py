"""Sessions: what goes in, what comes out, what stays, and what is said when something is wrong."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nacformats import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.graph.graph import Operation, Ref
from nacformats.ops.schemas import KERNELS
from nacformats.runtime import Session, SessionOptions, register_operation
from nacformats.runtime.session import MAX_SEQUENCES
from tests.runtime.programs import Program, floats

CONSTANTS = [
    None,
    True,
    False,
    0,
    1,
    -1,
    3,
    2**31,
    2**62,
    -(2**63),
    0.5,
    -1.0,
    float("inf"),
    float("nan"),
    "floor",
    "cpu",
    "int64",
]


def two_inputs() -> Program:
    """x - y, and x alone."""
    program = Program()
    x, y = program.input("x"), program.input()
    return program.output(program("nac.sub", x, y), x)


def refused(session: Session, *arguments: Any, kind: type[FormatError] = InvalidError, **keywords: Any) -> str:
    with pytest.raises(kind) as caught:
        session.run(*arguments, **keywords)
    return str(caught.value)


# inputs


def test_inputs_by_position_by_name_and_mixed() -> None:
    session = Session(two_inputs())
    x, y = floats(2, 3), floats(2, 3, seed=1)
    assert [port.name for port in session.inputs] == ["x", "in1"]
    assert [port.name for port in session.outputs] == ["out0", "out1"]
    for outputs in (session.run([x, y]), session.run([x], named={"in1": y}), session.run([], named={"in1": y, "x": x})):
        assert isinstance(outputs, list)
        np.testing.assert_array_equal(outputs[0], x - y)
    for named in (session.run({"x": x, "in1": y}), session.run({"in0": x, "in1": y})):
        assert list(named) == ["out0", "out1"]
        np.testing.assert_array_equal(named["out0"], x - y)


@pytest.mark.parametrize("array", [floats(2, 3), np.float32(1)])
def test_the_rows_of_an_array_are_no_arguments(array: Any) -> None:
    with pytest.raises(TypeError, match=r"expected a list of arrays.*write \[array\]"):
        Session(two_inputs()).run(array)


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (([1.0],), ("no value for input 'in1' (instruction 1)", "2: x, in1", "got 1")),
        (([],), ("'x' (instruction 0), 'in1' (instruction 1)",)),
        (({"x": 1.0},), ("no value for input 'in1'",)),
        (([1.0, 2.0, 3.0],), ("too many inputs", "expected 2", "got 3")),
        (({"x": 1.0, "in1": 1.0, "z": 1.0},), ("there is no input 'z'", "one of: x, in1")),
        (([1.0, 2.0], {"x": 1.0}), ("input 'x' is given twice",)),
        ((["text", 1.0],), ("instruction 0 (input 'x')", "not a tensor", "str")),
        (([1.0, [[1], [1, 2]]],), ("instruction 1 (input)", "not an array")),
        (([1.0, object()],), ("instruction 1 (input)", "not a tensor")),
        (([floats(2), floats(3)],), ("instruction 2 (nac.sub) (byte 102)", "float32[2]", "float32[3]")),
    ],
)
def test_wrong_inputs_are_refused_by_name_and_place(arguments: tuple[Any, ...], parts: tuple[str, ...]) -> None:
    message = refused(Session(two_inputs()), **dict(zip(("inputs", "named"), arguments, strict=False)))
    assert all(part in message for part in parts), message


def test_two_inputs_of_one_name_are_told_apart_by_position_only() -> None:
    program = Program()
    session = Session(program.output(program("nac.sub", program.input("x"), program.input("x"))))
    assert session.run([5, 3]) == [2]
    assert "there are several inputs 'x'" in refused(session, {"x": 1.0})


def test_python_numbers_take_the_types_of_pytorch() -> None:
    session = Session(two_inputs())
    assert [array.dtype for array in session.run([1.5, 2])] == [np.float32, np.float32]
    assert session.run([1, 2])[0].dtype == np.int64
    assert session.run([[True], [1]])[0].dtype == np.int64
    big_endian = np.arange(3, dtype=">f4")
    np.testing.assert_array_equal(session.run([big_endian, 1])[0], [-1, 0, 1])


# outputs


def test_an_output_may_be_an_input_a_number_or_repeated() -> None:
    program = Program()
    x = program.input()
    size = program("aten.sym_size.int", x, 0)
    outputs = Session(program.output(x, size, x, program("mul", size, 2))).run([floats(3)])
    assert [type(output) for output in outputs] == [np.ndarray] * 4
    assert (outputs[1], outputs[3]) == (3, 6)
    assert outputs[1].dtype == np.int64


def test_an_intermediate_output_is_a_value_that_others_may_take() -> None:
    program = Program()
    collected = program("<OUTPUT>", program("nac.neg", program.input()))
    assert Session(program.output(program("nac.neg", collected))).run([5]) == [5]


def test_outputs_do_not_change_the_weights() -> None:
    program = Program()
    weight = program.parameter("w", np.ones(3, np.float32))
    session = Session(program.output(weight))
    with pytest.raises(ValueError, match="read-only"):
        session.run()[0][0] = 7
    np.testing.assert_array_equal(session.run()[0], [1, 1, 1])


# sizes, tuples, pass-through


def test_arithmetic_of_sizes_stays_arithmetic_of_python_numbers() -> None:
    program = Program()
    x = program.input()
    batch, length = program("aten.sym_size.int", x, 0), program("aten.sym_size.int", x, 1)
    both = program("nac.add", program("mul", batch, length), 0)
    half = program("floordiv", both, 2)
    viewed = program("nac.view", x, half, 2)
    scaled = program("aten.mul.Tensor", viewed, half)
    given = floats(2, 4)
    (result,) = Session(program.output(scaled)).run([given])
    np.testing.assert_array_equal(result, given.reshape(4, 2) * 4)
    assert result.dtype == np.float32


@pytest.mark.parametrize(
    ("operands", "shape"),
    [((), (3, 4)), ((0,), (3, 1, 4)), ((2,), (1, 3, 4)), ((1,), (1, 3, 1, 4)), (([12],), (12,)), (([-1, 6],), (2, 6))],
)
def test_nac_view_is_squeeze_without_a_list(operands: tuple[Any, ...], shape: tuple[int, ...]) -> None:
    program = Program()
    (result,) = Session(program.output(program("nac.view", program.input(), *operands))).run([floats(1, 3, 1, 4)])
    assert result.shape == shape


@pytest.mark.parametrize(
    ("operands", "expected"),
    [
        ((4, "cpu", False), np.arange(4)),
        ((2, 9, "float32", "cpu", False), np.arange(2, 9, dtype=np.float32)),
        ((0, 9, 3), np.arange(0, 9, 3)),
        ((0.0, 1, 0.25), np.arange(0, 1, 0.25, dtype=np.float32)),
    ],
)
def test_nac_arange_counts_its_numbers(operands: tuple[Any, ...], expected: Any) -> None:
    program = Program()
    (result,) = Session(program.output(program("nac.arange", *operands))).run()
    np.testing.assert_array_equal(result, expected)
    assert result.dtype == expected.dtype


def test_masks_are_filled_by_nac_where() -> None:
    program = Program()
    x = program.input()
    mask = program("nac.gt", x, 0)
    filled = Session(program.output(program("nac.where", mask, -3.0, x), program("nac.where", mask, x, x))).run
    given = floats(3, 4)
    np.testing.assert_array_equal(filled([given])[0], np.where(given > 0, np.float32(-3), given))
    assert filled([given])[0].dtype == np.float32


def test_an_unaligned_weight_is_aligned_once() -> None:
    memory = bytearray(17)
    weight = np.frombuffer(memory, np.float32, offset=1, count=4)
    assert not weight.flags.aligned
    program = Program()
    program.output(program("nac.clone", program.parameter("w", weight)), program.parameter("v", weight))
    _, kept = Session(program).run([])
    assert kept.flags.aligned


def test_a_weight_that_cannot_be_read_is_named_with_its_instruction() -> None:
    def missing() -> Any:
        raise InvalidError("the file with the weights is missing", format="nac")

    program = Program()
    weight = program.parameter("fc.weight")
    program.values[weight.index].load = missing
    with pytest.raises(InvalidError, match=r"instruction 0 \(parameter 'fc.weight'\): the file with the weights"):
        Session(program.output(weight)).run([])


def test_parts_of_tuples_and_pass_through() -> None:
    program = Program()
    x = program.input()
    parts = program("aten.split.Tensor", x, 2, 1)
    last = program("nac.pass", program("getitem", parts, 1), 0.5, False)
    given = floats(2, 4)
    np.testing.assert_array_equal(Session(program.output(last)).run([given])[0], given[:, 2:])


# lifted and lost values


def test_a_lifted_constant_is_a_default_that_the_caller_may_replace() -> None:
    program = Program()
    constant, x = program.lifted(default=1.5), program.input("x")
    session = Session(program.output(program("aten.mul.Tensor", x, constant)))
    x_value = floats(3)
    expected = x_value * np.float32(1.5)
    np.testing.assert_array_equal(session.run([x_value])[0], expected)
    np.testing.assert_array_equal(session.run({"x": x_value})["out0"], expected)
    for replaced in (
        session.run([2.0, x_value])[0],  # in the order of the instructions
        session.run([x_value], named={"value0": 2.0})[0],
        session.run([x_value], values={0: 2.0})[0],
        Session(session.graph, options=SessionOptions(values={0: 2.0})).run([x_value])[0],
    ):
        np.testing.assert_array_equal(replaced, x_value * 2)
    assert [(port.name, port.required) for port in session.lifted] == [("value0", False)]


def test_a_lost_value_is_named_until_it_is_supplied() -> None:
    program = Program()
    lost, folded, x = program.lifted(lost="constant 2 holds 'Tensor'"), program.lost(), program.input()
    session = Session(program.output(program("nac.add", program("nac.add", x, lost), folded)))
    assert [(port.index, port.required) for port in session.lifted] == [(0, True), (1, True)]
    assert "instruction 0 (input): constant 2 holds 'Tensor' (supply it: values={0: array}" in refused(session, [1])
    assert "missing as well: instruction 1 (lost value): it was folded: values={1: array}" in refused(session, [1])
    assert "instruction 1 (lost value): it was folded" in refused(session, [1], values={0: 1})
    assert session.run([1], values={0: 10, 1: 100}) == [111]
    assert session.run([1], named={"value0": 20, "value1": 100}) == [121]
    assert session.run(values={0: 10, 1: 100, 2: 5}) == [115]
    assert "there is no instruction 9" in refused(session, [1], values={9: 1})


def test_a_lost_value_that_nothing_needs_does_not_matter() -> None:
    program = Program()
    x = program.input()
    program("nac.neg", program.lost())
    program("no.such.operation", x)
    assert Session(program.output(program("nac.neg", x))).run([2]) == [-2]


def test_a_computed_value_may_be_supplied_as_well() -> None:
    program = Program()
    unknown = program("my.operation", program.input())
    session = Session(program.output(program("nac.neg", unknown)), options=SessionOptions(values={1: [1.0, 2.0]}))
    np.testing.assert_array_equal(session.run([0])[0], [-1, -2])


# weights


def test_weights_are_read_once_when_they_are_first_needed() -> None:
    program = Program()
    weight = program.parameter("w")
    reads: list[int] = []
    program.values[weight.index].load = lambda: reads.append(1) or np.ones((2, 2), np.float32)
    session = Session(program.output(program("aten.linear.default", program.input(), weight)))
    assert not reads
    for _ in range(3):
        session.run([floats(1, 2)])
    assert reads == [1]


def test_weights_may_be_given_and_missing_ones_are_named() -> None:
    program = Program()
    weight = program.parameter("fc.weight")
    graph = program.output(program("nac.neg", weight))
    message = refused(Session(graph))
    assert "instruction 0 (parameter 'fc.weight')" in message
    assert "parameters={name: array}" in message
    np.testing.assert_array_equal(Session(graph, parameters={"fc.weight": floats(2)}).run()[0], -floats(2))
    with pytest.raises(InvalidError, match=r"no parameter 'fc.wieght', did you mean 'fc.weight'\?"):
        Session(graph, parameters={"fc.wieght": floats(2)})


def test_weights_may_be_given_for_one_run() -> None:
    program = Program()
    weight = program.parameter("fc.weight", np.ones(2, np.float32))
    session = Session(
        program.output(program("nac.mul", program.input("x"), weight)), operations={"nac.mul": np.multiply}
    )
    for factor, named in ((1, {}), (3, {"fc.weight": [3.0, 3.0]}), (1, {})):
        np.testing.assert_array_equal(session.run({"x": floats(2), **named})["out0"], floats(2) * np.float32(factor))


# states


def counting() -> Program:
    """state 7 + x, also the next state."""
    program = Program()
    return program.output(program("nac.add", program.state(7), program.input("x")))


def test_a_state_keeps_the_output_that_it_is_bound_to() -> None:
    session = Session(counting(), options=SessionOptions(states={7: np.zeros(2, np.float32)}, next_states={7: 0}))
    for expected in (1, 2, 3):
        np.testing.assert_array_equal(session.run([[1.0, 1.0]])[0], [expected] * 2)
    np.testing.assert_array_equal(session.states[7], [3, 3])
    session.states[7] = [10.0, 20.0]
    np.testing.assert_array_equal(session.run([[1.0, 1.0]])[0], [11, 21])
    session.states.reset()
    np.testing.assert_array_equal(session.states[7], [0, 0])


def test_a_state_is_its_own_copy() -> None:
    initial = np.zeros(1, np.float32)
    session = Session(counting(), options=SessionOptions(states={7: initial}, next_states={7: 0}))
    (result,) = session.run([[1.0]])
    result += 100
    initial += 100
    np.testing.assert_array_equal(session.states[7], [1])
    session.states.reset()
    np.testing.assert_array_equal(session.states[7], [0])


def test_a_state_without_a_binding_stays_and_one_without_a_value_is_named() -> None:
    session = Session(counting())
    assert "instruction 0 (state): state 7 has no value" in refused(session, [1])
    session.states[7] = 5
    assert [session.run([1])[0] for _ in range(2)] == [6, 6]
    del session.states[7]
    assert "state 7 has no value" in refused(session, [1])
    with pytest.raises(InvalidError, match="there is no state 8"):
        session.states[8] = 1
    with pytest.raises(InvalidError, match="there is no state 8"):
        Session(counting(), options=SessionOptions(next_states={8: 0}))
    with pytest.raises(InvalidError, match="there is no output 3"):
        Session(counting(), options=SessionOptions(next_states={7: 3}))


# what a run tells


def test_trace_sees_every_operation_in_order_with_its_result() -> None:
    program = Program()
    x = program.input()
    program.output(program("aten.exp.default", program("nac.neg", x)))
    seen: list[tuple[int, str, Any]] = []
    Session(program).run([[0.0, 1.0]], trace=lambda op, value: seen.append((op.index, op.operator, value)))
    assert [(index, name) for index, name, _ in seen] == [(1, "nac.neg"), (2, "aten.exp.default")]
    np.testing.assert_array_equal(seen[0][2], [0, -1])
    np.testing.assert_allclose(seen[1][2], np.exp([0, -1]), rtol=1e-6)


def test_an_exception_of_a_trace_function_is_the_callers_own() -> None:
    def stop(_operation: Operation, _value: Any) -> None:
        raise KeyError("stop")

    with pytest.raises(KeyError):
        Session(counting(), options=SessionOptions(states={7: 0})).run([1], trace=stop)


def test_intermediate_values_are_kept_on_request_even_when_no_output_needs_them() -> None:
    program = Program()
    x = program.input()
    negated = program("nac.neg", x)
    unused = program("aten.exp.default", x)
    session = Session(program.output(program("nac.neg", negated)))
    session.run([[1.0]], intermediate=[x.index, negated.index, unused.index])
    kept = session.last_run.intermediate
    assert {index: value.tolist() for index, value in kept.items()} == {0: [1], 1: [-1], 2: [np.exp(np.float32(1))]}
    session.run([[1.0]])
    assert session.last_run.intermediate == {}


def test_profile_adds_up_calls_and_memory() -> None:
    program = Program()
    value = program.input()
    for _ in range(5):
        value = program("aten.exp.default", program("nac.neg", value))
    session = Session(program.output(value))
    session.run([np.zeros(256, np.float32)], profile=True)
    costs = session.last_run.operations
    assert {name: (cost.calls, cost.bytes) for name, cost in costs.items()} == {
        "nac.neg": (5, 5 * 1024),
        "aten.exp.default": (5, 5 * 1024),
    }
    assert 0 < sum(cost.seconds for cost in costs.values()) <= session.last_run.seconds
    session.run([np.zeros(256, np.float32)])
    assert session.last_run.operations == {}


# operations


def test_registered_operations_are_known_to_every_session() -> None:
    @register_operation("nactest::twice(Tensor x, *, str mode='plain', Scalar plus=0) -> Tensor")
    def twice(x: Any, mode: str = "plain", plus: float = 0) -> Any:
        return 2 * x + plus if mode == "plain" else x

    try:
        program = Program()
        x = program.input()
        program.output(program("nactest.twice.default", x), program("nactest.twice.default", x, "plain", 5))
        assert Session(program).run([3]) == [6, 11]
    finally:
        del KERNELS["nactest.twice.default"]


def test_operations_of_one_session_win() -> None:
    program = Program()
    x = program.input()
    program.output(program("my.op", x, 0.5), program("nac.neg", x))
    session = Session(
        program, operations={"my.op": lambda x, f: x * np.float32(f), "nac.neg(Tensor self)": lambda x: x}
    )
    assert session.run([4.0]) == [2, 4]


def test_an_unknown_operation_is_named_with_its_place_and_what_is_near_it() -> None:
    program = Program()
    program.output(program("aten.sofmax.int", program.input(), -1))
    with pytest.raises(UnsupportedError) as caught:
        Session(program)
    message = str(caught.value)
    assert "instruction 1 (aten.sofmax.int) (byte 101)" in message
    assert "aten.softmax.int" in message
    assert "register_operation" in message


def test_arguments_that_fit_no_parameter_are_refused_when_the_session_is_made() -> None:
    program = Program()
    program.output(program("aten.relu.default", program.input(), "text"))
    with pytest.raises(
        InvalidError, match=r"instruction 1 \(aten.relu.default\) \(byte 101\): the arguments .* do not fit"
    ):
        Session(program)


@pytest.mark.parametrize(
    ("error", "kind", "text"),
    [
        (ValueError("odd"), InvalidError, "odd"),
        (ZeroDivisionError("by zero"), InvalidError, "ZeroDivisionError: by zero"),
        (NotImplementedError("not yet"), UnsupportedError, "not yet"),
        (MemoryError(), LimitError, "MemoryError"),
        (LimitError("too big", expected="less"), LimitError, "too big"),
        (RecursionError("deep"), InvalidError, "deep"),
    ],
)
def test_whatever_a_kernel_raises_becomes_an_error_of_its_instruction(
    error: Exception, kind: type[FormatError], text: str
) -> None:
    def fail(_x: Any, _text: str) -> None:
        raise error

    program = Program()
    session = Session(program.output(program("my.op", program.input(), "soft")), operations={"my.op": fail})
    message = refused(session, [floats(2, 3)], kind=kind)
    assert "instruction 1 (my.op) (byte 101)" in message
    assert text in message
    assert "float32[2, 3], 'soft'" in message


def test_many_different_requests_keep_few_plans() -> None:
    program = Program()
    value = program.input()
    for _ in range(3 * MAX_SEQUENCES):
        value = program("nac.neg", value)
    session = Session(program.output(value))
    for index in range(3 * MAX_SEQUENCES):
        session.run([1], intermediate=[index])
        assert abs(session.last_run.intermediate[index]) == 1
    assert len(session._steps) <= MAX_SEQUENCES


@given(st.data())
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_no_operation_lets_another_exception_out(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(KERNELS)))
    program = Program()
    inputs = [floats(), floats(3), floats(2, 3), np.zeros((0, 3), np.float32), np.arange(4), np.ones((2, 2), bool)]
    refs = [program.input() for _ in inputs]
    operand = st.one_of(
        st.sampled_from(refs),
        st.sampled_from(CONSTANTS),
        st.lists(st.sampled_from([-3, -1, 0, 1, 2, 3, 2**31 - 1, 0.5]), max_size=3),
    )
    program.output(program(name, *data.draw(st.lists(operand, max_size=8))))
    with contextlib.suppress(FormatError):
        Session(program).run(inputs)


def test_arithmetic_of_sizes_is_bounded() -> None:
    program = Program()
    size = program("aten.sym_size.int", program.input(), 0)
    for _ in range(200):
        size = program("mul", size, size)
    assert "does not fit 64 bits" in refused(Session(program.output(size)), [floats(3)])
    program.output(program("pow", 10, 10**12))
    assert "does not fit 64 bits" in refused(Session(program), [floats(3)])


# graphs that are none


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (1, "takes its own result"),
        (2, "instruction 2, which is computed later"),
        (99, "instruction 99, which does not exist"),
        (-4, "instruction -4, which does not exist"),
    ],
)
def test_references_that_are_not_earlier_are_refused(source: int, text: str) -> None:
    program = Program()
    program.input()
    negated = program("nac.neg", Ref(source))
    program.output(program("nac.neg", negated))
    with pytest.raises(InvalidError, match=rf"instruction 1 \(nac.neg\) \(byte 101\): takes .*{text}|{text}"):
        Session(program)


def test_an_output_that_does_not_exist_is_refused() -> None:
    program = Program()
    program.input()
    with pytest.raises(InvalidError, match="an output is instruction 5, which does not exist"):
        Session(program.output(Ref(5)))


def test_misuse_is_no_format_error() -> None:
    with pytest.raises(ValueError, match="unknown engine 'cuda'"):
        Session(two_inputs(), engine="cuda")
    with pytest.raises(TypeError, match="holds no program"):
        Session(42)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        Session("/no/such/model.nac")


def missing(*operation: Any, lost: str = "") -> str:
    """What is said about a lost value, which is the first operand where an operand is None."""
    program = Program()
    value = program.lifted(lost=lost or "it was folded")
    weight = program.parameter("w", floats(3, 4))
    x = program.input("x")
    names = {None: value, "w": weight, "x": x}
    name, *operands = operation
    result = program(name, *(names.get(each, each) if not isinstance(each, list) else each for each in operands))
    return refused(Session(program.output(result)), [floats(2, 4)])


@pytest.mark.parametrize(
    ("operation", "shape"),
    [
        (("aten.linear.default", "x", "w", None), "shape [3]"),
        (("aten.linear.default", None, "w"), "shape [..., 4]"),
        (("aten.matmul.default", None, "w"), "shape [..., 3]"),
        (("aten.matmul.default", "w", None), "shape [..., 4, n]"),
        (("aten.layer_norm.default", "x", [4], None), "shape [4]"),
        (("nac.add", "w", None), "a shape that broadcasts to [3, 4]"),
        (("nac.view", None, [2, 6]), "12 elements"),
        (("aten.embedding.default", "w", None), "integers of any shape"),
    ],
)
def test_a_missing_value_comes_with_who_takes_it_and_in_what_shape(operation: Any, shape: str) -> None:
    assert f"taken by instruction 3 ({operation[0]}), as {shape})" in missing(*operation)


def test_the_text_in_place_of_a_lost_tensor_says_its_shape() -> None:
    assert "as int32[2, 3])" in missing(
        "nac.neg", None, lost="constant 2 holds 'Tensor_torch.Size([2, 3])_torch.int32'"
    )


def test_a_failing_operation_names_the_input_that_it_takes() -> None:
    program = Program()
    x, w = program.input("tokens"), program.parameter("w", floats(3, 4))
    session = Session(program.output(program("aten.embedding.default", w, x)))
    assert "input 'tokens' is float32[2, 4]: is it of the type and shape" in refused(session, [floats(2, 4)])


@pytest.mark.parametrize(
    ("operator", "hint"),
    [
        ("wrap_with_set_grad_enabled", "its subgraph is not in the file; compile under `torch.no_grad()`"),
        ("cond", "its subgraph is not in the file; compile the model with"),
        ("mylib.scan.default", "import the library that registers 'mylib' and use the engine torch"),
        ("aten.relux.default", "known names near it: aten.relu.default"),
    ],
)
def test_an_unknown_operation_comes_with_what_to_do(operator: str, hint: str) -> None:
    program = Program()
    with pytest.raises(UnsupportedError, match=re.escape(hint)):
        Session(program.output(program(operator, program.input())))
