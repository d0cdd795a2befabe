"""Arrays that the caller gives in .npy and .npz files: whatever the files hold, within a budget of bytes."""

from __future__ import annotations

import io
import math
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy

from nacformats.commands.terminal import USAGE, CommandError
from nacformats.graph import Array
from nacformats.printing import size_text
from nacformats.runtime.gather.tensors import SAVED_BFLOAT16
from nacformats.runtime.kernels._promotion import CATEGORY

#: What files of NumPy start with: an .npy file, or the .zip archive that an .npz file is.
_NPY, _ZIP = b"\x93NUMPY", b"PK"
#: How NumPy compresses: not at all, or with zlib. Other methods take as much memory as their file says.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
#: The bit of a member's flags that says that it is encrypted.
_ENCRYPTED = 1
_SUFFIX = ".npy"
#: What reading a damaged archive, or making an array of a shape, may raise.
_DAMAGE = (ValueError, EOFError, NotImplementedError, RuntimeError, MemoryError, zipfile.BadZipFile, zlib.error)
#: Version of the format: the bytes of the length of its header, and how NumPy reads that.
_HEADERS: dict[tuple[int, int], tuple[int, Callable[[Any], Any]]] = {
    (1, 0): (2, npy.read_array_header_1_0),
    (2, 0): (4, npy.read_array_header_2_0),
}
#: NumPy reads no longer ones either.
_MAX_HEADER_BYTES = 10_000


class GivenArrays:
    """Reads files of arrays that take no more memory together than the budget.

    Raises CommandError (usage) for whatever is not such a file, and OSError for one that cannot be read.
    """

    def __init__(self, max_memory: int) -> None:
        self.max_memory = max_memory
        self.left = max_memory

    def take(self, wanted: int) -> bool:
        """Whether so many bytes are left; they are taken then."""
        if wanted > self.left:
            return False
        self.left -= wanted
        return True

    def named(self, file: str) -> dict[str, Array]:
        """The arrays of an .npz file by name."""
        with self._opened(file) as (stream, is_archive):
            if not is_archive:
                raise CommandError(f"{file}: holds one array; give it as NAME={file} with --input", USAGE)
            with zipfile.ZipFile(stream) as archive:
                return dict(self._members(file, archive))

    def single(self, file: str) -> Array:
        """The array of an .npy file."""
        with self._opened(file) as (stream, is_archive):
            if is_archive:
                raise CommandError(f"{file}: holds several arrays; give it with --inputs", USAGE)
            size = Path(file).stat().st_size
            return self._array(stream, file, size)

    @contextmanager
    def _opened(self, file: str) -> Iterator[tuple[IO[bytes], bool]]:
        """The file, and whether it is an .npz file."""
        mode = Path(file).stat().st_mode
        if stat.S_ISDIR(mode):
            raise CommandError(f"{file}: is a folder", USAGE)
        if not stat.S_ISREG(mode):
            raise CommandError(f"{file}: is no regular file", USAGE)
        with Path(file).open("rb") as stream:
            start = stream.read(len(_NPY))
            stream.seek(0)
            if not start.startswith((_NPY, _ZIP)):
                raise CommandError(f"{file}: is neither an .npy nor an .npz file", USAGE)
            try:
                yield stream, start.startswith(_ZIP)
            except _DAMAGE as error:
                raise CommandError(f"{file}: cannot be read ({type(error).__name__}: {error})", USAGE) from None

    def _members(self, file: str, archive: zipfile.ZipFile) -> Iterator[tuple[str, Array]]:
        seen: set[str] = set()
        for member in archive.infolist():
            name = member.filename.removesuffix(_SUFFIX)
            place = f"{file}: {name!r}"
            if name in seen:
                raise CommandError(f"{place} is there twice", USAGE)
            seen.add(name)
            if member.flag_bits & _ENCRYPTED:
                raise CommandError(f"{place} is encrypted", USAGE)
            if member.compress_type not in _METHODS:
                raise CommandError(f"{place} is compressed in a way that NumPy does not use", USAGE)
            with archive.open(member) as stream:
                yield name, self._array(stream, place, member.file_size)

    def _array(self, stream: IO[bytes], place: str, size: int) -> Array:
        """The array in an .npy stream of so many bytes; its header is not believed."""
        shape, fortran_order, dtype = _header(stream, place)
        if dtype.newbyteorder("=") not in CATEGORY and dtype != SAVED_BFLOAT16:
            raise CommandError(f"{place} holds {'objects' if dtype.hasobject else dtype}, not numbers", USAGE)
        if min(shape, default=0) < 0:
            raise CommandError(f"{place} has a negative size in its shape {list(shape)}", USAGE)
        wanted = math.prod(shape) * dtype.itemsize
        if wanted > self.left:
            limit = f"{size_text(self.left)} of {size_text(self.max_memory)} are left"
            raise CommandError(f"{place} takes {size_text(wanted)}: {limit} (raise it with --max-memory)", USAGE)
        if wanted > size:
            raise CommandError(f"{place} is cut off: its header says {wanted:,} bytes of {size:,}", USAGE)
        self.take(wanted)
        return _elements(stream, place, wanted, dtype).reshape(shape, order="F" if fortran_order else "C")


def _header(stream: IO[bytes], place: str) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Shape, order and type; a header is read only when it is no longer than NumPy writes one."""
    version = npy.read_magic(stream)
    if version not in _HEADERS:
        raise CommandError(f"{place} is of version {version[0]}.{version[1]} of the .npy format", USAGE)
    len_len, read = _HEADERS[version]
    length = stream.read(len_len)
    if int.from_bytes(length, "little") > _MAX_HEADER_BYTES:
        raise CommandError(f"{place} has a header of more than {_MAX_HEADER_BYTES:,} bytes", USAGE)
    text = stream.read(int.from_bytes(length, "little"))
    try:
        header: tuple[tuple[int, ...], bool, np.dtype[Any]] = read(io.BytesIO(length + text))
    except Exception as error:  # noqa: BLE001  NumPy parses it as a program, which may fail in any way
        raise CommandError(f"{place} has no header ({type(error).__name__}: {error})", USAGE) from None
    return header


def _elements(stream: IO[bytes], place: str, size: int, dtype: np.dtype[Any]) -> Array:
    if not size:
        return np.empty(0, dtype)
    data = bytearray(size)
    if _read_into(stream, memoryview(data)) < size:
        raise CommandError(f"{place} is cut off", USAGE)
    return np.frombuffer(data, dtype)


def _read_into(stream: IO[bytes], data: memoryview) -> int:
    """Fill the memory from a stream that gives what it has, piece by piece; how many bytes came."""
    filled = 0
    while filled < len(data):
        piece = stream.read(min(len(data) - filled, io.DEFAULT_BUFFER_SIZE * 128))
        if not piece:
            break
        data[filled : filled + len(piece)] = piece
        filled += len(piece)
    return filled
