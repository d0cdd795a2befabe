"""Trees of any schema, read and written by its construct structs."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from types import ModuleType
from typing import Any

from construct import ConstructError

from nacformats.codec.building import built
from nacformats.codec.constructs import Record, RecordNode
from nacformats.codec.constructs.failures import failure_of
from nacformats.codec.constructs.nodes import AnyRecordType, Trace, steps_to
from nacformats.codec.constructs.records import read_instances
from nacformats.codec.constructs.streams import BitReader
from nacformats.codec.explain import FieldPlace, explain
from nacformats.codec.machine.codec import SchemaCodec
from nacformats.codec.records import base, is_whole, span, type_of
from nacformats.codec.streams import Buffer, ReadBudget, Source
from nacformats.codec.tables import SchemaTable, TypeEntry, table_of
from nacformats.errors import FormatError

#: How often a file may be read from for each byte of it, and how often in any case. More is only needed where
#: offsets lead to the same bytes over and over.
READS_PER_BYTE = 4
LEAST_READS = 1 << 12
#: What reading hostile bytes can raise.
FAILURES = (ConstructError, EOFError, RecursionError, MemoryError, ValueError, LookupError, AttributeError, TypeError)
FAILURES += (ArithmeticError,)  # type: ignore[assignment]
#: Longer paths are shown without their middle (hostile nesting makes long ones).
_PATH_STEPS = 16


@dataclass(frozen=True)
class TreeCodec:
    """Reads and writes the files of one schema.

    Attributes:
        table: what the schema says.
        modules: the construct structs and the tables of the schema and of those that it imports, by name.
        columns: the codecs of long lists, where they were generated, by schema.
        make_machine: gives what reads its files to tell where their fields are.
    """

    table: SchemaTable
    modules: Mapping[str, tuple[ModuleType, SchemaTable]]
    columns: Mapping[str, ModuleType] = field(default_factory=dict)
    make_machine: Callable[[], SchemaCodec] | None = None

    @cached_property
    def machine(self) -> SchemaCodec:
        return SchemaCodec.generated(self.name) if self.make_machine is None else self.make_machine()

    @staticmethod
    @cache
    def generated(name: str) -> TreeCodec:
        """Return the codec of a schema in schemas/."""
        table = table_of(name)
        modules = dict(_generated(table))
        columns = {each: importlib.import_module(f"nacformats._generated.columns.{each}") for each in modules}
        return TreeCodec(table, modules, columns)

    @property
    def name(self) -> str:
        return self.table.name

    @property
    def record(self) -> Record:
        return getattr(self.modules[self.name][0], self.name)  # type: ignore[no-any-return]

    @property
    def is_record(self) -> bool:
        """True if the whole is a record: a schema of one number of variable length is an int."""
        return isinstance(self.record, Record)

    @cached_property
    def _types(self) -> dict[AnyRecordType, tuple[SchemaTable, TypeEntry]]:
        return {
            getattr(module, target.name): (table, target)
            for module, table in self.modules.values()
            for target in table.types.values()
            if isinstance(getattr(module, target.name), Record)
        }

    def parse(self, source: Source) -> RecordNode:
        """Return the tree of a file, instances included.

        Raises:
            FormatError: the bytes do not fit the schema; path and offset say where.
        """
        try:
            return self._read(source, None)
        except FAILURES as failure:
            raise self._located(source, failure) from None

    def walked(self, source: Source, budget: ReadBudget) -> RecordNode:
        """Return the tree of a file as far as it can be read, with positions.

        Instances are read when they are asked for, and so are the elements of lists, which are not kept.
        """
        return self.walked_part(source.view, 0, budget)

    def walked_part(self, data: Buffer, start: int, budget: ReadBudget) -> RecordNode:
        """Read part of a file, from `start` on, like `walked`; positions are those in the file."""
        trace = Trace(self._types, self.columns)
        root = RecordNode(self.record, None, trace=trace)
        with suppress(*FAILURES):  # checks report what is wrong
            self.record.parse_node(BitReader(data, start, budget), root)
        return root

    def chunks(self, tree: Mapping[str, Any], *, fresh: bool = False, gap: int = sys.maxsize) -> list[Buffer]:
        """Return the bytes of a tree, in pieces; see nacformats.codec.building.

        Args:
            tree: the tree.
            fresh: whether counts, lengths and offsets are derived even where the tree gives them.
            gap: most bytes between two parts of the file.
        """
        return built(self.name, self.record, tree, fresh=fresh, gap=gap)

    def _read(self, source: Source, trace: Trace | None) -> RecordNode:
        budget = ReadBudget(max(READS_PER_BYTE * source.size, LEAST_READS))
        root = RecordNode(self.record, None, trace=trace)
        reader = BitReader(source.view, budget=budget)
        self.record.parse_node(reader, root)
        reader.align()
        read_instances(root)
        return root

    def _located(self, source: Source, failure: BaseException) -> FormatError:
        """Read the bytes again with positions and name the field at which that fails."""
        trace = Trace(self._types)
        try:
            self._read(source, trace)
        except FAILURES as again:
            failure = again
        if trace.failed is None:
            return explain(self.name, failure_of(failure), None)
        node, name = trace.failed
        member = node._type.members[name]
        place = _place_of(node, name, steps_to(node), source.view, elsewhere=member.elsewhere)
        return explain(self.name, failure_of(failure), place)


def _generated(table: SchemaTable) -> Iterator[tuple[str, tuple[ModuleType, SchemaTable]]]:
    yield table.name, (importlib.import_module(f"nacformats._generated.construct.{table.name}"), table)
    for name in table.imports:
        yield from _generated(table_of(name))


def _place_of(record: Any, name: str, above: list[str], whole: memoryview, *, elsewhere: bool = False) -> FieldPlace:
    """Return the place of a field at which parsing failed.

    Args:
        record: the record of the field, as far as it was read; its parser keeps positions.
        name: of the field; empty for the record as a whole.
        above: the steps of the path to the record.
        whole: the bytes of the file.
        elsewhere: whether the field is in another stream than the record.
    """
    step, offset = _field(record, name) if name else ("", _start_of(record))
    steps = [*above, step] if step else above
    start = base(record, whole, elsewhere=elsewhere)
    nested = not elsewhere and not is_whole(record, whole)
    return FieldPlace(record, name, _joined(steps), start + offset, len(whole), nested)


def _field(record: Any, name: str) -> tuple[str, int]:
    """Return the path step of a field, or of the element of it in work, and its start in its stream."""
    entry = span(record, name)
    if not entry:  # a value instance, or nothing is read yet
        return name, _start_of(record)
    if entry.get("arr") and "end" not in entry:
        return f"{name}[{len(entry['arr']) - 1}]", entry["arr"][-1]["start"]
    in_byte_before = _is_bits(record, name) and entry["start"] == entry.get("end", entry.get("read"))
    return name, entry["start"] - in_byte_before  # bits that follow others start in a byte that was read before


def _is_bits(record: Any, name: str) -> bool:
    described = type_of(record).members.get(name)
    return described is not None and described.bits > 0


def _start_of(struct: Any) -> int:
    """Return the start of a struct in its stream."""
    return next((entry["start"] for name, entry in struct._debug.items() if not name.startswith("_m_")), 0)


def _joined(steps: list[str]) -> str:
    """Return the path of some steps."""
    if len(steps) > _PATH_STEPS:
        half = _PATH_STEPS // 2
        steps = [*steps[:half], "...", *steps[-half:]]
    return ".".join(steps)
