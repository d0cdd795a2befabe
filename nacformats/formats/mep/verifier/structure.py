"""Where jumps lead, and whether loops are whole."""

from __future__ import annotations

from collections.abc import Iterator

from nacformats.findings import Finding
from nacformats.formats.mep.loops import BRANCH_IF, LOOP_END, usual_target
from nacformats.formats.mep.opcodes import JUMP
from nacformats.formats.mep.verifier.program import CheckedProgram
from nacformats.formats.records.rules import findings_at


def check_structure(program: CheckedProgram) -> Iterator[Finding]:
    """Jumps lead to instructions or to the end; every loop has two ends.

    The end of a loop leads back to its body, a break to what follows the loop, and no jump into a loop from outside.
    """
    jumping = [index for index, each in enumerate(program.instructions) if JUMP in each.operands]
    yield from findings_at([index for index in jumping if program.target(index) is None], lambda at: _lost(program, at))
    yield from findings_at(program.loops.open, lambda at: program.error("plan-loop", at, "the loop has no end"))
    reason = "no loop begins before this end"
    yield from findings_at(program.loops.stray, lambda at: program.error("plan-loop", at, reason))
    yield from findings_at([index for index in jumping if _misleads(program, index)], lambda at: _astray(program, at))


def _lost(program: CheckedProgram, index: int) -> Finding:
    aim = program.aim(index)
    where = "into an instruction" if 0 < aim < program.size else "out of the program"
    details = {"expected": f"the start of an instruction, or {program.size}", "actual": f"byte {aim} of the bytecode"}
    return program.error("plan-jump", index, f"the jump leads {where}", **details)


def _misleads(program: CheckedProgram, index: int) -> bool:
    code, target = program.instructions[index].code, program.target(index)
    if target is None:
        return False
    if code == LOOP_END and index not in program.loops.starts:
        return False  # it has no start, which is said already
    if code == BRANCH_IF:
        return _enters_loop(program, index, target)
    return target != usual_target(index, code, program.loops)


def _enters_loop(program: CheckedProgram, index: int, target: int) -> bool:
    """Whether a jump leads into a loop that it is not in."""
    if target == len(program.instructions):
        return False
    loop = program.loops.around[target]
    return loop >= 0 and not loop < index <= program.loops.ends.get(loop, len(program.instructions))


def _astray(program: CheckedProgram, index: int) -> Finding:
    code = program.instructions[index].code
    if code == BRANCH_IF:
        return program.error("plan-loop", index, "the jump leads into a loop that has not begun")
    usual = usual_target(index, code, program.loops)
    if usual is None:
        return program.error("plan-loop", index, "there is no loop to leave")
    where = "the first instruction of its body" if code == LOOP_END else "what follows the loop"
    expected = f"byte {program.offset(usual)} of the bytecode, {where}"
    reason = "the jump is not that of a loop"
    return program.error("plan-loop", index, reason, expected=expected, actual=program.aim(index))
