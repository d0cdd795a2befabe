"""Running somebody's parser on a file, and telling how it ended."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

#: In a command: where the name of the file goes.
PLACE = "{}"
#: How a program can end.
ACCEPTS, REFUSES, CRASHES, HANGS = "accepts", "refuses", "crash", "hang"
#: How much of what a program says last is kept, in bytes.
_LAST_WORDS = 2000
#: A shell adds this to the number of the signal that ended a program.
_BY_SIGNAL = 128
#: From here up an exit code is an NTSTATUS: how Windows says that a program crashed.
_NTSTATUS = 0xC0000000


@dataclass(frozen=True)
class Outcome:
    """How a program ended.

    Attributes:
        kind: ACCEPTS, REFUSES, CRASHES or HANGS.
        detail: the signal or the exit code, for people.
        words: the last line that it wrote to standard error.
        seconds: how long it took.
    """

    kind: str
    detail: str
    words: str = ""
    seconds: float = 0.0


class Target:
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
        """Run the program on a file, for so many seconds at most. OSError when it cannot be started."""
        allowed = self.timeout if timeout is None else min(timeout, self.timeout)
        start = time.monotonic()
        words = [word.replace(PLACE, str(path)) for word in self.command]
        with path.open("rb") as file, tempfile.TemporaryFile() as errors:
            process = self._started(words, None if words != self.command else file, errors)
            try:
                code = process.wait(allowed)
            except subprocess.TimeoutExpired:
                return Outcome(HANGS, f"no answer within {self.timeout:g} s", _last_line(errors), allowed)
            finally:
                self._end(process)
            return replace(self._outcome(code, _last_line(errors)), seconds=time.monotonic() - start)

    def stop(self) -> None:
        """Kill what is running, and start nothing more."""
        with self._lock:
            self._stopped = True
            running = list(self._running)
        for process in running:
            _kill(process)

    def _started(self, words: list[str], file: IO[bytes] | None, errors: IO[bytes]) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._stopped:
                raise InterruptedError("the run was stopped")
            process = subprocess.Popen(  # noqa: S603  the user's own command
                words,
                stdin=subprocess.DEVNULL if file is None else file,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,  # with what it starts it is killed as a group, and Ctrl-C is ours
            )
            self._running.add(process)
        return process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        if process.poll() is None:
            _kill(process)
            process.wait()
        with self._lock:
            self._running.discard(process)

    def _outcome(self, code: int, words: str) -> Outcome:
        if code == 0:
            return Outcome(ACCEPTS, "exit 0")
        by_signal = _signal_name(-code) or _signal_name(code - _BY_SIGNAL)
        if by_signal is not None:
            return Outcome(CRASHES, by_signal, words)
        if code < 0 or code >= _NTSTATUS:
            return Outcome(CRASHES, f"exit {code & 0xFFFFFFFF:#x}", words)
        crashed = self.refusal is not None and code != self.refusal
        return Outcome(CRASHES if crashed else REFUSES, f"exit {code}", words)


def words_of(command: str) -> list[str]:
    """The words of a command line. ValueError when a quote is not closed, or when there is no word."""
    is_posix = os.name != "nt"  # backslashes are parts of names on Windows
    words = [word if is_posix else word.strip('"') for word in shlex.split(command, posix=is_posix)]
    if not words:
        raise ValueError("the command is empty")
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


def _last_line(errors: IO[bytes]) -> str:
    size = errors.seek(0, os.SEEK_END)
    errors.seek(max(0, size - _LAST_WORDS))
    lines = errors.read().decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else ""
