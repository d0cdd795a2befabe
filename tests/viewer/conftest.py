from __future__ import annotations

from pathlib import Path

import pytest

from tests.viewer.engines import bundled_engine, missing_engine


@pytest.fixture(scope="session")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine of the page, for Node.js."""
    reason = missing_engine()
    if reason is not None:
        pytest.skip(reason)
    return bundled_engine(tmp_path_factory.mktemp("engine"))
