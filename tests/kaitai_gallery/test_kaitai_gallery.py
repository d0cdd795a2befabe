"""The command about Kaitai's gallery, on a gallery of our own: two schemas, one of which is wrong on purpose."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("resource")

from nacformats.schema.sources import ROOT
from tests.kaitai_gallery.__main__ import main
from tests.kaitai_gallery.examine import USES
from tests.partners import needs, partner

PAIR = """
meta: {id: pair, endian: be, file-extension: pair}
seq:
  - {id: count, type: u1}
  - {id: points, type: point, repeat: expr, repeat-expr: count}
types:
  point:
    seq:
      - {id: x, type: f4}
      - {id: name, type: strz, encoding: ASCII}
    instances:
      doubled: {value: x * 2}
"""
BAD = "meta: {id: bad}\nseq: [{id: a, type: missing_type}]\n"


@pytest.fixture
def gallery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("tests.kaitai.compiler.CACHE", tmp_path / "cache")
    for folder in ("gallery/shapes", "samples"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "gallery" / "shapes" / "pair.ksy").write_text(PAIR, encoding="utf-8")
    (tmp_path / "gallery" / "bad.ksy").write_text(BAD, encoding="utf-8")
    (tmp_path / "samples" / "one.pair").write_bytes(b"\1\x3f\x80\0\0abc\0")
    (tmp_path / "samples" / "cut.pair").write_bytes(b"\2\x3f")
    return tmp_path


def run(gallery: Path, *options: str) -> tuple[int, dict[str, Any]]:
    """The exit code and the results by schema."""
    arguments = (str(gallery / "gallery"), "--samples", str(gallery / "samples"), "--generated", "3")
    code = main([*arguments, "--json", str(gallery / "results.json"), *options])
    results = json.loads((gallery / "results.json").read_text(encoding="utf-8"))
    return code, {each["id"]: each for each in results}


def test_schemas_are_read_written_and_compared(gallery: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = gallery / "table.md"
    page.write_text("# Ours\n<!-- gallery -->\nold\n<!-- end of gallery -->\nend\n", encoding="utf-8")
    code, results = run(gallery, "--markdown", str(page))
    assert (code, list(results)) == (0, ["bad", "shapes/pair"])
    assert "missing_type" in results["bad"]["refusals"]["read"]
    pair = results["shapes/pair"]
    assert not {"read", "write", "fuzz"} & pair["refusals"].keys()
    assert "2 schemas;" in capsys.readouterr().out
    table = page.read_text(encoding="utf-8")
    assert table.startswith("# Ours\n<!-- gallery -->\n\nOf 2 schemas: read 1, write 1,")
    assert table.endswith("|\n\n<!-- end of gallery -->\nend\n")
    assert "\n| bad |  |  |  |  |  | read: " in table
    partner("ksc")
    assert (pair["read"], pair["written"]) == (4, 4)
    assert (pair["files"], pair["generated"]) == ({"trees equal": 1, "both refuse": 1}, {"trees equal": 3})


@needs("ksc")
def test_trees_that_differ_are_told(gallery: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tests.kaitai.trees.member_of", lambda record, name: 3 if name == "count" else getattr(record, name)
    )
    code, results = run(gallery, "--only", "pair")
    assert code == 1
    assert "different: count: we: 3; Kaitai: 1" in results["shapes/pair"]["wrong"][0]


def test_the_document_counts_its_own_table() -> None:
    page = (ROOT / "docs" / "kaitai.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines() if re.match(r"\| \w+/", line)
    ]
    counts = [sum(row[1 + number] == "yes" for row in rows) for number in range(len(USES))]
    said = ", ".join(f"{use} {count}" for use, count in zip(USES, counts, strict=True))
    assert f"Of {len(rows)} schemas: {said}." in page
    assert all(row[-1] or "" not in row[1:-1] for row in rows), "a reason is missing"
