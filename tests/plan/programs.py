"""Random plans that can be read, whether or not they can run."""

from __future__ import annotations

import struct

from hypothesis import strategies as st

from nacformats.formats.mep.instructions import OperandValues, sizes_of, write_instructions
from nacformats.formats.mep.opcodes import JUMP, OPCODES, PlanOpcode, PlanOperand
from nacformats.formats.mep.program import Plan
from nacformats.formats.records.constants import Constant, ConstantKind
from nacformats.formats.records.rows import IdTable

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
float64s = st.binary(min_size=8, max_size=8)
float32s = st.lists(st.binary(min_size=4, max_size=4), max_size=4)


def constants() -> st.SearchStrategy[Constant]:
    """Every constant that a file may have: any bits of floats, and any length of null and booleans."""
    short = st.integers(0, 0xFFFF)
    return st.one_of(
        st.builds(lambda length: Constant(ConstantKind.none, None, length), short | st.just(0)),
        st.builds(lambda value, length: Constant(ConstantKind.truth, value, length), st.booleans(), short | st.just(1)),
        st.builds(Constant.of, st.integers(-(2**63), 2**63 - 1) | st.integers(-2, 2)),
        st.builds(lambda raw: Constant(ConstantKind.float64, raw, 8), float64s | st.floats().map(pack)),
        st.builds(Constant.of, texts | st.just("x" * 300)),
        st.builds(Constant.of, st.lists(st.integers(-(2**31), 2**31 - 1), max_size=4)),
        st.builds(lambda parts: Constant(ConstantKind.float32_list, b"".join(parts), len(parts)), float32s),
        st.builds(Constant.of, st.lists(st.floats(width=32, allow_nan=False), min_size=1, max_size=4)),
    )


def pack(number: float) -> bytes:
    return struct.pack("<d", number)


@st.composite
def instructions(draw: st.DrawFn) -> tuple[int, OperandValues]:
    opcode = draw(st.sampled_from(list(OPCODES.values())))
    return opcode.code, draw(operands(opcode))


@st.composite
def operands(draw: st.DrawFn, opcode: PlanOpcode) -> OperandValues:
    chooser = opcode.chooser
    choice = draw(numbers(chooser).filter(opcode.operands_for)) if chooser else 0
    found: dict[str, int | tuple[int, ...]] = {}
    for each in opcode.operands_for(choice):
        one = st.just(choice) if each is chooser else numbers(each)
        found[each.name] = tuple(draw(st.lists(one, max_size=3))) if each.is_list else draw(one)
    return found


def numbers(operand: PlanOperand) -> st.SearchStrategy[int]:
    return st.sampled_from(list(operand.words) or [0]) | st.integers(0, 5) | st.integers(operand.low, operand.high)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Programs whose jumps lead to instructions, mostly."""
    drawn = draw(st.lists(instructions(), max_size=20))
    starts = [0]
    for size in sizes_of(drawn):
        starts.append(starts[-1] + size)
    aimed = [
        (code, {**found, JUMP: draw(st.sampled_from(starts)) - starts[index + 1]})
        if JUMP in found and draw(st.integers(0, 3))
        else (code, found)
        for index, (code, found) in enumerate(drawn)
    ]
    pool = IdTable(draw(st.lists(st.tuples(st.integers(0, 5) | st.integers(0, 0xFFFF), constants()), max_size=6)))
    return Plan.from_bytecode(write_instructions(aimed), pool)
