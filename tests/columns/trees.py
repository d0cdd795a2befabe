"""Whole files by two readers: trees of the Kaitai parser, and columns for the lists of records in them.

The tables say where the lists of each schema are and what records take from the rest of the file. Everything else of a
file is read by the debug parser alone, which also says where each list starts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

import kaitaistruct as ks
import numpy as np
from construct import ConstructError

from nacformats import constructs
from nacformats.codec.columns import Columns, RecordCodec
from nacformats.codec.columns.table import TABLE_SIZE
from nacformats.codec.streams import Source
from nacformats.codec.tables import table_of
from nacformats.codec.trees.record import TreeRecord, read_everything
from nacformats.errors import FormatError
from tests.oracle import PositionedIO, PositionedStream, debug_parser, explained


@dataclass(frozen=True)
class Listed:
    """A list of records: the path of its owner in the tree, the field, the type, and what says how many there are."""

    owner: str
    field: str
    record: str
    count: str

    @property
    def path(self) -> str:
        return f"{self.owner}.{self.field}" if self.owner else self.field


def _number(root: Any, path: str) -> int:
    value = root
    for step in path.split("."):
        value = getattr(value, step)
    return int(value)


#: The lists of records of each schema that has any.
LISTS: dict[str, list[Listed]] = {
    "micb": [
        Listed("", "strings", "interned_string", "num_strings.value"),
        Listed("", "symbols", "string_ref", "num_symbols.value"),
        Listed("", "types", "tensor_type", "num_types.value"),
        Listed("", "values", "graph_value", "num_values.value"),
    ],
    "nac": [
        Listed("perm", "entries", "signature", "num_entries"),
        Listed("mmap", "records", "schedule_record", "num_records"),
        Listed("ops", "instructions", "instruction", "num_instructions"),
        Listed("cmap", "entries", "operation_name", "num_entries"),
        Listed("cnst", "entries", "constant", "num_entries"),
        Listed("data", "parameters", "parameter_name", "num_parameters"),
        Listed("data", "inputs", "input_name", "num_inputs"),
        Listed("data", "tensors", "tensor", "num_tensors"),
        Listed("orch", "constants", "constant", "num_constants"),
        Listed("rsrc", "files", "resource", "num_files"),
    ],
    "stb": [Listed("", "tensors", "tensor_descriptor", "num_tensors")],
}


def codec(schema: str, record: str) -> RecordCodec:
    return getattr(import_module(f"nacformats._generated.columns.{schema}"), record)


def debug_tree(schema: str, data: bytes) -> Any:
    """The root of the debug parser, whose `_read` has still to be called."""
    return debug_parser(schema)(PositionedStream(PositionedIO(Source(data).view)))


def arguments(root: Any, codec: RecordCodec) -> dict[str, Any]:
    """What the records of a codec take from a tree."""
    found: dict[str, Any] = {}
    for argument in codec.arguments:
        if argument.attribute:
            table = getattr(root, argument.path)
            found[argument.name] = np.array([int(getattr(slot, argument.attribute)) for slot in table])
            assert len(table) == TABLE_SIZE  # a table that could not be read is shorter
        else:
            found[argument.name] = _number(root, argument.path)
    return found


def begun(schema: str, root: Any) -> Iterator[tuple[Listed, int, int, list[Any]]]:
    """The lists that a debug parser has come to: number of elements, offset of the first, those that were read."""
    for listed in LISTS.get(schema, ()):
        owner = vars(root).get(f"_m_{listed.owner}") if listed.owner else root
        if owner is None:
            continue
        debug = owner._debug.get(listed.field) or owner._debug.get(f"_m_{listed.field}")
        if debug and "start" in debug:
            elements = vars(owner).get(listed.field) or vars(owner).get(f"_m_{listed.field}") or []
            yield listed, _number(owner, listed.count), debug["start"], elements


def failure_of(schema: str, data: bytes) -> tuple[Any, dict[str, FormatError]]:
    """The tree of the debug parser, as far as it comes, and what is wrong with the whole ("") or with a part of it."""
    root = debug_tree(schema, data)
    failures: dict[str, FormatError] = {}

    def attempt(part: str, action: Callable[[], object]) -> None:
        try:
            action()
        except Exception as failure:  # noqa: BLE001  hostile bytes make a generated parser raise nearly anything
            failures[part] = explained(schema, failure, root._io._io._view)

    root._parent = root
    attempt("", root._read)
    for part in () if failures else table_of(schema).root.placed:
        attempt(part.id, lambda name=part.id: getattr(root, name))
    return root, failures


@dataclass(frozen=True)
class Judged:
    """A list of records that was held against the parser.

    Attributes:
        read: reads it.
        found: its columns, or why it is refused.
        leaves: how many are equal.
    """

    read: Callable[[], Columns]
    found: Columns | FormatError
    leaves: int = 0


def judge(schema: str, data: bytes) -> tuple[bool, int]:
    """Hold columns and the construct against the debug parser for a file that may be damaged.

    What the parser reads, they read, with the same leaves, and columns back to the same bytes; what it refuses, they
    refuse; in a list of records, columns do so at the same path and offset, for the same reason.

    Returns:
        Whether the file is accepted, and how many leaves are equal.
    """
    root, failures = failure_of(schema, data)
    leaves = sum(each.leaves for each in judge_columns(schema, data, root, failures))
    _judge_construct(schema, data, root, failures)
    return not failures, leaves


def judge_columns(schema: str, data: bytes, root: Any, failures: dict[str, FormatError]) -> Iterator[Judged]:
    """Hold columns against what `failure_of` gives, for each list that is reached."""
    for listed, count, start, elements in begun(schema, root):
        one = codec(schema, listed.record)
        try:
            given = arguments(root, one)
        except Exception:  # noqa: BLE001  what the records need cannot be read
            continue
        read = partial(one.read, data, start, count, path=listed.path, **given)
        failure = next((f for f in failures.values() if (f.path or "").startswith(f"{listed.path}[")), None)
        if failure is None and len(elements) != count:
            continue  # something else that the records need has failed
        if failure is None:
            columns = read()
            assert len(columns) == count
            yield Judged(read, columns, compare(one, columns, elements, listed.path, given))
            continue
        refused = refusal(read)
        assert refused is not None, f"{listed.path}: columns accept what the parser refuses: {failure}"
        assert facts(refused) == facts(failure), listed.path
        yield Judged(read, refused)


def refusal(action: Callable[[], object]) -> FormatError | None:
    """The error that an action raises, or None."""
    try:
        action()
    except FormatError as error:
        return error
    return None


def _judge_construct(schema: str, data: bytes, root: Any, failures: dict[str, FormatError]) -> None:
    """The construct accepts the same files with the same leaves, and refuses at a path at which the parser does."""
    refused: str | None = None
    try:
        tree = getattr(constructs, schema).parse(data)
        read_everything(tree)
    except (ConstructError, FormatError) as error:
        refused = str(error.path)
    if refused is not None:  # "None": the file ends where it looks for something, which is no field
        paths = {failure.path or "" for failure in failures.values()}
        assert refused in paths or (paths and refused == "None"), f"the construct refuses at {refused}"
        return
    assert not failures, f"the construct accepts what the parser refuses: {failures}"
    for listed, _, _, elements in begun(schema, root):
        owner = tree[listed.owner] if listed.owner else tree
        for built, element in zip(owner[listed.field], elements, strict=True):
            found = dict(leaves(built))  # with the payloads that records point to
            assert {key: found.get(key) for key, _ in leaves(element)} == dict(leaves(element)), listed.path


def facts(error: FormatError) -> tuple[Any, ...]:
    """What errors for the same reason at the same place have in common."""
    return type(error).__name__, error.path, error.offset, error.reason, str(error.expected), str(error.actual)


def leaves(value: Any, path: str = "", *, raw: bool = False) -> Iterator[tuple[str, Any]]:
    """Numbers and bytes of a record of a tree, by dotted paths; those of lists as lists.

    raw: whether what is read from a part of its own is given as bytes.
    """
    if isinstance(value, ks.KaitaiStruct | TreeRecord) and type(value).__name__ != "Uleb128":
        for name, member in _members(value, raw):
            yield from leaves(member, f"{path}.{name}" if path else name, raw=raw)
    elif isinstance(value, list):
        yield f"{path}[]", len(value)
        rows: dict[str, list[Any]] = {}
        for element in value:
            for key, leaf in leaves(element, path, raw=raw):
                rows.setdefault(key, []).append(leaf)
        yield from rows.items()
    elif isinstance(value, str):
        yield path, value.encode()
    elif isinstance(value, bytes | bytearray | memoryview):
        yield path, bytes(value)
    elif value is not None:
        yield path, int(getattr(value, "value", value))


def _members(value: Any, raw: bool) -> Iterator[tuple[str, Any]]:
    """The fields of a Kaitai object or of a record of the machine."""
    if isinstance(value, TreeRecord):
        return ((name, value[name]) for name in value.FIELDS if name in value)
    names = [name for name in type(value).SEQ_FIELDS if name in vars(value)]
    return ((name, vars(value).get(f"_raw_{name}", vars(value)[name]) if raw else vars(value)[name]) for name in names)


def column_leaves(columns: Columns, codec: RecordCodec, index: int) -> dict[str, Any]:
    """The same of a record in columns, and zeros for what it does not have."""
    found: dict[str, Any] = {}
    for column in codec.columns:
        array = columns[column.key]
        if column.key.endswith("@"):
            at, size = int(array[index]), int(columns[f"{column.key[:-1]}#"][index])
            found[column.key[:-1]] = columns.data[at : at + size].tobytes()
        elif column.rows:
            first, last = columns[column.rows][index : index + 2].tolist()
            found[column.key] = array[first:last].tolist()
        elif column.key.endswith("[]"):
            found[column.key] = int(array[index + 1] - array[index])
        elif not column.key.endswith("#"):
            found[column.key] = int(array[index])
    return found


def compare(one: RecordCodec, columns: Columns, elements: list[Any], path: str, given: dict[str, Any]) -> int:
    """Hold columns against the records of a tree; gives the number of leaves that are equal."""
    compared = 0
    for index, element in enumerate(elements):
        compared += _compare_record(columns, one, index, element, f"{path}[{index}]")
    ends, shortest = np.diff(columns.starts), one.sizes(columns, **given)
    if (ends == shortest).all():
        assert columns.data[columns.starts[0] : columns.starts[-1]].tobytes() == one.write(columns, **given), path
    else:
        assert (ends >= shortest).all(), path  # padded varints are written as short as they can be
    return compared


def _compare_record(columns: Columns, one: RecordCodec, index: int, element: Any, path: str) -> int:
    found = column_leaves(columns, one, index)
    compared = 0
    for key, leaf in leaves(element, raw=True):
        if key in found:  # what counts a list or bytes is no column
            assert found.pop(key) == leaf, f"{path}.{key}"
            compared += len(leaf) if isinstance(leaf, list) else 1
    left = {key: value for key, value in found.items() if value not in (0, [], b"")}
    assert not left, f"{path}: {left}"
    for child, nested in columns.nested.items():
        of = codec(one.schema, one.children[child])
        compared += _compare_record(nested, of, index, getattr(element, child), f"{path}.{child}")
    return compared
