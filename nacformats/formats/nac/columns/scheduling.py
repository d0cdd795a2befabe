"""The memory schedule of a compiled program (NAC v1.6, section 4)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.nac import schedule_record
from nacformats.formats.nac.columns.instructions import Operations
from nacformats.formats.nac.columns.memory_map import MAX_COMMANDS, MemoryMap, make_memory_map
from nacformats.formats.nac.columns.uses import Indices, Uses, end_of, is_parameter
from nacformats.formats.nac.tables import FIRST_REGULAR, FixedOperation, MemoryAction
from nacformats.formats.records.rows import largest

#: A parameter is loaded while this many operations before its INPUT still run.
LOOKAHEAD = 3
#: The largest tick, and the largest target of a command.
_LAST_TICK = min(largest(schedule_record, "tick"), largest(schedule_record, "commands.target"))
#: Within a tick, memory is given back before more of it is taken.
_ORDER = (MemoryAction.forward, MemoryAction.free, MemoryAction.save_result, MemoryAction.preload)

#: Ticks and targets of the commands of one action.
_Commands = tuple[Indices, Indices]


def schedule(ops: Operations, owners: Indices) -> MemoryMap:
    """Return the commands with which a memory coprocessor runs a program, complete.

    - PRELOAD of each parameter while the LOOKAHEAD-th operation before its INPUT runs; tick 0 where there are fewer.
    - FORWARD of a result that one instruction takes, which is the next one but for INPUTs of parameters.
    - SAVE_RESULT of any other result that is taken.
    - FREE of parameters and saved results at the tick after their last use. A view shares the memory of what it is a
      view of, so they are freed at one tick; where an output is one of them, at that of the OUTPUT, which has taken the
      outputs by then. The outputs themselves stay.

    A tick has at most 255 commands: a FREE that has no room comes at a later tick. A program that the section cannot
    describe gets an empty schedule rather than a wrong one: one of more than 65,536 instructions (ticks and targets are
    uint16), or one where memory would be left because its last ticks are full. Time is linear in the program.

    Args:
        ops: N instructions.
        owners: the instruction in whose memory the result of each may lie; itself, unless it gives a view; (N,).
    """
    count = end_of(ops)
    if not 0 < count <= _LAST_TICK + 1:
        return make_memory_map(())
    loads, uses, owners = is_parameter(ops)[:count], Uses(ops), owners[:count]
    last, next_ones = uses.last[:count], _next_ones(loads)
    one_use = (uses.first[:count] == last) & (last == next_ones) & (last < count - 1)
    taken = (ops.a[:count] >= FIRST_REGULAR) & (last >= 0)
    forwards, saves = np.flatnonzero(taken & one_use), np.flatnonzero(taken & ~one_use)

    room = np.full(count, MAX_COMMANDS)
    np.subtract.at(room, np.concatenate((forwards, saves)), 1)
    preloads = _preloads(ops.a[:count] != FixedOperation.input, np.flatnonzero(loads), room)
    frees = _frees(owners, last, np.union1d(np.flatnonzero(loads), saves), room)
    if preloads is None or frees is None:
        return make_memory_map(())
    return _memory_map(((forwards, last[forwards]), frees, (saves, saves), preloads))


def _next_ones(skipped: npt.NDArray[np.bool_]) -> Indices:
    """Return for each instruction the next one that is not skipped, or their number."""
    count = len(skipped)
    places = np.append(np.where(skipped, count, np.arange(count)), count)
    following: Indices = np.minimum.accumulate(places[::-1])[::-1][1:]
    return following


def _preloads(computes: npt.NDArray[np.bool_], targets: Indices, room: Indices) -> _Commands | None:
    """Return each parameter is to be there when its INPUT is reached; the first instruction has no tick before it."""
    operations = np.concatenate((np.zeros(LOOKAHEAD, np.int64), np.flatnonzero(computes)))
    wanted = operations[np.searchsorted(operations[LOOKAHEAD:], targets)]
    ticks = _placed(wanted, room)
    if ticks is None or (ticks > np.maximum(targets - 1, 0)).any():
        return None
    return ticks, targets


def _frees(owners: Indices, last: Indices, held: Indices, room: Indices) -> _Commands | None:
    """Free everything that shares memory after the last use of any of it; outputs are not freed."""
    count = len(owners)
    until = np.zeros(count, np.int64)
    np.maximum.at(until, owners, np.maximum(last, np.arange(count)))
    targets = held[last[held] < count - 1]
    due = np.minimum(until[owners[targets]] + 1, count - 1)
    order = np.lexsort((targets, owners[targets], due))
    ticks = _placed(due[order], room)
    return None if ticks is None else (ticks, targets[order])


def _placed(wanted: Indices, room: Indices) -> Indices | None:
    """Return ticks for commands, in order: those that are wanted, or the next that have room; takes the room that they
    need.

    None when the last tick is full before every command has one.
    """
    counts = np.bincount(wanted, minlength=len(room))
    if (counts <= room).all():
        room -= counts
        return wanted
    ticks, due = [], 0
    for tick, (more, most) in enumerate(zip(counts.tolist(), room.tolist(), strict=True)):
        due += more
        ticks += [tick] * min(due, most)
        due -= min(due, most)
    if due:
        return None
    placed = np.array(ticks, np.int64)
    room -= np.bincount(placed, minlength=len(room))
    return placed


def _memory_map(commands: tuple[_Commands, ...]) -> MemoryMap:
    """Return the schedule of the commands of each action, in the order in which those of one tick are carried out."""
    ranks = np.repeat(np.arange(len(_ORDER)), [len(ticks) for ticks, _ in commands])
    ticks, targets = (np.concatenate(each) for each in zip(*commands, strict=True))
    order = np.lexsort((targets, ranks, ticks))
    scheduled, starts = np.unique(ticks[order], return_index=True)
    return MemoryMap(
        {
            "tick": scheduled.astype(np.uint16),
            "commands[]": np.append(starts, len(order)).astype(np.int64),
            "commands.action": np.array(_ORDER, np.uint8)[ranks[order]],
            "commands.target": targets[order].astype(np.uint16),
        }
    )
