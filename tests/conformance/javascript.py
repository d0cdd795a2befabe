"""The parsers for JavaScript of Kaitai's compiler, as a reader."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from nacformats.codec.tables import class_name
from nacformats.schema.model import NumberKind, Type, uses
from nacformats.schema.sources import ROOT
from nacformats.schema.writing import reached_types
from nacformats.targets import packages
from tests.conformance.answers import Answer, Claims
from tests.conformance.programs import Program
from tests.conformance.pythons import STRUCTURE, KaitaiReader, MissingError
from tests.conformance.schemas import Subject
from tests.conformance.trees import has_offset
from tests.packages import package
from tests.partners import reason

SCRIPT = Path(__file__).with_name("kaitai_javascript.cjs")
BUILT = ROOT / "build" / "conformance" / "kaitai-javascript"


_CLAIMS = replace(STRUCTURE, digits=False, missing=f"{STRUCTURE.missing}, digits of integers from 2^53 on")


@dataclass
class JavaScriptReader:
    """What Kaitai's compiler makes for JavaScript, with its runtime library as the tests mend it."""

    name: str = "kaitai-javascript"
    is_held: bool = False
    claims: Claims = _CLAIMS
    _programs: dict[str, Program] = field(default_factory=dict)

    def knows(self, subject: Subject) -> bool:
        return KaitaiReader().knows(subject)

    def answer(self, subject: Subject, path: Path) -> Answer:
        if subject.name not in self._programs:
            self._programs[subject.name] = _program(subject)
        return self._programs[subject.name].ask(subject.name, path)

    def close(self) -> None:
        for program in self._programs.values():
            program.close()


def _program(subject: Subject) -> Program:
    if absent := reason("kaitai-struct"):
        raise MissingError(absent)
    folder = package("javascript") if subject.is_ours else _made(subject)
    BUILT.mkdir(parents=True, exist_ok=True)
    description = BUILT / f"{subject.name}.json"
    description.write_text(json.dumps({subject.name: _described(subject, folder)}), encoding="utf-8")
    return Program(["node", str(SCRIPT), str(description)])


def _made(subject: Subject) -> Path:
    """Return the folder of parsers that `nacformats generate --schema` makes."""
    folder = BUILT / subject.name
    files = packages.files_of_schemas([(subject.path, subject.model)], ["javascript"])
    for name, text in files.items():
        path = folder / name.removeprefix("javascript/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def _described(subject: Subject, folder: Path) -> dict[str, Any]:
    """Return what the script has to know of a schema."""
    root = subject.model.root
    types = {_key(target): [*_members(target)] for target in reached_types(subject.model)}
    types.setdefault(_key(root), [*_members(root)])  # a number of variable length, as a file
    return {"folder": str(folder), "root": class_name(subject.name), "type": _key(root), "types": types}


def _key(target: Type) -> str:
    return f"{target.schema}/{target.qualified}"


def _members(target: Type) -> Iterator[dict[str, Any]]:
    for member in (*target.fields, *target.placed):
        used = [use.type for use in uses(member.kind)]
        yield {
            "id": member.id,
            "name": _camel(member.id),
            "uses": {class_name(each.id): _key(each) for each in used},
            "real": member.kind.width if isinstance(member.kind, NumberKind) and member.kind.kind == "f" else 0,
            "is_free": member in target.placed and not has_offset(target, member),
            "empty": [class_name(each.id) for each in used if not each.fields],
        }


def _camel(id: str) -> str:  # noqa: A002
    """Return the name that the compiler gives to a member."""
    if id.startswith("_"):
        return id
    first, *others = id.split("_")
    return first + "".join(word.capitalize() for word in others)
