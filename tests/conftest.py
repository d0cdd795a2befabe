"""What all tests share: where the corpus of files by other programs is, and no deadlines for random examples."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is no failure: each test bounds its own work.
settings.register_profile("nacformats", deadline=None)
settings.load_profile("nacformats")

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of files that other programs wrote; tests that need it are skipped where it is not."""
    if not CORPUS.is_dir():
        pytest.skip(f"the corpus of files by other programs is not at {CORPUS}")
    return CORPUS
