"""The engine of the page on damaged files, and on schemas and files that want too much: it answers or refuses, soon."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

from nacformats.schema.sources import ROOT
from nacformats.targets.loading import schema_of_file
from nacformats.targets.viewer_tables import viewer_tables
from tests.conftest import SELECTION
from tests.effort import effort
from tests.stamps import PACKAGE
from tests.viewer.engines import Asked, answers, bundled_engine

pytestmark = pytest.mark.when_changed(*PACKAGE, "viewer/src/**/*")

_SUFFIXES = {".nac", ".micb", ".mic2", ".stb", ".tisa"}
_LARGEST = 20_000
#: Milliseconds: a call that takes longer does not end by itself.
_LONGEST = 60_000


def originals() -> list[Path]:
    found = sorted(path for folder in (SELECTION, ROOT / "examples") for path in folder.rglob("*"))
    return [path for path in found if path.suffix in _SUFFIXES and 0 < path.stat().st_size < _LARGEST]


def damaged(rng: random.Random, data: bytes) -> bytes:
    made = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(made)) if made else 0
        match rng.randrange(5):
            case 0:
                made[at : at + 1] = bytes([rng.choice((0, 1, 127, 128, 255))])
            case 1:
                made[at : at + 4] = rng.randbytes(4)
            case 2:
                del made[at : at + rng.randrange(1, 20)]
            case 3:
                made[at:at] = rng.randbytes(rng.randrange(1, 20))
            case _:
                del made[at:]
    return bytes(made)


def _check_answers(path: Path, opened: dict[str, Any], *others: dict[str, Any]) -> None:
    for answer in (opened, *others):
        assert answer["time"] < _LONGEST, path
        message = answer.get("failure", {}).get("message", "refused")
        assert message, path
        assert not any(word in message for word in ("Error", "undefined")), (path, message)
    if "value" in opened and path.stat().st_size:
        spans = others[0]["value"]
        edges = [0, *(span["stop"] for span in spans)]
        assert [span["start"] for span in spans] == edges[:-1], path
        assert edges[-1] == path.stat().st_size, path


def _check_damaged(engine: Path, folder: Path, count: int, seed: int) -> None:
    rng, files = random.Random(seed), originals()
    asked: list[Asked] = []
    for number in range(count):
        original = rng.choice(files)
        path = folder / f"{number}{original.suffix}"
        path.write_bytes(damaged(rng, original.read_bytes()))
        calls = [["spans", 0, _LARGEST * 2], ["rows", "", 0, 99], ["at", 40], ["tensors"], ["search", "a", "", 9]]
        calls += [["json", "", 9999], ["rows", "ops.instructions", 0, 99], ["tokens", "ab"]]
        asked.append((path, None, calls))
    for (path, _, _), found in zip(asked, answers(engine, asked), strict=True):
        _check_answers(path, *found)


def test_damaged_files_are_shown_or_refused(engine: Path, tmp_path: Path) -> None:
    _check_damaged(engine, tmp_path, effort(60, 150), 1)


@pytest.mark.nightly
def test_many_damaged_files_are_shown_or_refused(engine: Path, tmp_path: Path) -> None:
    for seed in range(2, 12):
        _check_damaged(engine, tmp_path, 1000, seed)


#: Fields that take memory and no bytes.
_ABSENT = ", ".join(["{id: a, type: u1}", *(f"{{id: b{number}, type: u1, if: a == 1}}" for number in range(60))])
#: Schemas whose files want too much, their bytes, and what is said.
_GREEDY = {
    "deep": (
        "seq: [{id: flag, type: u1}, {id: inner, type: deep, if: flag == 1}]",
        b"\1" * 10_000,
        "nested too deeply",
    ),
    "endless": ("seq: [{id: flag, type: u1}]\ninstances: {inner: {pos: 0, type: endless}}", b"\1", None),
    "empty": (
        "seq: [{id: list, type: none, repeat: until, repeat-until: false}]\ntypes: {none: {}}",
        b"\1",
        "no bytes",
    ),
    "long": (f"seq: [{{id: all, type: one, repeat: eos}}]\ntypes: {{one: {{seq: [{_ABSENT}]}}}}", None, "for memory"),
    "self": ("seq: [{id: a, size: b.size}]\ninstances: {b: {pos: 0, size: b.size}}", b"\1", "refers to itself"),
}
_MARKS = {"long": [pytest.mark.nightly]}


def _schema(folder: Path, name: str, text: str) -> dict[str, Any]:
    path = folder / f"{name}.ksy"
    path.write_text(f"meta: {{id: {name}, endian: le, file-extension: {name}}}\n{text}\n", encoding="utf-8")
    return viewer_tables(schema_of_file(path))


@pytest.mark.parametrize("name", [pytest.param(name, marks=_MARKS.get(name, ())) for name in _GREEDY])
def test_files_that_want_too_much_are_refused(engine: Path, tmp_path: Path, name: str) -> None:
    text, data, message = _GREEDY[name]
    schemas = tmp_path / "schemas.json"
    schemas.write_text(json.dumps([_schema(tmp_path, name, text)]), encoding="utf-8")
    path = tmp_path / f"file.{name}"
    path.write_bytes(bytes(100_000) if data is None else data)
    calls = [["rows", "", 0, 9], ["spans", 0, 9], ["json", "", 999], ["search", "zz", "", 9], ["at", 0]]
    opened, *others = answers(engine, [(path, name, calls)], schemas)[0]
    if message is not None:
        assert message in opened["value"]["failure"]["message"]
    for answer in (opened, *others):
        assert "value" in answer
        assert answer["time"] < _LONGEST


def test_a_worker_that_runs_wild_is_ended_and_the_others_go_on(engine: Path, tmp_path: Path) -> None:
    program = [Path(__file__).with_name("worked.mjs"), bundled_engine(tmp_path, "calls")]
    done = subprocess.run(["node", *program], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    ended = "ended: no answer for 30 seconds"
    assert found["early"] == 1
    assert found["answers"] == [ended, "rows", ended, "rows", "Files cannot be read: out of memory", "rows"]
    known = ["learn schemas", "open 0 kept"]
    assert [calls[:2] for calls in found["calls"]] == [known] * 4
    assert [calls[2:] for calls in found["calls"]] == [
        ["open 1 wild", "rows 0 a", "tokens 0 wild", "rows 0 b"],
        ["rows 0 a", "tokens 0 wild", "rows 0 b"],
        ["rows 0 b", "tokens 0 breaks", "rows 0 c"],
        ["rows 0 c"],
    ]


def test_names_from_a_file_are_cut_and_escaped(engine: Path, tmp_path: Path) -> None:
    schemas = tmp_path / "schemas.json"
    table = _schema(tmp_path, "names", "seq: [{id: name, type: strz, encoding: UTF-8, repeat: eos}]")
    schemas.write_text(json.dumps([table]), encoding="utf-8")
    path = tmp_path / "file.names"
    texts = ["<img onerror=x>", "\u202eabc\u200b\n", "x" * 65_536, "\ufffd\U0001f600"]
    path.write_bytes(b"".join(text.encode() + b"\0" for text in texts))
    (rows,) = [
        answer["value"] for answer in answers(engine, [(path, "names", [["rows", "name", 0, 9]])], schemas)[0][1:]
    ]
    assert [row["text"] for row in rows][:2] == ['"<img onerror=x>"', '"\\u202eabc\\u200b\\n"']
    assert all(len(row["text"]) <= 230 for row in rows)
    assert rows[3]["text"] == '"\ufffd\U0001f600"'
