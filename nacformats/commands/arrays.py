"""Arrays that the caller gives in .npy and .npz files: whatever the files hold, within a budget of bytes."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from nacformats.codec.columns.arrays import Array
from nacformats.commands.terminal import CommandError
from nacformats.errors import FormatError, LimitError
from nacformats.files.archives import Archive
from nacformats.printing import size_text
from nacformats.runtime.gather.saved import read_array

#: What files of NumPy start with: an .npy file, or the .zip archive that an .npz file is.
_NPY, _ZIP = b"\x93NUMPY", b"PK"
_SUFFIX = ".npy"


class GivenArrays:
    """Reads files of arrays that take no more memory together than the budget.

    Raises CommandError (usage) for whatever is not such a file, and OSError for one that cannot be read.
    """

    def __init__(self, max_memory: int) -> None:
        self.max_memory = max_memory
        self.left = max_memory

    def take(self, wanted: int) -> bool:
        """Take so many bytes of the budget. False, and nothing is taken, where fewer are left."""
        if wanted > self.left:
            return False
        self.left -= wanted
        return True

    def named(self, file: str) -> dict[str, Array]:
        """Return the arrays of an .npz file by name."""
        with self._opened(file) as (stream, is_archive):
            if not is_archive:
                raise CommandError(f"{file}: holds one array; give it as NAME={file} with --input")
            return dict(self._members(file, Archive(stream)))

    def single(self, file: str) -> Array:
        """Return the array of an .npy file."""
        with self._opened(file) as (stream, is_archive):
            if is_archive:
                raise CommandError(f"{file}: holds several arrays; give it with --inputs")
            return self._array(stream, file, os.fstat(stream.fileno()).st_size)

    @contextmanager
    def _opened(self, file: str) -> Iterator[tuple[IO[bytes], bool]]:
        """Give the file, and whether it is an .npz file."""
        mode = Path(file).stat().st_mode
        if stat.S_ISDIR(mode):
            raise CommandError(f"{file}: is a folder")
        if not stat.S_ISREG(mode):
            raise CommandError(f"{file}: is no regular file")
        with Path(file).open("rb") as stream:
            start = stream.read(len(_NPY))
            stream.seek(0)
            if not start.startswith((_NPY, _ZIP)):
                raise CommandError(f"{file}: is neither an .npy nor an .npz file")
            try:
                yield stream, start.startswith(_ZIP)
            except FormatError as error:
                raise CommandError(f"{file}: {error.reason}") from None

    def _members(self, file: str, archive: Archive) -> Iterator[tuple[str, Array]]:
        seen: set[str] = set()
        for member in archive:
            name = member.removesuffix(_SUFFIX)
            place = f"{file}: {name!r}"
            if name in seen:
                raise CommandError(f"{place} is there twice")
            seen.add(name)
            with archive.reading(member) as stream:
                yield name, self._array(stream, place, archive.size(member))

    def _array(self, stream: IO[bytes], place: str, size: int) -> Array:
        """Return the array in an .npy stream of so many bytes; its header is not believed."""
        try:
            array = read_array(stream, size, self.left)
        except MemoryError:
            raise CommandError(f"{place} takes more memory than there is") from None
        except LimitError as error:
            limit = f": {size_text(self.left)} of {size_text(self.max_memory)} are left (raise it with --max-memory)"
            raise CommandError(f"{place} {error.reason}{limit if error.expected else ''}") from None
        except FormatError as error:
            raise CommandError(f"{place} {error.reason}") from None
        self.take(array.nbytes)
        native = array.dtype.newbyteorder("=")
        return array.astype(native, copy=False)  # onnxruntime takes the bytes of any other order as if they were native
