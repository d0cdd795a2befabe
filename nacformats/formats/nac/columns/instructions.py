"""The instructions of a NAC file as columns (NAC v1.6, sections 3 and 7; section TRNG of v1.7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.nac import instruction
from nacformats._generated.tables.nac import SCHEMA
from nacformats.codec.columns import Columns
from nacformats.errors import FormatError, InvalidError
from nacformats.formats.nac.tables import (
    CONSTANT_CODES,
    FIRST_REGULAR,
    FORMAT_NAME,
    VERSION_BYTES,
    FixedOperation,
    InputSource,
    InstructionLayout,
    OutputKind,
)
from nacformats.formats.records import VERSIONS
from nacformats.formats.records.rows import Arrays, drafted, largest, list_of_record
from nacformats.formats.stored import Offsets, Rows
from nacformats.plain import Plain, PlainValue, detail

Mask = npt.NDArray[np.bool_]

#: The version byte of v1.6, in which INPUT and OUTPUT have fewer variants.
FIRST_BYTE = VERSION_BYTES[VERSIONS[0]]
#: Operations that take an element of a value and may be without signature since v1.7, and the arguments that they are.
ELEMENT_OPERATIONS = {
    "getitem": "lookups_id_getitem",
    "operator.getitem": "lookups_id_operator_getitem",
    "aten.select.int": "lookups_id_select",
}
#: Every signature id that B can hold, 0 included: tables by B have an entry for each.
SIGNATURE_IDS = range(largest(instruction, "b") + 1)
#: The most codes of a signature.
LONGEST_SIGNATURE = next(
    each.high for each in instruction.arguments if each.name == "lookups_signature_table_num_arguments"
)
#: What is wrong with the instructions that `unsigned` gives.
NO_SIGNATURE = "`perm` has no such signature"

_SOURCES_WITH_ID = (InputSource.parameter, InputSource.state, InputSource.constant)
_SOURCES_OF_TRAINING = (InputSource.saved, InputSource.target)
_SYSTEMS_WITH_C = (FixedOperation.output, FixedOperation.control_flow, FixedOperation.convergence)


class Lengths(Plain):
    """The arguments of instructions from other sections and from the header.

    Attributes:
        signatures: those of `perm`, by id.
        num_outputs: that of the header.
        version: the version byte of the header.
        names: numbers and names of `cmap`, in the order of the file; they matter to no length in v1.6.
    """

    signatures: Mapping[int, str]
    num_outputs: int
    version: int = FIRST_BYTE
    names: Sequence[tuple[int, str]] = ()

    @cached_property
    def arguments(self) -> dict[str, Any]:
        """The same, as the codec of instructions takes it; B = 0 means no signature (section 3.3.3)."""
        codes = [""] * len(SIGNATURE_IDS)
        for number in self.signatures:
            if number in SIGNATURE_IDS and number:
                codes[number] = self.signatures[number][:LONGEST_SIGNATURE]
        return {
            "lookups_signature_table_num_arguments": np.array(list(map(len, codes)), np.int64),
            "lookups_signature_table_has_constants": np.array([not CONSTANT_CODES.isdisjoint(each) for each in codes]),
            **self._elements_by_name,
            "num_outputs": self.num_outputs,
            "version": self.version,
        }

    @cached_property
    def _elements_by_name(self) -> dict[str, int]:
        """The numbers of the operations that take an element of a value, and may be without a signature."""
        numbers = dict.fromkeys(ELEMENT_OPERATIONS, -1)
        if self.version != FIRST_BYTE:
            numbers |= {name: number for number, name in self.names if name in numbers}
        return {argument: numbers[name] for name, argument in ELEMENT_OPERATIONS.items()}

    def with_c(self, a: npt.NDArray[np.uint8], b: npt.NDArray[np.uint8]) -> Mask:
        """Return which instructions have a C (sections 3.4 and 7)."""
        regular: Mask = self.arguments["lookups_signature_table_has_constants"][b]
        system = np.isin(a, _SYSTEMS_WITH_C) | ((a == FixedOperation.input) & np.isin(b, _SOURCES_WITH_ID))
        if self.version != FIRST_BYTE:
            system |= (a == FixedOperation.input) & np.isin(b, _SOURCES_OF_TRAINING)
            system &= ~((a == FixedOperation.output) & (b == OutputKind.finish))
            regular = regular | self._elements(a, b)
        return np.where(a < FIRST_REGULAR, system, regular)

    def unsigned(self, a: npt.NDArray[np.uint8], b: npt.NDArray[np.uint8]) -> Mask:
        """Return the regular operations whose signature `perm` does not have; what follows them may be misread."""
        known = np.array([number == 0 or number in self.signatures for number in SIGNATURE_IDS])
        found: Mask = (a >= FIRST_REGULAR) & ~known[b]
        return found if self.version == FIRST_BYTE else found & ~self._elements(a, b)

    def _elements(self, a: npt.NDArray[np.uint8], b: npt.NDArray[np.uint8]) -> Mask:
        """Return the operations without a signature that take an element of a value."""
        numbers = list(self._elements_by_name.values())
        found: Mask = np.isin(a.astype(np.int64), numbers) & (
            self.arguments["lookups_signature_table_num_arguments"][b] == 0
        )
        return found & (a >= FIRST_REGULAR)


#: The sections that hold instructions: the program, and the one that computes gradients.
OPS, TRNG = "ops", "trng"

#: There can be many words, and nothing that is said of one needs more than 32 bits.
_Indices = npt.NDArray[np.int32]
# So many instructions are looked at together where numbers of 64 bits are made of them.
_BLOCK = 1 << 14

# C and D of an instruction are its fields in the order of the schema; these are the first ones of D (sections 3.5, 7).
_FIRST_OF_D = frozenset({"distances", "distance", "gradient", "predicate", "block_end"})

# A word of C or D.
WORD = next(np.dtype(column.dtype).newbyteorder("<") for column in instruction.columns if column.key == "fields.id")
# The columns of instructions, without the counts of lists.
COLUMNS = frozenset(column.key for column in instruction.columns)


def _split(names: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    stop = next((place for place, name in enumerate(names) if name in _FIRST_OF_D), len(names))
    return names[:stop], names[stop:]


# Fields of C and of D by layout.
_LAYOUTS = SCHEMA.cases(instruction.parser, "fields")
C_AND_D = {layout: _split([each.id for each in kind.fields]) for layout, kind in _LAYOUTS.items()}
# The layouts of the OUTPUTs that only files of version byte 2 have.
OUTPUT_LAYOUTS = {OutputKind.update: InstructionLayout.update, OutputKind.finish: InstructionLayout.finish}


def layout_of(a: int, b: int, version: int, *, is_element: bool) -> int:
    """Return the layout of C and D of an instruction; is_element: whether a regular one has C and no signature."""
    if version != FIRST_BYTE and a == FixedOperation.output and b in OUTPUT_LAYOUTS:
        return OUTPUT_LAYOUTS[OutputKind(b)]
    if version != FIRST_BYTE and a >= FIRST_REGULAR and is_element:
        return InstructionLayout.element
    return min(a, FIRST_REGULAR)


class Fields(PlainValue):
    """The words of one instruction.

    Attributes:
        a, b: its operation, and its signature or variant.
        c: as in the file, with its prefix, and empty when there is no C.
        d: as in the file.
        is_element: whether it takes an element of a value and has no signature (NAC v1.7); with B = 0, C tells.
    """

    a: int
    b: int
    c: tuple[int, ...] = ()
    d: tuple[int, ...] = ()
    is_element: bool = detail(default=False, compare=False)

    @property
    def raw(self) -> bytes:
        """The bytes of the instruction, whether or not the rest of its file agrees with it."""
        return bytes((self.a, self.b)) + np.array((*self.c, *self.d), WORD).tobytes()


class Words(PlainValue):
    """Some words of C and D, in the order of the file.

    Attributes:
        fields: names of fields in the schema.
        kinds: which of them each word belongs to, shape (N,).
        owners: index of its instruction, shape (N,).
        places: index in a list; -1 for a word that is a field of its own; shape (N,).
        values: what it holds, shape (N,).
        section: that the instructions are in.
    """

    fields: tuple[str, ...]
    kinds: npt.NDArray[np.uint8]
    owners: _Indices
    places: _Indices
    values: _Indices
    section: str = OPS

    def __len__(self) -> int:
        return len(self.values)

    def where(self, mask: Mask) -> Words:
        """Return those for which a mask of shape (N,) holds."""
        kinds, owners, places, values = self.kinds[mask], self.owners[mask], self.places[mask], self.values[mask]
        return Words(self.fields, kinds, owners, places, values, self.section)

    def path(self, index: int) -> str:
        """Return the path of one word in the file."""
        name, place = self.fields[self.kinds[index]], int(self.places[index])
        field = f"fields.{name}" if place < 0 else f"fields.{name}[{place}]"
        return instruction_path(int(self.owners[index]), field, self.section)


def instruction_path(index: int, field: str = "", section: str = OPS) -> str:
    """Return the path of an instruction, or of a field of it, in the file."""
    return f"{section}.instructions[{index}].{field}".rstrip(".")


class Operations(Rows[Fields]):
    """N instructions as columns; as a sequence, the words of each.

    Attributes:
        columns: the fields of instructions by their paths in the schema: one number for each instruction, 0 where it
            has no such field; for a list, the elements of all instructions, and under "path[]" where each list starts.
        has_c: which of the instructions have a C, shape (N,).
        locate: path of a field -> its byte offset in the file that they were read from.
        version: the version byte of their file: in 1, INPUT and OUTPUT have fewer variants.
        section: that they are in, "ops" or "trng".
    """

    def __init__(
        self,
        columns: Arrays,
        has_c: Mask,
        locate: Callable[[str], int | None] = lambda _: None,
        *,
        version: int = FIRST_BYTE,
        section: str = OPS,
    ) -> None:
        self.columns = columns
        self.has_c = has_c
        self.locate = locate
        self.version = version
        self.section = section

    @classmethod
    def of(cls, columns: Columns, lengths: Lengths, locate: Callable[[str], int | None], section: str) -> Operations:
        """Return the instructions of a file."""
        has_c = lengths.with_c(columns["a"], columns["b"])
        return cls(columns, has_c, locate, version=lengths.version, section=section)

    @classmethod
    def empty(cls, section: str = OPS) -> Operations:
        """Return a program without instructions."""
        return cls(drafted(instruction, (), ""), np.zeros(0, np.bool_), section=section)

    @property
    def a(self) -> npt.NDArray[np.uint8]:
        """The operation of each instruction, uint8, shape (N,)."""
        return self.columns["a"]

    @property
    def b(self) -> npt.NDArray[np.uint8]:
        """The signature of each, or its variant, uint8, shape (N,)."""
        return self.columns["b"]

    def __len__(self) -> int:
        return len(self.a)

    def row(self, index: int) -> Fields:
        a, b = int(self.a[index]), int(self.b[index])
        start, stop = self.rows_of("distances")[index : index + 2].tolist()
        layout = layout_of(a, b, self.version, is_element=bool(self.has_c[index]) and start == stop)
        of_c, of_d = C_AND_D.get(layout, ((), ()))
        c = self._words(of_c, index) if self.has_c[index] else ()
        return Fields(a, b, c, self._words(of_d, index), layout == InstructionLayout.element)

    def _words(self, names: Sequence[str], index: int) -> tuple[int, ...]:
        """Return the words of some fields of an instruction. The count of a list is not a column: it follows from the
        list.
        """
        words: list[int] = []
        for place, name in enumerate(names):
            if f"fields.{name}[]" in COLUMNS:
                words += list_of_record(self.columns, f"fields.{name}", index)
            elif f"fields.{name}" in COLUMNS:
                words.append(int(self.field(name)[index]))
            else:
                words.append(int(np.diff(self.rows_of(names[place + 1])[index : index + 2])[0]))
        return tuple(words)

    def field(self, name: str) -> npt.NDArray[np.int16]:
        """Return a field of C or D: one number for each instruction, or the elements of a list."""
        return self.columns[f"fields.{name}"]

    def rows_of(self, name: str) -> Offsets:
        """Return where the elements of a list start for each instruction, and last where they end, shape (N + 1,)."""
        return self.columns[f"fields.{name}[]"]

    def kind(self, kind: OutputKind) -> Mask:
        """Return the OUTPUTs of a kind that only files of version byte 2 have, shape (N,)."""
        if self.version == FIRST_BYTE:
            return np.zeros(len(self), np.bool_)
        found: Mask = (self.a == FixedOperation.output) & (self.b == kind)
        return found

    @property
    def elements(self) -> Mask:
        """The operations that take an element of a value and have no signature (NAC v1.7), shape (N,)."""
        if self.version == FIRST_BYTE:
            return np.zeros(len(self), np.bool_)
        found: Mask = (self.a >= FIRST_REGULAR) & self.has_c & (np.diff(self.rows_of("distances")) == 0)
        return found

    def listed(self, name: str) -> Words:
        """Return all elements of a list."""
        values = self.field(name).astype(np.int32)
        owners, places = np.empty_like(values), np.empty_like(values)
        for start in range(0, len(self), _BLOCK):
            bounds = self.rows_of(name)[start : start + _BLOCK + 1]
            block, counts = slice(bounds[0], bounds[-1]), np.diff(bounds)
            owners[block] = np.repeat(np.arange(start, start + len(counts)), counts)
            places[block] = np.arange(bounds[0], bounds[-1]) - np.repeat(bounds[:-1], counts)
        return Words((name,), np.zeros(len(owners), np.uint8), owners, places, values, self.section)

    def single(self, name: str, of: Mask) -> Words:
        """Return a field that is not a list, of the instructions for which a mask holds."""
        owners = np.flatnonzero(of).astype(np.int32)
        values = self.field(name)[owners].astype(np.int32)
        places = np.full(len(owners), -1, np.int32)
        return Words((name,), np.zeros(len(owners), np.uint8), owners, places, values, self.section)

    def offset_of(self, index: int) -> int | None:
        """Return the byte offset of one instruction in the file that it was read from."""
        return int(self.columns.starts[index]) if isinstance(self.columns, Columns) else None


def write_operations(operations: Operations, lengths: Lengths) -> bytes:
    """Return the bytes of the instructions.

    Raises:
        FormatError: a reader of the file would give C or D of an instruction another length.
    """
    section = operations.section
    wrong = operations.has_c != lengths.with_c(operations.a, operations.b)
    if wrong.any():
        raise _misfit(instruction_path(int(np.argmax(wrong)), section=section))
    try:
        written: bytes = instruction.write(operations.columns, path=f"{section}.instructions", **lengths.arguments)
    except InvalidError as error:
        raise _misfit(error.path) from None
    return written


def _misfit(path: str | None) -> FormatError:
    reason = "C or D does not have the length that the operation and its signature give"
    return InvalidError(reason, format=FORMAT_NAME, path=path)


def wrong_outputs(operations: Operations, num_outputs: int) -> Mask:
    """Return the OUTPUTs whose prefix is neither the number of outputs in the header nor one more."""
    prefixes = operations.field("prefix")
    found: Mask = (operations.a == FixedOperation.output) & (prefixes != num_outputs) & (prefixes != num_outputs + 1)
    if operations.version != FIRST_BYTE:
        found &= ~np.isin(operations.b, list(OUTPUT_LAYOUTS))
    return found


def output_rule(num_outputs: int) -> tuple[str, str]:
    """Return the reason and expectation for an OUTPUT whose prefix does not fit the header."""
    reason = f"the number of outputs differs from the header, which has num_outputs = {num_outputs}"
    return reason, f"{num_outputs} (or {num_outputs + 1}, counting the prefix)"


def references(operations: Operations, distances: Words | None = None) -> Words:
    """Return the words that are distances to the instruction whose result is taken (sections 3.5.2 and 7)."""
    a, distances = operations.a, distances or operations.listed("distances")
    taken = distances.where((distances.values != 0) | (a == FixedOperation.output)[distances.owners])
    predicates = operations.single("predicate", a == FixedOperation.control_flow)
    inputs = operations.single("input", a == FixedOperation.convergence)
    found = merged(taken, predicates, inputs) if len(predicates) or len(inputs) else taken
    if operations.version == FIRST_BYTE:
        return found
    updates, elements = operations.kind(OutputKind.update), operations.single("distance", operations.elements)
    return merged(found, elements, operations.single("gradient", updates), operations.single("rate", updates))


def merged(*parts: Words) -> Words:
    """Return the words of several fields together; those of one instruction stay in the order of the parts."""
    counts = [len(part.fields) for part in parts]
    kinds = [part.kinds + np.uint8(sum(counts[:number])) for number, part in enumerate(parts)]
    owners = np.concatenate([part.owners for part in parts])
    order = np.argsort(owners, kind="stable")
    return Words(
        tuple(name for part in parts for name in part.fields),
        np.concatenate(kinds)[order],
        owners[order],
        np.concatenate([part.places for part in parts])[order],
        np.concatenate([part.values for part in parts])[order],
        parts[0].section,
    )
