"""What errors of the machine say: what was expected and what is there, as Python's do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nacformats import FormatError, open_schema
from nacformats.languages.machine import access, model, values
from nacformats.languages.machine.passes import write_file
from nacformats.languages.machine.reading import read_file
from nacformats.languages.machine.schema import begin_file
from nacformats.languages.machine.trees import find_member
from nacformats.languages.neutral import Failed
from tests.languages.machines import machine_of, said
from tests.languages.users import task

PASS = (task.HERE / "files" / "pass.satx").read_bytes()
EVENT = PASS.index("café".encode("utf-16-le")) - 7  # its severity


BODIES = """
meta: {id: bodies, endian: le}
seq:
  - {id: kind, type: u1, enum: kind, valid: {in-enum: true}}
  - {id: body, type: {switch-on: kind, cases: {'kind::one': one, 'kind::two': two}}, size: 2}
types: {one: {seq: [{id: a, type: u2, -default: 1}]}, two: {seq: [{id: a, type: s2, -default: 1}]}}
enums: {kind: {1: one, 2: two}}
"""


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"\x00'\"\\" + data[4:],
        lambda data: data[:4] + b"\x07" + data[5:],
        lambda data: data[:4] + b"\x00" + data[5:],
        lambda data: data[:EVENT] + b"\x09" + data[EVENT + 1 :],
        lambda data: data[:EVENT] + b"\x01" + data[EVENT + 1 :],
        lambda data: data[:7],
        lambda data: data[:12],
        lambda data: data[:20],
        lambda data: data[:-3],
    ],
)
def test_messages_are_those_of_python(damage: Callable[[bytes], bytes]) -> None:
    data = damage(PASS)
    with pytest.raises(FormatError) as caught:
        open_schema(task.SCHEMA).loads(data, strict=False)["channels"][1]["name"]
    kind, path, offset, message = said(machine_of(task.SCHEMA), data)
    assert kind == "no"
    assert str(caught.value) == f"satx: {path} (byte {offset}): {message}"


def refused(machine: model.Machine) -> tuple[str, int, str]:
    with pytest.raises(Failed):
        write_file(machine)
    return machine.error_path, machine.error_offset, machine.error_message


def test_a_wrong_enum_is_named_and_not_the_body_that_follows_from_it(tmp_path: Path) -> None:
    (tmp_path / "bodies.ksy").write_text(BODIES)
    machine = machine_of(tmp_path / "bodies.ksy")
    root = access.new_tree(machine)
    names = [machine.texts[each.id] for each in machine.types]
    body = access.new_record(machine, names.index("one"))
    _set(machine, root, "kind", values.of_uint(9))
    _set(machine, root, "body", values.of_record(body))
    message = "wrong value: expected one of 1 (one), 2 (two), got 9"
    assert refused(machine) == ("kind", model.NONE, message)
    _set(machine, root, "kind", values.of_uint(2))
    assert refused(machine)[:2] == ("body", model.NONE)


def test_what_is_not_written_yet_has_no_byte() -> None:
    machine = machine_of(task.SCHEMA)
    begin_file(machine, bytearray(PASS))
    read_file(machine)
    _set(machine, 0, "mission", values.nothing())
    assert refused(machine) == ("mission", model.NONE, "has to be given")


def _set(machine: model.Machine, node: int, name: str, value: Any) -> None:
    type_of = machine.nodes[node].type
    slot = find_member(machine, type_of, machine.texts.index(name)) - machine.types[type_of].first
    access.set_slot(machine, node, slot, value)
