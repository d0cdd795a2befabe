"""Comparison of the programs of two NAC files, instruction by instruction; inserted ones are set aside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats._generated.columns.nac import instruction
from nacformats.commands.diffing.alignment import PlaceArray, aligned_places
from nacformats.commands.diffing.core import Difference, comparison_key
from nacformats.errors import FormatError
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.check.schedule import Numbers
from nacformats.formats.nac.columns.instructions import OPS, encoded
from nacformats.formats.nac.file.contents import program_of
from nacformats.formats.nac.file.disassembly import line_of, shown_instructions
from nacformats.formats.nac.tables import FIRST_REGULAR, FixedOperation, InputSource, OutputKind
from nacformats.formats.records.rows import Arrays, Rows, unequal

_Mask = npt.NDArray[np.bool_]
#: How many numbers a byte of an instruction can hold, and a word of it.
_BYTES, _IDS = 1 << 8, 1 << 16
#: Bits of a token of what an instruction loads, and of its signature, in its key.
_LOADED_BITS, _SIGNATURE_BITS = 24, 20


def compare_programs(path: str, one: NacFile, other: NacFile, section: str = OPS) -> Iterator[Difference]:
    """The instructions that differ, in order. Results, constants and names are compared, not the numbers they have.

    section: that they are in, "ops" or "trng".
    """
    tokens = _Tokens()
    first, second = _Program(one, tokens, section), _Program(other, tokens, section)
    partners = aligned_places(first.keys, second.keys)
    changed = _changed(first, second, partners)
    next_place = 0
    for place, partner in enumerate(partners.tolist()):
        if partner < 0:
            yield Difference(f"{path}[{place}]", first[place], None, "first")
            continue
        for inserted in range(next_place, partner):
            yield Difference(f"{path}[{inserted}]", None, second[inserted], "second")
        next_place = partner + 1
        if changed[place]:
            yield from _change(path, first, second, place, partner)
    for inserted in range(next_place, len(second)):
        yield Difference(f"{path}[{inserted}]", None, second[inserted], "second")


def _change(path: str, first: _Program, second: _Program, place: int, partner: int) -> Iterator[Difference]:
    texts = first[place], second[partner]
    if texts[0] == texts[1]:  # what a line leaves out is in the bytes
        texts = first.with_bytes(place), second.with_bytes(partner)
    if texts[0] != texts[1]:
        yield Difference(f"{path}[{place}]" if place == partner else f"{path}[{place} -> {partner}]", *texts)


class _Tokens:
    """A number for each thing that instructions refer to; the same for equal things of both programs."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str | bytes], int] = {}

    def of(self, kind: str, thing: object) -> int:
        return self._numbers.setdefault((kind, comparison_key(thing)), len(self._numbers) + 1)


class _Program(Rows[str]):
    """The instructions of a NAC file, each as text when it is requested.

    Attributes:
        keys: by which instructions of two programs are aligned: operation, signature and parameter; shape (N,).
        signed, loaded: tokens of their signatures, or variants, and of what INPUTs load and are called; shape (N,).
        constants: tokens by id.
    """

    def __init__(self, nac: NacFile, tokens: _Tokens, section: str) -> None:
        self.operations = ops = program_of(nac, section)
        self.names = names = (nac.instructions if section == OPS else nac.training).names
        self._shown = shown_instructions(nac, section)
        self._lengths = nac.lengths
        is_input, ids = ops.a == FixedOperation.input, ops.field("id").view(np.uint16)
        self.constants = _table(names.constants, _IDS, lambda value: tokens.of("constant", value))
        parameters = _table(names.parameters, _IDS, lambda name: tokens.of("parameter", name))
        signatures = _table(names.signatures, _BYTES, lambda codes: tokens.of("signature", codes))
        operations = np.array([tokens.of("operation", names.operation(a) or a) for a in range(_BYTES)])
        self.loaded = np.where(is_input, ids.astype(np.int64), 0)
        for source, table in ((InputSource.parameter, parameters), (InputSource.constant, self.constants)):
            chosen = is_input & (ops.b == source)
            self.loaded[chosen] = table[ids[chosen]]
        updates = ops.kind(OutputKind.update)
        self.loaded[updates] = parameters[ids[updates]]
        signed = np.where((ops.a >= FIRST_REGULAR) & (ops.b > 0), signatures[ops.b], -1 - ops.b.astype(np.int64))
        aligned_by = np.where(is_input & (ops.b == InputSource.constant), 0, self.loaded)
        for index, name in names.inputs.items():
            if index < len(ops) and is_input[index]:
                self.loaded[index] += tokens.of("input", name) << _LOADED_BITS
        self.signed = signed
        self.keys: PlaceArray = (operations[ops.a] << _SIGNATURE_BITS) + signed
        self.keys = (self.keys << _LOADED_BITS) + aligned_by

    def __len__(self) -> int:
        return len(self.operations)

    def row(self, index: int) -> str:
        line = line_of(self._shown[index], b"")
        operands = filter(None, (*line.operands, line.comment))
        return f"{line.name} {', '.join(operands)}".rstrip()

    def with_bytes(self, index: int) -> str:
        """Return an instruction as text, and its bytes."""
        return f"{self[index]}  ({self._raw(index).hex(' ')})"

    def _raw(self, index: int) -> bytes:
        if self._encoded is None:
            return self.operations.raw(index)
        written, stops = self._encoded
        return written[stops[index - 1] if index else 0 : stops[index]]

    @cached_property
    def _encoded(self) -> tuple[bytes, npt.NDArray[np.int64]] | None:
        """The bytes of all, and where each ends; None where they do not agree with the rest of the file."""
        try:
            return encoded(self.operations, self._lengths)
        except FormatError:
            return None


def _table(entries: Mapping[int, Any], size: int, token: Callable[[Any], int]) -> PlaceArray:
    """Return a token for each id below a size: that of its entry or, where there is none, one that no other id has."""
    found = -1 - np.arange(size)
    for number in entries:
        if 0 <= number < size:
            found[number] = token(entries[number])
    return found


def _changed(first: _Program, second: _Program, partners: PlaceArray) -> _Mask:
    """Return which instructions of the first program differ from their partners."""
    places = np.flatnonzero(partners >= 0)
    others = partners[places]
    to_first = np.full(len(second), -1)
    to_first[others] = places
    one = _comparable(first, np.arange(len(first)), np.where(partners >= 0, 0, 1), places)
    other = _comparable(second, to_first, np.where(to_first >= 0, 0, 2), others)
    found = np.zeros(len(first), np.bool_)
    found[places] = first.keys[places] != second.keys[others]
    found[places] |= first.operations.has_c[places] != second.operations.has_c[others]
    found[places] |= unequal(one, other, instruction, len(places))
    return found


def _comparable(program: _Program, names: PlaceArray, side: PlaceArray, rows: PlaceArray) -> Arrays:
    """Return the columns of some instructions, with what can be compared across programs in place of ids and distances.

    names: what each result is called; side: 0 where the other program has it as well, else 1 or 2.
    """
    ops = program.operations
    columns = {column.key: ops.columns[column.key] for column in instruction.columns}
    columns |= {"a": np.zeros(len(ops), np.uint8), "b": np.zeros(len(ops), np.uint8), "fields.id": program.loaded}
    columns["fields.constants"] = program.constants[ops.field("constants").view(np.uint16)]
    distances = ops.listed("distances")
    columns["fields.distances"] = _called(len(ops), distances.owners, distances.values, names, side)
    updates = ops.kind(OutputKind.update)
    for name, of in (("gradient", updates), ("rate", updates), ("distance", ops.elements)):
        words = ops.single(name, of)
        columns[f"fields.{name}"] = np.zeros(len(ops), np.int64)
        columns[f"fields.{name}"][words.owners] = _called(len(ops), words.owners, words.values, names, side)
    return columns if len(rows) == len(ops) else _taken(columns, rows)


def _called(count: int, owners: Numbers, values: Numbers, names: PlaceArray, side: PlaceArray) -> PlaceArray:
    """Return what the results are called that are at some distances from instructions."""
    targets = owners + values.astype(np.int64)
    inside = (targets >= 0) & (targets < count) & (values != 0)
    shown_targets = np.where(inside, targets, 0)
    called = np.where(side[shown_targets] > 0, targets, names[shown_targets]) * 3 + side[shown_targets]
    return np.where(inside, called, -1 - np.abs(values.astype(np.int64)))


def _taken(columns: Mapping[str, npt.NDArray[Any]], rows: PlaceArray) -> Arrays:
    """Return the columns of some of the records."""
    taken: dict[str, npt.NDArray[Any]] = {}
    for column in instruction.columns:
        array = columns[column.key]
        if column.is_offsets:
            lengths = np.diff(array)[rows]
            taken[column.key] = np.append(0, np.cumsum(lengths))
        elif column.rows:
            offsets = columns[column.rows]
            starts, lengths = offsets[:-1][rows], np.diff(offsets)[rows]
            places = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
            taken[column.key] = array[np.repeat(starts, lengths) + places]
        else:
            taken[column.key] = array[rows]
    return taken
