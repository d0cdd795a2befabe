"""Builds the programs of languages, asks them, and compares what they say with what Python says."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.languages.typed.drawing import Question
from tests.languages.typed.programs import files_of
from tests.languages.typed.walking import Shown, of_text
from tests.partners import partner

_C_FLAGS = ("-std=c99", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror", "-I.")
_SECONDS = 1500


@dataclass(frozen=True)
class Toolchain:
    """How the program of a language is built in a folder, and run. Attributes: tools: that have to be on the PATH."""

    tools: tuple[str, ...]
    build: Callable[[Path], list[str]]
    command: Callable[[Path], list[str]]


def _c_sources(folder: Path) -> list[str]:
    return sorted(
        each.name for each in folder.glob("*.c") if not each.stem.endswith("example") and each.stem != "nacdump"
    )


def _java_sources(folder: Path) -> list[str]:
    return sorted(str(each.relative_to(folder)) for each in folder.rglob("*.java") if "test" not in each.parts)


TOOLCHAINS = {
    "c": Toolchain(
        ("cc",),
        lambda folder: ["cc", *_C_FLAGS, *_c_sources(folder), "-o", "typed"],
        lambda folder: [str(folder / "typed")],
    ),
    "rust": Toolchain(
        ("cargo",),
        lambda _: ["cargo", "build", "--offline", "--quiet", "--bin", "typed", "--target-dir", "target"],
        lambda folder: [str(folder / "target" / "debug" / "typed")],
    ),
    "go": Toolchain(
        ("go",), lambda _: ["go", "build", "-o", "typed", "./cmd/typed"], lambda folder: [str(folder / "typed")]
    ),
    "typescript": Toolchain(("node",), lambda _: [], lambda folder: ["node", str(folder / "bin" / "typed.mjs")]),
    "java": Toolchain(
        ("javac", "java"),
        lambda folder: ["javac", "-nowarn", "-d", "classes", *_java_sources(folder)],
        lambda folder: ["java", "-Xss16m", "-cp", str(folder / "classes"), "Typed"],
    ),
}


def needed(language: str) -> None:
    """Skip the test where a tool of a language is not installed."""
    partner(*TOOLCHAINS[language].tools)


def built(language: str, all_shown: Sequence[Shown], folder: Path) -> list[str]:
    """Build the program of a language in a folder, and return the command that runs it."""
    for name, text in files_of(language, all_shown).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    command = TOOLCHAINS[language].build(folder)
    if command:
        _run(command, folder, "")
    return TOOLCHAINS[language].command(folder)


def _run(command: list[str], folder: Path, given: str) -> str:
    done = subprocess.run(
        command, cwd=folder, input=given, capture_output=True, text=True, timeout=_SECONDS, check=False
    )
    assert done.returncode == 0, f"{command[0]}: {done.stdout[-1000:]}{done.stderr[-3000:]}"
    return done.stdout


def differences(language: str, command: list[str], folder: Path, asked: Sequence[Question]) -> Iterator[str]:
    """Ask a program, and yield what it says otherwise than Python."""
    answers = _run(command, folder, "".join(f"{each.line(language)}\n" for each in asked)).split("\n.\n")[:-1]
    assert len(answers) == len(asked)
    for question, text in zip(asked, answers, strict=True):
        found, expected = text.split("\n"), question.answer
        if language == "typescript":
            found, expected = _as_script(question, found), _as_script(question, expected)
        if question.member and found[-1][:1] == expected[-1][:1] == "!":  # the first of several things that are wrong
            found = [*found[:-1], expected[-1]]
        if found != expected:
            pairs = zip(found, expected, strict=False)
            why = next((f"{one} for {other}" for one, other in pairs if one != other), f"{len(found)} lines")
            yield f"{question.line(language)}: {why}"


def _as_script(question: Question, answer: list[str]) -> list[str]:
    """Return an answer as JavaScript can give it: in a value of any kind, a whole float is a whole number."""
    if question.member:
        return [_whole(answer[0]), *answer[1:]]
    return ["~".join([*line.split("~")[:-1], _whole(line.split("~")[-1])]) if "~" in line else line for line in answer]


def _whole(text: str) -> str:
    if text[:1] == "[":
        return f"[{','.join(map(_whole, text[1:-1].split(',')))}]"
    if text[:1] != "r" or text in ("rnan", "r8000000000000000"):
        return text
    real = of_text(text)
    return str(int(real)) if real.is_integer() else text
