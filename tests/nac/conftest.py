"""The corpus of NAC files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.nac.samples import Case


@pytest.fixture(scope="session")
def every_case(corpus: Path) -> list[Case]:
    """All NAC v1.6 files by the reference compiler, also those that it left broken."""
    return [Case(path.parent) for path in sorted((corpus / "nac").glob("*/model.nac"))]


@pytest.fixture(scope="session")
def cases(every_case: list[Case]) -> list[Case]:
    """Those that strict reading accepts."""
    return [case for case in every_case if not case.name.startswith("broken_") and case.name != "output_const"]
