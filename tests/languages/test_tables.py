"""The tables of a schema as numbers, and the machine that takes them apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from nacformats.languages.machine import model
from nacformats.languages.machine.schema import load_schema
from nacformats.languages.neutral import MOST_INT
from nacformats.languages.tables import machine_tables
from nacformats.schema.model import SchemaError
from nacformats.schema.reading import schema_model
from nacformats.targets.loading import schema_of_file


@pytest.mark.parametrize("name", ["nac", "micb", "tisa", "uleb128"])
def test_the_machine_loads_what_a_schema_says(name: str) -> None:
    form = schema_model(name)
    tables = machine_tables(form)
    assert max(map(abs, tables.numbers)) <= MOST_INT
    machine = model.Machine()
    load_schema(machine, tables.numbers, tables.texts)
    assert machine.texts[machine.types[0].id] == form.root.id
    for (target, member), number in tables.members.items():
        assert machine.texts[machine.members[number].id] == member
        row = machine.types[tables.types[target]]
        assert row.first <= number < row.first + row.params + row.fields + row.placed + row.values


def test_constants_keep_their_64_bits(tmp_path: Path) -> None:
    path = tmp_path / "wide.ksy"
    path.write_text("meta: {id: wide, endian: le}\nseq:\n  - {id: a, type: u8, valid: 0xfffffffffffffffe}\n")
    tables = machine_tables(schema_of_file(path))
    machine = model.Machine()
    load_schema(machine, tables.numbers, tables.texts)
    assert [each.number for each in machine.constants] == [2**64 - 2]


@pytest.mark.parametrize(
    ("member", "words"),
    [
        (
            "{id: a, type: str, size: 4, encoding: Shift_JIS}",
            "/seq/0/encoding: this language does not know the encoding Shift_JIS",
        )
    ],
)
def test_what_the_machine_cannot_do_is_refused(member: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "one.ksy"
    path.write_text(f"meta: {{id: one}}\nseq:\n  - {member}\n")
    with pytest.raises(SchemaError) as error:
        machine_tables(schema_of_file(path))
    assert str(error.value) == words
