"""Files that other programs wrote, and what is expected of them."""

from __future__ import annotations

import json
import re
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

import nacformats
from nacformats import FormatError, TruncatedError, UnsupportedError
from nacformats.formats.mic import is_canonical
from nacformats.formats.mic.graph import MicGraph
from nacformats.formats.mic.objects import Binding, Node
from nacformats.limits import DEFAULT_LIMITS
from tests.mic.conftest import Case
from tests.mic.oracle import NAME
from tests.mic.samples import as_json

#: Verdicts that the decisions of the project settle where the specifications do not.
DECIDED = {
    "arity_matmul_1": "reject",
    "empty_graph": "reject",
    "limit_rank_33": "reject",
    "limit_values_100001": "reject",
    "map21_nesting_5": "reject",
    "string_dup_entries": "accept",
    "string_unused": "accept",
    "string_wrong_order": "accept",
    "t_cat_axis_first": "accept",
    "t_cat_no_axis": "accept",
    "t_output_before_values": "reject",
    "trailing_4d": "reject",
    "trailing_4d_00": "reject",
    "trailing_map_garbage": "reject",
    "trailing_zero": "reject",
    "two_graphs": "reject",
    "varint_nonminimal_output": "reject",
}
#: The corpus puts these errors at a count that is too high, or within a MAP section; we put them where the schema does,
#: at the element in which the file ends, at the output that a graph without values cannot have, or at the first byte
#: past the output.
ELSEWHERE = {
    "dos16m_perm",
    "dos16m_rank",
    "dos_map_count",
    "dos_max_axes",
    "dos_perm",
    "dos_rank",
    "dos_string_len",
    "dos_sum_axes",
    "seed_hex_sample",
    "trailing_map_garbage",
}


def has_text_form(graph: MicGraph) -> bool:
    """Whether the grammar of mic@2 can express a graph."""
    names = [*graph.symbols, *(value.name for value in graph.values if isinstance(value, Binding))]
    dims = [dim for entry in graph.types for dim in entry.dims]
    custom = any(isinstance(value, Node) and value.op == "custom" for value in graph.values)
    return (
        not custom
        and all(re.fullmatch(NAME, name) for name in names)
        and all(re.fullmatch(rf"[0-9]+|{NAME}|\?", dim) for dim in dims)
    )


def text_of(case: Case) -> bytes:
    """The canonical text of a graph of the corpus that has one."""
    by_grammar = case.path.with_suffix(".spec.mic2")
    return (by_grammar if by_grammar.is_file() else case.path.with_suffix(".mic2")).read_bytes()


def test_verdicts(invalid: list[Case]) -> None:
    for case in invalid:
        expected = DECIDED.get(case.name, case.facts["seed_verdict"])
        errors = [
            finding for finding in nacformats.validate(case.data, format=case.format) if finding.severity == "error"
        ]
        assert ("reject" if errors else "accept") == expected, (case.name, errors)
        if errors:
            with pytest.raises(FormatError) as raised:
                nacformats.load(case.path, format=case.format)
            assert str(raised.value) == str(errors[0].error()), case.name


def test_places_of_errors(invalid: list[Case]) -> None:
    for case in invalid:
        for finding in nacformats.validate(case.data, format=case.format)[:1]:
            if finding.severity == "warning":
                continue
            assert finding.offset is not None, case.name
            assert 0 <= finding.offset <= len(case.data), case.name
            if "suggested_offset" in case.facts and case.name not in ELSEWHERE:
                assert finding.offset == case.facts["suggested_offset"], case.name
            if case.facts.get("suggested_line"):
                assert finding.line == case.facts["suggested_line"], case.name


def test_no_file_takes_much_memory(invalid: list[Case]) -> None:
    for case in invalid:
        if case.path.stat().st_size > 10_000:
            continue
        tracemalloc.start()
        nacformats.validate(case.data, format=case.format)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 4_000_000, case.name


def test_ground_truth(valid: list[Case]) -> None:
    for case in valid:
        graph = nacformats.load(case.path)
        assert graph.format == "micb"
        if isinstance(case.facts["graph"], dict):
            assert as_json(graph) == case.facts["graph"], case.name


def test_canonical_bytes(valid: list[Case]) -> None:
    for case in valid:
        assert nacformats.dumps(nacformats.load(case.path)) == case.data, case.name
        assert is_canonical(case.data), case.name


def test_canonical_text(valid: list[Case]) -> None:
    for case in valid:
        graph = nacformats.load(case.path)
        if not has_text_form(graph):
            with pytest.raises(UnsupportedError):
                nacformats.dumps(graph, format="mic2")
            continue
        text = text_of(case)
        assert nacformats.dumps(graph, format="mic2") == text, case.name
        assert nacformats.loads(text) == graph, case.name
        assert is_canonical(text), case.name


def test_conversion_there_and_back(valid: list[Case], tmp_path: Path) -> None:
    for case in valid:
        if has_text_form(nacformats.load(case.path)):
            first, binary, second = (tmp_path / f"{case.name}{suffix}" for suffix in (".mic2", ".micb", ".b.mic2"))
            first.write_bytes(text_of(case))
            nacformats.convert(first, binary)
            nacformats.convert(binary, second)
            assert binary.read_bytes() == case.data, case.name
            assert second.read_bytes() == first.read_bytes(), case.name


def test_text_by_the_public_implementations(valid: list[Case]) -> None:
    """They write the parameters of an operation before its inputs."""
    for case in valid:
        graph = nacformats.load(case.path)
        if has_text_form(graph):
            text = case.path.with_suffix(".mic2").read_bytes()
            assert nacformats.loads(text, params_first=True) == graph, case.name


def test_text_that_is_not_canonical(valid: list[Case]) -> None:
    for case in valid:
        for entry in case.facts["noncanonical_inputs"]:
            path = case.path.with_name(entry["file"])
            if entry["spec_verdict"] == "ok":
                graph = nacformats.load(path)
                assert graph == nacformats.load(case.path), path.name
                assert not is_canonical(path), path.name
            elif "reject" in entry["spec_verdict"]:
                with pytest.raises(FormatError):
                    nacformats.load(path)


def test_later_versions_are_named(corpus: Path) -> None:
    for path in sorted((corpus / "mic" / "valid").glob("map21_*.mic*")):
        if ".ts." not in path.name:  # the TypeScript writer drops the section
            with pytest.raises(UnsupportedError, match=r"MAP section of MIC 2\.1"):
                nacformats.load(path)


def test_raised_limits(invalid: list[Case]) -> None:
    cases = {case.name: case for case in invalid}
    higher = replace(DEFAULT_LIMITS, rank=33, values=100_001)
    names = {"limit_rank_33", "t_limit_rank33"} | {"limit_values_100001", "t_limit_values_100001"} & cases.keys()
    for name in sorted(names):
        graph = nacformats.load(cases[name].path, limits=higher)
        assert nacformats.dumps(graph) == cases[name].data.removesuffix(b"\n"), name


def test_padded_numbers_are_read_leniently(invalid: list[Case], valid: list[Case]) -> None:
    padded = next(case for case in invalid if case.name == "varint_nonminimal_output")
    residual = next(case for case in valid if case.name == "residual_block")
    graph = nacformats.load(padded.path, strict=False)
    assert graph == nacformats.load(residual.path)
    assert not is_canonical(padded.path)
    assert nacformats.dumps(graph) == residual.data


def test_every_truncation(corpus: Path, valid: list[Case]) -> None:
    data = next(case.data for case in valid if case.name == "residual_block")
    cut = json.loads((corpus / "mic" / "truncations_residual.json").read_text())
    assert [entry["n"] for entry in cut] == list(range(len(data)))
    for entry in cut:
        with pytest.raises(TruncatedError) as raised:
            nacformats.loads(data[: entry["n"]], format="micb")
        assert raised.value.offset is not None
        assert raised.value.offset <= entry["n"]
