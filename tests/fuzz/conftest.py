"""What the tests of the fuzzers share."""

from __future__ import annotations

import shutil

import pytest

from nacformats.generator import kaitai
from nacformats.generator.sources import ROOT
from tests.fuzz.parsers import Parsers


@pytest.fixture(scope="session")
def parsers(tmp_path_factory: pytest.TempPathFactory) -> Parsers:
    """What Kaitai Struct makes of the schemas; skipped where Node.js or the compiler is not installed."""
    if (reason := kaitai.missing()) is not None:
        pytest.skip(reason)
    if not (ROOT / "node_modules" / "kaitai-struct").is_dir() or shutil.which("node") is None:
        pytest.skip("the JavaScript runtime is not installed (run `npm install`)")
    return Parsers(tmp_path_factory.mktemp("parsers"))
