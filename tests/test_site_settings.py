"""The documentation site: its navigation, and what it may fetch. tests/viewer/test_site.py has what is built."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"


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
