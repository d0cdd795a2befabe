"""What the instructions of a NAC file have to keep (NAC v1.6, sections 3, 7 and 8.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats.findings import Finding
from nacformats.formats.nac.model import NacFile
from nacformats.formats.nac.operations import (
    FIRST_REGULAR,
    NO_SIGNATURE,
    Operations,
    output_rule,
    references,
    unsigned,
    wrong_outputs,
)
from nacformats.formats.nac.rules import error, listed, warning
from nacformats.formats.nac.tables import InputSource, Operation, printable

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
    yield from program.check_lengths()
    yield from program.check_operations()
    yield from program.check_systems()
    yield from program.check_references()
    yield from program.check_blocks()
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
        self.owners = owners = np.repeat(np.arange(len(ops)), lengths)  # by word
        places = np.arange(len(ops.words)) - ops.c_offsets[:-1][owners]
        in_c = places < c_lengths[owners]
        self.d_words = np.flatnonzero(~in_c)
        self.d_owners, self.d = owners[~in_c], ops.words[~in_c].astype(np.int64)
        self.d_places = (places - c_lengths[owners])[~in_c]
        in_list = in_c & (places > 0)
        self.list_words = np.flatnonzero(in_list)
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

    def check_lengths(self) -> Iterator[Finding]:
        """What the length of an instruction follows from: where it is wrong, what comes next may be misread.

        Regular operations have a signature that `perm` has (section 3.3.1); an OUTPUT has as many values as the
        header says (section 7.2).
        """
        ops, count = self.ops, self.file.num_outputs
        unknown = unsigned(ops, self.file.signatures)
        yield from self._each(unknown, error, "signature", NO_SIGNATURE, self._b, ops.b)
        reason, expected = output_rule(count)
        wrong = wrong_outputs(ops, count)
        yield from self._each(wrong, error, "output-count", reason, self._first_of_c, self.first_c, expected)

    def check_operations(self) -> Iterator[Finding]:
        """Regular operations have a name (section 3.2.1)."""
        ops, names = self.ops, self.file.instructions.names
        unnamed = self.regular & ~_known(ops.a, lambda a: names.operation(a) is not None)
        before = np.arange(len(ops)) < self.end
        expected = "a standard operation, or one that `cmap` names"
        reason = "the operation has no name"
        yield from self._each(unnamed & before, error, "operation", reason, self._a, ops.a, expected)
        reason = "the operation has no name, and never runs"
        yield from self._each(unnamed & ~before, warning, "operation", reason, self._a, ops.a, expected)

    def check_systems(self) -> Iterator[Finding]:
        """System operations are in use, and so are their variants (section 7)."""
        ops = self.ops
        lost = (ops.a == 0) & (ops.b == 0)
        yield from self._each(lost, warning, "lost-value", "stands for a value that the writer did not keep", self._a)
        used = np.isin(ops.a, [int(member) for member in Operation])
        reserved = ~self.regular & ~used & ~lost
        yield from self._each(reserved, warning, "reserved-operation", "reserved operation", self._a, ops.a)
        is_input, is_output = ops.a == Operation.input, ops.a == Operation.output
        wrong = (is_input & (ops.b > max(InputSource))) | (is_output & (ops.b > _INTERMEDIATE))
        yield from self._each(wrong, error, "variant", "the operation has no such variant", self._b, ops.b)
        flow = (ops.a == Operation.control_flow) & ~np.isin(self.first_c, _CONTROL_FLOW_PREFIXES)
        yield from self._each(flow, error, "control-flow", "wrong length of C", self._first_of_c, self.first_c, "3")
        threshold = (ops.a == Operation.convergence) & (ops.b > _MAX_THRESHOLD)
        reason, expected = "the threshold is too large", f"at most {_MAX_THRESHOLD}"
        yield from self._each(threshold, warning, "threshold", reason, self._b, ops.b, expected)
        filled = (ops.a == Operation.output)[self.list_owners] & (self.listed != 0)
        reason = "reserved words of C are not zero"
        yield from self._each_word(self.list_words[filled], "output-reserved", reason, "0")

    def check_references(self) -> Iterator[Finding]:
        """What an instruction takes comes earlier (sections 3.5.2, 7.3 and 8.3)."""
        ops = self.ops
        words = references(ops)
        owners = self.owners[words]
        targets = owners + ops.words[words]
        wrong = np.flatnonzero((targets < 0) | (targets >= owners)).tolist()
        yield from listed(wrong, lambda place: self._bad_reference(int(words[place]), int(targets[place])))

    def _bad_reference(self, word: int, target: int) -> Finding:
        owner = int(self.owners[word])
        operand = word - int(self.ops.d_offsets[owner])
        what = "the input" if operand < 0 else f"operand {operand}"
        why = "that does not exist"
        if 0 <= target < len(self.ops):
            why = "that is itself" if target == owner else "that comes later"
        allowed = f"0 to {owner - 1}" if owner else "no instruction, this is the first one"
        return error(
            "operand",
            f"{self._label(owner)}: {what} is the result of an instruction {why}",
            expected=allowed,
            actual=target,
            **self.ops.place_of_word(word),
        )

    def check_blocks(self) -> Iterator[Finding]:
        """The branches of a CONVERGENCE are instructions, and its block ends in the program (section 7.3.2)."""
        count = len(self.ops)
        merges = (self.ops.a == Operation.convergence)[self.d_owners]
        targets = self.d_owners + self.d
        inside = (targets >= 0) & (targets < count + (self.d_places == 0))  # the end may be behind the last one
        wrong = merges & (self.d_places != 1) & ~inside
        reason, expected = "the block leads out of the program", f"a distance to one of its {count} instructions"
        yield from self._each_word(self.d_words[wrong], "block", reason, expected)

    def check_constants(self) -> Iterator[Finding]:
        """C lists a constant for each zero of D, and `cnst` has it (sections 3.4 and 3.5.2)."""
        count = len(self.ops)
        zeros = np.bincount(self.d_owners[self.d == 0], minlength=count)
        found = np.bincount(self.list_owners, minlength=count)
        short, over = self.regular & (found < zeros), self.regular & (found > zeros)
        reason = "C lists fewer constants than D has zeros"
        yield from self._each(short, error, "constants-missing", reason, self._first_of_c_or_zero, found, zeros)
        reason = "C lists more constants than D has zeros"
        yield from self._each(over, warning, "constants-surplus", reason, self._first_of_c, found, zeros)
        known = np.fromiter(self.file.constants, np.int64)
        is_constant = self.regular | ((self.ops.a == Operation.input) & (self.ops.b == InputSource.constant))
        wrong = is_constant[self.list_owners] & ~np.isin(self.listed, known)
        yield from self._each_word(self.list_words[wrong], "constant", "`cnst` has no such constant")

    def _first_of_c_or_zero(self, index: int) -> dict[str, Any]:
        """Where C counts its constants or, without C, the first zero of D."""
        ops = self.ops
        if ops.d_offsets[index] > ops.c_offsets[index]:
            return self._first_of_c(index)
        d = ops.words[ops.d_offsets[index] : ops.c_offsets[index + 1]]
        return ops.place_of_word(int(ops.d_offsets[index]) + int(np.argmax(d == 0)))

    def check_inputs(self) -> Iterator[Finding]:
        """INPUT loads parameters that there are, and names of inputs belong to INPUTs (sections 6.1 and 7.1)."""
        file, ops = self.file, self.ops
        is_input = ops.a == Operation.input
        chosen = (is_input & (ops.b == InputSource.parameter))[self.list_owners]
        absent = chosen & np.isin(self.listed, file.parameters.stored, invert=True)
        where = "no tensor" if file.internal_weights else "no name"
        yield from self._each_word(self.list_words[absent], "parameter", f"`data` has {where} for the parameter")
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
        self,
        mask: Mask,
        kind: Callable[..., Finding],
        rule: str,
        reason: str,
        place: Callable[[int], dict[str, Any]],
        *numbers: Any,
    ) -> Iterator[Finding]:
        """A finding for each instruction of a mask.

        Args:
            place: index of an instruction -> path and offset of what is wrong with it.
            numbers: the actual and the expected one, for each instruction or for all.
        """

        def make(index: int) -> Finding:
            details = {name: _at(value, index) for name, value in zip(("actual", "expected"), numbers, strict=False)}
            return kind(rule, f"{self._label(index)}: {reason}", **details, **place(index))

        yield from listed(np.flatnonzero(mask).tolist(), make)

    def _each_word(
        self, words: npt.NDArray[np.intp], rule: str, reason: str, expected: str | None = None
    ) -> Iterator[Finding]:
        """An error for each of some words of C or D."""

        def make(word: int) -> Finding:
            details = {"expected": expected, "actual": int(self.ops.words[word]), **self.ops.place_of_word(word)}
            return error(rule, f"{self._label(int(self.owners[word]))}: {reason}", **details)

        yield from listed(words.tolist(), make)

    def _a(self, index: int) -> dict[str, Any]:
        return self.ops.place(index, "a")

    def _b(self, index: int) -> dict[str, Any]:
        return self.ops.place(index, "b")

    def _first_of_c(self, index: int) -> dict[str, Any]:
        return self.ops.place_of_word(int(self.ops.c_offsets[index]))

    def _label(self, index: int) -> str:
        """An instruction in messages."""
        name = self.file.instructions[index].name
        return f"instruction {index}" if name is None else f"instruction {index} ({printable(name)})"


def _known(numbers: npt.NDArray[np.uint8], knows: Callable[[int], bool]) -> Mask:
    """For each number whether it is known."""
    return np.array([knows(number) for number in range(256)])[numbers]


def _at(value: Any, index: int) -> Any:
    return int(value[index]) if isinstance(value, np.ndarray) else value
