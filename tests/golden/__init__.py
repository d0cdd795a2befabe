"""What packages of other languages have for one small schema, kept to be read and reviewed.

`python -m tests.golden` writes the files anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from nacformats.targets.packages import files_of_schemas, read_schemas

FOLDER = Path(__file__).parent
SCHEMA = FOLDER / "parcel.ksy"
LANGUAGES = ("c", "rust", "go", "typescript", "java")


def golden_files(language: str) -> Mapping[Path, str]:
    """Return the files that are made of the schema alone: no machine, no example, no JavaScript made of TypeScript."""
    files = files_of_schemas(read_schemas([SCHEMA]), [language])
    paths = {name: PurePosixPath(name) for name in files}
    return {
        FOLDER / language / path.name: files[name]
        for name, path in paths.items()
        if path.stem.lower() == SCHEMA.stem and "esm" not in path.parts
    }
