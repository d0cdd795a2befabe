"""The corpus of MIC-B and mic@2 files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest


class Case(NamedTuple):
    """One file of the corpus and what its json says of it."""

    name: str
    path: Path
    facts: dict[str, Any]

    @property
    def data(self) -> bytes:
        return self.path.read_bytes()

    @property
    def format(self) -> str:
        return self.path.suffix[1:]


@pytest.fixture(scope="session")
def valid(corpus: Path) -> list[Case]:
    """The canonical MIC-B files of version 2."""
    paths = sorted((corpus / "mic" / "valid").glob("*.json"))
    cases = [Case(path.stem, path.with_suffix(".micb"), json.loads(path.read_text())) for path in paths]
    return [case for case in cases if "graph" in case.facts]


@pytest.fixture(scope="session")
def invalid(corpus: Path) -> list[Case]:
    """Files with one defect each, and a few that only look like it."""
    folder = corpus / "mic" / "invalid"
    facts = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    cases = [Case(fact["name"], folder / fact["file"], fact) for fact in facts]
    return [case for case in cases if case.path.is_file()]
