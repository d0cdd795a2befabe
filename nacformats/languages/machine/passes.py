"""Files from trees: passes over a tree until nothing moves any more, and the parts of a file where they belong."""

from __future__ import annotations

from typing import NoReturn

from nacformats.languages.machine import deriving, instances, model, operators, reading, schema, values, writing
from nacformats.languages.machine.expressions import evaluate, is_there
from nacformats.languages.machine.failures import charge, fail
from nacformats.languages.machine.model import NONE, Machine, Place
from nacformats.languages.machine.outputs import begin_output, end_byte, finish
from nacformats.languages.machine.trees import has_instances, put_children, slot_of, take_apart
from nacformats.languages.neutral import Failed, Int, cut, int_of, put_fill, put_range, succeeds

#: What the place of an instance takes of the memory of a tree.
SIZE_OF_PLACE = 24


def write_file(m: Machine) -> None:
    """Write the tree, whose root is record 0; `m.written` has its bytes. What follows from the rest is set in it."""
    instances.ask_all(m, 0)
    if m.types[0].unwritable != NONE:
        m.at = Place(NONE, NONE, NONE, 0)
        fail(m, model.INVALID, m.texts[m.types[0].unwritable])
    for items in range(len(m.items)):
        if m.items[items].table != NONE and has_instances(m, items):
            take_apart(m, items)
    for k in range(len(m.said)):
        m.said[k].value = m.slots[slot_of(m, m.said[k].node, m.said[k].member)]
    kept = len(m.buffers[schema.MADE])
    m.is_writing = True
    is_done = succeeds(settle, m)
    m.is_writing = False
    m.outputs.clear()
    m.parts.clear()
    m.places.clear()
    cut(m.buffers[schema.MADE], kept)
    if not is_done:
        for k in range(len(m.said)):
            m.slots[slot_of(m, m.said[k].node, m.said[k].member)] = m.said[k].value
        fail_again(m)
    m.said.clear()
    m.status = model.OK


def fail_again(m: Machine) -> NoReturn:
    """Stop with the error that there is."""
    m.written.clear()
    raise Failed


def settle(m: Machine) -> None:
    """Write the tree until everything is where the pass before had it."""
    m.has_before = False
    m.total_before = 0
    m.is_settled = True
    m.trusts = True
    for node in range(len(m.nodes)):
        m.nodes[node].places = NONE
    is_whole = succeeds(write_pass, m)
    m.trusts = False
    if not is_whole:  # perhaps only because the tree has offsets that are none
        write_pass(m)
    is_done = not m.is_guessed
    if not is_done:
        is_as_before(m)
    passes = 0
    while not is_done and passes < model.MOST_PASSES:
        is_done = is_next_settled(m)
        passes += 1
    if not is_done:
        m.at = Place(NONE, NONE, NONE, 0)
        fail(m, model.INVALID, "the offsets depend on each other")
    for k in range(len(m.said)):
        deriving.check_said(m, m.said[k].node, m.said[k].member, m.said[k].value)
    assemble(m)


def is_next_settled(m: Machine) -> bool:
    """Write one more pass, and return whether nothing has moved."""
    m.is_settled = True
    if succeeds(write_pass, m):
        return is_as_before(m)
    status = m.status
    message = m.error_message
    path = m.error_path
    m.is_settled = False
    write_pass(m)  # perhaps it failed only because the pass before was wrong
    if not is_as_before(m):
        return False
    m.status = status
    m.error_message = message
    m.error_path = path
    fail_again(m)


def write_pass(m: Machine) -> None:
    """Write the tree once, by the positions of the pass before."""
    m.current_pass = max(m.current_pass + 1, model.FIRST_PASS)
    m.outputs.clear()
    m.parts.clear()
    m.depth = 0
    m.is_counting = False
    m.is_guessed = False
    adopt_all(m)
    set_parents(m)
    m.total = 0
    whole = begin_output(m, False)
    writing.write_fields(m, 0, whole)
    finish(m, whole)
    m.total = m.outputs[whole].size
    number = 0
    while number < len(m.parts):  # which grow
        place_part(m, number, whole)
        number += 1


def adopt_all(m: Machine) -> None:
    """Tell all records of the tree where they are."""
    waiting: list[Int] = []
    waiting.append(0)
    count = 0
    while len(waiting) != 0:
        node = waiting.pop()
        count += 1
        if count > len(m.nodes):
            m.at = Place(node, NONE, NONE, 0)
            fail(m, model.INVALID, "is in the tree more than once")
        adopt(m, node)
        put_children(m, node, waiting)


def adopt(m: Machine, node: Int) -> None:
    """Tell a record where it is, and forget what was computed before."""
    row = m.types[m.nodes[node].type]
    above = m.nodes[node].above
    holder = m.nodes[node].member
    m.nodes[node].in_part = above != NONE and (
        m.nodes[above].in_part or reading.has_extent(m, holder, m.members[holder].kind)
    )
    m.nodes[node].root = m.nodes[above].root if above != NONE and not row.is_root else node
    m.nodes[node].parent = NONE if above != NONE and m.members[holder].is_orphan else above
    m.nodes[node].stage = 0
    free_busy(m, node)
    if row.placed == 0:
        return
    if m.nodes[node].places == NONE:
        sort_instances(m, node)
    first = row.params + row.fields
    for k in range(first, first + row.placed):
        if m.members[row.first + k].is_lookup:
            m.states[m.nodes[node].first + k] = model.UNREAD


def free_busy(m: Machine, node: Int) -> None:
    """Make members usable that a pass which failed was busy with."""
    row = m.types[m.nodes[node].type]
    for k in range(row.params + row.fields + row.placed + row.values):
        slot = m.nodes[node].first + k
        if m.states[slot] == model.BUSY:
            m.states[slot] = model.THERE if k < row.params + row.fields else model.UNREAD


def sort_instances(m: Machine, node: Int) -> None:
    """Keep the order that the instances of a record have in the file: parts are written in it."""
    row = m.types[m.nodes[node].type]
    first = row.first + row.params + row.fields
    charge(m, SIZE_OF_PLACE * row.placed)
    positions: list[Int] = []
    order: list[Int] = []
    for k in range(row.placed):
        position = position_before(m, node, first + k)
        positions.append(position)
        order.append(k)
        at = k
        while at > 0 and positions[order[at - 1]] > position:
            order[at] = order[at - 1]
            at -= 1
        order[at] = k
    m.nodes[node].places = len(m.places)
    for _k in range(2 * row.placed):
        m.places.append(NONE)
    for k in range(row.placed):
        m.places.append(order[k])


def position_before(m: Machine, node: Int, instance: Int) -> Int:
    """Return where the tree says that an instance is, or 0."""
    value = values.of_int(0)
    offset = m.members[instance].offset
    if offset != NONE:
        value = m.slots[slot_of(m, node, offset)]
    elif (
        m.nodes[node].io != NONE
        and m.members[instance].pos != NONE
        and m.states[slot_of(m, node, instance)] == model.THERE
    ):
        value = evaluate(m, m.members[instance].pos, node)
    return int_of(value.number) if value.kind == model.INT and not value.negative else 0


def set_parents(m: Machine) -> None:
    """Find the parents of records that are not those around them."""
    member = 0
    while member < len(m.members) and m.members[member].parent == NONE:
        member += 1
    if member == len(m.members):
        return
    waiting: list[Int] = []
    waiting.append(0)
    while len(waiting) != 0:
        node = waiting.pop()
        holder = m.nodes[node].member
        if m.nodes[node].above != NONE and m.members[holder].parent != NONE:
            parent = evaluate(m, m.members[holder].parent, m.nodes[node].above)
            m.nodes[node].parent = parent.a if parent.kind == model.RECORD else NONE
        put_children(m, node, waiting)


def place_part(m: Machine, number: Int, out: Int) -> None:
    """Write an instance after all before it, and say where it belongs."""
    node = m.parts[number].node
    member = m.parts[number].member
    m.at = Place(node, member, NONE, m.at.offset)
    if not is_there(m, node, member):
        fail(m, model.INVALID, writing.ABSENT_HERE)
    if is_elsewhere(m, node, member):
        fail(m, model.INVALID, "is in another stream, which cannot be written")
    end_byte(m, out)
    start = m.outputs[out].size
    writing.write_value(m, node, member, out)
    finish(m, out)
    size = m.outputs[out].size - start
    position = position_of(m, node, member, size)
    m.parts[number].start = start
    m.parts[number].size = size
    m.parts[number].position = position
    m.places[deriving.place_of(m, node, member, 1)] = position
    if size != 0 or position <= m.total + model.MOST_GAP:
        m.total = max(m.total, position + size)


def is_elsewhere(m: Machine, node: Int, member: Int) -> bool:
    """Return whether an instance is in another stream than that of the file."""
    if m.members[member].io == NONE:
        return m.nodes[node].in_part
    return evaluate(m, m.members[member].io, node).kind != model.IO


def position_of(m: Machine, node: Int, member: Int, size: Int) -> Int:
    """Return where an instance belongs: where its offset may be chosen, after all before it."""
    if m.members[member].offset != NONE:
        step = m.members[member].align
        return m.total + (step - m.total % step) % step
    position = int_of(operators.count_in(m, evaluate(m, m.members[member].pos, node), "a position of ", ""))
    if size != 0 and position > m.total + model.MOST_GAP:
        fail(m, model.LIMIT, "is too far away")
    return position


def is_as_before(m: Machine) -> bool:
    """Return whether everything is where the pass before had it; the places of this pass become those before."""
    is_same_place = m.has_before and m.total == m.total_before
    for number in range(len(m.parts)):
        place = deriving.place_of(m, m.parts[number].node, m.parts[number].member, 0)
        is_same_place = is_same_place and m.places[place] == m.parts[number].position
        m.places[place] = m.parts[number].position
    m.total_before = m.total
    m.has_before = True
    return is_same_place


# the parts of a file


def assemble(m: Machine) -> None:
    """Put the parts of a file where they belong; those that overlap have to agree."""
    m.written.clear()
    if m.total > m.limit:
        fail(m, model.LIMIT, "too large for memory")
    covered = m.outputs[0].size
    if len(m.parts) != 0:
        covered = m.parts[0].start
    put_range(m.written, m.outputs[0].data, 0, covered)
    order = sorted_parts(m)
    for k in range(len(order)):
        put_part(m, order[k])
    missing = m.total - len(m.written)
    put_fill(m.written, missing, 0)


def put_part(m: Machine, number: Int) -> None:
    """Append a part to the file, but what is there already."""
    position = m.parts[number].position
    start = m.parts[number].start
    size = m.parts[number].size
    common = min(max(len(m.written) - position, 0), size)
    for k in range(common):
        if m.written[position + k] != m.outputs[0].data[start + k]:
            m.at = Place(m.parts[number].node, m.parts[number].member, NONE, position)
            fail(m, model.INVALID, "overlaps another part of the file, and holds other bytes")
    if size > common:
        gap = position + common - len(m.written)
        put_fill(m.written, gap, 0)
        put_range(m.written, m.outputs[0].data, start + common, start + size)


def sorted_parts(m: Machine) -> list[Int]:
    """Return the numbers of the parts by their positions: runs of twice as many are merged each time."""
    order: list[Int] = []
    while len(order) < len(m.parts):
        order.append(len(order))
    run = 1
    while run < len(m.parts):
        merged: list[Int] = []
        start = 0
        while start < len(m.parts):
            merge_runs(m, order, start, run, merged)
            start += 2 * run
        for k in range(len(m.parts)):
            order[k] = merged[k]
        run = 2 * run
    return order


def merge_runs(m: Machine, order: list[Int], start: Int, run: Int, merged: list[Int]) -> None:
    """Append two runs of parts, the first at `start`, in order."""
    one = start
    middle = min(start + run, len(order))
    other = middle
    end = min(middle + run, len(order))
    while one < middle or other < end:
        takes_one = other >= end
        if one < middle and other < end:
            takes_one = m.parts[order[one]].position <= m.parts[order[other]].position
        if takes_one:
            merged.append(order[one])
            one += 1
        else:
            merged.append(order[other])
            other += 1
