"""Schemas of strangers: refused with a path, or read, in bounded time and memory."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from nacformats.codec.streams import Source
from nacformats.errors import FormatError
from nacformats.formats import generic
from nacformats.targets.loading import codec_of_file
from tests.generic.schemas_campaign import SEEDS, bomb, schema_of, seeds_of, try_one

#: So many damaged schemas are tried in every run of the tests.
DAMAGED = 5
SECONDS = 2.0

HEAD = "meta: {id: x, endian: le, encoding: UTF-8}\n"


def field(keys: str) -> str:
    """A schema with a number and a field."""
    return f"{HEAD}seq: [{{id: a, type: u1}}, {{id: b, {keys}}}]"


def test_damaged_schemas_get_verdicts() -> None:
    texts = seeds_of(list(SEEDS))
    for seed in range(DAMAGED):
        assert try_one(schema_of(texts, seed), seed) == []


def chain(count: int) -> str:
    """A schema with many values, each of which is computed from the next."""
    values = "".join(f"  v{index}: {{value: v{index + 1}}}\n" for index in range(count))
    return f"meta: {{id: x}}\ninstances:\n{values}  v{count}: {{value: 1}}\n"


def types(count: int, keys: str = "") -> str:
    """Types of which each holds the next."""
    fields = (f"{{seq: [{{id: n, type: u1}}, {{id: a, type: t{each + 1}{keys}}}]}}" for each in range(count))
    return "".join(f"  t{each}: {text}\n" for each, text in enumerate(fields)) + f"  t{count}: {{}}\n"


def doubled(count: int) -> Iterator[str]:
    """The types of a schema, each of which holds the next twice, and the last one what has no fixed size."""
    for index in range(count):
        yield f"  t{index}: {{seq: [{{id: a, type: t{index + 1}}}, {{id: b, type: t{index + 1}}}]}}\n"
    yield f"  t{count}: {{seq: [{{id: a, size-eos: true}}]}}\ninstances: {{v: {{value: sizeof<t0>}}}}\n"


@pytest.mark.sample(each=4)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n".join(bomb()), "values"),
        ("a: &a [*a]", "is part of itself|not YAML"),
        ("- " * 50_000, "nested more than"),
        ("[" * 50_000, "nested more than|maximum nesting depth"),
        ("!!python/object/apply:os.system [false]", "not YAML"),
        ("x: 2024-99-99", "not a map with a `meta`"),
        ("meta: {id: !!int x}", "not YAML"),
        (field("size: " + "(" * 1000), "nested more than"),
        (field("size: a" + " + a" * 500), "operators inside of each other"),
        (field("size: " + "9" * 5000), "not YAML"),
        (field("size: .inf"), "64 bits"),
        (field("size: [1]"), "/seq/1/size: has to be an expression"),
        (field("type: u1, -default: __import__"), "/seq/1/-default: has to be a number"),
        (field("type: b65"), "there is no type 'b65'"),
        (field("type: strz, terminator: 300"), "/seq/1/terminator: has to be a byte"),
        (field("type: strz, encoding: zlib"), "the encoding 'zlib' is not known"),
        (field("type: u1, if: a::b == 1"), "there is no enum"),
        (field("size: '(\"x\" * 4000000000).length'"), "`*` does not go with a text and a whole number"),
        (field("size: '(\"%999999999d\" % a).length'"), "`%` does not go with a text and a whole number"),
        (field("size: 1") + "\ninstances: {m: {value: n + 1}, n: {value: m}}", "`m` is computed from itself"),
        (chain(5000), "more than 1,000 members"),
        (HEAD + f"seq: [{{id: a, type: t0}}]\ntypes:\n{types(500)}", "nested too deeply"),
        ("meta: {id: x}\ntypes:\n" + "".join(doubled(200)), "of what has no fixed size|nested too deeply"),
        (field("size: _"), "there is no member '_'"),
        (field("type: {switch-on: a, cases: {a: u1}}"), "/cases/a: a case has to be a constant"),
        (HEAD.replace("}", ", imports: [/dev/zero]}"), "there is no schema"),
        (HEAD.replace("}", ", imports: [../outside]}"), "there is no schema"),
        (HEAD.replace("}", ", imports: [linked]}"), "is a link to what is no .ksy"),
        (HEAD.replace("}", ", imports: [pipe]}"), "there is no schema"),
        (HEAD.replace("}", ", imports: ['a\\0b']}"), "is not the name of a schema|not YAML"),
        ("\udcff", "not UTF-8"),
    ],
)
def test_they_are_refused_at_once(tmp_path: Path, text: str, message: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "outside").write_text("{meta: {id: outside}}")
    (folder / "linked.ksy").symlink_to(tmp_path / "outside")
    os.mkfifo(folder / "pipe.ksy")
    path = folder / "x.ksy"
    path.write_bytes(text.encode(errors="surrogateescape"))
    start = time.process_time()
    with pytest.raises(ValueError, match=message) as caught:
        codec_of_file(path)
    assert len(str(caught.value)) < 1000
    assert time.process_time() - start < SECONDS


@pytest.mark.parametrize(
    "keys",
    [
        "size: 1 / a",
        "size: 1 % (a - a)",
        "size: 1 << 4000000000",
        "size: a << (a * 1000000000)",
        "size: 0 - 1",
        "size: 18446744073709551615",
        "type: u1, if: grown.length > 0",
        "size: 0, repeat: expr, repeat-expr: 1000000000",
        "type: nothing, repeat: expr, repeat-expr: 1000000000",
        "type: endless",
        "type: halves(40)",
    ],
)
def test_what_they_ask_of_a_file_is_bounded(tmp_path: Path, keys: str) -> None:
    path = tmp_path / "x.ksy"
    doubled = "".join(f"  s{one + 1}: {{value: s{one} + s{one}}}\n" for one in range(40))
    path.write_text(
        field(keys)
        + "\ninstances:\n  grown: {value: s40}\n  s0: {value: '\"0123456789\"'}\n"
        + doubled
        + "types:\n  nothing: {}\n  endless: {seq: [{id: a, type: endless}]}\n"
        + "  halves:\n    params: [{id: depth, type: u4}]\n    seq:\n"
        + "      - {id: a, type: halves(depth - 1), if: depth > 0}\n"
        + "      - {id: b, type: halves(depth - 1), if: depth > 0}\n"
    )
    start = time.process_time()
    with pytest.raises(FormatError):
        generic.read_tree(codec_of_file(path), Source(b"\0" * 50))
    assert time.process_time() - start < 2 * SECONDS


@pytest.mark.nightly
def test_many_types_and_cases_take_time_by_their_number(tmp_path: Path) -> None:
    """A chain of types that need not follow each other, and a switch of many cases."""
    path = tmp_path / "x.ksy"
    spent = []
    for count in (300, 1200):
        cases = ", ".join(f"{each}: t{each}" for each in range(count))
        path.write_text(
            f"{HEAD}seq: [{{id: k, type: u2}}, {{id: a, type: {{switch-on: k, cases: {{{cases}}}}}}}]\n"
            f"types:\n{types(count, ', if: n > 0')}"
        )
        start = time.process_time()
        codec = codec_of_file(path)
        spent.append(time.process_time() - start)
        assert generic.read_tree(codec, Source(b"\1\0\1\0"))["a"]["a"] == {"n": 0}
    assert spent[1] < 10 * spent[0] + SECONDS  # 16 times, if by its square
