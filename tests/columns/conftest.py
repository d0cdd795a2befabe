"""The compiled loops, built once for all tests of the room."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from tests.columns.native import built_library


@pytest.fixture(scope="session")
def library_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_library(tmp_path_factory.mktemp("library"))


@pytest.fixture(scope="session")
def library(library_file: Path) -> ctypes.CDLL:
    return ctypes.CDLL(str(library_file))
