"""Programs as new users of a package write them do what Python does, byte for byte."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from nacformats.languages.targets import language_files
from nacformats.schema.sources import ROOT
from nacformats.targets.loading import schema_of_file
from tests.languages.users import task
from tests.partners import needs

GO_MODULE = "example.org/station/satx"
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
@needs("cargo")
def test_rust(tmp_path: Path) -> None:
    package("rust", tmp_path)
    shutil.copy(task.HERE / "user.rs", tmp_path / "src" / "bin")
    build(tmp_path, "cargo", "clippy", "--quiet", "--offline", "--all-targets", "--", "-D", "warnings")
    build(tmp_path, "cargo", "build", "--quiet", "--offline")
    task.check([str(tmp_path / "target" / "debug" / "user")], tmp_path)


@needs("go")
def test_go(tmp_path: Path) -> None:
    package("go", tmp_path, GO_MODULE)
    (tmp_path / "cmd" / "user").mkdir()
    shutil.copy(task.HERE / "user.go", tmp_path / "cmd" / "user" / "main.go")
    build(tmp_path, "go", "vet", "./...")
    build(tmp_path, "gofmt", "-l", ".")
    build(tmp_path, "go", "build", "-o", "user", "./cmd/user")
    task.check([str(tmp_path / "user")], tmp_path)


@pytest.mark.nightly
@needs("javac")
def test_java(tmp_path: Path) -> None:
    """Two packages live on one class path."""
    package("java", tmp_path, JAVA_PACKAGE)
    package("java", tmp_path, "org.example.other")
    sources = "src/main/java"
    source = ("-sourcepath", sources, str(task.HERE / "User.java"), f"{sources}/org/example/other/Satx.java")
    build(tmp_path, "javac", "-Xlint:all", "-Werror", "-encoding", "UTF-8", "-d", "classes", *source)
    task.check(["java", "-cp", str(tmp_path / "classes"), "User"], tmp_path)


NODE = """declare module "node:fs" {
    export function readFileSync(path: string): Uint8Array;
    export function writeFileSync(path: string, data: Uint8Array): void;
}
declare const process: { argv: [string, string, string, string] };
"""
#: What a compiler has to find.
WRONG = """import { Event, Satx } from "satx";
// @ts-expect-error: no severity is called so
const severity: Event["severity"] = "sever";
// @ts-expect-error: a packet has to have a kind
Satx.create({ packets: [{ elapsed: 1n }] });
// @ts-expect-error: a trailer is no body
Satx.create({ packets: [{ kind: "event", elapsed: 1n, body: { $type: "Trailer" } }] });
// @ts-expect-error: a body may be of another kind
Satx.create().packets[0]?.body?.severity;
"""
COMPILER = str(ROOT / "node_modules" / "typescript" / "bin" / "tsc")
STRICT = ("--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noImplicitOverride")
MODULES = ("--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom", "--types", "")


@needs("typescript")
def test_typescript(tmp_path: Path) -> None:
    package("typescript", tmp_path / "node_modules" / "satx")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "node.d.ts").write_text(NODE)
    shutil.copy(task.HERE / "user.ts", tmp_path)
    (tmp_path / "wrong.ts").write_text(WRONG)
    build(tmp_path, "node", COMPILER, *STRICT, *MODULES, "user.ts", "wrong.ts", "node.d.ts")
    task.check(["node", str(tmp_path / "user.js")], tmp_path)


@needs("cc")
def test_c(tmp_path: Path) -> None:
    package("c", tmp_path)
    flags = ("-std=c99", "-O1", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror", "-pedantic", "-I.")
    build(tmp_path, "cc", *flags, str(task.HERE / "user.c"), "satx.c", "nacformats.c", "-o", "user")
    task.check([str(tmp_path / "user")], tmp_path)
