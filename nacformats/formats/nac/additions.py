"""Rules for what NAC v1.7 and v1.8 add to a file: a section of arrays, and a header that says what there is."""

from __future__ import annotations

from collections.abc import Iterator

from nacformats.findings import Finding
from nacformats.formats.nac.arrays import NamedArray, NamedArrays
from nacformats.formats.nac.model import NacFile
from nacformats.formats.nac.rules import error, listed, warning
from nacformats.formats.nac.sections import ORDERS, SECTIONS
from nacformats.formats.nac.tables import ELEMENT_DTYPES, VERSION_BYTES, Dtype

# The byte of the header with the bit that says whether there is a training program, and the place of that bit.
_FLAGS_BYTE, _TRAINING_BIT = 4, 6


def check_version(file: NacFile) -> Iterator[Finding]:
    """What a file holds is known to its version, and the header agrees."""
    known = ORDERS[file.version]
    for name in SECTIONS:
        if getattr(file, name) is not None and name not in known:
            yield error("version", f"NAC v{file.version} has no section {name.upper()}", path=name)
    for name in ("ops", "trng"):
        program = getattr(file, name)
        if program is not None and program.version != VERSION_BYTES[file.version]:
            reason = f"the instructions are those of another version than NAC v{file.version}"
            yield error("version", reason, path=name)
    yield from _check_flag(file)


def _check_flag(file: NacFile) -> Iterator[Finding]:
    """Bit 6 of the header, which only later versions have, says whether there is a training program."""
    if file.source is None or not file.extents or "trng" not in ORDERS[file.version] or not file.was_read("trng"):
        return
    flag, there = bool(file.source.view[_FLAGS_BYTE] >> _TRAINING_BIT & 1), file.trng is not None
    if flag != there:
        reason = "the header says that there is a training program" if flag else "the header does not mention `trng`"
        yield error("training-flag", reason, path="has_training", expected=int(there), actual=int(flag))


def check_arrays(file: NacFile) -> Iterator[Finding]:
    """Arrays have names of their own, and elements of a dtype that is known (NAC v1.8)."""
    if file.arrs is None:
        return
    arrays = file.arrs
    yield from _check_names(arrays)
    found = [_array_finding(arrays[index], f"arrs.arrays[{index}]") for index in arrays.doubtful().tolist()]
    yield from listed([finding for finding in found if finding is not None], lambda finding: finding)


def _check_names(arrays: NamedArrays) -> Iterator[Finding]:
    first: dict[str, int] = {}
    wrong = [index for index, name in enumerate(arrays.names) if not name or first.setdefault(name, index) != index]

    def finding(index: int) -> Finding:
        path, name = f"arrs.arrays[{index}].name", arrays.names[index]
        if not name:
            return error("array-name", "the array has no name", path=path)
        return error("array-name", f"the name is that of arrs.arrays[{first[name]}]", path=path, actual=ascii(name))

    yield from listed(wrong, finding)


def _array_finding(array: NamedArray, path: str) -> Finding | None:
    if array.label == Dtype.unknown:
        return warning("dtype", "the dtype is unknown: only the raw bytes are available", path=f"{path}.dtype")
    if array.label not in ELEMENT_DTYPES:
        place = f"{path}.dtype"
        return error("dtype", "there is no such dtype", cause="unsupported", path=place, actual=array.label)
    if array.mislabelled:
        names = " or ".join(dtype.name for dtype in array.candidates)
        reason = f"by its length the array is {names}, which the format has no number for"
        return warning("mislabelled-array", reason, path=f"{path}.dtype", actual=ELEMENT_DTYPES[array.label].name)
    if array.dtype is not None:
        return None
    wrong = array.contradiction()
    return error("array", wrong.reason, path=f"{path}.len_data", expected=wrong.expected, actual=wrong.actual)
