"""MIC-B: golden bytes, places of errors, the two readers of the package, canonical form, limits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nacformats import FormatError, InvalidError, LimitError, TruncatedError, UnsupportedError, dumps, loads, validate
from nacformats.codec.streams import Source
from nacformats.formats.mic import is_canonical
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.mic.objects import Arg, Node, Param, TensorType
from nacformats.fuzz.mic import graphs
from nacformats.limits import DEFAULT_LIMITS, Limits
from tests.mic import oracle
from tests.mic.samples import PARAMETERS, RESIDUAL, as_json
from tests.oracle import parse


def refusal(data: bytes, **options: object) -> FormatError:
    with pytest.raises(FormatError) as raised:
        loads(data, format="micb", **options)
    assert raised.value.format == "micb"
    return raised.value


#: What a schema cannot say.
BEYOND_THE_SCHEMA = {"micb.arity", "micb.empty", "micb.limit"}


def patched(data: bytes, offset: int, *replacement: int, removed: int = 1) -> bytes:
    return data[:offset] + bytes(replacement) + data[offset + removed :]


def test_the_residual_block() -> None:
    graph = loads(RESIDUAL)
    assert graph.format == "micb"
    assert graph.symbols == []
    assert graph.types == [TensorType("f16", ("128", "128")), TensorType("f16", ("128",))]
    assert graph.values == [
        Arg("X", 0),
        Param("W", 0),
        Param("b", 1),
        Node("matmul", (0, 1)),
        Node("add", (3, 2)),
        Node("relu", (4,)),
        Node("add", (5, 0)),
    ]
    assert graph.output == 6
    assert dumps(graph) == RESIDUAL
    assert validate(RESIDUAL) == []


def test_every_kind_of_parameter() -> None:
    graph = loads(PARAMETERS)
    assert graph.symbols == ["B"]
    assert graph.types == [TensorType("bool"), TensorType("bf16", ("B",))]
    assert graph.values == [
        Arg("x", 1),
        Node("softmax", (0,), (-1,)),
        Node("softmax", (0,), (64,)),
        Node("transpose", (2,), (2, 0, 1)),
        Node("sum", (3,)),
        Node("mean", (3,), (-64,)),
        Node("max", (3,), (0,)),
        Node("concat", (0, 4, 5), (-2,)),
        Node("split", (7,), (1, 256)),
        Node("gather", (8, 0), (0,)),
        Node("custom", (), (), "rope"),
    ]
    assert graph.output == 9
    assert dumps(graph) == PARAMETERS


def test_where_values_were_read() -> None:
    graph = loads(RESIDUAL)
    assert list(graph.places) == [26, 29, 32, 35, 40, 45, 49]
    assert graph.place(5) == {"offset": 45}
    assert graph.place(7) == {}


# offset of the byte, what it becomes: path, offset and kind of the error
REFUSED = [
    (0, [0x6D], "magic", 0, InvalidError),
    (4, [3], "version", 4, UnsupportedError),
    (5, [5], "output.idx", 22, InvalidError),
    (7, [0xFF], "strings[0].text", 7, InvalidError),
    (16, [0x70], "symbols[8].idx", 25, InvalidError),
    (18, [13], "types[0].dtype", 18, InvalidError),
    (20, [4], "types[0].dims[0].idx", 20, InvalidError),
    (25, [0x7F], "values[7].tag", 54, InvalidError),
    (26, [3], "values[0].tag", 26, InvalidError),
    (27, [4], "values[0].body.name.idx", 27, InvalidError),
    (28, [2], "values[0].body.type_ref.idx", 28, InvalidError),
    (36, [19], "values[3].body.opcode", 36, InvalidError),
    (41, [5], "values[4].body.num_inputs", 42, InvalidError),
    (44, [4], "values[4].body.inputs[1].idx", 44, InvalidError),
    (54, [7], "output.idx", 54, InvalidError),
    (54, [6, 0], "trailing", 55, InvalidError),
    (54, [6, 0x4D], "trailing", 55, UnsupportedError),
    (54, [0x86, 0x80, 0], "output.idx", 54, InvalidError),
    (54, [0x80] * 10 + [1], "output.idx", 54, InvalidError),
    (54, [0xFF] * 9 + [2], "output.idx", 54, InvalidError),
    (54, [0xFF] * 9 + [1], "output.idx", 54, InvalidError),
    (54, [], "output.idx", 54, TruncatedError),
    (54, [0x86], "output.idx", 54, TruncatedError),
]


@pytest.mark.parametrize(("at", "become", "path", "offset", "kind"), REFUSED)
def test_places_of_errors(at: int, become: list[int], path: str, offset: int, kind: type[FormatError]) -> None:
    error = refusal(patched(RESIDUAL, at, *become))
    assert (type(error), error.path, error.offset) == (kind, path, offset)


def test_messages_say_what_to_do() -> None:
    assert str(refusal(patched(RESIDUAL, 44, 4))) == (
        "micb: values[4].body.inputs[1].idx (byte 44): an input must be an earlier value: expected an id below 4, got 4"
    )
    assert str(refusal(patched(RESIDUAL, 41, 5))) == (
        "micb: values[4].body.num_inputs (byte 42): relu: wrong number of inputs: "
        "expected 1 input, no parameters, got 2"
    )


def test_all_errors_are_found() -> None:
    data = patched(patched(RESIDUAL, 28, 9), 54, 9)
    assert [finding.path for finding in validate(data)] == ["values[0].body.type_ref.idx", "output.idx"]
    assert [finding.offset for finding in validate(data)] == [28, 54]


def test_padded_numbers() -> None:
    padded = patched(RESIDUAL, 28, 0x80, 0x00)
    error = refusal(padded)
    assert (error.path, error.offset) == ("values[0].body.type_ref.idx", 28)
    assert loads(padded, strict=False) == loads(RESIDUAL)
    assert not is_canonical(padded)


def test_the_byte_order_mark_is_a_character() -> None:
    graph = MicGraph()
    graph.output = graph.arg("\ufeffx", graph.add_type("f32"))
    data = dumps(graph, format="micb")
    assert b"\xef\xbb\xbfx" in data
    assert loads(data) == graph


@pytest.mark.parametrize("text", [b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"])
def test_strings_are_utf8(text: bytes) -> None:
    graph = MicGraph()
    graph.output = graph.arg("x" * len(text), graph.add_type("f32"))
    data = dumps(graph, format="micb").replace(b"x" * len(text), text)
    assert refusal(data).path == "strings[0].text"


@pytest.mark.parametrize(
    ("strings", "references"),
    [
        (b"\x03\x01x\x011\x01u", (1, 0)),  # an unused string
        (b"\x02\x01x\x011", (1, 0)),  # not in the order of first use
        (b"\x03\x011\x01x\x01x", (0, 2)),  # a string twice
    ],
)
def test_other_string_tables_load_and_are_not_canonical(strings: bytes, references: tuple[int, int]) -> None:
    dim, name = references
    tail = bytes([0, 1, 1, 1, dim, 1, 0, name, 0, 0])
    graph = loads(b"MICB\x02" + strings + tail)
    assert (graph.types, graph.values) == ([TensorType("f32", ("1",))], [Arg("x", 0)])
    assert not is_canonical(b"MICB\x02" + strings + tail)
    assert [finding.rule for finding in validate(b"MICB\x02" + strings + tail)] == ["micb.not-canonical"]
    assert dumps(graph) == b"MICB\x02" + b"\x02\x011\x01x" + bytes([0, 1, 1, 1, 0, 1, 0, 1, 0, 0])


def test_strings_are_shared() -> None:
    graph = MicGraph()
    matrix = graph.add_type("f32")
    for _ in range(100):
        graph.output = graph.arg("n" * 1000, matrix)
    names = [value.name for value in loads(dumps(graph, format="micb")).values]
    assert len({id(name) for name in names}) == 1


def test_names_that_would_fill_the_memory_as_text() -> None:
    graph = MicGraph()
    matrix = graph.add_type("f32")
    name = "n" * 60_000
    for _ in range(50_000):
        graph.output = graph.arg(name, matrix)
    data = dumps(graph, format="micb")
    assert len(data) < 500_000
    with pytest.raises(LimitError, match="bytes of text"):
        dumps(loads(data), format="mic2")
    assert "micb.no-text-form" in {finding.rule for finding in validate(data)}


@given(graphs(text_form=False))
def test_random_graphs_come_back(graph: MicGraph) -> None:
    data = dumps(graph, format="micb")
    assert data == oracle.encode(as_json(graph))
    assert oracle.decode(data) == as_json(graph)
    assert loads(data) == graph
    assert is_canonical(data)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """Bytes that are nearly a file."""
    data = bytearray(dumps(draw(graphs(text_form=False)), format="micb"))
    for _ in range(draw(st.integers(0, 2))):
        position = draw(st.integers(5, len(data)))
        size = draw(st.integers(0, 2))
        data[position : position + size] = draw(st.binary(max_size=3))
    return bytes(data)


def schema_error(data: bytes) -> FormatError | None:
    """What the parser that is generated from the schema says."""
    try:
        parse("micb", Source(data))
    except FormatError as error:
        return error
    return None


@given(damaged())
def test_errors_are_where_the_parser_of_the_schema_has_them(data: bytes) -> None:
    expected = schema_error(data)
    found = validate(data, strict=False, format="micb")
    errors = [finding for finding in found if finding.severity == "error"]
    if errors and errors[0].rule in BEYOND_THE_SCHEMA:
        return
    assert [(finding.path, finding.offset) for finding in errors[:1]] == (
        [] if expected is None else [(expected.path, expected.offset)]
    )


@given(damaged())
def test_damaged_files_are_refused_as_the_oracle_says(data: bytes) -> None:
    try:
        expected = oracle.decode(data)
    except oracle.Refused:
        error = refusal(data)
        assert error.offset is not None
        assert 0 <= error.offset <= len(data)
    else:
        assert as_json(loads(data, format="micb")) == expected


def test_every_truncation() -> None:
    for data in (RESIDUAL, PARAMETERS):
        for size in range(len(data)):
            error = refusal(data[:size])
            assert isinstance(error, TruncatedError), size
            assert error.offset is not None
            assert error.offset <= size


LOW: dict[str, tuple[Limits, str | None, int]] = {
    "input_bytes": (replace(DEFAULT_LIMITS, input_bytes=54), None, 54),
    "strings": (replace(DEFAULT_LIMITS, strings=3), "num_strings", 5),
    "string_bytes": (replace(DEFAULT_LIMITS, string_bytes=2), "strings[0].len_text", 6),
    "rank": (replace(DEFAULT_LIMITS, rank=1), "types[0].num_dims", 19),
    "values": (replace(DEFAULT_LIMITS, values=6), "num_values", 25),
}


@pytest.mark.parametrize("name", LOW)
def test_limits_of_reading(name: str) -> None:
    limits, path, offset = LOW[name]
    error = refusal(RESIDUAL, limits=limits)
    assert isinstance(error, LimitError)
    assert (error.path, error.offset) == (path, offset)
    exact = replace(limits, **{name: getattr(limits, name) + 1})
    assert loads(RESIDUAL, limits=exact) == loads(RESIDUAL)


@pytest.mark.parametrize("name", LOW)
def test_limits_of_writing(name: str) -> None:
    graph = loads(RESIDUAL)
    graph.limits = LOW[name][0]
    with pytest.raises(LimitError):
        dumps(graph, format="micb")
    graph.limits = replace(graph.limits, **{name: getattr(graph.limits, name) + 1})
    assert dumps(graph, format="micb") == RESIDUAL


@pytest.mark.parametrize("size", [2**32 - 1, 2**63, 2**64 - 1])
def test_counts_are_held_against_what_is_left(size: int) -> None:
    for offset in (5, 6, 16, 17, 19, 25, 37):
        error = refusal(patched(RESIDUAL, offset, *oracle.uleb(size)))
        assert error.offset is not None
        assert offset <= error.offset <= offset + 30


@pytest.mark.parametrize(("name", "offset"), [("symbols", 16), ("types", 17)])
def test_declarations_are_limited(name: str, offset: int) -> None:
    data = patched(RESIDUAL, offset, *oracle.uleb(10**6 + 1)) + bytes(3 * 10**6)
    error = refusal(data)
    assert isinstance(error, LimitError)
    assert (error.path, error.offset) == (f"num_{name}", offset)


def test_a_mapped_file_is_let_go(tmp_path: Path) -> None:
    path = tmp_path / "graph.micb"
    path.write_bytes(RESIDUAL)
    graph = loads(RESIDUAL)
    assert graph.source is None
    assert is_canonical(path)


@pytest.mark.parametrize("name", ["micb", "mic2"])
@pytest.mark.parametrize("table", ["symbols", "types"])
def test_limits_of_tables_that_nothing_refers_to(table: str, name: str) -> None:
    """Symbols and types are lines as text, and are limited by their own names when a graph is written."""
    graph = MicGraph(limits=replace(DEFAULT_LIMITS, lines=3))
    graph.add_type("f32")
    for number in range(4):
        if table == "symbols":
            graph.add_symbol(f"s{number}")
        else:
            graph.types.append(graph.types[0])
    graph.output = graph.arg("x", 0)
    with pytest.raises(LimitError, match=f"too many {table}") as refused:
        dumps(graph, format=name)
    assert refused.value.path == table
