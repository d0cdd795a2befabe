"""Writes the golden files anew."""

from __future__ import annotations

import shutil

from tests.golden import FOLDER, LANGUAGES, golden_files

for language in LANGUAGES:
    shutil.rmtree(FOLDER / language, ignore_errors=True)
    (FOLDER / language).mkdir()
    for path, text in golden_files(language).items():
        path.write_text(text, encoding="utf-8")
