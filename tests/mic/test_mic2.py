"""mic@2: the grammar line by line, places of errors, leniencies, canonical form, limits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nacformats import (
    FormatError,
    InvalidError,
    LimitError,
    TruncatedError,
    UnsupportedError,
    detect,
    dumps,
    loads,
    validate,
)
from nacformats.formats.mic import is_canonical
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.mic.objects import Arg, Node
from nacformats.fuzz.mic import graphs
from nacformats.limits import DEFAULT_LIMITS
from tests.mic import oracle
from tests.mic.samples import PARAMETERS, PARAMETERS_TEXT, RESIDUAL, RESIDUAL_TEXT, as_json

HEAD = "mic@2\nT0 f32 4 4\na x T0\n"


def read(text: str, **options: object) -> MicGraph:
    graph = loads(text.encode(), format="mic2", **options)
    assert isinstance(graph, MicGraph)
    return graph


def refusal(text: str | bytes, **options: object) -> FormatError:
    with pytest.raises(FormatError) as raised:
        loads(text.encode() if isinstance(text, str) else text, format="mic2", **options)
    assert raised.value.format == "mic2"
    return raised.value


def node(line: str, **options: object) -> Node:
    """The operation of one line that takes the input x."""
    graph = read(f"{HEAD}{line}\nO 1", **options)
    found = graph.values[1]
    assert isinstance(found, Node)
    return found


def test_the_residual_block() -> None:
    graph = read(RESIDUAL_TEXT)
    assert graph.format == "mic2"
    assert graph == loads(RESIDUAL)
    assert dumps(graph) == RESIDUAL_TEXT.encode()
    assert dumps(graph, format="micb") == RESIDUAL
    assert graph.place(3) == {"line": 7}
    assert validate(RESIDUAL_TEXT.encode()) == []


def test_every_kind_of_parameter() -> None:
    graph = loads(PARAMETERS)
    graph.values.pop()  # the custom operation
    assert dumps(graph, format="mic2") == PARAMETERS_TEXT.encode()
    assert read(PARAMETERS_TEXT) == graph


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("r 0", Node("relu", (0,))),
        ("r 00", Node("relu", (0,))),
        ("s 0", Node("softmax", (0,), (-1,))),
        ("s 0 -1", Node("softmax", (0,), (-1,))),
        ("s 0 1", Node("softmax", (0,), (1,))),
        ("s 0 -0", Node("softmax", (0,), (0,))),
        ("s 0 9223372036854775807", Node("softmax", (0,), (2**63 - 1,))),
        ("s 0 -9223372036854775808", Node("softmax", (0,), (-(2**63),))),
        ("t 0", Node("transpose", (0,), ())),
        ("t 0 1 0", Node("transpose", (0,), (1, 0))),
        ("max 0 -1 -2", Node("max", (0,), (-1, -2))),
        ("cat 0 -1", Node("concat", (0,), (-1,))),
        ("cat 0 0 1", Node("concat", (0, 0), (1,))),
        ("split 0", Node("split", (0,), (0, 2))),
        ("split 0 1 0", Node("split", (0,), (1, 0))),
        ("split 0 -1 18446744073709551615", Node("split", (0,), (-1, 2**64 - 1))),
        ("gth 0 0", Node("gather", (0, 0), (0,))),
        ("gth 0 0 -2", Node("gather", (0, 0), (-2,))),
        ("\t r \t 0 ", Node("relu", (0,))),
    ],
)
def test_operations(line: str, expected: Node) -> None:
    assert node(line) == expected


@pytest.mark.parametrize(
    ("line", "column", "kind"),
    [
        ("m 0", 1, InvalidError),  # an input is missing
        ("m 0 0 0", 7, InvalidError),  # one too many
        ("r 0 -1", 5, InvalidError),  # no parameters
        ("r 1", 3, InvalidError),  # itself
        ("r 2", 3, InvalidError),  # a later one
        ("r 18446744073709551616", 3, InvalidError),
        ("m 0  1", 6, InvalidError),
        ("r -1", 3, InvalidError),
        ("r +0", 3, InvalidError),
        ("r 0x0", 3, InvalidError),
        ("r 1_0", 3, InvalidError),
        ("r \u0660", 3, InvalidError),  # an Arabic digit
        ("r \u00b2", 3, InvalidError),  # str.isdigit is true for a superscript
        ("r 000000000000000000000", 3, LimitError),
        ("r " + "1" * 5000, 3, LimitError),
        ("s 0 1 2", 5, InvalidError),
        ("s 0 +1", 5, InvalidError),
        ("s 0 --1", 5, InvalidError),
        ("s 0 -", 5, InvalidError),
        ("s 0 -0x1", 5, InvalidError),
        ("s 0 9223372036854775808", 5, InvalidError),
        ("s 0 -9223372036854775809", 5, InvalidError),
        ("t 0 1 zz 0", 7, InvalidError),
        ("cat", 1, InvalidError),
        ("cat 0", 1, InvalidError),  # an axis and no inputs
        ("split 0 1", 9, InvalidError),  # an axis and no count
        ("split 0 1 -1", 11, InvalidError),
        ("split 0 1 18446744073709551616", 11, InvalidError),
        ("r 0 # act", 5, InvalidError),
        ("R 0", 1, InvalidError),
        ("relu 0", 1, InvalidError),
        ("a", 2, InvalidError),
        ("a y", 4, InvalidError),
        ("a y T0 T0", 8, InvalidError),
        ("a y T0 # z", 8, InvalidError),
        ("a y T1", 5, InvalidError),
        ("a y T-1", 5, InvalidError),
        ("a y T+0", 5, InvalidError),
        ("a y T0x", 5, InvalidError),
        ("a y 0", 5, InvalidError),
        ("p 0y T0", 3, InvalidError),
        ("p y.z T0", 3, InvalidError),
        ("p \u00e9 T0", 3, InvalidError),
        ("T1", 3, InvalidError),
        ("T0 f32", 1, InvalidError),
        ("T2 f32", 1, InvalidError),
        ("T 1 f32", 1, InvalidError),
        ("Tanh 0", 1, InvalidError),
        ("T1 F32", 4, InvalidError),
        ("T1 f32 -1", 8, InvalidError),
        ("T1 f32 4 [4]", 10, InvalidError),
        ("T1 f32 4 # x", 10, InvalidError),
        ("T1 f32" + " 1" * 33, 8, LimitError),
        ("S", 2, InvalidError),
        ("S 128", 3, InvalidError),
        ("S B seq", 5, InvalidError),
        ("O", 2, InvalidError),
        ("O -1", 3, InvalidError),
        ("O 0.5", 3, InvalidError),
        ("O 1", 3, InvalidError),
        ("O 0 0", 5, InvalidError),
        ("r 0\r", 3, InvalidError),
        ("\r", 1, InvalidError),
        ("r\u00a00", 1, InvalidError),
        ("r\x0b0", 1, InvalidError),
    ],
)
def test_lines_that_are_refused(line: str, column: int, kind: type[FormatError]) -> None:
    error = refusal(f"{HEAD}{line}" if line.startswith("O") else f"{HEAD}{line}\nO 0")
    assert (error.line, error.column, type(error)) == (4, column, kind)
    assert error.offset == len(HEAD) + len(line[: column - 1].encode())


@pytest.mark.parametrize(
    ("text", "line", "kind"),
    [
        ("", 1, TruncatedError),
        ("\n \n# mic@2", 3, TruncatedError),
        ("MIC@2\nO 0", 1, InvalidError),
        ("mic@2 x\nO 0", 1, InvalidError),
        ("\ufeffmic@2\nO 0", 1, InvalidError),
        ("mic@2\r\nO 0", 1, InvalidError),
        ("# one\nmic@1\nO 0", 2, UnsupportedError),
        ("mic@2.1\nO 0", 1, UnsupportedError),
        ("mic@20\nO 0", 1, UnsupportedError),
        ("mic@2\n", 2, TruncatedError),
        ("mic@2\nT0 f32", 2, TruncatedError),
        ("mic@2\nO 0", 2, InvalidError),
        (f"{HEAD}O 0\nO 0", 5, InvalidError),
        (f"{HEAD}O 0\nr 0", 5, InvalidError),
        (f"{HEAD}O 0\nS B", 5, InvalidError),
        (f"{HEAD}O 0\nnonsense", 5, InvalidError),
        (f"{HEAD}O 0\n\nmap {{\n}}", 6, UnsupportedError),
    ],
)
def test_texts_that_are_refused(text: str, line: int, kind: type[FormatError]) -> None:
    error = refusal(text)
    assert (error.line, type(error)) == (line, kind)
    assert error.offset is not None
    assert error.offset <= len(text.encode())


def test_messages_say_what_to_do() -> None:
    known = "m + - * / r s sig th gelu ln t rshp sum mean max cat split gth"
    assert str(refusal(f"{HEAD}zzz 0\nO 1")) == f"mic2: line 4, column 1: unknown opcode 'zzz' (known are {known})"
    assert refusal(f"{HEAD}Matmul 0\nO 1").hint == "did you mean m or *?"
    assert str(refusal(f"{HEAD}m 0\nO 1")) == (
        "mic2: values[1].inputs (line 4, column 1): matmul: wrong number of inputs: "
        "expected 2 inputs, no parameters, got 1"
    )
    assert refusal(f"{HEAD}r 0 # x\nO 1").hint == "a comment needs a line of its own"
    assert refusal(RESIDUAL_TEXT.replace("\n", "\r\n")).hint == "strict=False, or --lenient, accepts carriage returns"


def test_bytes_that_are_not_utf8() -> None:
    error = refusal(HEAD.encode() + b"# \xc3\xa9\xff\nO 0")
    assert (error.offset, error.line, error.column) == (len(HEAD) + 4, 4, 4)


def test_all_errors_are_found() -> None:
    text = "mic@2\nT0 f8 4\na x T0\nfoo 0\nm 1 9 9\nr 3\nbar\nO 3\nO 3"
    assert [(finding.line, finding.rule) for finding in validate(text.encode())] == [
        (2, "mic2.dtype"),
        (4, "mic2.opcode"),
        (7, "mic2.opcode"),
        (9, "mic2.after-output"),
    ]
    text = f"{HEAD}m 0 1\nr 0 0\nO 9"
    assert [(finding.line, finding.column) for finding in validate(text.encode())] == [(4, 5), (5, 5), (6, 3)]


def test_the_number_of_errors_is_bounded() -> None:
    assert len(validate(("mic@2\n" + "?\n" * 10_000).encode(), format="mic2")) == 100
    assert len(validate((HEAD + "r 99999\n" * 10_000 + "O 0").encode())) == 100
    assert len(validate((HEAD + "cat" + " 9" * 200_000 + "\nO 0").encode())) == 100


def test_free_spelling() -> None:
    free = """\

# Y = relu(X @ W + b) + X
# \t\r \u00a0 anything

\tmic@2\t
T00 f16 128  128
a X T0
  # indented
p W\tT0
T1 f16 128
p b T01
m 00 1
+ 3 2\x20
r 4
+ 5 0
O 6

# the end
"""
    assert read(free) == read(RESIDUAL_TEXT)
    assert not is_canonical(free.encode())
    assert [(finding.rule, finding.line) for finding in validate(free.encode())] == [("mic2.not-canonical", 1)]
    assert detect(free.encode()) == "mic2"


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + "\n",
        lambda text: text.replace("m 0 1", "m 0 1 "),
        lambda text: text.replace("m 0 1", "m  0 1"),
        lambda text: text.replace("m 0 1", "m 0 01"),
        lambda text: text.replace("m 0 1", "# c\nm 0 1"),
        lambda text: text.replace("T1 f16 128\na X T0\n", "a X T0\nT1 f16 128\n"),
    ],
)
def test_spellings_that_are_not_canonical(change: st.DataObject) -> None:
    text = change(RESIDUAL_TEXT)
    assert text != RESIDUAL_TEXT
    assert read(text) == read(RESIDUAL_TEXT)
    assert not is_canonical(text.encode())


def test_leniencies() -> None:
    windows = RESIDUAL_TEXT.replace("\n", "\r\n")
    assert read(windows, strict=False) == read(RESIDUAL_TEXT)
    assert not is_canonical(windows.encode())
    spaced = RESIDUAL_TEXT.replace(" ", "\u00a0\x0c")
    assert read(spaced, strict=False) == read(RESIDUAL_TEXT)
    graph = read("mic@2\nS 12\nT0 f32 B*2 [4] -1\na layers.0/attn:q T0\nO 0", strict=False)
    assert graph.symbols == ["12"]
    assert graph.types[0].dims == ("B*2", "[4]", "-1")
    assert graph.values == [Arg("layers.0/attn:q", 0)]
    with pytest.raises(UnsupportedError):
        dumps(graph, format="mic2")
    assert loads(dumps(graph, format="micb")) == graph


@pytest.mark.parametrize("line", ["r 0 zzz", "m 0", "cat 0", "O +0", "foo 0", "r 0x0", "T1 F32"])
def test_what_lenient_reading_refuses_as_well(line: str) -> None:
    assert refusal(f"{HEAD}{line}\nO 0", strict=False).line == 4


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("s 0", Node("softmax", (0,), (-1,))),
        ("s 1 0", Node("softmax", (0,), (1,))),
        ("t 0 2 1 0", Node("transpose", (0,), (0, 2, 1))),
        ("cat 1 0 0", Node("concat", (0, 0), (1,))),
        ("split 1 3 0", Node("split", (0,), (1, 3))),
        ("gth 2 0 0", Node("gather", (0, 0), (2,))),
        ("sum 0", Node("sum", (0,), ())),
    ],
)
def test_parameters_before_inputs(line: str, expected: Node) -> None:
    assert node(line, params_first=True) == expected


def test_places_with_parameters_before_inputs() -> None:
    error = refusal(f"{HEAD}cat 1 0 7\nO 0", params_first=True)
    assert (error.path, error.line, error.column) == ("values[1].inputs[1]", 4, 9)


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"mic@2\n", "mic2"),
        (b"# c\n\n \t# d\n\t mic@2\r\n", "mic2"),
        (b"mic@20\n", "mic2"),
        (b"mic@2.1\n", "mic2"),
        (b"mic@1\n", "mic2"),
        (b"MICB\x02", "micb"),
        (b"MICB\x03", "micb"),
        (b"mic\n", None),
        (b"x\nmic@2\n", None),
        (b"# mic@2\n", None),
        (b"micb\x02", None),
        (b"", None),
    ],
)
def test_detection(head: bytes, name: str | None) -> None:
    assert detect(head) == name


@pytest.mark.parametrize("text", ["", " ", "a b", "a\nO 0", "0", "a.b", "\u00e9", "?", "#", "a\t"])
def test_names_that_text_cannot_hold(text: str) -> None:
    graph = MicGraph()
    graph.output = graph.arg(text, graph.add_type("f32"))
    with pytest.raises(UnsupportedError, match="cannot express this") as raised:
        dumps(graph, format="mic2")
    assert raised.value.path == "values[0].name"
    assert loads(dumps(graph, format="micb")) == graph


def test_what_else_text_cannot_hold() -> None:
    graph = MicGraph()
    with pytest.raises(UnsupportedError, match="empty graph"):
        dumps(graph, format="mic2")
    x = graph.arg("x", graph.add_type("f32", 4))
    graph.output = graph.custom("rope", x)
    with pytest.raises(UnsupportedError, match="'rope'") as raised:
        dumps(graph, format="mic2")
    assert raised.value.path == "values[1]"
    graph.values[1] = Node("relu", (x,))
    graph.add_type("f32", "a b")
    with pytest.raises(UnsupportedError) as raised:
        dumps(graph, format="mic2")
    assert raised.value.path == "types[1].dims[0]"
    graph.types.pop()
    graph.add_symbol("\n")
    with pytest.raises(UnsupportedError) as raised:
        dumps(graph, format="mic2")
    assert raised.value.path == "symbols[0]"


@pytest.mark.parametrize(
    ("name", "value", "line"), [("input_bytes", 78, None), ("lines", 11, 12), ("values", 7, 11), ("rank", 2, 2)]
)
def test_limits(name: str, value: int, line: int | None) -> None:
    exact, low = (replace(DEFAULT_LIMITS, **{name: limit}) for limit in (value, value - 1))
    graph = read(RESIDUAL_TEXT, limits=exact)
    assert dumps(graph) == RESIDUAL_TEXT.encode()
    error = refusal(RESIDUAL_TEXT, limits=low)
    assert isinstance(error, LimitError)
    assert error.line is None or error.line == (11 if name == "lines" else 10 if name == "values" else line)
    graph.limits = low
    with pytest.raises(LimitError):
        dumps(graph)


def test_digits_are_limited() -> None:
    digits = replace(DEFAULT_LIMITS, digits=100_000)
    assert read(f"{HEAD}O {'0' * 500}", limits=digits).output == 0
    assert isinstance(refusal(f"{HEAD}O {'0' * 5000}", limits=digits), LimitError)


@given(graphs())
def test_random_graphs_come_back(graph: MicGraph) -> None:
    text = dumps(graph, format="mic2")
    assert text.decode() == oracle.encode_text(as_json(graph))
    assert oracle.decode_text(text.decode()) == as_json(graph)
    assert loads(text) == graph
    assert is_canonical(text)
    binary = dumps(loads(text), format="micb")
    assert dumps(loads(binary), format="mic2") == text


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """Text that is nearly a graph."""
    text = dumps(draw(graphs()), format="mic2").decode()
    for _ in range(draw(st.integers(0, 2))):
        position = draw(st.integers(6, len(text)))
        size = draw(st.integers(0, 3))
        text = text[:position] + draw(st.text(" \n\t\r#TOaps0123-?x\u00a0", max_size=3)) + text[position + size :]
    return text


@given(damaged())
def test_damaged_texts_are_refused_as_the_oracle_says(text: str) -> None:
    try:
        expected = oracle.decode_text(text)
    except oracle.Refused:
        error = refusal(text)
        assert error.offset is not None
        assert 0 <= error.offset <= len(text.encode())
    else:
        assert as_json(read(text)) == expected
