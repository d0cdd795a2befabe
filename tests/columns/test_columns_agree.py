"""The Kaitai parser, the construct and the columns read the same, and refuse the same."""

from __future__ import annotations

from collections import Counter

from tests.columns.campaign import damaged, originals
from tests.columns.trees import LISTS, codec, judge

#: A few for each schema; `python -m tests.columns.campaign` runs through 20,000.
DAMAGED = 600


def test_the_corpus_leaf_by_leaf() -> None:
    leaves: Counter[str] = Counter()
    for schema, data in originals(limit=40_000):
        leaves[schema] += judge(schema, data)[1]
    assert leaves.keys() == LISTS.keys()
    assert min(leaves.values()) > 3_000


def test_damaged_files() -> None:
    files = originals()
    verdicts = Counter(judge(*damaged(files, seed))[0] for seed in range(DAMAGED))
    assert verdicts[True] > DAMAGED // 30
    assert verdicts[False] > DAMAGED // 2


def test_every_repeated_record_has_columns() -> None:
    for schema, lists in LISTS.items():
        for listed in lists:
            assert codec(schema, listed.record).columns
