"""All readers of a schema for one file: they accept or refuse it alike, with the same tree, or path and offset.

The parser of the Kaitai Struct compiler for Python is what the others are held against: the one for JavaScript, the
construct, and the columns, as NumPy and as C.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import kaitaistruct as ks
import numpy as np

from nacformats._generated import schemas
from nacformats.codec.columns import Columns
from nacformats.codec.columns import record as columns_module
from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.errors import FormatError
from tests.campaign.javascript import Reply
from tests.campaign.leaves import LARGE, compare_construct, digest_of, place_of
from tests.columns.trees import LISTS, Judged, codec, facts, failure_of, judge_columns, refusal
from tests.machine.schemas import read as read_all
from tests.oracle import located, parse, parser_class, type_of
from tests.partners import partner

#: The readers, as they are counted.
KAITAI, JAVASCRIPT, CONSTRUCT, NUMPY, COMPILED = (
    "Kaitai, Python",
    "Kaitai, JavaScript",
    "construct",
    "columns, NumPy",
    "columns, C",
)

#: Of so many files of a schema, the construct reads one: it takes longer than all others together, ten times as long
#: for the table of all signatures that every NAC file has.
SLOW = {"nac": 8, "micb": 4, "mic2": 4}
#: What JavaScript says of a file with a number that it does not hold exactly.
UNKNOWN = Reply(None, None, "")


@cache
def has_compiled(schema: str) -> bool:
    """Whether all columns of a schema have compiled loops here."""
    return all(codec(schema, listed.record).compiled is not None for listed in LISTS.get(schema, ()))


@contextmanager
def loops(*, compiled: bool) -> Iterator[None]:
    """Within this block, columns are read by the compiled loops, or by NumPy, however many records there are."""
    before = columns_module.NATIVE_PAYS
    columns_module.NATIVE_PAYS = 0 if compiled else sys.maxsize
    try:
        yield
    finally:
        columns_module.NATIVE_PAYS = before


def compare_readers(schema: str, data: bytes, turn: int = 0) -> tuple[Reply, FormatError | None, list[str]]:
    """Hold the Python readers against each other.

    Args:
        turn: number of the file: the slow readers have their turn when SLOW divides it.

    Returns:
        What the JavaScript parser has to say of the file, why it is refused, and the readers that were compared: none
        where the compiler makes no parser of the schema. The test is skipped where the compiler is not there, without
        which no parser says where a file is bad.
    """
    if schema not in schemas("kaitai"):
        return UNKNOWN, None, []
    partner("ksc")
    tree, reply, failure = _plain_tree(schema, data)
    root, failures = failure_of(schema, data) if failure or schema in LISTS else (None, {})
    assert bool(failures) <= bool(failure), f"the debug parser refuses what the other accepts: {failures}"
    refusal = next(iter(failures.values()), None) or (_lazy_refusal(schema, data) if failure else None)
    names = [KAITAI]
    if turn % SLOW.get(schema, 1) == 0:
        _compare_construct(schema, data, tree, refusal)
        names += [CONSTRUCT]
    if schema in LISTS:
        names += _compare_columns(schema, data, root, failures)
    return reply, refusal, names


def _plain_tree(schema: str, data: bytes) -> tuple[Any, Reply, Exception | None]:
    """The tree that the parser gives, with all its instances, or what it raises; and what JavaScript has to say."""
    try:
        tree = parser_class(schema)(Source(data).stream())
        return tree, Reply(digest_of(tree), None, ""), None
    except Exception as failure:  # noqa: BLE001  hostile bytes make a generated parser raise nearly anything
        return None, UNKNOWN if _is_wide(failure) else Reply(None, *place_of(failure)), failure


def _lazy_refusal(schema: str, data: bytes) -> FormatError:
    """Why a file is refused of which the root can be read with its instances, and an instance further in cannot."""
    source = Source(data)
    try:
        with located(schema, source):
            read_placed(parse(schema, source))
    except FormatError as error:
        return error
    raise AssertionError("refused in one order and accepted in another")


def _is_wide(failure: Exception) -> bool:
    """Whether a number is refused that JavaScript does not hold exactly."""
    actual = getattr(failure, "actual", None)
    return isinstance(actual, int) and abs(actual) >= LARGE


def read_placed(tree: Any) -> None:
    """Read the instances with `pos` of a tree and of what is in it, in the order of the construct structs."""
    waiting = [tree]
    while waiting:
        record = waiting.pop()
        for entry in type_of(record).placed:
            getattr(record, entry.id)
        inner = [value for name, value in vars(record).items() if name[0] != "_" or name.startswith("_m_")]
        listed = [each for value in inner for each in (value if isinstance(value, list) else [value])]
        waiting += [each for each in reversed(listed) if isinstance(each, ks.KaitaiStruct) and each._parent is record]


@cache
def _tree_codec(schema: str) -> SchemaCodec:
    return SchemaCodec.generated(schema)


def _compare_construct(schema: str, data: bytes, tree: Any, refusal: FormatError | None) -> None:
    """The construct gives the same tree, or refuses the file in the same words."""
    built, other = _by_construct(schema, data)
    assert (other is None) == (refusal is None), f"the construct: {other}; the parser: {refusal}"
    if other is None or refusal is None:
        compare_construct(tree, built)
    else:
        assert _facts(other) == _facts(refusal), f"the construct: {other}; the parser: {refusal}"


def _by_construct(schema: str, data: bytes) -> tuple[Any, FormatError | None]:
    try:
        return read_all(_tree_codec(schema), data), None
    except FormatError as error:
        return None, error


def _facts(error: FormatError) -> tuple[type[FormatError], str, str | None, int | None]:
    return type(error), str(error), error.path, error.offset


def _compare_columns(schema: str, data: bytes, root: Any, failures: dict[str, FormatError]) -> list[str]:
    with loops(compiled=False):
        lists = list(judge_columns(schema, data, root, failures))
    if not has_compiled(schema):
        return [NUMPY]
    with loops(compiled=True):
        for each in lists:
            _compare_compiled(each)
    return [NUMPY, COMPILED]


def _compare_compiled(judged: Judged) -> None:
    """The compiled loops give the same columns, or refuse the same record for the same reason."""
    if isinstance(judged.found, FormatError):
        refused = refusal(judged.read)
        assert refused is not None, f"the compiled loops accept what NumPy refuses: {judged.found}"
        assert facts(refused) == facts(judged.found)
    else:
        assert _same(judged.read(), judged.found), "the compiled loops give other columns"


def _same(one: Columns, other: Columns) -> bool:
    return (
        np.array_equal(one.starts, other.starts)
        and np.array_equal(one.ends, other.ends)
        and list(one) == list(other)
        and all(one[key].dtype == other[key].dtype and np.array_equal(one[key], other[key]) for key in one)
        and one.nested.keys() == other.nested.keys()
        and all(_same(one.nested[path], other.nested[path]) for path in one.nested)
    )


def compare_javascript(expected: Reply, found: Reply) -> None:
    """Hold what JavaScript says of a file against what it has to say."""
    assert found == expected or expected == UNKNOWN, f"JavaScript: {found}; Python: {expected}"
