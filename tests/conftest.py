"""What all tests share: where the corpus of files by other programs is, and no deadlines for random examples."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is no failure: each test bounds its own work.
settings.register_profile("nacformats", deadline=None)
settings.load_profile("nacformats")

#: The selection that every checkout has.
SELECTION = Path(__file__).resolve().parent / "corpus"
#: All of the corpus, where it lies beside the checkout.
WHOLE = SELECTION.parents[2] / "shared" / "corpus"
#: What the tests read.
CORPUS = Path(os.environ.get("NACFORMATS_CORPUS") or (WHOLE if WHOLE.is_dir() else SELECTION)).resolve()


def pytest_report_header() -> str:
    return f"corpus: {CORPUS}{' (the selection)' if CORPUS == SELECTION else ''}"


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of files that other programs wrote: all of them, or the selection in tests/corpus."""
    return CORPUS
