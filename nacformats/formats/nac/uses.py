"""Which instruction takes the result of which, and which results share memory (NAC v1.6, sections 3.5.2 and 4)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nacformats.formats.nac.aliasing import PICK, is_split, is_view, may_be_view, may_cast
from nacformats.formats.nac.model import NacFile
from nacformats.formats.nac.operations import OPS, Operations, make_operations, references
from nacformats.formats.nac.tables import FIRST_REGULAR, InputSource, Operation

Mask = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32] | Indices

#: Comes after every instruction.
NEVER = np.iinfo(np.int64).max

_OPERATION_NUMBERS = 256


class Uses:
    """Which instruction takes the result of which, of N instructions.

    Attributes:
        users, used: the pairs, each once, ordered by user, then by what it uses; shape (M,).
        first, last: the first and the last instruction that takes the result of each, shape (N + 1,); NEVER and -1
            where none does, as in the extra entry at the end, which is for targets outside of the program.
    """

    def __init__(self, ops: Operations) -> None:
        count = len(ops)
        words = references(ops)
        users = words.owners.astype(np.int64)
        used = users + words.values
        valid = (used >= 0) & (used < users)
        self._pairs = np.unique(users[valid] * count + used[valid])
        self._count = count
        self.users, self.used = self._pairs // max(count, 1), self._pairs % max(count, 1)
        self.first, self.last = np.full(count + 1, NEVER), np.full(count + 1, -1)
        self.first[self.used[::-1]] = self.users[::-1]  # users come in order, and what is assigned last stays
        self.last[self.used] = self.users

    def takes(self, users: Numbers, used: Numbers) -> Mask:
        """For each pair of instructions whether the first one takes the result of the second one."""
        return np.isin(users.astype(np.int64) * self._count + used, self._pairs)


def program_of(file: NacFile, section: str = OPS) -> Operations:
    """The instructions of a section of a file, "ops" or "trng"; none where it has no such program."""
    operations: Operations | None = file.ops if section == OPS else file.trng
    return operations if operations is not None else make_operations((), section=section)


def is_parameter(ops: Operations) -> Mask:
    """Which instructions load a parameter (section 7.1.2)."""
    found: Mask = (ops.a == Operation.input) & (ops.b == InputSource.parameter)
    return found


def end_of(ops: Operations) -> int:
    """How many instructions run: up to the OUTPUT that ends the program (section 7.2.1), or all."""
    finals = np.flatnonzero((ops.a == Operation.output) & (ops.b == 0))
    return int(finals[0]) + 1 if len(finals) else len(ops)


def owners_of(file: NacFile) -> Indices:
    """For each instruction the one in whose memory its result may lie: itself, unless it gives a view. Shape (N,)."""
    ops, names = program_of(file), file.instructions.names
    views = np.zeros(_OPERATION_NUMBERS, np.bool_)
    for number in set(ops.a[ops.a >= FIRST_REGULAR].tolist()):
        views[number] = _may_share(names.operation(number) or "")
    owners = np.arange(len(ops))
    offsets = ops.rows_of("distances")
    at = np.flatnonzero(views[ops.a] & (np.diff(offsets) > 0))
    viewed = at + ops.field("distances")[offsets[at]]
    valid = (viewed >= 0) & (viewed < at)
    owners[at[valid]] = viewed[valid]
    while True:  # a view of a view: each round halves the way
        further = owners[owners]
        if (further == owners).all():
            return owners
        owners = further


def _may_share(name: str) -> bool:
    """Whether the result of an operation may lie in the memory of its first operand. What is picked always does."""
    return name == PICK or is_view(name) or may_be_view(name) or may_cast(name) or is_split(name)
