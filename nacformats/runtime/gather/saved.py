"""Arrays in the .npy format of NumPy: read within a budget, whatever the file says of itself; never unpickled."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Callable
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy

from nacformats.codec.columns.arrays import Array
from nacformats.errors import InvalidError, LimitError, TruncatedError, UnsupportedError
from nacformats.formats.stored import SAVED_BFLOAT16
from nacformats.limits import MAX_SHOWN_TEXT
from nacformats.ops.dtypes import CATEGORY
from nacformats.printing import shortened, size_text

#: Version of the format: the bytes of the length of its header, and how NumPy reads that.
_HEADERS: dict[tuple[int, int], tuple[int, Callable[[Any], Any]]] = {
    (1, 0): (2, npy.read_array_header_1_0),
    (2, 0): (4, npy.read_array_header_2_0),
}
#: NumPy reads no longer ones either.
_MAX_HEADER_BYTES = 10_000
#: Limits of NumPy: dimensions, and bytes when sizes of 0 are left out.
_MAX_RANK, _MAX_BYTES = 64, np.iinfo(np.intp).max
#: Bytes that are asked of a stream at a time.
_PIECE_BYTES = io.DEFAULT_BUFFER_SIZE * 128


def read_array(stream: IO[bytes], size: int, left: int) -> Array:
    """Return the array in an .npy stream; its header is not believed.

    Args:
        stream: at its first byte.
        size: how many bytes it has.
        left: how many bytes the array may take.

    Raises:
        InvalidError: it is no such stream, does not hold numbers, or has no sizes.
        UnsupportedError: it is of another version, or has more dimensions than NumPy.
        LimitError: the array takes more than is left; nothing has been allocated then.
        TruncatedError: it is cut off.
    """
    shape, fortran_order, dtype = _header(stream)
    if dtype.newbyteorder("=") not in CATEGORY and dtype != SAVED_BFLOAT16:
        raise InvalidError(f"holds {'objects' if dtype.hasobject else dtype}, not numbers")
    _check_shape(shape, dtype)
    wanted = math.prod(shape) * dtype.itemsize
    if wanted > left:
        raise LimitError(f"takes {size_text(wanted)}", expected=f"at most {size_text(left)}")
    if wanted > size:
        raise TruncatedError(f"is cut off: its header says {wanted:,} bytes of {size:,}")
    return _elements(stream, wanted, dtype).reshape(shape, order="F" if fortran_order else "C")


def read_header(stream: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Return shape, order (True: Fortran's) and type of an array in an .npy stream. Raises: as read_array."""
    header = _header(stream)
    _check_shape(header[0], header[2])
    return header


def _check_shape(shape: tuple[Any, ...], dtype: np.dtype[Any]) -> None:
    """Refuse what NumPy makes no array of; True is a size of its own parser's."""
    if any(type(size) is not int or size < 0 for size in shape):
        raise InvalidError(f"has no sizes in its shape: {shortened(str(shape), MAX_SHOWN_TEXT)}")
    if len(shape) > _MAX_RANK or math.prod(filter(None, shape)) * dtype.itemsize > _MAX_BYTES:
        raise UnsupportedError(f"has a shape that no array has: {shortened(str(shape), MAX_SHOWN_TEXT)}")


def _header(stream: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Return shape, order and type; a header is read only when it is no longer than NumPy writes one."""
    try:
        version = npy.read_magic(stream)
    except ValueError as error:
        raise InvalidError(f"cannot be read as an .npy file ({error})") from None
    if version not in _HEADERS:
        raise UnsupportedError(f"is of version {version[0]}.{version[1]} of the .npy format")
    len_len, read = _HEADERS[version]
    length = stream.read(len_len)
    if int.from_bytes(length, "little") > _MAX_HEADER_BYTES:
        raise LimitError(f"has a header of more than {_MAX_HEADER_BYTES:,} bytes")
    text = stream.read(int.from_bytes(length, "little"))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of literals that nobody would write
            header: tuple[tuple[int, ...], bool, np.dtype[Any]] = read(io.BytesIO(length + text))
    except Exception as error:  # noqa: BLE001  NumPy parses it as literals of Python, which may fail in any way
        raise InvalidError(f"has no header ({type(error).__name__}: {error})") from None
    return header


def _elements(stream: IO[bytes], size: int, dtype: np.dtype[Any]) -> Array:
    if not size:
        return np.empty(0, dtype)
    data = bytearray(size)
    if _read_into(stream, memoryview(data)) < size:
        raise TruncatedError("is cut off")
    return np.frombuffer(data, dtype)


def _read_into(stream: IO[bytes], data: memoryview) -> int:
    """Fill the memory from a stream that gives what it has, piece by piece; how many bytes came."""
    filled = 0
    while filled < len(data):
        piece = stream.read(min(len(data) - filled, _PIECE_BYTES))
        if not piece:
            break
        data[filled : filled + len(piece)] = piece
        filled += len(piece)
    return filled
