"""Files that are made from the schemas are read by the parsers that are made from them."""

from __future__ import annotations

import random

import pytest

from nacformats.codec.streams import Source
from nacformats.codec.treecodec import TreeCodec
from nacformats.codec.trees import parse
from nacformats.formats import generic
from nacformats.fuzz import Maker

SCHEMAS = ("micb", "mic2", "stb", "nac")


@pytest.mark.parametrize("name", SCHEMAS)
def test_generated_parsers_accept_files(name: str) -> None:
    maker, codec = Maker(name, max_size=1000), TreeCodec.generated(name)
    for seed in range(20):
        sample = maker.sample(random.Random(seed))
        parse(name, Source(sample.data))
        generic.read(codec, Source(sample.data))


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_seed_gives_the_same_file(name: str) -> None:
    one, other = (Maker(name).sample(random.Random(7)) for _ in range(2))
    assert (one.data, list(one.spans)) == (other.data, list(other.spans))


@pytest.mark.parametrize("name", SCHEMAS)
def test_damaged_files_differ_and_name_a_field_that_was_drawn(name: str) -> None:
    maker, rng = Maker(name, max_size=1000), random.Random(3)
    sample = maker.sample(rng)
    paths = {span.path for span in sample.spans}
    for _ in range(100):
        near = maker.near(rng, sample)
        assert near.data != sample.data
        assert near.path in paths
