"""The memory schedule of a NAC file as arrays (NAC v1.6, section 4).

Records and commands both take three bytes, so that the section is a table of rows of which some are records.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from nacformats._generated.records.nac import MEMORY_COMMAND
from nacformats.errors import InvalidError, TruncatedError

#: Most commands of one record, and most records: one for each tick.
MAX_COMMANDS, MAX_RECORDS = 0xFF, 0x10000

_RECORD = np.dtype([("tick", "<u2"), ("num_commands", "u1")])
_ROW_BYTES = MEMORY_COMMAND.itemsize
Offsets = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Record:
    """The commands of one tick: pairs of action and target."""

    tick: int
    commands: tuple[tuple[int, int], ...]


class MemoryMap(Sequence[Record]):
    """N records of commands, in compressed sparse rows; as a sequence, the records.

    Attributes:
        ticks: index of the instruction at which the commands of a record are due, uint16, shape (N,).
        offsets: where the commands of each record start in the two arrays below, int64, shape (N + 1,).
        actions: what to do, uint8.
        targets: index of the instruction whose result it is about, uint16.
        start: byte offset of the first record in the file that it was read from, or None.
    """

    def __init__(
        self,
        ticks: npt.NDArray[np.uint16],
        offsets: Offsets,
        actions: npt.NDArray[np.uint8],
        targets: npt.NDArray[np.uint16],
        start: int | None = None,
    ) -> None:
        self.ticks = ticks
        self.offsets = offsets
        self.actions = actions
        self.targets = targets
        self.start = start

    def __len__(self) -> int:
        return len(self.ticks)

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> list[Record]: ...

    def __getitem__(self, index: int | slice) -> Record | list[Record]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        place = range(len(self))[index]
        part = slice(self.offsets[place], self.offsets[place + 1])
        commands = zip(self.actions[part].tolist(), self.targets[part].tolist(), strict=True)
        return Record(int(self.ticks[place]), tuple(commands))

    @property
    def nbytes(self) -> int:
        """Size of the records in a file."""
        return int(_ROW_BYTES) * (len(self.ticks) + len(self.actions))

    def place(self, record: int, command: int | None = None) -> dict[str, Any]:
        """Path and byte offset of a record, or of one of its commands, as a FormatError or a Finding takes them."""
        path = f"mmap.records[{record}]"
        row = record + int(self.offsets[record])
        if command is not None:
            path, row = f"{path}.commands[{command}]", row + 1 + command
        return {"path": path, "offset": None if self.start is None else self.start + row * _ROW_BYTES}


def make_memory_map(records: Iterable[Record]) -> MemoryMap:
    """A schedule from its records. OverflowError when a number does not fit its field."""
    listed = list(records)
    commands = [command for record in listed for command in record.commands]
    return MemoryMap(
        np.array([record.tick for record in listed], np.uint16),
        np.array([0, *accumulate(len(record.commands) for record in listed)], np.int64),
        np.array([action for action, _ in commands], np.uint8),
        np.array([target for _, target in commands], np.uint16),
    )


def write_memory_map(schedule: MemoryMap) -> bytes:
    """The bytes of the records, without the head of the section. No record may have more than MAX_COMMANDS."""
    count = len(schedule)
    rows = np.empty((count + len(schedule.actions), _ROW_BYTES), np.uint8)
    heads = schedule.offsets[:-1] + np.arange(count)
    is_command = np.ones(len(rows), np.bool_)
    is_command[heads] = False
    records = np.empty(count, _RECORD)
    records["tick"], records["num_commands"] = schedule.ticks, np.diff(schedule.offsets)
    commands = np.empty(len(schedule.actions), MEMORY_COMMAND)
    commands["action"], commands["target"] = schedule.actions, schedule.targets
    rows[heads] = records.view(np.uint8).reshape(-1, _ROW_BYTES)
    rows[is_command] = commands.view(np.uint8).reshape(-1, _ROW_BYTES)
    return rows.tobytes()


def read_memory_map(view: memoryview, start: int, count: int) -> MemoryMap:
    """Read the records of a file.

    Args:
        view: all bytes of the file.
        start: byte offset of the first record.
        count: how many there are.

    Raises:
        InvalidError: there are more than there can be.
        TruncatedError: the file ends before they do; path and offset say at which record.
    """
    if count > MAX_RECORDS:
        place: dict[str, Any] = {"format": "nac", "path": "mmap.num_records", "offset": max(start - 4, 0)}
        raise InvalidError("out of range", expected=f"at most {MAX_RECORDS}", actual=count, **place)
    rows = (len(view) - start) // _ROW_BYTES
    sizes = view[start + _RECORD.fields["num_commands"][1] : start + rows * _ROW_BYTES : _ROW_BYTES]  # type: ignore[index]
    heads = array("q")
    position = 0
    for record in range(count):
        if position >= rows:
            raise _truncated(view, start, position, record, count)
        heads.append(position)
        position += 1 + sizes[position]
    if position > rows:
        raise _truncated(view, start, heads[-1], count - 1, count)
    return _gather(view[start : start + position * _ROW_BYTES], np.frombuffer(heads, np.int64), position, start)


def _gather(raw: memoryview, heads: Offsets, rows: int, start: int) -> MemoryMap:
    table = np.frombuffer(raw, np.uint8).reshape(rows, _ROW_BYTES)
    is_command = np.ones(rows, np.bool_)
    is_command[heads] = False
    records = np.ascontiguousarray(table[heads]).view(_RECORD).reshape(-1)
    commands = np.ascontiguousarray(table[is_command]).view(MEMORY_COMMAND).reshape(-1)
    offsets = np.append(heads - np.arange(len(heads)), len(commands))
    return MemoryMap(
        records["tick"].astype(np.uint16), offsets, commands["action"], commands["target"].astype(np.uint16), start
    )


def _truncated(view: memoryview, start: int, row: int, record: int, count: int) -> TruncatedError:
    return TruncatedError(
        "the file ends too early",
        format="nac",
        path=f"mmap.records[{record}]",
        offset=min(start + row * _ROW_BYTES, len(view)),
        expected=f"{count} records",
        actual=f"its end at byte {len(view)}",
    )
