"""Files that are dropped on the page, damaged, or with hostile names, schemas and tokenizers, are shown or refused."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import nacformats
from nacformats.formats.tisa import steps as tisa
from nacformats.formats.tisa.manifest import Manifest
from nacformats.tokenizer.resources.compiled import build_resources
from nacformats.tokenizer.vocabulary import Vocabulary
from tests.campaign.files import EXAMPLES
from tests.stamps import GENERATORS, PAGE
from tests.viewer.shown import Shown
from tests.viewer.test_engine_hostile import damaged, originals

pytestmark = pytest.mark.when_changed(*PAGE, *GENERATORS, "viewer/src/**/*")

Show = Callable[..., Shown]
NAMES = (
    "<img src=x onerror=alert(1)>.nac",
    "__proto__.nac",
    "constructor.stb",
    "a\u202egnp.nac",
    "'\"&<b>.micb",
    "%2e%00#0x0.nac",
    "x" * 200 + ".gguf",
    "toString",
)
#: What no pane says of a file.
_SLIPS = re.compile(r"\b(?:undefined|NaN|TypeError|RangeError)\b|\[object")
#: Drops files with no time between them, as two events.
_DROP_BOTH = """(files) => {
  for (const [name, text] of files) {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))], name));
    dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
  }
}"""


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page without a file."""
    return nacformats.explore(output=tmp_path_factory.mktemp("empty") / "page.html", open=False)


def look_at_all(shown: Shown) -> None:
    """Show every pane, press keys in each; no pane says what only a program may."""
    for name in shown.tabs:
        text = shown.text(name.rstrip("0123456789"))
        assert not _SLIPS.search(text), text
    for key in ("t", "End", "ArrowRight", "ArrowUp", "c", "Escape", "x", "End", "Home", "ArrowRight"):
        shown.page.keyboard.press(key)
    assert shown.problems == []


def drop_damaged(shown: Shown, folder: Path, count: int, seed: int) -> None:
    rng = random.Random(seed)
    files = [*originals(), *(path for path in sorted(EXAMPLES.glob("*.*")) if path.stat().st_size < 1 << 17)]
    for number in range(count):
        path = rng.choice(files)
        name = NAMES[number // 2 % len(NAMES)] if number % 2 else path.name
        (folder / str(number)).mkdir()
        dropped = folder / str(number) / name
        dropped.write_bytes(damaged(rng, path.read_bytes()) if number % 4 else path.read_bytes())
        shown.drop_next(dropped)
        assert shown.page.locator("main img, main b >> text=micb").count() == 0
        look_at_all(shown)


def test_damaged_files_of_hostile_names(show: Show, empty: Path, tmp_path: Path) -> None:
    drop_damaged(show(empty), tmp_path, 5, 1)


@pytest.mark.nightly
def test_many_damaged_files_of_hostile_names(show: Show, empty: Path, tmp_path: Path) -> None:
    drop_damaged(show(empty), tmp_path, 150, 2)


def test_files_are_opened_in_turn(show: Show, empty: Path) -> None:
    shown = show(empty)
    nac = (EXAMPLES / "mlp.nac").read_bytes()
    shown.page.evaluate(_DROP_BOTH, [["mlp.nac", shown.encoded(nac)], ["other.xyz", shown.encoded(b"unknown")]])
    shown.page.locator(".status").filter(has_text="other.xyz: no schema reads it").wait_for()
    shown.page.locator("main").filter(has_not_text="Reading ").wait_for()
    assert shown.page.get_by_role("treeitem").count() == 0
    assert "other.xyz: no schema reads it" in shown.text("Summary")


_HOSTILE = r"""
meta:
  id: constructor
  title: "</script><img src=x onerror=alert(1)>"
  file-extension: constructor
  endian: le
doc: "--></script><script>alert(2)</script> ${alert(3)} <b>bold</b>"
-webide-representation: "<b>{to_string}</b> {has_own_property} {__proto__} {proto}"
seq:
  - {id: to_string, type: u1, enum: value_of, doc: "</script><img src=x onerror=alert(4)>"}
  - {id: has_own_property, type: strz, encoding: UTF-8, repeat: expr, repeat-expr: 2}
  - {id: proto, type: constructors, repeat: eos}
types:
  constructors:
    doc: "<!-- <b>bold</b>"
    seq: [{id: constructor, type: u1, enum: value_of}]
enums:
  value_of: {1: constructor, 2: to_string}
"""


def test_a_hostile_schema_is_text(show: Show, tmp_path: Path) -> None:
    schema, path = tmp_path / "x.ksy", tmp_path / "<img src=y onerror=alert(5)>.constructor"
    schema.write_text(_HOSTILE, encoding="utf-8")
    path.write_bytes(b"\1<b>bold</b>\0__proto__\0\1\2\7")
    shown = show(nacformats.explore(output=tmp_path / "page.html", open=False, schema=schema))
    shown.drop(path)
    for text in ("constructor (1)", "2 elements", "3 elements"):
        shown.field(text).click()
        look_at_all(shown)
    assert shown.page.locator("main img, main b >> text=bold").count() == 0
    assert "</script><img src=x" in shown.text("Summary")
    assert "to_string (2)" in shown.search("to_string (2)").first.inner_text()


#: Steps of hostile manifests, and what the page says of them.
_GREEDY = {
    "expression": ((tisa.Partition((tisa.Rule("(?:.|.)+$x"),)),), "takes too long"),
    "text": ((tisa.Replace("T", "y" * 1200), tisa.Replace("y", "é" * 1200)), "makes the text too long"),
    "names": ((), "of 44 characters"),
}


def test_hostile_tokenizers(show: Show, empty: Path, tmp_path: Path) -> None:
    shown = show(empty)
    resources = build_resources(Vocabulary({"[UNK]": 0, "<img src=x onerror=alert(1)>": 1, "__proto__": 2, "T": 3}), [])
    for name, (steps, said) in _GREEDY.items():
        builder = nacformats.NacBuilder()
        builder.output(builder.parameter("w", [1.0]))
        builder.tokenizer(SimpleNamespace(manifest=Manifest((*steps, tisa.BpeEncode())), resources=resources))
        path = tmp_path / f"{name}.nac"
        nacformats.dump(builder.build(), path)
        shown.drop_next(path)
        shown.tab("Tokenizer").get_by_role("status").filter(has_text=said).wait_for()
        look_at_all(shown)
        shown.tab("Summary")
