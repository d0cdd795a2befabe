"""The budget of a run: refused from shapes, or given up in time, on both engines, always with the instruction."""

from __future__ import annotations

import math
import threading
import time
from typing import Any

import numpy as np
import pytest

from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.formats.nac.builder import NacBuilder
from nacformats.printing import size_text
from nacformats.runtime import Budget, Session
from nacformats.runtime.budget import default_memory
from tests.partners import partner
from tests.runtime.programs import Program, floats

ENGINES = ("numpy", "torch")
#: What no budget of a test has.
HUGE = 1 << 40
MEMORY = 64 << 20


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    if request.param == "torch":
        partner("torch")
    return str(request.param)


def refused(program: Program, engine: str, *inputs: Any, memory: int = MEMORY, **limits: Any) -> LimitError:
    """The error of a run that is over its budget; it comes soon, and names an instruction."""
    started = time.process_time()
    with pytest.raises(LimitError, match="instruction") as caught:
        Session(program, engine=engine, budget=Budget(memory=memory, **limits)).run(list(inputs))
    assert time.process_time() - started < 20
    return caught.value


#: Operations whose numbers ask for more than any budget has: the name, and arguments besides the first operand.
BY_NUMBERS: dict[str, tuple[Any, ...]] = {
    "aten.repeat.default": ([HUGE, 1],),
    "aten.tile.default": ([0, HUGE, HUGE],),
    "aten.repeat_interleave.self_int": (HUGE,),
    "aten.constant_pad_nd.default": ([HUGE, HUGE],),
    "aten.pad.default": ([HUGE, 0],),
    "aten.expand_copy.default": ([HUGE, 2, 3],),
    "aten.expand.default": ([HUGE, 2, 3],),
    "aten.new_zeros.default": ([HUGE],),
    "aten.new_full.default": ([HUGE], 1.5),
    "aten.diag_embed.default": (HUGE,),
    "aten.diagflat.default": (HUGE,),
    "aten.histc.default": (HUGE,),
    "aten.fft_fft.default": (HUGE,),
    "aten.fft_rfft.default": (HUGE,),
    "aten.fft_fft2.default": ([HUGE, HUGE],),
}


@pytest.mark.parametrize("name", BY_NUMBERS)
def test_numbers_cannot_ask_for_more_than_the_budget(name: str, engine: str) -> None:
    program = Program()
    program.output(program(name, program.input(), *BY_NUMBERS[name]))
    assert name in str(refused(program, engine, floats(2, 3)))


#: The same without an operand.
FROM_NOTHING: dict[str, tuple[Any, ...]] = {
    "aten.full.default": ([HUGE], 1),
    "aten.zeros.default": ([1 << 20, 1 << 20],),
    "aten.ones.default": ([HUGE],),
    "aten.arange.default": (1 << 60,),
    "aten.arange.start": (-(1 << 60), 1 << 60),
    "aten.arange.start_step": (0, 1, 1e-12),
    "aten.linspace.default": (0, 1, HUGE),
    "aten.eye.default": (1 << 20,),
    "aten.eye.m": (2, HUGE),
    "aten.tril_indices.default": (1 << 20, 1 << 20),
    "aten.triu_indices.default": (1 << 20, 1 << 20),
    "aten.hann_window.default": (HUGE,),
}


@pytest.mark.parametrize("name", FROM_NOTHING)
def test_nothing_is_made_of_nothing_beyond_the_budget(name: str, engine: str) -> None:
    program = Program()
    program.output(program(name, *FROM_NOTHING[name]))
    assert name in str(refused(program, engine))


#: Operands that together make a result of gigabytes: the name, how many operands, and more arguments.
BY_OPERANDS: dict[str, tuple[int, tuple[Any, ...]]] = {
    "aten.outer.default": (2, ()),
    "aten.kron.default": (2, ()),
    "aten.meshgrid.default": (-2, ()),
    "aten.cartesian_prod.default": (-3, ()),
    "aten.block_diag.default": (-50, ()),
}


@pytest.mark.parametrize("name", BY_OPERANDS)
def test_operands_cannot_multiply_beyond_the_budget(name: str, engine: str) -> None:
    number, more = BY_OPERANDS[name]
    program = Program()
    vector = program("aten.arange.default", 100_000)
    operands = [vector] * number if number > 0 else [[vector] * -number]
    program.output(program("aten.clone.default", program("getitem", program(name, *operands, *more), 0)))
    refused(program, engine)


def test_a_chain_cannot_grow_step_by_step(engine: str) -> None:
    program = Program()
    value = program("aten.ones.default", [64, 1])
    for _ in range(6):
        row = program("aten.reshape.default", value, [1, -1])
        column = program("aten.reshape.default", value, [-1, 1])
        value = program("aten.matmul.default", column, row)
    program.output(value)
    assert "aten.matmul.default" in str(refused(program, engine))


def test_what_is_alive_together_counts(engine: str) -> None:
    program = Program()
    parts = [program("aten.full.default", [1 << 20], float(number)) for number in range(20)]
    program.output(*parts)
    error = refused(program, engine)
    assert "beside the 64.0 MiB in use" in str(error)
    single = Program()
    value = single("aten.full.default", [1 << 20], 0.0)
    for _ in range(20):
        value = single("aten.add.Tensor", value, 1)
    single.output(value)
    (result,) = Session(single, engine=engine, budget=Budget(memory=MEMORY)).run()
    assert result[0] == 20


def test_many_small_results_count(engine: str) -> None:
    program = Program()
    row = program.input()
    program.output(*(program("aten.add.Tensor", row, number) for number in range(100)))
    error = refused(program, engine, floats(1000), memory=100_000)
    assert "in use" in str(error)


def test_the_error_says_what_to_do(engine: str) -> None:
    program = Program()
    program.output(program("aten.zeros.default", [1 << 20, 1 << 20]))
    text = str(refused(program, engine))
    assert "instruction 0 (aten.zeros.default) (byte 100): takes up to " in text
    assert "expected a run within 64.0 MiB (raise it with Budget(memory=...) or --max-memory)" in text


def test_the_budget_may_be_raised_and_lowered(engine: str) -> None:
    program = Program()
    program.output(program("aten.zeros.default", [1 << 20]))
    assert Session(program, engine=engine).run()[0].size == 1 << 20
    session = Session(program, engine=engine, budget=Budget(memory=1 << 20))
    with pytest.raises(LimitError):
        session.run()
    session.budget = Budget(memory=1 << 24)
    assert session.run()[0].size == 1 << 20


def test_the_default_is_a_share_of_what_there_is() -> None:
    assert Session(Program().output()).budget.memory == default_memory() > 0


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"memory": -1}, ValueError),
        ({"memory": 1.5}, TypeError),
        ({"memory": True}, TypeError),
        ({"seconds": 0}, ValueError),
        ({"seconds": math.nan}, ValueError),
        ({"seconds": "soon"}, TypeError),
    ],
)
def test_a_budget_is_a_number(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match="expected"):
        Budget(**options)


def test_sizes_are_shown_in_their_unit() -> None:
    assert [size_text(size) for size in (5, 2048, 3 << 30, 1 << 70)] == [
        "5 bytes",
        "2.0 KiB",
        "3.0 GiB",
        "1,048,576.0 PiB",
    ]


# seconds


def sleeping(seconds: float) -> dict[str, Any]:
    def sleep(x: Any) -> Any:
        time.sleep(seconds)
        return x

    return {"my.sleep": sleep}


def test_a_run_ends_in_time_although_its_operation_does_not(engine: str) -> None:
    program = Program()
    program.output(program("aten.neg.default", program("my.sleep", program.input())))
    session = Session(program, engine=engine, operations=sleeping(3), budget=Budget(seconds=0.2))
    started = time.perf_counter()
    with pytest.raises(LimitError, match=r"instruction 1 \(my.sleep\).*longer than 0.2 s.*--timeout"):
        session.run([floats(2)])
    assert time.perf_counter() - started < 2.5


def test_what_was_given_up_goes_no_further(engine: str) -> None:
    called: list[int] = []

    def count(x: Any) -> Any:
        called.append(1)
        return x

    program = Program()
    program.output(program("my.count", program("my.sleep", program.input())))
    session = Session(
        program, engine=engine, operations={**sleeping(0.5), "my.count": count}, budget=Budget(seconds=0.1)
    )
    with pytest.raises(LimitError):
        session.run([floats(2)])
    time.sleep(1.0)
    assert called == []


def test_a_run_within_its_time_is_like_any_other(engine: str) -> None:
    program = Program()
    x = program.input()
    program.output(program("aten.log.default", x), program("aten.div.Tensor", x, 0))
    session = Session(program, engine=engine)
    expected = session.run([floats(5)])
    for result, wanted in zip(session.run([floats(5)], timeout=60), expected, strict=True):
        np.testing.assert_array_equal(result, wanted)
    with pytest.raises(FormatError, match="instruction"):
        Session(program, engine=engine, budget=Budget(seconds=60)).run([["text"]])


def test_a_product_that_cannot_end_in_time_is_not_begun(engine: str) -> None:
    program = Program()
    x = program("aten.expand.default", program.input(), [40_000, 40_000])
    program.output(program("aten.matmul.default", x, x))
    text = str(refused(program, engine, floats(1), memory=1 << 45, seconds=1))
    assert "aten.matmul.default" in text
    assert "steps" in text


def test_the_time_of_one_run_may_differ(engine: str) -> None:
    program = Program()
    program.output(program("my.sleep", program.input()))
    session = Session(program, engine=engine, operations=sleeping(0.5))
    assert len(session.run([floats(2)])) == 1
    with pytest.raises(LimitError, match=r"longer than 0.1 s"):
        session.run([floats(2)], timeout=0.1)


# threads


def test_the_last_run_belongs_to_the_thread() -> None:
    program = Program()
    program.output(program("aten.neg.default", program.input()))
    session = Session(program)
    session.run([floats(2)], profile=True)
    seen: list[Any] = []

    def other() -> None:
        seen.append(session.last_run.operations)
        session.run([floats(3)], intermediate=[1])
        seen.append(session.last_run.intermediate[1].shape)

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert seen == [{}, (3,)]
    assert session.last_run.intermediate == {}
    assert list(session.last_run.operations) == ["aten.neg.default"]


def test_threads_may_share_a_session(engine: str) -> None:
    program = Program()
    x, weight = program.input(), program.parameter("w", floats(50, 50))
    value = x
    for _ in range(20):
        value = program("aten.tanh.default", program("aten.matmul.default", value, weight))
    program.output(value)
    session = Session(program, engine=engine)
    inputs = [floats(4, 50, seed=number) for number in range(8)]
    expected = [session.run([each])[0] for each in inputs]
    wrong: list[int] = []

    def work(number: int) -> None:
        for turn in range(20):
            keep = [2 + (number + turn) % 30]  # a plan of its own
            (result,) = session.run([inputs[number]], intermediate=keep)
            if not np.array_equal(result, expected[number]) or list(session.last_run.intermediate) != keep:
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


# what is not a tensor


@pytest.mark.parametrize(
    ("name", "operands"),
    [("mul", ("ab", 1 << 40)), ("mul", (1 << 40, [1, 2])), ("mod", ("%1000000000d", 5)), ("add", ("a", "b"))],
)
def test_arithmetic_of_sizes_is_for_numbers(name: str, operands: tuple[Any, ...]) -> None:
    program = Program()
    program.output(program(name, *operands))
    with pytest.raises(InvalidError, match=r"instruction 0 .*: expected numbers"):
        Session(program).run()


def test_outputs_that_are_views_count_with_all_their_elements(engine: str) -> None:
    program = Program()
    x = program.input()
    program.output(*(program("aten.expand.default", x, [1 << 23]) for _ in range(3)))
    with pytest.raises(LimitError, match=r"outputs: what the outputs hold takes 96.0 MiB element by element"):
        Session(program, engine=engine, budget=Budget(memory=MEMORY)).run([floats(1)])
    assert len(Session(program, engine=engine, budget=Budget(memory=2 * MEMORY)).run([floats(1)])) == 3


def test_what_is_empty_along_one_dimension_may_be_long_along_another(engine: str) -> None:
    program = Program()
    empty = program("aten.zeros.default", [0, HUGE])
    program.output(program("aten.sum.dim_IntList", empty, [0]))
    assert "aten.sum.dim_IntList" in str(refused(program, engine))


def test_numbers_in_tensors_count(engine: str) -> None:
    for name in ("aten.bincount.default", "aten.repeat_interleave.Tensor", "aten.one_hot.default"):
        program = Program()
        program.output(program(name, program.input()))
        assert name in str(refused(program, engine, np.array([1, HUGE])))


def test_dequantized_weights_count() -> None:
    builder = NacBuilder()
    weight = np.ones((1024, 1024), np.float32)
    builder.output(builder.operation("aten.sum.default", builder.parameter("w", weight, quantize="int8_tensor")))
    file = builder.build()
    assert abs(Session(file, budget=Budget(memory=16 << 20)).run()[0] - 1024 * 1024) < 10
    with pytest.raises(LimitError, match=r"parameter.*takes up to 4.0 MiB"):
        Session(file, budget=Budget(memory=2 << 20)).run()
