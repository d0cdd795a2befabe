"""Words that what code is generated for must not be called: the table of reserved.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path


@cache
def _tables() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


def reserved(name: str) -> frozenset[str]:
    """Return the words of one row of [words], such as those of a language."""
    return frozenset(_tables()["words"][name].split())
