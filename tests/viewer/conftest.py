"""The engine of the page in Node.js, and pages in headless Chromium, which ask for nothing and report no error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import nacformats
from tests.campaign.files import EXAMPLES
from tests.partners import browser_program, partner
from tests.viewer.engines import bundled_engine
from tests.viewer.shown import Shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STORY = EXAMPLES / "story" / "story.nac"
#: Addresses that a page may have: its own, its worker's, and its icon.
_ALLOWED = ("file:", "blob:", "data:")


@pytest.fixture(scope="session")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The engine of the page, for Node.js."""
    partner("bundler")
    return bundled_engine(tmp_path_factory.mktemp("engine"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    partner("browser", "playwright")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=browser_program(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield started
        started.close()


@pytest.fixture(scope="session")
def story(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a program with blocks, a schedule, a plan and a tokenizer."""
    return nacformats.explore(STORY, output=tmp_path_factory.mktemp("story") / "story.html", open=False)


@pytest.fixture
def show(browser: Browser) -> Iterator[Callable[..., Shown]]:
    """Open a page; at the end of the test, nothing was asked for and no error was reported."""
    shown: list[Shown] = []

    def open_page(path: Path, address: str = "", *, width: int = 1280, height: int = 900) -> Shown:
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
        context.set_default_timeout(60_000)
        shown.append(Shown(context.new_page()))
        shown[-1].open(path, address)
        return shown[-1]

    yield open_page
    for each in shown:
        each.page.context.close()
        assert each.problems == []
        assert [url for url in each.requests if not url.startswith(_ALLOWED)] == []
