"""Failures: where the machine is, as a path, and what is wrong; and bounds of memory and depth, for whatever file."""

from __future__ import annotations

from typing import NoReturn

from nacformats.languages.machine.model import LIMIT, MOST_DEPTH, NONE, Machine
from nacformats.languages.neutral import Failed, Int, Text, text_of_int

#: Steps of a path; the middle of a longer one is left out.
MOST_STEPS = 16


def fail(m: Machine, status: Int, message: Text) -> NoReturn:
    """Stop with an error at the place where the machine is; what is written has no place in a file yet."""
    m.status = status
    m.error_message = message
    m.error_path = path_of(m)
    m.error_offset = NONE if m.is_writing else min(m.at.offset, m.size_of_file)
    raise Failed


def path_of(m: Machine) -> Text:
    """Return the place as a path, such as tensors[3].ofs_body."""
    steps: list[Text] = []
    if m.at.member != NONE:
        steps.append(step_of(m, m.at.member, m.at.index))
    node = m.at.node
    while node != NONE and m.nodes[node].above != NONE:
        steps.append(step_of(m, m.nodes[node].member, m.nodes[node].index))
        node = m.nodes[node].above
    path = ""
    count = len(steps)
    for k in range(count):
        if count > MOST_STEPS and k >= MOST_STEPS // 2 and k < count - MOST_STEPS // 2:
            if k == MOST_STEPS // 2:
                path = path + "...."
            continue
        if path != "":
            path = path + "."
        path = path + steps[count - 1 - k]
    return path


def step_of(m: Machine, member: Int, index: Int) -> Text:
    """Return one step of a path."""
    name = m.texts[m.members[member].id]
    if index == NONE:
        return name
    return name + "[" + text_of_int(index) + "]"


def charge(m: Machine, size: Int) -> None:
    """Take memory from what a tree may use."""
    if size > m.limit - m.used:
        fail(m, LIMIT, "too large for memory")
    m.used += size


def enter(m: Machine) -> None:
    """Go one level down; `leave` goes up again."""
    m.depth += 1
    if m.depth > MOST_DEPTH:
        fail(m, LIMIT, "nested too deeply")


def leave(m: Machine) -> None:
    m.depth -= 1
