"""What sessions of onnxruntime may take of a budget: copies of weights, folded constants, memory for results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: How often onnxruntime has a weight at a time while it makes a session: in the model, its bytes, and laid out anew.
COPIES: Final = 4
#: How many times what results take at a time its arena may hold: it grows to twice what it has, and has gaps.
_ARENA: Final = 4


@dataclass
class SessionRoom:
    """The memory for the sessions of one plan.

    Attributes:
        left: bytes that are left for them.
        arena: whether what results take may be kept from run to run.
        held: bytes that the sessions hold from now on.
    """

    left: int
    arena: bool
    held: int = 0

    def hold(self, size: int) -> None:
        """Take what a session keeps."""
        self.left -= size
        self.held += size


def fits_arena(peak: int, max_memory: int) -> bool:
    """Whether an arena for runs whose results take so many bytes at a time stays within the budget."""
    return _ARENA * peak <= max_memory
