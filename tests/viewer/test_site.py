"""The documentation site as it is built, where MkDocs is installed: whole, without a network, on any screen."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from nacformats.schema.sources import ROOT
from tests.partners import needs

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.nightly, needs("mkdocs", "material")]
PAGES = (
    "index",
    "viewer",
    "tutorials/model",
    "operators",
    "api/nacformats.formats.nac",
    "layouts/nac",
    "project/readme",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder


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
    assert {path.name for path in (site / "viewer").iterdir()} == {"story.nac.html", "model.nac-model.nac.html"}


@pytest.mark.parametrize("width", [1280, 400])
def test_pages_fit_the_screen_and_ask_for_nothing(site: Path, browser: Browser, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on(
        "request", lambda asked: None if asked.url.startswith(("file:", "blob:", "data:")) else wrong.append(asked.url)
    )
    for name in PAGES:
        page.goto((site / f"{name}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    assert wrong == []
    page.close()


def test_the_search_needs_no_server(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.goto((site / "index.html").as_uri())
    page.click(".md-search__input")
    page.keyboard.type("train_step")
    page.wait_for_selector(".md-search-result__item a[href*='nacformats.runtime.html']")
    page.close()
