"""A part of the campaign of damaged tokenizers; `python -m tests.tokenizer.campaign` is all of it."""

from __future__ import annotations

import pytest

from tests.tokenizer.campaign import Tally, run

COUNT = 1_000


@pytest.mark.nightly
def test_damaged_tokenizers_keep_their_promises() -> None:
    tally = Tally()
    for tally in run(range(COUNT)):
        assert not tally.broken, tally.broken
    assert tally.outcomes.total() == COUNT
    assert tally.outcomes["used"] > COUNT // 10
    assert sum(each.startswith("InvalidError") for each in tally.outcomes) > 10
    assert sum(each.startswith("TruncatedError") for each in tally.outcomes) > 0
