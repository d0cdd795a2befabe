"""Writing: a file is replaced as a whole or not at all; a device or a pipe is written to."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from nacformats.codec.streams import Buffer

PathLike = str | os.PathLike[str]

#: Pieces shorter than this are joined before they are written; longer ones are not copied.
_JOINED_BYTES = 1 << 20
#: After this many bytes the system is asked to begin to put them on the disk, while the next ones are copied.
_WRITEBACK_BYTES = 1 << 25


def write_atomically(path: PathLike, chunks: Iterable[Buffer]) -> None:
    """Write the chunks to a temporary file beside the target, fsync it, rename it over the target.

    The mode of an existing target is kept; a new file gets the mode that the umask leaves. A symbolic link is
    followed. Whatever fails, the target stays as it was and no temporary file is left. A device or a pipe, such as
    /dev/stdout, is written to and stays.
    """
    write_all_atomically({path: chunks})


def is_special(path: PathLike) -> bool:
    """Whether a device or a pipe is at path: such a thing is written to, never replaced."""
    try:
        mode = Path(path).stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def write_all_atomically(files: Mapping[PathLike, Iterable[Buffer]]) -> None:
    """Write several files that belong together, each as write_atomically does; all are complete before any is renamed.

    Args:
        files: the chunks of each, in the order in which they are renamed.
    """
    temporaries: dict[Path, Path] = {}
    with ExitStack() as stack:
        for path, chunks in files.items():
            target = Path(os.path.realpath(path))
            with _named(path):
                if is_special(target):
                    _write_through(target, chunks)
                else:
                    temporaries[target] = _write_beside(target, chunks, stack)
        for target, temporary in temporaries.items():
            with _named(target):
                temporary.replace(target)
    for directory in {target.parent for target in temporaries}:
        _sync_directory(directory)


@contextmanager
def _named(path: PathLike) -> Iterator[None]:
    """Within this block, an OSError names this path: the temporary file means nothing to the caller."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = os.fspath(path), None
        raise


def _write_through(path: Path, chunks: Iterable[Buffer]) -> None:
    with path.open("wb") as device:
        for chunk in chunks:
            device.write(chunk)


def _write_beside(target: Path, chunks: Iterable[Buffer], stack: ExitStack) -> Path:
    """A temporary file with everything that the target is to hold; the stack removes it unless it is renamed."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    stack.callback(Path(name).unlink, missing_ok=True)
    with os.fdopen(handle, "wb", buffering=_JOINED_BYTES) as file:
        _write_out(file, chunks)
        file.flush()
        os.fchmod(file.fileno(), _mode_of(target))
        os.fsync(file.fileno())
    return Path(name)


def _write_out(file: BinaryIO, chunks: Iterable[Buffer]) -> None:
    """Write the chunks; the disk works from the first bytes on, so that fsync has little left to wait for."""
    begun = written = 0
    for piece in chain.from_iterable(map(_pieces, chunks)):
        written += file.write(piece)
        if written - begun >= _WRITEBACK_BYTES:
            file.flush()
            _begin_writeback(file.fileno(), begun, written)
            begun = written


def _pieces(chunk: Buffer) -> Iterable[Buffer]:
    view = memoryview(chunk)
    if view.nbytes <= _WRITEBACK_BYTES:
        return (view,)
    octets = view.cast("B")
    return (octets[start : start + _WRITEBACK_BYTES] for start in range(0, len(octets), _WRITEBACK_BYTES))


def _begin_writeback(handle: int, start: int, stop: int) -> None:
    """Have some bytes of a file written to the disk, without waiting for it.

    POSIX_FADV_DONTNEED writes the pages that are not on the disk yet, and does not drop them.
    """
    if hasattr(os, "posix_fadvise"):
        with contextlib.suppress(OSError):
            os.posix_fadvise(handle, start, stop - start, os.POSIX_FADV_DONTNEED)


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
