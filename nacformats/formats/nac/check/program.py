"""The rules for the instructions of a NAC file (NAC v1.6, sections 3, 7 and 8.3), those of `trng` included."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from nacformats.formats.nac.columns import instructions
from nacformats.formats.nac.file.contents import name_tables, program_of
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.tables import FIRST_REGULAR, FixedOperation, InputSource, OutputKind
from nacformats.formats.records.constants import ConstantValue, is_tensor
from nacformats.formats.records.rules import error, findings_at, warning

if TYPE_CHECKING:
    from nacformats.findings import Finding

# Fields of C that say how long it is.
_PREFIX, _COUNT = "fields.prefix", "fields.num_constants"
# How many numbers a byte can hold.
_NUMBERS = 256
# Variants of INPUT and OUTPUT, by section: what the caller gives belongs to `ops`, and what training takes to `trng`.
_SOURCES = {
    instructions.OPS: (InputSource.user, InputSource.parameter, InputSource.state, InputSource.constant),
    instructions.TRNG: (InputSource.parameter, InputSource.constant, InputSource.saved, InputSource.target),
}
_KINDS = {
    instructions.OPS: (OutputKind.result, OutputKind.subgraph),
    instructions.TRNG: (OutputKind.update, OutputKind.finish),
}
_VARIANTS = {
    section: tuple(np.isin(np.arange(_NUMBERS), each[section]) for each in (_SOURCES, _KINDS))
    for section in (instructions.OPS, instructions.TRNG)
}
# The OUTPUT that ends the program of a section.
_FINAL = {instructions.OPS: OutputKind.result, instructions.TRNG: OutputKind.finish}
# What words of D that are no list are called in messages.
_OPERANDS = {"input": "the input", "gradient": "the gradient", "rate": "the learning rate"}
# Number of words of C of a CONTROL_FLOW, with and without the prefix itself.
_CONTROL_FLOW_PREFIXES = (3, 2)
# Largest coherence threshold of a CONVERGENCE (section 7.3.2).
_MAX_THRESHOLD = 100


def check_program(file: NacFile, of_program: ProgramCheck | None = None) -> Iterator[Finding]:
    """Check `ops` and `trng`. of_program: what else is checked of `ops`."""
    for ops in (file.sections.ops, file.sections.trng):
        if ops is not None:
            program = ProgramRules(file, ops)
            yield from program.check()
            if of_program is not None and program.section == instructions.OPS:
                yield from of_program(program)


class ProgramRules:
    """Instructions with what the rules need of them; masks and numbers are by instruction unless noted otherwise."""

    def __init__(self, file: NacFile, ops: instructions.Operations) -> None:
        self.file, self.ops, self.section = file, ops, ops.section
        lengths, self.stored = file.lengths, file.parameters.stored
        self.names = name_tables(file, ops.section)
        self.regular: instructions.Mask = ops.a >= FIRST_REGULAR
        self.is_input: instructions.Mask = ops.a == FixedOperation.input
        self.prefixes = ops.field("prefix")
        finals = np.flatnonzero((ops.a == FixedOperation.output) & (ops.b == _FINAL[ops.section]))
        self.end = int(finals[0]) if len(finals) else len(ops)  # the instruction that ends the execution
        distances, constants = ops.listed("distances"), ops.listed("constants")
        self.zeros = np.bincount(distances.owners[distances.values == 0], minlength=len(ops))
        self.lifted = ops.single("id", self.is_input & (ops.b == InputSource.constant))
        self.ids = instructions.merged(constants, self.lifted)
        self.unsigned = lengths.unsigned(ops.a, ops.b)
        self.wrong_outputs = instructions.wrong_outputs(ops, file.num_outputs)
        self.rule_of_outputs = instructions.output_rule(file.num_outputs)
        words = instructions.references(ops, distances)
        targets = words.owners + words.values
        earlier = (targets >= 0) & (targets < words.owners)
        self.absent = words.where(~earlier)  # operands that are no earlier instruction
        self.used = np.zeros(len(ops), np.bool_)  # results that are operands of a later one
        self.used[targets[earlier]] = True
        numbers = np.flatnonzero(np.bincount(ops.a, minlength=_NUMBERS)).tolist()
        self.known = {number: self.names.operation(number) for number in numbers}  # each is looked up once

    def check(self) -> Iterator[Finding]:
        """Check all that holds for the instructions of a section."""
        yield from self.check_lengths()
        yield from self.check_operations()
        yield from self.check_systems()
        yield from self.check_references()
        yield from self.check_blocks()
        yield from self.check_constants()
        yield from self.check_inputs() if self.section == instructions.OPS else self.check_training()
        yield from self.check_lifted()
        yield from self.check_end()

    def check_lengths(self) -> Iterator[Finding]:
        """Check what gives an instruction its length: where it is wrong, what comes next may be misread.

        Regular operations have a signature that `perm` has (section 3.3.1); an OUTPUT has as many values as the
        header says (section 7.2).
        """
        yield from self._each(self.unsigned, error, "signature", instructions.NO_SIGNATURE, "b", self.ops.b)
        reason, expected = self.rule_of_outputs
        yield from self._each(self.wrong_outputs, error, "output-count", reason, _PREFIX, self.prefixes, expected)

    def check_operations(self) -> Iterator[Finding]:
        """Regular operations have a name (section 3.2.1)."""
        ops = self.ops
        unnamed = self.regular & ~self.where(lambda name: name is not None)
        before = np.arange(len(ops)) < self.end
        expected = "a standard operation, or one that `cmap` names"
        reason = "the operation has no name"
        yield from self._each(unnamed & before, error, "operation", reason, "a", ops.a, expected)
        reason = "the operation has no name, and never runs"
        yield from self._each(unnamed & ~before, warning, "operation", reason, "a", ops.a, expected)

    def check_systems(self) -> Iterator[Finding]:
        """System operations are in use, and so are their variants (section 7)."""
        ops = self.ops
        lost = (ops.a == 0) & (ops.b == 0)
        yield from self._each(lost, warning, "lost-value", "replaces a value that the writer did not keep", "a")
        used = np.isin(ops.a, [int(member) for member in FixedOperation])
        reserved = ~self.regular & ~used & ~lost
        yield from self._each(reserved, warning, "reserved-operation", "reserved operation", "a", ops.a)
        yield from self._check_variants()
        flow = (ops.a == FixedOperation.control_flow) & ~np.isin(self.prefixes, _CONTROL_FLOW_PREFIXES)
        yield from self._each(flow, error, "control-flow", "wrong length of C", _PREFIX, self.prefixes, "3")
        threshold = (ops.a == FixedOperation.convergence) & (ops.b > _MAX_THRESHOLD)
        reason, expected = "the threshold is too large", f"at most {_MAX_THRESHOLD}"
        yield from self._each(threshold, warning, "threshold", reason, "b", ops.b, expected)
        reserved_words = ops.listed("reserved")
        reason = "reserved words of C are not zero"
        yield from self._each_word(reserved_words.where(reserved_words.values != 0), "output-reserved", reason, "0")

    def _check_variants(self) -> Iterator[Finding]:
        """B of an INPUT or OUTPUT is one of its variants, and belongs in the section."""
        ops, wrong = self.ops, self._without_variant_of(self.section)
        if ops.version != instructions.FIRST_BYTE:
            other = instructions.OPS if self.section == instructions.TRNG else instructions.TRNG
            elsewhere = wrong & ~self._without_variant_of(other)
            yield from self._each(elsewhere, error, "variant", f"the variant belongs in `{other}`", "b", ops.b)
            wrong &= ~elsewhere
        yield from self._each(wrong, error, "variant", "the operation has no such variant", "b", ops.b)

    def _without_variant_of(self, section: str) -> instructions.Mask:
        ops, (sources, kinds) = self.ops, _VARIANTS[section]
        found: instructions.Mask = ((ops.a == FixedOperation.input) & ~sources[ops.b]) | (
            (ops.a == FixedOperation.output) & ~kinds[ops.b]
        )
        return found

    def check_references(self) -> Iterator[Finding]:
        """Check that what an instruction takes comes earlier (sections 3.5.2, 7.3 and 8.3)."""
        yield from findings_at(range(len(self.absent)), lambda place: self._bad_reference(self.absent, place))

    def _bad_reference(self, words: instructions.Words, place: int) -> Finding:
        owner = int(words.owners[place])
        target = owner + int(words.values[place])
        name = words.fields[words.kinds[place]]
        what = _OPERANDS.get(name, f"operand {max(int(words.places[place]), 0)}")
        why = "that does not exist"
        if 0 <= target < len(self.ops):
            why = "that is itself" if target == owner else "that comes later"
        allowed = f"0 to {owner - 1}" if owner else "no result, as this is the first instruction"
        return error(
            "operand",
            f"{self.label(owner)}: {what} is the result of an instruction {why}",
            expected=allowed,
            actual=target,
            path=words.path(place),
        )

    def check_blocks(self) -> Iterator[Finding]:
        """Check that the branches of a CONVERGENCE are instructions, and that its block ends (section 7.3.2)."""
        count = len(self.ops)
        ends = self.ops.single("block_end", self.ops.a == FixedOperation.convergence)
        words = instructions.merged(ends, self.ops.listed("branches"))
        targets = words.owners + words.values
        is_end = words.places < 0  # it may be just past the last instruction
        wrong = words.where((targets < 0) | (targets >= count + is_end))
        reason, expected = "the block leads out of the program", f"a distance to one of its {count} instructions"
        yield from self._each_word(wrong, "block", reason, expected)

    def check_constants(self) -> Iterator[Finding]:
        """C lists a constant for each zero of D, and `cnst` has it (sections 3.4 and 3.5.2)."""
        ops, zeros = self.ops, self.zeros
        found = np.diff(ops.rows_of("constants"))
        counted = self.regular if ops.version == instructions.FIRST_BYTE else self.regular & ~ops.elements
        short, over = counted & (found < zeros), counted & (found > zeros)
        reason = "C lists fewer constants than D has zeros"
        yield from self._each(short, error, "constants-missing", reason, self._count_or_zero, found, zeros)
        reason = "C lists more constants than D has zeros"
        yield from self._each(over, warning, "constants-surplus", reason, _COUNT, found, zeros)
        table = self.file.sections.cnst
        wrong = self.ids.where(np.isin(self.ids.values, [] if table is None else table.numbers, invert=True))
        yield from self._each_word(wrong, "constant", "`cnst` has no such constant")

    def _count_or_zero(self, index: int) -> str:
        """Return the field of an instruction that counts its constants or, without C, the first zero of D."""
        if self.ops.has_c[index]:
            return _COUNT
        return f"fields.distances[{self.ops[index].d.index(0)}]"

    def check_inputs(self) -> Iterator[Finding]:
        """INPUT loads existing parameters, and names of inputs belong to INPUTs (sections 6.1 and 7.1)."""
        file, ops = self.file, self.ops
        yield from self._absent_parameters()
        is_input, users = self.is_input, self.is_input & (ops.b == InputSource.user)
        yield from self._stray_names(users | (is_input & (ops.b == InputSource.constant)))
        count = int(np.count_nonzero(users))
        if count != file.num_inputs:
            reason = "the number of inputs in the header is not that of the program"
            yield warning("input-count", reason, path="num_inputs", expected=count, actual=file.num_inputs)

    def _absent_parameters(self) -> Iterator[Finding]:
        ids = self.ops.single("id", self.is_input & (self.ops.b == InputSource.parameter))
        where = "no tensor" if self.file.internal_weights else "no name"
        yield from self._each_word(self._absent(ids), "parameter", f"`data` has {where} for the parameter")

    def _absent(self, ids: instructions.Words) -> instructions.Words:
        return ids.where(np.isin(ids.values, self.stored, invert=True))

    def check_training(self) -> Iterator[Finding]:
        """Check that what `trng` takes from elsewhere, and the parameters that it updates, exist (NAC v1.7)."""
        ops, is_input = self.ops, self.is_input
        yield from self._absent_parameters()
        updated = self._absent(ops.single("id", ops.kind(OutputKind.update)))
        yield from self._each_word(updated, "update", "the file has no such parameter to update", kind=warning)
        saved = ops.single("id", is_input & (ops.b == InputSource.saved))
        forward = program_of(self.file)
        there = (saved.values >= 0) & (saved.values < len(forward))
        reason, expected = "`ops` has no such instruction", f"0 to {len(forward) - 1}" if len(forward) else "none"
        yield from self._each_word(saved.where(~there), "training-input", reason, expected)
        saved = saved.where(there)
        outputs = saved.where(forward.a[saved.values] == FixedOperation.output)
        reason, expected = "the instruction of `ops` is an OUTPUT, which has no result", "one with a result"
        yield from self._each_word(outputs, "training-input", reason, expected)
        targets = ops.single("id", is_input & (ops.b == InputSource.target))
        reason, expected = "targets are numbered from 0 on", "at least 0"
        yield from self._each_word(targets.where(targets.values < 0), "training-input", reason, expected)

    def _stray_names(self, takes_value: instructions.Mask) -> Iterator[Finding]:
        named = self.file.sections.data.inputs.numbers if self.file.sections.data else ()
        count = len(self.ops)
        stray = [entry for entry, index in enumerate(named) if index >= count or not takes_value[index]]
        reason = "the name belongs to an instruction that takes no value from the caller"
        yield from findings_at(
            stray, lambda entry: warning("input-name", reason, path=f"data.inputs[{entry}]", actual=named[entry])
        )

    def check_lifted(self) -> Iterator[Finding]:
        """Check that the constant that an INPUT takes holds numbers, where something needs them (section 7.1.4).

        Of a tensor that they lose, writers store a text such as `Tensor_torch.Size([])_torch.int32`.
        """
        constants = self.file.constants
        lost = [
            (owner, constants[number].value)
            for owner, number in zip(self.lifted.owners.tolist(), self.lifted.values.tolist(), strict=True)
            if self.used[owner] and number in constants and not is_tensor(constants[number].value)
        ]
        yield from findings_at(lost, lambda each: self._lost_constant(*each))

    def _lost_constant(self, index: int, held: ConstantValue) -> Finding:
        name = self.names.inputs.get(index)
        from nacformats.printing import printable  # noqa: PLC0415  most files have no errors

        label = self.label(index) if name is None else f"{self.label(index)} {printable(name)!r}"
        reason = f"cannot run without {label}: its constant is {held!a}, in place of a tensor that the writer lost"
        return warning("lost-value", reason, path=self.path(index, "fields.id"))

    def check_end(self) -> Iterator[Finding]:
        """The program ends with an OUTPUT of the model (sections 7.2.1 and 8.2), that of `trng` with one of its own."""
        count = len(self.ops)
        if self.end == count:
            so = ": its result is the last one" if self.section == instructions.OPS else f" (B={OutputKind.finish:d})"
            yield warning("no-output", f"no OUTPUT ends the program{so}", path=self.section)
        elif self.end < count - 1:
            reason = f"instructions {self.end + 1} to {count - 1} never run: the OUTPUT before them ends the program"
            yield warning("unreachable", reason, path=self.path(self.end + 1))

    def where(self, holds: Callable[[str | None], bool]) -> instructions.Mask:
        """Return the instructions for whose name something holds."""
        table = np.zeros(_NUMBERS, np.bool_)
        table[[number for number, name in self.known.items() if holds(name)]] = True
        found: instructions.Mask = table[self.ops.a]
        return found

    def _each(
        self,
        mask: instructions.Mask,
        kind: Callable[..., Finding],
        rule: str,
        reason: str,
        field: str | Callable[[int], str],
        *numbers: Any,
    ) -> Iterator[Finding]:
        """Yield a finding for each instruction of a mask.

        Args:
            field: what is wrong with it: the same field for all, or index of the instruction -> field.
            numbers: the actual and the expected one, for each instruction or for all.
        """

        def make(index: int) -> Finding:
            details = {name: _at(value, index) for name, value in zip(("actual", "expected"), numbers, strict=False)}
            path = self.path(index, field if isinstance(field, str) else field(index))
            return kind(rule, f"{self.label(index)}: {reason}", **details, path=path)

        yield from findings_at(np.flatnonzero(mask), lambda index: make(int(index)))

    def _each_word(
        self,
        words: instructions.Words,
        rule: str,
        reason: str,
        expected: str | None = None,
        kind: Callable[..., Finding] = error,
    ) -> Iterator[Finding]:
        """Yield a finding for each of some words of C or D."""

        def make(place: int) -> Finding:
            details = {"expected": expected, "actual": int(words.values[place]), "path": words.path(place)}
            return kind(rule, f"{self.label(int(words.owners[place]))}: {reason}", **details)

        yield from findings_at(range(len(words)), make)

    def label(self, index: int) -> str:
        """Return an instruction in messages."""
        name = self.known[int(self.ops.a[index])]
        label = f"instruction {index}" if self.section == instructions.OPS else f"training instruction {index}"
        from nacformats.printing import printable  # noqa: PLC0415  most files have no errors

        return label if name is None else f"{label} ({printable(name)})"

    def path(self, index: int, field: str = "") -> str:
        return instructions.instruction_path(index, field, self.section)


def _at(value: Any, index: int) -> Any:
    return int(value[index]) if isinstance(value, np.ndarray) else value


#: What is said of a program by those who know more of its operations than their names.
ProgramCheck: TypeAlias = "Callable[[ProgramRules], Iterable[Finding]]"
