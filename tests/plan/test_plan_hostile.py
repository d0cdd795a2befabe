"""Random texts and bytes: a plan, or a typed error with its place."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nacformats
from nacformats import FormatError
from nacformats.formats.mep.opcodes import BY_NAME, OPCODES
from nacformats.formats.mep.words import MNEMONICS
from nacformats.formats.records.constants import Constant
from nacformats.formats.records.rows import IdTable
from nacformats.plan import Plan, disassemble_bytecode
from tests.plan.programs import plans

WORDS = [*BY_NAME, *MNEMONICS, "x", "s1", "s999", "@0", "@x", "=", ":", ",", "(", ")", "[", "]", "+", "==", "stdout"]
WORDS += ["add", "file", "unused", ".slot", ".constant", ".bytes", "length", "true", "null", "nan", "nan:0x7ff8", "inf"]
WORDS += [
    "floats",
    "1",
    "-1",
    "1.5",
    "1e400",
    "+4",
    "0x10",
    '"a"',
    '"\\u00e9"',
    '"',
    "\\",
    "é",
    "\0",
    "\r",
    "#",
    "loop",
]
lines = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)


@given(st.lists(lines, max_size=6).map("\n".join) | st.text(max_size=60))
def test_any_text_is_a_plan_or_an_error_with_a_place(text: str) -> None:
    plan, error = tried(lambda: nacformats.plan.assemble(text))
    if plan is not None:
        assert nacformats.plan.assemble(plan.disassemble()).bytecode == plan.bytecode
        plan.verify()
        return
    assert error is not None
    assert error.format == "mep"
    assert error.line is not None
    assert 1 <= error.line <= text.count("\n") + 1
    assert error.column is not None
    assert 1 <= error.column <= len(text.split("\n")[error.line - 1]) + 1
    assert str(error).isprintable()


def tried(make: Callable[[], Plan]) -> tuple[Plan | None, FormatError | None]:
    """A plan, or why there is none."""
    try:
        return make(), None
    except FormatError as error:
        return None, error


@given(st.lists(st.sampled_from(list(OPCODES)) | st.integers(0, 255), max_size=40).map(bytes))
def test_any_bytes_are_a_plan_or_an_error_with_a_place(octets: bytes) -> None:
    text = disassemble_bytecode(octets, {}, start=100)
    assert all(line.isprintable() for line in text.split("\n"))
    plan, error = tried(lambda: Plan.from_bytecode(octets, start=100))
    if plan is not None:
        assert plan.bytecode == octets
        assert nacformats.plan.assemble(text).bytecode == octets
        plan.verify()
        return
    assert error is not None
    assert error.offset is not None
    assert 100 <= error.offset <= 100 + len(octets)
    assert "# not readable: " in text


@given(plans(), st.data())
def test_damaged_bytecode_is_read_up_to_the_damage(plan: Plan, data: st.DataObject) -> None:
    octets = bytearray(plan.bytecode)
    if not octets:
        return
    octets[data.draw(st.integers(0, len(octets) - 1))] = data.draw(st.integers(0, 255))
    text = disassemble_bytecode(bytes(octets), plan.constants)
    shown = sum(len(bytes.fromhex(line[6:])) for line in text.split("\n") if line.startswith(".bytes"))
    readable = "".join(f"{line}\n" for line in text.split("\n") if not line.startswith((".bytes", "# not")))
    assert nacformats.plan.assemble(readable).bytecode == bytes(octets[: len(octets) - shown])


@pytest.mark.sample(each=2)
@pytest.mark.parametrize(
    "text",
    [
        "x" * 1_000_000,
        '"' + "\\" * 1_000_000,
        "(" * 500_000,
        "a:" * 100_000,
        "".join(f"label_{number}:\n" for number in range(50_000)) + "x = 1\nbranch_if x label",
        "x = [" + "1e308," * 60_000,
        "loop s1\n" * 20_000 + "end\n" * 20_000,
        "x = " + "-" * 1_000_000,
    ],
)
def test_time_grows_with_the_text_at_most(text: str) -> None:
    start = time.process_time()
    with contextlib.suppress(FormatError):
        nacformats.plan.assemble(text).verify()
    assert time.process_time() - start < 20


@pytest.mark.nightly
def test_large_constants_are_read_once_whatever_the_number_of_their_uses() -> None:
    pool = IdTable({0: Constant.of(list(range(65_535))), 1: Constant.of("{} " * 4000)})
    draw = random.Random(1)
    code = b"".join(draw.choice([b"\x04\x01\x00\x00", b"\x2a\x01\x01\x00\x00"]) for _ in range(50_000))
    plan = Plan.from_bytecode(code, pool)
    start = time.process_time()
    plan.verify()
    assert len(plan.disassemble()) < 5_000_000
    assert time.process_time() - start < 10
