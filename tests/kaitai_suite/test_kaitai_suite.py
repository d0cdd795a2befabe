"""The command about Kaitai's test suite, on a suite of our own: two specs, one of which is wrong on purpose."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("resource")

from tests.kaitai_suite.__main__ import main
from tests.partners import partner

PAIR = """
meta: {id: pair, endian: le}
seq:
  - {id: kind, type: u1, enum: kind}
  - {id: numbers, type: u2, repeat: expr, repeat-expr: 2}
  - {id: rest, size: 2, if: kind == kind::long}
instances:
  total: {value: 'numbers[0] + numbers[1]'}
enums:
  kind: {1: short, 2: long}
"""
RIGHT = """
id: pair
data: pair.bin
asserts:
  - {actual: kind, expected: 'pair::kind::long'}
  - {actual: 'numbers[1]', expected: 0x203}
  - {actual: total, expected: 0x100 + 0x204}
  - {actual: rest, expected: '[0x61, 0x62]'}
"""
WRONG = "id: twin\ndata: pair.bin\nasserts: [{actual: total, expected: 7}]\n"
EMPTY = "id: cut\ndata: empty.bin\nexception: EndOfStreamError\n"
BAD = "# bad.ksy: /seq/0/type:\n# \terror: unable to find type 'foo'\n#\nmeta: {id: bad}\nseq: [{id: a, type: foo}]\n"
STYLE = "# style.ksy: /seq/0/id:\n# \twarning: a name\n#\nmeta: {id: style}\nseq: [{id: a, type: u1}]\n"


@pytest.fixture
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tests.kaitai.compiler.CACHE", tmp_path / "cache")
    files = {
        "spec/ks/pair.kst": RIGHT, "spec/ks/twin.kst": WRONG, "spec/ks/cut.kst": EMPTY,
        "formats/pair.ksy": PAIR, "formats/twin.ksy": PAIR.replace("pair", "twin"),
        "formats/cut.ksy": PAIR.replace("pair", "cut"),
        "formats_err/bad.ksy": BAD, "formats_err/style.ksy": STYLE,
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "pair.bin").write_bytes(b"\2\1\1\3\2ab")
    (tmp_path / "src" / "empty.bin").write_bytes(b"\2\1")
    return tmp_path


def run(suite: Path, *options: str) -> tuple[int, dict[str, Any], dict[str, Any]]:
    """The exit code, the specs and the wrong schemas by name."""
    code = main([str(suite), "--json", str(suite / "results.json"), *options])
    results = json.loads((suite / "results.json").read_text(encoding="utf-8"))
    return code, *({each["id"]: each for each in results[part]} for part in ("specs", "wrong"))


@pytest.mark.nightly
def test_specs_are_judged_by_what_they_demand(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, specs, wrong = run(suite)
    assert code == 1
    assert {name: each["kind"] for name, each in specs.items()} == {
        "pair": "right", "twin": "different", "cut": "right",
    }  # fmt: skip
    assert (specs["pair"]["asserts"], specs["pair"]["written"]) == (4, "back")
    assert specs["twin"]["reason"] == "total: 772 instead of 7"
    assert {name: each["kind"] for name, each in wrong.items()} == {"bad": "refused", "style": "not warned"}
    printed = capsys.readouterr().out
    assert "3 specs; the front end takes 3 schemas\n     2 right, with 5 asserts\n     1 different" in printed
    assert "1 of 1 errors refused" in printed
    partner("ksc")
    assert (specs["pair"]["tree"], specs["cut"]["tree"]) == ("equal", "both refuse")


@pytest.mark.nightly
def test_the_counts_go_into_a_document(suite: Path) -> None:
    page = suite / "page.md"
    page.write_text("<!-- suite -->\n<!-- end of suite -->\n", encoding="utf-8")
    run(suite, "--markdown", str(page))
    assert "| specs right | 2 of 3, with 5 asserts |\n| different | 1 |" in page.read_text(encoding="utf-8")


def test_one_spec_may_be_run_alone(suite: Path) -> None:
    code, specs, wrong = run(suite, "--only", "pair")
    assert (code, list(specs), list(wrong)) == (0, ["pair"], [])
