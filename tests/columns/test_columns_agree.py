"""The Kaitai parser, the construct and the columns read the same, and refuse the same."""

from __future__ import annotations

from collections import Counter

from tests.campaign.files import originals
from tests.columns.trees import LISTS, codec, judge
from tests.conftest import CORPUS
from tests.effort import effort

#: Larger files take the debug parser too long.
MAX_BYTES = 40_000


def test_the_corpus_leaf_by_leaf() -> None:
    leaves: Counter[str] = Counter()
    for schema, data in originals(CORPUS, limit=MAX_BYTES)[:: effort(2, 1)]:
        if schema in LISTS:
            leaves[schema] += judge(schema, data)[1]
    assert leaves.keys() == LISTS.keys()
    assert min(leaves.values()) > effort(500, 3_000)


def test_every_repeated_record_has_columns() -> None:
    for schema, lists in LISTS.items():
        for listed in lists:
            assert codec(schema, listed.record).columns
