"""Weights in .npz files of NumPy: a zip archive with an .npy stream for each array."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
from numpy.lib import format as npy

from nacformats.errors import FormatError, InvalidError
from nacformats.files import PathLike
from nacformats.files.archives import Archive
from nacformats.formats.stored import SAVED_BFLOAT16
from nacformats.runtime.budget import checked_memory
from nacformats.runtime.gather.saved import read_array

NPZ = ".npz"
_MEMBER = ".npy"
_BFLOAT16 = np.dtype(ml_dtypes.bfloat16)


def read_npz(path: PathLike) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays of a file by name, in memory; no objects are unpickled.

    Raises:
        FormatError: it is no such file, or holds something else than numbers.
        LimitError: the arrays take more than half of the memory.
        OSError: it cannot be read.
    """
    if not Path(path).is_file():
        raise InvalidError(f"{os.fspath(path)} is no regular file")
    left, found = checked_memory(None), dict[str, npt.NDArray[Any]]()
    with Path(path).open("rb") as stream:
        archive = Archive(stream)
        for member in archive:
            name = member.removesuffix(_MEMBER)
            try:
                if name in found:
                    raise InvalidError("is there twice")
                with archive.reading(member) as part:
                    array = read_array(part, archive.size(member), left)
            except FormatError as error:
                error.reason = f"array {name!r}: {error.reason}"
                raise
            left -= array.nbytes
            native = array.view(_BFLOAT16) if array.dtype == SAVED_BFLOAT16 else array
            found[name] = native.astype(native.dtype.newbyteorder("<"), copy=False)
    return found


def npz_of(arrays: Mapping[str, npt.NDArray[Any]]) -> memoryview:
    """Return the bytes of a file with some arrays, the same for the same arrays; bfloat16 is V2, as NumPy has it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, array in arrays.items():
            with archive.open(zipfile.ZipInfo(f"{name}{_MEMBER}"), "w", force_zip64=True) as member:
                saved = array.view(SAVED_BFLOAT16) if array.dtype == _BFLOAT16 else array
                npy.write_array(member, saved, allow_pickle=False)
    return made.getbuffer()
