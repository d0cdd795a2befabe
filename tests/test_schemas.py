"""`open_schema`: a format from anyone's schema, with all that a format of the package has."""

from __future__ import annotations

from pathlib import Path

import pytest

import nacformats
from nacformats import FormatError, open_schema
from nacformats.schemas import SchemaFormat

SHELF = """
meta: {id: shelf, title: A shelf of books, endian: be, file-extension: shelf, encoding: UTF-8}
seq:
  - {id: magic, contents: SHLF}
  - {id: num_books, type: u2}
  - {id: books, type: book, repeat: expr, repeat-expr: num_books}
types:
  book:
    seq:
      - {id: year, type: u2, valid: {min: 1450}}
      - {id: title, type: strz}
"""
BOOKS = {"books": [{"year": 1609, "title": "Sonnets"}, {"year": 1813, "title": "Pride"}]}
DATA = b"SHLF\x00\x02\x06\x49Sonnets\x00\x07\x15Pride\x00"


@pytest.fixture
def shelf(tmp_path: Path) -> SchemaFormat:
    path = tmp_path / "shelf.ksy"
    path.write_text(SHELF)
    return open_schema(path)


def test_reads_and_writes(shelf: SchemaFormat, tmp_path: Path) -> None:
    assert (shelf.name, shelf.title) == ("shelf", "A shelf of books")
    assert shelf.dumps(BOOKS) == DATA
    tree = shelf.loads(DATA)
    assert [book["title"] for book in tree["books"]] == ["Sonnets", "Pride"]
    assert shelf.dumps(tree) == DATA
    shelf.dump(BOOKS, tmp_path / "a.shelf")
    with shelf.load(tmp_path / "a.shelf") as loaded:
        assert loaded["num_books"] == 2


def test_says_what_is_wrong(shelf: SchemaFormat) -> None:
    bad = DATA.replace(b"\x06\x49", b"\x00\x49")
    with pytest.raises(FormatError) as caught:
        shelf.loads(bad)
    assert (caught.value.path, caught.value.offset) == ("books[0].year", 6)
    (finding,) = shelf.validate(bad)
    assert (finding.path, finding.offset, finding.severity) == ("books[0].year", 6, "error")
    assert shelf.validate(DATA) == []


def test_makes_files(shelf: SchemaFormat) -> None:
    files = list(shelf.fuzz(5, seed=3))
    assert files == list(shelf.fuzz(5, seed=3))
    assert all(not shelf.validate(data) for data in files)
    assert len(list(shelf.fuzz(5, near=True))) == 5


def test_is_a_name_of_the_package(tmp_path: Path) -> None:
    assert nacformats.open_schema is open_schema
    with pytest.raises(OSError, match="not_there"):
        open_schema(tmp_path / "not_there.ksy")
    (tmp_path / "bad.ksy").write_text("meta: {id: bad}\nseq: [{id: a, type: no_such}]\n")
    with pytest.raises(ValueError, match="/seq/0"):
        open_schema(tmp_path / "bad.ksy")


def test_members_of_the_root_are_attributes(shelf: SchemaFormat) -> None:
    tree = shelf.loads(DATA)
    assert tree.books[1].title == "Pride"
    with pytest.raises(AttributeError, match="its members are magic, num_books, books"):
        tree.no_such  # noqa: B018


@pytest.mark.parametrize("letters", [[1, 2], [1, 0, 2, 0], []])
def test_a_list_ends_where_readers_end_it(tmp_path: Path, letters: list[int]) -> None:
    path = tmp_path / "ended.ksy"
    path.write_text("meta: {id: ended}\nseq: [{id: letters, type: u1, repeat: until, repeat-until: _ == 0}]\n")
    ended = open_schema(path)
    assert ended.dumps({"letters": [1, 2, 0]}) == b"\1\2\0"
    with pytest.raises(FormatError, match="repeat-until"):
        ended.dumps({"letters": letters})


def test_infinity_comes_back_from_json_in_either_byte_order(tmp_path: Path) -> None:
    from nacformats.formats.documents import document_of, tree_of

    path = tmp_path / "reals.ksy"
    path.write_text("meta: {id: reals}\nseq: [{id: a, type: f8be}, {id: b, type: f8le}, {id: c, type: f4be}]\n")
    reals = open_schema(path)
    data = bytes.fromhex("7ff0000000000000 000000000000f0ff 7f800000")
    assert reals.dumps(tree_of(document_of(reals.loads(data)))) == data
