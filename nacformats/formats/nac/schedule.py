"""What a memory schedule should keep (NAC v1.6, section 4.5). It only holds hints, so that nothing here is an error."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats.findings import Finding
from nacformats.formats.nac.model import NacFile
from nacformats.formats.nac.rules import listed, warning
from nacformats.formats.nac.tables import InputSource, MemoryAction, Operation
from nacformats.lift.memory_map import MemoryMap
from nacformats.lift.ops import Operations, make_operations

Mask = npt.NDArray[np.bool_]


def check_schedule(file: NacFile) -> Iterator[Finding]:
    """Findings about `mmap`, with the byte offsets of the commands."""
    if file.mmap is None:
        return
    schedule, ops = file.mmap, file.ops if file.ops is not None else make_operations(())
    repeated = np.flatnonzero(np.isin(schedule.ticks, _repeated(schedule.ticks))).tolist()
    yield from listed(repeated, lambda record: _of_record(schedule, record))
    ticks = np.repeat(schedule.ticks, np.diff(schedule.offsets)).astype(np.int64)
    targets, actions = schedule.targets.astype(np.int64), schedule.actions
    outside = (targets >= len(ops)) | (ticks >= len(ops))
    inside = ~outside
    target_of = np.where(inside, targets, 0)
    rules = {
        "there is no such action": ~np.isin(actions, [int(member) for member in MemoryAction]),
        "the program has no such instruction": outside,
        "SAVE_RESULT of another instruction than that of the tick": (actions == MemoryAction.save_result)
        & (targets != ticks),
        "FORWARD to an instruction that does not come later": (actions == MemoryAction.forward) & (targets <= ticks),
        "PRELOAD of what is no parameter": inside & (actions == MemoryAction.preload) & ~_is_parameter(ops)[target_of],
        "FREE of what is used later": inside & (actions == MemoryAction.free) & (_last_uses(ops)[target_of] > ticks),
    }
    for reason, broken in rules.items():
        yield from listed(np.flatnonzero(broken).tolist(), partial(_of_command, schedule, reason))


def _of_record(schedule: MemoryMap, record: int) -> Finding:
    reason = "another record has the same tick"
    return warning("schedule", reason, actual=int(schedule.ticks[record]), **schedule.place(record))


def _of_command(schedule: MemoryMap, reason: str, command: int) -> Finding:
    record = int(np.searchsorted(schedule.offsets, command, "right")) - 1
    action, target = int(schedule.actions[command]), int(schedule.targets[command])
    what = f"action {action}" if action not in list(MemoryAction) else MemoryAction(action).name.upper()
    actual = f"{what} {target} at tick {schedule.ticks[record]}"
    place: dict[str, Any] = schedule.place(record, command - int(schedule.offsets[record]))
    return warning("schedule", reason, actual=actual, **place)


def _repeated(numbers: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
    found, counts = np.unique(numbers, return_counts=True)
    return found[counts > 1]


def _is_parameter(ops: Operations) -> Mask:
    """By instruction, and one more so that there is always one."""
    return np.append((ops.a == Operation.input) & (ops.b == InputSource.parameter), False)


def _last_uses(ops: Operations) -> npt.NDArray[np.int64]:
    """The last instruction that takes the result of each, -1 where none does; one more as above."""
    count = len(ops)
    owners = np.repeat(np.arange(count), np.diff(ops.c_offsets))
    is_d = np.arange(len(ops.words)) >= ops.d_offsets[owners]
    users = owners[is_d]
    used = users + ops.words[is_d]
    found = np.full(count + 1, -1, np.int64)
    valid = (used >= 0) & (used < users)
    np.maximum.at(found, used[valid], users[valid])
    return found
