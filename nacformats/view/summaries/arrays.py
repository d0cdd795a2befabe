"""Summaries of the arrays of NumPy: .npy and .npz. Only headers are read, and they are not believed."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from math import prod
from typing import Any

import numpy as np

from nacformats.codec.streams import Source
from nacformats.errors import FormatError
from nacformats.files.archives import Archive
from nacformats.kinds import NPY, NPZ
from nacformats.runtime.gather.saved import read_header
from nacformats.view.summaries.data import PROBLEM, Fact, Summary, Weighed, brief, count_text

#: The header of an array is in its first bytes; of an archive, so many arrays are looked at.
_HEADER_BYTES, _MOST_ARRAYS = 16_384, 10_000
_SUFFIX = ".npy"
_Header = tuple[str, str, tuple[int, ...], int]


def summary_of_npy(source: Source) -> Summary:
    """Return the summary of one array. Raises FormatError: it is none."""
    shape, is_fortran, dtype = read_header(BytesIO(source.view[:_HEADER_BYTES]))
    size = prod(shape) * dtype.itemsize
    facts = [Fact("array", f"{_dtype(dtype)}[{', '.join(map(str, shape))}]"), Fact("elements", f"{prod(shape):,}")]
    facts += [Fact("order", "Fortran")] if is_fortran else []
    facts += [Fact(PROBLEM, f"its header says {size:,} bytes, more than the file has")] if size > source.size else []
    return Summary(NPY.title, facts=facts, commands=["run MODEL.nac --input NAME={file}"])


def summary_of_npz(archive: Archive, names: Sequence[str]) -> Summary:
    """Return the summary of the arrays of an archive, of which no more than the headers is read."""
    arrays, problems = [], []
    for name in names[:_MOST_ARRAYS]:
        try:
            arrays.append(_header(archive, name))
        except FormatError as error:
            problems.append(f"{brief(name)}: {error}")
    weighed = Weighed(
        [size for *_, size in arrays],
        [dtype for _, dtype, *_ in arrays],
        lambda index: (arrays[index][0], arrays[index][2]),
    )
    facts = [Fact("arrays", count_text(len(names), "array"))]
    facts += [Fact(PROBLEM, each) for each in problems[:4]]
    commands = ["run MODEL.nac --inputs {file}"]
    return Summary(NPZ.title, facts=facts, counts={"tensors": len(names)}, commands=commands, **weighed.parts())


def _header(archive: Archive, name: str) -> _Header:
    with archive.reading(name) as stream:
        shape, _, dtype = read_header(stream)
    return name.removesuffix(_SUFFIX), _dtype(dtype), shape, prod(shape) * dtype.itemsize


def _dtype(dtype: np.dtype[Any]) -> str:
    return "objects (pickled: not read)" if dtype.hasobject else brief(str(dtype))
