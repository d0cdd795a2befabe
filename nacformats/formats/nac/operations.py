"""The instructions of a NAC file as columns (NAC v1.6, sections 3 and 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.nac import instruction
from nacformats._generated.frames.nac import ARMS
from nacformats.codec.columns import Columns
from nacformats.errors import FormatError, InvalidError
from nacformats.formats.nac.rows import Arrays, Draft, Offsets, Rows, largest, record_at
from nacformats.formats.nac.tables import (
    CONSTANT_CODES,
    FIRST_REGULAR,
    FORMAT_NAME,
    InputSource,
    Operation,
)

#: What is wrong with the instructions that `unsigned` gives.
NO_SIGNATURE = "`perm` has no such signature"

Mask = npt.NDArray[np.bool_]
#: There can be many words, and nothing that is said of one needs more than 32 bits.
Indices = npt.NDArray[np.int32]

_SOURCES_WITH_ID = (InputSource.parameter, InputSource.state, InputSource.constant)
_SYSTEMS_WITH_C = (Operation.output, Operation.control_flow, Operation.convergence)
# Every signature id that B can hold, 0 included: tables by B have an entry for each.
_SIGNATURE_IDS = range(largest(instruction, "b") + 1)
#: The most codes of a signature.
LONGEST_SIGNATURE = next(each.high for each in instruction.arguments if each.name == "signature_table_num_codes")
#: Operations that take an element of a value and may be without signature since v1.7, and the arguments that they are.
ELEMENT_OPERATIONS = {
    "getitem": "id_getitem",
    "operator.getitem": "id_operator_getitem",
    "aten.select.int": "id_select",
}
# C and D of an instruction are its fields in the order of the schema; these are the first ones of D (sections 3.5, 7).
_FIRST_OF_D = frozenset({"distances", "predicate", "block_end"})


# The columns of instructions, without the counts of lists.
_COLUMNS = frozenset(column.key for column in instruction.columns)


def _split(names: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    stop = next((place for place, name in enumerate(names) if name in _FIRST_OF_D), len(names))
    return names[:stop], names[stop:]


# Fields of C and of D by operation; regular operations share those of the first.
_C_AND_D = {kind: _split(names) for kind, names in ARMS["instruction.fields"].items()}


@dataclass(frozen=True)
class Fields:
    """The words of one instruction; c is as in the file, with its prefix, and empty when there is no C."""

    a: int
    b: int
    c: tuple[int, ...] = ()
    d: tuple[int, ...] = ()


@dataclass(frozen=True)
class Words:
    """Some words of C and D, in the order of the file.

    Attributes:
        fields: names of fields in the schema.
        kinds: which of them each word belongs to, shape (N,).
        owners: index of its instruction, shape (N,).
        places: index in a list; -1 for a word that is a field of its own; shape (N,).
        values: what it holds, shape (N,).
    """

    fields: tuple[str, ...]
    kinds: npt.NDArray[np.uint8]
    owners: Indices
    places: Indices
    values: Indices

    def __len__(self) -> int:
        return len(self.values)

    def where(self, mask: Mask) -> Words:
        """Those for which a mask of shape (N,) holds."""
        return Words(self.fields, self.kinds[mask], self.owners[mask], self.places[mask], self.values[mask])

    def path(self, index: int) -> str:
        """The path of one word in the file."""
        name, place = self.fields[self.kinds[index]], int(self.places[index])
        return path_of(int(self.owners[index]), f"fields.{name}" if place < 0 else f"fields.{name}[{place}]")


def merged(*parts: Words) -> Words:
    """The words of several fields together; those of one instruction stay in the order of the parts."""
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
    )


def path_of(index: int, field: str = "") -> str:
    """The path of an instruction, or of a field of it, in the file."""
    return f"ops.instructions[{index}].{field}".rstrip(".")


class Operations(Rows[Fields]):
    """N instructions as columns; as a sequence, the words of each.

    Attributes:
        columns: the fields of instructions by their paths in the schema: one number for each instruction, 0 where it
            has no such field; for a list, the elements of all instructions, and under "path[]" where each list starts.
        has_c: which of the instructions have a C, shape (N,).
        locate: path of a field -> its byte offset in the file that they were read from.
    """

    def __init__(self, columns: Arrays, has_c: Mask, locate: Callable[[str], int | None] = lambda _: None) -> None:
        self.columns = columns
        self.has_c = has_c
        self.locate = locate

    @property
    def a(self) -> npt.NDArray[np.uint8]:
        """The operation of each instruction, uint8, shape (N,)."""
        return self.columns["a"]

    @property
    def b(self) -> npt.NDArray[np.uint8]:
        """Its signature, or variant, uint8, shape (N,)."""
        return self.columns["b"]

    def __len__(self) -> int:
        return len(self.a)

    def row(self, index: int) -> Fields:
        a = int(self.a[index])
        of_c, of_d = _C_AND_D.get(min(a, FIRST_REGULAR), ((), ()))
        c = self._words(of_c, index) if self.has_c[index] else ()
        return Fields(a, int(self.b[index]), c, self._words(of_d, index))

    def _words(self, names: Sequence[str], index: int) -> tuple[int, ...]:
        """The words of some fields of an instruction. The count of a list is not a column: it follows from the list."""
        words: list[int] = []
        for place, name in enumerate(names):
            if f"fields.{name}[]" in _COLUMNS:
                start, stop = self.rows_of(name)[index : index + 2].tolist()
                words += self.field(name)[start:stop].tolist()
            elif f"fields.{name}" in _COLUMNS:
                words.append(int(self.field(name)[index]))
            else:
                words.append(int(np.diff(self.rows_of(names[place + 1])[index : index + 2])[0]))
        return tuple(words)

    def field(self, name: str) -> npt.NDArray[np.int16]:
        """A field of C or D: one number for each instruction, or the elements of a list."""
        return self.columns[f"fields.{name}"]

    def rows_of(self, name: str) -> Offsets:
        """Where the elements of a list start for each instruction, and last where they end, shape (N + 1,)."""
        return self.columns[f"fields.{name}[]"]

    def listed(self, name: str) -> Words:
        """All elements of a list."""
        offsets = self.rows_of(name).astype(np.int32)
        owners = np.repeat(np.arange(len(self), dtype=np.int32), np.diff(offsets))
        places = np.arange(len(owners), dtype=np.int32)
        places -= offsets[owners]
        return Words((name,), np.zeros(len(owners), np.uint8), owners, places, self.field(name).astype(np.int32))

    def single(self, name: str, of: Mask) -> Words:
        """A field that is not a list, of the instructions for which a mask holds."""
        owners = np.flatnonzero(of).astype(np.int32)
        values = self.field(name)[owners].astype(np.int32)
        places = np.full(len(owners), -1, np.int32)
        return Words((name,), np.zeros(len(owners), np.uint8), owners, places, values)

    def raw(self, index: int) -> bytes:
        """The bytes of one instruction, whether or not the rest of the file agrees with it."""
        count = len(self[index].d)
        itself: dict[str, Any] = instruction_arguments({}, count) | {
            "signature_table_num_codes": np.full(len(_SIGNATURE_IDS), count),
            "signature_table_has_constants": np.full(len(_SIGNATURE_IDS), self.has_c[index]),
        }
        written: bytes = instruction.write(record_at(self.columns, instruction, index), **itself)
        return written

    def offset_of(self, index: int) -> int | None:
        """Byte offset of one instruction in the file that it was read from."""
        return int(self.columns.starts[index]) if isinstance(self.columns, Columns) else None


class OperationsDraft:
    """Instructions that come one by one."""

    def __init__(self) -> None:
        self._draft = Draft(instruction, "ops.instructions[{}]")
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

    def build(self) -> Operations:
        """The instructions. LimitError when a number does not fit its field."""
        return Operations(self._draft.columns(), np.array(self._has_c, np.bool_))


def make_operations(rows: Iterable[Fields]) -> Operations:
    """Instructions from the words of each.

    Raises:
        LimitError: a number does not fit its field.
        ValueError: an operation has no such C or D.
    """
    draft = OperationsDraft()
    for index, row in enumerate(rows):
        of_c, of_d = _C_AND_D.get(min(row.a, FIRST_REGULAR), ((), ()))
        fields = _named(of_c, row.c, index) if row.c else {}
        draft.append(row.a, row.b, has_c=bool(row.c), **fields, **_named(of_d, row.d, index))
    return draft.build()


def _named(names: Sequence[str], words: Sequence[int], index: int) -> dict[str, int | Sequence[int]]:
    """Words by the fields that they are."""
    found: dict[str, int | Sequence[int]] = {}
    rest = tuple(words)
    for place, name in enumerate(names):
        if f"fields.{name}[]" in _COLUMNS:
            found[name], rest = rest, ()
            continue
        if not rest or (f"fields.{name}" not in _COLUMNS and rest[0] != len(words) - place - 1):
            break
        if f"fields.{name}" in _COLUMNS:
            found[name] = rest[0]
        rest = rest[1:]
    else:
        if not rest:
            return found
    raise ValueError(f"instruction {index}: {list(words)} are not words of {', '.join(names) or 'its operation'}")


def raws(operations: Operations, signatures: Mapping[int, str], num_outputs: int) -> Iterator[bytes]:
    """The bytes of each instruction: of all at once where they agree with the rest of the file, which is faster."""
    try:
        written, stops = encoded(operations, signatures, num_outputs)
    except FormatError:
        yield from map(operations.raw, range(len(operations)))
        return
    start = 0
    for stop in stops.tolist():
        yield written[start:stop]
        start = stop


def encoded(operations: Operations, signatures: Mapping[int, str], num_outputs: int) -> tuple[bytes, Offsets]:
    """The bytes of all instructions, and where each ends, shape (N,). Raises: as write_operations."""
    arguments = instruction_arguments(signatures, num_outputs)
    written = write_operations(operations, signatures, num_outputs)
    return written, np.cumsum(instruction.sizes(operations.columns, **arguments))


def instruction_arguments(
    signatures: Mapping[int, str], num_outputs: int, version: int = 1, names: Mapping[int, str] | None = None
) -> dict[str, Any]:
    """What instructions take from other sections and from the header.

    Args:
        signatures: those of `perm`.
        num_outputs: that of the header.
        version: the version byte.
        names: those of `cmap`; only in version 2 does it matter which they are.
    """
    numbers = dict.fromkeys(ELEMENT_OPERATIONS, -1)
    if version != 1:
        numbers |= {name: number for number, name in (names or {}).items() if name in numbers}
    elements = {argument: numbers[name] for name, argument in ELEMENT_OPERATIONS.items()}
    return {**signature_table(signatures), **elements, "num_outputs": num_outputs, "version": version}


def signature_table(signatures: Mapping[int, str]) -> dict[str, npt.NDArray[Any]]:
    """What instructions take from `perm`, by signature id; B = 0 means no signature (section 3.3.3)."""
    codes = [""] * len(_SIGNATURE_IDS)
    for number in signatures:
        if number in _SIGNATURE_IDS and number:
            codes[number] = signatures[number][:LONGEST_SIGNATURE]
    return {
        "signature_table_num_codes": np.array(list(map(len, codes)), np.int64),
        "signature_table_has_constants": np.array([not CONSTANT_CODES.isdisjoint(each) for each in codes]),
    }


def with_c(a: npt.NDArray[np.uint8], b: npt.NDArray[np.uint8], signatures: Mapping[int, str]) -> Mask:
    """Which instructions have a C (sections 3.4 and 7)."""
    regular: Mask = signature_table(signatures)["signature_table_has_constants"][b]
    system = np.isin(a, _SYSTEMS_WITH_C) | ((a == Operation.input) & np.isin(b, _SOURCES_WITH_ID))
    return np.where(a < FIRST_REGULAR, system, regular)


def write_operations(operations: Operations, signatures: Mapping[int, str], num_outputs: int) -> bytes:
    """The bytes of the instructions.

    Raises:
        FormatError: a reader of the file would give C or D of an instruction another length.
    """
    wrong = operations.has_c != with_c(operations.a, operations.b, signatures)
    if wrong.any():
        raise _misfit(path_of(int(np.argmax(wrong))))
    arguments = instruction_arguments(signatures, num_outputs)
    try:
        written: bytes = instruction.write(operations.columns, path="ops.instructions", **arguments)
    except InvalidError as error:
        raise _misfit(error.path) from None
    return written


def _misfit(path: str | None) -> FormatError:
    reason = "C or D does not have the length that the operation and its signature give"
    return InvalidError(reason, format=FORMAT_NAME, path=path)


def references(operations: Operations) -> Words:
    """The words that are distances to the instruction whose result is taken (sections 3.5.2 and 7)."""
    a, distances = operations.a, operations.listed("distances")
    taken = distances.where((distances.values != 0) | (a == Operation.output)[distances.owners])
    predicates = operations.single("predicate", a == Operation.control_flow)
    inputs = operations.single("input", a == Operation.convergence)
    return merged(taken, predicates, inputs) if len(predicates) or len(inputs) else taken


def unsigned(operations: Operations, signatures: Mapping[int, str]) -> Mask:
    """The regular operations whose signature `perm` does not have; what follows them may be misread."""
    known = np.array([number == 0 or number in signatures for number in _SIGNATURE_IDS])
    found: Mask = (operations.a >= FIRST_REGULAR) & ~known[operations.b]
    return found


def wrong_outputs(operations: Operations, num_outputs: int) -> Mask:
    """The OUTPUTs whose prefix is neither the number of outputs in the header nor one more."""
    prefixes = operations.field("prefix")
    found: Mask = (operations.a == Operation.output) & (prefixes != num_outputs) & (prefixes != num_outputs + 1)
    return found


def output_rule(num_outputs: int) -> tuple[str, str]:
    """Reason and expectation for an OUTPUT whose prefix does not fit the header."""
    reason = f"the number of outputs differs from the header, which has num_outputs = {num_outputs}"
    return reason, f"{num_outputs} (or {num_outputs + 1}, counting the prefix)"
