"""The documentation site: its navigation, and, where MkDocs is installed, what is built."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
HAS_MKDOCS = all(importlib.util.find_spec(name) for name in ("mkdocs", "material"))


class _Loader(yaml.SafeLoader):
    """Reads mkdocs.yml, in which a function of Python is named."""


_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: None)


def settings() -> Any:
    return yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), _Loader)


def listed(entry: Any) -> Iterator[str]:
    """Yield the pages and folders of the navigation."""
    for value in entry.values():
        if isinstance(value, str):
            yield value
        else:
            for each in value:
                yield from listed(each)


def test_the_navigation_lists_every_document() -> None:
    pages = {page for entry in settings()["nav"] for page in listed(entry)}
    for path in DOCS.rglob("*.md"):
        name = path.relative_to(DOCS).as_posix()
        assert name in pages or f"{path.parent.name}/" in pages, f"mkdocs.yml does not list {name}"
    for page in pages - {"layouts/"}:
        assert (DOCS / page).exists() or page.startswith("project/"), page


def test_nothing_is_fetched_from_elsewhere() -> None:
    found = settings()
    assert found["theme"]["font"] is False
    assert "repo_url" not in found, "the theme asks GitHub for the number of stars"
    assert not any("://" in each for each in (*found["extra"]["polyfills"], *found["extra_css"]))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.nightly
@pytest.mark.skipif(not HAS_MKDOCS, reason="MkDocs with Material is not installed (extra docs)")
def test_the_site_is_whole_and_needs_no_network(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    for path in pages:
        text = path.read_text(encoding="utf-8")
        fetched = re.findall(r"<(?:script|img|iframe|source)\b[^>]*?\bsrc=[\"']?([^\"'\s>]+)", text)
        fetched += re.findall(
            r"<link\b[^>]*?\brel=[\"']?(?:stylesheet|icon|preload)\b[^>]*?\bhref=[\"']?([^\"'\s>]+)", text
        )
        assert not [each for each in fetched if re.match(r"(?:https?:)?//", each)], path
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"] for entry in index["docs"]}
    assert {"api/nacformats.html#load", "layouts/nac.html#the-file", "project/security.html"} <= found
    assert (site / "viewer" / "story.nac.html").stat().st_size < 2**20
