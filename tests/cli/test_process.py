"""The command as a process: pipes, signals, terminals, and how long it takes to start."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

COMMAND = [sys.executable, "-m", "nacformats"]
#: Commands that print, whatever is right or wrong.
PRINTING = (
    "--help",
    "--version",
    "validate {example}",
    "validate --json {example}",
    "validate --json /nowhere.stb",
    "inspect {example}",
    "inspect --json {example}",
    "inspect --json /nowhere.stb",
    "diff --json {example} {example}",
    "diff --json {example} {other}",
    "run {example} --random --shape x=2x8",
    "schema",
    "schema stb",
    "convert {example} - --to micb",
    "repair {example} -",
)
needs_posix = pytest.mark.skipif(os.name != "posix", reason="signals and pseudo terminals")


@pytest.mark.nightly
def test_no_colour_and_no_progress_in_a_pipe(process: Any, example: Any) -> None:
    done = process("inspect", example("weights.stb"))
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout
    assert done.stderr == b""


@pytest.mark.nightly
def test_binary_output_through_a_pipe(process: Any, example: Any) -> None:
    done = process("convert", "-", "-", "--to", "micb", stdin=example("residual.mic2").read_bytes())
    assert done.stdout == example("residual.micb").read_bytes()


@needs_posix
def test_a_closed_pipe_is_no_traceback(example: Any) -> None:
    command = [*COMMAND, "inspect", "--json", str(example("mlp.nac"))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait(timeout=60) == 141


@pytest.mark.sample(each=8)
@needs_posix
@pytest.mark.parametrize(
    "words",
    [
        "convert - {x}.stb",
        "repair - {x}.stb",
        "inspect -",
        "inspect --json -",
        "validate -",
        "diff --json - -",
        "run -",
    ],
)
def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, words: str) -> None:
    reader, writer = os.pipe()
    command = [*COMMAND, *words.format(x=tmp_path / "x").split()]
    with subprocess.Popen(command, stdin=reader, stderr=subprocess.PIPE) as child:
        assert child.stderr is not None
        os.write(writer, bytes(1 << 20))  # more than the pipe holds: it returns when the command reads
        child.send_signal(signal.SIGINT)
        message = child.stderr.read()
        assert child.wait(timeout=60) == 130
    os.close(reader)
    os.close(writer)
    assert message == b""
    assert not list(tmp_path.iterdir())


@needs_posix
def test_an_interrupt_while_modules_are_imported_is_no_traceback() -> None:
    code = """
import sys
class Interrupting:
    def find_spec(self, name, *_):
        if name == "nacformats.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
from nacformats.__main__ import run
run()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@needs_posix
def test_colour_on_a_terminal_and_no_binary_output(example: Any) -> None:
    import pty

    ours, theirs = pty.openpty()
    coloured = {**{name: value for name, value in os.environ.items() if name != "NO_COLOR"}, "TERM": "xterm"}
    command = [*COMMAND, "inspect", str(example("weights.stb"))]
    done = subprocess.run(command, stdout=theirs, env=coloured, check=False, timeout=60)
    assert done.returncode == 0
    assert b"\x1b[" in os.read(ours, 1 << 16)
    command = [*COMMAND, "convert", str(example("residual.mic2")), "-", "--to", "micb"]
    done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, check=False, timeout=60)
    assert done.returncode == 2
    assert b"standard output is a terminal" in done.stderr
    os.close(ours)
    os.close(theirs)


@pytest.mark.sample(each=2)
@needs_posix
@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colour_on_a_terminal_that_is_asked_for_none(example: Any, name: str, value: str) -> None:
    import pty

    ours, theirs = pty.openpty()
    environment = {**os.environ, name: value}
    command = [*COMMAND, "inspect", str(example("weights.stb"))]
    done = subprocess.run(command, stdout=theirs, env=environment, check=False, timeout=60)
    assert done.returncode == 0
    assert b"\x1b" not in os.read(ours, 1 << 16)
    os.close(ours)
    os.close(theirs)


def test_help_imports_only_what_reads_files() -> None:
    unwanted = ("construct", "nacformats.runtime.session", "rich", "safetensors.torch", "torch")
    code = f"import sys, nacformats.cli; print([name for name in {unwanted} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "[]\n"


def through_a_shell(words: str, example: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command with what a shell does to its streams; {example} and {other} are files."""
    files = {"example": example("residual.mic2"), "other": example("weights.stb")}
    quoted = {name: shlex.quote(str(path)) for name, path in files.items()}
    line = f"{shlex.join(COMMAND)} {words.format(**quoted)}"
    return subprocess.run(["sh", "-c", line], capture_output=True, check=False, timeout=60)


@pytest.mark.sample(each=8)
@needs_posix
@pytest.mark.parametrize(
    "words",
    [
        "validate -",
        "validate --json -",
        "inspect -",
        "diff - {example}",
        "convert - x.micb",
        "repair - x.micb",
        "run -",
    ],
)
def test_a_closed_standard_input_is_no_traceback(example: Any, words: str) -> None:
    done = through_a_shell(f"{words} <&-", example)
    assert done.returncode == 2
    assert b"standard input is closed: give the name of a file" in done.stdout + done.stderr
    assert (done.stdout + done.stderr).count(b"\n") == (3 if "--json" in words else 1)


@pytest.mark.sample(each=16)
@needs_posix
@pytest.mark.parametrize("words", PRINTING)
@pytest.mark.parametrize(
    ("stream", "said"),
    [(">&-", b"standard output is closed: give the name of a file"), (">/dev/full", b"No space left on device")],
)
def test_a_closed_or_full_standard_output_is_no_traceback(example: Any, words: str, stream: str, said: bytes) -> None:
    done = through_a_shell(f"{words} {stream}", example)
    assert done.returncode == 2
    assert done.stderr.startswith(b"nacformats: ")
    assert done.stderr.endswith(said + b"\n")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.nightly
@pytest.mark.sample(each=2)
@needs_posix
@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full"])
def test_an_error_that_nobody_can_be_told_has_its_exit_code(example: Any, closed: str) -> None:
    for words, code in (("inspect /nowhere.stb", 2), ("convert {example} - --to micb", 0), ("inspect", 2)):
        assert through_a_shell(f"{words} {closed}", example).returncode == code, words


@needs_posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_that_ends_the_command_leaves_nothing_behind(tmp_path: Path, name: str) -> None:
    target, number = tmp_path / "x.stb", getattr(signal, name)
    code = f"""
import signal, sys, time
from nacformats.files import write_atomically
from nacformats.commands.ending import ended_by_signals

def chunks():
    yield bytes(1 << 21)
    print("writing", flush=True)
    while True:
        time.sleep(0.01)

signal.signal(signal.{name}, signal.SIG_DFL)
with ended_by_signals():
    write_atomically(sys.argv[1], chunks())
"""
    command = [sys.executable, "-c", code, str(target)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        assert len(list(tmp_path.iterdir())) == 1
        child.send_signal(number)
        child.send_signal(number)  # as `timeout` does
        assert child.stderr.read() == b""
        assert child.wait(timeout=60) in (128 + number, -number)  # the second one may find nothing left to disturb
    assert not list(tmp_path.iterdir())


@needs_posix
def test_handlers_of_others_are_left_alone(run: Any, example: Any) -> None:
    def mine(*_: Any) -> None: ...

    before = signal.signal(signal.SIGTERM, mine)
    try:
        assert run("validate", example("weights.stb")).exit_code == 0
        assert signal.getsignal(signal.SIGTERM) is mine
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        assert run("validate", example("weights.stb")).exit_code == 0
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)
