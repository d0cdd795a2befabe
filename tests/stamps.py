"""Tests that build and run other programs run when what they test has changed, and always in CI and at night.

Such a test has the mark `when_changed` with patterns of files. What passed is kept in build/tests, with the digest of
these files and of those beside the test.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "build" / "tests" / "passed.json"
REASON = "nothing that it tests has changed since it passed (--anew runs it, and CI)"
#: What all that is generated comes from.
GENERATORS = (
    "schemas/*.ksy", "nacformats/schema/**/*", "nacformats/languages/**/*", "nacformats/targets/**/*",
    "nacformats/codec/**/*.py", "generated/native/*", "nacformats/version.py", "package-lock.json",
)  # fmt: skip
PAGE = ("generated/viewer/*", "nacformats/view/**/*.py", "examples/*", "tests/viewer/*")
PACKAGE = ("nacformats/**/*.py", "nacformats/**/*.txt", "nacformats/**/*.toml", "schemas/*", "generated/*/*")


def digest(item: pytest.Item) -> str | None:
    """Return the digest of what a test with the mark depends on."""
    mark = item.get_closest_marker("when_changed")
    if mark is None:
        return None
    beside = item.path.parent.relative_to(ROOT).as_posix()
    return _digest((*mark.args, f"{beside}/*", "tests/partners.py", "tests/packages.py"))


@cache
def _digest(patterns: tuple[str, ...]) -> str:
    found = hashlib.sha256(sys.version.encode())
    for path in sorted({path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()}):
        if "__pycache__" not in path.parts:
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            found.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    return found.hexdigest()


def skip_unchanged(items: list[pytest.Item]) -> None:
    """Skip the tests that passed with the same files."""
    passed = _passed()
    for item in items:
        stamp = digest(item)
        if stamp is not None and passed.get(item.nodeid) == stamp:
            item.add_marker(pytest.mark.skip(reason=REASON))


def keep(results: Mapping[str, str | None]) -> None:
    """Keep the digests of tests that passed, and None for those that did not."""
    if results:
        kept = {**_passed(), **results}
        KEPT.parent.mkdir(parents=True, exist_ok=True)
        new = KEPT.with_suffix(f".{os.getpid()}")
        new.write_text(json.dumps({name: stamp for name, stamp in kept.items() if stamp}), encoding="utf-8")
        new.replace(KEPT)


def _passed() -> Mapping[str, str]:
    return json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {}  # type: ignore[no-any-return]
