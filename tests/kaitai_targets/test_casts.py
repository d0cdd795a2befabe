"""Casts change no number, and are where the parsers of the Kaitai compiler in languages with widths need them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from nacformats.codec.streams import Source
from nacformats.errors import FormatError
from nacformats.fuzz import Maker
from nacformats.schema.sources import schema_names
from nacformats.targets.loading import codec_of_file, schema_of_file
from tests.effort import effort
from tests.kaitai_targets.casts import portable_schema, portable_text

ROOT = Path(__file__).resolve().parents[2]
STRANGE = sorted((ROOT / "tests" / "fuzz" / "schemas").glob("*.ksy"))
TOY = """
meta:
  id: toy
  endian: le
seq:
  - id: num_rows
    type: u2
    valid: {max: 300}
  - id: len_row
    type: u2
  - id: ofs_end
    type: u8
  - id: rows
    size: len_row * 4
    repeat: expr
    repeat-expr: num_rows  # a comment
  - id: kind
    type: u1
    enum: kind
    valid:
      expr: 'num_rows > 1'
  - id: extra
    type: u2
    if: ofs_end != 0
    valid:
      expr: 'num_rows > 1'
instances:
  last:
    pos: ofs_end
    type: u1
  code:
    value: kind.to_i + 1
  sort:
    value: 'len_row == 0 ? kind::unknown.to_i : 7'
    enum: kind
  share:
    value: 'len_row % 3 * 0.5'
enums:
  kind:
    7: unknown
"""


def portable(tmp_path: Path, text: str) -> str:
    (tmp_path / "toy.ksy").write_text(text)
    return portable_text(text, schema_of_file(tmp_path / "toy.ksy"))


def test_only_expressions_differ(tmp_path: Path) -> None:
    old, new = TOY.splitlines(), portable(tmp_path, TOY).splitlines()
    assert {line for line in new if line not in old} == {
        "    size: len_row.as<s4> * 4",
        "      expr: (num_rows > 1) and _ == _",
        "      {eq: '((num_rows > 1) ? extra.as<u2> : (extra.as<u2> + 1.as<u2>).as<u2>).as<u2>'}",
        "    if: ofs_end.as<u8> != 0.as<u8>",
        "    pos: ofs_end.as<s8>",
        "    value: (kind.to_i.as<s4> + 1).as<s4>",
        "    value: '((len_row == 0) ? kind::unknown_number.to_i.as<s4> : 7.as<s4>).as<s4>'",
        "    value: (len_row.as<s4> % 3).as<f8> * 0.5",
        "    7: unknown_number",
    }


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("num_rows + len_row", "(num_rows.as<s4> + len_row.as<s4>).as<s4>"),
        ("ofs_end + 1", "(ofs_end.as<u8> + 1.as<u8>).as<u8>"),
        ("ofs_end - len_row", "(ofs_end.as<u8> - len_row.as<u8>).as<u8>"),
        ("len_row * len_row * 8", "((len_row.as<s8> * len_row.as<s8>).as<s8> * 8.as<s8>).as<s8>"),
        ("rows.size - 1", "(rows.size.as<s4> - 1).as<s4>"),
        ("-len_row", "(-len_row.as<s4>).as<s4>"),
        ("ofs_end % 64", "(ofs_end.as<u8> - (ofs_end.as<u8> / 64.as<u8>).as<u8> * 64.as<u8>).as<s4>"),
        ("rows[ofs_end][0]", "'rows[ofs_end.as<s4>][0]'"),
        ("num_rows == 3", "num_rows == 3"),
        ("num_rows == ofs_end", "num_rows.as<u8> == ofs_end.as<u8>"),
        ("ofs_end == 3", "ofs_end.as<u8> == 3.as<u8>"),
        ("num_rows == len_row and len_row < 9", "num_rows == len_row and len_row < 9"),
    ],
)
def test_operands_are_as_wide_as_the_result(tmp_path: Path, written: str, wanted: str) -> None:
    text = portable(tmp_path, TOY.replace("value: kind.to_i + 1", f"value: {written}"))
    assert f"    value: {wanted}\n" in text


def test_what_a_field_cannot_hold_is_not_cast_to_its_type(tmp_path: Path) -> None:
    far = TOY.replace("- id: num_rows", "- id: len_all\n    type: u4\n  - id: num_rows").replace("300", "len_all")
    assert "valid: {expr: '_.as<s8> <= len_all.as<s8>'}" in portable(tmp_path, far)


@pytest.mark.nightly
@pytest.mark.sample("stb")
@pytest.mark.parametrize("name", schema_names())
def test_the_schemas_here_mean_the_same(name: str, tmp_path: Path) -> None:
    for each in schema_names():
        (tmp_path / f"{each}.ksy").write_text(portable_schema(each))
    assert_same(ROOT / "schemas" / f"{name}.ksy", tmp_path / f"{name}.ksy")


@pytest.mark.sample(each=5)
@pytest.mark.parametrize("path", STRANGE, ids=lambda path: path.stem)
def test_the_schemas_of_others_mean_the_same(path: Path, tmp_path: Path) -> None:
    (tmp_path / path.name).write_text(portable_text(path.read_text(), schema_of_file(path)))
    for other in STRANGE:
        if not (tmp_path / other.name).exists():
            (tmp_path / other.name).write_text(other.read_text())
    assert_same(path, tmp_path / path.name)


def assert_same(plain: Path, cast: Path) -> None:
    try:
        maker = Maker(str(plain))
    except ValueError as error:
        pytest.skip(str(error))
    readers = [codec_of_file(plain), codec_of_file(cast)]
    draw = random.Random(8)
    for count in range(effort(6, 200)):
        data = maker.sample(draw).data if count % 3 else maker.near(draw).data
        first, second = (outcome(reader, data) for reader in readers)
        assert first == second


def outcome(reader: object, data: bytes) -> object:
    try:
        return repr(reader.read(Source(data)))  # type: ignore[attr-defined]
    except FormatError as error:
        return error.offset, error.path
