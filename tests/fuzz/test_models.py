"""Generated models and files: written, read, equal, without errors; and everything that the formats have occurs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from hypothesis import find, given, settings

from nacformats import NacFile, StbFile, dumps, loads, validate
from nacformats.comparing.comparison import compare_models
from nacformats.formats.mic import is_canonical
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.mic.objects import Node
from nacformats.formats.mic.opcodes import DTYPES, OPCODES
from nacformats.formats.nac.file.sections import SECTIONS
from nacformats.formats.nac.tables import (
    SIGNATURE_CODES,
    Dtype,
    FixedOperation,
    InputSource,
    MemoryAction,
    OutputKind,
    Quantization,
)
from nacformats.formats.records import VERSIONS
from nacformats.formats.records.constants import ConstantKind
from nacformats.formats.stb.glyphs import Glyph, GlyphInstruction
from nacformats.formats.stb.table import ELEMENT_DTYPES
from nacformats.formats.stb.tensor import StbLayout
from nacformats.fuzz import mic, nac, stb
from nacformats.fuzz.choices import Choices, RandomChoices
from tests.effort import effort

SEEDS = range(200)
FILES: dict[str, Callable[[Choices], bytes]] = {
    "nac": nac.make_nac_file,
    "micb": mic.make_micb,
    "mic2": mic.make_mic2,
    "stb": stb.make_stb_file,
}


def choices(seed: int) -> RandomChoices:
    return RandomChoices(random.Random(seed))


def errors(data: bytes, name: str) -> list[str]:
    return [str(finding) for finding in validate(data, format=name) if finding.severity == "error"]


@pytest.mark.parametrize("name", FILES)
def test_files_load_strictly_and_have_no_errors(name: str) -> None:
    canonical: Counter[bool] = Counter()
    for seed in range(effort(12, 2000)):
        data = FILES[name](choices(seed))
        model = loads(data, format=name)
        assert not errors(data, name)
        canonical[dumps(model, format=name) == data] += 1
    assert canonical[True]
    assert bool(canonical[False]) == (name in ("micb", "mic2")), "both spellings, where there are several"


@pytest.mark.parametrize("name", FILES)
def test_one_seed_gives_one_file(name: str) -> None:
    made = [[FILES[name](choices(seed)) for seed in range(12)] for _ in range(2)]
    assert made[0] == made[1]
    assert len(set(made[0])) > 6


@given(mic.graphs())
def test_graphs_of_both_forms(graph: MicGraph) -> None:
    for name in ("micb", "mic2"):
        data = dumps(graph, format=name)
        assert loads(data, format=name) == graph
        assert is_canonical(data)
        assert not errors(data, name)


@given(mic.graphs(text_form=False))
def test_graphs_of_the_binary_form(graph: MicGraph) -> None:
    assert loads(dumps(graph, format="micb")) == graph


@settings(max_examples=effort(8, 500))
@given(nac.nac_models())
def test_nac_models(model: NacFile) -> None:
    data = dumps(model)
    again = loads(data, format="nac")
    found = compare_models(model, again)
    assert not found.other
    assert all(row.mark == "same" for row in found.rows)
    assert found.same or not model.internal_weights
    assert dumps(again) == data
    assert not errors(data, "nac")


@given(stb.stb_models())
def test_stb_models(model: StbFile) -> None:
    again = loads(dumps(model), format="stb", shape_table=model.shape_table)
    assert compare_models(model, again).same
    for mine, other in zip(model, again, strict=True):
        assert mine.array().tobytes() == other.array().tobytes()


@given(stb.glyph_words())
def test_words(word: int) -> None:
    assert GlyphInstruction.decode(word).encode() == word


@settings(max_examples=effort(10, 500))
@given(nac.nac_files(), mic.micb_files(), mic.mic2_files(), stb.stb_files())
def test_strategies_of_files(nac_file: bytes, micb_file: bytes, mic2_file: bytes, stb_file: bytes) -> None:
    for name, data in {"nac": nac_file, "micb": micb_file, "mic2": mic2_file, "stb": stb_file}.items():
        assert loads(data, format=name).format == name


def test_examples_shrink() -> None:
    def is_wanted(graph: MicGraph) -> bool:
        return any(isinstance(value, Node) for value in graph.values)

    graph = find(mic.graphs(), is_wanted, random=random.Random(0))
    assert len(graph.values) == 2
    assert (len(graph.types), graph.symbols) == (1, [])


# Everything occurs


def parts_of_nac(seed: int) -> Iterator[object]:
    file = nac.make_nac_model(choices(seed))
    for codes in file.signatures.values():
        yield from codes
    yield from (constant.kind for constant in file.constants.values())
    yield from (name for name in SECTIONS if getattr(file.sections, name) is not None)
    if file.internal_weights:
        yield from (parameter.quantization for parameter in file.parameters.values())
    schedule = file.memory_map
    yield from (MemoryAction(action) for action in ([] if schedule is None else schedule.actions.tolist()))
    rows = [*(file.sections.ops or ()), *(file.sections.trng or ())]
    yield from (FixedOperation(each.a) for each in rows if each.a in list(FixedOperation))
    yield from (InputSource(each.b) for each in rows if each.a == FixedOperation.input)
    yield from (OutputKind(each.b) for each in rows if each.a == FixedOperation.output)
    programs = (file.sections.ops, file.sections.trng)
    yield from ((file.version, "element") for each in programs if each is not None and each.elements.any())
    yield from (Dtype(array.label) for array in file.arrays.values())
    yield from ("mislabelled" for array in file.arrays.values() if array.mislabelled)
    yield file.version
    yield ("external", not file.internal_weights)


def test_everything_that_nac_has_occurs() -> None:
    wanted = {*SIGNATURE_CODES, *ConstantKind, *SECTIONS, *Quantization, *MemoryAction, *InputSource}
    wanted |= {
        *OutputKind,
        *Dtype,
        *VERSIONS,
        "mislabelled",
        ("1.7", "element"),
        ("1.8", "element"),
        ("external", True),
    }
    wanted |= {
        FixedOperation.input,
        FixedOperation.output,
        FixedOperation.control_flow,
        FixedOperation.convergence,
        FixedOperation.nac_full_like,
    }
    for seed in range(400):
        wanted -= {*parts_of_nac(seed)}
        if not wanted:
            return
    assert not wanted


def test_everything_that_mind_ir_has_occurs() -> None:
    graphs = [mic.make_graph(choices(seed), text_form=False) for seed in SEEDS]
    nodes = [value for graph in graphs for value in graph.values if isinstance(value, Node)]
    assert {node.op for node in nodes} == set(OPCODES)
    assert {each.dtype for graph in graphs for each in graph.types} == set(DTYPES)
    assert any(not name.isascii() for graph in graphs for name in graph.symbols)


def test_everything_that_stb_has_occurs() -> None:
    files = [loads(stb.make_stb_file(choices(seed)), format="stb") for seed in range(400)]
    tensors = [tensor for file in files for tensor in file]
    assert {tensor.dtype for tensor in tensors} > set(ELEMENT_DTYPES), "and reserved ones"
    assert {tensor.layout for tensor in tensors} > set(StbLayout), "and reserved ones"
    assert {tensor.rank for tensor in tensors} == set(range(9))
    places = [[tensor.offset for tensor in file if tensor.nbytes] for file in files]
    assert any(len(set(each)) < len(each) for each in places), "two descriptors share a payload"
    assert any(each != sorted(each) for each in places if len(set(each)) == len(each)), "payloads in any order"
    assert {GlyphInstruction.decode(stb.make_word(choices(seed))).glyph for seed in SEEDS} == set(Glyph)
