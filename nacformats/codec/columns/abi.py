"""What the generated C and the Python that calls it agree on: structs and status codes."""

from __future__ import annotations

from collections.abc import Iterator

from nacformats.codec.columns.table import Column
from nacformats.plain import PlainValue

#: Entries of an argument that is a table: it is looked up by a number of one byte.
TABLE_SIZE = 256


class NativeError(ValueError):
    """The loops do not take these arrays, or find that they contradict each other: NumPy reports what is wrong."""


class Layout(PlainValue):
    """What C takes for a record type.

    Attributes:
        schema, name: of the schema and of the type.
        columns: in the order of the struct.
        arguments: in the order of their struct; that of a table ends in "[]".
    """

    schema: str
    name: str
    columns: tuple[Column, ...]
    arguments: tuple[str, ...] = ()

    @property
    def prefix(self) -> str:
        """What the names of functions and structs begin with."""
        return f"{self.schema}_{self.name}"

    @property
    def has_blobs(self) -> bool:
        return any(column.key.endswith("@") for column in self.columns)

    def members(self) -> Iterator[tuple[str, Column | None]]:
        """The struct of columns: "count", "starts", and for each column its "array"; its "length" after row offsets."""
        yield "count", None
        yield "starts", None
        for column in self.columns:
            yield "array", column
            if column.is_offsets:
                yield "length", column

    def text(self) -> str:
        """The structs as one line, by which a library that was built for other ones is told."""
        columns = ",".join(f"{column.key}={column.dtype}" for column in self.columns)
        return ";".join([self.name, columns, ",".join(self.arguments)])
