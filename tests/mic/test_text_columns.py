"""mic@2 read and written as whole arrays: the same as line by line, and used for all that is plain."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nacformats import dumps, loads
from nacformats.formats.mic import text, text_columns
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.mic.tokens import Keywords, TextPieces, key, num_digits, put_digits
from nacformats.fuzz.mic import graphs
from nacformats.limits import DEFAULT_LIMITS, Limits
from tests.mic.samples import PARAMETERS_TEXT, RESIDUAL_TEXT


def by_line(data: str, limits: Limits = DEFAULT_LIMITS) -> MicGraph | None:
    """What the reader that goes line by line makes of a text; None when it finds anything wrong."""
    reader = text._Reader(data.split("\n"), True, limits, False)
    reader.read()
    return None if reader.findings else reader.graph


def at_once(data: str, limits: Limits = DEFAULT_LIMITS) -> MicGraph | None:
    return text_columns.text_columns(data.encode(), limits)


#: What each of these does to a text leaves it plain.
FREEDOMS = [
    lambda written: written,
    lambda written: written + "\n",
    lambda written: written + "\n\n# the end\n \t",
    lambda written: "# \u00e9 m 0 1\n\n" + written,
    lambda written: written.replace("\n", "\n# mic@2 + 0 1\n"),
    lambda written: written.replace("\n", "\n\n \t\n"),
    lambda written: written.replace(" ", "\t"),
    lambda written: written.replace(" ", "  \t").replace("\n", " \n\t"),
    lambda written: written.replace(" 0", " 00000").replace("T0", "T00"),
]


@pytest.mark.parametrize("written", [RESIDUAL_TEXT, PARAMETERS_TEXT])
@pytest.mark.parametrize("change", FREEDOMS)
def test_what_is_plain_is_read_at_once(written: str, change: st.DataObject) -> None:
    changed = change(written)
    graph, expected = at_once(changed), by_line(changed)
    assert graph is not None
    assert expected is not None
    assert graph == expected == loads(written.encode())
    assert list(graph.places) == list(expected.places)


@pytest.mark.parametrize(
    "line",
    ["s 0 9223372036854775807", "split 0 -1 1", "cat 0 -1", "T1 f32 ? B 12\na y T1", "S B", "mean 0 " + "1 " * 30],
)
def test_more_of_what_is_plain(line: str) -> None:
    written = f"mic@2\nT0 f32\na x T0\n{line}\nO 0"
    graph = at_once(written)
    assert graph is not None
    assert graph == by_line(written)


@pytest.mark.parametrize(
    "written",
    [
        "",
        "\n",
        "mic@2",
        "mic@2\nO 0",
        "mic@2\nS B\nO 0",
        "mic@2\nT0 f32\nO 0",
        "mic@2\na x T0\nT0 f32\nO 0",
        "mic@2\nT0 f32\na x T0\nO 1",
        "mic@2\nT0 f32\na x T0\nO 0\nO 0",
        "mic@2\nT0 f32\na x T0\nm\x000 0 0\nO 0",
        "mic@2\nT0 f32\na x T0\nr\x00 0\nO 0",
        "mic@2\nT0 f32\na x T0\nr 0\r\nO 0",
        "mic@2\nT0 f32\na x T0\ngelu\x00\x00\x00\x00x 0\nO 0",
        "mic@2\nT0 f32\na x T0\nmic@2\nO 0",
        "mic@2\nT0 f32\na x\x00 T0\nO 0",
        "mic@2\nT0 f32\na x T0\nr 000000000000000000000\nO 0",
        "mic@2\nT0 f32\na x T0\ns 0 9223372036854775808\nO 0",
        "mic@2\nT000000000000000000000 f32\na x T0\nO 0",
        f"mic@2\nT0 f32{' 1' * 33}\na x T0\nO 0",
    ],
)
def test_what_is_not_plain_is_left_to_the_reader_of_lines(written: str) -> None:
    assert at_once(written) is None
    assert by_line(written) is None


def test_numbers_of_more_than_63_bits_are_read_line_by_line() -> None:
    written = f"mic@2\nT0 f32\na x T0\nsplit 0 0 {2**64 - 1}\nO 1"
    assert at_once(written) is None
    graph = by_line(written)
    assert graph is not None
    assert text_columns.columns_text(graph) == written.encode()


@pytest.mark.parametrize("name", ["lines", "values", "rank", "digits"])
def test_limits(name: str) -> None:
    written = "mic@2\nT0 f32 1 2 3\na x T0\nr 000\nO 0"
    exact = {"lines": 5, "values": 2, "rank": 3, "digits": 3}[name]
    assert at_once(written, replace(DEFAULT_LIMITS, **{name: exact})) is not None
    assert at_once(written, replace(DEFAULT_LIMITS, **{name: exact - 1})) is None


@st.composite
def spelled(draw: st.DrawFn) -> str:
    """A text with free spelling, and now and then an error."""
    lines = dumps(draw(graphs()), format="mic2").decode().split("\n")
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(lines)))
        lines.insert(at, draw(st.sampled_from(["", " ", "\t", "# x", "  # m 0 1", "#\u00e9", "S B", "T1 f32", "r 0"])))
    written = "\n".join(lines)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(written)))
        written = written[:at] + draw(st.sampled_from([" ", "\t", "\n", "0", "-", "1", "a", "\r", "T"])) + written[at:]
    return written


@given(spelled())
def test_both_readers_read_the_same(written: str) -> None:
    graph, expected = at_once(written), by_line(written)
    if graph is None:  # numbers of 63 bits are the only ones that are left to the reader of lines
        assert expected is None or re.search("[0-9]{19}", written)
    else:
        assert graph == expected
        assert expected is not None
        assert list(graph.places) == list(expected.places)


@given(graphs())
def test_both_writers_write_the_same(graph: MicGraph) -> None:
    assert text_columns.columns_text(graph) == text._written_by_line(graph)


def test_numbers_from_one_digit_to_twenty() -> None:
    numbers = sorted({max(0, 10**digits + change) for digits in range(20) for change in (-1, 0, 1)} | {2**64 - 1})
    values = np.array(numbers, np.uint64)
    sizes = num_digits(values)
    assert sizes.tolist() == [len(str(number)) for number in numbers]
    out = np.full(int(sizes.sum()), ord("?"), np.uint8)
    put_digits(out, np.cumsum(sizes), values, sizes)
    assert out.tobytes().decode() == "".join(map(str, numbers))
    pieces = TextPieces(out.tobytes())
    small = values < 2**63
    starts = (np.cumsum(sizes) - sizes)[small]
    found = pieces.naturals(starts, sizes[small])
    assert found is not None
    assert found.tolist() == [number for number in numbers if number < 2**63]
    assert pieces.naturals(np.cumsum(sizes) - sizes, sizes) is None


@pytest.mark.parametrize("piece", [b"", b"-1", b"1 2", b"1a", b"/", b":", b"\xb2", b"12345678/", b"+1"])
def test_what_is_no_number(piece: bytes) -> None:
    assert TextPieces(b"5" + piece).naturals(np.array([0, 1]), np.array([1, len(piece)])) is None


@given(st.lists(st.text("azAZ_09", min_size=1, max_size=40) | st.text(min_size=1, max_size=20), min_size=1))
def test_names(names: list[str]) -> None:
    encoded = [name.encode() for name in names]
    sizes = np.array([len(name) for name in encoded])
    starts = np.cumsum(sizes) - sizes
    pieces = TextPieces(b"".join(encoded))
    expected = [name.isascii() and name.isidentifier() for name in names]
    assert pieces.are_names(starts, sizes) == all(expected)
    for start, size, is_name in zip(starts, sizes, expected, strict=True):
        assert pieces.are_names(np.array([start]), np.array([size])) == is_name


@given(st.lists(st.binary(max_size=30), min_size=1))
def test_pieces_are_copied(copied: list[bytes]) -> None:
    sizes = np.array([len(piece) for piece in copied])
    starts = np.cumsum(sizes) - sizes
    places = starts + np.arange(len(copied))
    out = np.zeros(int(sizes.sum()) + len(copied), np.uint8)
    TextPieces(b"".join(copied)).copy(out, places, starts, sizes)
    assert out.tobytes() == b"".join(piece + b"\0" for piece in copied)


def test_keywords() -> None:
    keywords = Keywords({"a": 1, "gelu": 2, "mic@2": 3}, missing=9)
    tokens = ["a", "gelu", "mic@2", "b", "gel", "a\0"]
    found = keywords.numbers(np.array([key(token) for token in tokens], np.uint64), np.array([len(t) for t in tokens]))
    assert found.tolist() == [1, 2, 3, 9, 9, 9]
