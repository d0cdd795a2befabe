"""A sample of the drawn schemas: `python -m tests.generic.drawn` tries thousands."""

from __future__ import annotations

import pytest

pytest.importorskip("resource")

from tests.generic.drawn.__main__ import main, run, text_of
from tests.generic.drawn.schemas import schema
from tests.partners import partner


def test_drawn_schemas_against_kaitai() -> None:
    """Trees, refusals, bytes back and typed errors, of schemas that are the same ones in every run."""
    partner("ksc")
    found = run(0, range(24), files=8, jobs=1)
    assert [each.findings for each in found if each.findings] == []
    assert sum(each.outcomes["trees equal"] for each in found) > 50
    assert sum(each.outcomes["read strictly"] for each in found) > 30


def test_drawn_schemas_without_kaitai() -> None:
    found = run(1, range(12), files=8, jobs=1, is_compared=False)
    assert [each.findings for each in found if each.findings] == []
    assert sum(each.outcomes["read strictly"] for each in found) > 15


def test_a_number_makes_a_schema_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert text_of(schema(3, 7)) == text_of(schema(3, 7)) != text_of(schema(3, 8))
    assert main(["--seed", "3", "--only", "7", "--files", "1", "--alone"]) == 0
    assert text_of(schema(3, 7)) in capsys.readouterr().out


def test_what_is_wrong_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nacformats.schemas.SchemaFormat.dumps", lambda *_: b"never")
    found = run(1, range(4), files=6, jobs=1, is_compared=False)
    assert any("read strictly, written as" in finding for each in found for finding in each.findings)
