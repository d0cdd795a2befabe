"""Running somebody's parser on a file, and telling how it ended.

Two crashes are the same when their reports agree in kind and in the frames at the top of the stack. Addresses, ids of
processes and threads, sizes, arguments of templates, and the frames of runtimes (sanitizers, the C library, handlers of
panics) are left out.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Container, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

#: How many frames tell crashes apart, and how many are looked at.
_TOP, _MOST_FRAMES = 3, 64
#: A function that is on the stack more often than this calls itself.
_RECURSION = 2
#: Longer lines are cut, and longer words for people.
_MOST_LINE, _MOST_WORDS = 4000, 300
#: Numbers, addresses and quoted texts: the same defect says others.
_PARTICULAR = re.compile(r"-?\b0x[0-9a-fA-F]+|-?\d+|'[^']*'|\"[^\"]*\"|\[[^]]*\]")
_ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
#: What compilers add to the name of a function, and operators that look like brackets.
_VARIANT = re.compile(r"(?:\.(?:isra|part|constprop|cold|llvm|lto_priv)(?:\.\d+)*)+|::h[0-9a-f]{16}$")
_OPERATOR = re.compile(r"\boperator *(?:<=>|<<=?|>>=?|->\*?|<=?|>=?|\(\))")
#: Frames that say nothing about the program.
_RUNTIME_NAME = re.compile(
    r"_{2,3}interceptor|__(?:asan|ubsan|msan|tsan|lsan|hwasan|sanitizer|libc|pthread|assert|fortify|chk|stack_chk|cxa|GI)"
    r"|(?:gsignal|raise|abort|_start|panic|malloc_printerr|operator (?:new|delete))\b"
    r"|std::terminate|__gnu_cxx::|__cxxabiv1::|runtime\.|(?:std|core)::panic|rust_begin_unwind"
)
_RUNTIME_PLACE = re.compile(
    r"libsanitizer|sanitizer_common|compiler-rt|/nptl/|lib(?:asan|ubsan|tsan|lsan|clang_rt|c|stdc\+\+)[.\w-]*\.(?:so|dylib)"
)
#: Where exactly a stack runs out is chance; which functions call each other is not.
_ENDLESS = re.compile(r"stack.?overflow|RecursionError|stack size exceeded|stack exceeds", re.IGNORECASE)

#: A frame: function, and the file and line (or the module and offset) where it was.
_Frame = tuple[str, str]


@dataclass(frozen=True)
class CrashReport:
    """The last words of a program.

    Attributes:
        words: one line, for people.
        identity: what reports of the same defect have in common.
        is_located: whether the identity tells where in the program it is.
        crash_codes: the exit codes with which such a report is a crash.
    """

    words: str = ""
    identity: tuple[str, ...] = ()
    is_located: bool = False
    crash_codes: Container[int] = ()


def crash_report_of(text: str) -> CrashReport:
    """Return the report that ended a program, from what it wrote to standard error: the last one, leaks aside."""
    text = "\n".join(line[:_MOST_LINE] for line in text.splitlines())
    found = [(match, parse) for start, parse in _GRAMMARS for match in start.finditer(text)]
    found.sort(key=lambda each: ("LeakSanitizer" not in each[0][0], each[0].start()))
    if not found:
        return _last_line(text)
    match, parse = found[-1]
    return parse(match, text[match.end() :].lstrip("\n").split("\n"))


def without_particulars(text: str) -> str:
    """Return a message without numbers, addresses and quoted texts."""
    return " ".join(_PARTICULAR.sub("", text).split())


def _last_line(text: str) -> CrashReport:
    words = next((line.strip() for line in reversed(text.split("\n")) if line.strip()), "")
    return CrashReport(words[:_MOST_WORDS], (without_particulars(words),))


# Frames


def _top(kind: str, frames: Iterable[_Frame]) -> tuple[str, ...]:
    """Return the frames that tell a crash apart; the innermost is the first."""
    known = list(frames)[:_MOST_FRAMES]
    own = [frame for frame in known if not (_RUNTIME_NAME.match(frame[0]) or _RUNTIME_PLACE.search(frame[1]))] or known
    names = [name for name, _ in own]
    if _ENDLESS.search(kind):
        return tuple(sorted({name for name in names if names.count(name) > _RECURSION}))
    entered = [frame for frame, inner in zip(own, ["", *names], strict=False) if frame[0] != inner or not inner]
    return tuple(f"{name} {_file_name(place)}".strip() for name, place in entered[:_TOP])


def _stack(lines: Iterable[str], frame_of: Callable[[str], _Frame | None]) -> list[_Frame]:
    """Return the first frames in a row."""
    found: list[_Frame] = []
    for line in lines:
        frame = frame_of(line)
        if frame is not None:
            found.append(frame)
        elif found:
            break
    return found


def _file_name(place: str) -> str:
    return re.split(r"[/\\]", place)[-1]


def _function(name: str) -> str:
    """Return the name of a function without arguments, templates, and what compilers add to it."""
    depth, kept = 0, []
    for character in _VARIANT.sub("", _OPERATOR.sub("operator", name)):
        if character in "<({[":
            depth += 1
        elif character in ">)}]":
            depth = max(0, depth - 1)
        elif not depth:
            kept.append(character)
    return _ADDRESS.sub("", "".join(kept)).strip()


# Sanitizers, whose reports are crashes with any exit code: some go on, some end with that of a refusal

_ANY_CODE = range(-256, 256)
_NATIVE_FRAME = re.compile(r" *#\d+ +(?:0x[0-9a-f]+ +)?(?:in +)?(.*)")
_IN_SOURCE = re.compile(r"(.+?:\d+)(?::\d+)?")
_IN_MODULE = re.compile(r"\(([^() ]*\+0x[0-9a-f]+)\)")
_SUMMARY = re.compile(r"SUMMARY: (\w+Sanitizer: .*)")
#: What follows the kind of a report.
_DETAILS = re.compile(r" on | at | in |[:(]")


def _native_frame(line: str) -> _Frame | None:
    match = _NATIVE_FRAME.match(line)
    if match is None:
        return None
    words = match[1].split(" ")
    for count, word in enumerate(words):
        source = _IN_SOURCE.fullmatch(word)
        if source is not None and not word.startswith("("):
            return _function(" ".join(words[:count])), source[1]
    module = _IN_MODULE.search(match[1])
    if module is None:
        return _function(match[1]), ""
    return _function(match[1][: module.start()]), module[1]


def _of_sanitizer(match: re.Match[str], lines: list[str]) -> CrashReport:
    kind = f"{match['tool']}: {without_particulars(_DETAILS.split(match['kind'])[0])}"
    top = _top(kind, _stack(lines, _native_frame))
    if top:
        return CrashReport(f"{kind} in {top[0]}"[:_MOST_WORDS], (kind, *top), True, _ANY_CODE)
    summary = _SUMMARY.search("\n".join(lines))
    words = f"{match['tool']}: {match['kind']}" if summary is None else summary[1]
    return CrashReport(words[:_MOST_WORDS], (kind, without_particulars(words)), False, _ANY_CODE)


def _of_undefined_behaviour(match: re.Match[str], lines: list[str]) -> CrashReport:
    """Return the first line has the place; a stack follows it where the program was told to print one."""
    stack = _stack(lines, _native_frame) if _native_frame(lines[0]) else []
    identity = (without_particulars(match["kind"]), _file_name(match["place"]), *_top("", stack))
    return CrashReport(match[0][:_MOST_WORDS], identity, True, _ANY_CODE)


# Languages

_GO_FRAME = re.compile(r"^([^\s(].*)\(.*\)\n\t(.*?:\d+)", re.MULTILINE)
_RUST_PLACE = re.compile(r"[^\s'/\\]+\.rs:\d+:\d+")
_PYTHON_FRAME = re.compile(r'  File "(.*?)", line (\d+)(?:, in (.*))?')
_TRACE_FRAME = re.compile(r"\s+(?:at|from) (.{,500})")


def _of_go(match: re.Match[str], lines: list[str]) -> CrashReport:
    frames = [(name, place) for name, place in _GO_FRAME.findall("\n".join(lines[: 4 * _MOST_FRAMES]))]
    top = _top(match["kind"], frames)
    is_stack = any(line.startswith("goroutine ") for line in lines)
    identity = (without_particulars(match["kind"]), *top)
    return CrashReport(match[0][:_MOST_WORDS], identity, bool(top), (2,) if is_stack else ())


def _of_rust(match: re.Match[str], lines: list[str]) -> CrashReport:
    """The place is in the first line; the message is in the next one, or, of older compilers, before the place."""
    said = f"{match['at']} {lines[0]}" if match["at"].endswith(":") else match["at"]
    place = _RUST_PLACE.search(said)
    identity = (without_particulars(_RUST_PLACE.sub("", said)), "" if place is None else place[0])
    return CrashReport(f"panicked at {said}"[:_MOST_WORDS], identity, place is not None, (101,))


def _of_python(_: re.Match[str], lines: list[str]) -> CrashReport:
    frames = [(found[3] or "", f"{found[1]}:{found[2]}") for line in lines if (found := _PYTHON_FRAME.match(line))]
    said = next((line for line in lines if line[:1].strip()), "")
    kind = said.partition(":")[0]
    top = _top(kind, reversed(frames))
    return CrashReport(said[:_MOST_WORDS], (kind, *top), bool(top))


def _of_trace(match: re.Match[str], lines: list[str]) -> CrashReport:
    """Return a message above lines `at FRAME` (Java, JavaScript, .NET) or `from FRAME` (Ruby)."""
    frames = [(_ADDRESS.sub("", found[1]), "") for line in lines if (found := _TRACE_FRAME.match(line))]
    top = _top(match[0], frames)
    return CrashReport(match[0][:_MOST_WORDS], (without_particulars(match[0]), *top), bool(top))


def _of_exception(match: re.Match[str], lines: list[str]) -> CrashReport:
    """Return an exception of C++ that nothing catches; its message is in the next line."""
    what = lines[0].strip() if "what()" in lines[0] else ""
    return CrashReport(f"{match['kind']} {what}"[:_MOST_WORDS], (match["kind"], without_particulars(what)))


def _of_assertion(match: re.Match[str], _: list[str]) -> CrashReport:
    return CrashReport(match[0][:_MOST_WORDS], (match["said"],), True)


#: How each kind of report begins, and what reads it.
_GRAMMARS = tuple(
    (re.compile(start, re.MULTILINE), parse)
    for start, parse in (
        (r"^.*(?:ERROR|WARNING): (?P<tool>\w+Sanitizer|libFuzzer): (?P<kind>.*)", _of_sanitizer),
        (r"^(?P<place>.+?:\d+(?::\d+)?): runtime error: (?P<kind>.*)", _of_undefined_behaviour),
        (r"^(?:panic|fatal error): (?P<kind>.*)", _of_go),
        (r"^thread '.*' (?:\(\d+\) )?panicked at (?P<at>.*)", _of_rust),
        (r"^Traceback \(most recent call last\):", _of_python),
        (r"^\S.*(?=\n\s+(?:at|from) \S)", _of_trace),
        (r"^terminate called after throwing an instance of '(?P<kind>.*)'", _of_exception),
        (r"^(?:.*?: )?(?:\S*/)?(?P<said>[^\s/:]+:\d+: .*[Aa]ssertion .*)", _of_assertion),
    )
)


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
