"""`nacformats fuzz --target`: programs that misbehave, and parsers whose crashes a sanitizer tells."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from nacformats.commands.fuzzing import CorpusFolder
from nacformats.fuzz import findings
from nacformats.fuzz.corpora import CorpusFile
from nacformats.fuzz.target import FuzzTarget
from tests.partners import partner

SCORES = Path(__file__).resolve().parents[2] / "docs" / "scores.ksy"
Run = Callable[..., Result]


@pytest.mark.parametrize(
    "code", ["os.close(0)", "os.remove(sys.argv[1])", "os.remove(sys.argv[1]); os.mkdir(sys.argv[1])", "os.close(2)"]
)
def test_a_target_may_do_anything_with_its_file(code: str, run: Run, tmp_path: Path) -> None:
    script = tmp_path / "target.py"
    script.write_text(f"import os, sys\n{code}")
    result = run("fuzz", SCORES, "--count", 3, "--target", f"{sys.executable} -S {script} {{}}")
    assert (result.exit_code, result.stderr) == (0, "")


# Parsers in C

PARSER = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t end_of(const unsigned char *data, size_t size) {
    size_t place = 5;
    for (int count = data[4]; count > 0 && place < size; count--) place += 3 + data[place];
    return place;
}

static int total(const unsigned char *data, size_t size) {
    int count[4] = {0}, sum = 0x7fffffff - 8;
    for (size_t place = 5; place + 2 < size; place += 3 + data[place]) {
        char *name = malloc(16), size_of_name = data[place];
        if (size_of_name > 20) memcpy(name, data + place + 1, size_of_name);
        if (size_of_name == 3) free(name);
        if (size_of_name == 3) name[0] = 1;
        sum += size_of_name;
        if (size_of_name != 3) free(name);
    }
    return sum + count[0];
}

int main(int argc, char **argv) {
    FILE *file = fopen(argv[1], "rb");
    size_t size = 0;
    unsigned char *data = malloc(1 << 16);
    size = fread(data, 1, 1 << 16, file);
    data = realloc(data, size ? size : 1);
    fclose(file);
    if (!size) *(volatile int *)0 = 1;
    if (size < 5 || memcmp(data, "SCOR", 4) || end_of(data, size) != size) return 1;
    int found = total(data, size);
    free(data);
    return found == 1;
}
"""


@pytest.fixture(scope="module")
def sanitized(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A parser of scores with four mistakes, built with sanitizers."""
    partner("cc")
    folder = tmp_path_factory.mktemp("sanitized")
    (folder / "parser.c").write_text(PARSER)
    flags = ["-g", "-O0", "-w", "-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
    command = ["cc", *flags, str(folder / "parser.c"), "-o", str(folder / "parser")]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("the C compiler has no sanitizers")
    return folder / "parser"


@pytest.mark.nightly
def test_each_defect_of_a_parser_is_found_with_its_own_small_file(
    sanitized: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASAN_OPTIONS", "detect_leaks=0:abort_on_error=1:symbolize=0")  # symbols are slow
    monkeypatch.setattr(findings, "STEPS", 80)
    folder = tmp_path / "corpus"
    arguments = ("--near", "--count", 60, "--max-size", 300, "--target", f"{sanitized} {{}}", "--out", folder)
    result = run("fuzz", SCORES, *arguments)
    assert result.exit_code == 1, result.output
    found: list[dict[str, Any]] = json.loads((folder / "findings" / "findings.json").read_text())["findings"]
    crashes = [each for each in found if each["kind"] == "crash"]
    said = [each["target"]["words"] for each in crashes]
    kinds = ("heap-buffer-overflow", "heap-use-after-free", "signed integer overflow", "SEGV")
    assert sorted(kind for kind in kinds for words in said if kind in words) == sorted(kinds), said
    target = FuzzTarget([str(sanitized), "{}"], timeout=20)
    for each in crashes:
        path = folder / "findings" / each["file"]
        assert target.run(path).report.words == each["target"]["words"], "the file shows the crash that it stands for"
        assert each["size"] < 60, each
        assert each["size"] > 0 or "SEGV" in each["target"]["words"]


# Being stopped

SLOW = "import os, sys, time\nopen('{ready}', 'a').write('x')\ntime.sleep(0.02)\nos.abort()"


@pytest.mark.sample(each=2)
@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_what_was_found_before_an_interruption_is_kept_and_told(number: int, code: int, tmp_path: Path) -> None:
    script, ready, folder = tmp_path / "target.py", tmp_path / "ready", tmp_path / "corpus"
    script.write_text(SLOW.format(ready=ready))
    target = f"{sys.executable} -S {script} {{}}"
    command = [sys.executable, "-m", "nacformats", "fuzz", str(SCORES), "--count", "1000000", "--out", str(folder)]
    with subprocess.Popen([*command, "--target", target], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        end = time.monotonic() + 60
        while not (ready.exists() and len(ready.read_bytes()) > 20) and time.monotonic() < end:
            time.sleep(0.02)
        process.send_signal(number)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == code, errors
    assert b"Traceback" not in errors
    assert re.search(rb"stopped after [\d,]+ of 1,000,000 files", errors)
    assert b"crash (SIGABRT)" in output
    assert b"SIGKILL" not in output, "that was us"
    (found,) = json.loads((folder / "findings" / "findings.json").read_text())["findings"]
    assert (folder / "findings" / found["file"]).stat().st_size == found["size"]
    assert len(json.loads((folder / "manifest.json").read_text())["files"]) >= 20


@pytest.mark.skipif(os.name != "posix", reason="a signal ends the program")
def test_what_was_found_before_the_disk_was_full_is_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(folder: CorpusFolder, entry: CorpusFile) -> None:
        if entry.index == 9:
            raise OSError(errno.ENOSPC, "No space left on device", str(folder.path / entry.name))
        (folder.path / entry.name).write_bytes(entry.data)

    monkeypatch.setattr(CorpusFolder, "_write", write)
    script = tmp_path / "target.py"
    script.write_text("import os\nos.abort()")
    arguments = ("--target", f"{sys.executable} -S {script} {{}}", "--jobs", 1, "--out", tmp_path / "corpus")
    result = run("fuzz", SCORES, "--count", 30, *arguments)
    assert result.exit_code == 2
    assert "No space left on device" in result.stderr
    assert "stopped after" in result.stderr
    assert "crash (SIGABRT)" in result.stdout
    listed = json.loads((tmp_path / "corpus" / "manifest.json").read_text())["files"]
    assert [each["file"] for each in listed] == [f"{index:02}.scores" for index in range(9)]
    assert len(list((tmp_path / "corpus" / "findings").iterdir())) == 2


# Options


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--count", "-1"], "--count"),
        (["--count", "10000000000"], "--count"),
        (["--max-size", "-1"], "--max-size"),
        (["--max-size", "99999999999"], "--max-size"),
        (["--max-size", "4"], "no file of at most 4 bytes was found: the smallest that was found takes 5"),
        (["--jobs", "2"], "--jobs is about runs of a --target"),
        (["--refuses", "2"], "--refuses is about runs of a --target"),
        (["--timeout", "2"], "--timeout is about runs of a --target"),
        (["--timeout", "nan", "--target", "true"], "--timeout"),
        (["--timeout", "inf", "--target", "true"], "--timeout"),
        (["--jobs", "1000000", "--target", "true"], "--jobs"),
        (["--force"], "--force is about the folder of --out"),
        (["--target", "./no-such-program"], "there is no program"),
        (["--target", "/"], "there is no program"),
        (["--target", "a\0b"], "a zero byte"),
        (["--out", "/proc/self/nothing/here"], "/proc/self/nothing"),
    ],
)
def test_options_that_make_no_sense(arguments: list[str], message: str, run: Run) -> None:
    result = run("fuzz", SCORES, *arguments)
    assert result.exit_code == 2, result.output
    assert message in result.stderr


def test_a_program_that_cannot_be_started(run: Run, tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text("no program\n")
    program.chmod(0o755)
    result = run("fuzz", SCORES, "--count", 3, "--target", f"{program} {{}}")
    assert result.exit_code == 2
    assert "Exec format error" in result.stderr
