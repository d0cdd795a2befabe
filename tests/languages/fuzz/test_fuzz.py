"""Damaged files in Rust, Go and Java: nothing but an error of the package comes out, in bounded time.

Go has a fuzzer of its own; the other two change bytes blindly. TypeScript's is in test_typescript.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
from pathlib import Path

import pytest

from tests.conformance import vectors
from tests.conformance.schemas import subjects
from tests.languages.typed.asking import needed
from tests.languages.typed.programs import package_files
from tests.languages.typed.walking import shown

HERE = Path(__file__).parent
SECONDS = 40
#: Larger files say little more.
MOST_BYTES = 4096


def seeds() -> list[str]:
    """Return the files of conformance/, as SCHEMA=PATH."""
    found = []
    for subject in subjects():
        for vector in vectors.load(subject):
            path = vectors.folder_of(subject) / vector.file
            if 0 < path.stat().st_size <= MOST_BYTES:
                found.append(f"{subject.name}={path}")
    return found


def make(language: str, name: str, place: str, folder: Path) -> None:
    """Write the package of a language with all schemas, and a program that damages files."""
    needed(language)
    files = package_files(language, [shown(each) for each in subjects()])
    words = {"crate": "", "module": "", "imports": "", "listed": ""}
    if language == "rust":
        words["crate"] = re.findall(r'name = "(\w+)"', files["Cargo.toml"])[0]
    elif language == "go":
        words["module"] = files["go.mod"].partition("module ")[2].split()[0]
        folders = sorted(path.split("/")[0] for path, text in files.items() if "record.Schema{Name" in text)
        words["imports"] = "\n".join(f'"{words["module"]}/{each}"' for each in folders)
        words["listed"] = ", ".join(f"&{each}.Schema" for each in folders)
    else:
        roots = [path for path, text in files.items() if "    public static final Schema SCHEMA" in text]
        words["module"] = Path(roots[0]).parent.relative_to("src/main/java").as_posix().replace("/", ".")
        words["listed"] = ", ".join(f"{Path(each).stem}.SCHEMA" for each in roots)
    text = (HERE / name).read_text(encoding="utf-8")
    files[place] = re.sub(r"@(\w+)@", lambda found: words[found[1]], text)
    for path, source in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(source, encoding="utf-8")


def run(folder: Path, *command: str, **environment: str) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=20 * SECONDS + 900,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-4000:]}{done.stderr[-4000:]}"
    return done.stdout


def assert_unbroken(said: str, seed: int) -> None:
    *broken, last = said.splitlines()
    assert not broken, f"seed {seed}: {broken[0][:3000]}"
    assert int(last.removesuffix(" files")) > SECONDS


@pytest.mark.nightly
def test_rust(tmp_path: Path) -> None:
    """In debug mode: what overflows is a panic."""
    make("rust", "fuzz.rs", "src/bin/fuzz.rs", tmp_path)
    run(tmp_path, "cargo", "build", "--offline", "--quiet", "--bin", "fuzz", "--target-dir", "target")
    seed = random.SystemRandom().randrange(1 << 31)
    assert_unbroken(run(tmp_path, "target/debug/fuzz", str(SECONDS), str(seed), *seeds()), seed)


@pytest.mark.nightly
def test_java(tmp_path: Path) -> None:
    make("java", "Fuzz.java", "src/main/java/Fuzz.java", tmp_path)
    sources = sorted(str(path) for path in tmp_path.rglob("*.java") if "test" not in path.relative_to(tmp_path).parts)
    run(tmp_path, "javac", "-nowarn", "-d", "classes", *sources)
    seed = random.SystemRandom().randrange(1 << 31)
    command = ("java", "-Xss16m", "-Xmx1g", "-cp", "classes", "Fuzz", str(SECONDS), str(seed))
    assert_unbroken(run(tmp_path, *command, *seeds()), seed)


@pytest.mark.nightly
def test_go(tmp_path: Path) -> None:
    make("go", "fuzz_test.go", "fuzz/fuzz_test.go", tmp_path)
    command = ("go", "test", "-fuzz", "FuzzFiles", "-fuzztime", f"{SECONDS}s", "-parallel", "1", "./fuzz")
    assert "PASS" in run(tmp_path, *command, SEEDS=" ".join(seeds()), GOMEMLIMIT="1GiB")
