"""Programs that want too much: refused, typed, before it is allocated and in bounded time."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given, target

import nacformats
from nacformats import FormatError, InvalidError, LimitError, NacBuilder, limits
from nacformats.formats.records.constants import Constant
from nacformats.plan import Host, Plan, PlanBudget, PlanRunner, run_plan
from nacformats.plan import budget as budgets
from nacformats.runtime.budget import still_running
from tests.plan import campaign
from tests.plan.programs import plans

MIB = 1024**2


def run(text: str, *answers: str, host: Host | None = None, **budget: Any) -> object:
    return run_plan(plan=nacformats.plan.assemble(text), answers=answers, host=host, budget=PlanBudget(**budget))


@contextmanager
def little_memory() -> Iterator[None]:
    """Fails where the block allocates more than a budget of 1 MiB allows."""
    tracemalloc.start()
    yield
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 * MIB


FOREVER = "x = 1\nyes = true\nagain:\ny = x + x\nbranch_if yes again"


def test_a_program_without_end_is_ended_by_its_instructions() -> None:
    start = time.perf_counter()
    with pytest.raises(LimitError, match="the plan runs more than 30,000 instructions") as caught:
        run(FOREVER, instructions=30_000)
    assert (caught.value.path, caught.value.offset) == ("orch.bytecode", 8)
    assert "--max-instructions" in str(caught.value)
    assert time.perf_counter() - start < 5


def test_the_budget_of_instructions_is_exact() -> None:
    runner = PlanRunner(None, plan=nacformats.plan.assemble("x = 1\nx = 2\nx = 3"), budget=PlanBudget(instructions=3))
    runner.run()
    assert runner.executed == 3
    with pytest.raises(LimitError):
        run("x = 1\nx = 2\nx = 3", instructions=2)
    with pytest.raises(LimitError):
        run("x = 1", instructions=0)


def test_a_program_without_end_is_ended_by_the_clock() -> None:
    start = time.perf_counter()
    with pytest.raises(LimitError, match=r"the plan takes longer than 0\.2 s"):
        run(FOREVER, seconds=0.2)
    assert 0.2 <= time.perf_counter() - start < 5


def test_loops_without_end_are_ended_as_well() -> None:
    text = "n = 9223372036854775807\nloop n\nloop n\nx = 1\nend\nend"
    with pytest.raises(LimitError, match="instructions"):
        run(text, instructions=10_000)


def test_time_that_answers_take_is_not_the_plans() -> None:
    def slow(_prompt: str) -> str:
        time.sleep(0.3)
        return "x"

    text = 'a = user_prompt text "A?"\n' * 2 + "return (a)"
    assert run(text, host=Host(input=slow), seconds=0.25) == "x"


def test_the_clock_is_looked_at_inside_of_a_model() -> None:
    builder = NacBuilder()
    x = builder.input("x")
    y = x
    for _ in range(400):
        y = builder.operation("aten.sin.default", y)
    builder.output(y)
    model = builder.build()

    def timed(size: int, seconds: float) -> None:
        text = f'load_model 0 ""\nn = {size}\nx = create float32 ones n\ny = run_static 0 x'
        run_plan(model, plan=nacformats.plan.assemble(text), budget=PlanBudget(seconds=seconds))

    timed(1, 60)  # imports take time as well
    start = time.perf_counter()
    with pytest.raises(LimitError, match=r"MODEL_RUN_STATIC: .*(takes longer than|no computer does in)"):
        timed(4_000_000, 0.5)
    assert time.perf_counter() - start < 3  # the whole takes longer


@pytest.mark.sample("y, z = top_k x n", "y = unary softmax x")
@pytest.mark.parametrize("last", ["y, z = top_k x n", "y = unary softmax x", "y = sample x one n"])
def test_the_clock_is_looked_at_inside_of_an_instruction(last: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However fast the machine is: each call that is watched uses up 0.6 of the time as it starts, and two are made."""
    used: list[float] = []
    watch = budgets.watched

    def watched(call: Any, look: Any) -> Any:
        used.append(60.0)
        return watch(call, look)

    monkeypatch.setattr(budgets, "watched", watched)
    monkeypatch.setattr(budgets, "perf_counter", lambda: time.perf_counter() + sum(used))
    text = f"n = 20000000\none = 1\nx = create float32 ones n\n{last}"
    with pytest.raises(LimitError, match="takes longer than"):
        run_plan(plan=nacformats.plan.assemble(text), budget=PlanBudget(seconds=100, memory=4 * 1024 * MIB))
    assert len(used) == 2
    while still_running():  # what was given up must not disturb other tests
        time.sleep(0.05)


@pytest.mark.parametrize("last", ["y = serialize_object x json", 'y = format "{}" (x)', "print x"])
def test_what_is_too_large_for_a_text_is_refused_at_once(last: str) -> None:
    text = f"n = 1000001\nx = create float32 ones n\n{last}"
    start = time.perf_counter()
    with pytest.raises(LimitError, match="there is no text of so large a value"):
        run(text)
    assert time.perf_counter() - start < 1


def test_constants_and_templates_are_made_once() -> None:
    """A list of 65,535 numbers, and a template of 4,000 fields, that 10,000 instructions each refer to."""
    bytecode = bytes([4, 0, 0, 0]) + bytes([0x2A, 1, 1, 0, 0]) * 10_000 + bytes([4, 0, 0, 0]) * 10_000
    pool = {0: Constant.of([0] * 65_535), 1: Constant.of("{0}" * 4_000)}
    plan = Plan.from_bytecode(bytecode, pool)
    tracemalloc.start()
    with pytest.raises(InvalidError, match="more fields"):
        run_plan(plan=plan)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 64 * MIB


def test_a_model_has_the_memory_that_is_left() -> None:
    builder = NacBuilder()
    x = builder.input("x")
    builder.output(builder.operation("aten.matmul.default", x, builder.operation("aten.t.default", x)))
    text = 'load_model 0 ""\nshape = [20000, 1]\nx = create float32 ones shape\ny = run_static 0 x'
    with pytest.raises(LimitError, match=r"MODEL_RUN_STATIC: .*takes up to .* GiB"):
        run_plan(builder.build(), plan=nacformats.plan.assemble(text), budget=PlanBudget(memory=64 * MIB))


GROWING = {
    "text": 'two = 60\ns = "xxxxxxxxxxxxxxxx"\nloop two\ns = format "{}{}" (s, s)\nend',
    "padded text": 'n = 100000\ns = ""\nloop n\ns = format "{:1000}{}" (n, s)\nend',
    "template": 's = "' + "x" * 60_000 + '"\nt = format "' + "{0}" * 4_000 + '" (s)',
    "concat": "n = 60\nx = create int64 arange n\naxis = 1\nloop n\nx = combine concat (x, x) axis\nend",
    "outer product": "n = 2000\nx = create float32 ones n\nshape = [2000, 1]\ny = create float32 ones shape\nz = x + y",
    "outer comparison": "n = 2000\nx = create float32 ones n\ns = [2000, 1]\ny = create float32 ones s\nz = x == y",
    "slots": "n = 20000\nx = create int64 arange n\n" + "".join(f"s{slot} = copy x\n" for slot in range(2, 99)),
}
LARGE = {
    "ones": "shape = [2000000000, 2000000000]\nx = create float32 ones shape",
    "many axes": "shape = [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4]\nx = create float32 ones shape",
    "arange": "n = 9223372036854775807\nx = create int64 arange n",
    "float arange": "n = 1e300\nx = create float32 arange n",
    "pad": "n = 4611686018427387904\nx = [1]\nz = 0\ny = manipulate pad x n z",
    "json": "n = 20000\nx = create int64 arange n\ny = serialize_object x json",
    "list as text": 'n = 20000\nx = create int64 arange n\ny = format "{}" (x)',
}


@pytest.mark.parametrize("name", [*GROWING, *LARGE])
def test_memory_is_refused_before_it_is_allocated(name: str) -> None:
    plan = nacformats.plan.assemble({**GROWING, **LARGE}[name])
    start = time.perf_counter()
    with little_memory(), pytest.raises(LimitError) as caught:
        run_plan(plan=plan, budget=PlanBudget(memory=MIB))
    assert caught.value.path == "orch.bytecode"
    assert time.perf_counter() - start < 5


def test_what_is_overwritten_or_unloaded_is_free_again() -> None:
    text = "n = 50000\nm = 100\nloop m\nx = create int64 arange n\nend\ny = copy x\nunload slot y\nz = copy x"
    run(text, memory=2 * MIB)


def test_a_part_does_not_hold_the_whole() -> None:
    """256 slots with one element each of tensors that would take 100 MiB together."""
    text = "n = 100000\nzero = 0\n"
    for slot in range(2, 250):
        text += f"x = create float32 arange n\ns{slot + 4} = extract x zero\n" if slot < 240 else ""
    with little_memory():
        run(text, memory=2 * MIB)


def test_output_is_bounded() -> None:
    printed: list[str] = []
    host = Host(print=lambda text, **_: printed.append(text))
    text = 'yes = true\ns = "0123456789"\nagain:\nprint s\nbranch_if yes again'
    with pytest.raises(LimitError, match="IO_WRITE: the plan prints and writes more than 100 bytes"):
        run(text, host=host, output=100)
    assert len(printed) == 9
    with pytest.raises(LimitError, match="SRC_USER_PROMPT: the plan prints"):
        run(
            'yes = true\nagain:\na = user_prompt text "0123456789"\nbranch_if yes again',
            host=Host(input=str),
            output=100,
        )


def test_answers_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_ANSWER_TEXT", 10)
    assert run('a = user_prompt text "A?"\nreturn (a)', "0123456789") == "0123456789"
    with pytest.raises(LimitError, match="the answer is too long"):
        run('a = user_prompt text "A?"', "0123456789a")


def test_loops_inside_of_loops_are_bounded() -> None:
    deep = limits.MAX_PLAN_LOOPS
    assert run("n = 1\n" + "loop n\n" * deep + "end\n" * deep) is None
    with pytest.raises(LimitError, match="loops are inside of each other"):
        run("n = 1\n" + "loop n\n" * (deep + 1) + "end\n" * (deep + 1))


def test_binding_takes_linear_time() -> None:
    """Many loops with many breaks: no instruction looks at all the others."""
    text = "n = 0\nc = true\n" + ("loop n\n" * 200 + "break_if c\n" * 100 + "end\n" * 200) * 40
    plan = nacformats.plan.assemble(text)
    start = time.perf_counter()
    run_plan(plan=plan)
    assert time.perf_counter() - start < 5


@given(plans())
def test_whatever_a_program_does_ends_with_a_typed_error_or_a_result(plan: Plan) -> None:
    pool = {
        number: Constant.of(value) for number, value in enumerate([0, 1, 2, -1, 3.5, "x", "{}", [2, 3], True, None])
    }
    prefix = b"".join(bytes([4, slot, slot, 0]) for slot in range(6))
    runner = PlanRunner(
        None,
        plan=Plan.from_bytecode(prefix + plan.bytecode, pool),
        budget=PlanBudget(instructions=500, memory=MIB, seconds=2, output=10_000),
    )
    try:
        runner.run(["1", "x"])
    except FormatError as error:
        assert error.path == "orch.bytecode"  # noqa: PT017
        assert error.offset is not None  # noqa: PT017
        target(float(runner.executed))


def test_a_campaign_of_damaged_programs() -> None:
    """As `python -m tests.plan.campaign` does, which runs 100,000."""
    *_, tally = campaign.run(range(150))
    assert tally.broken == []
    assert tally.outcomes["ran"] > 10
    assert tally.counts["instructions"] > 500
