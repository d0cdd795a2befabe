"""Read and write the files of one schema with the module that was generated from it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any

from nacformats.codec.elements import ListReader
from nacformats.codec.streams import Buffer, Source
from nacformats.codec.tables import SchemaTable, table_of
from nacformats.codec.trees.reading import Reading
from nacformats.codec.trees.record import TreeRecord, begin_record
from nacformats.codec.trees.stream import FAILURES, ByteStream, FieldError
from nacformats.errors import FormatError
from nacformats.plain import Plain

if TYPE_CHECKING:
    from nacformats.codec.trees.trace import FailureTrace


class SchemaCodec(Plain):
    """Reads and writes the files of one schema.

    Attributes:
        table: what the schema says.
        root: the class of the whole file; classes: those of all types, by their names in the table.
        tables: what the schema and those that it imports say, by name.
        lists: what reads their lists of records as columns, by the name of the schema.
    """

    table: SchemaTable
    root: type[TreeRecord]
    classes: Mapping[str, type[TreeRecord]]
    tables: Mapping[str, SchemaTable]
    lists: Mapping[str, ListReader] = {}

    @staticmethod
    @cache
    def generated(name: str) -> SchemaCodec:
        """Return the codec of a schema in schemas/."""
        module = importlib.import_module(f"nacformats._generated.python.{name}")
        return SchemaCodec.of(module, table_of(name), _Tables())

    @classmethod
    def of(
        cls,
        module: ModuleType,
        table: SchemaTable,
        tables: Mapping[str, SchemaTable],
        lists: Mapping[str, ListReader] = MappingProxyType({}),
    ) -> SchemaCodec:
        """Return the codec of a generated module."""
        found = (each for each in vars(module).values() if isinstance(each, type) and issubclass(each, TreeRecord))
        return cls(table, module.ROOT, {each.NAME: each for each in found if each.NAME}, tables, lists)

    def with_lists(self, lists: ListReader) -> SchemaCodec:
        """Return the codec with a reader of lists of its own."""
        return SchemaCodec(self.table, self.root, self.classes, self.tables, {self.name: lists})

    @property
    def name(self) -> str:
        return self.table.name

    def read(self, source: Source) -> TreeRecord:
        """Return the tree of a file; instances are read when they are asked for.

        Raises:
            FormatError: the bytes do not fit the schema; path and offset say where.
        """
        return self.read_part(source.view, 0)

    @property
    def is_generated(self) -> bool:
        """True for the codec of a schema in schemas/."""
        return isinstance(self.tables, _Tables)

    def read_part(
        self,
        data: Buffer,
        start: int,
        *,
        units: int | None = None,
        is_lenient: bool = False,
        lists: Mapping[str, ListReader] | None = None,
    ) -> TreeRecord:
        """Read a file that is a part of another one.

        Args:
            data: its bytes.
            start: where they start in the whole file.
            units: how many elements and records may be read; None: what is due to its size.
            is_lenient: whether to return what could be read of a bad file.
            lists: what reads lists of records, in place of what the codec has for that.

        Raises:
            FormatError: as for read.
        """
        reading = Reading(start + len(data), self.tables, self._located, units)
        reading.lists = self.lists if lists is None else lists
        reading.is_lenient, reading.is_faithful = is_lenient, self.root.IS_FAITHFUL
        reading.parts = [] if reading.is_faithful else None
        root = self._begun(data, start, reading)
        reading.begin()
        try:
            root._read(root._io, None)
            root._io.end()
        except FormatError:  # of what reads lists
            raise
        except FAILURES as failure:
            if not is_lenient:
                raise self._explained(data, start, failure) from None
        finally:
            reading.end()
        return root

    def is_whole(self, tree: TreeRecord) -> bool:
        """Return True if it is certain that writing a tree that was read, unchanged, gives back the bytes."""
        parts = tree._io.reading.parts
        return parts is not None and not any(part.remaining for part in (tree._io, *parts))

    def chunks(
        self, tree: Mapping[str, Any], *, size: int = 0, fresh: bool = False, gap: int = sys.maxsize
    ) -> list[Buffer]:
        """Return the bytes of a tree, in pieces. Large buffers of the tree are among them as they are, not copied.

        Args:
            tree: what was read, or the ids of the schema as keys. Left out are counts, lengths, offsets, magic numbers
                and whatever has only one right value; what is given of these is used, and has to agree with the rest.
                Instances with `pos` that are not in the tree are not written; the others are written in the order of
                the tree, unless their offsets are given. A record, or a list of records or of numbers, may be given as
                ready bytes; an enum member by number or by name; a uleb128 as an int.
            size: of the file in bytes, if it is to be longer than the tree; the rest is zeros.
            fresh: whether counts, lengths and offsets are derived even where the tree gives them.
            gap: most bytes between two parts of the file.

        Raises:
            FormatError: the tree does not fit the schema; `path` says where.
            UnsupportedError: no file of the schema can be written; the message says why, by the path in the schema.
        """
        from nacformats.codec.trees.output_file import file_chunks  # noqa: PLC0415  most files are only read

        return file_chunks(self.root, self.name, tree, size, fresh=fresh, gap=gap)

    def _begun(self, data: Buffer, start: int, reading: Reading) -> TreeRecord:
        root: TreeRecord = begin_record(self.root, ByteStream(memoryview(data), start, reading), None, None)
        return root

    def _explained(self, data: Buffer, start: int, failure: BaseException) -> FormatError:
        """Read the bytes again with a trace and name the field at which that fails."""
        reading = Reading(start + len(data), self.tables, self._located)
        reading.lists = self.lists  # what is read as columns takes far more memory as records
        root = self._begun(data, start, reading)
        return self._failed(reading, partial(root._read, root._io), failure)

    def _located(self, reading: Reading, record: TreeRecord, attribute: str, failure: BaseException) -> FormatError:
        """Read an instance again with a trace and name the field at which that fails."""
        read = record._LAZY.get(attribute) or record._COMPUTED[attribute]
        try:
            return self._failed(reading, lambda trace: read(record, trace.ask(record, attribute)), failure)
        finally:
            if not reading.is_lenient:
                record._forget(attribute)  # the part of it that was read is no answer

    def _failed(self, reading: Reading, read: Callable[[FailureTrace], object], failure: BaseException) -> FormatError:
        from nacformats.codec.explain import Failure, FieldPlace, explain, failure_of_python  # noqa: PLC0415
        from nacformats.codec.trees.trace import FailureTrace  # noqa: PLC0415  as above, for bad files

        trace = FailureTrace()
        reading.begin(trace)
        try:
            read(trace)
        except FormatError as told:
            return told
        except FAILURES as again:
            failure = again
        finally:
            reading.end()
        error = failure if isinstance(failure, FieldError) else None
        reason = failure_of_python(failure) if error is None else Failure(error.kind, error.expected, error.actual)
        step = trace.failed(error)
        if step is None or step.io is None:
            return explain(self.name, reason, None)
        nested = step.io.size != reading.size
        place = FieldPlace(step.record, step.name, trace.path, step.start, reading.size, nested)
        return explain(self.name, reason, place)


class _Tables(dict[str, SchemaTable]):
    """The tables of the schemas in schemas/, each of which is imported when it is looked up."""

    def __missing__(self, name: str) -> SchemaTable:
        return table_of(name)
