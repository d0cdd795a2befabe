"""One case in a process of its own, which is forked from this one: what became of it, and which promises it broke."""

from __future__ import annotations

import importlib
import os
import re
import select
import signal
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from nacformats.commands.terminal import BAD_FILE, CLOSED_PIPE, DEFECT, USAGE
from tests.cli.campaign.commands import Case, commands
from tests.cli.campaign.material import BROKEN, DIRECTORY, FIFO, HUGE, HUGE_BYTES, LOOP, UNREADABLE, File
from tests.partners import reason

#: Processor time in seconds, without that of the imports, and bytes beyond those of this process.
MAX_SECONDS, MAX_BYTES = 3.5, 400 * 1024**2
#: What a byte that is printed may take beside that, in seconds: some options ask for a line for every field.
SECONDS_A_BYTE = 2e-6
#: When a process is killed: it has taken that many seconds, of processor time or of anything.
KILLED_SECONDS, LATE_SECONDS = 10, 40
#: How much address space it may take beyond that of this process, and the largest file that it may write, in bytes.
ADDRESS_BYTES, FILE_BYTES = 3 * 1024**3, 256 * 1024**2
#: Most bytes of what is printed, beside a multiple of the size of the files: some options ask for all of it.
MAX_OUTPUT_BYTES, TIMES_OUTPUT = 1024**2, 128
#: Exit codes that the command documents.
CODES = (0, BAD_FILE, USAGE, CLOSED_PIPE)
#: What asks for more than its small files hold: bytes without an end, and programs of others.
UNBOUNDED = {"/dev/full", "--target"}
#: How the last line of a refusal begins.
MESSAGES = ("nacformats: ", "Error: ")
#: What is imported beforehand, where it is installed, so that not every case does it.
LIBRARIES = (
    "numpy",
    "yaml",
    "rich.table",
    "rich.console",
    "onnx",
    "onnxruntime",
    "tokenizers",
    "torch",
    "torch.export",
)

_STYLE = re.compile(r"\x1b\[[0-9;]*m")
#: What text may have besides what is printable: what ends lines, and what joins and selects glyphs.
_KEPT = re.compile("[\n\t\u200c\u200d\ufe0e\ufe0f]")


@dataclass(frozen=True)
class Outcome:
    """What became of a case: its exit code (negative: a signal), seconds, bytes of memory, and what it printed."""

    code: int
    seconds: float
    memory: int
    stdout: bytes
    stderr: bytes
    is_late: bool = False


def prepare() -> None:
    """Import what the commands import, in the process that the cases are forked from."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    commands()
    for name in LIBRARIES:
        if reason(name.partition(".")[0]) is None:
            importlib.import_module(name)


def run_case(case: Case, folder: Path) -> Outcome:
    """Run a case in a folder, which is made: its files are in `folder/work`."""
    work = folder / "work"
    (work / "folder").mkdir(parents=True)
    helpers = [helper for file in case.files for helper in _put(work, file)]
    if case.stdin is not None:
        (folder / "stdin").write_bytes(case.stdin)
    try:
        return _finished(_forked(case, folder), folder)
    finally:
        for helper in helpers:
            os.kill(helper, signal.SIGKILL)
            os.waitpid(helper, 0)


def broken_promises(case: Case, outcome: Outcome) -> list[str]:
    """What the command promises whatever the arguments and the files, and did not keep."""
    stderr = outcome.stderr.decode(errors="replace")
    return [*_ended_badly(outcome, stderr), *_printed_badly(case, outcome, stderr), *_took_too_much(case, outcome)]


def _ended_badly(outcome: Outcome, stderr: str) -> Iterator[str]:
    if outcome.code == DEFECT:
        yield f"a defect: exit code {DEFECT}"
    elif outcome.code < 0 and not outcome.is_late:
        yield f"ended by {signal.Signals(-outcome.code).name}"
    elif outcome.code not in CODES and outcome.code >= 0:
        yield f"exit code {outcome.code}"
    if "Traceback (most recent call last)" in stderr:
        yield "a traceback"
    if outcome.code in (BAD_FILE, USAGE) and not outcome.stdout and not _last(stderr).startswith(MESSAGES):
        yield "no message that says why"


def _last(text: str) -> str:
    return next((line for line in reversed(text.splitlines()) if line.strip()), "")


def _printed_badly(case: Case, outcome: Outcome, stderr: str) -> Iterator[str]:
    allowed = MAX_OUTPUT_BYTES + TIMES_OUTPUT * sum(len(file.data) for file in case.files)
    if len(outcome.stderr) > allowed:
        yield f"{len(outcome.stderr):,} bytes on standard error"
    if len(outcome.stdout) > allowed:
        yield f"{len(outcome.stdout):,} bytes on standard output"
    if not _is_plain(stderr):
        yield "control characters on standard error"
    if not _writes_data(case) and not _is_plain(outcome.stdout.decode(errors="replace")):
        yield "control characters on standard output"


def _is_plain(text: str) -> bool:
    return _KEPT.sub("", _STYLE.sub("", text)).isprintable()


def _writes_data(case: Case) -> bool:
    """Whether standard output may hold a file: `-` is a target, or a device that is standard output."""
    return any(word in ("-", "/dev/stdout") or word.startswith("/dev/fd/") for word in case.words)


def _took_too_much(case: Case, outcome: Outcome) -> Iterator[str]:
    if any(file.oddity == HUGE for file in case.files) or UNBOUNDED & set(case.words):
        return
    seconds = MAX_SECONDS + len(outcome.stdout + outcome.stderr) * SECONDS_A_BYTE
    if outcome.seconds > seconds or outcome.is_late:
        yield f"takes {outcome.seconds:.1f} s" + (" and does not end" if outcome.is_late else "")
    if outcome.memory > MAX_BYTES:
        yield f"takes {outcome.memory // 1024**2:,} MB"
    elif b"out of memory" in outcome.stderr or b"Cannot allocate memory" in outcome.stderr:
        yield "asks for more memory than there is"


# Files


def _put(work: Path, file: File) -> list[int]:
    """Put a file into the folder; the processes that feed it, which have to be killed."""
    path = work / file.name
    if os.path.lexists(path):
        return []
    if file.oddity == DIRECTORY:
        path.mkdir()
        (path / "inside.nac").write_bytes(file.data)
    elif file.oddity == FIFO:
        os.mkfifo(path)
        return [_feeder(path, file.data)]
    elif file.oddity in (LOOP, BROKEN):
        path.symlink_to(file.name if file.oddity == LOOP else "no/such/file")
    else:
        _write(path, file)
    return []


def _write(path: Path, file: File) -> None:
    with path.open("wb") as written:
        written.write(file.data)
        if file.oddity == HUGE:
            written.truncate(HUGE_BYTES)
    if file.oddity == UNREADABLE:
        path.chmod(0)


def _feeder(path: Path, data: bytes) -> int:
    """A process that writes the bytes to whoever opens the pipe, again and again."""
    process = os.fork()
    if process:
        return process
    try:
        while True:
            with suppress(BrokenPipeError), path.open("wb", buffering=0) as pipe:
                pipe.write(data)
            time.sleep(0.01)
    finally:
        os._exit(0)


# Processes


def _forked(case: Case, folder: Path) -> int:
    sys.stdout.flush()
    sys.stderr.flush()
    process = os.fork()
    if process:
        return process
    code = 99
    try:
        _become(folder)
        code = _called(case.words)
    finally:
        os._exit(code)


def _become(folder: Path) -> None:
    """Be what a shell would have started: streams, folder and limits."""
    import resource  # not on Windows

    os.setsid()
    given = folder / "stdin"
    if given.exists():
        os.dup2(os.open(given, os.O_RDONLY), 0)
    for number, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.closerange(3, 256)
    if not given.exists():
        os.close(0)
    os.chdir(folder / "work")
    os.environ.update(HOME=str(folder), TMPDIR=str(folder))
    sys.stdin = os.fdopen(0, encoding="utf-8", errors="surrogateescape") if given.exists() else None  # type: ignore[assignment]
    sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace")
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (KILLED_SECONDS, KILLED_SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_BYTES, FILE_BYTES))
    space = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() + ADDRESS_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (space, space))


def _called(words: list[str]) -> int:
    """The exit code of the command, to the end of what the interpreter does after it."""
    from nacformats.__main__ import run

    sys.argv = ["nacformats", *words]
    try:
        run()
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # noqa: BLE001  as the interpreter does
        traceback.print_exc()
        code = 1
    threading._shutdown()  # type: ignore[attr-defined]  # waits for threads
    sys.stderr.flush()
    try:
        sys.stdout.flush()
    except OSError:
        code = 120
    return code


def _finished(process: int, folder: Path) -> Outcome:
    """Wait for the process, with all that it started; kill it when it is late."""
    handle = os.pidfd_open(process)
    ended, _, _ = select.select([handle], [], [], LATE_SECONDS)
    os.close(handle)
    with suppress(ProcessLookupError):  # the process itself if it is late, and what it left behind
        os.killpg(process, signal.SIGKILL)
    _, status, used = os.wait4(process, 0)
    code = os.waitstatus_to_exitcode(status)
    seconds = used.ru_utime + used.ru_stime
    is_late = not ended or code in (-signal.SIGXCPU, -signal.SIGKILL)
    memory = max(0, used.ru_maxrss - _baseline()) * 1024
    stdout, stderr = (
        (folder / name).read_bytes() if (folder / name).exists() else b"" for name in ("stdout", "stderr")
    )
    return Outcome(code, seconds, memory, stdout, stderr, is_late)


_BASELINES: dict[int, int] = {}


def _baseline() -> int:
    """The memory of a process that was forked and did nothing, in KiB."""
    mine = os.getpid()
    if mine not in _BASELINES:
        process = os.fork()
        if not process:
            os._exit(0)
        _BASELINES[mine] = os.wait4(process, 0)[2].ru_maxrss
    return _BASELINES[mine]
