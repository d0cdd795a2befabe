"""All readers that there are: those of this process, and the packages of other languages, which are built first."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from nacformats.schema.sources import ROOT
from nacformats.targets import packages
from tests.conformance import pythons
from tests.conformance.answers import ALL, OURS, Answer, Claims
from tests.conformance.javascript import JavaScriptReader
from tests.conformance.programs import Program
from tests.conformance.pythons import MissingError
from tests.conformance.schemas import Subject
from tests.packages import made, sha256
from tests.partners import reason

#: Where packages are built: never where they are made.
BUILT = ROOT / "build" / "conformance"
BUILD_SECONDS = 900


class Reader(Protocol):
    """Attributes: name, as the command line has it; is_held: whether it fails when it says something else; claims."""

    name: str
    is_held: bool
    claims: Claims

    def knows(self, subject: Subject) -> bool:
        """Return True if the reader reads files of a schema."""

    def answer(self, subject: Subject, path: Path) -> Answer:
        """Return what it says of a file. MissingError where it cannot be run."""

    def close(self) -> None: ...


@dataclass(frozen=True)
class Language:
    """How the package of a language is built and run.

    Attributes:
        name: of the language, and of its folder.
        tools: programs that have to be on the PATH.
        build: (the folder with a copy of the package) -> commands that are run there.
        program: (that folder) -> the command that serves.
    """

    name: str
    tools: tuple[str, ...]
    build: Callable[[Path], Sequence[Sequence[str]]]
    program: Callable[[Path], Sequence[str]]


def _build_c(folder: Path) -> list[list[str]]:
    sources = sorted(path.name for path in folder.glob("*.c") if path.name != "example.c")
    flags = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror", "-pedantic"]
    return [["cc", *flags, "-I.", *sources, "-o", "nacdump"]]


def _build_java(folder: Path) -> list[list[str]]:
    sources = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.java") if "test" not in path.parts)
    return [["javac", "-d", "classes", *sources]]


def _java_program(folder: Path) -> str:
    """Return the class of the program in the package of Java, which is called like the package."""
    found = next((folder / "classes").rglob("Nacdump.class"))
    return ".".join(found.relative_to(folder / "classes").with_suffix("").parts)


#: The packages of this project. `python -m tests.conformance NAME`.
LANGUAGES = (
    Language("c", ("cc",), _build_c, lambda folder: [str(folder / "nacdump")]),
    Language(
        "rust",
        ("cargo",),
        lambda _: [["cargo", "build", "--release", "--offline", "--quiet", "--target-dir", "target"]],
        lambda folder: [str(folder / "target" / "release" / "nacdump")],
    ),
    Language(
        "go",
        ("go",),
        lambda _: [["go", "build", "-o", "built/nacdump", "./cmd/nacdump"]],
        lambda folder: [str(folder / "built" / "nacdump")],
    ),
    Language("typescript", ("node",), lambda _: [], lambda folder: ["node", str(folder / "bin" / "nacdump.js")]),
    Language(
        "java",
        ("javac", "java"),
        _build_java,
        lambda folder: ["java", "-Xss16m", "-cp", str(folder / "classes"), _java_program(folder)],
    ),
)


@dataclass
class PackageReader:
    """The reader of a language: one package for all of our schemas, and one for each of a stranger."""

    language: Language
    is_held: bool = True
    claims: Claims = OURS
    _programs: dict[str, Program | MissingError] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.language.name

    def knows(self, subject: Subject) -> bool:
        return subject.is_ours or self.language.name in packages.ALL_TARGETS

    def answer(self, subject: Subject, path: Path) -> Answer:
        return self._program(subject).ask(subject.name, path)

    def close(self) -> None:
        for program in self._programs.values():
            if isinstance(program, Program):
                program.close()

    def _program(self, subject: Subject) -> Program:
        key = "" if subject.is_ours else str(subject.path)
        if key not in self._programs:
            try:
                self._programs[key] = self._built(subject)
            except MissingError as error:
                self._programs[key] = error
        found = self._programs[key]
        if isinstance(found, MissingError):
            raise found
        return found

    def _built(self, subject: Subject) -> Program:
        language = self.language
        if absent := next(filter(None, map(reason, language.tools)), None):
            raise MissingError(absent)
        files = made(language.name) if subject.is_ours else _made(subject, language.name)
        folder = _built_folder(f"{language.name}-{'ours' if subject.is_ours else subject.name}", files, language)
        return Program([*language.program(folder), "--serve"], cwd=folder)


def _made(subject: Subject, target: str) -> dict[str, str]:
    """Return the files that `nacformats generate --schema` makes of a schema for a language."""
    made = packages.files_of_schemas([(subject.path, subject.model)], [target])
    return {name.removeprefix(f"{target}/"): text for name, text in made.items()}


def _built_folder(name: str, files: Mapping[str, str], language: Language) -> Path:
    """Return the folder in which a package was built; one that was built before, of the same files, will do.

    Raises:
        BuildError: it does not build.
    """
    folder = BUILT / name
    mark = folder / "built.sha256"
    digest = sha256(files.items())
    if mark.is_file() and mark.read_text() == digest:
        return folder
    new = BUILT / f"{name}.{os.getpid()}"  # others may build it at the same time
    try:
        for path, text in files.items():
            (new / path).parent.mkdir(parents=True, exist_ok=True)
            (new / path).write_text(text, encoding="utf-8")
        for command in language.build(new):
            _run(command, new, language.name)
        (new / mark.name).write_text(digest)
        shutil.rmtree(folder, ignore_errors=True)
        new.rename(folder)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return folder


def _run(command: Sequence[str], folder: Path, name: str) -> None:
    environment = {**os.environ, "GOFLAGS": "-mod=mod", "GOCACHE": str(folder / ".gocache"), "GO111MODULE": "on"}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=BUILD_SECONDS, check=False
    )
    if done.returncode:
        words = "\n".join((done.stderr or done.stdout).splitlines()[:20])
        raise BuildError(f"{name}: {' '.join(command)[:200]} failed (exit code {done.returncode}):\n{words}")


class BuildError(Exception):
    """A package does not build: a defect."""


@dataclass
class ProgramReader:
    """Anybody's program that speaks the protocol.

    Attributes:
        schemas: names of those that it reads; None for all.
    """

    name: str
    command: Sequence[str]
    schemas: frozenset[str] | None = None
    is_held: bool = True
    claims: Claims = ALL
    _program: Program | None = None

    def knows(self, subject: Subject) -> bool:
        return self.schemas is None or subject.name in self.schemas

    def answer(self, subject: Subject, path: Path) -> Answer:
        if self._program is None:
            self._program = Program(self.command)
        return self._program.ask(subject.name, path)

    def close(self) -> None:
        if self._program is not None:
            self._program.close()


def all_readers() -> Mapping[str, Callable[[], Reader]]:
    """Return what makes each reader, by its name on the command line."""
    made: dict[str, Callable[[], Reader]] = {}
    made |= {each.name: lambda each=each: each for each in pythons.READERS}  # type: ignore[misc]
    made[JavaScriptReader.name] = JavaScriptReader
    made |= {each.name: lambda each=each: PackageReader(each) for each in LANGUAGES}  # type: ignore[misc]
    return made
