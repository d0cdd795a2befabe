"""The timeline of a memory schedule: its replay, with the names of what is in fast memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats.findings import Finding
from nacformats.formats.nac import Instruction, MemoryAction, NacFile
from nacformats.formats.nac.check.schedule import check_schedule
from nacformats.formats.nac.tables import members_of
from nacformats.graph.graph import ValueType
from nacformats.runtime.coprocessor import UNKNOWN_SIZE, Replay, parameter_of, replay_schedule
from nacformats.view.texts import cut


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
    """A file and its replay.

    Attributes:
        nac: the file.
        replay: what the coprocessor does.
        findings: what is wrong with single commands, and what is missing.
    """

    def __init__(self, nac: NacFile, observed: Sequence[Any] | None = None) -> None:
        """observed: the type of each result, as runtime.observe gives them."""
        self.nac = nac
        self.replay: Replay = replay_schedule(nac, None if observed is None else list(map(size_of, observed)))
        self.findings: list[Finding] = [*check_schedule(nac), *self.replay.findings]

    @property
    def in_bytes(self) -> bool:
        """True if any size is known; else things are counted."""
        return bool(self.replay.memory.any())

    @property
    def heights(self) -> npt.NDArray[np.int64]:
        """The bytes at each tick or, where no size is known, the number of things."""
        return self.replay.memory if self.in_bytes else self.replay.uncounted

    def present(self, tick: int | None = None) -> Iterator[Present]:
        """Yield what is there at a tick, the largest first; at any tick, in the order of the program."""
        stays, sizes = self.replay.stays, self.replay.sizes
        places = range(len(stays.indices)) if tick is None else self.replay.present(tick)
        instructions = self.nac.instructions
        for place in places:
            index, start, stop = (int(column[place]) for column in stays)
            size = None if sizes[index] == UNKNOWN_SIZE else int(sizes[index])
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
    ref = parameter_of(instruction)
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
