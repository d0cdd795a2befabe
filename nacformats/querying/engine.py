"""Queries in SQL over the tables of a file, by DuckDB, which sees nothing else: no file, no network, no variable."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from itertools import chain, count
from types import TracebackType
from typing import Any, Self

from nacformats.limits import MAX_QUERY_MEMORY
from nacformats.querying.columns import AnyColumn, CodedColumn, ColumnTable, FileTables

#: Rows are fetched in pieces of this many.
_PIECE_ROWS = 10_000
#: DuckDB's settings: none can be changed by a query.
_SETTINGS = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "enable_external_access": "false",
    "python_enable_replacements": "false",
    "allow_persistent_secrets": "false",
    **dict.fromkeys(("home_directory", "secret_directory", "extension_directory"), "'none'"),  # they name the user's
    "lock_configuration": "true",
}
#: The functions that give rows without looking at anything but their arguments; the others tell of DuckDB.
_ROW_FUNCTIONS = frozenset({"unnest", "range", "generate_series"})
#: A function that tells of DuckDB, wherever it is.
_TELLING = frozenset({"current_setting"})
#: Schemas of tables that are those of the file.
_OWN_SCHEMAS = frozenset({"", "main"})
#: What begins a query that is explained.
_EXPLAIN = re.compile(r"\s*explain\s+(analyze\s+)?", re.IGNORECASE)
_ONE_QUERY = "one query is wanted: select ... from ..."
_EXTRA = "queries need the extra query: pip install 'nacformats[query]'"


class QueryError(ValueError):
    """A query that DuckDB refuses; the message is one line."""


class QueryResult:
    """The rows that a query gives.

    Attributes:
        columns: their names.
        types: what DuckDB calls their types.
    """

    def __init__(self, database: Any, statement: Any, tables: Iterable[str]) -> None:
        self._database, self._statement = database, statement
        self._relation = _told(lambda: database.sql(statement), tables)
        self.columns: list[str] = list(self._relation.columns)
        self.types: list[str] = [str(each) for each in self._relation.types]

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield the rows, once. Raises QueryError: computing them fails."""
        found = self._computed(lambda: self._database.execute(self._statement))
        while piece := self._computed(lambda: found.fetchmany(_PIECE_ROWS)):
            yield from piece

    def arrow(self) -> Any:
        """Return the rows as a table of pyarrow. Raises as `rows`, and ImportError: pyarrow is missing."""
        if not find_spec("pyarrow"):
            raise ImportError(_EXTRA)
        return self._computed(self._relation.to_arrow_table)

    def _computed(self, call: Callable[[], Any]) -> Any:
        """Return what a call of DuckDB gives, which another thread computes.

        DuckDB holds signals back in the thread that computes: so Ctrl-C ends a long query.
        """
        with ThreadPoolExecutor(1) as other:
            waiting = other.submit(_told, call)
            try:
                return waiting.result()
            except KeyboardInterrupt:
                self._database.interrupt()
                raise


class QueryEngine:
    """A database with the tables of a file; a context manager.

    Args:
        tables: of the file. Those that a query names are given to DuckDB, numbers without a copy.

    Raises:
        ImportError: DuckDB is missing; the message names the extra.
    """

    def __init__(self, tables: FileTables) -> None:
        try:
            import duckdb  # noqa: PLC0415  the extra may be missing
        except ImportError:
            raise ImportError(_EXTRA) from None
        self._tables = dict(zip(distinct_names(tables), tables.values(), strict=True))
        self._given: set[str] = set()
        memory = f"{MAX_QUERY_MEMORY // 1024**2}MiB"
        self._database = duckdb.connect(config={"memory_limit": memory, "temp_directory": ""})
        for name, value in _SETTINGS.items():
            self._database.execute(f"SET {name}={value}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._database.close()

    def query(self, sql: str) -> QueryResult:
        """Return what a query gives.

        Raises:
            QueryError: it is no statement that reads, or DuckDB refuses it.
        """
        sql = sql.encode(errors="backslashreplace").decode()
        statements = _told(lambda: self._database.extract_statements(sql))
        if len(statements) != 1 or str(statements[0].type).rpartition(".")[2] not in ("SELECT", "EXPLAIN"):
            raise QueryError(_ONE_QUERY)
        for name in _told(lambda: self._named_in(sql)):
            self._give(name)
        return QueryResult(self._database, statements[0], self._tables)

    def _named_in(self, sql: str) -> set[str]:
        """Return the tables of a query. Raises QueryError: it is of anything else, such as the settings of DuckDB."""
        found = self._database.execute("SELECT json_serialize_sql(?::VARCHAR)", [_EXPLAIN.sub("", sql, count=1)])
        try:
            parts = list(_objects(json.loads(found.fetchall()[0][0])))
        except RecursionError:
            raise QueryError("the query is nested too deeply") from None
        if parts[0]["error"]:
            raise QueryError(_ONE_QUERY)
        defined = {str(each["key"]).lower() for part in parts for each in (part.get("cte_map") or {}).get("map", ())}
        known, named = defined | {name.lower() for name in self._tables}, set()
        for part in parts:
            kind, name = part.get("type"), str(part.get("table_name")).strip('"')
            function = str((part if kind == "FUNCTION" else part.get("function") or {}).get("function_name")).lower()
            if function in _TELLING or (kind == "TABLE_FUNCTION" and function not in _ROW_FUNCTIONS):
                raise QueryError(f"{function}() is no table of the file: there are {', '.join(self._tables)}")
            if kind == "BASE_TABLE" and (name.lower() not in known or part["schema_name"] not in _OWN_SCHEMAS):
                raise QueryError(f"Table with name {name} does not exist: there are {', '.join(self._tables)}")
            named |= {name} if kind in ("BASE_TABLE", "SHOW_REF") else set()
        return named

    def _give(self, name: str) -> None:
        known = next((each for each in self._tables if each.lower() == name.lower()), None)
        if known is not None and known not in self._given:
            self._given.add(known)
            _register(self._database, known, self._tables[known])


def _objects(document: Any) -> Iterator[dict[str, Any]]:
    """Yield an object of JSON and those in it."""
    waiting = [document]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            yield value
        waiting += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def distinct_names(names: Iterable[str]) -> list[str]:
    """Return names that DuckDB tells apart: not empty, of Unicode, and not the same in lower case."""
    found: dict[str, str] = {}
    for name in names:
        text = name.encode(errors="backslashreplace").decode() or "unnamed"
        numbered = chain([text], (f"{text}_{number}" for number in count(1)))
        chosen = next(each for each in numbered if each.lower() not in found)
        found[chosen.lower()] = chosen
    return list(found.values())


def _register(database: Any, known: str, table: ColumnTable) -> None:
    """Give DuckDB a table: numbers as they are, few different texts as numbers that are looked up."""
    own, picked = f"{known} columns", []
    columns: dict[str, Any] = {}
    for place, (name, shown) in enumerate(zip(table, distinct_names(table), strict=True)):
        column, plain = table.column(name), f"c{place}"
        if isinstance(column, CodedColumn):
            texts = f"{known} {place}"
            columns[plain] = column.codes
            database.execute(f"SET VARIABLE {_quoted(texts)} = ?", [column.listed()])
            picked.append(f"getvariable({_text(texts)})[{plain}::INTEGER + 1] AS {_quoted(shown)}")
        else:
            columns[plain] = _native(column)
            picked.append(f"{plain} AS {_quoted(shown)}")
    database.register(own, columns)
    view = f"SELECT {', '.join(picked)} FROM {_quoted(own)}"  # noqa: S608  names are quoted
    database.execute(f"CREATE TEMP VIEW {_quoted(known)} AS {view}")


def _native(column: AnyColumn) -> AnyColumn:
    """Return a column in the byte order of the machine, which is the only one that DuckDB reads."""
    return column if column.dtype.isnative else column.astype(column.dtype.newbyteorder("="))


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(name: str) -> str:
    return "'" + name.replace("'", "''") + "'"


def _told(call: Any, tables: Any = None) -> Any:
    """Return what a call of DuckDB gives; its errors become QueryError."""
    import duckdb  # noqa: PLC0415  whoever calls has it

    try:
        return call()
    except RuntimeError as error:
        if isinstance(error, duckdb.Error):
            raise QueryError(_in_one_line(str(error), tables)) from None
        raise KeyboardInterrupt from None  # so DuckDB says that a signal interrupts it
    except duckdb.Error as error:
        raise QueryError(_in_one_line(str(error), tables)) from None


def _in_one_line(message: str, tables: Any) -> str:
    """Return the first line of an error, and what it says was probably meant."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    first = re.sub(r"^(\w+ )+Error: ", "", lines[0]) if lines else "refused"
    meant = [line for line in lines[1:] if line.startswith(("Did you mean", "Candidate bindings"))]
    if tables and "does not exist" in first and "Table with name" in first:
        return f"{first.split('!')[0]}: there are {', '.join(tables)}"
    return " ".join([first, *meant[:1]])
