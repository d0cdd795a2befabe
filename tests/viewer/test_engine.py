"""The engine of the page: it says of every byte, and of every field, what `inspect` says."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from nacformats.api import detect
from nacformats.schema.sources import ROOT
from nacformats.targets import viewer
from tests.conftest import CORPUS, SELECTION
from tests.effort import each
from tests.partners import needs
from tests.stamps import PACKAGE
from tests.viewer.engines import Asked, answers, spans_of

pytestmark = pytest.mark.when_changed(*PACKAGE, "viewer/src/**/*")

_SUFFIXES = {".nac", ".micb", ".mic2", ".stb", ".tisa"}
#: Bytes of one call.
_PART = 1 << 16
#: Larger files take Python too long.
_LARGEST = 1 << 20
_MLP = ROOT / "examples" / "mlp.nac"


def _files(folder: Path, largest: int) -> list[Path]:
    found = sorted(path for path in folder.rglob("*") if path.suffix in _SUFFIXES)
    return [path for path in found if path.stat().st_size <= largest and detect(path) is not None]


def _values(engine: Path, path: Path, *calls: Sequence[Any]) -> list[Any]:
    """Open a file, and return what calls return."""
    return [answer["value"] for answer in answers(engine, [(path, None, calls)])[0]]


def _check_spans(engine: Path, files: Sequence[Path]) -> None:
    asked: list[Asked] = []
    for path in files:
        starts = range(0, path.stat().st_size, _PART)
        asked.append((path, detect(path), [["spans", start, start + _PART] for start in starts]))
    for (path, schema, _), (opened, *parts) in zip(asked, answers(engine, asked), strict=True):
        assert schema is not None
        found = _joined([(each["start"], each["stop"], each["path"]) for part in parts for each in part["value"]])
        expected = spans_of(path, schema)
        if "failure" in opened["value"]:  # what is past it is read as far as it can be
            end = opened["value"]["failure"]["offset"]
            found, expected = ([each for each in spans if each[1] <= end] for spans in (found, expected))
        assert found == expected, path


def _joined(spans: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Return spans without those that go on with the field before them."""
    joined: list[tuple[int, int, str]] = []
    for start, stop, path in spans:
        is_more = bool(joined) and joined[-1][2] == path
        joined[-1:] = [(joined[-1][0], stop, path)] if is_more else [*joined[-1:], (start, stop, path)]
    return joined


@pytest.mark.nightly
def test_every_byte_belongs_to_the_field_that_inspect_says(engine: Path) -> None:
    _check_spans(engine, [*_files(SELECTION, 1 << 14), *_files(ROOT / "examples", 1 << 14)][:: each(5)])


@pytest.mark.nightly
def test_every_byte_of_the_corpus_belongs_to_the_field_that_inspect_says(engine: Path) -> None:
    _check_spans(engine, _files(CORPUS, _LARGEST))


def test_a_file_opens_with_what_it_is(engine: Path) -> None:
    opened, rows, way, data = _values(
        engine, _MLP, ["rows", "ops.instructions", 3, 2], ["resolve", "ops.instructions[1].fields.id"], ["bytes", 0, 4]
    )
    assert (opened["schema"], opened["size"], opened["program"]) == ("nac", _MLP.stat().st_size, "ops.instructions")
    assert "failure" not in opened
    assert [row["text"] for row in rows] == ["aten.linear.default (-3,-2,-1)", "aten.relu.default (-1)"]
    names = ["", "ops", "instructions", "[1]", "fields", "id"]
    assert [row["name"] for row in way] == names
    assert (way[-1]["type"], way[-1]["text"], way[-1]["stop"] - way[-1]["start"]) == ("s2le", "1", 2)
    assert bytes(data) == _MLP.read_bytes()[:4]


def test_the_field_of_a_byte_is_found(engine: Path) -> None:
    _, place = _values(engine, _MLP, ["resolve", "data.tensors[2].data"])
    assert [row["path"] for row in _values(engine, _MLP, ["at", place[-1]["stop"] - 1])[1]] == [
        row["path"] for row in place
    ]


def test_a_damaged_file_shows_what_is_before_the_failure(engine: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.nac"
    path.write_bytes(_MLP.read_bytes()[:400])
    opened, rows = _values(engine, path, ["rows", "data.tensors", 0, 9])
    assert opened["failure"]["path"].startswith("data.tensors[0]")
    assert [row["path"] for row in rows] == ["data.tensors[0]"]
    assert "stop" not in rows[0]


def test_what_is_not_there_is_refused(engine: Path, tmp_path: Path) -> None:
    path = tmp_path / "nothing.xyz"
    path.write_bytes(b"nothing that is known")
    unknown, missing = answers(engine, [(path, None, []), (_MLP, None, [["rows", "ops.nothing", 0, 1]])])
    assert "no schema reads it" in unknown[0]["failure"]["message"]
    assert missing[1]["failure"]["path"] == "ops.nothing"


@pytest.mark.nightly
@needs("bundler")
def test_a_page_that_calls_another_machine_is_not_bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "viewer", tmp_path / "viewer")
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "viewer").symlink_to(ROOT / "build" / "viewer")
    wrong = tmp_path / "viewer" / "src" / "engine" / "wrong.ts"
    wrong.write_text('import { nothing } from "nacformats/_machine.js";\nnothing(1);\n')
    monkeypatch.setattr(viewer, "_BUILD", tmp_path / "viewer" / "build.mjs")
    with pytest.raises(viewer.BundleError, match=r"wrong\.ts.*Expected 0 arguments, but got 1"):
        viewer.bundled_page()
