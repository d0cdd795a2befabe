"""A page in a browser, and what tests do with it."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


#: What a page does between two keys when it is busy: microtasks, and nothing else.
_PRESS = """async (keys) => {
  for (const key of keys) {
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    for (let turn = 0; turn < 100; turn += 1) await null;
  }
}"""


class Shown:
    """A page.

    Attributes:
        page: of the browser.
        problems: errors and warnings of its console.
        requests: addresses that it asked for.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.problems: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self._said(message.type, message.text))
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("dialog", lambda dialog: self._said("error", f"dialog: {dialog.message}"))

    def _said(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.problems.append(f"{kind}: {text}")

    def open(self, path: Path, address: str = "") -> None:
        self.page.goto(path.absolute().as_uri() + (f"#{address}" if address else ""))
        self.page.wait_for_selector("#viewer main")

    def wait_until_open(self) -> None:
        """Wait until the worker has read the file: its bytes are there."""
        self.page.wait_for_selector("[role=grid] .bytes span, [role=tree] [role=treeitem]")

    def field(self, text: str) -> Locator:
        """Wait until the tree has a row with a text, and return it."""
        row = self.page.get_by_role("treeitem").filter(has_text=text).first
        row.wait_for()
        return row

    @property
    def tabs(self) -> list[str]:
        return self.page.get_by_role("tab").all_inner_texts()

    def tab(self, name: str) -> Locator:
        """Choose a pane, and return it."""
        self.page.get_by_role("tab", name=name).click()
        return self.pane(name)

    def pane(self, name: str) -> Locator:
        return self.page.locator(f"#pane-{name.lower()}")

    def text(self, name: str) -> str:
        """Return the text of a pane that has some."""
        pane = self.tab(name)
        pane.locator(":scope > *").first.wait_for()
        return pane.inner_text()

    def search(self, text: str) -> Locator:
        """Search, and return what is found."""
        self.page.fill("#search", text)
        options = self.page.get_by_role("option")
        options.first.wait_for()
        return options

    def press_at_once(self, *keys: str) -> None:
        """Press keys with neither a frame nor a message of the worker between them."""
        self.page.evaluate(_PRESS, keys)

    @property
    def address(self) -> str:
        """What is after "#"; the URL that Playwright knows may be an older one."""
        found: str = self.page.evaluate("location.hash")
        return found.removeprefix("#")

    @staticmethod
    def encoded(data: bytes) -> str:
        return base64.b64encode(data).decode()

    def drop(self, *paths: Path) -> None:
        """Give the page files, as the file button does."""
        self.page.locator("input[type=file]").first.set_input_files(list(map(str, paths)))

    def drop_next(self, path: Path) -> None:
        """Give the page a file of another name or size than that before; wait until it is read or refused."""
        from playwright.sync_api import expect

        name = self.page.locator("h1")
        before = name.inner_text()
        self.drop(path)
        expect(name).not_to_have_text(before, timeout=60_000)
        self.page.locator("main").filter(has_not_text="Reading ").wait_for()
