"""Reasons why instructions cannot be read: the cause is often earlier, where the length of one was in doubt."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from nacformats._generated.columns.nac import instruction
from nacformats.codec.columns import Columns
from nacformats.codec.locator import field_offset
from nacformats.errors import FormatError, InvalidError, TruncatedError
from nacformats.formats.nac.columns.instructions import (
    NO_SIGNATURE,
    OPS,
    Lengths,
    Operations,
    instruction_path,
    output_rule,
    wrong_outputs,
)
from nacformats.formats.nac.tables import FORMAT_NAME, FixedOperation

_INDEX = re.compile(r"(?:ops|trng)\.instructions\[(\d+)\]")
# Lists of an OUTPUT that are as long as its prefix says.
_AFTER_PREFIX = re.compile(r"\.(reserved|distances)\[\d+\]$")
# The missing bytes of an instruction that is cut off are taken for zeros; there are never more than these.
_LONGEST = 1 << 18


@dataclass(frozen=True)
class Misread:
    """Instructions that cannot be read.

    Attributes:
        view: all bytes of the file.
        start: byte offset of the first.
        stop: byte offset that they must not cross.
        lengths: what instructions take from other sections and from the header.
        section: that they are in.
    """

    view: memoryview
    start: int
    stop: int
    lengths: Lengths
    section: str = OPS

    def explained(self, error: FormatError) -> FormatError:
        """The error to report, given the one for the first instruction that does not fit or miscounts its own words."""
        found = _INDEX.match(error.path or "")
        is_cut_off = isinstance(error, TruncatedError)
        if not is_cut_off:
            error.reason = "the instruction miscounts its own words"
        elif self.stop < len(self.view):
            reason, actual = "the instructions run into the next section", f"a section at byte {self.stop}"
            place: dict[str, Any] = {"path": error.path, "offset": error.offset}
            error = InvalidError(reason, format=FORMAT_NAME, expected="whole instructions", actual=actual, **place)
        return error if found is None else self._cause(int(found[1]), error, is_cut_off=is_cut_off) or error

    def _cause(self, index: int, error: FormatError, *, is_cut_off: bool) -> FormatError | None:
        """The error for the first instruction up to one whose length is in doubt: what follows it may be misread."""
        columns = instruction.read(self.view, self.start, index, stop=self.stop, check=False, **self.lengths.arguments)
        ops = self._operations(columns)
        doubtful = self.lengths.unsigned(ops.a, ops.b) | wrong_outputs(ops, self.lengths.num_outputs)
        if doubtful.any():
            place = int(np.argmax(doubtful))
            return self._doubt(ops, place, place, int(columns.starts[place]), error)
        start = int(columns.starts[-1])
        last = self._cut_off(start) if is_cut_off and _AFTER_PREFIX.search(error.path or "") else None
        return None if last is None else self._doubt(last, 0, index, start, error)

    def _cut_off(self, start: int) -> Operations | None:
        """Return an instruction that is cut off, if it is an OUTPUT whose prefix may be why."""
        part = bytes(self.view[start : min(self.stop, start + _LONGEST)])
        ops = self._operations(instruction.read(part + bytes(_LONGEST), 0, 1, check=False, **self.lengths.arguments))
        return ops if wrong_outputs(ops, self.lengths.num_outputs)[0] else None

    def _operations(self, columns: Columns) -> Operations:
        has_c = self.lengths.with_c(columns["a"], columns["b"])
        return Operations(columns, has_c, version=self.lengths.version, section=self.section)

    def _doubt(self, ops: Operations, place: int, index: int, start: int, error: FormatError) -> FormatError:
        """Return the error for an instruction; place: where it is in ops."""
        hint = f"what follows is misread: {error.path}: {error.reason}"
        if ops.a[place] == FixedOperation.output:
            reason, expected = output_rule(self.lengths.num_outputs)
            field, actual = "fields.prefix", int(ops.field("prefix")[place])
        else:
            reason, expected, field, actual = NO_SIGNATURE, None, "b", int(ops.b[place])
        where: dict[str, Any] = {
            "path": instruction_path(index, field, self.section),
            "offset": self._offset(index, start, field),
        }
        return InvalidError(reason, format=FORMAT_NAME, expected=expected, actual=actual, hint=hint, **where)

    def _offset(self, index: int, start: int, field: str) -> int:
        return field_offset(instruction, self.view, start, field, index, self.lengths.arguments)
