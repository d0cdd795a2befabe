"""Crashes are told apart by what programs say about them, and none becomes another one when it is made small."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from nacformats.fuzz.target import ACCEPTS, CRASHES, HANGS, REFUSES, FuzzTarget, Outcome, crash_report_of

ASAN = """\
==4711==ERROR: AddressSanitizer: {kind} on address 0x602000000{tail} at pc 0x55d0c{tail} bp 0x7ffd sp 0x7ffc
READ of size {tail} at 0x602000000011 thread T{tail}
    #0 0x7f{tail} in __interceptor_memcpy ../../../../src/libsanitizer/sanitizer_common/interceptors.inc:827
    #1 0x55{tail} in copy<{template}>(char const*, unsigned long) /src/parse.cc:{line}:{tail}
    #2 0x56{tail} in main /src/main.cc:7
    #3 0x7f{tail} in __libc_start_call_main ../sysdeps/nptl/libc_start_call_main.h:58

0x602000000011 is located 0 bytes to the right of {tail}-byte region
SUMMARY: AddressSanitizer: {kind} ../../../../src/libsanitizer/interceptors.inc:827 in __interceptor_memcpy
==4711==ABORTING
"""


def asan(kind: str = "heap-buffer-overflow", line: int = 3, tail: int = 10, template: str = "int") -> str:
    return ASAN.format(kind=kind, line=line, tail=tail, template=template)


REPORTS = {
    "asan": asan(),
    "asan, elsewhere": asan(line=4),
    "asan, another kind": asan(kind="heap-use-after-free"),
    "msan": """\
==1==WARNING: MemorySanitizer: use-of-uninitialized-value
    #0 0x4a in parse(char*) /src/a.c:5:7
SUMMARY: MemorySanitizer: use-of-uninitialized-value /src/a.c:5:7 in parse(char*)
""",
    "tsan": """\
WARNING: ThreadSanitizer: data race (pid=31)
  Write of size 4 at 0x7b04 by thread T1:
    #0 worker /src/t.c:9:3 (t+0x4b)

  Previous write of size 4 at 0x7b04 by main thread:
    #0 main /src/t.c:19:3 (t+0x4c)
SUMMARY: ThreadSanitizer: data race /src/t.c:9:3 in worker
""",
    "lsan": """\
==9==ERROR: LeakSanitizer: detected memory leaks

Direct leak of 10 byte(s) in 1 object(s) allocated from:
    #0 0x7f in __interceptor_malloc ../src/libsanitizer/asan/asan_malloc_linux.cpp:145
    #1 0x55 in read_name /src/a.c:8
SUMMARY: AddressSanitizer: 10 byte(s) leaked in 1 allocation(s).
""",
    "ubsan": "/src/a.c:12:5: runtime error: index 7 out of bounds for type 'int [4]'\n",
    "ubsan, elsewhere": "/src/a.c:13:5: runtime error: index 7 out of bounds for type 'int [4]'\n",
    "without symbols": "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x01\n    #0 0x55aa  (/tmp/t+0x11f9)\n",
    "go": """\
panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.parse({0xc0000b2000, 0x10, 0x200})
\t/src/main.go:12 +0x1d
main.main()
\t/src/main.go:20 +0x5a
exit status 2
""",
    "rust": "thread 'main' panicked at src/main.rs:10:5:\nindex out of bounds: the len is 3 but the index is 5\n",
    "old rust": "thread 'main' panicked at 'index out of bounds: the len is 3', src/main.rs:11:5\nnote: run with\n",
    "python": 'Traceback (most recent call last):\n  File "/a/p.py", line 9, in <module>\n    go()\n'
    '  File "/a/p.py", line 3, in go\n    raise KeyError(x)\nKeyError: 5\n',
    "python, elsewhere": 'Traceback (most recent call last):\n  File "/a/p.py", line 9, in <module>\n    go()\n'
    '  File "/a/p.py", line 4, in go\n    raise KeyError(x)\nKeyError: 5\n',
    "java": """\
Exception in thread "main" java.lang.RuntimeException: 5
\tat Main.main(Main.java:9)
Caused by: java.lang.ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 3
\tat Main.parse(Main.java:4)
\t... 1 more
""",
    "c++": "terminate called after throwing an instance of 'std::out_of_range'\n  what():  pos (which is 5) > size()\n",
    "assertion": "t: /src/t.c:21: parse: Assertion `size < 5' failed.\n",
    "another assertion": "t: /src/t.c:21: parse: Assertion `size < 6' failed.\n",
    "heap": "malloc(): corrupted top size\n",
    "another heap": "double free or corruption (fasttop)\n",
    "nothing": "",
}
LOCATED = REPORTS.keys() - {"c++", "heap", "another heap", "nothing"}


def test_reports_of_different_defects_differ() -> None:
    identities = {name: crash_report_of(text).identity for name, text in REPORTS.items()}
    assert len(set(identities.values())) == len(REPORTS), identities
    assert {name for name, text in REPORTS.items() if crash_report_of(text).is_located} == LOCATED


@pytest.mark.parametrize("name", REPORTS)
def test_what_differs_from_file_to_file_does_not_count(name: str) -> None:
    noise = "reading entry 12\n\nwarning: [x] '5'\n"
    other = REPORTS[name].replace("==4711==", "==12==").replace("0x55", "0x56").replace("index 7", "index 12345")
    other = other.replace("[5]", "[77]").replace("Index 5", "Index 99").replace("index is 5", "index is 9")
    other = other.replace("{0xc0000b2000, 0x10", "{0xc000012000, 0x11").replace("KeyError: 5", "KeyError: 'b'")
    assert crash_report_of(noise + other).identity == crash_report_of(noise + REPORTS[name]).identity


def test_the_same_defect_with_other_sizes_threads_and_template_arguments() -> None:
    assert (
        crash_report_of(asan(tail=99, template="std::vector<a<b>, c(*)(d)>")).identity
        == crash_report_of(asan()).identity
    )


def test_a_stack_that_runs_out_is_the_same_wherever_it_does() -> None:
    def overflow(*names: str) -> str:
        frames = "".join(f"    #{at} 0x5{at} in {name} /src/a.c:{at}\n" for at, name in enumerate(names))
        return f"==1==ERROR: AddressSanitizer: stack-overflow on address 0x7ff{len(names)}\n{frames}"

    one, other = overflow("leaf", *("a", "b") * 9), overflow(*("b", "a") * 20)
    assert (
        crash_report_of(one).identity
        == crash_report_of(other).identity
        == ("AddressSanitizer: stack-overflow", "a", "b")
    )
    assert crash_report_of(overflow(*("c", "d") * 9)).identity != crash_report_of(one).identity


def test_what_ended_the_program_counts() -> None:
    benign = REPORTS["ubsan"]
    assert crash_report_of(benign + asan()).identity == crash_report_of(asan()).identity
    assert crash_report_of(benign + REPORTS["lsan"]).identity == crash_report_of(benign).identity, "leaks are told last"
    assert crash_report_of(benign * 2000 + asan()).words.startswith("AddressSanitizer: heap-buffer-overflow in copy")


def test_hostile_words_take_little_time() -> None:
    for line in (
        "(<" * 200_000,
        "#0 0x1 in " + "a:1" * 100_000,
        "x:1:" * 100_000,
        "ERROR: " * 60_000,
        "\tat (" * 60_000,
    ):
        crash_report_of(f"==1==ERROR: AddressSanitizer: x\n{line}\n" * 2)


# Programs


@pytest.fixture
def outcome(tmp_path: Path) -> Callable[..., Outcome]:
    """Runs a program of Python on a file."""
    file = tmp_path / "input.bin"

    def run(code: str, timeout: float = 20.0, refusal: int | None = None) -> Outcome:
        file.write_bytes(b"some bytes")
        return FuzzTarget([sys.executable, "-S", "-c", code, "{}"], timeout=timeout, refusal=refusal).run(file)

    return run


def test_a_report_of_a_sanitizer_is_a_crash_with_any_exit_code(outcome: Callable[..., Outcome]) -> None:
    says = f"import sys; sys.stderr.write({REPORTS['ubsan']!r}); sys.exit(int({{}}))"
    assert [outcome(says.format(code)).kind for code in (0, 1, 23)] == [CRASHES] * 3
    assert outcome(says.format(1), refusal=1).kind == CRASHES
    assert outcome("import sys; sys.exit('no such field')").kind == REFUSES
    panics = f"import sys; sys.stderr.write({REPORTS['rust']!r}); sys.exit(int({{}}))"
    assert [outcome(panics.format(code)).kind for code in (101, 1)] == [CRASHES, REFUSES]


def test_the_name_of_the_file_does_not_tell_crashes_apart(outcome: Callable[..., Outcome]) -> None:
    assert outcome("import os, sys; sys.exit('cannot read ' + sys.argv[1])").report.words == "cannot read {}"


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(os.name != "posix", reason="process groups")
@pytest.mark.parametrize("ending", ["sys.exit(0)", "time.sleep(60)", "os.abort()"])
def test_what_a_target_has_started_ends_with_it(ending: str, outcome: Callable[..., Outcome], tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    code = f"""
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
open({str(pid)!r}, "w").write(str(child.pid))
{ending}"""
    found = outcome(code, timeout=1.0)
    assert found.kind == {"sys.exit(0)": ACCEPTS, "time.sleep(60)": HANGS, "os.abort()": CRASHES}[ending]
    end = time.monotonic() + 10
    while (left := is_running(int(pid.read_text()))) and time.monotonic() < end:
        time.sleep(0.01)
    assert not left


def test_a_target_may_say_much(outcome: Callable[..., Outcome]) -> None:
    code = "import sys\nfor _ in range(600): sys.stderr.write('x' * 100_000); sys.stdout.write('y' * 100_000)\nint('z')"
    assert outcome(code).report.words.startswith("ValueError: invalid literal")
