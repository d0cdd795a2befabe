"""The command `nacformats query`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

from nacformats.api import is_onnx_file
from nacformats.codec.streams import Buffer
from nacformats.commands import terminal
from nacformats.commands.inspection.document import json_value
from nacformats.commands.opening import about, check_target, opened_model
from nacformats.commands.options import chosen_format
from nacformats.formats.base import Format
from nacformats.printing import printable
from nacformats.querying import ColumnTable, FileTables, tables
from nacformats.querying.columns import CodedColumn
from nacformats.querying.engine import QueryEngine, QueryError, QueryResult, distinct_names
from nacformats.view.texts import cut

#: Rows that are shown, unless all are requested.
_SHOWN_ROWS = 100
#: Types of DuckDB that are aligned to the right.
_NUMBERS = ("INT", "DOUBLE", "FLOAT", "DECIMAL")


def query_file(
    *,
    file: str,
    sql: str | None,
    write_as: str | None,
    output: str | None,
    full: bool,
    lenient: bool,
    format: str | None,  # noqa: A002
    schema: Format | None,
    force: bool,
) -> None:
    """Show or write what a query gives, or list the tables; see `nacformats query --help`."""
    kind = _kind(write_as, output)
    if kind is not None and sql is None:
        raise terminal.CommandError("a query is missing, such as 'from tensors'")
    check_target(output or terminal.DASH, force=force)
    chosen = chosen_format(format, schema)
    with ExitStack() as stack:
        if chosen is None and file != terminal.DASH and is_onnx_file(file):
            with about(file), terminal.usage_errors(ImportError, about=f"{file}: "):
                found = tables(file)
        else:
            found = tables(stack.enter_context(opened_model(file, chosen, strict=not lenient)))
        if sql is None:
            _show_tables(found)
            return
        with terminal.usage_errors(QueryError, ImportError), QueryEngine(found) as engine:
            result = engine.query(sql)
            if kind is None:
                _show_rows(result, full=full)
            else:
                terminal.write_target(output or terminal.DASH, FORMATS[kind](result))


def _kind(write_as: str | None, output: str | None) -> str | None:
    """Return the format of the answer; None shows it."""
    if write_as is not None or output is None:
        return write_as
    suffix = Path(output).suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        raise terminal.CommandError(f"{output}: query writes {', '.join(FORMATS)}: --to names one")
    return suffix


def _show_tables(found: FileTables) -> None:
    """Show the name of each table, how many rows it has, and its columns."""
    width = terminal.line_width()
    for table in found.values():
        terminal.show(
            (
                terminal.styled(table.name, bold=True),
                terminal.styled(f"  {table.count:,} row{'s' * (table.count != 1)}", dim=True),
            )
        )
        for line in terminal.wrapped(f"    {printable(', '.join(_described(table)))}", width):
            terminal.show(line)


def _described(table: ColumnTable) -> Iterator[str]:
    """Yield the columns of a table, numbers with their types."""
    for name in table:
        column = table.column(name)
        is_text = isinstance(column, CodedColumn) or column.dtype.kind == "O"
        yield name if is_text else f"{name} {table[name].dtype.name}"


def _show_rows(result: QueryResult, *, full: bool) -> None:
    rows = result.rows()
    shown = list(rows if full else islice(rows, _SHOWN_ROWS))
    types = zip(result.columns, result.types, strict=True)
    right = {name for name, kind in types if any(each in kind for each in _NUMBERS) and not kind.endswith("]")}
    terminal.show_table(result.columns, ([_cell(value) for value in row] for row in shown), numbers=right)
    if next(rows, None) is not None:
        terminal.show(terminal.styled("… more rows (--all, or --to csv)", dim=True))


def _cell(value: Any) -> str:
    if isinstance(value, list):
        return cut(f"[{', '.join('?' if each is None else str(each) for each in value)}]")
    return "" if value is None else cut(str(value))


# Answers as files


def _csv(result: QueryResult) -> Iterator[Buffer]:
    yield _csv_line(result.columns)
    for row in result.rows():
        yield _csv_line(list(row))


def _csv_line(cells: list[Any]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue().encode(errors="backslashreplace")


def _json(result: QueryResult) -> Iterator[Buffer]:
    yield b"["
    names = distinct_names(result.columns)
    for number, row in enumerate(result.rows()):
        entry = json.dumps(dict(zip(names, json_value(list(row)), strict=True)))
        yield f"{',' * (number > 0)}\n{entry}".encode()
    yield b"\n]\n"


def _parquet(result: QueryResult) -> Iterator[Buffer]:
    table, sink = result.arrow(), io.BytesIO()
    import pyarrow.parquet as pq  # noqa: PLC0415  the extra may be missing

    pq.write_table(table, sink)
    yield sink.getbuffer()


def _arrow(result: QueryResult) -> Iterator[Buffer]:
    table, sink = result.arrow(), io.BytesIO()
    import pyarrow as pa  # noqa: PLC0415  the extra may be missing

    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    yield sink.getbuffer()


#: What writes an answer, by the name of the format, which is the suffix as well.
FORMATS: dict[str, Callable[[QueryResult], Iterator[Buffer]]] = {
    "parquet": _parquet,
    "csv": _csv,
    "json": _json,
    "arrow": _arrow,
}
