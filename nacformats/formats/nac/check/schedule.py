"""The rules for a memory schedule (NAC v1.6, section 4.5). It only holds hints, so nothing here is an error.

A tick is an instruction; since v1.8, what is to be freed then is freed when that instruction has run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from nacformats.formats.nac.columns.instructions import Mask
from nacformats.formats.nac.columns.memory_map import MemoryMap, record_path
from nacformats.formats.nac.columns.uses import Numbers, Uses, is_parameter
from nacformats.formats.nac.file.contents import program_of
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.tables import MemoryAction, members_of
from nacformats.formats.records.rules import findings_at, warning

if TYPE_CHECKING:
    from nacformats.findings import Finding

#: The first version whose writers free what an instruction takes at the tick of that instruction.
_FREES_AFTER = "1.8"


def check_schedule(file: NacFile) -> Iterator[Finding]:
    """Check the commands of `mmap`."""
    if not file.memory_map:
        return
    schedule, ops = file.memory_map, program_of(file)
    repeated = np.flatnonzero(np.isin(schedule.ticks, _repeated(schedule.ticks)))
    yield from findings_at(repeated, lambda record: _of_record(schedule, int(record)))
    ticks = np.repeat(schedule.ticks, np.diff(schedule.offsets)).astype(np.int32)
    targets, actions = schedule.targets.astype(np.int32), schedule.actions
    outside = (targets >= len(ops)) | (ticks >= len(ops))
    inside = ~outside
    target_of = np.where(inside, targets, len(ops))
    uses = Uses(ops)
    loads = np.append(is_parameter(ops), False)  # and one more, so that there is always one
    is_preload, is_free, is_forward, is_kept = (
        inside & (actions == action)
        for action in (MemoryAction.preload, MemoryAction.free, MemoryAction.forward, MemoryAction.save_for_grad)
    )
    known = members_of("memory_action", file.version)
    until = ticks + frees_after(file)
    rules: dict[str, Callable[[], Mask]] = {  # each mask is made when its turn has come
        "there is no such action": lambda: ~np.isin(actions, list(known)),
        "the program has no such instruction": lambda: outside,
        "SAVE_RESULT of another instruction than that of the tick": lambda: (
            (actions == MemoryAction.save_result) & (targets != ticks)
        ),
        "SAVE_FOR_GRAD of a result that does not exist yet": lambda: (
            is_kept & (targets > ticks) & (MemoryAction.save_for_grad in known)
        ),
        "FORWARD to an instruction that does not come later": lambda: is_forward & (targets <= ticks),
        "FORWARD to an instruction that does not take the result": lambda: (
            is_forward & (targets > ticks) & ~uses.takes(targets, ticks)
        ),
        "PRELOAD of something that is not a parameter": lambda: is_preload & ~loads[target_of],
        "PRELOAD comes too late: the parameter is used by then": lambda: is_preload & (ticks >= uses.first[target_of]),
        "FREE of a result that does not exist yet": lambda: is_free & (targets > ticks),
        "FREE of a result that is still used": lambda: is_free & (targets <= ticks) & (uses.last[target_of] >= until),
        "FREE of a result that was freed before": lambda: is_free & _again(targets, ticks, is_free),
    }
    for reason, broken in rules.items():
        yield from findings_at(np.flatnonzero(broken()), partial(_of_command, schedule, reason))


def frees_after(file: NacFile) -> bool:
    """Return True if FREE takes effect when the instruction of its tick has run, and not before."""
    return file.version >= _FREES_AFTER


def _of_record(schedule: MemoryMap, record: int) -> Finding:
    reason = "another record has the same tick"
    return warning("schedule", reason, actual=int(schedule.ticks[record]), path=record_path(record))


def _of_command(schedule: MemoryMap, reason: str, at: np.int64) -> Finding:
    command = int(at)
    record = int(np.searchsorted(schedule.offsets, command, "right")) - 1
    action, target = int(schedule.actions[command]), int(schedule.targets[command])
    what = f"action {action}" if action not in list(MemoryAction) else MemoryAction(action).name.upper()
    actual = f"{what} {target} at tick {schedule.ticks[record]}"
    path = record_path(record, command - int(schedule.offsets[record]))
    return warning("schedule", reason, actual=actual, path=path)


def _repeated(numbers: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
    found, counts = np.unique(numbers, return_counts=True)
    return found[counts > 1]


def _again(targets: Numbers, ticks: Numbers, chosen: Mask) -> Mask:
    """Return which of some commands have the target of another one of them that is due earlier."""
    where = np.flatnonzero(chosen)
    order = where[np.lexsort((ticks[where], targets[where]))]
    again = np.zeros(len(chosen), np.bool_)
    again[order[1:][targets[order[1:]] == targets[order[:-1]]]] = True
    return again
