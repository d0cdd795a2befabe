"""What is printed for one small schema is what was reviewed."""

from __future__ import annotations

import difflib

import pytest

from tests.golden import FOLDER, LANGUAGES, golden_files


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_printed_was_reviewed(language: str) -> None:
    made, kept = golden_files(language), sorted((FOLDER / language).iterdir())
    assert sorted(made) == kept, "run `python -m tests.golden`, read what changed, and commit it"
    for path in kept:
        old, new = path.read_text(encoding="utf-8").splitlines(), made[path].splitlines()
        assert not list(difflib.unified_diff(old, new, str(path), "now", lineterm="")), "run `python -m tests.golden`"
