"""What notebooks show: small tables without scripts, whatever is in the file, and never an error."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import nacformats
from nacformats.tokenizer import Tokenizer
from tests.campaign.files import EXAMPLES
from tests.generic.conftest import DATA, TOY

STORY = EXAMPLES / "story" / "story.nac"
TAGS = {"div", "p", "strong", "table", "thead", "tbody", "tr", "th", "td", "pre"}
#: No object takes more characters.
MOST = 32_768


class Shown(HTMLParser):
    """The tags, attributes and the text of some HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[tuple[str, str | None]] = set()
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(attrs)

    def handle_data(self, data: str) -> None:
        self.text += f"{data}\n"


def shown(model: Any) -> str:
    html = model._repr_html_()
    assert isinstance(html, str)
    assert len(html) < MOST
    found = Shown(html)
    assert found.tags <= TAGS
    assert found.attributes <= {("align", "left")}
    return found.text


def test_models_trees_and_tokens_are_tables() -> None:
    with nacformats.load(STORY) as nac:
        text = shown(nac)
        assert "story.nac: NAC v1.6 program" in text
        assert "blocks.0 to blocks.2: 3 x 35 instructions" in text
        assert "115 more" in text
        tokens = shown(Tokenizer.of(nac).encode("Once <b>upon</b> a time" * 40))
        assert "more" in tokens
        assert "time" in tokens
    for name, part in (
        ("residual.micb", "matmul"),
        ("residual.mic2", "matmul"),
        ("weights.stb", "float16"),
        ("words.tisa", "NFD"),
    ):
        with nacformats.load(EXAMPLES / name) as model:
            assert part in shown(model)
    assert "sweet" in shown(nacformats.open_schema(TOY).loads(DATA))


def test_what_was_made_is_shown_as_well() -> None:
    graph = nacformats.MicGraph()
    assert "Mind IR" in shown(graph)
    graph.output = graph.arg("x", graph.add_type("f32", 3))
    assert "arg x" in shown(graph)
    assert "STB" in shown(nacformats.StbFile())
    builder = nacformats.NacBuilder()
    builder.output(builder.input("x"))
    assert "NAC" in shown(builder.build())


def test_a_closed_file_is_shown_as_such() -> None:
    with nacformats.load(STORY) as nac, nacformats.load(EXAMPLES / "weights.stb") as stb:
        pass
    assert "closed NacFile" in shown(nac)
    assert "closed StbFile" in shown(stb)


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "a\u202eb\x1b[31m", "x" * 65_535, "<img src=x onerror=alert(1)>"]
)
def test_hostile_names_are_text(name: str, tmp_path: Path) -> None:
    builder = nacformats.NacBuilder()
    builder.output(builder.operation("custom.one", builder.input(name), builder.parameter(name, [1.0])))
    nacformats.dump(builder.build(), tmp_path / "x.nac")
    with nacformats.load(tmp_path / "x.nac") as nac:
        text = shown(nac)
    assert "\u202e" not in text
    assert "\x1b" not in text
    assert name[:1] in text
