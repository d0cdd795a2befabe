"""Writing: a file is replaced as a whole or not at all; a device or a pipe is written to.

What a file names, rather than the user, is opened below a folder: see `nacformats.folders`.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from importlib.util import find_spec
from io import FileIO
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from nacformats.codec.streams import Buffer, naming

PathLike = str | os.PathLike[str]

#: Whether files can be locked. Windows needs no locks: nobody can remove a file that is open.
_LOCKABLE = find_spec("fcntl") is not None
#: Names of temporary files. They are in the folder of the target, and locked as long as their writer lives.
TEMPORARY = re.compile(r"\.nacformats-[0-9a-f]{16}\.tmp")
#: Where files cannot be locked, a temporary file that was not written to for so many seconds has no writer any more.
ABANDONED_SECONDS = 24 * 60 * 60
#: Pieces shorter than this are joined before they are written; longer ones are not copied.
_JOINED_BYTES = 1 << 20
#: After this many bytes the system is asked to begin to put them on the disk, while the next ones are copied.
_WRITEBACK_BYTES = 1 << 25
#: What a new file may be before the umask is applied, and one that is to get the mode of the file that it replaces.
_NEW_MODE, _PRIVATE_MODE = 0o666, 0o600
_LOOKED_AT = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def write_atomically(path: PathLike, chunks: Iterable[Buffer]) -> None:
    """Write the chunks to a temporary file beside the target, fsync it, rename it over the target.

    The permissions of an existing target are kept, but for set-user-id, set-group-id and sticky bits; its owner and
    its extended attributes are those of a new file. A new file gets the mode that the umask leaves. A symbolic link is
    followed. Whatever fails, the target stays as it was and no temporary file is left. What a writer that was killed
    has left is removed by the next one in the same folder. A device or a pipe, such as /dev/stdout, is written to and
    stays.
    """
    write_all_atomically({path: chunks})


def is_special(path: PathLike) -> bool:
    """Whether a device or a pipe is at path: such a thing is written to, never replaced."""
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def write_all_atomically(files: Mapping[PathLike, Iterable[Buffer]]) -> None:
    """Write several files that belong together, each as write_atomically does; all are complete before any is renamed.

    No system renames two files as one: a writer that is killed between them leaves the first new and the second old.

    Args:
        files: the chunks of each, in the order in which they are renamed.

    Raises:
        OSError: one of them cannot be written; it names that one.
    """
    with ExitStack() as stack:
        temporaries: dict[PathLike, _Temporary] = {}
        for path, chunks in files.items():
            with naming(path):
                target = _end_of_links(path)
                if is_special(target):
                    _write_through(target, chunks)
                    continue
                remove_abandoned(target.parent)
                temporaries[path] = _write_beside(target, chunks, stack)
        for path, temporary in temporaries.items():
            with naming(path):
                temporary.rename()
        for directory in {temporary.target.parent for temporary in temporaries.values()}:
            _sync_directory(directory)


def _end_of_links(path: PathLike) -> Path:
    if not os.fspath(path):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return target


def _write_through(path: Path, chunks: Iterable[Buffer]) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0)), "wb") as device:
        for chunk in chunks:
            device.write(chunk)


class _Temporary(NamedTuple):
    """A file that is to take the place of its target. Open, so that it stays locked."""

    path: Path
    file: FileIO
    target: Path

    def rename(self) -> None:
        if not _LOCKABLE:
            self.file.close()  # an open file cannot be renamed there
        self.path.replace(self.target)


def _write_beside(target: Path, chunks: Iterable[Buffer], stack: ExitStack) -> _Temporary:
    """A temporary file with everything that the target is to hold; the stack removes it unless it is renamed."""
    mode = _mode_of(target)
    temporary = _create(target, _NEW_MODE if mode is None else _PRIVATE_MODE, stack)
    _write_out(temporary.file, chunks)
    if mode is not None:
        _set_mode(temporary, mode)
    os.fsync(temporary.file.fileno())
    return temporary


def _create(target: Path, mode: int, stack: ExitStack) -> _Temporary:
    """A new temporary file, locked."""
    while True:
        path = target.with_name(f".nacformats-{secrets.token_hex(8)}.tmp")
        stack.callback(_remove, path)  # before there is one: a signal may end the writer at any time
        file = stack.enter_context(FileIO(path, "x", opener=lambda name, flags: os.open(name, flags, mode)))
        # Between the line above and the one below, another writer may have taken it for an abandoned one.
        if _lock(file.fileno()) is not False and path.exists():
            return _Temporary(path, file, target)


def _write_out(file: FileIO, chunks: Iterable[Buffer]) -> None:
    """Write the chunks; the disk works from the first bytes on, so that fsync has little left to wait for."""
    begun = written = 0
    for piece in _joined(chain.from_iterable(map(_pieces, chunks))):
        written += _write_all(file, piece)
        if written - begun >= _WRITEBACK_BYTES:
            _begin_writeback(file.fileno(), begun, written)
            begun = written


def _write_all(file: FileIO, piece: Buffer) -> int:
    """Write a piece; the system may take it in several. Unbuffered: what cannot be written fails here, not later."""
    view, written = memoryview(piece), 0
    while written < len(view):
        written += file.write(view[written:])
    return written


def _joined(pieces: Iterable[memoryview]) -> Iterator[Buffer]:
    """The pieces, short ones copied together: whoever gives them may use his buffer again."""
    short = bytearray()
    for piece in pieces:
        if len(piece) < _JOINED_BYTES:
            short += piece
            if len(short) < _JOINED_BYTES:
                continue
        yield short
        short = bytearray()
        if len(piece) >= _JOINED_BYTES:
            yield piece
    yield short


def _pieces(chunk: Buffer) -> Iterable[memoryview]:
    view = memoryview(chunk)
    octets = view.cast("B") if view.nbytes else memoryview(b"")  # a view with a zero in its shape cannot be cast
    return (octets[start : start + _WRITEBACK_BYTES] for start in range(0, len(octets), _WRITEBACK_BYTES))


def _begin_writeback(handle: int, start: int, stop: int) -> None:
    """Have some bytes of a file written to the disk, without waiting for it.

    POSIX_FADV_DONTNEED writes the pages that are not on the disk yet, and does not drop them.
    """
    if hasattr(os, "posix_fadvise"):
        with contextlib.suppress(OSError):
            os.posix_fadvise(handle, start, stop - start, os.POSIX_FADV_DONTNEED)


def _mode_of(target: Path) -> int | None:
    """The permissions of a file, or None when there is none. Set-user-id and the like are not for new content."""
    try:
        return target.stat().st_mode & 0o777
    except FileNotFoundError:
        return None


def _set_mode(temporary: _Temporary, mode: int) -> None:
    if hasattr(os, "fchmod"):
        os.fchmod(temporary.file.fileno(), mode)
    else:
        temporary.path.chmod(mode)


def remove_abandoned(folder: Path) -> None:
    """Remove the temporary files in a folder whose writers were killed."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for path in [Path(entry.path) for entry in entries if TEMPORARY.fullmatch(entry.name)]:
            with contextlib.suppress(OSError):
                _remove_abandoned(path)


def _remove_abandoned(path: Path) -> None:
    if not _LOCKABLE:  # opening it would keep its writer from renaming it
        if _is_old(path.lstat()):
            path.unlink()
        return
    handle = os.open(path, _LOOKED_AT)
    try:
        locked, status = _lock(handle), os.fstat(handle)
        if stat.S_ISREG(status.st_mode) and (locked or (locked is None and _is_old(status))):
            path.unlink()
    finally:
        os.close(handle)


def _is_old(status: os.stat_result) -> bool:
    return time.time() - status.st_mtime > ABANDONED_SECONDS


def _lock(handle: int) -> bool | None:
    """Whether an open file could be locked: False when another has locked it, None when locks are not to be had."""
    if not _LOCKABLE:
        return None
    import fcntl  # noqa: PLC0415  Windows has none

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()


def _sync_directory(directory: Path) -> None:
    with contextlib.suppress(OSError):  # not every file system can
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
