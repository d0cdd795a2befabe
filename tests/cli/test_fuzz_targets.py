"""`nacformats fuzz --target`: programs that misbehave, and parsers whose crashes a sanitizer tells."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from nacformats.fuzz import findings
from nacformats.fuzz.target import Target

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
    compiler = shutil.which("gcc") or shutil.which("clang")
    if compiler is None or os.name != "posix":
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("sanitized")
    (folder / "parser.c").write_text(PARSER)
    flags = ["-g", "-O0", "-w", "-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
    command = [compiler, *flags, str(folder / "parser.c"), "-o", str(folder / "parser")]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("the C compiler has no sanitizers")
    return folder / "parser"


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
    target = Target([str(sanitized), "{}"], timeout=20)
    for each in crashes:
        path = folder / "findings" / each["file"]
        assert target.run(path).report.words == each["target"]["words"], "the file shows the crash that it stands for"
        assert each["size"] < 60, each
        assert each["size"] > 0 or "SEGV" in each["target"]["words"]
