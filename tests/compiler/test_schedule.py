"""Schedules of compiled programs, against a coprocessor of a few lines that shares no code with the package."""

from __future__ import annotations

import random

import numpy as np
import pytest

import nacformats
from nacformats.formats.nac import Instruction, MemoryAction, NacBuilder, NacFile, ResultRef
from nacformats.formats.nac.columns.scheduling import schedule
from nacformats.formats.nac.file.contents import program_of
from nacformats.graph.aliasing import owners_of
from nacformats.view.timeline import Timeline
from tests.effort import effort

WEIGHT = np.ones((2, 3), np.float32)
VIEWS = ("nac.view", "aten.t.default", "getitem", "aten.split.Tensor")
PRELOAD, FREE, SAVE, FORWARD = (int(MemoryAction[name]) for name in ("preload", "free", "save_result", "forward"))


def built(builder: NacBuilder) -> NacFile:
    file = builder.build()
    file.sections.mmap = schedule(program_of(file), owners_of(file))
    return file


def commands(file: NacFile) -> dict[int, list[tuple[int, int]]]:
    assert file.sections.mmap is not None
    return {record.tick: list(record.commands) for record in file.sections.mmap}


def random_program(seed: int, length: int = 30) -> NacFile:
    """Operations on a few earlier results; weights before or between them; views of views; some results unused."""
    draw, b = random.Random(seed), NacBuilder()
    values = [b.input("x")] if draw.random() < 0.8 else [b.parameter("first", WEIGHT)]
    for number in range(draw.randrange(1, length)):
        kind = draw.random()
        if kind < 0.3:
            values.append(b.parameter(f"w{number}", WEIGHT))
        elif kind < 0.5:
            values.append(b.operation(draw.choice(VIEWS), draw.choice(values[-4:]), 0))
        else:
            operands = [draw.choice(values[-draw.choice((1, 3, 20)) :]) for _ in range(draw.randrange(1, 4))]
            values.append(b.operation("aten.cat.default", *operands))
    b.output(*draw.sample(values, draw.randrange(1, min(4, len(values)) + 1)))
    return built(b)


def run(file: NacFile) -> set[int]:
    """Carry out the program and its schedule, tick by tick; what is left in memory, but for the outputs.

    At each tick what is freed goes first, with all that shares its memory; then the instruction takes its operands;
    then its result is kept or passed on. The OUTPUT, which comes last, takes its operands first.
    """
    due, memory, released = commands(file), set[int](), set[int]()
    end = len(file.instructions) - 1
    passed: dict[int, set[int]] = {}
    owner: dict[int, int] = {}
    for tick, instruction in enumerate(file.instructions):
        taken = [operand.index for operand in instruction.operands if isinstance(operand, ResultRef)]
        owner[tick] = owner[taken[0]] if instruction.name in VIEWS else tick
        here = due.get(tick, [])
        assert len(here) <= 255
        freed = [target for action, target in here if action == FREE]
        for target in freed if tick < end else ():
            memory.remove(target)
            released.add(owner[target])
        for index in taken:
            if is_given(file.instructions[index]):
                continue
            assert index in memory or index in passed.get(tick, ())
            assert owner[index] not in released
        for action, target in here:
            if action == PRELOAD:
                assert file.instructions[target].b == 1
                assert target not in memory
                assert tick < target or tick == 0
                memory.add(target)
            elif action == SAVE:
                assert target == tick
                memory.add(target)
            elif action == FORWARD:
                assert target > tick
                passed.setdefault(target, set()).add(tick)
    return memory - {operand.index for operand in file.instructions[-1].operands} - set(freed)


def is_given(instruction: Instruction) -> bool:
    """Whether it is an input of the caller."""
    return instruction.name == "<INPUT>" and instruction.b == 0


@pytest.mark.parametrize("seed", range(effort(30, 3000)))
def test_random_programs_replay_cleanly(seed: int) -> None:
    file = random_program(seed)
    assert run(file) == set()
    assert Timeline(file).missing == []
    assert not [found for found in nacformats.validate(nacformats.dumps(file)) if found.rule == "nac.schedule"]


def test_what_each_command_is_for() -> None:
    b = NacBuilder()
    x, w = b.input("x"), b.parameter("w", WEIGHT)  # 0, 1
    product = b.operation("aten.mm.default", x, w)  # 2: taken by the next one but for a weight
    bias = b.parameter("b", WEIGHT)  # 3
    total = b.operation("nac.add", product, bias)  # 4: taken twice
    small = b.operation("aten.relu.default", total)  # 5
    b.output(b.operation("nac.sub", small, total))  # 6, 7
    assert commands(built(b)) == {
        0: [(PRELOAD, 1), (PRELOAD, 3)],
        2: [(FORWARD, 4)],
        3: [(FREE, 1)],
        4: [(SAVE, 4)],
        5: [(FORWARD, 6), (FREE, 3)],
        6: [(SAVE, 6)],
        7: [(FREE, 4)],
    }


def test_a_weight_that_comes_first_is_loaded_at_once() -> None:
    b = NacBuilder()
    b.output(b.operation("aten.relu.default", b.parameter("w", WEIGHT)))
    assert commands(built(b)) == {0: [(PRELOAD, 0)], 1: [(SAVE, 1)], 2: [(FREE, 0)]}


def test_weights_are_loaded_a_few_operations_ahead() -> None:
    b = NacBuilder()
    value = b.input("x")
    for number in range(20):
        value = b.operation("nac.add", value, b.parameter(f"w{number}", WEIGHT))
    b.output(value)
    loads = {target: tick for tick, due in commands(built(b)).items() for action, target in due if action == PRELOAD}
    assert all(tick == max(target - 5, 0) for target, tick in loads.items())  # three operations, and two weights
    assert len(loads) == 20


def test_a_view_keeps_what_it_is_a_view_of() -> None:
    b = NacBuilder()
    x, w = b.input("x"), b.parameter("w", WEIGHT)  # 0, 1
    turned = b.operation("aten.t.default", w)  # 2
    first = b.operation("aten.mm.default", x, turned)  # 3
    b.output(b.operation("aten.mm.default", first, turned))  # 4, 5
    freed = {target: tick for tick, due in commands(built(b)).items() for action, target in due if action == FREE}
    assert freed == {1: 5, 2: 5}


def test_what_an_output_is_a_view_of_is_freed_when_the_output_was_taken() -> None:
    b = NacBuilder()
    base = b.operation("nac.add", b.input("x"), 1.0)  # 1
    kept = b.operation("aten.t.default", base)  # 2
    b.output(b.operation("aten.relu.default", base), kept)
    file = built(b)
    assert [(tick, target) for tick, due in commands(file).items() for action, target in due if action == FREE] == [
        (4, 1)
    ]
    assert Timeline(file).missing == []


def test_a_tick_has_no_more_than_255_commands() -> None:
    b = NacBuilder()
    x = b.input("x")
    many = [b.operation("nac.add", x, float(number)) for number in range(250)]
    views = [b.operation("aten.t.default", each) for each in many]
    total = b.operation("aten.cat.default", views)  # 250 views of 250 results, each of them saved, are freed after it
    for _ in range(3):
        total = b.operation("aten.relu.default", total)
    b.output(total, *many[:1])
    file = built(b)
    assert max(map(len, commands(file).values())) == 255
    assert run(file) == set()
    assert Timeline(file).missing == []


def test_parameters_that_have_no_room_come_later_but_in_time() -> None:
    b = NacBuilder()
    x = b.input("x")
    total = b.operation("aten.cat.default", [x, *(b.parameter(f"a{number}", WEIGHT) for number in range(254))])
    b.output(b.operation("aten.cat.default", [total, *(b.parameter(f"b{number}", WEIGHT) for number in range(254))]))
    file = built(b)
    assert run(file) == set()
    assert Timeline(file).missing == []
    assert len(commands(file)[0]) == 255


def of_length(count: int) -> NacFile:
    """A program of so many instructions."""
    b = NacBuilder()
    value = b.input("x")
    for _ in range(count - 2):
        value = b.operation("aten.relu.default", value)
    b.output(value)
    file = built(b)
    assert len(file.instructions) == count
    return file


@pytest.mark.nightly
@pytest.mark.parametrize(("count", "scheduled"), [(65_536, True), (65_537, False)])
def test_programs_that_ticks_cannot_count_have_no_schedule(count: int, scheduled: bool) -> None:
    file = of_length(count)
    assert bool(commands(file)) == scheduled
    if scheduled:
        assert Timeline(file).missing == []


def test_no_schedule_rather_than_one_that_leaves_memory() -> None:
    b = NacBuilder()
    x = b.input("x")
    many = [b.operation("nac.add", x, float(number)) for number in range(128)]
    views = [b.operation("aten.t.default", each) for each in many]
    b.operation("aten.relu.default", x)  # so that the last view cannot be forwarded
    b.output(b.operation("aten.cat.default", many[1:] + views))  # 256 to be freed at the last tick
    assert commands(built(b)) == {}
