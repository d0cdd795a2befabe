"""Take the tables of a schema apart, and give the machine a file."""

from __future__ import annotations

from nacformats.languages.machine.model import (
    CaseRow,
    DeriveRow,
    EncodingRow,
    KindRow,
    Machine,
    MemberRow,
    RuleRow,
    TermRow,
    TypeRow,
    Value,
)
from nacformats.languages.machine.trees import forget_records
from nacformats.languages.neutral import Bytes, Int, Text, put_range, row_at, row_size, u64

# buffers
FILE = 0
CONSTANTS = 1
MADE = 2

# numbers of a row in the list of all
ROW_OF_TYPE = row_size(TypeRow)
ROW_OF_MEMBER = row_size(MemberRow)
ROW_OF_KIND = row_size(KindRow)
ROW_OF_CASE = row_size(CaseRow)
ROW_OF_RULE = row_size(RuleRow)
ROW_OF_DERIVE = row_size(DeriveRow)
ROW_OF_ENCODING = row_size(EncodingRow)
ROW_OF_TERM = row_size(TermRow)
ROW_OF_CONSTANT = 8


def load_schema(m: Machine, numbers: list[Int], texts: list[Text]) -> None:
    """Give a new machine the tables of a schema, as `tables` makes them."""
    for k in range(len(texts)):
        m.texts.append(texts[k])
    m.buffers.append(Bytes())
    m.buffers.append(Bytes())
    m.buffers.append(Bytes())
    at = load_types(m, numbers, 0)
    at = load_members(m, numbers, at)
    at = load_kinds(m, numbers, at)
    at = load_cases(m, numbers, at)
    at = load_rules(m, numbers, at)
    at = load_derives(m, numbers, at)
    at = load_encodings(m, numbers, at)
    at = load_terms(m, numbers, at)
    at = load_constants(m, numbers, at)
    at = load_lists(m, numbers, at)
    load_octets(m, numbers, at)


def load_types(m: Machine, numbers: list[Int], start: Int) -> Int:
    """Take the rows of types, which begin with how many there are; return where the next table begins."""
    at = start + 1
    end = at + ROW_OF_TYPE * numbers[start]
    while at < end:
        m.types.append(row_at(TypeRow, numbers, at))
        at += ROW_OF_TYPE
    return at


def load_members(m: Machine, numbers: list[Int], start: Int) -> Int:
    """Take the rows of members."""
    at = start + 1
    end = at + ROW_OF_MEMBER * numbers[start]
    while at < end:
        m.members.append(row_at(MemberRow, numbers, at))
        at += ROW_OF_MEMBER
    return at


def load_kinds(m: Machine, numbers: list[Int], start: Int) -> Int:
    """Take the rows of kinds."""
    at = start + 1
    end = at + ROW_OF_KIND * numbers[start]
    while at < end:
        m.kinds.append(row_at(KindRow, numbers, at))
        at += ROW_OF_KIND
    return at


def load_cases(m: Machine, numbers: list[Int], start: Int) -> Int:
    """Take the rows of cases."""
    at = start + 1
    end = at + ROW_OF_CASE * numbers[start]
    while at < end:
        m.cases.append(row_at(CaseRow, numbers, at))
        at += ROW_OF_CASE
    return at


def load_rules(m: Machine, numbers: list[Int], start: Int) -> Int:
    """Take the rows of rules."""
    at = start + 1
    end = at + ROW_OF_RULE * numbers[start]
    while at < end:
        m.rules.append(row_at(RuleRow, numbers, at))
        at += ROW_OF_RULE
    return at


def load_derives(m: Machine, numbers: list[Int], start: Int) -> Int:
    """Take the rows that say how fields follow from others."""
    at = start + 1
    end = at + ROW_OF_DERIVE * numbers[start]
    while at < end:
        m.derives.append(row_at(DeriveRow, numbers, at))
        at += ROW_OF_DERIVE
    return at


def load_encodings(m: Machine, numbers: list[Int], start: Int) -> Int:
    """Take the rows of encodings."""
    at = start + 1
    end = at + ROW_OF_ENCODING * numbers[start]
    while at < end:
        m.encodings.append(row_at(EncodingRow, numbers, at))
        at += ROW_OF_ENCODING
    return at


def load_terms(m: Machine, numbers: list[Int], start: Int) -> Int:
    """Take the rows of terms."""
    at = start + 1
    end = at + ROW_OF_TERM * numbers[start]
    while at < end:
        m.terms.append(row_at(TermRow, numbers, at))
        at += ROW_OF_TERM
    return at


def load_constants(m: Machine, numbers: list[Int], start: Int) -> Int:
    """Take the constants; two numbers are the halves of their 64 bits."""
    at = start + 1
    end = at + ROW_OF_CONSTANT * numbers[start]
    while at < end:
        bits = u64(u64(numbers[at + 2]) << 32) | u64(numbers[at + 3])
        m.constants.append(
            Value(
                numbers[at],
                numbers[at + 1] != 0,
                bits,
                numbers[at + 4],
                numbers[at + 5],
                numbers[at + 6],
                numbers[at + 7],
            )
        )
        at += ROW_OF_CONSTANT
    return at


def load_lists(m: Machine, numbers: list[Int], start: Int) -> Int:
    """Take the numbers that rows have several of."""
    for k in range(numbers[start]):
        m.lists.append(numbers[start + 1 + k])
    return start + 1 + numbers[start]


def load_octets(m: Machine, numbers: list[Int], start: Int) -> None:
    """Take the bytes of constants."""
    for k in range(numbers[start]):
        m.buffers[CONSTANTS].append(numbers[start + 1 + k])


def begin_file(m: Machine, data: Bytes) -> None:
    """Give the machine a file, whose bytes it copies, and forget the tree that it had."""
    forget_tree(m)
    put_range(m.buffers[FILE], data, 0, len(data))


def forget_tree(m: Machine) -> None:
    """Make the machine as it was before it had a tree."""
    forget_records(m)
    m.said.clear()
    m.places.clear()
    m.parts.clear()
    m.outputs.clear()
    while len(m.buffers) > MADE + 1:
        m.buffers.pop()
    m.packed.clear()
    m.buffers[FILE].clear()
    m.buffers[MADE].clear()
    m.written.clear()
    m.size_of_file = 0
    m.limit = 0
    m.used = 0
    m.is_writing = False
    m.is_changed = False
    m.is_counting = False
