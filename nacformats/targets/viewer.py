"""The page of `nacformats view`: its script and its style, bundled from viewer/ by npm packages."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from nacformats.files import write_atomically
from nacformats.languages.targets import language_files
from nacformats.schema.reading import schema_model
from nacformats.schema.sources import ROOT, schema_names

_SOURCES = ROOT / "viewer"
_BUILD = _SOURCES / "build.mjs"
_PACKAGES = ROOT / "node_modules"
#: Where viewer/tsconfig.json finds the readers of the formats in TypeScript, which the sources import as `nacformats`.
MACHINE = ROOT / "build" / "viewer" / "nacformats"
FILES = ("viewer.js", "viewer.css")


class BundleError(Exception):
    """The page cannot be bundled; the message is that of TypeScript or of the bundler."""


def missing_bundler() -> str | None:
    """Return what has to be installed before the page can be bundled, or None if it can be."""
    if shutil.which("node") is None:
        return "Node.js is not installed"
    lacking = [each for each in ("esbuild", "typescript") if not (_PACKAGES / each).is_dir()]
    return f"{' and '.join(lacking)} is not installed (run `npm ci` in {ROOT})" if lacking else None


def bundle_header() -> str:
    """Return the first line of the files, which names the sources by their sha256."""
    digest = hashlib.sha256()
    parts = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in _sources()}
    for name, data in {**parts, **_machine()}.items():
        digest.update(name.encode() + b"\0" + data + b"\0")
    return f"/* Generated from viewer/ (sha256 {digest.hexdigest()}) by `nacformats generate`. Do not edit. */\n"


def _sources() -> Iterator[Path]:
    yield from sorted(path for path in _SOURCES.rglob("*") if path.is_file())
    yield from ROOT.glob("package-lock.json")  # which says what packages are imported


@cache
def _machine() -> Mapping[str, bytes]:
    """Return the modules of the package in TypeScript, by their names."""
    files = language_files("typescript", "nacformats", map(schema_model, schema_names()))
    return {name.removeprefix("esm/"): text.encode() for name, text in files.items() if name.startswith("esm/")}


def write_machine() -> None:
    """Write what the sources import as `nacformats` into MACHINE, as far as it is not there."""
    MACHINE.mkdir(parents=True, exist_ok=True)
    for name, data in _machine().items():
        path = MACHINE / name
        if not path.is_file() or path.read_bytes() != data:
            write_atomically(path, [data])
    for path in MACHINE.iterdir():
        if path.suffix in (".js", ".ts") and path.name not in _machine():
            path.unlink(missing_ok=True)


def bundled_page() -> dict[str, str]:
    """Return the texts of FILES, by their names.

    Raises:
        BundleError: TypeScript or the bundler refuses the sources.
        SchemaError: a schema cannot be compiled.
    """
    write_machine()
    done = subprocess.run(["node", _BUILD], capture_output=True, text=True, encoding="utf-8", check=False)  # noqa: S603, S607
    if done.returncode:
        raise BundleError(done.stderr.strip())
    made: dict[str, str] = json.loads(done.stdout)
    return {name: bundle_header() + made[name] for name in FILES}
