"""Make the pictures of the page of `nacformats view`: docs/viewer-*.png, for the README and docs/viewing.md.

Run `python docs/make_viewer_pictures.py` from the root of the checkout; it needs Chromium and what developers install.
With a folder, it puts pictures of every pane there instead, at two widths, to be looked at.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import nacformats

DOCS = Path(__file__).resolve().parent
STORY = DOCS.parent / "examples" / "story" / "story.nac"
#: Every pane, at widths with heights.
PANES = ("Summary", "Program", "Tensors", "Schedule", "Plan", "Tokenizer", "Findings", "Tree", "Hex", "Difference")
SIZES = {1280: 860, 400: 800}
#: Pictures of the documents: the pane, and the address that is chosen.
CHOSEN = {"viewer": ("Program", "ops.instructions[14]"), "viewer-tensors": ("Tensors", "data.tensors[14]")}
COLORS = 128


@contextmanager
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield started
        started.close()


def opened(started: Any, page: Path, width: int, height: int, address: str = "", *, dark: bool = False) -> Any:
    context = started.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", reduced_motion="reduce"
    )
    shown = context.new_page()
    shown.goto(page.as_uri() + (f"#{address}" if address else ""))
    shown.wait_for_selector("#pane-hex [role=row], #pane-summary h2, #pane-difference")
    shown.wait_for_timeout(500)
    return shown


def pages(folder: Path) -> tuple[Path, Path]:
    """Make a page of the example, and one that compares it with a changed copy."""
    changed = folder / "story-2.nac"
    with nacformats.load(STORY) as nac:
        for name in ("blocks.0.norm1.weight", "blocks.2.qkv.weight"):
            nac.set_parameter(name, nac.parameters[name].array() * 1.1)
        nacformats.dump(nac, changed)
    made = (folder / "page.html", folder / "pages.html")
    nacformats.explore(STORY, output=made[0], open=False)
    nacformats.explore(STORY, changed, output=made[1], open=False)
    return made


def picture(data: bytes) -> bytes:
    """Return a picture of fewer colors."""
    from PIL import Image  # noqa: PLC0415

    made = BytesIO()
    Image.open(BytesIO(data)).convert("RGB").quantize(COLORS, dither=Image.Dither.NONE).save(made, "PNG", optimize=True)
    return made.getvalue()


def every_pane(target: Path) -> None:
    """Put pictures of all panes into a folder."""
    with tempfile.TemporaryDirectory() as folder, browser() as started:
        one, two = pages(Path(folder))
        for width, height in SIZES.items():
            for dark in (False, True):
                for page, names in ((one, PANES), (two, ("Difference",))):
                    shown = opened(started, page, width, height, dark=dark)
                    for name in names:
                        tab = shown.get_by_role("tab", name=name)
                        if tab.count():
                            tab.first.click()
                            shown.wait_for_timeout(700)
                            shown.screenshot(path=target / f"{name.lower()}-{width}{'-dark' if dark else ''}.png")
                    shown.context.close()


def chosen_panes() -> None:
    """Write the pictures of the documents."""
    with tempfile.TemporaryDirectory() as folder, browser() as started:
        one, two = pages(Path(folder))
        for name, (pane, address) in CHOSEN.items():
            shown = opened(started, one, 1280, 860, address)
            shown.get_by_role("tab", name=pane).click()
            if pane == "Program":
                shown.get_by_role("button", name="Graph").click()
            shown.wait_for_timeout(1500)
            (DOCS / f"{name}.png").write_bytes(picture(shown.screenshot()))
            shown.context.close()
        shown = opened(started, two, 1280, 860, dark=True)
        shown.get_by_role("button", name="Parameters").click()
        shown.get_by_text("blocks.0.norm1.weight").first.click()
        shown.wait_for_timeout(1000)
        (DOCS / "viewer-difference.png").write_bytes(picture(shown.screenshot()))


if __name__ == "__main__":
    every_pane(Path(sys.argv[1])) if len(sys.argv) > 1 else chosen_panes()
