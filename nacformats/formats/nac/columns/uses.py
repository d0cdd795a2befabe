"""The instructions that take the result of another one."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nacformats.formats.nac.columns.instructions import Mask, Operations, references
from nacformats.formats.nac.tables import FixedOperation, InputSource

Indices = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int32] | Indices

#: Comes after every instruction.
NEVER = np.iinfo(np.int64).max


class Uses:
    """The uses of results among N instructions.

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
        """Return for each pair of instructions if the first one takes the result of the second one."""
        return np.isin(users.astype(np.int64) * self._count + used, self._pairs)


def is_parameter(ops: Operations) -> Mask:
    """Return which instructions load a parameter (section 7.1.2)."""
    found: Mask = (ops.a == FixedOperation.input) & (ops.b == InputSource.parameter)
    return found


def end_of(ops: Operations) -> int:
    """Return how many instructions run: up to the OUTPUT that ends the program (section 7.2.1), or all."""
    finals = np.flatnonzero((ops.a == FixedOperation.output) & (ops.b == 0))
    return int(finals[0]) + 1 if len(finals) else len(ops)
