"""Two trees are equal if every leaf is, by type and bits; cycles end, and two failures are equal."""

from __future__ import annotations

import enum
import math
import struct
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from kaitaistruct import KaitaiStruct

from tests.kaitai.compiler import Compiler, Parser, RefusedByKaitaiError
from tests.kaitai.reasons import by_reason, put
from tests.kaitai.trees import MOST_DEPTH, compare
from tests.partners import partner

Kind = enum.IntEnum("Kind", {"cat": 4, "none_": 5})


class Theirs(KaitaiStruct):
    """A record of Kaitai's with the fields that it is given."""

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)


class Endless(Theirs):
    @property
    def inner(self) -> Endless:
        return Endless()

    @property
    def bad(self) -> int:
        raise EOFError("no bytes")


class Ours:
    """A record of ours with the fields that it is given."""

    def __init__(self, **fields: Any) -> None:
        self.FIELDS = {name: name for name in fields}
        self.PLACED = self.VALUES = self.PARAMS = {}
        self.__dict__.update(fields)


def differences(theirs: Any, ours: Any) -> list[str]:
    return compare(Theirs(a=theirs), Ours(a=ours)).different


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (1, 1), (True, True), (0.5, 0.5), (math.nan, math.nan), (b"ab", memoryview(b"ab")), ("x", "x"), (None, None),
        ([1, [2]], (1, (2,))), (Kind.cat, Kind.cat), (Kind.none_, SimpleNamespace), (Theirs(value=7), 7),
    ],
)  # fmt: skip
def test_what_is_equal(theirs: Any, ours: Any) -> None:
    same = enum.IntEnum("Kind", {"none": 5})["none"] if ours is SimpleNamespace else ours
    assert not differences(theirs, same)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (1, 2), (1, True), (1, 1.0), (0.0, -0.0), (b"a", "a"), ("x", "y"), (None, 0), ([1], [1, 2]), (Kind.cat, 4),
        (Theirs(b=1), 1), (struct.unpack("<d", b"\1" + bytes(5) + b"\xf8\x7f")[0], math.nan),
    ],
)  # fmt: skip
def test_what_is_different(theirs: Any, ours: Any) -> None:
    assert differences(theirs, ours)


def test_a_difference_has_a_path() -> None:
    theirs, ours = Theirs(a=[Theirs(b=1), Theirs(b=2)]), Ours(a=[Ours(b=1), Ours(b=3)])
    assert compare(theirs, ours).different == ["a[1].b: we: 3; Kaitai: 2"]
    assert compare(Theirs(), Ours(more=1)).different == ["more: we: 1; Kaitai: None"]


def test_circles_end_and_failures_are_equal() -> None:
    class Around(Ours):
        def __init__(self) -> None:
            super().__init__()
            self.PLACED = {"inner": "inner", "bad": "bad"}

        @property
        def inner(self) -> Around:
            return Around()

        @property
        def bad(self) -> int:
            raise ValueError("no bytes")

    result = compare(Endless(), Around())
    assert not result.different
    assert result.leaves == MOST_DEPTH


def test_computed_numbers_are_compared_by_value() -> None:
    ours = Ours(a=2.0, b=math.nan)
    ours.VALUES = {"a": "a", "b": "b"}
    assert not compare(Theirs(a=2, b=-math.nan), ours).different
    assert compare(Theirs(a=3, b=-math.nan), ours).different == ["a: we: 2.0; Kaitai: 3"]


def test_numbers_that_python_alone_has_need_not_be_computed() -> None:
    class Bounded(Ours):
        @property
        def a(self) -> int:
            raise ValueError("more than 64 bits")

    ours = Bounded()
    ours.VALUES = {"a": "a"}
    result = compare(Theirs(a=1 << 100_000), ours)
    assert (result.different, result.unknown) == ([], 1)
    assert compare(Theirs(a=1 << 100_000), Ours(a=3)).different == ["a: we: 3; Kaitai: a number of 100,001 bits"]
    assert compare(Theirs(a=1 << 60), ours).different


def test_what_kaitai_has_no_value_of_is_not_compared() -> None:
    class Absent(Theirs):
        @property
        def a(self) -> int:
            return self.missing

    result = compare(Absent(), Ours(a=3))
    assert (result.different, result.unknown) == ([], 1)


def test_ids_that_are_words_of_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.kaitai.compiler.CACHE", tmp_path / "cache")
    path = tmp_path / "words.ksy"
    path.write_text("meta: {id: words}\nseq: [{id: class, type: u1}, {id: x, type: t(class)}]\n"
                    "types: {t: {params: [{id: in, type: u1}], instances: {is: {value: in + 1}}}}\n"
                    "enums: {kind: {1: none, 2: not}}\n", encoding="utf-8")  # fmt: skip
    compiler = Compiler(tmp_path)
    compiled = compiler.compile([path])[path]
    if compiler.missing:
        with pytest.raises(RefusedByKaitaiError, match="install"):
            Parser(compiled, "words")
    partner("ksc")
    tree = Parser(compiled, "words").read(b"\7")
    assert (tree.class_, tree.x.is_) == (7, 8)
    assert not compare(tree, Ours(**{"class": 7}, x=Ours(**{"in": 7, "is": 8}))).different


def test_reasons_that_differ_in_numbers_are_one(tmp_path: Path) -> None:
    pairs = [("one_a", "/seq/1: byte 3"), ("one_b", "/types/x/seq/20: byte 4"), ("one_c", "other")]
    assert list(by_reason("not read", pairs)) == [
        "\nnot read (3):",
        "    2 /seq/1: byte 3: one_a, one_b",
        "    1 other: one_c",
    ]
    (tmp_path / "page.md").write_text("nothing", encoding="utf-8")
    with pytest.raises(ValueError, match="no place for x"):
        put(tmp_path / "page.md", "x", [])
