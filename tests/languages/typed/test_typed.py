"""Typed getters and setters of six languages: set to its own value a member keeps its bytes, and all are as in Python.

Python is the sixth: what it says of a member that is read, or set, is what the programs of the others have to say.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from nacformats.fuzz import Maker
from nacformats.languages.machine import access, model, schema, values
from nacformats.languages.machine.passes import write_file
from nacformats.languages.machine.reading import read_file
from nacformats.languages.machine.trees import find_member
from nacformats.languages.neutral import Failed, Real, u64
from tests.conformance.schemas import Subject, subjects
from tests.effort import effort
from tests.languages.machines import machine_of
from tests.languages.typed.asking import TOOLCHAINS, built, differences, needed
from tests.languages.typed.drawing import files_of, questions
from tests.languages.typed.walking import Shown, shown
from tests.stamps import GENERATORS

pytestmark = pytest.mark.when_changed(*GENERATORS)

#: A schema with a field of every kind.
KINDS = Path(__file__).with_name("kinds.ksy")


def assert_same(language: str, all_shown: list[Shown], folder: Path, count: int) -> None:
    needed(language)
    (folder / "files").mkdir()
    asked = [each for what in all_shown for each in questions(what, files_of(what, folder / "files"), count, 1)]
    command = built(language, all_shown, folder)
    assert not list(differences(language, command, folder, asked))
    assert sum(bool(each.member) for each in asked) > count * len(all_shown) // 2


@pytest.mark.parametrize("language", ["c", "typescript"])
def test_members_of_every_kind(language: str, tmp_path: Path) -> None:
    """These two are built in no time; the others are of the second tier."""
    assert_same(language, [shown(Subject(KINDS, is_ours=False))], tmp_path, 40)


@pytest.mark.nightly
@pytest.mark.parametrize("language", TOOLCHAINS)
def test_members_of_all_schemas(language: str, tmp_path: Path) -> None:
    every = [*map(shown, subjects()), shown(Subject(KINDS, is_ours=False))]
    assert_same(language, every, tmp_path, effort(60, 300))


# the machine


@pytest.mark.parametrize("number", [0, 1, -1, 63, -64, -65, 2**63 - 1, -(2**63)])
def test_a_signed_number_of_variable_length_is_as_it_is(number: int) -> None:
    value = values.of_varint(u64(number), 0, True)
    assert values.integer_of_value(value) == values.twos_complement(value) == u64(number)
    assert (values.is_below_zero(value), values.real_of_value(value)) == (number < 0, float(number))


@pytest.mark.parametrize(
    ("value", "number", "real"),
    [
        (values.of_uint(2**64 - 1), 2**64 - 1, 2.0**64),
        (values.of_signed(u64(-5)), u64(-5), -5.0),
        (values.with_number(True, u64(2**64 - 1)), 2**63, -(2.0**64)),
        (values.of_real(-2.75), u64(-2), -2.75),
        (values.of_real(1e300), 2**64 - 1, 1e300),
        (values.of_float(0x3FC00000, 4), 1, 1.5),
        (values.of_bool(True), 1, 1.0),
        (values.of_text(0, 5, 9, model.NONE), 0, 0.0),
        (values.nothing(), 0, 0.0),
    ],
)
def test_numbers_of_values(value: model.Value, number: int, real: Real) -> None:
    assert (values.integer_of_value(value), values.real_of_value(value)) == (number, real)


def test_a_number_that_is_set_to_itself_keeps_its_width() -> None:
    machine = machine_of(KINDS)
    root = access.new_tree(machine)
    slot = find_member(machine, 0, machine.texts.index("uleb"))
    access.set_slot(machine, root, slot, values.of_varint(5, 3, False))
    for number, width in ((5, 3), (6, 0), (5, 0)):
        access.set_slot(machine, root, slot, values.of_varint(number, 0, False))
        assert access.slot_value(machine, root, slot) == values.of_varint(number, width, False)


@pytest.mark.parametrize("name", ["text", "wide", "latin"])
def test_text_that_is_none_is_refused(name: str) -> None:
    """Texts of Go, and of structs of C, may be any bytes."""
    machine, data = machine_of(KINDS), Maker(KINDS).sample(random.Random(2)).data
    schema.begin_file(machine, bytearray(data))
    read_file(machine)
    slot = find_member(machine, 0, machine.texts.index(name))
    access.set_slot(machine, 0, slot, access.keep_text(machine, bytearray(b"a\xffb")))
    with pytest.raises(Failed):
        write_file(machine)
    assert (machine.error_path, machine.error_message) == (name, "the text is not UTF-8")


def test_what_is_no_record_has_nothing() -> None:
    machine = machine_of(KINDS)
    root = access.new_tree(machine)
    nowhere = values.node_of_value(
        access.slot_value(machine, root, find_member(machine, 0, machine.texts.index("pair")))
    )
    access.set_slot(machine, nowhere, 0, values.of_uint(1))
    access.set_list(machine, nowhere, 0, [])
    assert nowhere == model.NONE
    assert access.slot_value(machine, nowhere, 0) == access.ask_slot(machine, nowhere, 0) == values.nothing()
