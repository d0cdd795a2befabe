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
    maker, codec = Maker(name, max_size=1500), TreeCodec.generated(name)
    for seed in range(20):
        sample = maker.sample(random.Random(seed))
        parse(name, Source(sample.data))
        generic.read(codec, Source(sample.data))
