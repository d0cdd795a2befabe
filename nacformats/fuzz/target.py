"""Running somebody's parser on a file, and telling how it ended."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from nacformats.fuzz.crashes import CrashReport, crash_report_of

#: In a command: where the name of the file goes.
PLACE = "{}"
#: How a program can end.
ACCEPTS, REFUSES, CRASHES, HANGS = "accepts", "refuses", "crash", "hang"
#: How much of what a program writes to standard error is kept, in bytes: of its beginning, and of its end.
_FIRST_WORDS, _LAST_WORDS = 64 * 1024, 256 * 1024
#: When a program has ended and others still hold its standard error, this is how long is waited for them, in seconds.
_LINGERING = 1.0
#: A shell adds this to the number of the signal that ended a program.
_BY_SIGNAL = 128
#: From here up an exit code is an NTSTATUS: how Windows says that a program crashed.
_NTSTATUS = 0xC0000000


@dataclass(frozen=True)
class Outcome:
    """The end of a program.

    Attributes:
        kind: ACCEPTS, REFUSES, CRASHES or HANGS.
        detail: the signal or the exit code, for people.
        report: what it wrote to standard error.
        seconds: how long it took.
    """

    kind: str
    detail: str
    report: CrashReport = field(default_factory=CrashReport)
    seconds: float = 0.0


class FuzzTarget:
    """A program that reads a file: exit code 0 means that it accepts the file, any other that it refuses it.

    Args:
        command: the words of the command. PLACE in one of them is replaced by the name of the file; if it is in none,
            the file is its standard input. No shell is involved.
        timeout: in seconds; a program that takes longer hangs, and is killed.
        refusal: the only exit code that means a refusal; then every other one but 0 is a crash. None: any code.
    """

    def __init__(self, command: Sequence[str], *, timeout: float, refusal: int | None = None) -> None:
        self.command = list(command)
        self.timeout = timeout
        self.refusal = refusal
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._stopped = False

    def run(self, path: Path, timeout: float | None = None) -> Outcome:
        """Run the program on a file, for so many seconds at most. OSError when it cannot be started, or was stopped."""
        allowed = self.timeout if timeout is None else min(timeout, self.timeout)
        start = time.monotonic()
        words = [word.replace(PLACE, str(path)) for word in self.command]
        with path.open("rb") as file:
            process = self._started(words, None if words != self.command else file)
            errors = _LastWords(process.stderr)
            try:
                code: int | None = process.wait(allowed)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                self._end(process)
        if self._stopped:
            raise InterruptedError("the run was stopped")
        report = crash_report_of(errors.text().replace(str(path), PLACE))
        if code is None:
            return Outcome(HANGS, f"no answer within {self.timeout:g} s", report, allowed)
        return replace(self._outcome(code, report), seconds=time.monotonic() - start)

    def stop(self) -> None:
        """Kill what is running, and start nothing more."""
        with self._lock:
            self._stopped = True
            running = list(self._running)
        for process in running:
            _kill(process)

    def _started(self, words: list[str], file: IO[bytes] | None) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._stopped:
                raise InterruptedError("the run was stopped")
            process = subprocess.Popen(  # noqa: S603  the user's own command
                words,
                stdin=subprocess.DEVNULL if file is None else file,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,  # with what it starts it is killed as a group, and Ctrl-C is ours
            )
            self._running.add(process)
        return process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        _kill(process)  # what it has started goes on otherwise, also when it has ended itself
        process.wait()
        with self._lock:
            self._running.discard(process)

    def _outcome(self, code: int, report: CrashReport) -> Outcome:
        if code in report.crash_codes:
            return Outcome(CRASHES, _signal_name(-code) or f"exit {code}", report)
        if code == 0:
            return Outcome(ACCEPTS, "exit 0")
        by_signal = _signal_name(-code) or _signal_name(code - _BY_SIGNAL)
        if by_signal is not None:
            return Outcome(CRASHES, by_signal, report)
        if code < 0 or code >= _NTSTATUS:
            return Outcome(CRASHES, f"exit {code & 0xFFFFFFFF:#x}", report)
        crashed = self.refusal is not None and code != self.refusal
        return Outcome(CRASHES if crashed else REFUSES, f"exit {code}", report)


class _LastWords:
    """The standard error of a program: its beginning and its end are kept, however much it is."""

    def __init__(self, stream: IO[bytes] | None) -> None:
        assert stream is not None
        self._stream = stream
        self._first = b""
        self._last = b""
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def text(self) -> str:
        """Return all that is kept, once the program has ended."""
        self._thread.join(_LINGERING)
        return (self._first + b"\n" * (len(self._last) >= _LAST_WORDS) + self._last).decode("utf-8", "replace")

    def _read(self) -> None:
        with self._stream:
            while piece := os.read(self._stream.fileno(), _FIRST_WORDS):
                missing = _FIRST_WORDS - len(self._first)
                self._first += piece[:missing]
                self._last = (self._last + piece[missing:])[-_LAST_WORDS:]


def command_words(command: str) -> list[str]:
    """Return the words of a command line. ValueError when a quote is not closed, or when there is no word."""
    is_posix = os.name != "nt"  # backslashes are parts of names on Windows
    words = [word if is_posix else word.strip('"') for word in shlex.split(command, posix=is_posix)]
    if not words:
        raise ValueError("the command is empty")
    if "\0" in command:
        raise ValueError("a zero byte in the command")
    return words


def _signal_name(number: int) -> str | None:
    try:
        return signal.Signals(number).name
    except ValueError:
        return None


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):  # it has ended
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
