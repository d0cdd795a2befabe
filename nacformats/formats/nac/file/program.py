"""Instructions with their operands resolved (NAC v1.6, sections 3, 7 and 8.3; section TRNG of v1.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

from nacformats.errors import FormatError, InvalidError
from nacformats.formats.nac.columns.instructions import FIRST_BYTE, Fields, Operations, instruction_path
from nacformats.formats.nac.file.sections import NameTables
from nacformats.formats.nac.tables import FIRST_REGULAR, FORMAT_NAME, FixedOperation, InputSource, OutputKind
from nacformats.formats.records.constants import ConstantValue, coerce

_TRAINING_OUTPUTS = (OutputKind.update, OutputKind.finish)


@dataclass(frozen=True, slots=True)
class ResultRef:
    """The result of an earlier instruction. code: signature code of the argument, "" where there is no signature."""

    index: int
    code: str = ""


@dataclass(frozen=True, slots=True)
class ConstantRef:
    """A constant of `cnst`: its id, and its value as the signature code of the argument requires."""

    id: int
    value: ConstantValue
    code: str = ""


@dataclass(frozen=True, slots=True)
class ParameterRef:
    """A parameter: its id, and its name where `data` has one."""

    id: int
    name: str | None


@dataclass(frozen=True, slots=True)
class StateRef:
    """A tensor that is kept from one run to the next."""

    id: int


@dataclass(frozen=True, slots=True)
class SavedRef:
    """The result of an instruction of `ops`, by its index, as `trng` refers to it."""

    index: int


@dataclass(frozen=True, slots=True)
class TargetRef:
    """A target of training that the caller gives, by its number from 0 on, as `trng` refers to it."""

    number: int


Operand = ResultRef | ConstantRef | ParameterRef | StateRef | SavedRef | TargetRef


@dataclass(frozen=True)
class Instruction:
    """One instruction.

    Attributes:
        index: its place in its section; others refer to its result by it.
        a: operation.
        b: signature of a regular operation, variant of a system operation.
        c: as in the file, with the prefix; empty when there is none.
        d: as in the file.
        offset: in bytes in the file that it was read from, or None.
    """

    index: int
    a: int
    b: int
    c: tuple[int, ...]
    d: tuple[int, ...]
    offset: int | None
    _names: NameTables = field(repr=False, compare=False)
    _operations: Operations = field(repr=False, compare=False)

    @property
    def name(self) -> str | None:
        """Canonical name of the operation, "<INPUT>" and the like for system operations, None when it has none."""
        return self._names.operation(self.a)

    @property
    def signature(self) -> str | None:
        """A code for each argument (section 5.2.3); None for system operations, B = 0 and unknown signatures."""
        if self.a < FIRST_REGULAR or not self.b:
            return None
        return self._names.signatures.get(self.b)

    @property
    def raw(self) -> bytes:
        """The bytes of the instruction in a file."""
        return Fields(self.a, self.b, self.c, self.d).raw

    @property
    def input_name(self) -> str | None:
        """The name of this INPUT instruction of `ops` in `data`."""
        return self._names.inputs.get(self.index) if self.a == FixedOperation.input else None

    @property
    def operands(self) -> tuple[Operand, ...]:
        """The operands, in order.

        For INPUT the parameter, state, constant, saved result or target that it loads, for OUTPUT what it returns, for
        an OUTPUT that updates a parameter (B=3 in `trng`) that parameter, its gradient and the learning rate, for
        CONTROL_FLOW the predicate. CONVERGENCE has none here: its C and D are not arguments.

        Raises:
            InvalidError: an operand does not exist, or is not an earlier instruction. Never after strict reading.
        """
        if self.a >= FIRST_REGULAR:
            return tuple(self._arguments())
        if self.a == FixedOperation.input:
            return tuple(self._loaded())
        if self.a == FixedOperation.output:
            if self._operations.version != FIRST_BYTE and self.b in _TRAINING_OUTPUTS:
                return tuple(self._updated())
            return tuple(self._result(f"distances[{place}]", each, "") for place, each in enumerate(self.d))
        if self.a == FixedOperation.control_flow:
            return (self._result("predicate", self.d[0], ""),)
        return ()

    def _error_at(self, word: str, reason: str, **details: Any) -> FormatError:
        """Return an exception that names one word of C and D."""
        path = instruction_path(self.index, f"fields.{word}", self._operations.section)
        return InvalidError(reason, format=FORMAT_NAME, path=path, offset=self._operations.locate(path), **details)

    def _updated(self) -> Iterator[Operand]:
        if self.b == OutputKind.update:
            yield ParameterRef(self.c[-1], self._names.parameters.get(self.c[-1]))
            yield self._result("gradient", self.d[0], "")
            yield self._result("rate", self.d[1], "")

    def _arguments(self) -> Iterator[Operand]:
        constants = self.c[1:]
        if not self.signature and self.c:
            yield from self._element(constants)
            return
        listed = 0
        for place, (code, distance) in enumerate(zip(self.signature or "", self.d, strict=False)):
            if distance:
                yield self._result(f"distances[{place}]", distance, code)
                continue
            if listed == len(constants):
                word = "num_constants" if self.c else f"distances[{place}]"
                raise self._error_at(word, "D asks for more constants than C lists", actual=listed)
            yield self._constant(f"constants[{listed}]", constants[listed], code)
            listed += 1

    def _element(self, constants: Sequence[int]) -> Iterator[Operand]:
        """Yield the operands of one that takes an element and has no signature (NAC v1.7): value, then constants."""
        yield self._result("distance", self.d[0], "")
        for place, number in enumerate(constants):
            yield self._constant(f"constants[{place}]", number, "")

    def _loaded(self) -> Iterator[Operand]:
        if not self.c:
            return
        number = self.c[-1]
        if self.b == InputSource.parameter:
            yield ParameterRef(number, self._names.parameters.get(number))
        elif self.b == InputSource.state:
            yield StateRef(number)
        elif self.b == InputSource.saved:
            yield SavedRef(number)
        elif self.b == InputSource.target:
            yield TargetRef(number)
        else:
            yield self._constant("id", number, "")

    def _constant(self, word: str, number: int, code: str) -> ConstantRef:
        """Return what a word of C refers to."""
        constant = self._names.constants.get(number)
        if constant is None:
            raise self._error_at(word, f"there is no constant {number}")
        return ConstantRef(number, coerce(constant.value, code) if code else constant.value, code)

    def _result(self, word: str, distance: int, code: str) -> ResultRef:
        """Return what a word of D refers to."""
        target = self.index + distance
        if not 0 <= target < self.index:
            reason = "takes a result that does not exist yet"
            raise self._error_at(word, reason, expected="an earlier instruction", actual=target)
        return ResultRef(target, code)


class Instructions(Sequence[Instruction]):
    """The instructions of a file; each is made when it is asked for.

    Attributes:
        names: what their numbers refer to.
    """

    def __init__(self, operations: Operations, names: NameTables) -> None:
        self._operations = operations
        self.names = names

    def __len__(self) -> int:
        return len(self._operations)

    @overload
    def __getitem__(self, index: int) -> Instruction: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Instruction]: ...

    def __getitem__(self, index: int | slice) -> Instruction | Sequence[Instruction]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]

        place = range(len(self))[index]
        fields, offset = self._operations[place], self._operations.offset_of(place)
        return Instruction(place, fields.a, fields.b, fields.c, fields.d, offset, self.names, self._operations)
