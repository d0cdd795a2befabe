"""The expression language of Kaitai Struct."""

from __future__ import annotations

from typing import Any

import pytest

from nacformats.generator import expressions as ex
from nacformats.generator.parsing import parse_expression


def python(text: str | int | bool) -> str:
    renderer = ex.Python(
        enum_name=lambda path: path[-1].capitalize(), access=lambda of, name: f"{of}.{name}", function=lambda name: name
    )
    return renderer.render(parse_expression(text))


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
        ("_root._io.size - _io.pos", "size_of(this._root._io) - position_in(this._io)"),
        ("_io.eof", "at_end_of(this._io)"),
        ("text.substring(0, 1) == 'T'", 'this.text[0:1] == "T"'),
        ('text == "a\\n\'b"', 'this.text == "a\\n\'b"'),
        ("kind.to_i + text.to_i(16)", "int(this.kind) + int(this.text, 16)"),
        ("true", "True"),
        (True, "True"),
        (7, "7"),
    ],
)
def test_expressions_become_python(text: Any, expected: str) -> None:
    assert python(text) == expected


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
        ("a.find(1)", "`.find()` is not supported"),
        ("_io.read_u1", "`_io.read_u1` is not supported"),
        ("a.substring(1)", "`.substring` with 1 arguments is not supported"),
        ("[1, 2", "']' is missing"),
        ("a == 1 && b == 2", "'&' is not expected here: is `and` meant?"),
        ("!a", "'!' is not supported: is `not` meant?"),
        ("a + 'b", "a string is not closed"),
        ("[, 2]", "',' is not expected here"),
        ("A + 1", "'A' is no id"),
        ("a._sizeof", "`sizeof` is not supported here"),
    ],
)
def test_what_is_not_supported_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ex.ExpressionError) as caught:
        python(text)
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
                assert eval(python(text)) == expected, text


def _bracketed(tree: ex.Expression) -> str:
    match tree:
        case ex.Literal(value):
            return repr(value)
        case ex.Binary(operator, left, right):
            return f"({_bracketed(left)} {'//' if operator == '/' else operator} {_bracketed(right)})"
    raise AssertionError(tree)
