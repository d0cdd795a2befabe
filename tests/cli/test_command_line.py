"""The command line as people like it: files alone, suggestions, examples, completion, and a pager on a terminal."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from nacformats.cli import main
from nacformats.commands.completing import SHELLS
from nacformats.commands.group import EXAMPLES

Run = Callable[..., Result]
ROOT = Path(__file__).resolve().parents[2]


def test_a_file_alone_is_inspected(run: Run, example: Callable[[str], Path], tmp_path: Path) -> None:
    path = example("mlp.nac")
    assert run(path).stdout == run("inspect", path).stdout
    assert run(path, "--section", "ops").stdout == run("inspect", path, "--section", "ops").stdout
    assert run("-", stdin=path.read_bytes()).stdout == run("inspect", "-", stdin=path.read_bytes()).stdout
    assert run(tmp_path).stdout == run("inspect", tmp_path).stdout
    assert "No such file" in run("gone.nac").stderr


def test_a_command_is_no_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("schema").write_text("not this")
    assert "Kaitai" not in run("schema").stderr
    assert run("schema").exit_code == 0


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["inpsect", "x"], "Did you mean inspect?"),
        (["comple", "x"], "compile"),
        (["inspect", "--tabels", "examples/mlp.nac"], "--tables"),
        (["run", "--profil", "examples/mlp.nac"], "--profile"),
        (["inspect", "--section", "ospp", "examples/mlp.nac"], "did you mean ops?"),
        (["xyzzy"], "No such command or file: 'xyzzy'."),
    ],
)
def test_a_misspelled_word_is_named(run: Run, words: list[str], meant: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert meant in result.stderr


def test_every_command_has_examples_that_it_takes() -> None:
    assert EXAMPLES.keys() == {"", *main.commands}
    for name, examples in EXAMPLES.items():
        for _, text in examples:
            words = shlex.split(text.partition(">")[0])
            command = main.declared(words[0] if words[0] in main.commands else "inspect")
            assert not name or command.name == name
            if "--help" not in words:
                parse(command, words[words[0] in main.commands :])


def parse(command: click.Command, words: list[str]) -> None:
    """Parse the words as a command does, without converting values: some have to be files."""
    context = click.Context(command, info_name=command.name, parent=click.Context(main))
    _, left, _ = command.make_parser(context).parse_args(words)
    arguments = [each for each in command.params if isinstance(each, click.Argument)]
    assert not left, f"{words}: {command.name} takes {len(arguments)} arguments"


def test_the_help_of_a_command_ends_with_its_examples(run: Run) -> None:
    for name in ("inspect", "compile"):
        shown = run(name, "--help").stdout
        assert f"nacformats {EXAMPLES[name][-1][1]}" in shown.partition("Examples:")[2]
    assert "Examples:" in run("--help").stdout


def complete(*words: str) -> list[str]:
    """Return what a shell is given for the last word: type,value."""
    found = ShellComplete(main, {}, "nacformats", "_NACFORMATS_COMPLETE").get_completions(list(words[:-1]), words[-1])
    return [f"{each.type},{each.value}" for each in found]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["insp"], ["plain,inspect"]),
        (["exam"], ["file,exam"]),
        (["inspect", "--tab"], ["plain,--tables"]),
        (["run", "--profil"], ["plain,--profile"]),
        (["inspect", "examples/mlp.nac", "--section", "op"], ["plain,ops"]),
        (["inspect", "gone.nac", "--section", "op"], []),
        (["convert", "--to", "onn"], ["plain,onnx"]),
        (["extract", "model.nac", "d"], ["dir,d"]),
        (["examples/mlp.nac", "--tab"], ["plain,--tables"]),
    ],
)
def test_completion(words: list[str], expected: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert complete(*words) == expected


def test_every_shell_has_a_script(run: Run) -> None:
    for shell in SHELLS:
        result = run("completion", shell)
        assert result.exit_code == 0
        assert "_NACFORMATS_COMPLETE" in result.stdout
    assert run("completion", "tcsh").exit_code == 2


def on_terminal(words: list[str], rows: int = 24, **environment: str) -> tuple[str, int]:
    """Run the command on a terminal of so many rows: what it shows, and its exit code."""
    pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")
    fcntl, struct = pytest.importorskip("fcntl"), pytest.importorskip("struct")
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name not in ("LINES", "COLUMNS", "NO_PAGER", "LESS")}
    command = [sys.executable, "-m", "nacformats", *words]
    process = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env={**kept, "TERM": "xterm", **environment},
        cwd=ROOT,
    )
    os.close(theirs)
    shown = b""
    while piece := _read(ours):
        shown += piece
    os.close(ours)
    return shown.decode(), process.wait(timeout=60)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux says so when the other end is closed
        return b""


PAGER = f"{shlex.quote(sys.executable)} -c \"import sys; print('PAGED', len(sys.stdin.readlines()))\""
QUIT = f'{shlex.quote(sys.executable)} -c "import sys; sys.stdin.readline()"'
LONG = ["inspect", "examples/story/story.nac", "--all", "--section", "ops"]


#: By name: words, rows of the terminal, variables, whether there is a pager.
PAGING: dict[str, tuple[list[str], int, dict[str, str], bool]] = {
    "long": (LONG, 24, {}, True),
    "short": (["inspect", "examples/mlp.nac"], 60, {}, False),
    "option": ([*LONG, "--no-pager"], 24, {}, False),
    "before": (["--no-pager", *LONG], 24, {}, False),
    "variable": (LONG, 24, {"NO_PAGER": "1"}, False),
    "cat": (LONG, 24, {"PAGER": "cat"}, False),
    "missing": (LONG, 24, {"PAGER": "no-such-pager"}, False),
    "none": (LONG, 24, {"PAGER": ""}, False),
    "open quotation": (LONG, 24, {"PAGER": "'"}, False),
    "dumb": (LONG, 24, {"TERM": "dumb"}, False),
}


@pytest.mark.sample("long", "before")
@pytest.mark.parametrize(("words", "rows", "environment", "is_paged"), PAGING.values(), ids=PAGING)
def test_long_output_on_a_terminal_is_paged(
    words: list[str], rows: int, environment: dict[str, str], is_paged: bool
) -> None:
    shown, code = on_terminal(words, rows, **{"PAGER": PAGER, **environment})
    assert code == 0
    assert shown.startswith("PAGED") == is_paged
    assert is_paged or "examples/" in shown.splitlines()[0]


@pytest.mark.nightly
def test_to_quit_the_pager_is_no_error() -> None:
    shown, code = on_terminal(["inspect", "examples/story/story.nac", "--all"], PAGER=QUIT)
    assert (shown, code) == ("", 0)


def test_a_bad_file_is_bad_with_a_pager_too(tmp_path: Path) -> None:
    path = tmp_path / "bad.stb"
    path.write_bytes((ROOT / "examples" / "weights.stb").read_bytes()[:200])
    shown, code = on_terminal(["inspect", str(path), "--tables"], rows=5, PAGER=PAGER)
    assert shown.startswith("PAGED")
    assert code == 1


@pytest.mark.nightly
def test_what_a_pipe_gets_is_not_paged(process: Any, example: Callable[[str], Path], monkeypatch: Any) -> None:
    monkeypatch.setenv("PAGER", PAGER)
    assert b"PAGED" not in process("inspect", "--all", example("story/story.nac")).stdout


def test_choices_that_are_missing_are_listed_in_one_line() -> None:
    result = CliRunner().invoke(main, ["completion"], prog_name="nacformats")
    assert result.stderr.endswith("Choose from: bash, zsh, fish\n")
