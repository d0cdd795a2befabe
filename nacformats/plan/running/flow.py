"""Steps made of instructions: what each one does, and where jumps lead.

Loops are pairs of FLOW_LOOP_START and FLOW_LOOP_END as brackets are, so that each has one counter, and a program that
jumps into a loop again and again takes no more memory. A jump out of a loop leaves it: its counter is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nacformats import limits
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.formats.mep.instructions import BYTECODE, PlanInstruction
from nacformats.formats.mep.linking import find_loops
from nacformats.formats.mep.opcodes import FORMAT_NAME
from nacformats.plan.running import outside, tensors, texts, training
from nacformats.plan.running.state import HANDLERS, Machine, MachineStep, Operands, StreamedText
from nacformats.plan.running.values import integer_of, truth_of

#: The modules that fill the table of handlers.
_FILLED_BY = (outside, tensors, texts, training)


class Program:
    """The instructions of a plan, bound to a machine.

    Attributes:
        steps: one for each instruction.
    """

    def __init__(self, instructions: Sequence[PlanInstruction], machine: Machine) -> None:
        """Bind them.

        Raises:
            FormatError: an instruction can never be executed; it names the instruction.
        """
        self._instructions = instructions
        self._machine = machine
        self._indices = {each.offset: index for index, each in enumerate(instructions)}
        self._indices[instructions[-1].end if instructions else 0] = len(instructions)
        self._loops = find_loops(each.code for each in instructions)
        self._check_loops()
        # By the index of the start of each loop; 0 belongs to a loop that is not being run.
        self._counters = [0] * len(instructions)
        self.steps = [self._bound(index) for index in range(len(instructions))]

    def _check_loops(self) -> None:
        for index, reason in (
            *((start, "the loop has no end") for start in self._loops.open),
            *((end, "no loop begins before its end") for end in self._loops.stray),
        ):
            raise placed(InvalidError(reason), self._instructions[index])
        depths = {-1: 0}
        for start in sorted(self._loops.ends):
            depths[start] = depths[self._loops.around[start]] + 1
            if depths[start] > limits.MAX_PLAN_LOOPS:
                reason = f"more than {limits.MAX_PLAN_LOOPS} loops are inside of each other"
                raise placed(LimitError(reason), self._instructions[start])

    def _bound(self, index: int) -> MachineStep:
        instruction = self._instructions[index]
        try:
            if instruction.name in _FLOW:
                return _FLOW[instruction.name](self, index, instruction.operands)
            if instruction.name not in HANDLERS:
                raise UnsupportedError("the machine does not know this instruction")
            return HANDLERS[instruction.name](self._machine, instruction.operands)
        except FormatError as error:
            raise placed(error, instruction) from error

    # loops and jumps

    def _start(self, index: int, operands: Operands) -> MachineStep:
        machine, counters, slot, after = self._machine, self._counters, operands["count"], self._loops.ends[index] + 1

        def step() -> int | None:
            count = integer_of(machine.read(slot), "the count of the loop")
            counters[index] = max(count, 0)
            return None if count > 0 else after

        return step

    def _end(self, index: int, operands: Operands) -> MachineStep:
        counters, start = self._counters, self._loops.starts[index]
        target, left = self._jump(index, operands["jump"])

        def step() -> int | None:
            count = counters[start]
            if not count:
                raise InvalidError("the loop was not begun", hint="jump to its start, not into it")
            counters[start] = count - 1
            if count == 1:
                return None
            for other in left:
                counters[other] = 0
            return target

        return step

    def _branch(self, index: int, operands: Operands) -> MachineStep:
        return self._conditional(operands, *self._jump(index, operands["jump"]))

    def _break(self, index: int, operands: Operands) -> MachineStep:
        target, left = self._jump(index, operands["jump"])
        innermost = self._loops.around[index]
        if innermost < 0:
            raise InvalidError("there is no loop to leave")
        return self._conditional(operands, target, left or [innermost])

    def _conditional(self, operands: Operands, target: int, left: Sequence[int]) -> MachineStep:
        machine, counters, slot = self._machine, self._counters, operands["condition"]

        def step() -> int | None:
            if not truth_of(machine.read(slot), "the condition"):
                return None
            for start in left:
                counters[start] = 0
            return target

        return step

    def _jump(self, index: int, distance: int) -> tuple[int, list[int]]:
        """Return the index that a jump leads to, and the loops that it leaves."""
        offset = self._instructions[index].end + distance
        target = self._indices.get(offset)
        if target is None:
            raise InvalidError(f"the jump leads to byte {offset} of the bytecode, where no instruction begins")
        left: list[int] = []
        start = self._loops.around[index]
        while start >= 0 and not start < target <= self._loops.ends[start]:
            left.append(start)
            start = self._loops.around[start]
        return target, left

    # the end

    def _return(self, _index: int, operands: Operands) -> MachineStep:
        machine, slots, after = self._machine, operands["values"], len(self._instructions)

        def step() -> int:
            values = (machine.read(slot) for slot in slots)
            machine.returned = tuple(str(value) if isinstance(value, StreamedText) else value for value in values)
            return after

        return step

    def _halt(self, _index: int, _operands: Operands) -> MachineStep:
        after = len(self._instructions)
        return lambda: after


def placed(error: FormatError, instruction: PlanInstruction) -> FormatError:
    """Return the same error about an instruction; its offset is that in the bytecode."""
    where = f"{error.path}: " if error.path else ""
    details: dict[str, Any] = {"expected": error.expected, "actual": error.actual, "hint": error.hint}
    reason = f"{instruction.name.upper()}: {where}{error.reason}"
    found = type(error)(reason, format=FORMAT_NAME, path=BYTECODE, offset=instruction.offset, **details)
    found.rule = error.rule
    return found


#: What the instructions make that decide which one is the next.
_FLOW: dict[str, Callable[[Program, int, Operands], MachineStep]] = {
    "flow_loop_start": Program._start,
    "flow_loop_end": Program._end,
    "flow_branch_if": Program._branch,
    "flow_break_loop_if": Program._break,
    "exec_return": Program._return,
    "exec_halt": Program._halt,
}
