"""A program that speaks the line protocol: SCHEMA<TAB>PATH on a line in, one line of JSON out."""

from __future__ import annotations

import json
import selectors
import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from tests.conformance.answers import ERROR, Answer

#: Seconds that a program has for one file.
PATIENCE = 30.0


class Program:
    """Runs a program as long as files are asked for. One that dies or hangs is started anew for the next file."""

    def __init__(self, command: Sequence[str], *, cwd: Path | None = None, patience: float = PATIENCE) -> None:
        self.command, self.patience = list(command), patience
        self._cwd = cwd
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] = TemporaryFile()  # noqa: SIM115  closed by close

    def ask(self, schema: str, path: Path) -> Answer:
        """Return what the program says of a file."""
        process = self._started()
        assert process.stdin is not None
        try:
            process.stdin.write(f"{schema}\t{path}\n".encode())
            process.stdin.flush()
        except OSError:
            return self._died()
        line = self._line(process)
        if line is None:
            self._stop()
            return [ERROR, f"no answer in {self.patience:.0f} s"]
        if not line.endswith(b"\n"):
            return self._died()
        try:
            answer = json.loads(line)
        except ValueError as error:
            return [ERROR, f"no line of JSON ({error}): {line[:80]!r}"]
        return answer if isinstance(answer, list) else [ERROR, f"not a list: {line[:80]!r}"]

    def close(self) -> None:
        self._stop()
        self._errors.close()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._errors.seek(0)
            self._errors.truncate()
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                cwd=self._cwd,
                bufsize=0,
            )
        return self._process

    def _line(self, process: subprocess.Popen[bytes]) -> bytes | None:
        """Return the next line, or what there is of it where the program ends; None if it takes too long."""
        assert process.stdout is not None
        parts: list[bytes] = []
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while not parts or not parts[-1].endswith(b"\n"):
                if not selector.select(self.patience):
                    return None
                parts.append(process.stdout.read(1 << 20))
                if not parts[-1]:
                    break
        return b"".join(parts)

    def _died(self) -> Answer:
        assert self._process is not None
        self._process.wait()
        code = self._process.returncode
        self._stop()
        self._errors.seek(0)
        words = " ".join(self._errors.read()[-2000:].decode("utf-8", "replace").split())
        return [ERROR, f"the program ended (exit code {code}): {words[-300:]}"]

    def _stop(self) -> None:
        if self._process is None:
            return
        process, self._process = self._process, None
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            pipe.close()
        process.kill()
        process.wait()
