"""What the instructions of a NAC file have to keep (NAC v1.6, sections 3, 7 and 8.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats.findings import Finding
from nacformats.formats.nac.model import NacFile
from nacformats.formats.nac.rules import error, listed, warning
from nacformats.formats.nac.tables import InputSource, Operation, printable
from nacformats.lift.ops import FIRST_REGULAR, Operations

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

# Variants of OUTPUT: of the model, of a subgraph (section 7.2).
_FINAL, _INTERMEDIATE = 0, 1
# Number of words of C of a CONTROL_FLOW, with and without the prefix itself.
_CONTROL_FLOW_PREFIXES = (3, 2)
# Largest coherence threshold of a CONVERGENCE (section 7.3.2).
_MAX_THRESHOLD = 100


def check_program(file: NacFile) -> Iterator[Finding]:
    """Findings about `ops`, with the byte offsets of the instructions."""
    if file.ops is None:
        return
    program = _Program(file, file.ops)
    yield from program.check_operations()
    yield from program.check_systems()
    yield from program.check_outputs()
    yield from program.check_references()
    yield from program.check_constants()
    yield from program.check_inputs()
    yield from program.check_end()


class _Program:
    """Instructions with what the rules need of them; masks and numbers are by instruction unless they say otherwise."""

    def __init__(self, file: NacFile, ops: Operations) -> None:
        self.file = file
        self.ops = ops
        self.regular: Mask = ops.a >= FIRST_REGULAR
        self.first_c = self._first_words()
        c_lengths = ops.d_offsets - ops.c_offsets[:-1]
        lengths = np.diff(ops.c_offsets)
        owners = np.repeat(np.arange(len(ops)), lengths)  # by word
        places = np.arange(len(ops.words)) - ops.c_offsets[:-1][owners]
        in_c = places < c_lengths[owners]
        self.d_owners, self.d = owners[~in_c], ops.words[~in_c].astype(np.int64)
        self.d_places = (places - c_lengths[owners])[~in_c]
        in_list = in_c & (places > 0)
        self.list_owners, self.listed = owners[in_list], ops.words[in_list].astype(np.int64)
        finals = np.flatnonzero((ops.a == Operation.output) & (ops.b == _FINAL))
        self.end = int(finals[0]) if len(finals) else len(ops)  # the instruction that ends the execution

    def _first_words(self) -> Numbers:
        """The first word of C; 0 where there is no C."""
        starts = self.ops.c_offsets[:-1]
        found = np.zeros(len(self.ops), np.int64)
        has_c = self.ops.d_offsets > starts
        found[has_c] = self.ops.words[starts[has_c]]
        return found

    def check_operations(self) -> Iterator[Finding]:
        """Regular operations have a name, and a signature that `perm` has (sections 3.2.1 and 3.3.1)."""
        ops, names = self.ops, self.file.instructions.names
        unnamed = self.regular & ~_known(ops.a, lambda a: names.operation(a) is not None)
        before = np.arange(len(ops)) < self.end
        expected = "a standard operation, or one that `cmap` names"
        yield from self._each(unnamed & before, error, "operation", "the operation has no name", ops.a, expected)
        yield from self._each(
            unnamed & ~before, warning, "operation", "the operation has no name, and never runs", ops.a, expected
        )
        unsigned = self.regular & (ops.b != 0) & ~_known(ops.b, lambda b: b in self.file.signatures)
        yield from self._each(unsigned, error, "signature", "`perm` has no such signature", ops.b)

    def check_systems(self) -> Iterator[Finding]:
        """System operations are in use, and so are their variants (section 7)."""
        ops = self.ops
        lost = (ops.a == 0) & (ops.b == 0)
        yield from self._each(lost, warning, "lost-value", "stands for a value that the writer did not keep")
        used = np.isin(ops.a, [int(member) for member in Operation])
        yield from self._each(~self.regular & ~used & ~lost, warning, "reserved-operation", "reserved operation", ops.a)
        is_input, is_output = ops.a == Operation.input, ops.a == Operation.output
        wrong = (is_input & (ops.b > max(InputSource))) | (is_output & (ops.b > _INTERMEDIATE))
        yield from self._each(wrong, error, "variant", "the operation has no such variant", ops.b)
        flow = (ops.a == Operation.control_flow) & ~np.isin(self.first_c, _CONTROL_FLOW_PREFIXES)
        yield from self._each(flow, error, "control-flow", "wrong length of C", self.first_c, "3")
        threshold = (ops.a == Operation.convergence) & (ops.b > _MAX_THRESHOLD)
        yield from self._each(threshold, warning, "threshold", "the threshold is too large", ops.b, "at most 100")

    def check_outputs(self) -> Iterator[Finding]:
        """An OUTPUT has as many values as the header says, and the rest of its C is zero (section 7.2)."""
        count, ops = self.file.num_outputs, self.ops
        is_output = ops.a == Operation.output
        wrong = is_output & (self.first_c != count) & (self.first_c != count + 1)
        reason = f"the number of outputs is not that of the header, which has num_outputs = {count}"
        expected = f"{count} (or {count + 1}, counting the prefix)"
        yield from self._each(wrong, error, "output-count", reason, self.first_c, expected)
        reserved = np.zeros(len(ops), np.bool_)
        reserved[self.list_owners[self.listed != 0]] = True
        yield from self._each(reserved & is_output, error, "output-reserved", "reserved words of C are not zero")

    def check_references(self) -> Iterator[Finding]:
        """D leads to earlier instructions (sections 3.5.2 and 8.3)."""
        ops = self.ops
        returns = (ops.a == Operation.output) | (ops.a == Operation.control_flow)
        is_reference = (self.regular[self.d_owners] & (self.d != 0)) | returns[self.d_owners]
        targets = self.d_owners + self.d
        wrong = is_reference & ((targets < 0) | (targets >= self.d_owners))
        yield from listed(np.flatnonzero(wrong).tolist(), lambda word: self._bad_reference(word, int(targets[word])))

    def _bad_reference(self, word: int, target: int) -> Finding:
        owner, operand = int(self.d_owners[word]), int(self.d_places[word])
        why = "that does not exist"
        if 0 <= target < len(self.ops):
            why = "that is itself" if target == owner else "that comes later"
        allowed = f"0 to {owner - 1}" if owner else "no instruction, this is the first one"
        return error(
            "operand",
            f"{self._label(owner)}: operand {operand} is the result of an instruction {why}",
            expected=allowed,
            actual=target,
            **self.ops.place(owner),
        )

    def check_constants(self) -> Iterator[Finding]:
        """C lists a constant for each zero of D, and `cnst` has it (sections 3.4 and 3.5.2)."""
        count = len(self.ops)
        zeros = np.bincount(self.d_owners[self.d == 0], minlength=count)
        found = np.bincount(self.list_owners, minlength=count)
        short, over = self.regular & (found < zeros), self.regular & (found > zeros)
        reason = "C lists fewer constants than D has zeros"
        yield from self._each(short, error, "constants-missing", reason, found, zeros)
        yield from self._each(
            over, warning, "constants-surplus", "C lists more constants than D has zeros", found, zeros
        )
        known = np.fromiter(self.file.constants, np.int64)
        is_constant = self.regular | ((self.ops.a == Operation.input) & (self.ops.b == InputSource.constant))
        wrong = is_constant[self.list_owners] & ~np.isin(self.listed, known)
        yield from listed(np.flatnonzero(wrong).tolist(), self._unknown_constant)

    def _unknown_constant(self, word: int) -> Finding:
        owner, actual = int(self.list_owners[word]), int(self.listed[word])
        reason = f"{self._label(owner)}: `cnst` has no such constant"
        return error("constant", reason, actual=actual, **self.ops.place(owner))

    def check_inputs(self) -> Iterator[Finding]:
        """INPUT loads parameters that there are, and names of inputs belong to INPUTs (sections 6.1 and 7.1)."""
        file, ops = self.file, self.ops
        is_input = ops.a == Operation.input
        chosen = (is_input & (ops.b == InputSource.parameter))[self.list_owners]
        absent = chosen & np.isin(self.listed, file.parameters.stored, invert=True)
        missing, numbers = np.zeros(len(ops), np.bool_), np.zeros(len(ops), np.int64)
        missing[self.list_owners[absent]], numbers[self.list_owners[absent]] = True, self.listed[absent]
        where = "no tensor" if file.internal_weights else "no name"
        yield from self._each(missing, error, "parameter", f"`data` has {where} for the parameter", numbers)
        users = is_input & (ops.b == InputSource.user)
        yield from self._stray_names(users | (is_input & (ops.b == InputSource.constant)))
        count = int(np.count_nonzero(users))
        if count != file.num_inputs:
            reason = "the header counts other inputs than the program has"
            yield warning("input-count", reason, path="num_inputs", expected=count, actual=file.num_inputs)

    def _stray_names(self, takes_value: Mask) -> Iterator[Finding]:
        entries = self.file.data.inputs.entries if self.file.data else ()
        count = len(self.ops)
        stray = [entry for entry, (index, _) in enumerate(entries) if index >= count or not takes_value[index]]
        reason = "the name is given to an instruction that takes no value from the caller"
        yield from listed(
            stray,
            lambda entry: warning("input-name", reason, path=f"data.inputs[{entry}]", actual=entries[entry][0]),
        )

    def check_end(self) -> Iterator[Finding]:
        """The program ends with an OUTPUT of the model (sections 7.2.1 and 8.2)."""
        count = len(self.ops)
        if self.end == count:
            yield warning("no-output", "no OUTPUT ends the program: its result is the last one", path="ops")
        elif self.end < count - 1:
            reason = f"instructions {self.end + 1} to {count - 1} never run: the OUTPUT before them ends the program"
            yield warning("unreachable", reason, **self.ops.place(self.end + 1))

    def _each(
        self, mask: Mask, kind: Callable[..., Finding], rule: str, reason: str, *numbers: Any
    ) -> Iterator[Finding]:
        """A finding for each instruction of a mask; numbers: the actual and the expected one, of all instructions."""

        def make(index: int) -> Finding:
            details = {name: _at(value, index) for name, value in zip(("actual", "expected"), numbers, strict=False)}
            return kind(rule, f"{self._label(index)}: {reason}", **details, **self.ops.place(index))

        yield from listed(np.flatnonzero(mask).tolist(), make)

    def _label(self, index: int) -> str:
        """An instruction in messages."""
        name = self.file.instructions[index].name
        return f"instruction {index}" if name is None else f"instruction {index} ({printable(name)})"


def _known(numbers: npt.NDArray[np.uint8], knows: Callable[[int], bool]) -> Mask:
    """For each number whether it is known."""
    return np.array([knows(number) for number in range(256)])[numbers]


def _at(value: Any, index: int) -> Any:
    return int(value[index]) if isinstance(value, np.ndarray) else value
