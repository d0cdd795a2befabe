"""`nacformats run` on files that have a plan."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

import nacformats
from nacformats import NacBuilder
from nacformats.cli import main
from tests.plan.test_later_instructions import DATA, LOAD, STEP, trainable


def file_of(folder: Path, text: str, name: str = "m.nac") -> str:
    """A file that doubles its input, with a plan."""
    builder = NacBuilder()
    x = builder.input("x")
    builder.output(builder.operation("aten.mul.Tensor", x, 2.0))
    nac = builder.build()
    nac.set_plan(nacformats.plan.assemble(text))
    path = folder / name
    path.write_bytes(nacformats.dumps(nac))
    return str(path)


def run(*arguments: str, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["run", *arguments], input=given, env={"COLUMNS": "160"})


def test_the_corpus_prints_and_returns_its_results(corpus: Path) -> None:
    case = corpus / "nac" / "mep_run"
    expected = json.loads((case / "mep_result.json").read_text())
    done = run(str(case / "model.nac"))
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[:2] == expected["stdout"]
    rows = {
        row[1]: (row[2], row[3]) for line in lines if (row := [cell.strip() for cell in line.split("│")])[1:2] != []
    }
    assert rows["0"] == ("str", expected["returns"][0])
    for number, wanted in enumerate(expected["returns"][1:], 1):
        kind, value = rows[str(number)]
        shape = str(wanted["shape"]) if "shape" in wanted else ""
        assert kind == f"{wanted['dtype']}{shape}"
        data = wanted["data"] if "data" in wanted else [wanted["scalar"]]
        assert np.allclose([float(each) for each in re.findall(r"[-\d.]+", value)], data, atol=1e-6)


def test_what_is_returned_is_shown_in_bounds(tmp_path: Path) -> None:
    text = """
    n = 100
    few = [1, 2]
    many = create float32 arange n
    side = [4, 4]
    picture = create float32 ones side
    png = serialize_object picture png
    nothing = null
    return (few, many, png, nothing)
    """
    done = run(file_of(tmp_path, text))
    rows = [[cell.strip() for cell in line.split("│")[1:4]] for line in done.stdout.splitlines() if "│" in line]
    assert rows[0] == ["0", "list", "[1, 2]"]
    assert rows[1] == ["1", "float32[1, 100]", "0.0 to 99.0"]
    assert re.fullmatch(r"\d+ bytes", rows[2][2])
    assert rows[3] == ["3", "NoneType", "None"]
    assert run(file_of(tmp_path, "x = [1, 2]\nreturn (x)")).stdout.count("│") == 4
    assert run(file_of(tmp_path, "return ()")).stdout == ""


def test_the_bare_graph_is_run_when_it_is_asked_for(corpus: Path) -> None:
    case = corpus / "nac" / "mep_run"
    model, inputs = str(case / "model.nac"), str(case / "inputs.npz")
    bare = run(model, "--no-plan", "--inputs", inputs)
    assert (bare.exit_code, bare.stderr) == (0, "")
    assert "float32[2, 4]" in bare.stdout
    told = run(model, "--inputs", inputs)
    assert told.stdout == bare.stdout
    assert "has a plan, which is not run: --inputs is about the graph" in told.stderr


ASKING = """
name = user_prompt text "Name? "
count = user_prompt integer "Count? "
again:
s = format "{} " (name)
loop count
print s no_newline
end
"""


def test_prompts_are_answered_by_options_and_by_lines(tmp_path: Path) -> None:
    model = file_of(tmp_path, ASKING)
    assert run(model, "--answer", "Ada", "--answer", "2").stdout == "Ada Ada \n"
    assert run(model, given="Bob\r\n3\nrest\n").stdout == "Bob Bob Bob \n"
    assert run(model, "--answer", "Ada", given="1").stdout == "Ada \n"
    assert run(model, given=b"\xff\n1\n").stdout == "\ufffd \n"


def test_answers_that_nobody_asked_for_are_named(tmp_path: Path) -> None:
    model = file_of(tmp_path, ASKING)
    done = run(model, "--answer", "Ada", "--answer", "1", "--answer", "x", "--answer", "y")
    assert (done.exit_code, done.stdout) == (0, "Ada \n")
    assert done.stderr == "--answer: 2 of 4 answers were not used: the plan asked 2 times\n"
    silent = file_of(tmp_path, "halt", "silent.nac")
    assert run(silent, "--answer", "x").stderr == "--answer: 1 of 1 answers was not used: the plan asked for none\n"
    assert run(model, "--answer", "Ada", "--answer", "2").stderr == ""


def test_the_end_of_the_input_is_a_clean_error(tmp_path: Path) -> None:
    done = run(file_of(tmp_path, ASKING), given="Bob\n")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "SRC_USER_PROMPT: the input ended before the prompt was answered: got Count?" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_bad_plan_is_told_with_the_way_around_it(tmp_path: Path) -> None:
    model = file_of(tmp_path, "x = 1\nprint x no_newline\ny = x + s9")
    done = run(model)
    assert done.exit_code == 1
    assert done.stdout == "1\n"
    assert re.search(r"orch\.bytecode \(byte \d+\): MATH_BINARY: slot 9 is empty.*--no-plan", done.stderr)
    assert run(model, "--random", "--shape", "x=2").exit_code == 0


def test_hostile_text_does_not_reach_the_terminal(tmp_path: Path) -> None:
    text = r'e = "\u001b[2J\r\u202e\u0007 a\tb é 👩\u200d👧\n"' + "\nprint e no_newline\nio_write e stderr\nreturn (e)"
    done = run(file_of(tmp_path, text))
    shown = "\\x1b[2J\\r\\u202e\\x07 a\tb é 👩\u200d👧\n"
    assert done.stdout.startswith(shown)
    assert done.stderr.startswith(shown)
    assert not set("\x1b\r\u202e\x07") & set(done.stdout + done.stderr)


def test_prompts_are_escaped_in_errors(tmp_path: Path) -> None:
    done = run(file_of(tmp_path, r'e = user_prompt text "\u001b[2J"'), given="")
    assert done.exit_code == 2
    assert "\x1b" not in done.stderr


SAMPLING = (
    "n = 500\nx = create float32 arange n\nt = 100.0\nk = 0\na = sample x t k\nb = sample x t k\nprint a\nprint b\n"
)


def test_a_seed_makes_runs_repeat(tmp_path: Path) -> None:
    model = file_of(tmp_path, SAMPLING)
    assert run(model, "--seed", "5").stdout == run(model, "--seed", "5").stdout
    assert len({run(model).stdout for _ in range(5)}) > 1


def test_files_are_refused_unless_a_folder_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    np.save(folder / "x.npy", np.arange(3))
    (tmp_path / "secret.npy").write_bytes((folder / "x.npy").read_bytes())
    model = file_of(tmp_path, 'x = load_datafile array "x.npy"\nn = "y.txt"\nio_write x file n\nreturn (x)')
    refused = run(model)
    assert refused.exit_code == 1
    assert "the plan may not open the file 'x.npy'" in refused.stderr
    assert "--files DIR" in refused.stderr
    read = run(model, "--files", str(folder))
    assert read.exit_code == 1
    assert "files may be read here, not written" in read.stderr
    written = run(model, "--files", str(folder), "--write")
    assert (written.exit_code, "[0, 1, 2]" in written.stdout) == (0, True)
    assert (folder / "y.txt").read_text() == "[0 1 2]"
    above = file_of(tmp_path, 'x = load_datafile array "../secret.npy"')
    assert "is refused: it leads out of the folder" in run(above, "--files", str(folder)).stderr


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--max-instructions", "9"], "more than 9 instructions"),
        (["--max-output", "1kB"], "prints and writes more than 1,000 bytes"),
        (["--timeout", "0.2", "--max-output", "1TiB"], "takes longer than 0.2 s"),
        (["--max-memory", "100"], "in slots"),
    ],
)
def test_budgets_are_options(tmp_path: Path, options: list[str], reason: str) -> None:
    done = run(file_of(tmp_path, 'y = true\nagain:\ns = "x"\nprint s no_newline\nbranch_if y again'), *options)
    assert done.exit_code == 1
    assert reason in done.stderr


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--write"], "--write is about a folder"),
        (["--files", "nowhere"], "nowhere: is no folder"),
        (["--files", "a\0b"], "is no folder"),
        (["--no-plan", "--answer", "x"], "--answer is about a plan: --no-plan runs the graph"),
        (["--random", "--files", "."], "--files is about a plan: --random runs the graph"),
        (["--max-output", "x"], "is not a size"),
    ],
)
def test_wrong_options_are_usage_errors(tmp_path: Path, options: list[str], reason: str) -> None:
    done = run(file_of(tmp_path, "x = 1"), *options)
    assert done.exit_code == 2
    assert reason in done.stderr


def test_the_mode_is_an_option(tmp_path: Path) -> None:
    file = file_of(tmp_path, "mode = exec_mode\nprint mode")
    assert run(file).stdout == "infer_train\n"
    for mode in ("infer", "train", "infer_train"):
        assert run(file, "--mode", mode).stdout == f"{mode}\n"
    assert run(file, "--mode", "predict").exit_code == 2


def test_a_trained_model_goes_where_the_command_line_says(tmp_path: Path) -> None:
    trained = trainable(**DATA)
    trained.set_plan(nacformats.plan.assemble(f'{LOAD}{STEP}path = ""\nsave_weights 0 path'))
    model, new = tmp_path / "m.nac", tmp_path / "new.nac"
    nacformats.dump(trained, model)
    before = model.read_bytes()
    refused = run(str(model))
    assert refused.exit_code == 1
    assert "the plan may not replace the file that it is in" in refused.stderr
    assert "--save FILE" in refused.stderr
    assert run(str(model), "--save", str(new)).exit_code == 0
    with nacformats.Session(new) as session:
        assert not np.array_equal(session.parameters["w"], np.ones((3, 2)))
    for target, more, reason in (
        (new, (), "exists; --force replaces it"),
        (model, ("--force",), "name another file than the model"),
        (tmp_path / "no" / "m.nac", (), "does not exist"),
    ):
        done = run(str(model), "--save", str(target), *more)
        assert done.exit_code == 2
        assert reason in done.stderr
    assert run(str(model), "--save", str(new), "--force").exit_code == 0
    assert model.read_bytes() == before


def test_options_of_plans_need_one(tmp_path: Path) -> None:
    builder = NacBuilder()
    builder.output(builder.operation("aten.relu.default", builder.input("x")))
    (tmp_path / "bare.nac").write_bytes(nacformats.dumps(builder.build()))
    done = run(str(tmp_path / "bare.nac"), "--answer", "x")
    assert done.exit_code == 2
    assert "--answer is about a plan: the file has none" in done.stderr


def process(*arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "nacformats", "run", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env={**os.environ, "NO_COLOR": "1"})


def test_text_comes_as_it_is_made(tmp_path: Path) -> None:
    model = file_of(tmp_path, 'a = "first"\nprint a no_newline\nb = user_prompt text ""\nprint b\n')
    with process(model) as running:
        assert running.stdout is not None
        assert running.stdin is not None
        assert running.stdout.read(5) == b"first"  # while the plan waits for an answer
        out, err = running.communicate(b" second\n", timeout=60)
    assert (out, err, running.returncode) == (b" second\n", b"", 0)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_an_interrupt_ends_it_cleanly(tmp_path: Path) -> None:
    model = file_of(tmp_path, 'y = true\na = "go"\nprint a\nagain:\nbranch_if y again')
    with process(model, "--max-instructions", "1000000000000") as running:
        assert running.stdout is not None
        assert running.stdout.read(2) == b"go"
        time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=60)
    assert (err, running.returncode) == (b"", 130)


@pytest.mark.skipif(os.name != "posix", reason="pseudo terminals of POSIX")
def test_prompts_are_shown_to_who_types(tmp_path: Path) -> None:
    import pty

    model = file_of(tmp_path, r'a = user_prompt text "Name\u001b? "' + "\nprint a")
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "nacformats", "run", model]
    with subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower) as running:
        os.close(follower)
        shown = b""
        while b"? " not in shown:
            shown += os.read(leader, 100)
        os.write(leader, b"Ada\n")
        rest = b""
        while rest.count(b"Ada") < 2:  # the echo, and what the plan prints
            rest += os.read(leader, 100)
        assert running.wait(timeout=60) == 0
    os.close(leader)
    assert shown == b"Name\\x1b? "
