"""The files of conformance/ with what is expected of them: a folder a schema, with a line of JSON for each file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from nacformats.schema.sources import ROOT
from tests.conformance.answers import Answer
from tests.conformance.schemas import Subject

FOLDER = ROOT / "conformance"
EXPECTED = "expected.jsonl"
MOST_BYTES = 3_000_000


@dataclass(frozen=True)
class Vector:
    """A file with the answer that is expected.

    Attributes:
        file: its name in the folder of its schema.
        about: where it comes from, or what is odd about it.
        answer: as a reader gives it. The message of a refusal is for people.
    """

    file: str
    about: str
    answer: Answer

    @property
    def line(self) -> str:
        entry = {"file": self.file, "about": self.about, "answer": self.answer}
        return json.dumps(entry, ensure_ascii=False, separators=(",", ":"))


def folder_of(subject: Subject, folder: Path = FOLDER) -> Path:
    return folder / subject.name


def load(subject: Subject, folder: Path = FOLDER) -> list[Vector]:
    """Return the vectors of a schema."""
    lines = (folder_of(subject, folder) / EXPECTED).read_text(encoding="utf-8").split("\n")
    return [Vector(**json.loads(line)) for line in lines if line]


def text_of(vectors: Iterable[Vector]) -> str:
    """Return what expected.jsonl says of some vectors."""
    return "".join(f"{vector.line}\n" for vector in vectors)
