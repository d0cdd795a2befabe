"""What is said of schemas that some target of Kaitai's compiler makes wrong code of."""

from __future__ import annotations

from pathlib import Path

import pytest

from nacformats.schema.reading import schema_model
from nacformats.schema.sources import schema_names
from nacformats.targets.loading import schema_of_file
from tests.kaitai_targets.wrapping import RESERVED_CLASSES, RESERVED_MEMBERS, portability_warnings

TOY = """
meta: {id: toy, endian: le}
seq:
  - {id: num_rows, type: u2}
  - {id: num_cells, type: u4}
  - {id: rows, type: row, repeat: expr, repeat-expr: num_rows}
  - {id: cells, type: u1, repeat: expr, repeat-expr: num_cells}
types:
  row:
    seq:
      - {id: length, type: u2}
      - {id: raw, size: length}
"""


def warnings(tmp_path: Path, old: str = "", new: str = "") -> list[tuple[str, str]]:
    assert old in TOY
    text = TOY if old == "u4}" else TOY.replace("u4}", "u4, valid: {max: 9}}").replace(old, new)
    (tmp_path / "toy.ksy").write_text(text)
    return list(portability_warnings(schema_of_file(tmp_path / "toy.ksy")))


@pytest.mark.parametrize("name", schema_names())
def test_the_schemas_here_have_none(name: str) -> None:
    assert list(portability_warnings(schema_model(name))) == []


def test_a_good_schema_has_none(tmp_path: Path) -> None:
    assert warnings(tmp_path) == []


def test_a_count_needs_a_bound(tmp_path: Path) -> None:
    reason = "counts 'cells' and has no bound: give it a `valid`, since C++ counts in 32 bits with sign"
    assert warnings(tmp_path, "u4}") == [("/seq/1", reason)]


@pytest.mark.parametrize(
    ("written", "narrow", "wide"),
    [
        ("length * 4", "u2", "u4"),
        ("length + length", "u2", "u4"),
        ("(length * 4).as<u4>", "u2", "u4"),
        ("(length * 4).as<u2>", "", ""),
        ("length.as<u4> * 4", "", ""),
        ("length / 2 * 3", "", ""),
        ("length - 4", "", ""),
    ],
)
def test_what_wraps_is_named(tmp_path: Path, written: str, narrow: str, wide: str) -> None:
    found = warnings(tmp_path, "size: length", f"size: {written}")
    operator = "+" if "+" in written else "*"
    reason = f"`{operator}` may give more than {narrow} holds: Go and Rust wrap; cast with `.as<{wide}>`"
    assert found == ([("/types/row/seq/1/size", reason)] if narrow else [])


@pytest.mark.parametrize(
    ("name", "languages"),
    [
        ("template", "C++"),
        ("type", "Rust"),
        ("end", "Ruby and Lua"),
        ("class", "C++, Python, Ruby and Java"),
        ("get_class", "Java"),
    ],
)
def test_words_of_languages_are_named(tmp_path: Path, name: str, languages: str) -> None:
    reason = f"{name!r} is a word of {languages}: call it something else"
    assert warnings(tmp_path, "id: raw", f"id: {name}") == [("/types/row/seq/1", reason)]


def test_a_member_has_not_the_name_of_its_type(tmp_path: Path) -> None:
    reason = "'row' is called like its type, which C# does not allow"
    assert warnings(tmp_path, "id: raw", "id: row") == [("/types/row/seq/1", reason)]


def test_types_and_members_are_names_in_another_case(tmp_path: Path) -> None:
    (tmp_path / "toy.ksy").write_text(TOY.replace("type: row", "type: list").replace("  row:", "  list:"))
    where, reason = list(portability_warnings(schema_of_file(tmp_path / "toy.ksy")))[-1]
    assert where == "/types/list"
    assert reason == "List is a word of Java, C#, JavaScript or Rust and PHP: call the type something else"
    found = warnings(tmp_path, "id: raw", "id: x_1, type: u1}\n      - {id: x1")
    assert found == [("/types/row/seq/2", "'x1' and 'x_1' are one name, X1, in C# and Go")]


def test_the_tables_are_of_words() -> None:
    assert all(word == word.strip() and word for table in (RESERVED_MEMBERS, RESERVED_CLASSES) for word in table)
    assert RESERVED_MEMBERS["end"] == ["Ruby", "Lua"]
