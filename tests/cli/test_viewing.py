"""The command `nacformats view`: what it writes, where, and what it refuses."""

from __future__ import annotations

import base64
import hashlib
import json
import webbrowser
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import nacformats
from nacformats.view import pages

Run = Callable[..., Result]


class Elements(HTMLParser):
    """The elements of a page: texts of scripts by id ("" for its own), of others by tag; and its policy."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.scripts: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        self.policy = ""
        self._open: tuple[str, str] = ("", "")
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._open = (tag, given.get("id") or "")
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"] or ""

    def handle_endtag(self, tag: str) -> None:
        self._open = ("", "")

    def handle_data(self, data: str) -> None:
        tag, name = self._open
        if tag == "script":
            self.scripts[name] = self.scripts.get(name, "") + data
        else:
            self.texts[tag] = self.texts.get(tag, "") + data


def elements(path: Path) -> Elements:
    return Elements(path.read_text(encoding="utf-8"))


def page(path: Path) -> Any:
    return json.loads(elements(path).scripts["nacformats-page"])


def hashed(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_a_page_holds_the_file_and_allows_its_own_script_only(
    run: Run, example: Callable[[str], Path], tmp_path: Path
) -> None:
    out = tmp_path / "out.html"
    done = run("view", example("mlp.nac"), "-o", out)
    assert done.exit_code == 0, done.stderr
    assert str(out) in done.stdout
    found = elements(out)
    assert base64.b64decode(found.scripts["file-0"]) == example("mlp.nac").read_bytes()
    assert found.policy.startswith("default-src 'none'; script-src 'sha256-")
    assert f"script-src {hashed(found.scripts[''])};" in found.policy
    assert f"style-src {hashed(found.texts['style'])};" in found.policy
    (file,) = page(out)["files"]
    assert (file["name"], file["size"], file["schema"], file["element"]) == ("mlp.nac", 1130, "nac", "file-0")
    assert found.texts["title"] == "mlp.nac - nacformats"


def test_nothing_is_replaced_without_force(run: Run, example: Callable[[str], Path], tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    out.write_text("mine")
    assert run("view", example("mlp.nac"), "-o", out).exit_code == 2
    assert out.read_text() == "mine"
    assert run("view", example("mlp.nac"), "-o", out, "--force").exit_code == 0
    assert run("view", example("mlp.nac"), "-o", tmp_path / "out.nac").exit_code == 2
    assert run("view", example("mlp.nac"), "-o", tmp_path / "none" / "out.html").exit_code == 2


def test_without_output_a_browser_shows_a_page_in_a_folder_of_its_own(
    run: Run, example: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(webbrowser, "open", shown.append)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = run("view", example("mlp.nac"))
    path = Path(done.stdout.split(": ")[0])
    assert shown == [path.as_uri()]
    assert path.name == "mlp.nac.html"
    assert path.parent.parent == tmp_path
    assert run("view", "--no-open").exit_code == 0
    assert len(shown) == 1
    assert nacformats.explore(example("mlp.nac"), example("mlp.nac")).name == "mlp.nac-mlp.nac.html"
    assert len(shown) == 2


def test_standard_input_and_no_file(run: Run, example: Callable[[str], Path], tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    assert run("view", "-", "-o", out, stdin=example("weights.stb").read_bytes()).exit_code == 0
    assert page(out)["files"][0]["schema"] == "stb"
    assert run("view", "-o", out, "--force").exit_code == 0
    assert page(out)["files"] == []
    done = run("view", example("mlp.nac"), "-o", "-")
    assert done.stdout.startswith("<!DOCTYPE html>")


def test_what_cannot_be_shown_is_refused(run: Run, example: Callable[[str], Path], tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(b"nothing that is known")
    done = run("view", tmp_path / "x.bin", "--no-open")
    assert (done.exit_code, "unknown format" in done.stderr) == (1, True)
    assert run("view", tmp_path / "missing.nac", "--no-open").exit_code == 2
    three = [example("mlp.nac")] * 3
    assert run("view", *three, "--no-open").exit_code == 2
    assert run("view", example("mlp.nac"), "--schema", tmp_path / "missing.ksy", "--no-open").exit_code == 2


def test_a_large_file_is_not_in_its_page(
    run: Run, example: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pages, "MAX_EMBEDDED_BYTES", 1000)
    out = tmp_path / "out.html"
    assert run("view", example("mlp.nac"), example("weights.stb"), "-o", out).exit_code == 0
    first, second = page(out)["files"]
    assert "element" not in first
    assert first["report"]["tensors"]
    assert second["element"] == "file-1"


def test_names_are_text(run: Run, example: Callable[[str], Path], tmp_path: Path) -> None:
    name = "<b>&\u202e.nac"
    (tmp_path / name).write_bytes(example("mlp.nac").read_bytes())
    out = tmp_path / "out.html"
    assert run("view", tmp_path / name, "-o", out).exit_code == 0
    text = out.read_text(encoding="utf-8")
    assert "<title>&lt;b&gt;&amp;\\u202e.nac - nacformats</title>" in text
    assert "\u202e" not in text
    assert page(out)["files"][0]["name"] == name
    assert "b" not in elements(out).texts
