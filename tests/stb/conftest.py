"""The corpus of STB files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.stb.samples import Case


@pytest.fixture(scope="session")
def cases(corpus: Path) -> list[Case]:
    """All STB files of the corpus."""
    found = sorted((corpus / "stb").glob("*/*.json"))
    return [
        Case(path.stem, path.with_suffix(".stb"), path.with_suffix(".stb").read_bytes(), json.loads(path.read_text()))
        for path in found
    ]
