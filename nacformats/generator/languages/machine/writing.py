"""Writing."""

from __future__ import annotations

from nacformats.generator.languages.machine.failures import fail
from nacformats.generator.languages.machine.model import INVALID, Machine


def write_file(m: Machine) -> None:
    """Write the tree; `m.written` has its bytes."""
    fail(m, INVALID, "cannot be written")
