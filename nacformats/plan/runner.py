"""Running a plan: what it may take, what it may reach, and what comes out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

import numpy as np

from nacformats import limits
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.formats.mep.instructions import BYTECODE, PlanInstruction
from nacformats.formats.mep.linking import find_loops
from nacformats.formats.mep.opcodes import FORMAT_NAME
from nacformats.formats.mep.program import Plan
from nacformats.plan.budget import Meter, PlanBudget
from nacformats.plan.host import Host
from nacformats.plan.running import outside, tensors, texts
from nacformats.plan.running.models import Models
from nacformats.plan.running.state import HANDLERS, HostError, Machine, MachineStep, Operands, StreamedText
from nacformats.plan.running.values import integer_of, truth_of

if TYPE_CHECKING:
    from nacformats.formats.nac import NacFile
    from nacformats.typing import EngineName

#: What a plan may be started for.
Mode: TypeAlias = Literal["infer", "train", "infer_train"]
MODES: tuple[str, ...] = get_args(Mode)
#: What it is started for by default.
PURPOSE: Mode = "infer_train"


class PlanRunner:
    """A plan, ready to run: each run begins with empty slots.

        runner = PlanRunner(nac, host=Host(input=input, print=print), seed=0)
        result = runner.run()

    Attributes:
        plan: what is run.
        host: what it may reach.
        budget: what it may take.
        printed: what the last run printed, where the host prints nothing.
        unused: how many of the answers that were given beforehand the last run did not ask for.
        executed: how many instructions the last run executed.
        returned: the values that the last run returned, also a single one as a tuple; None where it did not return.
    """

    def __init__(
        self,
        nac: NacFile | None = None,
        *,
        plan: Plan | None = None,
        host: Host | None = None,
        seed: int | None = None,
        budget: PlanBudget | None = None,
        engine: EngineName = "numpy",
        trust: str | None = None,
        mode: Mode = PURPOSE,
    ) -> None:
        """Take a plan.

        Args:
            nac: the file that is the model of the plan; None where it needs none.
            plan: another plan than that of the file.
            host: who answers and reads, and where files are; by default nobody, and nowhere.
            seed: of the random numbers: the same one gives the same draws. None draws another one for each run.
            budget: instructions, memory, seconds and output of each run.
            engine, trust: of the sessions, as for nacformats.Session.
            mode: what SRC_EXEC_MODE tells the plan (NAC v1.7): "infer", "train", or both, as public runtimes tell it.
                It is for the plan to act on it. Training changes the parameters of the run alone.

        Raises:
            ValueError: there is no such mode, or the host saves to the file itself.
            InvalidError: there is no plan.
            FormatError: the plan cannot be read.
        """
        if mode not in MODES:
            raise ValueError(f"mode is {mode!r}: expected one of {', '.join(MODES)}")
        found = plan if plan is not None or nac is None else nac.plan
        if found is None:
            raise InvalidError("the file has no plan", hint="run its graph with nacformats.Session")
        if self._saves_to(nac, host):
            raise ValueError("Host.save is the file that the plan is in: name another one")
        self.plan = found
        self.host = host or Host()
        self.budget = budget or PlanBudget()
        self.printed = ""
        self.unused = 0
        self.executed = 0
        self.returned: tuple[object, ...] | None = None
        self._nac = nac
        self._seed = seed
        self._mode = mode
        self._sessions: dict[str, Any] = {"engine": engine, "trust": trust}

    def run(self, answers: Sequence[str] = ()) -> object:
        """Execute the plan.

        Args:
            answers: for the first prompts; the host is asked for the others.

        Returns:
            What EXEC_RETURN gives: one value as it is, several as a list; None without it. Tensors are NumPy arrays.

        Raises:
            FormatError: the plan is wrong, or does what it may not: path is "orch.bytecode", offset is the byte of the
                instruction in the file, or in the bytecode where the plan is in no file. What exceeds the budget is a
                LimitError.
        """
        self.returned = None
        meter = Meter(self.budget)
        models = Models(self._nac, meter, **self._sessions)
        generator = np.random.Generator(np.random.PCG64(self._seed))
        given = deque(answers)
        machine = Machine(self.plan.constants, self.host, meter, models, generator, given, self._mode)
        try:
            with np.errstate(all="ignore"):
                self._execute(Program(self.plan.instructions, machine), meter)
            machine.flush()
            machine.flush(error=True)
        except HostError as error:
            raise error.error from error.error.__cause__
        except FormatError as error:
            raise _in_file(error, self.plan.start) from error.__cause__
        finally:
            models.close()
            self.printed, self.unused = "".join(machine.printed), len(given)
        self.returned = machine.returned
        if self.returned is None:
            return None
        return self.returned[0] if len(self.returned) == 1 else list(self.returned)

    @staticmethod
    def _saves_to(nac: NacFile | None, host: Host | None) -> bool:
        """True if a host lets a plan save its model over its own file."""
        own = None if nac is None or nac.source is None else nac.source.path
        if own is None or host is None or host.save is None:
            return False
        try:
            return Path(host.save).samefile(own)
        except OSError:
            return False

    def _execute(self, program: Program, meter: Meter) -> None:
        steps, last = program.steps, len(program.steps)
        index = done = stop = 0
        try:
            while index < last:
                if done >= stop:
                    stop = meter.look(done)
                done += 1
                target = steps[index]()
                index = index + 1 if target is None else target
        except FormatError as error:
            raise placed(error, self.plan.instructions[index]) from error
        except (HostError, ImportError):
            raise
        except Exception as error:
            raise placed(_fault(error), self.plan.instructions[index]) from error
        finally:
            self.executed = done


def run_plan(
    nac: NacFile | None = None,
    *,
    plan: Plan | None = None,
    answers: Sequence[str] = (),
    host: Host | None = None,
    seed: int | None = None,
    budget: PlanBudget | None = None,
    engine: EngineName = "numpy",
    trust: str | None = None,
    mode: Mode = PURPOSE,
) -> object:
    """Run a plan once; PlanRunner runs it often and tells more about each run.

    Args:
        nac: the file that is the model of the plan; None where it needs none.
        plan: another plan than that of the file.
        answers: for the first prompts.
        host, seed, budget, engine, trust, mode: as for PlanRunner.

    Returns:
        The result: one value as it is, several as a list, or None.

    Raises:
        FormatError: the plan is wrong, or does what it may not; `offset` is the byte of the instruction.
    """
    runner = PlanRunner(nac, plan=plan, host=host, seed=seed, budget=budget, engine=engine, trust=trust, mode=mode)
    return runner.run(answers)


def _fault(error: Exception) -> FormatError:
    """Return the error for values that NumPy, or a library behind it, refuses."""
    text = " ".join(str(error).split())
    if isinstance(error, MemoryError):
        return LimitError(f"out of memory ({text})" if text else "out of memory")
    return InvalidError(f"{type(error).__name__}: {text}")


def _in_file(error: FormatError, start: int) -> FormatError:
    """Return an error about a byte of the bytecode as one about the byte of the file."""
    if error.offset is not None and error.path == BYTECODE:
        error.offset += start
    return error


# steps made of instructions: what each one does, and where jumps lead


#: The modules that fill the table of handlers.
_FILLED_BY = (outside, tensors, texts)


class Program:
    """The instructions of a plan, bound to a machine.

    Loops are pairs of FLOW_LOOP_START and FLOW_LOOP_END as brackets are, so that each has one counter, and a program
    that jumps into a loop again and again takes no more memory. A jump out of a loop leaves it: its counter is
    forgotten.

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
