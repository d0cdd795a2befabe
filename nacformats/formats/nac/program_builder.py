"""A program that is built instruction by instruction: distances, ids and signatures are derived."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from nacformats._generated.columns.nac import instruction
from nacformats.errors import LimitError
from nacformats.formats.nac.columns import instructions
from nacformats.formats.nac.tables import (
    CONSTANT_CODES,
    FIRST_REGULAR,
    FORMAT_NAME,
    LONGEST_OPERATION,
    SIGNATURE_CODES,
    VERSION_BYTES,
    FixedOperation,
    InputSource,
    InstructionLayout,
    OutputKind,
    fixed_names,
)
from nacformats.formats.records.constants import Constant
from nacformats.formats.records.rows import Draft, largest
from nacformats.formats.records.versions import VERSIONS

#: The largest id of a parameter or constant: a word of C.
LARGEST_ID = largest(instruction, "fields.id")
#: The most instructions between a result and an instruction that takes it: a word of D.
FARTHEST = LARGEST_ID + 1
MAX_SIGNATURES = largest(instruction, "b")
_MAX_OPERATIONS = largest(instruction, "a") + 1
# Where the numbers for operations without a fixed one begin (section 5.1.3).
_FIRST_CUSTOM = 201
# First word of C of what loads something: the number of its words.
ID_PREFIX = 2
# Signature codes of constants by their Python type; those of other constants are _OTHER_CODE.
_CODES = {bool: "b", int: "i", float: "f", str: "s", list: "S", tuple: "S"}
_RESULT_CODE, _OTHER_CODE = "T", "c"


_SPLIT = "split the model into several files"


class Remedies:
    """Hints for errors about a program that does not fit the format."""

    SPLIT = _SPLIT
    NEARER = f"compute or load it again near the place where it is taken, or {_SPLIT}"
    FEWER_PARAMETERS = f"stack parameters that are used alike into one, or {_SPLIT}"
    FEWER_INPUTS = "stack inputs that are used alike into one"
    FEWER_OUTPUTS = "stack outputs that are alike into one"
    FEWER_OPERATIONS = f"spell rare operations out in others that are used anyway, or {_SPLIT}"
    FEWER_CONSTANTS = f"keep tables of numbers in tensors instead of constants, or {_SPLIT}"
    FEWER_ARGUMENTS = "apply it to fewer values at a time, such as concatenating in steps"
    SHORTER_NAME = "give it a shorter name"


def standard_operations(version: str) -> dict[str, int]:
    """Return numbers of the operations with a fixed one, by name."""
    return {name: number for number, name in fixed_names(version).items() if number >= FIRST_REGULAR}


def custom_numbers(version: str) -> tuple[int, ...]:
    """Return numbers for operations without a fixed one (section 5.1.3), then those to use when these run out."""
    last_fixed = max(fixed_names(version))
    return (*range(_FIRST_CUSTOM, _MAX_OPERATIONS), *range(_FIRST_CUSTOM - 1, last_fixed, -1))


def are_drafted(numbers: Collection[int], version: str) -> bool:
    """Return True if these are the numbers that new files give. Those of the public compiler are others."""
    return set(numbers) == set(custom_numbers(version)[: len(numbers)])


#: Of v1.6.
STANDARD_OPERATIONS = standard_operations(VERSIONS[0])
MAX_CUSTOM_OPERATIONS = len(custom_numbers(VERSIONS[0]))


@dataclass(frozen=True)
class Value:
    """The result of an instruction that is being built."""

    index: int
    _program: ProgramDraft = field(repr=False)


class Tables:
    """The ids of what the instructions of a file refer to, which all its programs share.

    Attributes:
        version: of the format.
        standard: numbers of the operations with a fixed one, by name.
        names, signatures, constants: ids by what they stand for.
    """

    def __init__(self, version: str) -> None:
        self.version = version
        self.standard = standard_operations(version)
        self.names: dict[str, int] = {}
        self.signatures: dict[str, int] = {}
        self.constants: dict[Constant, int] = {}
        self._free = custom_numbers(version)

    @property
    def custom(self) -> list[tuple[int, str]]:
        """Numbers and names of the operations without a fixed number."""
        return sorted((number, name) for name, number in self.names.items())

    def number_of(self, name: str, program: ProgramDraft) -> int:
        """Return a of an operation: fixed, or the next free one."""
        if name in self.standard:
            return self.standard[name]
        if name not in self.names:
            size, taken = len(name.encode()), len(self.names)
            program.fit(size, LONGEST_OPERATION, "length of the operation's name", hint=Remedies.SHORTER_NAME)
            what, hint = "number of operations without a fixed number", Remedies.FEWER_OPERATIONS
            program.fit(taken + 1, len(self._free), what, hint=hint)
            self.names[name] = self._free[taken]
        return self.names[name]

    def signature(self, codes: str, program: ProgramDraft) -> int:
        """B of an operation; 0 for one without arguments."""
        if not codes:
            return 0
        program.fit(len(codes), instructions.LONGEST_SIGNATURE, "number of arguments", hint=Remedies.FEWER_ARGUMENTS)
        if codes not in self.signatures:
            number = len(self.signatures) + 1
            self.signatures[codes] = program.fit(number, MAX_SIGNATURES, "signature id", hint=Remedies.SPLIT)
        return self.signatures[codes]

    def constant(self, value: object, program: ProgramDraft) -> int:
        """Return the id of a constant."""
        constant = Constant.of(value)
        if constant not in self.constants:
            number = len(self.constants) + 1
            self.constants[constant] = program.fit(number, LARGEST_ID, "constant id", hint=Remedies.FEWER_CONSTANTS)
        return self.constants[constant]


class OperationsDraft:
    """Instructions that come one by one."""

    def __init__(self, section: str = instructions.OPS, version: int = instructions.FIRST_BYTE) -> None:
        """version: the version byte of the file."""
        self._draft = Draft(instruction, f"{section}.instructions[{{}}]")
        self._where: dict[str, Any] = {"section": section, "version": version}
        self._has_c: list[bool] = []

    def __len__(self) -> int:
        return len(self._has_c)

    def append(self, a: int, b: int, *, has_c: bool = False, **fields: int | Sequence[int]) -> None:
        """Add an instruction.

        Args:
            a, b: its operation, and its signature or variant.
            has_c: whether it has a C.
            fields: of C and D, by their names in the schema; what counts a list is derived.
        """
        self._draft.append({"a": a, "b": b} | {f"fields.{name}": value for name, value in fields.items()})
        self._has_c.append(has_c)

    def build(self) -> instructions.Operations:
        """Return the instructions. LimitError when a number does not fit its field."""
        return instructions.Operations(self._draft.columns(), np.array(self._has_c, np.bool_), **self._where)


def make_operations(
    rows: Iterable[instructions.Fields], *, section: str = instructions.OPS, version: int = instructions.FIRST_BYTE
) -> instructions.Operations:
    """Return instructions from the words of each.

    Args:
        rows: the words.
        section: that they are for, "ops" or "trng".
        version: the version byte of the file.

    Raises:
        LimitError: a number does not fit its field.
        ValueError: an operation has no such C or D.
    """
    draft = OperationsDraft(section, version)
    for index, row in enumerate(rows):
        of_c, of_d = instructions.C_AND_D.get(_layout_of(row, version), ((), ()))
        fields = _named(of_c, row.c, index) if row.c else {}
        draft.append(row.a, row.b, has_c=bool(row.c), **fields, **_named(of_d, row.d, index))
    return draft.build()


def _layout_of(row: instructions.Fields, version: int) -> int:
    """Return the layout of the words of an instruction."""
    if version != instructions.FIRST_BYTE and row.a == FixedOperation.output and row.b in instructions.OUTPUT_LAYOUTS:
        return instructions.OUTPUT_LAYOUTS[OutputKind(row.b)]
    has_no_signature = row.a >= FIRST_REGULAR and not row.b and bool(row.c)
    if row.is_element or (version != instructions.FIRST_BYTE and has_no_signature):
        return InstructionLayout.element
    return min(row.a, FIRST_REGULAR)


def _named(names: Sequence[str], words: Sequence[int], index: int) -> dict[str, int | Sequence[int]]:
    """Words by the fields that they are."""
    found: dict[str, int | Sequence[int]] = {}
    rest = tuple(words)
    for place, name in enumerate(names):
        if f"fields.{name}[]" in instructions.COLUMNS:
            found[name], rest = rest, ()
            continue
        if not rest or (f"fields.{name}" not in instructions.COLUMNS and rest[0] != len(words) - place - 1):
            break
        if f"fields.{name}" in instructions.COLUMNS:
            found[name] = rest[0]
        rest = rest[1:]
    else:
        if not rest:
            return found
    raise ValueError(f"instruction {index}: {list(words)} are not words of {', '.join(names) or 'its operation'}")


class ProgramDraft:
    """The instructions of one section, which come one by one.

    Attributes:
        ops: the instructions so far.
        has_ended: whether the last one has come.
    """

    def __init__(self, tables: Tables, section: str = instructions.OPS) -> None:
        self.ops = OperationsDraft(section, VERSION_BYTES[tables.version])
        self.has_ended = False
        self._section = section
        self._tables = tables

    def __len__(self) -> int:
        return len(self.ops)

    def append(self, a: int, b: int, **fields: Any) -> Value:
        """Add an instruction; ValueError when the program has ended."""
        if self.has_ended:
            raise ValueError(f"the final output has ended the program of `{self._section}`")
        self.ops.append(a, b, **fields)
        return Value(len(self.ops) - 1, self)

    def load(self, source: InputSource, number: int, what: str) -> Value:
        """Return an INPUT that loads something by its number."""
        fitting = self.fit(number, LARGEST_ID, what)
        return self.append(FixedOperation.input, source, has_c=True, prefix=ID_PREFIX, id=fitting)

    def constant(self, value: object) -> Value:
        """Return an INPUT that loads a constant."""
        return self.load(InputSource.constant, self._tables.constant(value, self), "constant id")

    def operation(self, name: str, arguments: Iterable[object], signature: str | None) -> Value:
        """Return the result of an operation; see NacBuilder.operation."""
        _check_name(name)
        flat = [item for argument in arguments for item in _flattened(argument)]
        codes = "".join(map(_code_of, flat)) if signature is None else signature
        listed = [item for item in flat if not isinstance(item, Value)]
        _check_signature(codes, len(flat), has_constants=bool(listed))
        a, b = self._tables.number_of(name, self), self._tables.signature(codes, self)
        d = [self.distance(item) if isinstance(item, Value) else 0 for item in flat]
        has_c = not CONSTANT_CODES.isdisjoint(codes)
        constants = [self._tables.constant(item, self) for item in listed]
        return self.append(a, b, has_c=has_c, constants=constants, distances=d)

    def distance(self, value: Value) -> int:
        """Return the word of D of the next instruction that takes a value."""
        self.check(value)
        distance = len(self.ops) - value.index
        return -self.fit(distance, FARTHEST, f"distance to instruction {value.index}", hint=Remedies.NEARER)

    def check(self, value: Value) -> None:
        """Raise ValueError when something is no value of this program."""
        if not isinstance(value, Value) or value._program is not self:
            raise ValueError(f"{value!r} is not a value of this builder")

    def fit(self, number: int, largest: int, what: str, path: str | None = None, hint: str | None = None) -> int:
        """Return the number, or the LimitError that names the instruction that needs it."""
        if 0 <= number <= largest:
            return number
        raise limit(path or f"{self._section}.instructions[{len(self.ops)}]", what, largest, number, hint)


def limit(path: str, what: str, largest: int, actual: int, hint: str | None) -> LimitError:
    """Return the error about something that is too large, or below 0."""
    reason = f"{what} does not fit the format"
    return LimitError(reason, format=FORMAT_NAME, path=path, expected=f"0 to {largest}", actual=actual, hint=hint)


def _flattened(argument: Any) -> Iterable[Any]:
    """Lists with Values in them have no form of their own: their elements become arguments."""
    if isinstance(argument, list | tuple) and any(isinstance(item, Value) for item in argument):
        return argument
    return (argument,)


def _code_of(argument: Any) -> str:
    if isinstance(argument, Value):
        return _RESULT_CODE
    value = argument.tolist() if isinstance(argument, np.ndarray | np.generic) else argument
    return _CODES.get(type(value), _OTHER_CODE)


def _check_name(name: str) -> None:
    if not isinstance(name, str):
        raise TypeError(f"the name of an operation is a str, not {type(name).__name__}")
    if not name:
        raise ValueError("an operation needs a name")
    if name.startswith("<"):
        reason = "there are `input`, `parameter`, `state`, `constant` and `output` for system operations"
        raise ValueError(f"{name!r} is the name of a system operation: {reason}")


def _check_signature(codes: str, count: int, *, has_constants: bool) -> None:
    if len(codes) != count or not SIGNATURE_CODES.issuperset(codes):
        known = "".join(sorted(SIGNATURE_CODES))
        raise ValueError(f"the signature {codes!r} does not have one of {known} for each of {count} arguments")
    if has_constants and not CONSTANT_CODES.intersection(codes):
        raise ValueError(f"the signature {codes!r} has no code of a constant, but there are constants")
