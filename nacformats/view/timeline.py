"""The timeline of a memory schedule: what a coprocessor keeps in fast memory at every tick (NAC v1.6, section 4).

It does what the schedule says and nothing else: what no command loads or keeps is not there. The check of a file
(`schedule`) says which commands make no sense; here the question is whether the schedule is complete.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from nacformats.errors import FormatError
from nacformats.findings import Finding
from nacformats.formats.nac.check.schedule import check_schedule, frees_after
from nacformats.formats.nac.columns.instructions import Mask, Operations, instruction_path
from nacformats.formats.nac.columns.memory_map import record_path as path_of_record
from nacformats.formats.nac.columns.uses import Indices, Uses, end_of, is_parameter
from nacformats.formats.nac.file.contents import Parameters, program_of
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.file.program import Instruction, ParameterRef
from nacformats.formats.nac.tables import FIRST_REGULAR, FixedOperation, InputSource, MemoryAction, members_of
from nacformats.formats.records.rules import findings_at, warning
from nacformats.graph.aliasing import owners_of
from nacformats.graph.graph import ValueType
from nacformats.printing import printable
from nacformats.view.texts import cut

#: A size that is not known.
UNKNOWN_SIZE = -1
# Actions that put something into fast memory, to stay there until it is freed.
_BEGINNING = (MemoryAction.preload, MemoryAction.save_result, MemoryAction.save_for_grad)


class Stays(NamedTuple):
    """The residences of tensors in fast memory, and their first and last ticks; K of them.

    Attributes:
        indices: the instruction whose result, or parameter, it is.
        starts, stops: the first tick at which it is there, and the first at which it is not.
    """

    indices: Indices
    starts: Indices
    stops: Indices

    def covers(self, indices: Indices, ticks: Indices, count: int) -> Mask:
        """Return for pairs of instruction and tick whether the result came before that tick and is still there."""
        keys = self.indices * (count + 1) + self.starts
        place = np.searchsorted(keys, indices * (count + 1) + ticks) - 1
        if not len(keys):
            return np.zeros(len(indices), np.bool_)
        found: Mask = (place >= 0) & (self.indices[place] == indices) & (self.stops[place] > ticks)
        return found


@dataclass(frozen=True)
class Present:
    """Something in fast memory.

    Attributes:
        index: of the instruction whose result it is, or that takes it as a parameter.
        name: of the parameter, or of the operation.
        is_parameter: which of the two it is.
        size: in bytes; None where it is not known.
        start, stop: the first tick at which it is there, and the first at which it is not.
    """

    index: int
    name: str
    is_parameter: bool
    size: int | None
    start: int
    stop: int


class Timeline:
    """A file of N instructions, and what a coprocessor does that follows its schedule.

    Attributes:
        nac: the file; one without a schedule has nothing in fast memory.
        stays: of everything that takes memory, ordered by instruction. A view takes none: as long as it is there, so
            is what it is a view of. Forwarded results are there until they are taken.
        sizes: bytes of the result of each instruction, UNKNOWN_SIZE where that is not known, shape (N,).
        missing: what is used without being there, freed without being there, or left at the end.
        findings: what is wrong with single commands, and what is missing.
    """

    def __init__(self, nac: NacFile, observed: Sequence[Any] | None = None) -> None:
        """observed: the type of each result, as runtime.observe gives them. Those of parameters are known: what the
        file, or the file of weights, holds of them.
        """
        replay = _Replay(nac, [size_of(each) for each in observed or ()])
        self.nac = nac
        self.sizes = replay.sizes
        self.stays, self.missing = replay.run()
        self.findings: list[Finding] = [*check_schedule(nac), *self.missing]

    @property
    def ticks(self) -> int:
        """The number of instructions that run."""
        return len(self.sizes)

    @cached_property
    def memory(self) -> Indices:
        """The bytes in fast memory at each tick, as far as sizes are known, shape (N,)."""
        return self._sum_of(np.maximum(self.sizes[self.stays.indices], 0))

    @cached_property
    def uncounted(self) -> Indices:
        """The number of things in fast memory at each tick whose size is not known, shape (N,)."""
        return self._sum_of((self.sizes[self.stays.indices] == UNKNOWN_SIZE).astype(np.int64))

    @cached_property
    def peak(self) -> int:
        """The first tick at which there is most in fast memory; 0 where nothing ever is."""
        return int(np.lexsort((-np.arange(self.ticks), self.uncounted, self.memory))[-1]) if self.ticks else 0

    def _sum_of(self, amounts: Indices) -> Indices:
        changes = np.zeros(self.ticks + 1, np.int64)
        np.add.at(changes, self.stays.starts, amounts)
        np.subtract.at(changes, self.stays.stops, amounts)
        return np.cumsum(changes[:-1])

    @property
    def in_bytes(self) -> bool:
        """True if any size is known; else things are counted."""
        return bool(self.memory.any())

    @property
    def heights(self) -> Indices:
        """The bytes at each tick or, where no size is known, the number of things."""
        return self.memory if self.in_bytes else self.uncounted

    def present(self, tick: int | None = None) -> Iterator[Present]:
        """Yield what is there at a tick, the largest first; at any tick, in the order of the program."""
        places = np.arange(len(self.stays.indices))
        if tick is not None:
            places = np.flatnonzero((self.stays.starts <= tick) & (tick < self.stays.stops))
            places = places[np.argsort(-self.sizes[self.stays.indices[places]], kind="stable")]
        instructions = self.nac.instructions
        for index, start, stop in zip(*(column[places].tolist() for column in self.stays), strict=True):
            size = None if self.sizes[index] == UNKNOWN_SIZE else int(self.sizes[index])
            name, is_parameter = _name_of(instructions[index])
            yield Present(index, name, is_parameter, size, start, stop)

    def largest(self, most: int) -> list[Present]:
        """Return the largest things that are ever there, in the order in which they come."""
        found = sorted(self.present(), key=lambda each: (-(each.size or 0), each.start))[:most]
        return sorted(found, key=lambda each: (each.start, each.index))

    def commands(self) -> Mapping[str, int]:
        """Count the commands of each action."""
        actions = np.zeros(0, np.uint8) if self.nac.sections.mmap is None else self.nac.sections.mmap.actions
        known = members_of("memory_action", self.nac.version)
        return {
            action.name.upper(): int(np.count_nonzero(actions == action)) for action in MemoryAction if action in known
        }


def _name_of(instruction: Instruction) -> tuple[str, bool]:
    """Return what something in memory is called, and whether it is a parameter."""
    ref = _parameter_of(instruction)
    if ref is None:
        return cut(instruction.name or f"A={instruction.a}"), False
    return cut(f"parameter {ref.id}" if ref.name is None else ref.name), True


def size_of(observed: Any) -> int | None:
    """Return the bytes of a result; None where they are not known."""
    if isinstance(observed, tuple):
        sizes = [size_of(part) for part in observed]
        return None if None in sizes else sum(size for size in sizes if size is not None)
    if isinstance(observed, type):
        return 0  # a Python number
    if not isinstance(observed, ValueType) or observed.dtype is None or observed.shape is None:
        return None
    sized = [dim for dim in observed.shape if isinstance(dim, int)]
    if len(sized) < len(observed.shape):
        return None
    return int(np.prod(sized, dtype=np.int64)) * observed.dtype.itemsize


class _Replay:
    def __init__(self, file: NacFile, sizes: Sequence[int | None]) -> None:
        ops = program_of(file)
        self.count = count = end_of(ops)
        self.loads, self.regular = is_parameter(ops)[:count], ops.a[:count] >= FIRST_REGULAR
        self.owners = owners_of(file)[:count]
        self.sizes = _sizes(file, ops, sizes, count)
        self.uses = Uses(ops)
        self.instructions = file.instructions
        self.has_output = bool(count) and ops.a[count - 1] == FixedOperation.output
        schedule = file.sections.mmap
        self.records = np.zeros(0, np.int64)
        self.offsets, self.ticks, self.actions, self.targets = (self.records,) * 4
        if schedule is not None and count:
            self.offsets = schedule.offsets
            self.records = np.repeat(np.arange(len(schedule)), np.diff(schedule.offsets))
            self.ticks = schedule.ticks.astype(np.int64)[self.records]
            self.actions, self.targets = schedule.actions.astype(np.int64), schedule.targets.astype(np.int64)
        self.frees_after = frees_after(file)
        known = list(members_of("memory_action", file.version))
        self.sound = (self.ticks < count) & (self.targets < count) & np.isin(self.actions, known)
        self.never_freed = np.zeros(0, np.int64)

    def run(self) -> tuple[Stays, list[Finding]]:
        """Return what is there and what is missing, from the first tick to the last."""
        held, forwarded = self._held(), self._forwarded()
        findings = [*self._unloaded(held, forwarded), *self._not_there(held), *self._left(held)]
        if findings and not len(self.records):
            findings = [warning("schedule", "there is no schedule", path="mmap")]
        return self._merged(held, forwarded), findings

    def _commands(self, action: MemoryAction) -> Indices:
        """Return the commands of one action that make sense."""
        found = np.flatnonzero(self.sound & (self.actions == action))
        ticks, targets = self.ticks[found], self.targets[found]
        if action is MemoryAction.preload:
            found = found[self.loads[targets]]
        elif action in (MemoryAction.save_result, MemoryAction.save_for_grad):
            found = found[ticks == targets]
        elif action is MemoryAction.forward:
            found = found[ticks < targets]
        return found

    def _held(self) -> Stays:
        """Return parameters and saved results. FREE releases its target and everything that shares its memory."""
        frees, ends = self._commands(MemoryAction.free), self.count + 1
        freed = np.sort(self.owners[self.targets[frees]] * ends + self.ticks[frees] + self.frees_after)
        begun = np.concatenate([self._commands(action) for action in _BEGINNING])
        indices, starts = self.targets[begun], self.ticks[begun]
        owners = self.owners[indices]
        following = np.append(freed, -1)[np.searchsorted(freed, owners * ends + starts, "right")]
        is_freed = following // ends == owners
        self.never_freed = np.unique(indices[~is_freed])
        stops = np.where(is_freed, following % ends, self.count)
        if self.has_output:  # it has taken its operands before the commands of its tick
            stops[stops == self.count - 1] = self.count
        order = np.lexsort((starts, indices))
        return Stays(indices[order], starts[order], stops[order])

    def _forwarded(self) -> Stays:
        """Return results on their way to the only instruction that takes them."""
        found = self._commands(MemoryAction.forward)
        order = np.argsort(self.ticks[found], kind="stable")
        starts = self.ticks[found][order]
        return Stays(starts, starts, self.targets[found][order] + 1)

    def _merged(self, held: Stays, forwarded: Stays) -> Stays:
        """Memory is taken once, by what the results are views of; what the caller gives takes none."""
        indices, starts, stops = (np.concatenate(each) for each in zip(held, forwarded, strict=True))
        owners = self.owners[indices]
        own = (self.regular | self.loads)[owners]
        owners, starts, stops = owners[own], starts[own], stops[own]
        order = np.lexsort((starts, owners))
        owners, starts, stops = owners[order], starts[order], stops[order]
        if not len(owners):
            return Stays(owners, starts, stops)
        reach = np.maximum.accumulate(owners * (self.count + 1) + stops)
        first = np.append(True, (owners * (self.count + 1) + starts)[1:] > reach[:-1])
        last = np.append(np.flatnonzero(first)[1:] - 1, len(owners) - 1)
        return Stays(owners[first], starts[first], reach[last] % (self.count + 1))

    def _unloaded(self, held: Stays, forwarded: Stays) -> Iterator[Finding]:
        """Yield findings of tensors that are used without being in fast memory."""
        inside = self.uses.users < self.count
        users, used = self.uses.users[inside], self.uses.used[inside]
        there = held.covers(used, users, self.count) | ~(self.regular | self.loads)[used]
        there |= np.isin(used * self.count + users, forwarded.indices * self.count + forwarded.stops - 1)
        missing, first = np.unique(used[~there], return_index=True)
        users = users[~there][first]
        ever = np.isin(missing, held.indices)

        def finding(place: int) -> Finding:
            index, user = int(missing[place]), int(users[place])
            why = "is never loaded" if self.loads[index] else "is neither saved nor forwarded"
            if ever[place]:
                why = "is not in fast memory then"
            reason = f"{self._label(index)} {why}, but instruction {user} takes it"
            return warning("schedule", reason, path=instruction_path(index))

        yield from findings_at(range(len(missing)), finding)

    def _not_there(self, held: Stays) -> Iterator[Finding]:
        """Yield findings of tensors that are freed but never were there: they may share memory with what was freed."""
        frees = self._commands(MemoryAction.free)
        ticks, targets = self.ticks[frees], self.targets[frees]
        ended = held._replace(stops=np.full(len(held.stops), self.count + 1))
        wrong = frees[~ended.covers(targets, ticks, self.count)]

        def finding(command: int) -> Finding:
            record = int(self.records[command])
            path = path_of_record(record, int(command - self.offsets[record]))
            actual = f"FREE {self.targets[command]} at tick {self.ticks[command]}"
            return warning("schedule", "FREE of something that was never in fast memory", actual=actual, path=path)

        yield from findings_at(wrong.tolist(), finding)

    def _left(self, held: Stays) -> Iterator[Finding]:
        """Yield findings of tensors that stay at the end, although they are no outputs."""
        last = self.count - 1
        outputs = self.uses.used[self.uses.users == last] if self.has_output else np.arange(self.count)[-1:]
        kept = np.isin(held.indices, outputs)
        freed_later = self.targets[self._commands(MemoryAction.free_after_trng)]  # when `trng` has run
        left = np.setdiff1d(np.intersect1d(held.indices[~kept], self.never_freed), freed_later)

        def finding(index: int) -> Finding:
            return warning("schedule", f"{self._label(index)} is never freed", path=instruction_path(index))

        yield from findings_at(left.tolist(), finding)

    def _label(self, index: int) -> str:
        """Return a parameter, or the result of an instruction, in messages."""
        instruction = self.instructions[index]
        ref = _parameter_of(instruction)
        if ref is None:
            return f"the result of instruction {index} ({printable(instruction.name or '?')})"
        return f"parameter {ref.id if ref.name is None else printable(ref.name)}"


def _parameter_of(instruction: Instruction) -> ParameterRef | None:
    """Return the parameter that an instruction loads, or None."""
    if instruction.a != FixedOperation.input or instruction.b != InputSource.parameter:
        return None
    return next((ref for ref in instruction.operands if isinstance(ref, ParameterRef)), None)


def _sizes(file: NacFile, ops: Operations, given: Sequence[int | None], count: int) -> Indices:
    """Return bytes of each result, as far as they are known."""
    sizes = np.full(count, UNKNOWN_SIZE)
    known = [UNKNOWN_SIZE if size is None else size for size in given[:count]]
    sizes[: len(known)] = known
    loads = np.flatnonzero(is_parameter(ops)[:count])
    parameters, (numbers, places) = file.parameters, np.unique(ops.field("id")[loads], return_inverse=True)
    sizes[loads] = np.array([_size_of(parameters, number) for number in numbers.tolist()], np.int64)[places]
    return sizes


def _size_of(parameters: Parameters, number: int) -> int:
    try:
        return len(parameters[number].raw)
    except (FormatError, KeyError):
        return UNKNOWN_SIZE
