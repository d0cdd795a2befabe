"""Read and write the files of one schema with the module that was generated from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from struct import error as StructError  # noqa: N812
from types import ModuleType

from nacformats.codec.explain import FieldPlace, explain, failure_of_python
from nacformats.codec.machine.record import TreeRecord
from nacformats.codec.machine.stream import ByteStream, FieldError
from nacformats.codec.machine.trace import FieldTrace
from nacformats.codec.streams import ReadBudget, Source
from nacformats.codec.tables import SchemaTable
from nacformats.errors import FormatError

#: How often a file may be read from for each byte of it, and how often in any case.
READS_PER_BYTE = 4
LEAST_READS = 1 << 12
#: What reading hostile bytes can raise.
FAILURES = (FieldError, StructError, ValueError, LookupError, AttributeError, TypeError, ArithmeticError)
FAILURES += (RecursionError, MemoryError, EOFError)  # type: ignore[assignment]


@dataclass(frozen=True)
class SchemaCodec:
    """Reads and writes the files of one schema.

    Attributes:
        table: what the schema says.
        root: the class of the whole file.
        modules: the generated modules of the schema and of those that it imports, by name.
    """

    table: SchemaTable
    root: type[TreeRecord]
    modules: Mapping[str, ModuleType]

    @property
    def name(self) -> str:
        return self.table.name

    def read(self, source: Source) -> TreeRecord:
        """Return the tree of a file; instances are read when they are asked for.

        Raises:
            FormatError: the bytes do not fit the schema; path and offset say where.
        """
        try:
            return self._read(source, None)
        except FAILURES as failure:
            raise self._located(source, failure) from None

    def _read(self, source: Source, trace: FieldTrace | None) -> TreeRecord:
        budget = ReadBudget(max(READS_PER_BYTE * source.size, LEAST_READS))
        root = self.root(ByteStream(source.view, 0, budget), None, None)
        root._read(root._io, trace)
        return root

    def _located(self, source: Source, failure: BaseException) -> FormatError:
        """Read the bytes again with a trace and name the field at which that fails."""
        trace = FieldTrace()
        try:
            self._read(source, trace)
        except FAILURES as again:
            failure = again
        reason = failure.failure if isinstance(failure, FieldError) else failure_of_python(failure)
        if trace.record is None:
            return explain(self.name, reason, None)
        start = trace.record._spans[trace.field][0] or 0
        place = FieldPlace(trace.record, trace.field, trace.field, start, source.size, nested=False)
        return explain(self.name, reason, place)
