"""The tables of a tree: one for each list of records, whatever the schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from nacformats.codec.elements import RecordElements
from nacformats.codec.records import is_list, is_record, type_of
from nacformats.codec.streams import Buffer
from nacformats.codec.trees.values import enum_name
from nacformats.errors import LimitError
from nacformats.limits import MAX_QUERIED_ROWS
from nacformats.querying.columns import AnyColumn, ColumnMaker, ColumnTable, column_of

#: A column with the number of the row in the table of the list around it.
PARENT = "parent"


def tables_of_tree(tree: Mapping[str, Any], root: str) -> Iterator[ColumnTable]:
    """Yield a table of one row with the fields of the root, and one for each list of records in the tree.

    A list in the records of another one is a table of its own, whose column `parent` has the row of the record that
    it is in. Fields of a record in a record are columns such as `date_year`. Bytes are texts of hexadecimal digits,
    and members of enums their names.

    Args:
        tree: of a file.
        root: name of the table of the root.

    Raises:
        FormatError: a record cannot be read.
        LimitError: there are more than limits.MAX_QUERIED_ROWS records.
    """
    found = _Lists()
    found.add(root, [tree], None)
    yield from (table for table in found.tables() if len(table))


class _Lists:
    """The rows of all lists of a tree, by the name of their table."""

    def __init__(self) -> None:
        self._rows: dict[str, list[dict[str, Any]]] = {}
        self._columns: dict[str, ColumnTable] = {}
        self._count = 0

    def add(self, name: str, records: Sequence[Any], parent: int | None) -> None:
        """Add the records of one list, and those of the lists in them."""
        if isinstance(records, RecordElements) and parent is None and (arrays := _arrays(records)) is not None:
            self._columns[name] = ColumnTable(name, len(records), arrays)
            return
        rows = self._rows.setdefault(name, [])
        for record in records:
            self._count += 1
            if self._count > MAX_QUERIED_ROWS:
                raise LimitError("too many records for tables", expected=f"at most {MAX_QUERIED_ROWS:,}")
            row: dict[str, Any] = {} if parent is None else {PARENT: parent}
            rows.append(row)
            self._fill(row, record, "", name, len(rows) - 1)

    def _fill(self, row: dict[str, Any], record: Mapping[str, Any], prefix: str, table: str, place: int) -> None:
        """Add the fields of a record to its row."""
        for name, value in Mapping.items(record):
            column = f"{prefix}{name}"
            if is_list(value) and len(value) and is_record(value[0]) and not _is_number(value[0]):
                is_root = table == next(iter(self._rows))
                self.add(column if is_root else f"{table}_{column}", value, None if is_root else place)
            elif is_record(value) and not _is_number(value):
                self._fill(row, value, f"{column}_", table, place)
            else:
                row[column] = _plain(value)

    def tables(self) -> Iterator[ColumnTable]:
        for name, rows in self._rows.items():
            columns = dict.fromkeys(column for row in rows for column in row)
            yield ColumnTable(name, len(rows), {column: _picked(rows, column) for column in columns})
        yield from self._columns.values()


def _picked(rows: list[dict[str, Any]], column: str) -> ColumnMaker:
    return lambda: column_of([row.get(column) for row in rows])


def _is_number(value: Any) -> bool:
    """Return True for an object that stands for one number, such as a LEB128."""
    return "value" in type_of(value).values


def _plain(value: Any) -> Any:
    """Return a field as a number, a truth value, a text, a list of these, or None."""
    if (name := enum_name(value)) is not None:
        return name
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, Buffer):
        return bytes(value).hex()
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value)
    if is_record(value):
        return _plain(value.value)
    return [_plain(each) for each in value] if is_list(value) else str(value)


def _arrays(records: RecordElements) -> dict[str, ColumnMaker] | None:
    """Return the columns of a list that was read as arrays of numbers; None where it has anything else."""
    makers: dict[str, ColumnMaker] = {}
    for path, array in dict(records.columns).items():
        if not isinstance(array, np.ndarray) or path.endswith(("@", "#", "[]")) or len(array) != len(records):
            return None
        for name, column in _flat(path.replace(".", "_"), array):
            makers[name] = lambda column=column: column  # type: ignore[misc]
    return makers or None


def _flat(name: str, array: AnyColumn) -> Iterator[tuple[str, AnyColumn]]:
    """Yield the fields of an array of records, each as an array; views of the file."""
    if array.dtype.names is None:
        yield name, array
        return
    for field in array.dtype.names:
        yield from _flat(f"{name}_{field}", array[field])
