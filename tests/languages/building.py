"""Trees for the machine of other languages, made of nothing, as the setters of typed views make them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nacformats.languages.machine import access as making
from nacformats.languages.machine import model, values
from nacformats.languages.machine.model import Machine, Value
from nacformats.languages.machine.passes import write_file
from nacformats.languages.machine.trees import find_member
from nacformats.languages.neutral import Failed, u64

_VARINTS = (model.ULEB, model.SLEB, model.VLQ)


def written(machine: Machine, tree: Mapping[str, Any]) -> bytes | str:
    """Return the bytes of a tree, or the path and the message of why it cannot be written."""
    fill(machine, making.new_tree(machine), tree)
    try:
        write_file(machine)
    except Failed:
        return f"{machine.error_path}: {machine.error_message}"
    return bytes(machine.written)


def fill(machine: Machine, node: int, tree: Mapping[str, Any]) -> None:
    """Set the members of a record."""
    type_of = machine.nodes[node].type
    for name, value in Mapping.items(tree):
        member = find_member(machine, type_of, machine.texts.index(name))
        slot = member - machine.types[type_of].first
        kind = machine.members[member].kind
        if isinstance(value, Sequence) and not isinstance(value, str | bytes):
            making.set_list(machine, node, slot, [of_python(machine, kind, each) for each in value])
        else:
            making.set_slot(machine, node, slot, of_python(machine, kind, value))


def of_python(machine: Machine, kind: int, value: Any) -> Value:
    row = machine.kinds[kind]
    match value:
        case None:
            return values.nothing()
        case bool():
            return values.of_bool(value)
        case int() if row.tag in _VARINTS:
            return values.of_varint(u64(value), 0, row.tag == model.SLEB)
        case int():
            return Value(model.INT, value < 0, abs(value), 0, 0, 0, model.NONE)
        case float():
            return values.of_real(value)
        case str():
            return making.keep_text(machine, bytearray(value.encode()))
        case bytes():
            return making.keep_bytes(machine, bytearray(value))
        case Mapping():
            return record_of(machine, kind, value)
    raise AssertionError(value)


def record_of(machine: Machine, kind: int, tree: Mapping[str, Any]) -> Value:
    """Return a record: of a switch, of the case that has all these members, and the fewest others."""
    row = machine.kinds[kind]
    kinds = [kind]
    if row.tag == model.SWITCH:
        kinds = [each.kind for each in machine.cases[row.cases : row.cases + row.num_cases]]
    numbers = [machine.texts.index(name) for name in tree]
    targets = [machine.kinds[each].type for each in kinds if machine.kinds[each].tag == model.USE]
    fit = [each for each in targets if all(find_member(machine, each, number) >= 0 for number in numbers)]
    target = min(fit, key=lambda each: machine.types[each].fields + machine.types[each].placed)
    node = making.new_record(machine, target)
    fill(machine, node, tree)
    return values.of_record(node)
