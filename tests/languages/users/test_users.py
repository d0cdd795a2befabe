"""Programs as new users of a package write them do what Python does, byte for byte."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from nacformats.languages.targets import language_files
from nacformats.targets.loading import schema_of_file
from tests.languages.users import task
from tests.partners import needs

JAVA_PACKAGE = "org.example.telemetry"


def test_the_files_are_what_python_makes() -> None:
    for path, data in task.files().items():
        assert (task.HERE / path).read_bytes() == data, path


def package(language: str, folder: Path, module: str = "") -> None:
    """Write the package of a language into a folder."""
    for name, text in language_files(language, "satx", [schema_of_file(task.SCHEMA)], module).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def build(folder: Path, *command: str) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=500, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.nightly
@needs("javac")
def test_java(tmp_path: Path) -> None:
    package("java", tmp_path, JAVA_PACKAGE)
    source = ("-sourcepath", "src/main/java", str(task.HERE / "User.java"))
    build(tmp_path, "javac", "-Xlint:all", "-Werror", "-encoding", "UTF-8", "-d", "classes", *source)
    task.check(["java", "-cp", str(tmp_path / "classes"), "User"], tmp_path)
