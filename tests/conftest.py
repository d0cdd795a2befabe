"""What all tests share: where the corpus of files by other programs is."""

from __future__ import annotations

from pathlib import Path

import pytest

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of files that other programs wrote; tests that need it are skipped where it is not."""
    if not CORPUS.is_dir():
        pytest.skip(f"the corpus of files by other programs is not at {CORPUS}")
    return CORPUS
