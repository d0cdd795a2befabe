"""The expression language of Kaitai Struct."""

from __future__ import annotations

from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import pytest

from nacformats.fuzz.closures import Closures
from nacformats.fuzz.output import Segment, Stream
from nacformats.schema import expressions as ex
from nacformats.schema.model import SchemaError
from nacformats.schema.parsing import parse_expression
from nacformats.schema.reading import read_schema

IDS = ("a", "b", "c", "d", "e", "x", "idx", "kind", "text", "codes")
ENUM = {"kinds": {0: "zero", 1: "one"}}
SCHEMA = read_schema(
    {
        "meta": {"id": "names", "endian": "le"},
        "seq": [{"id": name, "type": "u1"} for name in IDS[:7]]
        + [{"id": "kind", "type": "u1", "enum": "kinds"}, {"id": "text", "type": "str", "size": 2, "encoding": "ASCII"}]
        + [{"id": "codes", "type": "code", "repeat": "expr", "repeat-expr": 2}],
        "types": {"code": {"seq": [{"id": "n", "type": "u1"}]}, "outer": {"enums": ENUM}},
        "enums": ENUM,
    }
)
Kinds = IntEnum("Kinds", {"zero": 0, "one": 1})
THIS: Any = SimpleNamespace(**{name: place + 2 for place, name in enumerate(IDS)}, _io=Stream(Segment(), 0, 9))
THIS.idx, THIS.kind, THIS.text, THIS.codes = 2, Kinds.one, "A1", [SimpleNamespace(n=5), SimpleNamespace(n=7)]
THIS._parent = THIS._root = THIS


def value(text: str | int | bool, it: object = 0) -> object:
    """Return what an expression is for a record."""
    return Closures(SCHEMA).of_value(SCHEMA.root, parse_expression(text), "/seq/0")(it, THIS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b * c", "this.a + this.b * this.c"),
        ("(a + b) * c", "(this.a + this.b) * this.c"),
        ("a - (b - c)", "this.a - (this.b - this.c)"),
        ("a / 2 % 3", "this.a // 2 % 3"),
        ("a / 2.0", "this.a / 2.0"),
        ("-(a.as<s8>) - 1", "-this.a - 1"),
        ("a << 1 | b & 0x0f ^ 0b11", "this.a << 1 | this.b & 15 ^ 3"),
        ("1_000 + 0xff_ff", "1000 + 65535"),
        ("not a and b or c", "not this.a and this.b or this.c"),
        ("not (a == b)", "not this.a == this.b"),
        ("(not a) == b", "(not this.a) == this.b"),
        ("(a == b) == c", "(this.a == this.b) == this.c"),
        ("a ? b : c ? d : e", "this.b if this.a else this.d if this.c else this.e"),
        ("(a ? 1 : 2) + 3", "(1 if this.a else 2) + 3"),
        ("_ % 64 == 0 and _ >= x", "it % 64 == 0 and it >= this.x"),
        ("kind == kinds::one", "this.kind == Kinds.one"),
        ("kind == outer::kinds::one", "this.kind == Kinds.one"),
        ("_parent.codes[idx - 1].n", "this._parent.codes[this.idx - 1].n"),
        ("codes.last.n + codes.first.n", "this.codes[-1].n + this.codes[0].n"),
        ("text.length + codes.size", "len(this.text) + len(this.codes)"),
        ("_root._io.size - _io.pos", "this._root._io.size - this._io.pos"),
        ("_io.eof", "this._io.eof"),
        ("text.substring(0, 1) == 'T'", 'this.text[0:1] == "T"'),
        ('text == "a\\n\'b"', 'this.text == "a\\n\'b"'),
        ("kind.to_i + text.to_i(16)", "int(this.kind) + int(this.text, 16)"),
        ("true", "True"),
        (True, "True"),
        (7, "7"),
    ],
)
def test_expressions_mean_what_they_mean_in_python(text: Any, expected: str) -> None:
    for it in (64, 65, 640):
        assert value(text, it) == eval(expected, {"this": THIS, "it": it, "Kinds": Kinds})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a +", "it is not complete"),
        ("a b", "'b' is not expected here"),
        ("a[1", "']' is missing"),
        ("(a", "')' is missing"),
        ("a ? b", "':' is missing"),
        ("a.", "a name is missing"),
        ("$a", "'$' is not supported"),
        ("f(1)", "'(' is not expected here"),
        ("a.find(1)", "`.find` is not supported"),
        ("a.substring(1)", "`.substring` with 1 arguments is not supported"),
        ("[1, 2", "']' is missing"),
        ("a == 1 && b == 2", "'&' is not expected here: is `and` meant?"),
        ("!a", "'!' is not supported: is `not` meant?"),
        ("a + 'b", "a string is not closed"),
        ("[, 2]", "',' is not expected here"),
        ("A + 1", "'A' is no id"),
    ],
)
def test_what_is_not_supported_is_refused(text: str, reason: str) -> None:
    with pytest.raises((ex.ExpressionError, SchemaError)) as caught:
        value(text)
    assert reason in str(caught.value)


def test_rendered_expressions_mean_the_same() -> None:
    """Every tree of three operators gives the same number as Python's own reading of the fully bracketed text."""
    operators = ["+", "-", "*", "/", "%", "<<", "&", "|", "^", "<", "==", "and", "or"]
    for first in operators:
        for second in operators:
            for text in (f"(7 {first} 3) {second} 2", f"7 {first} (3 {second} 2)", f"7 {first} 3 {second} 2"):
                tree = parse_expression(text)
                try:
                    expected = eval(_bracketed(tree))
                except (ZeroDivisionError, ValueError):
                    continue
                assert value(text) == expected, text


def _bracketed(tree: ex.Expression) -> str:
    match tree:
        case ex.Literal(value):
            return repr(value)
        case ex.Binary(operator, left, right):
            return f"({_bracketed(left)} {'//' if operator == '/' else operator} {_bracketed(right)})"
    raise AssertionError(tree)
