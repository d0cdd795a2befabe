"""What the commands share: progress, and targets that are written whole or not at all."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from nacformats.commands import terminal


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_work_that_lasts_shows_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(terminal, "PATIENCE", 0.01)
    monkeypatch.setenv("TERM", "xterm")
    with terminal.progress("counting", 10) as advance:
        advance(5)
        time.sleep(0.3)
    assert "counting" in screen.getvalue()
    assert "50%" in screen.getvalue()


@pytest.mark.parametrize("stream", [Terminal, io.StringIO])
def test_short_work_shows_nothing(monkeypatch: pytest.MonkeyPatch, stream: type[io.StringIO]) -> None:
    screen = stream()
    monkeypatch.setattr(sys, "stderr", screen)
    with terminal.progress("counting", 10) as advance:
        advance(10)
    assert "counting" not in screen.getvalue()


def test_nothing_is_shown_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(terminal, "PATIENCE", 0.0)
    with terminal.progress("counting", 10):
        time.sleep(0.1)
    assert screen.getvalue() == ""


def test_a_failure_in_the_middle_leaves_the_target_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_bytes(b"precious")

    def chunks() -> Iterator[bytes]:
        yield b"half"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        terminal.write_target(str(target), chunks())
    assert [path.name for path in tmp_path.iterdir()] == ["target"]
    assert target.read_bytes() == b"precious"


def test_large_chunks_are_written_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "PIECE_BYTES", 7)
    data = bytes(range(100))
    terminal.write_target(str(tmp_path / "target"), [data[:50], b"", memoryview(data[50:]).cast("B")])
    assert (tmp_path / "target").read_bytes() == data
