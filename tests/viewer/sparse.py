"""Large files that take no room on the disk."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from nacformats import StbFile
from nacformats.formats import format_named
from nacformats.formats.stb import StbTensor

#: Longer chunks are zeros, and become a hole.
_LARGE = 1 << 20


def write_sparse(path: Path, size: int) -> None:
    """Write an STB file of about that many bytes: one tensor of zeros."""
    stb = StbFile([StbTensor.from_array(np.zeros((size - 64) // 4, np.float32), 0)])
    found = format_named("stb")
    assert found is not None
    with path.open("wb") as file:
        for chunk in found.write(stb):
            if len(chunk) > _LARGE:
                file.truncate(file.seek(len(chunk), 1))
            else:
                file.write(chunk)
