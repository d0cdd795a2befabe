"""The command `nacformats tokenize`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import nacformats

STORY = Path(__file__).resolve().parents[2] / "examples" / "story" / "story.nac"
TEXT = "One day, Zoë said:\n\x1b[2J 🙂"


@pytest.fixture
def tokenizer() -> Any:
    with nacformats.load(STORY, format="nac") as nac:
        return nacformats.Tokenizer.of(nac)


def test_a_table_shows_ids_tokens_and_places(run: Any) -> None:
    result = run("tokenize", STORY, "One day")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in result.stdout.splitlines() if "│" in line]
    assert rows[0] == ["0", "<|story|>", "0-0", ""]
    assert rows[-1][1:] == ["\u0120day", "3-7", "day"]


def test_a_character_of_several_tokens_is_shown_once(run: Any) -> None:
    shown = run("tokenize", STORY, "--no-special", "Zażółć").stdout
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in shown.splitlines() if "│" in line]
    assert len(rows) > len("Zażółć")
    assert "".join(text for *_, text in rows) == "Zażółć"


def test_json_has_what_the_tokenizer_gives(run: Any, tokenizer: Any) -> None:
    encoding = tokenizer.encode(TEXT)
    document = json.loads(run("tokenize", STORY, "--json", TEXT).stdout)
    assert document["ids"] == encoding.ids
    assert document["tokens"] == encoding.tokens
    assert list(map(tuple, document["offsets"])) == encoding.offsets
    assert json.loads(run("tokenize", STORY, "--json", "--no-special", TEXT).stdout)["ids"] == encoding.ids[1:]


def test_what_a_terminal_would_obey_is_escaped(run: Any) -> None:
    for arguments in (("tokenize", STORY, TEXT), ("tokenize", STORY, "--json", TEXT)):
        result = run(*arguments)
        assert result.exit_code == 0
        assert "\x1b" not in result.stdout


def test_text_comes_from_arguments_files_and_standard_input(run: Any, tmp_path: Path) -> None:
    (tmp_path / "text").write_text(TEXT, encoding="utf-8")
    given = run("tokenize", STORY, "--json", TEXT).stdout
    assert run("tokenize", STORY, "--json", "--file", tmp_path / "text").stdout == given
    assert run("tokenize", STORY, "--json", "-", stdin=TEXT.encode()).stdout == given
    assert run("tokenize", STORY, "--json", "--file", "-", stdin=TEXT.encode()).stdout == given
    assert run("tokenize", STORY, "--json", "--", "--file").exit_code == 0


def test_ids_become_the_text_again(run: Any, tokenizer: Any) -> None:
    ids = tokenizer.encode(TEXT).ids
    for written in (" ".join(map(str, ids)), json.dumps(ids), ",".join(map(str, ids))):
        assert json.loads(run("tokenize", STORY, "--decode", "--json", written).stdout) == {"text": TEXT}
        assert run("tokenize", STORY, "--decode", written).stdout == TEXT.replace("\x1b", "\\x1b") + "\n"
    assert json.loads(run("tokenize", STORY, "--decode", "--json", "0 300").stdout) == {"text": tokenizer.decode([300])}
    assert run("tokenize", STORY, "--decode", "--special", "0").stdout == "<|story|>\n"
    assert run("tokenize", STORY, "--decode", "").stdout == "\n"


def test_long_texts_are_cut_in_the_table(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nacformats.commands.tokenizing.SHOWN_TOKENS", 3)
    shown = run("tokenize", STORY, "One day One day").stdout
    assert "… 3 more (--all)" in shown
    assert len(run("tokenize", STORY, "--all", "One day One day").stdout.splitlines()) > len(shown.splitlines())


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ((STORY,), 2, "give a text, or --file"),
        ((STORY, "a", "--file", "b"), 2, "give a text, or --file"),
        ((STORY, "--file", "missing"), 2, "missing"),
        ((STORY, "--decode", "1 x"), 2, "'x' is none"),
        (("missing.json", "a"), 2, "there is no such file"),
        ((STORY, "\ud800"), 1, "surrogate"),
        (("examples/weights.stb", "a"), 1, "only NAC files have a tokenizer"),
        (("examples/mlp.nac", "a"), 1, "tokenizer"),
    ],
    ids=str,
)
def test_refusals(run: Any, arguments: tuple[Any, ...], code: int, message: str) -> None:
    result = run("tokenize", *arguments)
    assert (result.exit_code, result.stdout) == (code, "")
    assert message in result.stderr
    as_json = run("tokenize", "--json", *arguments)
    assert as_json.exit_code == code
    assert as_json.stderr or json.loads(as_json.stdout)["error"]["severity"] == "error"


def test_a_file_that_is_no_text(run: Any, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"ab\xff")
    result = run("tokenize", STORY, "--file", tmp_path / "binary")
    assert (result.exit_code, "byte 2" in result.stderr) == (2, True)


def test_a_tokenizer_json_is_compiled(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps({"model": {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "a"}}))
    assert run("tokenize", path, "a").exit_code == 1  # a manifest has no such unknown word
    path.write_text(json.dumps({"model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [["a", "b"]]}}))
    assert json.loads(run("tokenize", path, "--json", "abb").stdout)["ids"] == [2, 1]
    path.write_text("{")
    assert run("tokenize", path, "a").exit_code == 1


@pytest.mark.parametrize("text", ["[]", "", "{}", '{"model": []}', '{"model": {"vocab": {"a": true}}}', "[" * 100_000])
def test_a_damaged_tokenizer_json_is_a_bad_file(run: Any, tmp_path: Path, text: str) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(text)
    result = run("tokenize", path, "a")
    assert (result.exit_code, result.stdout) == (1, "")
