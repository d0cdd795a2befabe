"""Files that are made from the schemas are read by the parsers that are made from them."""

from __future__ import annotations

import random

import pytest

from nacformats import validate
from nacformats.codec.streams import Source
from nacformats.codec.treecodec import TreeCodec
from nacformats.codec.trees import parse
from nacformats.findings import Finding
from nacformats.formats import generic
from nacformats.fuzz import Maker
from tests.fuzz.parsers import is_at

SCHEMAS = ("micb", "mic2", "stb", "nac", "mep", "tisa", "vocab", "vidx", "merges")


@pytest.mark.parametrize("name", SCHEMAS)
def test_generated_parsers_accept_files(name: str) -> None:
    maker, codec = Maker(name, max_size=1000), TreeCodec.generated(name)
    for seed in range(20):
        sample = maker.sample(random.Random(seed))
        parse(name, Source(sample.data))
        generic.read(codec, Source(sample.data))


@pytest.mark.parametrize("name", ["micb", "nac", "stb"])
def test_readers_refuse_damaged_files_at_the_damage(name: str) -> None:
    """Of files that keep the rules beyond the schema; mic@2 has few, since its schema knows tokens only."""
    maker, rng, there, elsewhere = Maker(name, max_size=800), random.Random(2), 0, 0
    while there + elsewhere < 150:
        sample = maker.sample(rng)
        if not any(errors_of(name, sample.data)):
            paths = [(near.path, errors_of(name, near.data)) for near in (maker.near(rng, sample) for _ in range(8))]
            refused = [is_at(path, errors[0].path) for path, errors in paths if errors]
            there, elsewhere = there + sum(refused), elsewhere + len(refused) - sum(refused)
    assert there >= 0.95 * (there + elsewhere)


def errors_of(name: str, data: bytes) -> list[Finding]:
    return [finding for finding in validate(data, format=name) if finding.severity == "error"]


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
        near = maker.near(rng, sample)
        assert near.data != sample.data
        assert near.path in paths
