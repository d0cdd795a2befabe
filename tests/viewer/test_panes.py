"""The panes of a page follow one another: keys, history, blocks, copies, narrow screens."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.stamps import GENERATORS, PAGE
from tests.viewer.shown import Shown

pytestmark = pytest.mark.when_changed(*PAGE, *GENERATORS, "viewer/src/**/*")

if TYPE_CHECKING:
    from playwright.sync_api import Locator

Show = Callable[..., Shown]


def chosen(shown: Shown, pane: str, text: str) -> Locator:
    """Wait until the row that is chosen in a pane has a text, and return it."""
    row = shown.pane(pane).locator(".row.chosen").filter(has_text=text)
    row.wait_for()
    return row


def test_keys_move_through_tree_bytes_and_panes(show: Show, story: Path) -> None:
    shown = show(story)
    shown.wait_until_open()
    keyboard = shown.page.keyboard
    for key in ("t", "Home", "ArrowDown"):
        keyboard.press(key)
    chosen(shown, "Tree", "magic")
    shown.pane("Hex").locator(".bytes .chosen").filter(has_text="4e 41 43").wait_for()
    for key in ("x", "ArrowRight"):
        keyboard.press(key)
    chosen(shown, "Tree", "version")
    keyboard.press("]")
    assert shown.page.get_by_role("tab", selected=True).inner_text() == "Program"
    keyboard.press("?")
    shown.page.get_by_role("dialog").wait_for()
    keyboard.press("Escape")
    shown.page.get_by_role("dialog").wait_for(state="detached")
    keyboard.press("/")
    assert shown.page.evaluate("document.activeElement.id") == "search"


def test_keys_that_follow_a_dialog_at_once_are_not_lost(show: Show, story: Path) -> None:
    shown = show(story)
    shown.press_at_once("?", "Escape", "?", "Escape", "/")
    assert shown.page.evaluate("document.activeElement.id") == "search"
    assert shown.page.get_by_role("dialog").count() == 0


def test_keys_that_follow_a_new_pane_at_once_are_not_lost(show: Show, story: Path) -> None:
    shown = show(story, "magic", width=400)
    shown.page.locator(".status").filter(has_text="magic").wait_for()  # it is read
    shown.press_at_once("x", "End")
    shown.page.wait_for_url(re.compile("#orch"))


def test_keys_wait_for_what_they_start_from(show: Show, story: Path) -> None:
    shown = show(story, "ops.instructions")
    chosen(shown, "Tree", "instructions")
    shown.press_at_once("t", "ArrowRight", *["ArrowDown"] * 3)
    chosen(shown, "Tree", "[2]")
    shown.page.evaluate("location.hash = '#ofs_mmap'")
    chosen(shown, "Tree", "ofs_mmap")
    shown.press_at_once("x", "ArrowRight", "ArrowRight")
    chosen(shown, "Tree", "ofs_cmap")


def test_what_is_chosen_is_copied_before_it_is_shown(show: Show, story: Path) -> None:
    shown = show(story, "magic")
    chosen(shown, "Tree", "magic")
    shown.press_at_once("t", "ArrowDown", "ArrowDown", "c")
    shown.page.get_by_role("menuitem", name="Offset", exact=True).wait_for()


def test_enter_takes_the_first_hit_once_it_is_found(show: Show, story: Path) -> None:
    shown = show(story)
    shown.wait_until_open()
    shown.page.fill("#search", "version")
    shown.press_at_once("/", "Enter")
    shown.page.wait_for_url(re.compile("#version"))


def test_addresses_go_back_and_bad_ones_say_so(show: Show, story: Path) -> None:
    shown = show(story, "ops.instructions[12]")
    chosen(shown, "Tree", "[12]")
    hex_pane = shown.pane("Hex")
    hex_pane.locator(".bytes .chosen").first.wait_for()
    hex_pane.locator("[role=gridcell][aria-selected=false]").first.click()
    shown.page.go_back()
    chosen(shown, "Tree", "[12]")
    shown.page.evaluate("location.hash = '#ops.nothing'")
    shown.page.locator(".status").filter(has_text="has no ops.nothing").wait_for()


def test_blocks_of_the_program_open_in_the_list_and_in_the_graph(show: Show, story: Path) -> None:
    shown = show(story)
    shown.wait_until_open()
    program = shown.tab("Program")
    program.get_by_text("blocks.0 to blocks.2: 3 x").click()
    program.get_by_text("blocks.0: 1 of 3").wait_for()
    program.get_by_text("aten.layer_norm.default").first.click()
    assert shown.address.startswith("ops.instructions[")
    program.get_by_role("button", name="Fold all", exact=True).click()
    program.get_by_role("button", name="Graph").click()
    nodes = program.locator("svg .node")
    nodes.first.wait_for()
    folded = nodes.count()
    program.locator("svg .node.fold").first.click()
    nodes.nth(folded).wait_for(state="attached")


def test_what_is_chosen_is_copied(show: Show, story: Path) -> None:
    shown = show(story, "magic")
    chosen(shown, "Tree", "magic")
    for way, text in (
        ("Path", "magic"),
        ("Offset", "0x0"),
        ("Hexadecimal", "4e 41 43"),
        ("C array", "0x4e, 0x41, 0x43,"),
        ("JSON", '"'),
        ("Address", "#magic"),
    ):
        # Without a clipboard, the page shows the text.
        shown.page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined, configurable: true})")
        shown.page.keyboard.press("c")
        shown.page.get_by_role("menuitem", name=way, exact=True).click()
        dialog = shown.page.get_by_role("dialog")
        assert text in dialog.locator("textarea").input_value()
        shown.page.keyboard.press("Escape")
        dialog.wait_for(state="detached")


def test_tensors_show_statistics_and_tokens_their_numbers(show: Show, story: Path) -> None:
    shown = show(story)
    shown.wait_until_open()
    tensors = shown.tab("Tensors")
    tensors.get_by_role("textbox").fill("blocks.1")
    tensors.get_by_role("row").first.click()
    tensors.get_by_text("Deviation").wait_for()
    assert tensors.locator("canvas").count() == 1
    shown.tab("Tokenizer").get_by_role("textbox").fill("Once upon a time")
    status = shown.pane("Tokenizer").get_by_role("status")
    status.filter(has_text=re.compile(r"[1-9]\d* tokens? of 16 characters")).wait_for()
    assert shown.pane("Tokenizer").get_by_role("listitem").count() > 0


def test_each_character_is_shown_once_whatever_its_tokens(show: Show, story: Path) -> None:
    shown = show(story)
    shown.wait_until_open()
    text = "Zażżóółłćć 🙂"
    tokenizer = shown.tab("Tokenizer")
    tokenizer.get_by_role("textbox").fill(text)
    tokenizer.get_by_role("status").filter(has_text="of 13 characters").wait_for()
    assert tokenizer.get_by_role("listitem").count() > len(text)
    assert tokenizer.locator(".colours").text_content() == text


def test_sizes_that_are_not_known_are_not_0_bytes(show: Show, story: Path, tmp_path: Path) -> None:
    html = story.read_text(encoding="utf-8")
    data = re.search(r'id="nacformats-page">(.*?)</script>', html)
    assert data is not None
    page = json.loads(data[1])
    report = page["files"][0]["report"]
    for part in (report["schedule"]["spans"][0], report["tensors"][0], report["summary"]["dtypes"][0]):
        part.pop("size" if "size" in part else "bytes")
    report["schedule"] |= {"unit": "bytes", "peak": 512}
    (tmp_path / "unknown.html").write_text(
        html.replace(data[1], json.dumps(page).replace("<", "\\u003c")), encoding="utf-8"
    )
    shown = show(tmp_path / "unknown.html")
    assert "unknown size" in shown.text("Summary")
    assert "unknown size" in shown.text("Tensors")
    schedule = shown.text("Schedule")
    assert "Peak at least 512 bytes" in schedule
    assert "unknown size" in schedule


def test_a_narrow_screen_has_one_pane_at_a_time(show: Show, story: Path) -> None:
    shown = show(story, "ops.instructions[12]", width=400)
    shown.page.get_by_role("tab", name="Schedule").wait_for()
    assert {"Tree", "Hex"} <= set(shown.tabs)
    for name in shown.tabs:
        shown.tab(name)
        assert shown.page.evaluate("document.documentElement.scrollWidth") <= 400
    shown.tab("Tree")
    chosen(shown, "Tree", "[12]")
