"""Mutants have names that stay when code moves, and functions that are alive take the code of a mutant."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutation import mutants, schemas
from tests.mutation.mutants import Mutant, changed_operators, named, removed_rules
from tests.mutation.rooms import ROOMS
from tests.mutation.swapping import NotSwappedError, Swapper

SOURCE = """
LIMIT = 7


class Reader:
    def sizes(self, count):
        def double(size):
            return size * 2

        return [double(size) for size in range(count + 1)]


def check(value):
    if value < 0 or value > LIMIT:
        raise InvalidError("out of range")
    return value


alias = check
"""


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    path = tmp_path / "room.py"
    path.write_text(SOURCE)
    return path


def imported(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("room", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_mutants_are_named_by_function_and_change(source: Path) -> None:
    before = named([*removed_rules("room.py"), *changed_operators("room.py")])
    assert {
        "check: never: if value < 0 or value > LIMIT",
        "check: only: value < 0",
        "check: only: value > LIMIT",
        "check: other comparison: value < 0",
        "Reader.sizes: other operator: count + 1",
        "Reader.sizes: 1 is 2",
    } <= before.keys()
    source.write_text(f"# moved\n\nOTHER = 1\n{SOURCE}")
    assert named([*removed_rules("room.py"), *changed_operators("room.py")]).keys() == before.keys()


def test_mutants_that_look_alike_are_numbered() -> None:
    one = Mutant("a.py", 1, "f", "0 is 1", "")
    assert [*named([one, one, one])] == ["f: 0 is 1", "f: 0 is 1 #2", "f: 0 is 1 #3"]


def test_functions_that_are_alive_take_the_code_of_a_mutant(source: Path) -> None:
    sizes = imported(source).Reader().sizes
    assert sizes(1) == [0, 2]
    mutant = named(changed_operators("room.py"))["Reader.sizes: other operator: count + 1"]
    Swapper([source]).swap(source, mutant.place, mutant.text)
    assert sizes(1) == []


def test_functions_inside_of_functions_change_as_well(source: Path) -> None:
    sizes = imported(source).Reader().sizes
    Swapper([source]).swap(source, "Reader.sizes", SOURCE.replace("size * 2", "size * 3"))
    assert sizes(1) == [0, 3]


def test_other_names_of_a_function_change_as_well(source: Path) -> None:
    room = imported(source)
    mutant = named(removed_rules("room.py"))["check: never: if value < 0 or value > LIMIT"]
    Swapper([source]).swap(source, mutant.place, mutant.text)
    assert room.alias(-1) == room.check(-1) == -1


def test_what_is_not_alive_has_to_be_imported_anew(source: Path) -> None:
    with pytest.raises(NotSwappedError):
        Swapper([source]).swap(source, "check", SOURCE)


@pytest.mark.nightly
def test_each_room_has_mutants_and_tests() -> None:
    for name, room in ROOMS.items():
        assert len(room.mutants()) > 20, name
        for test in room.tests:
            assert (mutants.ROOT / test).exists(), test


def test_rules_of_schemas_are_mutants() -> None:
    changes = [mutant.change for mutant in schemas.removed_rules("stb")]
    assert any(" without " in change for change in changes)
