"""The Python package as a new user has it: a program of theirs, what mypy says of mistakes, records made by name."""

from __future__ import annotations

import copy
import importlib
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nacformats import FormatError
from nacformats.targets.packages import files_of_schemas, read_schemas
from tests.languages.users import task
from tests.partners import needs

PROGRAM = task.HERE / "satx_user.py"

#: Lines that are wrong, and what mypy says of them.
MISTAKES = {
    "satx.Event(sverity=satx.Severity.info)": 'Unexpected keyword argument "sverity" for "Event"',
    "satx.Event(severity=1)": 'Argument "severity" to "Event" has incompatible type "int"; expected "Severity"',
    'satx.Event(message=b"added")': 'Argument "message" to "Event" has incompatible type "bytes"; expected "str"',
    "satx.Packet(body=satx.Series())": 'Argument "body" to "Packet" has incompatible type "Series"',
    "satx.Satx(packets=[satx.Event()])": 'List item 0 has incompatible type "Event"; expected "Packet"',
    'satx.load("").misson': '"Satx" has no attribute "misson"; maybe "mission"?',
    'satx.load("").trailer.num_lost': 'Item "None" of "Trailer | None" has no attribute "num_lost"',
    'satx.load("").packets[0].body.message': 'Item "Telemetry" of "Telemetry | Event | Position | bytes" has',
    'satx.load("").packets[0].kind = 2': 'Incompatible types in assignment (expression has type "int", variable',
    'satx.load("").station_id = None': 'Incompatible types in assignment (expression has type "None", variable',
    'satx.load("").packets.append(satx.Trailer())': 'Argument 1 to "append" of "MutableSequence" has incompatible',
    "satx.Kind.evnt": '"type[Kind]" has no attribute "evnt"',
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package."""
    where = tmp_path_factory.mktemp("users_of_python")
    for name, text in files_of_schemas(read_schemas([task.SCHEMA]), ["python"]).items():
        path = where / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return where / "python"


@pytest.fixture
def satx(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(folder)
    yield importlib.import_module("satx")
    for name in [name for name in sys.modules if name.partition(".")[0] == "satx"]:
        del sys.modules[name]


def test_a_program_reads_changes_appends_and_writes(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.setenv("PYTHONUTF8", "1")
    task.check([sys.executable, str(PROGRAM)], tmp_path)


@needs("mypy")
def test_mypy_finds_nothing_in_it_and_mistakes_in_others(folder: Path, tmp_path: Path) -> None:
    program = PROGRAM.read_text(encoding="utf-8")
    (tmp_path / "user.py").write_text(program + "\n\n" + "\n".join(MISTAKES) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-pretty", "--cache-dir", str(tmp_path / "cache")]
    environment = os.environ | {"MYPYPATH": str(folder)}
    done = subprocess.run(
        [*command, str(tmp_path / "user.py"), str(folder / "satx")],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = re.findall(r"user\.py:(\d+): error: (.*)", done.stdout)
    found = {int(line): words for line, words in reversed(lines)}  # the first of each line
    first = program.count("\n") + 3
    assert sorted(found) == list(range(first, first + len(MISTAKES))), done.stdout + done.stderr
    for said, expected in zip(map(found.__getitem__, sorted(found)), MISTAKES.values(), strict=True):
        assert said.startswith(expected)
    assert "errors in 1 file (" in done.stdout  # the package has none


def test_a_record_made_by_name_shows_its_values_and_computes_the_others(satx: Any) -> None:
    event = satx.Event(message="é" * 70, temperature=5)
    assert repr(event) == (
        "Event(severity=Severity.info, code=0, has_temperature=0, temperature=5, " + f"message={'é' * 60!r}...)"
    )
    assert event.len_message == 140
    event.message = "short"
    assert event.len_message == 10
    packet = satx.Packet(kind=satx.Kind.event, body=satx.Event())
    again = satx.loads(satx.dumps(satx.Satx(packets=[packet]))).packets[0]
    assert (packet.crc, packet.len_body) == (again.crc, again.len_body)
    assert satx.Satx(packets=[packet] * 5).packets == [packet] * 5
    assert "Packet(kind=Kind.event" in repr(satx.Satx(packets=[packet] * 5))
    assert repr(satx.Satx(packets=[packet] * 5)).endswith("... 5 in all])")
    with pytest.raises(AttributeError, match=r"Channel\.ofs_name is known when the file is written"):
        satx.Channel(name="x").ofs_name  # noqa: B018


def test_what_a_record_does_not_have_is_refused(satx: Any) -> None:
    with pytest.raises(TypeError, match=r"Event has no field 'sverity': is 'severity' meant\?"):
        satx.Event(sverity=1)
    with pytest.raises(AttributeError, match="sverity"):
        satx.Event().sverity = 1
    with pytest.raises(FormatError, match=r"packets\[0\]\.body: has to be given"):
        satx.dumps(satx.Satx(packets=[satx.Packet(kind=satx.Kind.event)]))


def test_copies_are_records_of_their_own(satx: Any) -> None:
    event = satx.Event(message="one")
    for other in (copy.copy(event), copy.deepcopy(event), pickle.loads(pickle.dumps(event))):
        assert other == event
        other.message = "other"
        assert (event.message, other.len_message) == ("one", 10)


def test_an_enum_keeps_numbers_without_a_name(satx: Any) -> None:
    packet = satx.load(task.HERE / "files" / "replay.satx").packets[0]
    assert isinstance(packet.kind, satx.Kind)
    assert (packet.kind, packet.kind.is_known, packet.kind.name) == (9, False, "unknown_9")
    assert satx.Kind(2) is satx.Kind.event
    assert satx.Kind.event.is_known
    with pytest.raises(FormatError, match="severity"):
        satx.dumps(satx.Satx(packets=[satx.Packet(kind=satx.Kind(2), body=satx.Event(severity=satx.Severity(7)))]))


def test_what_is_set_on_records_of_columns_is_written(satx: Any) -> None:
    many = [satx.Packet(kind=satx.Kind(9), elapsed=number, body=b"x") for number in range(2000)]
    tree = satx.loads(satx.dumps(satx.Satx(packets=many)))
    tree.packets[1234].elapsed = 7
    tree.packets[-1].body = b"longer"
    tree.packets.append(satx.Packet(kind=satx.Kind(8), body=b""))
    again = satx.loads(satx.dumps(tree))
    assert [each.elapsed for each in again.packets] == [*range(1234), 7, *range(1235, 2000), 0]
    assert (again.packets[1999].body, again.packets[1999].len_body, len(again.packets)) == (b"longer", 6, 2001)
