"""Files that are made from the schemas are read by the parsers that are made from them."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress

import pytest

from nacformats import loads, validate
from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.errors import FormatError
from nacformats.findings import Finding
from nacformats.formats import generic
from nacformats.formats.nac.file.sections import ORDERS
from nacformats.formats.records import VERSIONS
from nacformats.fuzz import Maker
from nacformats.products.constructs import nac as construct
from tests.effort import effort
from tests.fuzz.parsers import is_at
from tests.oracle import parse

SCHEMAS = ("micb", "mic2", "stb", "nac", "mep", "tisa", "vocab", "vidx", "merges")


@pytest.mark.sample(each=3)
@pytest.mark.parametrize("name", SCHEMAS)
def test_generated_parsers_accept_files(name: str) -> None:
    maker, codec = Maker(name, max_size=1000), SchemaCodec.generated(name)
    for seed in range(20):
        sample = maker.sample(random.Random(seed))
        parse(name, Source(sample.data))
        generic.read_tree(codec, Source(sample.data))


@pytest.mark.parametrize("name", ["micb", "nac", "stb"])
def test_readers_refuse_damaged_files_at_the_damage(name: str) -> None:
    """Of files that keep the rules beyond the schema; mic@2 has few, since its schema knows tokens only."""
    maker, rng, there, elsewhere = Maker(name, max_size=800), random.Random(2), 0, 0
    while there + elsewhere < effort(15, 1500):
        sample = maker.sample(rng)
        if not any(errors_of(name, sample.data)):
            paths = [
                (near.path, errors_of(name, near.data)) for near in (maker.near(rng, sample=sample) for _ in range(8))
            ]
            refused = [is_at(path, errors[0].path) for path, errors in paths if errors]
            there, elsewhere = there + sum(refused), elsewhere + len(refused) - sum(refused)
    assert there >= 0.95 * (there + elsewhere)


def errors_of(name: str, data: bytes) -> list[Finding]:
    return [finding for finding in validate(data, format=name) if finding.severity == "error"]


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("name", SCHEMAS)
def test_a_seed_gives_the_same_file(name: str) -> None:
    one, other = (Maker(name).sample(random.Random(7)) for _ in range(2))
    assert (one.data, list(one.spans)) == (other.data, list(other.spans))


@pytest.mark.parametrize("name", SCHEMAS)
def test_damaged_files_differ_and_name_a_field_that_was_drawn(name: str) -> None:
    maker, rng = Maker(name, max_size=1000), random.Random(3)
    sample = next(filter(lambda each: each.data, (maker.sample(rng) for _ in range(100))))  # a program may be empty
    paths = {span.path for span in sample.spans}
    for _ in range(100):
        near = maker.near(rng, sample=sample)
        assert near.data != sample.data
        assert near.path in paths


def version_and_sections(data: bytes) -> tuple[str, set[str]]:
    """What a NAC file is by its schema."""
    tree = construct.parse(data)
    version = VERSIONS[0] if tree.version == 1 else VERSIONS[1 if tree.is_v1_7 else 2]
    return version, {name for name in ORDERS[version] if tree.get(f"ofs_{name}")}


def test_nac_files_of_every_version_with_every_section_and_layout_of_instructions() -> None:
    maker, rng = Maker("nac", max_size=2000), random.Random(11)
    missing = {(version, name) for version in VERSIONS for name in ORDERS[version]}
    for _ in range(250):
        version, names = version_and_sections(maker.sample(rng).data)
        assert names <= set(ORDERS[version])
        missing -= {(version, name) for name in names}
        if not missing and maker.reached == maker.cases:
            return
    assert (missing, maker.reached) == (set(), maker.cases)


@pytest.mark.nightly
def test_many_nac_files_of_every_version_are_accepted() -> None:
    maker, rng, accepted = Maker("nac", max_size=1000), random.Random(12), Counter[str]()
    for _ in range(effort(120, 3000)):
        data = maker.sample(rng).data
        with suppress(FormatError):
            accepted[loads(data, format="nac").version] += 1
    assert min(accepted[version] for version in VERSIONS) >= 8, accepted


@pytest.mark.nightly
def test_what_only_later_versions_of_nac_have_is_damaged() -> None:
    maker, rng, damaged = Maker("nac", max_size=1000), random.Random(13), set[str]()
    for _ in range(60):
        sample = maker.sample(rng)
        damaged |= {maker.near(rng, sample=sample).path.partition(".")[0] for _ in range(20)}
    assert {"has_training", "trng", "arrs"} <= damaged
