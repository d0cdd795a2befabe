"""The memory schedule of a NAC file as columns (NAC v1.6, section 4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.nac import schedule_record
from nacformats.errors import LimitError
from nacformats.formats.nac.tables import FORMAT_NAME
from nacformats.formats.records.rows import Arrays, drafted, largest_count
from nacformats.formats.stored import Offsets, Rows

#: Most commands of one record.
MAX_COMMANDS = largest_count(schedule_record)


class ScheduleRecord(NamedTuple):
    """The commands of one tick: pairs of action and target."""

    tick: int
    commands: tuple[tuple[int, int], ...]


class MemoryMap(Rows[ScheduleRecord]):
    """N records of commands as columns; as a sequence, the records.

    Attributes:
        columns: the fields of records by their paths in the schema.
    """

    def __init__(self, columns: Arrays) -> None:
        self.columns = columns

    @property
    def ticks(self) -> npt.NDArray[np.uint16]:
        """Index of the instruction at which the commands of a record are due, uint16, shape (N,)."""
        return self.columns["tick"]

    @property
    def offsets(self) -> Offsets:
        """The start of the commands of each record in `actions` and `targets`, int64, shape (N + 1,)."""
        return self.columns["commands[]"]

    @property
    def actions(self) -> npt.NDArray[np.uint8]:
        """The action of each command, uint8."""
        return self.columns["commands.action"]

    @property
    def targets(self) -> npt.NDArray[np.uint16]:
        """Index of the instruction whose result it is about, for each command, uint16."""
        return self.columns["commands.target"]

    def __len__(self) -> int:
        return len(self.ticks)

    def row(self, index: int) -> ScheduleRecord:
        part = slice(*self.offsets[index : index + 2].tolist())
        commands = zip(self.actions[part].tolist(), self.targets[part].tolist(), strict=True)
        return ScheduleRecord(int(self.ticks[index]), tuple(commands))


def record_path(record: int, command: int | None = None) -> str:
    """Return the path of a record, or of one of its commands, in the file."""
    path = f"mmap.records[{record}]"
    return path if command is None else f"{path}.commands[{command}]"


def make_memory_map(records: Iterable[ScheduleRecord]) -> MemoryMap:
    """Return a schedule from its records. LimitError when a number does not fit its field."""
    rows: list[dict[str, Any]] = []
    for tick, commands in records:
        actions, targets = zip(*commands, strict=True) if commands else ((), ())
        rows.append({"tick": tick, "commands.action": actions, "commands.target": targets})
    return MemoryMap(drafted(schedule_record, rows, "mmap.records[{}]"))


def write_memory_map(schedule: MemoryMap) -> bytes:
    """Return the bytes of the records. LimitError when one has more than MAX_COMMANDS."""
    counts = np.diff(schedule.offsets)
    for record in np.flatnonzero(counts > MAX_COMMANDS).tolist():
        reason, expected = "the record has too many commands", f"at most {MAX_COMMANDS}"
        details: dict[str, Any] = {"expected": expected, "actual": int(counts[record]), "path": record_path(record)}
        raise LimitError(reason, format=FORMAT_NAME, **details)
    return bytes(schedule_record.write(schedule.columns, path="mmap.records"))
