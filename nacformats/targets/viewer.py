"""The page of `nacformats view`: its script and its style, bundled from viewer/ by npm packages."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from nacformats.schema.sources import ROOT

_SOURCES = ROOT / "viewer"
_BUILD = _SOURCES / "build.mjs"
_PACKAGES = ROOT / "node_modules"
#: What the sources import besides: the machine and the packages.
_IMPORTED = ("generated/typescript/esm/*.js", "package-lock.json")
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
    for path in _sources():
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"/* Generated from viewer/ (sha256 {digest.hexdigest()}) by `nacformats generate`. Do not edit. */\n"


def _sources() -> Iterator[Path]:
    yield from sorted(path for path in _SOURCES.rglob("*") if path.is_file())
    for pattern in _IMPORTED:
        yield from sorted(ROOT.glob(pattern))


def bundled_page() -> dict[str, str]:
    """Return the texts of FILES, by their names.

    Raises:
        BundleError: TypeScript or the bundler refuses the sources.
    """
    done = subprocess.run(["node", _BUILD], capture_output=True, text=True, encoding="utf-8", check=False)  # noqa: S603, S607
    if done.returncode:
        raise BundleError(done.stderr.strip())
    made: dict[str, str] = json.loads(done.stdout)
    return {name: bundle_header() + made[name] for name in FILES}
