"""One screen about a file, as plain data."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import nacformats
from nacformats.codec.streams import Source
from nacformats.commands.inspection.screen import SCREEN_LINES, screen_lines
from nacformats.commands.terminal import cells, unstyled
from nacformats.findings import Finding
from nacformats.view.report import findings_about
from nacformats.view.summaries.data import (
    LONGEST_TEXT,
    MOST_LARGEST,
    MOST_LISTED,
    Fact,
    FilePart,
    LargeTensor,
    ShownPort,
    Summary,
    TypeShare,
    weighed,
    weights_text,
)
from nacformats.view.summary import summary_of
from tests.effort import effort

EXAMPLES = Path("examples")


def test_a_program_has_its_ports_types_and_largest_tensors() -> None:
    found = summary_of(EXAMPLES / "story" / "story.nac")
    assert (found.kind, found.name, found.size) == ("NAC v1.6 program", "story.nac", 372800)
    assert [(port.name, port.dtype, port.shape) for port in found.inputs] == [("ids", "int64", (1, "length"))]
    assert found.largest[0].name == "tokens.weight"
    assert found.tokenizer is not None
    assert found.plan is not None
    assert [part.name for part in found.parts][:2] == ["mmap", "ops"]
    assert sum(share.tensors for share in found.dtypes) == found.counts["tensors"] == 31


def test_every_corpus_file_has_a_summary_that_is_json(corpus: Path) -> None:
    files = [path for path in sorted(corpus.rglob("*")) if path.suffix in {".nac", ".stb", ".mic2", ".micb", ".tisa"}]
    assert len(files) > 20
    for path in files[:: effort(5, 1)]:
        found = summary_of(path)
        assert json.loads(json.dumps(asdict(found)))["kind"]
        assert is_bounded(found), path


def is_bounded(found: Summary) -> bool:
    lists = (found.inputs, found.outputs, found.dtypes, found.parts)
    texts = [found.kind, *(each.name for each in (*found.inputs, *found.largest, *found.parts))]
    short = all(len(text) <= 2 * LONGEST_TEXT for text in texts)
    return all(len(each) <= MOST_LISTED for each in lists) and len(found.largest) <= MOST_LARGEST and short


def test_a_model_is_as_good_as_its_file() -> None:
    path = EXAMPLES / "weights.stb"
    with nacformats.load(path) as model:
        assert summary_of(model) == summary_of(path)
    assert summary_of(path.read_bytes()).dtypes == summary_of(path).dtypes


def test_a_damaged_file_is_shown_as_its_fields() -> None:
    data = (EXAMPLES / "weights.stb").read_bytes()[:50]
    found = summary_of(data, "stb")
    assert found.facts[0].label == "problem"
    assert [part.name for part in found.parts][:2] == ["magic", "version"]


def test_every_screen_fits(corpus: Path) -> None:
    files = [path for path in sorted(corpus.rglob("*")) if path.suffix in {".nac", ".stb", ".mic2", ".micb", ".tisa"}]
    for path in files[:: effort(9, 1)]:
        with Source.open(path) as source:
            findings = findings_about(source, None, strict=True)
            lines = [unstyled(line) for line in screen_lines("x", summary_of(source), findings, 80)]
        assert len(lines) <= SCREEN_LINES, path
        assert max(map(cells, lines)) <= 80, path


def test_what_has_no_known_size_is_not_of_0_bytes(tmp_path: Path) -> None:
    found = weighed([4, None, 8], ["a", "a", "b"], lambda index: (f"tensor {index}", None))
    assert found["dtypes"] == [TypeShare("b", 1, 8), TypeShare("a", 2, None)]
    assert [each.bytes for each in found["largest"]] == [8, 4]
    summary = Summary("kind", counts={"inputs": 0, "tensors": 3}, **found)
    assert weights_text(summary) == "3 parameters, unknown size (b 8 bytes, a unknown size)"
    assert any("unknown size" in unstyled(line) for line in screen_lines("x", summary, [], 80))
    (tmp_path / "x.mic2").write_text("mic@2\nS n\nT0 f32 n 3\np w T0\nO 0\n")
    assert summary_of(tmp_path / "x.mic2").dtypes == [TypeShare("f32", 1, None)]


def test_a_screen_of_too_much_fits() -> None:
    many = [ShownPort(f"input_{number}" * 9, "float32", (1, None, "batch")) for number in range(64)]
    shares = [TypeShare(f"type {number}", 1, number) for number in range(64)]
    largest = [LargeTensor("weight" * 40, "float32", (1,) * 64, 1 << 50)] * MOST_LARGEST
    parts = [FilePart(f"part {number}" * 9, number, 1 << 60, "text " * 40) for number in range(64)]
    facts = [Fact(f"fact {number}", "word " * 90) for number in range(9)]
    blocks, counts = ["  block " * 30] * 64, {"inputs": 9999, "outputs": 99, "parts": 9999}
    summary = Summary("kind", "x", 9, None, facts, many, many, blocks, shares, largest, "t" * 999, "p" * 999)
    full = replace(summary, parts=parts, counts=counts, commands=["do {file}"] * 9)
    findings = [Finding("error", "a.rule", "reason " * 90)] * 50
    lines = [unstyled(line) for line in screen_lines("x", full, findings, 80)]
    assert len(lines) == SCREEN_LINES
    assert max(map(cells, lines)) <= 80
