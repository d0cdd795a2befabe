"""Rules of a file beyond its structure: layout, tables and tensors (NAC v1.6, sections 2, 5 and 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from nacformats._generated.columns.nac import instruction
from nacformats._generated.tables.nac import SCHEMA
from nacformats.errors import FormatError
from nacformats.formats.nac.check.program import ProgramCheck, check_program
from nacformats.formats.nac.columns.arrays import Kind, NamedArray, NamedArrays
from nacformats.formats.nac.columns.instructions import OPS, TRNG
from nacformats.formats.nac.columns.tensors import Tensor, as_columns, contradiction, contradictory
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.file.sections import ORDERS, SECTIONS, Extent, offset_field
from nacformats.formats.nac.tables import (
    ELEMENT_DTYPES,
    FIRST_REGULAR,
    QUANTIZED_DTYPES,
    SIGNATURE_CODES,
    VERSION_BYTES,
    Dtype,
)
from nacformats.formats.records import VERSIONS
from nacformats.formats.records.rows import largest
from nacformats.formats.records.rules import error, findings_at, warning
from nacformats.formats.stored import repetitions

if TYPE_CHECKING:
    from nacformats.findings import Finding

# The largest ids that an instruction can refer to.
_LARGEST_OPERATION, _LARGEST_SIGNATURE = largest(instruction, "a"), largest(instruction, "b")
#: The last field of the header, by version.
_LAST_FIELDS = {version: offset_field(order[-1]) for version, order in ORDERS.items()}
_LAST_FIELDS[VERSIONS[0]] = SCHEMA.root.fields[-1].id


def check_file(file: NacFile, of_program: ProgramCheck | None = None) -> Iterator[Finding]:
    """Check a file: an error is what strict reading and writing refuse, a warning is worth knowing.

    Offsets of fields are left out: they follow from the paths.
    """
    yield from check_version(file)
    yield from _check_names(file)
    yield from _check_signatures(file)
    yield from _check_constants(file)
    yield from _check_data(file)
    if file.sections.arrs is not None:
        yield from check_arrays(file.sections.arrs)
    yield from check_program(file, of_program)
    yield from _check_layout(file)  # a program that is misread leaves a gap
    if file.sections.mmap:
        from nacformats.formats.nac.check.schedule import check_schedule  # noqa: PLC0415  few files have a schedule

        yield from check_schedule(file)


def check_weights(file: NacFile) -> Iterator[Finding]:
    """Check that weights outside the file are there. Without them the file itself is still sound."""
    from nacformats.formats.nac.file.external import ExternalWeights  # noqa: PLC0415  most files have none

    if not isinstance(file.weights, ExternalWeights) or file.sections.data is None:
        return
    path = "has_internal_weights"
    try:
        missing = file.weights.missing(file.sections.data.parameters.values())
    except FormatError as failure:
        yield warning("weights", f"{failure.path}: {failure.reason}", path=path)
        return
    reason = "the file with the weights has no such tensor"
    yield from findings_at(missing, lambda name: warning("weights", reason, path=path, actual=ascii(name)))


def _check_layout(file: NacFile) -> Iterator[Finding]:
    """There is a program, and nothing but zeros between the sections.

    The path of a finding about a gap is the section before it, or the last field of the header.
    """
    if file.sections.ops is None:
        yield _no_program(file)
    before = _LAST_FIELDS[file.version]
    for extent in file.extents:
        if not extent.name:
            yield _gap(file, extent, before)
        before = extent.name


def _no_program(file: NacFile) -> Finding:
    if file.source is None or any(extent.name for extent in file.extents):
        return error("no-program", "the file has no OPS section", path="ofs_ops", expected="its start", actual=0)
    reason = "the file has no sections: its writer failed before it wrote their offsets"
    return error("no-program", reason, path="ofs_ops", expected="the start of a section", actual=0)


def _gap(file: NacFile, gap: Extent, before: str) -> Finding:
    assert file.source is not None
    place = f"bytes {gap.start} to {gap.stop - 1}"
    if gap is file.extents[-1]:
        what = "the header" if len(file.extents) == 1 else "the last section"
        return error("trailing-bytes", f"{place} follow {what}", path=before, offset=gap.start)
    reason = f"{place} belong to no section"
    dirty = file.source.first_nonzero(gap.start, gap.stop)
    if dirty is None:
        return warning("gap", reason, path=before, offset=gap.start)
    details = {"path": before, "offset": dirty, "expected": 0, "actual": file.source.view[dirty]}
    return error("gap", f"{reason} and are not zero", **details)


def _check_names(file: NacFile) -> Iterator[Finding]:
    """Check that `cmap` names regular operations only (section 5.1)."""
    numbers = [] if file.sections.cmap is None else file.sections.cmap.numbers
    yield from _repeated(numbers, "cmap.entries", "id_operation")
    system = [index for index, number in enumerate(numbers) if number < FIRST_REGULAR]
    yield from findings_at(
        system,
        lambda index: error(
            "system-name",
            "a system operation cannot be named",
            path=f"cmap.entries[{index}].id_operation",
            expected=f"at least {FIRST_REGULAR}",
            actual=numbers[index],
        ),
    )
    yield from _unreachable(numbers, "cmap.entries", "id_operation", _LARGEST_OPERATION)


def _check_signatures(file: NacFile) -> Iterator[Finding]:
    """Signatures are made of the codes of section 5.2.3."""
    if file.sections.perm is None:
        return
    numbers, signatures = file.sections.perm.numbers, file.sections.perm.rows
    yield from _repeated(numbers, "perm.entries", "id_signature")
    yield from _unreachable(numbers, "perm.entries", "id_signature", _LARGEST_SIGNATURE)
    bad = [
        (index, place)
        for index, codes in enumerate(signatures)
        if not SIGNATURE_CODES.issuperset(codes)
        for place, code in enumerate(codes)
        if code not in SIGNATURE_CODES
    ]
    yield from findings_at(
        bad,
        lambda at: error(
            "signature-code",
            "there is no such signature code",
            path=f"perm.entries[{at[0]}].codes[{at[1]}]",
            expected=f"one of {''.join(sorted(SIGNATURE_CODES))}",
            actual=ascii(signatures[at[0]][at[1]]),
        ),
    )


def _check_constants(file: NacFile) -> Iterator[Finding]:
    if file.sections.cnst is not None:
        yield from _repeated(file.sections.cnst.numbers, "cnst.entries", "id_constant")
    if file.sections.orch is not None:
        yield from _repeated(file.sections.orch.constants.numbers, "orch.constants", "id_constant")


def _check_data(file: NacFile) -> Iterator[Finding]:
    """Tensors do not contradict themselves (section 6.1)."""
    if file.sections.data is None:
        return
    data = file.sections.data
    yield from _repeated(data.parameters.numbers, "data.parameters", "id_parameter")
    names = list(data.parameters.rows)
    yield from findings_at(
        repetitions(names),
        lambda at: warning(
            "duplicate-name",
            f"the name is that of data.parameters[{at[1]}]: only one can be looked up by it",
            path=f"data.parameters[{at[0]}].name",
            actual=ascii(names[at[0]]),
        ),
    )
    yield from _repeated(data.inputs.numbers, "data.inputs", "idx_instruction")
    if data.tensors is None:
        return
    numbers = data.tensors.numbers
    yield from _repeated(numbers, "data.tensors", "id_parameter")
    named = set(data.parameters.numbers)
    nameless = [index for index, number in enumerate(numbers) if number not in named]
    reason = "the tensor has no name"
    yield from findings_at(nameless, lambda index: warning("nameless", reason, path=f"data.tensors[{index}]"))
    tensors = as_columns(data.tensors.rows)
    found = [_tensor_finding(tensors[index], f"data.tensors[{index}]") for index in contradictory(tensors).tolist()]
    by_rule: dict[tuple[str, str], list[Finding]] = {}
    for finding in filter(None, found):
        by_rule.setdefault((finding.rule, finding.severity), []).append(finding)
    for alike in by_rule.values():  # each on its own, since only the first ones of a rule are listed
        yield from findings_at(alike, lambda finding: finding)


def _tensor_finding(tensor: Tensor, path: str) -> Finding | None:
    if tensor.dtype == Dtype.unknown:
        return warning("dtype", "the dtype is unknown: only the raw bytes are available", path=f"{path}.meta.dtype")
    if tensor.element_dtype is None:
        place = f"{path}.meta.dtype"
        return error("dtype", "there is no such dtype", cause="unsupported", path=place, actual=int(tensor.dtype))
    stored = QUANTIZED_DTYPES.get(tensor.quantization, tensor.dtype)
    if tensor.dtype != stored:
        method = tensor.quantization.name.upper()
        details = {"expected": Dtype(stored).name, "actual": Dtype(tensor.dtype).name}
        return error("quantized-dtype", f"{method} is not stored in this dtype", path=f"{path}.meta.dtype", **details)
    wrong = contradiction(tensor)
    if wrong is None:
        return None
    return error("tensor", wrong.reason, path=f"{path}.{wrong.path}", expected=wrong.expected, actual=wrong.actual)


def _repeated(numbers: Sequence[int], table: str, field: str) -> Iterator[Finding]:
    yield from findings_at(
        repetitions(numbers),
        lambda at: error(
            "duplicate-id",
            f"the id is that of {table}[{at[1]}]",
            path=f"{table}[{at[0]}].{field}",
            actual=numbers[at[0]],
        ),
    )


def _unreachable(numbers: Sequence[int], table: str, field: str, most: int) -> Iterator[Finding]:
    high = [index for index, number in enumerate(numbers) if number > most]
    reason = "no instruction can refer to this id"
    yield from findings_at(
        high,
        lambda index: warning("unreachable-id", reason, path=f"{table}[{index}].{field}", expected=f"at most {most}"),
    )


def check_version(file: NacFile) -> Iterator[Finding]:
    """Check that what a file holds is known to its version, and that the header agrees."""
    known = ORDERS[file.version]
    for name in SECTIONS:
        if getattr(file.sections, name) is not None and name not in known:
            yield error("version", f"NAC v{file.version} has no section {name.upper()}", path=name)
    for name in (OPS, TRNG):
        program = getattr(file.sections, name)
        if program is not None and program.version != VERSION_BYTES[file.version]:
            reason = f"the instructions are those of another version than NAC v{file.version}"
            yield error("version", reason, path=name)
        if program is not None and program.section != name:
            yield error("version", f"the instructions are those of `{program.section}`", path=name)
    yield from _check_flag(file)


def _check_flag(file: NacFile) -> Iterator[Finding]:
    """Check the bit of the header, which only later versions have, that says if there is a training program."""
    flag, there = file.training_flag, file.sections.trng is not None
    if flag is None or TRNG not in ORDERS[file.version] or not file.was_read(TRNG):
        return
    if flag != there:
        reason = "the header says that there is a training program" if flag else "the header does not mention `trng`"
        yield error("training-flag", reason, path="has_training", expected=int(there), actual=int(flag))


def check_arrays(arrays: NamedArrays) -> Iterator[Finding]:
    """Arrays have names of their own, and elements of a dtype that is known (NAC v1.8)."""
    yield from _check_array_names(arrays)
    kinds = arrays.kinds()
    for kind, finding in _FINDINGS.items():  # each on its own, since only the first ones of a rule are listed
        yield from findings_at(np.flatnonzero(kinds == kind), partial(_of_array, arrays, finding))


def _of_array(arrays: NamedArrays, finding: Callable[[NamedArray, str], Finding], index: int) -> Finding:
    return finding(arrays[int(index)], f"arrs.arrays[{index}]")


def _check_array_names(arrays: NamedArrays) -> Iterator[Finding]:
    first: dict[str, int] = {}
    wrong = [index for index, name in enumerate(arrays.names) if not name or first.setdefault(name, index) != index]

    def finding(index: int) -> Finding:
        path, name = f"arrs.arrays[{index}].name", arrays.names[index]
        if not name:
            return error("array-name", "the array has no name", path=path)
        return error("array-name", f"the name is that of arrs.arrays[{first[name]}]", path=path, actual=ascii(name))

    yield from findings_at(wrong, finding)


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
