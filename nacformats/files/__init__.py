"""Writing: a file is replaced as a whole or not at all; a device or a pipe is written to.

Temporary files are made, renamed and removed by the handle of their folder, so that nothing that takes the place of the
folder meanwhile is written to. To read what a file names, rather than the user, see `nacformats.files.folders`.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from importlib.util import find_spec
from io import FileIO
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from nacformats.codec.streams import Buffer, naming
from nacformats.files.folders import Folder, require_regular

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
    """True if a device or a pipe is at path: such a thing is written to, never replaced."""
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
        folders: dict[Path, Folder] = {}
        temporaries: dict[PathLike, _Temporary] = {}
        for path, chunks in files.items():
            with naming(path):
                target = _end_of_links(path)
                if is_special(target):
                    _write_through(target, chunks)
                    continue
                if target.parent not in folders:
                    folders[target.parent] = _clean(stack.enter_context(Folder(target.parent)))
                temporaries[path] = _write_beside(folders[target.parent], target.name, chunks, stack)
        _rename(temporaries)


def write_all_below(
    folder: Folder, files: Mapping[str, Iterable[Buffer]], kept: Collection[tuple[int, int]] = frozenset()
) -> None:
    """Write files below a folder as write_all_atomically does, by names that need not be trusted.

    Args:
        folder: that the names are relative to; no link in them is followed.
        files: the chunks of each by its name, with "/" between the folders in it, which have to be there.
        kept: device and number of files that must not be replaced.

    Raises:
        OSError: as for write_all_atomically; or a name leads through a link, or to what is no regular file.
    """
    with ExitStack() as stack:
        folders: dict[str, tuple[Folder, str]] = {}
        temporaries: dict[PathLike, _Temporary] = {}
        for name in files:
            with naming(folder.path / name):
                parent, _, last = name.rpartition("/")
                if parent not in folders:
                    folders[parent] = stack.enter_context(folder.parent(name))
                require_replaceable(folders[parent][0], last, kept)
        for parent_folder, _ in folders.values():
            _clean(parent_folder)
        for name, chunks in files.items():
            parent, _, last = name.rpartition("/")
            with naming(folder.path / name):
                temporaries[folder.path / name] = _write_beside(folders[parent][0], last, chunks, stack)
        _rename(temporaries)


def require_replaceable(folder: Folder, name: str, kept: Collection[tuple[int, int]] = frozenset()) -> None:
    """OSError for what is there by a name and is not to be replaced: a link, what is no regular file, and `kept`."""
    with suppress(FileNotFoundError):
        status = folder.status(name)
        require_regular(status)
        require_not_kept(status, kept)


def require_not_kept(status: os.stat_result, kept: Collection[tuple[int, int]]) -> None:
    """OSError for a file that must stay as it is."""
    if (status.st_dev, status.st_ino) in kept:
        raise OSError(errno.EBUSY, "It is the file of a model that is open")


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

    folder: Folder
    name: str
    file: FileIO
    target: str

    def rename(self) -> None:
        if not _LOCKABLE:
            self.file.close()  # an open file cannot be renamed there
        self.folder.rename(self.name, self.target)


def _rename(temporaries: Mapping[PathLike, _Temporary]) -> None:
    """Let files take the places of their targets, which errors are about."""
    for path, temporary in temporaries.items():
        with naming(path):
            temporary.rename()
    for folder in {temporary.folder for temporary in temporaries.values()}:
        folder.sync()


def _write_beside(folder: Folder, target: str, chunks: Iterable[Buffer], stack: ExitStack) -> _Temporary:
    """Return a temporary file with everything that the target is to hold; the stack removes it unless it is renamed."""
    mode = _mode_of(folder, target)
    temporary = _create(folder, target, _NEW_MODE if mode is None else _PRIVATE_MODE, stack)
    _write_out(temporary.file, chunks)
    if mode is not None and hasattr(os, "fchmod"):
        os.fchmod(temporary.file.fileno(), mode)
    os.fsync(temporary.file.fileno())
    return temporary


def _create(folder: Folder, target: str, mode: int, stack: ExitStack) -> _Temporary:
    """Return a new temporary file, locked."""
    while True:
        name = f".nacformats-{os.urandom(8).hex()}.tmp"
        stack.callback(_remove, folder, name)  # before there is one: a signal may end the writer at any time
        file = stack.enter_context(FileIO(folder.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w"))
        # Between the line above and the one below, another writer may have taken it for an abandoned one.
        if _lock(file.fileno()) is not False and _is_there(folder, name):
            return _Temporary(folder, name, file, target)


def _is_there(folder: Folder, name: str) -> bool:
    try:
        folder.status(name)
    except FileNotFoundError:
        return False
    return True


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
    """Yield the pieces, short ones copied together: whoever gives them may use his buffer again."""
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
        with suppress(OSError):
            os.posix_fadvise(handle, start, stop - start, os.POSIX_FADV_DONTNEED)


def _mode_of(folder: Folder, name: str) -> int | None:
    """The permissions of a file, or None when there is none. Set-user-id and the like are not for new content."""
    try:
        return folder.status(name).st_mode & 0o777
    except FileNotFoundError:
        return None


def _clean(folder: Folder) -> Folder:
    """Return a folder without the temporary files in it whose writers were killed."""
    with suppress(OSError):
        for name in filter(TEMPORARY.fullmatch, folder.names()):
            with suppress(OSError):
                _remove_abandoned(folder, name)
    return folder


def _remove_abandoned(folder: Folder, name: str) -> None:
    if not _LOCKABLE:  # opening it would keep its writer from renaming it
        if _is_old(folder.status(name)):
            folder.remove(name)
        return
    handle = folder.open(name)
    try:
        locked = _lock(handle)
        if locked or (locked is None and _is_old(os.fstat(handle))):
            folder.remove(name)
    finally:
        os.close(handle)


def _is_old(status: os.stat_result) -> bool:
    return time.time() - status.st_mtime > ABANDONED_SECONDS


def _lock(handle: int) -> bool | None:
    """True if an open file could be locked: False when another has locked it, None when locks are not to be had."""
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


def _remove(folder: Folder, name: str) -> None:
    with suppress(OSError):
        folder.remove(name)
