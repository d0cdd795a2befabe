"""v1.7 and v1.8: the generated parsers, the constructs and the columns see what the oracle sees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nacformats import constructs
from nacformats.codec.streams import Source
from tests.campaign.readers import CONSTRUCT, compare_readers
from tests.effort import effort
from tests.nac import oracle
from tests.nac.samples import COMPLETE_LATER, Case
from tests.nac.test_nac_readers import assert_equal, by_construct, by_kaitai, instructions, plain
from tests.oracle import parse


@pytest.fixture(scope="session")
def later_cases(corpus: Path) -> list[Case]:
    """All files of v1.7 and v1.8."""
    folders = [path for version in ("nac_v17", "nac_v18") for path in sorted((corpus / version).glob("*/"))]
    return [case for case in map(Case, folders) if case.path.exists()]


def samples(later_cases: list[Case]) -> Iterator[bytes]:
    yield from COMPLETE_LATER.values()
    yield from (case.data for case in later_cases)


def rows(tree: dict[str, Any], section: str) -> list[Any]:
    """The instructions of a section as the oracle has them, without where they are."""
    return [(row.a, row.b, row.c, row.d) for row in instructions(tree, section)]


def arrays(section: dict[str, Any] | None) -> list[Any] | None:
    if section is None:
        return None
    return [(each["name"], each["dtype"], tuple(each["dims"]), each["data"]) for each in section["arrays"]]


def without_places(found: list[Any] | None) -> list[Any]:
    return [row[1:] for row in found or ()]


def test_the_oracle_writes_what_it_reads(later_cases: list[Case]) -> None:
    found = [oracle.read(data) for data in samples(later_cases)]
    assert [oracle.write(file) for file in found] == list(samples(later_cases))
    assert {file["version"] for file in found} == {"1.7", "1.8"}


def test_parsers_and_constructs_agree_with_the_oracle(later_cases: list[Case]) -> None:
    for data in samples(later_cases):
        tree, file = by_kaitai(data), oracle.read(data)
        assert by_construct(data) == tree
        assert constructs.nac.build(constructs.nac.parse(data)) == data
        assert rows(tree, "ops") == without_places(file["OPS "])
        assert rows(tree, "trng") == without_places(file["TRNG"])
        listed = file.get("ARRS")
        assert arrays(tree.get("arrs")) == (
            listed and [(each["name"], each["dtype"], each["dims"], each["raw"]) for each in listed]
        )


def test_the_model_agrees_with_the_parsers(later_cases: list[Case]) -> None:
    for data in samples(later_cases):
        assert_equal(data)


def test_all_readers_agree(later_cases: list[Case]) -> None:
    for data in samples(later_cases):
        _, refusal, names = compare_readers("nac", data)
        assert refusal is None
        assert CONSTRUCT in names


@pytest.mark.parametrize("version", COMPLETE_LATER)
def test_what_a_version_has(version: str) -> None:
    tree = parse("nac", Source(COMPLETE_LATER[version]))
    assert (tree.is_v1_7, tree.is_v1_8) == (version == "1.7", version == "1.8")
    assert (tree.trng.num_instructions, bool(tree.has_training)) == (13, True)
    assert hasattr(tree, "ofs_arrs") == (version == "1.8")
    kinds = [row.kind.name for row in tree.trng.instructions]
    assert kinds == ["input"] * 6 + ["call", "element", "call", "element", "update", "update", "finish"]
    sources = [row.fields.source.name for row in tree.trng.instructions[:6]]
    assert sources == ["constant", "saved", "saved", "target", "parameter", "constant"]


@pytest.mark.sample(each=2)
@pytest.mark.parametrize("version", COMPLETE_LATER)
def test_cut_off_anywhere_all_readers_refuse_it_alike(version: str) -> None:
    data = COMPLETE_LATER[version]
    for length in range(0, len(data), effort(93, 31)):
        _, refusal, _ = compare_readers("nac", data[:length], turn=length)
        assert refusal is not None, plain(parse("nac", Source(data[:length])))
