"""What the C functions of a record type take: a struct of columns, a struct of arguments, and their names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nacformats.codec.columns.table import Column, RecordStruct
from nacformats.generator.columns.steps import Blob, FlatRecord, every
from nacformats.generator.reading import SchemaError

_KEYWORDS = frozenset(
    """auto break case char const continue default do double else enum extern float for goto if inline int long register
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while""".split()  # noqa: SIM905  a text is read more easily
)
_ENDS = {"[]": "_rows", "@": "_at", "#": "_len"}


def c_type(dtype: str) -> str:
    return f"{dtype}_t"


def prefix_of(record: FlatRecord) -> str:
    """What the names of a record type begin with."""
    return layout_of(record).prefix


def c_name(key: str) -> str:
    """The name of a column in its struct."""
    end = next((end for end in _ENDS if key.endswith(end)), "")
    name = re.sub(r"\W", "_", key.removesuffix(end)) + _ENDS.get(end, "")
    return f"{name}_" if name in _KEYWORDS else name


def length(key: str) -> str:
    """The name of the number of elements of a list, given the key of its row offsets."""
    return c_name(key.removesuffix("[]")) + "_length"


def layout_of(record: FlatRecord) -> RecordStruct:
    """The structs of a record type, as Python sees them."""
    return RecordStruct(
        record.schema,
        record.name,
        tuple(Column(column.key, column.dtype, column.rows) for column in record.columns),
        tuple(argument.name + ("[]" if argument.is_table else "") for argument in record.arguments),
    )


def members(record: FlatRecord) -> Iterator[tuple[str, str, Column | None]]:
    """Type, name and column of each member of the struct, in their order."""
    for kind, column in layout_of(record).members():
        match kind, column:
            case "array", Column():
                yield f"{c_type(column.dtype)} *", c_name(column.key), column
            case "length", Column():
                yield "size_t", length(column.key), column
            case "starts", _:
                yield "int64_t *", "starts", None
            case _:
                yield "size_t", kind, None


def check_names(record: FlatRecord) -> None:
    """No two columns may have one name in C.

    Raises:
        SchemaError: two do.
    """
    seen: set[str] = set()
    for _, name, _ in members(record):
        if name in seen:
            raise SchemaError(f"/types/{record.name}", f"two columns are called {name} in C: rename one of the fields")
        seen.add(name)


def arguments_hold(record: FlatRecord) -> str:
    """The name of the function that says whether arguments are in their bounds."""
    return f"{prefix_of(record)}_arguments_hold"


def has_blobs(record: FlatRecord) -> bool:
    return any(isinstance(step, Blob) for step in every(record.steps))
