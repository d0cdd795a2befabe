"""Properties of the blocks that are found, in random programs, in programs with planted blocks, and in hostile ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import pytest

from nacformats.repeats import Block, Blocks, ProgramRows, folded_rows, repeated_blocks
from tests.effort import effort


class Writer:
    """A program that grows row by row."""

    def __init__(self) -> None:
        self.labels: list[str] = []
        self.operands: list[list[int]] = []
        self.names: list[str | None] = []

    def add(self, label: str, operands: Sequence[int] = (), name: str | None = None) -> int:
        self.labels.append(label)
        self.operands.append(list(operands))
        self.names.append(name)
        return len(self.labels) - 1

    def rows(self, *, named: bool = True) -> ProgramRows:
        names = self.names if named else [name and "" for name in self.names]
        return ProgramRows(self.labels, self.operands, names, [len(self.labels) - 1] if self.labels else [])


#: A step of a block: operator, which of the values so far it takes (0 is what enters), and the name of a parameter.
Step = tuple[str, tuple[int, ...], str]


def random_steps(rng: random.Random) -> list[Step]:
    """A residual block: each step takes the one before it, now and then an older one too; the last adds the input."""
    steps: list[Step] = []
    for number in range(1, rng.randrange(4, 12)):
        older = (rng.randrange(1, number),) if number > 2 and rng.random() < 0.3 else ()
        parameter = f"p{number}.weight" if number in (1, 3) or rng.random() < 0.4 else ""
        steps.append((rng.choice("abcdefgh"), (number - 1, *older), parameter))
    return [*steps, ("add", (len(steps), 0), "")]


def plant(writer: Writer, steps: Sequence[Step], path: str, source: int) -> tuple[range, int]:
    """Write a block; return its rows and the last one."""
    values = [source]
    start = len(writer.labels)
    for label, operands, parameter in steps:
        taken = [values[each] for each in operands]
        taken += [writer.add("", (), f"{path}.{parameter}")] if parameter else []
        values.append(writer.add(label, taken))
    return range(start, len(writer.labels)), values[-1]


def check(program: ProgramRows, found: Blocks) -> None:
    """Compare occurrences row by row, without anything that the search uses, and fold."""
    for block in found.walk():
        check_block(program, block)
    check_apart(list(found), range(len(program.labels)))
    for limit in (None, 0, 5, 20):
        check_folding(found, limit)


def check_block(program: ProgramRows, block: Block) -> None:
    assert len(block.spans) == len(block.names) > 1
    first = block.rows(0)
    assert len(first) == block.length > 0
    for number in range(len(block.spans)):
        rows = block.rows(number)
        assert [program.labels[row] for row in rows] == [program.labels[row] for row in first]
        assert list(inner_operands(program, rows)) == list(inner_operands(program, first))
    check_apart(block.inner, block.spans[0])


def inner_operands(program: ProgramRows, rows: list[int]) -> Iterator[list[int]]:
    """For each row, the places of the operators among the rows that it takes."""
    for row in rows:
        inside = [each for each in program.operands[row] if each in rows and program.labels[each]]
        yield [rows.index(each) for each in inside]


def check_apart(blocks: Sequence[Block], around: range) -> None:
    spans = sorted((span.start, span.stop) for block in blocks for span in block.spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    assert all(around.start <= start < stop <= around.stop for start, stop in spans)


def check_folding(found: Blocks, limit: int | None) -> None:
    lines = folded_rows(found, found.length, limit)
    assert sorted(row for line in lines for row in line.rows) == list(range(found.length))
    shown = [line.rows.start for line in lines if line.kind == "row"]
    assert shown == sorted(shown)
    assert len(lines) <= max(found.length, len(folded_rows(found, found.length)))


@pytest.mark.parametrize("seed", range(effort(12, 400)))
def test_planted_blocks_are_found_by_name(seed: int) -> None:
    rng = random.Random(seed)
    writer, spans = Writer(), []
    value = writer.add("")
    steps, others = random_steps(rng), [("x", (0,), "w.weight"), ("y", (1,), "")]
    for layer in range(rng.randrange(2, 9)):
        if rng.random() < 0.3:
            _, value = plant(writer, others, f"h.between{layer}", value)
        span, value = plant(writer, steps, f"h.{layer}", value)
        spans.append(span)
    value = writer.add("z", [value, 0])
    program = writer.rows()
    found = repeated_blocks(program)
    check(program, found)
    largest = max(found, key=lambda block: block.length)
    first = next(row for row in spans[0] if writer.labels[row])
    last = [row for row in spans[0] if writer.labels[row]][-1]
    assert {first, last} <= set(largest.spans[0])
    assert list(largest.names) == [f"h.{layer}" for layer in range(len(spans))]


@pytest.mark.parametrize("seed", range(effort(12, 400)))
def test_planted_blocks_are_found_without_names(seed: int) -> None:
    rng = random.Random(seed)
    writer, count = Writer(), rng.randrange(3, 9)
    value = writer.add("")
    value = writer.add("stem", [value, writer.add("", (), "stem.weight")])
    steps = random_steps(rng)
    for layer in range(count):
        _, value = plant(writer, steps, f"h.{layer}", value)
    writer.add("head", [value, writer.add("", (), "head.weight")])
    program = writer.rows(named=False)
    found = repeated_blocks(program)
    check(program, found)
    covered = sum(len(span) for block in found for span in block.spans)
    assert covered >= 0.7 * (count - 1) * sum(bool(step[2]) + 1 for step in steps)


@pytest.mark.parametrize("seed", range(effort(30, 4000)))
def test_any_program_keeps_the_properties(seed: int) -> None:
    rng = random.Random(seed)
    writer, letters = Writer(), rng.choice(("ab", "abc", "abcdefgh"))
    for row in range(rng.randrange(1, 120)):
        kind = rng.random()
        if row == 0 or kind < 0.25:
            path = ".".join(rng.choice("0123") for _ in range(rng.randrange(4)))
            writer.add("", (), rng.choice((None, "", "w", "folded.1", f"{path}.w", f"{path}/w")))
        else:
            low = max(0, row - rng.choice((2, 5, 100)))
            writer.add(rng.choice(letters), [rng.randrange(low, row) for _ in range(rng.randrange(1, 4))])
    program = writer.rows(named=rng.random() < 0.7)
    check(program, repeated_blocks(program))


def chain(labels: Sequence[str]) -> ProgramRows:
    """Each row takes the one before it."""
    operands = [[], *([row] for row in range(len(labels)))]
    return ProgramRows(["", *labels], operands, [None] * (len(labels) + 1), [len(labels)])


def fibonacci(count: int) -> str:
    one, other = "a", "ab"
    while len(other) < count:
        one, other = other, other + one
    return other[:count]


HOSTILE: dict[str, Callable[[int], Sequence[str]]] = {
    "equal": lambda count: "a" * count,
    "alternating": lambda count: "ab" * (count // 2),
    "fibonacci": fibonacci,
    "thue-morse": lambda count: ["ab"[number.bit_count() & 1] for number in range(count)],
    "random": lambda count: random.Random(1).choices("ab", k=count),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_programs(name: str) -> None:
    for count in (1, 2, 3, 5, 64, 300):
        program = chain(HOSTILE[name](count))
        check(program, repeated_blocks(program))


@pytest.mark.nightly
@pytest.mark.parametrize("name", HOSTILE)
def test_long_hostile_programs(name: str) -> None:
    found = repeated_blocks(chain(HOSTILE[name](100_000)))
    lines = folded_rows(found, found.length, 60)
    assert sum(len(line.rows) for line in lines) == found.length == 100_001


def test_names_of_many_parts() -> None:
    writer = Writer()
    value = writer.add("")
    for number in range(200):
        name = ".".join(str(number >> bit & 1) for bit in range(60))
        value = writer.add("a", [value, writer.add("", (), name)])
    check(writer.rows(), repeated_blocks(writer.rows()))


def test_a_mask_of_the_first_layer_is_extra() -> None:
    """What is computed in one occurrence for all of them has no counterpart, and nor has a parameter of all."""
    writer = Writer()
    value, ids = writer.add(""), writer.add("")
    mask = shared = -1
    for layer in range(4):
        normal = writer.add("norm", [value, writer.add("", (), f"h.{layer}.norm.weight")])
        if layer == 0:
            mask = writer.add("ge", [ids])
            shared = writer.add("", (), "folded")
        masked = writer.add("attention", [normal, mask, shared])
        linear = writer.add("linear", [masked, writer.add("", (), f"h.{layer}.fc.weight")])
        value = writer.add("add", [value, linear])
    program = writer.rows()
    (block,) = repeated_blocks(program)
    assert block.title == "h.0 to h.3: 4 x 6 instructions"
    assert block.extra == (mask, shared)
    assert block.consecutive
    check(program, Blocks((block,), len(program.labels)))


@pytest.mark.parametrize("named", [True, False])
def test_an_unrolled_loop_inside_of_layers(named: bool) -> None:
    """Each step takes the state of the one before it, and gives a result besides."""
    writer = Writer()
    value = writer.add("")
    for layer in range(3):
        value = writer.add("linear", [value, writer.add("", (), f"h.{layer}.in.weight")])
        state, results = value, []
        for _ in range(7):
            state = writer.add("add", [writer.add("mul", [writer.add("select", [value]), state]), value])
            results.append(writer.add("sum", [state]))
        stacked = writer.add("stack", results)
        value = writer.add("linear", [stacked, writer.add("", (), f"h.{layer}.out.weight")])
    program = writer.rows(named=named)
    found = repeated_blocks(program)
    check(program, found)
    (block,) = found
    (loop,) = block.inner
    assert (len(block.spans), len(loop.spans), loop.length) == (3, 7, 4)


def test_a_long_name_of_many_rows_is_cut() -> None:
    writer = Writer()
    value = writer.add("")
    shared = writer.add("", (), f"h.{'x.' * 30_000}weight")
    for number in range(50):
        matrix = writer.add("", (), f"h.{'y' * 1000}.{number}.weight")
        value = writer.add("add", [writer.add("linear", [value, matrix]), writer.add("norm", [value, shared])])
    found = repeated_blocks(writer.rows())
    check(writer.rows(), found)
    assert all(len(name) <= 256 for block in found.walk() for name in block.names)
