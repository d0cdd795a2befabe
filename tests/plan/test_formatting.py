"""Templates of STRING_FORMAT against str.format, and what they refuse."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nacformats import FormatError, InvalidError, LimitError, UnsupportedError, limits
from nacformats.formats.mep.formatting import parse_template

VALUES = (3, -2.5, "text", True, None, [1, 2], (3, 4))


@pytest.mark.parametrize(
    "template",
    [
        "",
        "plain",
        "{}{}{}",
        "{0}{0} {2}",
        "{{}} {} }}",
        "{:5}|{:>8}|{:^9s}",
        "{:05d} {:+.2f} {!r}",
        "{:,} {:e} {:*<10}",
        "{0!s:>4} {1!a} {2!r:20}",
        "{0:x} {0:#b} {0:o}",
        "{5} {6} {4} {3}",
    ],
)
def test_templates_fill_as_in_python(template: str) -> None:
    assert parse_template(template).fill(VALUES, 10_000) == template.format(*VALUES)


@pytest.mark.parametrize(
    ("template", "kind"),
    [
        ("{0.__class__}", UnsupportedError),
        ("{0.__class__.__mro__}", UnsupportedError),
        ("{0[0]}", UnsupportedError),
        ("{0[__class__]}", UnsupportedError),
        ("{.real}", UnsupportedError),
        ("{[0]}", UnsupportedError),
        ("{name}", UnsupportedError),
        ("{ 0}", UnsupportedError),
        ("{-1}", UnsupportedError),
        ("{\u0661}", UnsupportedError),
        ("{0:{1}}", UnsupportedError),
        ("{:{}}", UnsupportedError),
        ("{:%Y}", UnsupportedError),
        ("{0:1001}", LimitError),
        ("{0:99999999999}", LimitError),
        ("{0:.99999}", LimitError),
        ("{99999999999}", LimitError),
        ("{", InvalidError),
        ("}", InvalidError),
        ("{0", InvalidError),
        ("{0!x}", InvalidError),
        ("{0} {}", InvalidError),
    ],
)
def test_whatever_reaches_further_is_refused(template: str, kind: type[FormatError]) -> None:
    with pytest.raises(kind, match="is refused"):
        parse_template(template)


def test_what_does_not_fit_the_values_is_refused() -> None:
    with pytest.raises(InvalidError, match="more fields"):
        parse_template("{7}").fill(VALUES, 100)
    with pytest.raises(InvalidError, match="does not fit"):
        parse_template("{:d}").fill(["text"], 100)
    with pytest.raises(InvalidError, match="does not fit"):
        parse_template("{:5}").fill([[1]], 100)


def test_texts_are_bounded_before_they_are_joined() -> None:
    template = parse_template("{0}" * 4_000)
    start = time.perf_counter()
    with pytest.raises(LimitError, match="too long"):
        template.fill(["x" * 1_000_000], 100_000_000)
    assert time.perf_counter() - start < 1


def test_long_templates_take_linear_time() -> None:
    start = time.perf_counter()
    assert parse_template("{}" * limits.MAX_FORMAT_FIELDS).positions == limits.MAX_FORMAT_FIELDS
    assert time.perf_counter() - start < 2


@given(st.text("{}0123:!.[]sdrf<>^ax%\u0660"))
def test_only_typed_errors_come_out(template: str) -> None:
    try:
        filled = parse_template(template).fill(VALUES, 1_000)
    except FormatError:
        return
    assert filled == template.format(*VALUES)
