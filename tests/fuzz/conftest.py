"""What the tests of the fuzzers share."""

from __future__ import annotations

import pytest

from tests.fuzz.parsers import Parsers
from tests.partners import partner


@pytest.fixture(scope="session")
def parsers(tmp_path_factory: pytest.TempPathFactory) -> Parsers:
    """What Kaitai Struct makes of the schemas; skipped where Node.js or the compiler is not installed."""
    partner("ksc", "kaitai-struct")
    return Parsers(tmp_path_factory.mktemp("parsers"))
