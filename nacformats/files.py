"""Bytes out: a file is replaced whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from nacformats.stream import Buffer


def write_atomically(path: str | os.PathLike[str], chunks: Iterable[Buffer]) -> None:
    """Write the chunks to a temporary file beside the target, fsync it, rename it over the target.

    The mode of an existing target is kept; a new file gets the mode that the umask leaves. A symbolic link is
    followed. Whatever fails, the target stays as it was and no temporary file is left.
    """
    target = Path(os.path.realpath(path))
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            for chunk in chunks:
                file.write(chunk)
            file.flush()
            os.fchmod(file.fileno(), _mode_of(target))
            os.fsync(file.fileno())
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            Path(name).unlink()
        raise
    _sync_directory(target.parent)


def _mode_of(target: Path) -> int:
    try:
        return target.stat().st_mode & 0o7777
    except FileNotFoundError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask


def _sync_directory(directory: Path) -> None:
    with contextlib.suppress(OSError):  # not every file system can
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
