"""Take the tables of a schema apart, and give the machine a file."""

from __future__ import annotations

from nacformats.languages.machine import model, trees
from nacformats.languages.machine.model import Machine, Value
from nacformats.languages.neutral import Bytes, Int, Text, put_range, take_rows, u64

# buffers
FILE, CONSTANTS, MADE = range(3)


def load_schema(m: Machine, numbers: list[Int], texts: list[Text]) -> None:
    """Give a new machine the tables of a schema, as `tables` makes them: how many rows each has, and their fields."""
    for k in range(len(texts)):
        m.texts.append(texts[k])
    m.buffers.append(Bytes())
    m.buffers.append(Bytes())
    m.buffers.append(Bytes())
    at = 0
    at = take_rows(m.types, model.TypeRow, numbers, at)
    at = take_rows(m.members, model.MemberRow, numbers, at)
    at = take_rows(m.kinds, model.KindRow, numbers, at)
    at = take_rows(m.cases, model.CaseRow, numbers, at)
    at = take_rows(m.rules, model.RuleRow, numbers, at)
    at = take_rows(m.derives, model.DeriveRow, numbers, at)
    at = take_rows(m.encodings, model.EncodingRow, numbers, at)
    at = take_rows(m.terms, model.TermRow, numbers, at)
    at = load_constants(m, numbers, at)
    for k in range(numbers[at]):
        m.lists.append(numbers[at + 1 + k])
    load_octets(m, numbers, at + 1 + numbers[at])


def load_constants(m: Machine, numbers: list[Int], start: Int) -> Int:
    """Take the constants; return where the next table begins."""
    rows: list[model.ConstantRow] = []
    end = take_rows(rows, model.ConstantRow, numbers, start)
    for k in range(len(rows)):
        row = rows[k]
        bits = u64(u64(row.high) << 32) | u64(row.low)
        m.constants.append(Value(row.kind, row.negative, bits, row.a, row.b, row.c, row.d))
    return end


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
    trees.forget_records(m)
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
