"""Trees as JSON, and what a reader answers about a file."""

from __future__ import annotations

from nacformats.languages.machine import instances, model, operators, passes, reading, trees
from nacformats.languages.machine.model import NONE, Machine, Value
from nacformats.languages.machine.schema import FILE, begin_file
from nacformats.languages.machine.text import put_hex, put_integer, put_utf8
from nacformats.languages.neutral import Bytes, Int, Text, put_fill, put_text, succeeds, text_of_bytes, text_of_int, u64

#: The depth of a document that is one line.
COMPACT = -1
ROOT = 0
BLANK = 32
QUOTE = 34
BACKSLASH = 92


def answer(m: Machine, data: Bytes) -> Text:
    """Read a file, ask for all instances, write it, and say in one line of JSON what came out.

    It is ["ok", TREE, BACK], where BACK is true, false or why nothing can be written, or ["no", PATH, OFFSET, MESSAGE].
    """
    to = Bytes()
    begin_file(m, data)
    if succeeds(read_whole, m):
        put_text(to, '["ok", ')
        put_record(m, to, ROOT, COMPACT)
        put_text(to, ", ")
        put_outcome(m, to)
    else:
        put_text(to, '["no", ')
        put_quoted(to, m.error_path)
        put_text(to, ", ")
        put_text(to, text_of_int(m.error_offset))
        put_text(to, ", ")
        put_quoted(to, m.error_message)
    put_text(to, "]")
    return text_of_bytes(to, 0, len(to))


def shown(m: Machine, data: Bytes) -> Text:
    """Read a file, and return its tree as JSON for people; nothing where it is refused, and `refusal` says why."""
    to = Bytes()
    begin_file(m, data)
    if succeeds(read_whole, m):
        put_record(m, to, ROOT, 0)
        put_text(to, "\n")
    return text_of_bytes(to, 0, len(to))


def refusal(m: Machine) -> Text:
    """Return where a file or a tree is wrong, and why."""
    place = m.error_path
    if m.error_offset != NONE:
        place = place + ("" if place == "" else " ") + "(byte " + text_of_int(m.error_offset) + ")"
    return m.error_message if place == "" else place + ": " + m.error_message


def read_whole(m: Machine) -> None:
    """Read a file with all instances that have a position."""
    reading.read_file(m)
    instances.ask_all(m, ROOT)


def put_outcome(m: Machine, to: Bytes) -> None:
    """Say whether the tree is written as the file that it was read from."""
    if succeeds(passes.write_file, m):
        put_text(to, "true" if is_as_read(m) else "false")
    else:
        put_quoted(to, m.error_path + ": " + m.error_message)


def is_as_read(m: Machine) -> bool:
    """Return whether the bytes that were written are those of the file."""
    size = len(m.buffers[FILE])
    if len(m.written) != size:
        return False
    same = 0
    while same < size and m.written[same] == m.buffers[FILE][same]:
        same += 1
    return same == size


def put_json(m: Machine, to: Bytes, node: Int, is_indented: bool) -> None:
    """Append a record as JSON."""
    put_record(m, to, node, 0 if is_indented else COMPACT)


def put_record(m: Machine, to: Bytes, node: Int, depth: Int) -> None:
    """Append the members of a record that are there, but params and computed instances."""
    row = m.types[m.nodes[node].type]
    inner = deeper(depth)
    count = 0
    put_text(to, "{")
    for k in range(row.params, row.params + row.fields + row.placed):
        if is_shown(m, node, row.first + k):
            put_key(to, m.texts[m.members[row.first + k].id], count, inner)
            put_value(m, to, m.slots[m.nodes[node].first + k], inner)
            count += 1
    if m.nodes[node].padding != NONE:
        put_key(to, "$padding", count, inner)
        put_padding(m, to, m.nodes[node].padding)
        count += 1
    if count != 0:
        new_line(to, depth)
    put_text(to, "}")


def deeper(depth: Int) -> Int:
    return COMPACT if depth == COMPACT else depth + 1


def new_line(to: Bytes, depth: Int) -> None:
    """Begin a line, or stay on it where all is one."""
    if depth != COMPACT:
        put_text(to, "\n")
        put_fill(to, 2 * depth, BLANK)


def put_key(to: Bytes, name: Text, count: Int, depth: Int) -> None:
    if count != 0:
        put_text(to, ", " if depth == COMPACT else ",")
    new_line(to, depth)
    put_quoted(to, name)
    put_text(to, ": ")


def is_shown(m: Machine, node: Int, member: Int) -> bool:
    """Return whether a member is there; an instance is not if it takes no bytes."""
    row = m.types[m.nodes[node].type]
    k = member - row.first
    state = m.states[m.nodes[node].first + k]
    if state == model.ABSENT or state == model.UNREAD:
        return False
    return k < row.params + row.fields or trees.takes_bytes(m, member, m.slots[m.nodes[node].first + k])


def put_padding(m: Machine, to: Bytes, first: Int) -> None:
    """Append the bits that no field takes, by the fields before them."""
    padding = first
    put_text(to, "{")
    while padding != NONE:
        put_quoted(to, m.texts[m.members[m.paddings[padding].after].id])
        put_text(to, ": ")
        put_text(to, text_of_int(m.paddings[padding].bits))
        padding = m.paddings[padding].next
        if padding != NONE:
            put_text(to, ", ")
    put_text(to, "}")


def put_value(m: Machine, to: Bytes, value: Value, depth: Int) -> None:
    if value.kind == model.INT:
        put_integer(to, value)
    elif value.kind == model.BOOL:
        put_text(to, "true" if value.number != 0 else "false")
    elif value.kind == model.REAL:
        put_text(to, '{"$real": "')
        put_hex(to, value.number, 2 * value.a)
        put_text(to, '"}')
    elif value.kind == model.TEXT:
        put_characters(m, to, value)
    elif value.kind == model.BYTES:
        put_bytes(m, to, value)
    elif value.kind == model.VARINT:
        put_long_number(to, value)
    elif value.kind == model.RECORD:
        put_record(m, to, value.a, depth)
    elif value.kind == model.LIST:
        put_list(m, to, value.a, depth)
    else:
        put_text(to, "null")


def put_long_number(to: Bytes, value: Value) -> None:
    """Append a number; its width too where that is more than it needs."""
    is_wider = value.a > operators.least_width(value)
    if is_wider:
        put_text(to, '{"$varint": ')
    put_integer(to, value)
    if is_wider:
        put_text(to, ', "width": ')
        put_text(to, text_of_int(value.a))
        put_text(to, "}")


def put_list(m: Machine, to: Bytes, items: Int, depth: Int) -> None:
    count = trees.count_of_items(m, items)
    inner = deeper(depth)
    has_records = False
    put_text(to, "[")
    for k in range(count):
        value = trees.item_at(m, items, k)
        has_records = value.kind == model.RECORD
        if k != 0:
            put_text(to, "," if has_records and depth != COMPACT else ", ")
        if has_records:
            new_line(to, inner)
        put_value(m, to, value, inner)
    if has_records:
        new_line(to, depth)
    put_text(to, "]")


def put_bytes(m: Machine, to: Bytes, value: Value) -> None:
    put_text(to, '{"$hex": "')
    for k in range(value.c):
        put_hex(to, u64(m.buffers[value.a][value.b + k]), 2)
    put_text(to, '"}')


def put_characters(m: Machine, to: Bytes, value: Value) -> None:
    """Append a text in quotes, whatever its encoding is."""
    plain = Bytes()
    put_utf8(m, plain, value)
    put_between_quotes(to, plain)


def put_quoted(to: Bytes, text: Text) -> None:
    """Append a text of the machine in quotes."""
    plain = Bytes()
    put_text(plain, text)
    put_between_quotes(to, plain)


def put_between_quotes(to: Bytes, plain: Bytes) -> None:
    """Append what is UTF-8 in quotes."""
    put_text(to, '"')
    for k in range(len(plain)):
        byte = plain[k]
        if byte < BLANK or byte == QUOTE or byte == BACKSLASH:
            put_text(to, "\\u")
            put_hex(to, u64(byte), 4)
        else:
            to.append(byte)
    put_text(to, '"')
