"""What a reader says of a file, and how that compares with what it has to say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from nacformats.codec.streams import Source
from nacformats.codec.trees.reading import Reading
from nacformats.codec.trees.record import read_everything
from nacformats.errors import FormatError, LimitError
from nacformats.limits import MAX_GAP_BYTES
from nacformats.printing import printable
from tests.conformance.schemas import Subject
from tests.conformance.trees import difference, reduced, tree_json

#: An answer as it is in JSON: ["ok", tree, back] or ["no", path, offset, message]. Only Python says ["limit", message],
#: of a file beyond its limits; ["error", message] is a defect of the reader.
Answer = list[Any]
OK, NO, LIMIT, ERROR = "ok", "no", "limit", "error"
#: How an answer compares, in the order of the table.
EQUAL, DIFFERENT, WRONGLY_REFUSED, WRONGLY_ACCEPTED, BROKEN = (
    "equal",
    "different",
    "refused wrongly",
    "accepted wrongly",
    "no answer",
)
#: How an answer compares that a reader does not claim to give.
UNCLAIMED = "not claimed"
#: Why bytes past the last field are refused.
SURPLUS = "belongs to no field"


@contextmanager
def tables_at_once() -> Iterator[None]:
    """Within this block, tables of lookups are read where they are, as in other languages, not when they are used."""
    lazy = Reading._table

    def check(self: Reading, make: Any, count: int) -> None:
        lazy(self, make, count)

    Reading._table = check  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        Reading._table = lazy  # type: ignore[method-assign]


def answer_of_machine(subject: Subject, data: bytes) -> Answer:
    """Return what Python says of a file: the answer that all others are held to.

    Reading is that of strict=False; where no instance has a place, bytes past the last field are refused.
    """
    with tables_at_once():
        return _answer(subject, data)


def _answer(subject: Subject, data: bytes) -> Answer:
    try:
        root = subject.codec.read_part(Source(data).view, 0, units=MOST_UNITS)
        if not subject.has_places and not root._io.eof:
            return [NO, "", root._io.base + root._io.pos, SURPLUS]
        read_everything(root)
        tree = tree_json(subject, root)
    except (LimitError, RecursionError) as error:
        return [LIMIT, str(error)]
    except FormatError as error:
        return [NO, error.path or "", error.offset, message_of(error)]
    return [OK, tree, written_back(subject, root, data)]


def message_of(error: FormatError) -> str:
    """Return what is wrong, without the place."""
    plain = FormatError(error.reason, expected=error.expected, actual=error.actual)
    return str(plain)


def written_back(subject: Subject, root: Any, data: bytes) -> bool | str:
    """Return whether a tree is written byte for byte as it was; why not where nothing can be written."""
    try:
        return b"".join(subject.codec.chunks(root, fresh=True, gap=max(MAX_GAP_BYTES, len(data)))) == data
    except FormatError as error:
        return f"{error.path or ''}: {message_of(error)}"


@dataclass(frozen=True)
class Claims:
    """What a reader gives answers about. A reader of ours claims all of it.

    Attributes:
        places: the path and the offset of a refusal; writes: whether a file is written back.
        is_whole: whether bytes past the last field are refused; bits: those of a NaN, and those that no field takes.
        digits: those of integers from 2^53 on.
        words: whether a refusal says what Python says.
        missing: what it does not claim, for people.
    """

    places: bool = True
    writes: bool = True
    is_whole: bool = True
    bits: bool = True
    digits: bool = True
    words: bool = False
    missing: str = ""


#: So many elements and records are read of a file: more than of one that is read by itself, since all is asked for.
MOST_UNITS = 2_000_000
#: Of a reader that leaves nothing out.
ALL = Claims()
#: Of our packages.
OURS = Claims(words=True)
#: A float at the end of a message, which only Python shows.
_FLOAT = re.compile(r", got -?(\d+\.\d+|(\d\.)?\d+e[+-]\d+|inf|nan)$")


def compare(expected: Answer, found: Answer, claims: Claims) -> tuple[str, str]:
    """Return how an answer compares with that of the machine, and what is wrong with it."""
    if not found or found[0] not in (OK, NO):
        return BROKEN, f"{found[1] if len(found) > 1 else found}"
    if found[0] != expected[0]:
        if found[0] == NO:
            return WRONGLY_REFUSED, f"{found[1]} (byte {found[2]}): {found[3]}"
        if expected[3] == SURPLUS and not claims.is_whole:
            return UNCLAIMED, ""
        return WRONGLY_ACCEPTED, f"it has to be refused: {expected[1]} (byte {expected[2]}): {expected[3]}"
    if expected[0] == OK:
        wrong = difference(*(reduced(each[1], bits=claims.bits, digits=claims.digits) for each in (expected, found)))
        return (EQUAL, "") if wrong is None else (DIFFERENT, wrong)
    if claims.places and found[1:3] != expected[1:3]:
        was, is_ = (f"{each[1]} (byte {each[2]}): {each[3]}" for each in (expected, found))
        return DIFFERENT, f"refused at {is_}; expected {was}"
    if claims.words and printable(found[3]) != _FLOAT.sub("", expected[3]):
        return DIFFERENT, f"{found[1]}: {found[3]}; expected {expected[3]}"
    return EQUAL, ""


def back_differs(expected: Answer, found: Answer) -> str:
    """Return how two answers differ in what is written back; empty where they do not.

    A tree that is not written as it was may be refused, or written in another way.
    """
    if (expected[2] is True) == (found[2] is True):
        return ""
    return f"written back: {expected[2]} is expected, got {found[2]}"


@dataclass
class Score:
    """How a reader did with the files of one schema.

    Attributes:
        counts: answers by how they compare.
        written: files that had to be written back and were; unwritten: those with which that went wrong.
        wrong: what was wrong, each with its file.
    """

    counts: Counter[str] = field(default_factory=Counter)
    written: int = 0
    unwritten: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, name: str, expected: Answer, found: Answer, claims: Claims) -> None:
        """Count one file."""
        outcome, why = compare(expected, found, claims)
        self.counts[outcome] += 1
        if why:
            self.wrong.append(f"{name}: {outcome}: {why}")
        if outcome != EQUAL or expected[0] != OK or not claims.writes:
            return
        differs = back_differs(expected, found)
        self.unwritten += bool(differs)
        self.written += not differs and expected[2] is True
        if differs:
            self.wrong.append(f"{name}: {differs}")

    @property
    def is_good(self) -> bool:
        return set(self.counts) <= {EQUAL, UNCLAIMED} and not self.unwritten
