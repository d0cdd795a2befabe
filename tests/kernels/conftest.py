"""What is made once and kept is made before memory is measured."""

from __future__ import annotations

import pytest

from nacformats.ops.decompositions import decomposition


@pytest.fixture(autouse=True, scope="session")
def _formulas_are_read() -> None:
    """The tables that formulas are compiled by are large beside what a kernel takes for a small array."""
    assert decomposition("aten.mse_loss.default") is not None
