"""The page of `nacformats view` in a browser: every format, any schema, damaged and large files, two files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import nacformats
from tests.campaign.files import EXAMPLES
from tests.generic.conftest import DATA, TOY
from tests.partners import partner
from tests.stamps import GENERATORS, PAGE
from tests.viewer.conftest import STORY
from tests.viewer.shown import Shown
from tests.viewer.sparse import write_sparse

pytestmark = pytest.mark.when_changed(*PAGE, *GENERATORS, "viewer/src/**/*")

Show = Callable[..., Shown]
ALWAYS = {"Summary", "Findings"}
#: Files of every format, the panes that they have, and a text that each of some panes shows.
FILES = {
    STORY: {
        "Summary": "NAC v1.6 program",
        "Program": "aten.linear.default",
        "Tensors": "tokens.weight",
        "Schedule": "",
        "Plan": "preproc_encode",
        "Tokenizer": "",
        "Findings": "",
    },
    EXAMPLES / "residual.micb": {"Summary": "Mind IR graph", "Program": "matmul"},
    EXAMPLES / "residual.mic2": {"Summary": "Mind IR graph", "Program": "matmul"},
    EXAMPLES / "weights.stb": {"Summary": "float32", "Tensors": "float32"},
    EXAMPLES / "words.tisa": {"Summary": "TISA"},
    EXAMPLES / "weights.safetensors": {"Summary": "safetensors", "Tensors": "fc.weight"},
    EXAMPLES / "tiny.gguf": {"Summary": "GGUF", "Tensors": "token_embd.weight"},
}


def page(tmp_path: Path, *files: Path, **options: object) -> Path:
    return nacformats.explore(*files, output=tmp_path / "page.html", open=False, **options)  # type: ignore[arg-type]


@pytest.mark.sample(".nac", ".mic2", ".gguf")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.suffix)
def test_every_format_fills_its_panes(path: Path, show: Show, tmp_path: Path) -> None:
    shown = show(page(tmp_path, path))
    shown.wait_until_open()
    panes = FILES[path]
    assert ALWAYS | set(panes) <= set(shown.tabs)
    for name, text in panes.items():
        found = shown.text(name)
        assert found.strip()
        assert text in found
    shown.page.get_by_role("treeitem").nth(2).wait_for()
    bytes_ = r"\s*".join(f"{byte:02x}" for byte in path.read_bytes()[:4])
    shown.page.locator("#pane-hex [role=row]").first.filter(has_text=re.compile(bytes_)).wait_for()


def test_any_schema(show: Show, tmp_path: Path) -> None:
    (tmp_path / "x.toy").write_bytes(DATA)
    shown = show(page(tmp_path, tmp_path / "x.toy", schema=TOY))
    shown.wait_until_open()
    shown.field("num_records")
    assert "Toy records v1" in shown.text("Summary")
    assert "longer" in shown.search("longer").first.inner_text()


def test_a_damaged_file_is_shown_as_far_as_it_can_be_read(show: Show, tmp_path: Path) -> None:
    data = bytearray(STORY.read_bytes()[:3000])
    (tmp_path / "half.nac").write_bytes(data)
    shown = show(page(tmp_path, tmp_path / "half.nac"))
    shown.wait_until_open()
    shown.page.get_by_role("tab", name="Findings").click()
    findings = shown.pane("Findings")
    first = findings.get_by_role("option").first
    assert "error" in first.inner_text()
    first.click()
    findings.get_by_text("Rule", exact=True).wait_for()
    shown.field("magic")


def test_addresses_lead_to_fields_and_bytes(show: Show, story: Path) -> None:
    shown = show(story, "ops.instructions[12]")
    selected = shown.page.locator("[role=treeitem][aria-selected=true]")
    selected.filter(has_text="[12]").wait_for()
    shown.page.evaluate("location.hash = '#0x3'")
    selected.filter(has_text="version").wait_for()


def test_search_leads_to_what_it_finds(show: Show, story: Path) -> None:
    shown = show(story)
    shown.wait_until_open()
    found = shown.search("blocks.1.norm1.weight")
    assert "tensors" in found.first.inner_text()
    found.first.click()
    shown.page.wait_for_url(re.compile("#data.tensors"))
    assert "norm1.weight" in shown.pane("Tensors").inner_text()


def test_keys_lead_through_the_page(show: Show, story: Path) -> None:
    shown = show(story)
    shown.wait_until_open()
    keys = shown.page.keyboard
    keys.press("]")
    assert shown.page.locator("[role=tab][aria-selected=true]").inner_text() == "Program"
    keys.press("t")
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        keys.press(key)
    shown.page.wait_for_url(re.compile("#version"))
    keys.press("?")
    shown.page.get_by_role("dialog").wait_for()
    keys.press("Escape")
    keys.press("/")
    assert shown.page.evaluate("document.activeElement.id") == "search"


def test_the_policy_refuses_what_is_not_of_the_page(show: Show, tmp_path: Path) -> None:
    shown = show(page(tmp_path, EXAMPLES / "mlp.nac"))
    refused = """async () => {
      let left = 4;
      const reported = new Promise((done) => addEventListener("securitypolicyviolation", () => --left || done()));
      const add = (tag, change) => document.body.append(Object.assign(document.createElement(tag), change));
      add("img", { src: "https://a.invalid/x.png" });
      add("script", { textContent: "window.ran = 1" });
      add("style", { textContent: "body { display: none }" });
      const asked = await fetch("https://a.invalid/").then(() => 1, () => 0);
      await reported;
      return [asked, window.ran ?? 0, getComputedStyle(document.body).display === "none" ? 1 : 0];
    }"""
    assert shown.page.evaluate(refused) == [0, 0, 0]
    assert len(shown.problems) >= 4
    assert all("Content Security Policy" in each or "violates" in each for each in shown.problems)
    shown.problems.clear()
    shown.requests.clear()


def test_an_onnx_model_has_a_graph(show: Show, tmp_path: Path) -> None:
    partner("onnx")
    shown = show(page(tmp_path, EXAMPLES / "mlp.onnx"))
    assert "aten.softmax.int" in shown.text("Program")
    assert "fc1.weight" in shown.text("Tensors")


@pytest.mark.nightly
def test_files_of_the_corpus_are_shown(show: Show, tmp_path: Path, corpus: Path) -> None:
    files = [path for path in sorted(corpus.rglob("*")) if path.is_file() and nacformats.detect(path)]
    for path in files[::16]:
        shown = show(page(tmp_path, path))
        shown.wait_until_open()
        for name in shown.tabs:
            assert shown.text(name.rstrip("0123456789")).strip(), (path, name)
        assert shown.problems == [], path
        shown.page.context.close()


def test_two_files_are_compared(show: Show, tmp_path: Path) -> None:
    with nacformats.load(STORY) as nac:
        nac.set_parameter("blocks.0.norm1.weight", nac.parameters["blocks.0.norm1.weight"].array() * 2)
        nacformats.dump(nac, tmp_path / "other.nac")
    shown = show(page(tmp_path, STORY, tmp_path / "other.nac"))
    shown.wait_until_open()
    assert "1 changed" in shown.text("Difference")
    pane = shown.pane("Difference")
    pane.get_by_text("Parameters").first.click()
    pane.get_by_text("blocks.0.norm1.weight").first.wait_for()


def test_without_a_file_the_page_shows_what_is_dropped(show: Show, tmp_path: Path) -> None:
    shown = show(page(tmp_path))
    assert "Drop a file" in shown.page.inner_text("main")
    shown.drop(STORY)
    shown.wait_until_open()
    shown.field("ofs_data")
    assert "NAC" in shown.text("Summary")


def test_a_program_that_is_dropped_has_operands_and_a_graph(show: Show, tmp_path: Path) -> None:
    shown = show(page(tmp_path))
    dropped = (
        ("mlp.nac", "aten.linear.default%4, fc2.weight, fc2.bias", "features"),
        ("residual.micb", "matmulx, w", "x"),
    )
    for name, row, given in dropped:
        shown.drop(EXAMPLES / name)
        program = shown.tab("Program")
        program.get_by_role("treeitem").filter(has_text=row).wait_for()
        program.get_by_role("button", name="Graph").click()
        program.locator("svg .node.input").filter(has_text=given).wait_for()
    assert "program" in shown.search("matmul").first.inner_text()


def test_a_file_of_a_gibibyte_is_read_by_slices(show: Show, tmp_path: Path) -> None:
    path, size = tmp_path / "large.stb", 1 << 30
    write_sparse(path, size)
    made = page(tmp_path, path, strict=False)
    assert made.stat().st_size < 2 << 20
    shown = show(made)
    assert "Drop large.stb" in shown.page.inner_text("main").replace("\n", " ")
    shown.drop(path)
    shown.wait_until_open()
    shown.page.locator("#pane-hex [role=grid]").press("End")
    shown.page.locator("#pane-hex").get_by_text(f"{size - 16:08x}").wait_for()
    shown.page.wait_for_url(re.compile(r"#tensors\[0\]\.body$"))
    shown.page.evaluate(f"location.hash = '#{size // 2:#x}'")
    shown.page.locator("#pane-hex").get_by_text(f"{size // 2:08x}").wait_for()


@pytest.mark.parametrize("width", [1280, 400])
def test_hostile_names_are_text(width: int, show: Show, tmp_path: Path) -> None:
    hostile = (
        '<img src=x onerror="alert(1)">',
        "</script><script>alert(2)</script>",
        "a\u202eb\u2066c\x1b[31m",
        "x" * 65535,
    )
    builder = nacformats.NacBuilder()
    inputs = [builder.parameter(name, [1.0, 2.0]) for name in hostile]
    builder.output(*inputs)
    path = tmp_path / "<b>bold<"
    nacformats.dump(builder.build(), path, format="nac")
    shown = show(page(tmp_path, path), width=width)
    assert "<b>bold<" in shown.page.title()
    shown.page.wait_for_selector("h2")
    for name in ("Summary", "Program", "Tensors", "Findings"):
        shown.text(name)
        assert shown.page.locator("img, b >> text=bold").count() == 0
    text = shown.text("Tensors")
    assert "<img src=x" in text
    assert "</script>" in text
    assert "\u202e" not in text
