"""Names of a hundred characters and long texts: no generated line is broken within a word or a string."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from nacformats.codec.streams import Source
from nacformats.fuzz import Maker
from nacformats.schema import lines
from nacformats.schema.lines import filled_words, words_of
from nacformats.schema.model import SchemaError
from nacformats.targets.loading import codec_of_file, schema_of_file
from nacformats.targets.packages import files_of_schemas
from tests.kaitai.ours import CC, OurParser


def long(word: str) -> str:
    return f"{word}_" * 17 + word


COUNT, LIST, BODY, TEXT, ENUM = map(long, ("number", "listed", "bodies", "texted", "number_kinds"))
KSY = f"""
meta: {{id: longest, endian: le, encoding: UTF-8}}
seq:
- {{id: {COUNT}, type: u2}}
- {{id: {LIST}, type: {BODY}, repeat: expr, repeat-expr: {COUNT}}}
- id: {BODY}
  type:
    switch-on: {COUNT}
    cases: {{-100: {TEXT}, 0x7000000000: u4, '{ENUM}::{TEXT}.to_i': {TEXT}}}
types:
  {BODY}:
    seq:
    - {{id: len_{TEXT}, type: u1, valid: {{max: 200}}}}
    - {{id: {TEXT}, type: str, size: len_{TEXT}}}
    - {{id: {LIST}, type: {TEXT}}}
    - {{id: {ENUM}, type: u1, enum: {ENUM}}}
  {TEXT}:
    doc: {"word" * 60} it's "so"
    seq:
    - {{id: {COUNT}, type: u1, valid: {{any-of: {list(range(60))}}}}}
    - {{id: {LIST}, type: b3}}
    - {{id: {BODY}, type: b5}}
    - {{id: {TEXT}, type: f4}}
    instances:
      {ENUM}: {{value: '{LIST} + {BODY} == {COUNT} ? "{"it s" * 40}" : "{"a  b, " * 50}"'}}
enums:
  {ENUM}: {{0: {COUNT}, 1: {LIST}, 2: {TEXT}}}
"""


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    path = tmp_path / "longest.ksy"
    path.write_text(KSY, encoding="utf-8")
    return path


def test_files_are_read_as_columns_and_written_back(schema: Path) -> None:
    codec, maker = codec_of_file(schema), Maker(schema)
    assert codec.lists
    for seed in range(5):
        data = maker.sample(random.Random(seed)).data
        tree = codec.read(Source(data))
        list(tree[LIST])
        assert b"".join(map(bytes, codec.chunks(tree, fresh=True))) == data


@pytest.mark.skipif(CC is None, reason="needs a C compiler")
def test_a_c_compiler_has_nothing_against_it(schema: Path) -> None:
    assert OurParser(schema).refusals()["C"] == ""


def test_lines_are_broken_between_words_only() -> None:
    code = """head("a b, \\" c",   'd "e'), """ + "word" * 40 + " end"
    assert words_of(code) == ["""head("a b, \\" c",""", """'d "e'),""", "word" * 40, "end"]
    broken = filled_words(words_of(code), 30, "  ", "    ")
    assert broken == ["""  head("a b, \\" c", 'd "e'),""", f"    {'word' * 40}", "    end"]


def test_no_generator_breaks_lines_as_prose() -> None:
    sources = (Path(lines.__file__).parent).rglob("*.py")
    assert not [path.name for path in sources if "textwrap.wrap" in path.read_text(encoding="utf-8")]


def test_ids_are_bounded_before_files_are_called_like_them(tmp_path: Path) -> None:
    for size, is_taken in ((240, True), (241, False), (1 << 16, False)):
        path = tmp_path / "named.ksy"
        path.write_text(f"meta: {{id: {'x' * size}}}\nseq: [{{id: {'y' * size}, type: u1}}]\n", encoding="utf-8")
        if is_taken:
            for name in files_of_schemas([(path, schema_of_file(path))], ["python", "c", "java", "go", "rust", "docs"]):
                assert all(len(part) <= 255 for part in Path(name).parts), name
            continue
        with pytest.raises(SchemaError, match=r"/meta/id: x{20}\.\.\. is an id of more than 240 characters"):
            schema_of_file(path)
