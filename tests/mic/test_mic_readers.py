"""The parser by the Kaitai compiler, the generated construct, and the reader of the package see the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from construct import ConstructError
from hypothesis import given

from nacformats import FormatError, constructs, dumps, loads
from nacformats._generated.kaitai.micb import Micb
from nacformats.codec.streams import Source
from nacformats.formats.mic.graph import MicGraph
from nacformats.fuzz.mic import graphs
from tests.mic.conftest import Case
from tests.mic.samples import PARAMETERS, PARAMETERS_TEXT, RESIDUAL, RESIDUAL_TEXT, as_json
from tests.oracle import located, parse


def field(struct: Any, name: str) -> Any:
    """A field of a Kaitai object or of a record of a construct."""
    return struct[name] if isinstance(struct, Mapping) else getattr(struct, name)


def graph_of(tree: Any) -> dict[str, Any]:
    """The graph that a parsed tree holds, as the corpus has it; made from ids of the schema only."""
    types = [
        {
            "dtype": Micb.Dtype(int(field(entry, "dtype"))).name,
            "dims": [field(dim, "text") for dim in field(entry, "dims")],
        }
        for entry in field(tree, "types")
    ]
    return {
        "symbols": [field(symbol, "text") for symbol in field(tree, "symbols")],
        "types": types,
        "values": [value_of(value) for value in field(tree, "values")],
        "output": number(field(tree, "output")),
    }


def type_of(entry: Any) -> dict[str, Any]:
    dtype = Micb.Dtype(int(field(entry, "dtype")))
    return {"dtype": dtype.name, "dims": [field(dim, "text") for dim in field(entry, "dims")]}


def value_of(value: Any) -> dict[str, Any]:
    kind = Micb.Tag(int(field(value, "tag"))).name
    body = field(value, "body")
    if kind != "node":
        return {"kind": kind, "name": field(field(body, "name"), "text"), "type": number(field(body, "type_ref"))}
    op = Micb.Opcode(int(field(body, "opcode"))).name
    inputs = [number(ref) for ref in field(body, "inputs")]
    return {"kind": kind, "op": op, "params": params_of(op, field(body, "params")), "inputs": inputs}


def params_of(op: str, params: Any) -> list[Any]:
    if op in ("softmax", "concat", "gather"):
        return [field(field(params, "axis"), "value")]
    if op in ("transpose", "sum", "mean", "max"):
        return [field(element, "value") for element in field(params, "elements")]
    if op == "split":
        return [field(field(params, "axis"), "value"), field(field(params, "count"), "value")]
    if op == "custom":
        return [field(field(params, "name"), "text")]
    return []


def number(ref: Any) -> int:
    return int(field(field(ref, "idx"), "value"))


def three_readings(data: bytes) -> list[dict[str, Any]]:
    graph = loads(data, format="micb")
    assert isinstance(graph, MicGraph)
    return [graph_of(parse("micb", Source(data))), graph_of(constructs.micb.parse(data)), as_json(graph)]


@pytest.mark.parametrize("data", [RESIDUAL, PARAMETERS])
def test_golden_bytes(data: bytes) -> None:
    by_kaitai, by_construct, by_package = three_readings(data)
    assert by_kaitai == by_package
    assert by_construct == by_package


@given(graphs(text_form=False))
def test_random_graphs(graph: MicGraph) -> None:
    by_kaitai, by_construct, by_package = three_readings(dumps(graph, format="micb"))
    assert by_kaitai == by_construct == by_package == as_json(graph)


def test_corpus(valid: list[Case]) -> None:
    for case in valid:
        by_kaitai, by_construct, by_package = three_readings(case.data)
        assert by_kaitai == by_package, case.name
        assert by_construct == by_package, case.name


#: What is beyond the schema: limits, shortest varints, the number of inputs of an operation.
BEYOND = {"limit_rank_33", "limit_values_100001", "varint_nonminimal_output", "arity_matmul_1"}


@pytest.mark.nightly
def test_the_generated_parsers_refuse_the_same(invalid: list[Case]) -> None:
    for case in invalid:
        if case.format != "micb":
            continue
        refused = []
        for read in (lambda data: loads(data, format="micb"), lambda data: parse("micb", Source(data))):
            try:
                read(case.data)
                refused.append(False)
            except FormatError:
                refused.append(True)
        assert refused[0] == refused[1] or case.name in BEYOND, case.name


@pytest.mark.parametrize("text", [RESIDUAL_TEXT, PARAMETERS_TEXT])
def test_tokens_of_text(text: str) -> None:
    data = text.encode()
    for tree in (parse("mic2", Source(data)), constructs.mic2.parse(data)):
        lines = [
            [field(token, "text") for token in field(field(line, "content"), "tokens")] for line in field(tree, "lines")
        ]
        assert "\n".join(["mic@2", *(" ".join(tokens) for tokens in lines)]) == text
        kinds = [int(field(field(line, "content"), "kind")) for line in field(tree, "lines")]
        assert kinds == sorted(kinds, key=[0, 1, 2, 3, 4, 5].index)


@pytest.mark.parametrize("text", ["mic@2\n\nO 0", "mic@2\nr  0", "mic@2\n r 0", "# c\nmic@2\nO 0", "mic@20\nO 0"])
def test_spellings_that_the_schema_of_text_does_not_read(text: str) -> None:
    with pytest.raises(FormatError):
        parse("mic2", Source(text.encode()))


@given(graphs())
def test_tokens_of_random_text(graph: MicGraph) -> None:
    data = dumps(graph, format="mic2")
    lines = [[token.text for token in line.content.tokens] for line in parse("mic2", Source(data)).lines]
    assert "\n".join(["mic@2", *(" ".join(tokens) for tokens in lines)]).encode() == data


@pytest.mark.parametrize(
    ("text", "path", "offset"),
    [
        (b"mic@1\nO 0", "magic", 0),
        (b"mic@2 O 0", "lines[0].newline", 5),
        (b"mic@2\nO  0", "lines[0].content.tokens[1].text", 8),
        (b"mic@2\n\nO 0", "lines[0].content.tokens[0].text", 6),
    ],
)
def test_the_schema_of_the_text_has_rules_of_its_own(text: bytes, path: str, offset: int) -> None:
    """No reader of the package uses it, but other programs do."""
    with pytest.raises(FormatError) as refused, located("mic2", Source(text)):
        parse("mic2", Source(text))
    assert (refused.value.path, refused.value.offset) == (path, offset)
    with pytest.raises(ConstructError):
        constructs.mic2.parse(text)
