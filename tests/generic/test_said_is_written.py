"""What is set or given is written, or refused by name: misspelled members, and numbers that contradict the rest."""

from __future__ import annotations

import copy
import importlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import nacformats
from nacformats.cli import main
from nacformats.errors import FormatError
from nacformats.formats.generic import Tree
from nacformats.schemas import SchemaFormat
from nacformats.targets.loading import schema_of_file
from nacformats.targets.packages import files_of_schemas

KSY = """
meta: {id: crew, endian: le, encoding: ASCII, file-extension: crew}
seq:
- {id: len_mission, type: u1}
- {id: mission, type: str, size: len_mission}
- {id: num_items, type: u1}
- {id: items, type: person, repeat: expr, repeat-expr: num_items}
- {id: ofs_notes, type: u1}
- {id: keys, type: u1}
instances:
  notes: {pos: ofs_notes, type: str, size: 2}
types:
  person:
    seq: [{id: num_values, type: u1}, {id: values, type: u1, repeat: expr, repeat-expr: num_values}]
"""
TREE = {"mission": "Mir", "items": [{"values": [1, 2]}], "keys": 9, "notes": "ok"}
DATA = b"\x03Mir\1\2\1\2\x0a\x09ok"
FOLLOWS = "is given, and something else follows from the other fields: leave it out"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "crew.ksy"
    path.write_text(KSY, encoding="utf-8")
    return path


@pytest.fixture
def crew(path: Path) -> SchemaFormat:
    return nacformats.open_schema(path)


def test_what_follows_may_be_left_out_or_be_right(crew: SchemaFormat) -> None:
    right = TREE | {"len_mission": 3, "num_items": 1, "ofs_notes": 10, "items": [{"num_values": 2, "values": [1, 2]}]}
    assert crew.dumps(TREE) == crew.dumps(right) == DATA


@pytest.mark.parametrize(
    ("wrong", "where", "expected"),
    [
        ({"len_mission": 4}, "len_mission", 3),
        ({"num_items": 2}, "num_items", 1),
        ({"ofs_notes": 11}, "ofs_notes", 10),
        ({"items": [{"num_values": 0, "values": [1, 2]}]}, "items[0].num_values", 2),
    ],
)
def test_what_contradicts_the_rest_is_refused(
    crew: SchemaFormat, path: Path, tmp_path: Path, wrong: dict[str, Any], where: str, expected: int
) -> None:
    with pytest.raises(FormatError, match=FOLLOWS) as error:
        crew.dumps(TREE | wrong)
    assert (error.value.path, error.value.expected) == (where, expected)
    document = tmp_path / "crew.json"
    document.write_text(json.dumps(TREE | wrong), encoding="utf-8")
    result = CliRunner().invoke(main, ["convert", str(document), str(tmp_path / "new.crew"), "--schema", str(path)])
    assert result.exit_code == 1
    assert where in result.stderr
    assert "leave it out" in result.stderr
    assert not (tmp_path / "new.crew").exists()


def test_counts_that_were_read_follow_what_is_changed(crew: SchemaFormat) -> None:
    tree = crew.loads(DATA)
    tree.mission = "Sojuz"
    tree["items"][0].values.append(3)
    tree["items"].append({"values": []})
    assert crew.dumps(tree) == b"\x05Sojuz\2\3\1\2\3\0\x0e\x09ok"


@pytest.mark.parametrize("name", ["num_items", "len_mission", "ofs_notes"])
def test_one_that_is_set_and_wrong_is_refused(crew: SchemaFormat, name: str) -> None:
    tree = crew.loads(DATA)
    setattr(tree, name, 7)
    with pytest.raises(FormatError, match=FOLLOWS) as error:
        crew.dumps(tree)
    assert error.value.path == name
    tree = crew.loads(DATA)
    tree["items"][0].num_values = 5
    with pytest.raises(FormatError, match=r"items\[0\].num_values"):
        crew.dumps(tree)


def test_a_name_that_is_none_is_refused_and_the_right_one_suggested(crew: SchemaFormat) -> None:
    tree = crew.loads(DATA)
    with pytest.raises(AttributeError, match="no member 'mision': is 'mission' meant"):
        tree.mision = "Mir"
    with pytest.raises(AttributeError, match="num_valus"):
        tree["items"][0].num_valus = 1
    with pytest.raises(FormatError, match="no field 'mision': is 'mission' meant"):
        crew.dumps(TREE | {"mision": "Mir"})
    tree.mission = "Vostok"
    assert tree["mission"] == tree.mission == "Vostok"


def test_members_with_the_names_of_methods_are_read_and_set(crew: SchemaFormat) -> None:
    tree = crew.loads(DATA)
    assert tree.keys == tree["keys"] == tree.fields.keys == tree.fields.keys_ == 9
    assert tree.items is tree["items"]
    assert tree.items[0].values == tree.items[0]["values"] == [1, 2]
    assert [name for name, _ in Mapping.items(tree.items[0])] == ["num_values", "values"]
    assert tree.items[0] == {"num_values": 2, "values": [1, 2]}
    tree.keys = 8
    tree.items[0].values = [7]
    assert crew.dumps(tree) == b"\x03Mir\1\1\7\x09\x08ok"
    assert tree.fields.get("keys") == 8


def test_a_tree_whose_members_are_called_like_methods_is_a_mapping(tmp_path: Path) -> None:
    names = sorted({name for name in dir(Tree) if name[0] != "_"} | {"format", "fields"})
    ksy = {"meta": {"id": "named"}, "seq": [{"id": name, "type": "u1"} for name in names]}
    (tmp_path / "named.ksy").write_text(json.dumps(ksy), encoding="utf-8")
    schema, data = nacformats.open_schema(tmp_path / "named.ksy"), bytes(range(len(names)))
    tree, members = schema.loads(data), dict(zip(names, data, strict=True))
    assert tree == schema.loads(data) == members == dict(Mapping.items(tree))
    assert tree != schema.loads(data[::-1])
    assert copy.copy(tree) == tree
    assert list(tree) == names
    assert schema.dumps(members) == schema.dumps(tree) == data
    with pytest.raises(AttributeError, match=r"the field of this name is tree\['close'\]"):
        tree.close = 5
    tree.close()


def test_a_typed_package_says_the_same(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in files_of_schemas([(path, schema_of_file(path))], ["python"]).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "python"))
    monkeypatch.delitem(sys.modules, "crew", raising=False)
    package = importlib.import_module("crew")
    tree = package.loads(DATA)
    assert tree.keys == 9
    tree.items[0].values.append(3)
    assert package.dumps(tree) == b"\x03Mir\1\3\1\2\3\x0b\x09ok"
    tree.num_items = 5
    with pytest.raises(FormatError, match="num_items"):
        package.dumps(tree)
    with pytest.raises(AttributeError, match="mision"):
        tree.mision = "Mir"
