"""Rules for what NAC v1.7 and v1.8 add to a file: a section of arrays, and a header that says what there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from nacformats.formats.nac.arrays import Kind, NamedArray, NamedArrays
from nacformats.formats.nac.model import NacFile
from nacformats.formats.nac.operations import OPS, TRNG
from nacformats.formats.nac.rules import error, listed, warning
from nacformats.formats.nac.sections import ORDERS, SECTIONS
from nacformats.formats.nac.tables import ELEMENT_DTYPES, VERSION_BYTES

if TYPE_CHECKING:
    from nacformats.findings import Finding


def check_version(file: NacFile) -> Iterator[Finding]:
    """What a file holds is known to its version, and the header agrees."""
    known = ORDERS[file.version]
    for name in SECTIONS:
        if getattr(file, name) is not None and name not in known:
            yield error("version", f"NAC v{file.version} has no section {name.upper()}", path=name)
    for name in (OPS, TRNG):
        program = getattr(file, name)
        if program is not None and program.version != VERSION_BYTES[file.version]:
            reason = f"the instructions are those of another version than NAC v{file.version}"
            yield error("version", reason, path=name)
        if program is not None and program.section != name:
            yield error("version", f"the instructions are those of `{program.section}`", path=name)
    yield from _check_flag(file)


def _check_flag(file: NacFile) -> Iterator[Finding]:
    """A bit of the header, which only later versions have, says whether there is a training program."""
    flag, there = file.training_flag, file.trng is not None
    if flag is None or TRNG not in ORDERS[file.version] or not file.was_read(TRNG):
        return
    if flag != there:
        reason = "the header says that there is a training program" if flag else "the header does not mention `trng`"
        yield error("training-flag", reason, path="has_training", expected=int(there), actual=int(flag))


def check_arrays(file: NacFile) -> Iterator[Finding]:
    """Arrays have names of their own, and elements of a dtype that is known (NAC v1.8)."""
    if file.arrs is None:
        return
    arrays = file.arrs
    yield from _check_names(arrays)
    kinds = arrays.kinds()
    for kind, finding in _FINDINGS.items():  # each on its own, since only the first ones of a rule are listed
        yield from listed(np.flatnonzero(kinds == kind), partial(_of_array, arrays, finding))


def _of_array(arrays: NamedArrays, finding: Callable[[NamedArray, str], Finding], index: int) -> Finding:
    return finding(arrays[int(index)], f"arrs.arrays[{index}]")


def _check_names(arrays: NamedArrays) -> Iterator[Finding]:
    first: dict[str, int] = {}
    wrong = [index for index, name in enumerate(arrays.names) if not name or first.setdefault(name, index) != index]

    def finding(index: int) -> Finding:
        path, name = f"arrs.arrays[{index}].name", arrays.names[index]
        if not name:
            return error("array-name", "the array has no name", path=path)
        return error("array-name", f"the name is that of arrs.arrays[{first[name]}]", path=path, actual=ascii(name))

    yield from listed(wrong, finding)


def _unknown(_array: NamedArray, path: str) -> Finding:
    return warning("dtype", "the dtype is unknown: only the raw bytes are available", path=f"{path}.dtype")


def _unlisted(array: NamedArray, path: str) -> Finding:
    return error("dtype", "there is no such dtype", cause="unsupported", path=f"{path}.dtype", actual=array.label)


def _mislabelled(array: NamedArray, path: str) -> Finding:
    names = " or ".join(dtype.name for dtype in array.candidates)
    reason = f"by its length the array is {names}, which the format has no number for"
    return warning("mislabelled-array", reason, path=f"{path}.dtype", actual=ELEMENT_DTYPES[array.label].name)


def _contradictory(array: NamedArray, path: str) -> Finding:
    wrong = array.contradiction()
    return error("array", wrong.reason, path=f"{path}.len_data", expected=wrong.expected, actual=wrong.actual)


_FINDINGS: dict[Kind, Callable[[NamedArray, str], Finding]] = {
    Kind.unknown: _unknown,
    Kind.unlisted: _unlisted,
    Kind.mislabelled: _mislabelled,
    Kind.contradictory: _contradictory,
}
