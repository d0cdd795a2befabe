"""The packages of other languages for the formats of this package, as `dev.py packages` makes them.

A package lies in a folder that is named by what it is made of, so that it is made once. Tests read it there, and build
in copies of their own.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from nacformats.schema.sources import ROOT, SCHEMA_DIR
from nacformats.targets import kaitai
from nacformats.targets.packages import OWN, files_of_schemas, own_schemas

BUILT = ROOT / "build" / "tests" / "packages"


@cache
def package(language: str) -> Path:
    """Return the folder of a package. Nothing is written there."""
    # What Kaitai's compiler makes takes seconds, and is known by what it is made of.
    parts = _sources_of_javascript() if language == "javascript" else made(language).items()
    folder = BUILT / f"{language}-{sha256(parts)[:16]}"
    if not folder.is_dir():
        _write(made(language), folder)
        for old in BUILT.glob(f"{language}-*"):
            if old != folder:
                shutil.rmtree(old, ignore_errors=True)
    return folder


@cache
def made(language: str) -> Mapping[str, str]:
    """Return the files of a package, by their paths in it."""
    files = files_of_schemas(own_schemas(), [language], OWN)
    return {name.removeprefix(f"{language}/"): text for name, text in files.items()}


def sha256(parts: Iterable[tuple[str, str]]) -> str:
    """Return the digest of texts with names."""
    digest = hashlib.sha256()
    for name, text in parts:
        digest.update(f"{name} {len(text)}\n{text}".encode())
    return digest.hexdigest()


def _sources_of_javascript() -> Iterator[tuple[str, str]]:
    compiler = Path(kaitai.__file__)
    for path in (*sorted(SCHEMA_DIR.glob("*.ksy")), compiler, ROOT / "package-lock.json"):
        yield path.name, path.read_text(encoding="utf-8")


def _write(files: Mapping[str, str], folder: Path) -> None:
    """Write a folder at once: others may make it at the same time."""
    new = folder.with_name(f"{folder.name}.{os.getpid()}")
    for name, text in files.items():
        (new / name).parent.mkdir(parents=True, exist_ok=True)
        (new / name).write_text(text, encoding="utf-8")
    try:
        new.rename(folder)
    except OSError:
        shutil.rmtree(new)
        assert folder.is_dir()
