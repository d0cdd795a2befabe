"""Schemas of ordinary formats, and the parsers that Kaitai Struct makes of them, for the tests of the fuzzers."""

from __future__ import annotations

import base64
import json
import os
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml
from kaitaistruct import KaitaiStruct

from nacformats.codec.streams import Source
from nacformats.codec.tables import class_name
from nacformats.errors import FormatError
from nacformats.schema.sources import ROOT
from nacformats.targets import kaitai
from tests.campaign.leaves import inner_files
from tests.oracle import parser_class
from tests.packages import package

#: Schemas that the tests bring along, of ordinary formats.
ORDINARY = tuple(sorted(Path(__file__).with_name("schemas").glob("*.ksy")))
#: Schemas of this package.
OURS = ("micb", "mic2", "nac", "stb")


def is_at(damaged: str, named: str | None) -> bool:
    """Whether the path of a refusal names the damaged field or one that encloses it; long paths are shortened."""
    if not named:
        return True
    head, gap, tail = named.partition(".....")
    if gap:
        return damaged.startswith(head) and damaged.endswith(tail)
    return damaged == named or damaged.startswith((f"{named}.", f"{named}["))


def visit(value: Any, owner: KaitaiStruct | None = None) -> None:
    """Read every instance of a tree of a Kaitai parser, but for views of files inside of the file."""
    if isinstance(value, list):
        for element in value:
            visit(element, owner)
    elif isinstance(value, KaitaiStruct) and (value._parent is None or value._parent is owner):
        instances = [name for name, member in vars(type(value)).items() if isinstance(member, property)]
        instances = [name for name in instances if f"{type(value).__name__}.{name}" not in inner_files()]
        fields = [name for name in vars(value) if not name.startswith("_")]
        for name in (*fields, *instances):
            visit(getattr(value, name), value)


class Parsers:
    """The parsers that the Kaitai Struct compiler makes, of this package's schemas and of the ordinary ones."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._classes: dict[str, Any] = {}
        schemas = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in ORDINARY}
        jobs = [kaitai.Job(name, language) for name in schemas for language in ("python", "javascript")]
        for job, text in zip(jobs, kaitai.compile_schemas(schemas, jobs), strict=True):
            assert isinstance(text, str), f"{job.schema}: {text}"
            if job.language == "javascript":
                (folder / kaitai.main_file(job.schema, job.language)).write_text(text, encoding="utf-8")
            else:
                module = ModuleType(job.schema)
                exec(compile(text, job.schema, "exec"), vars(module))
                self._classes[job.schema] = getattr(module, class_name(job.schema))

    def refusal(self, name: str, data: bytes) -> str | None:
        """Why the Python parser refuses a file, or None."""
        parser = self._classes.get(name) or parser_class(name)
        try:
            visit(parser(Source(data).stream()))
        except Exception as error:  # noqa: BLE001  whatever a generated parser raises
            return f"{type(error).__name__}: {error}"
        return None

    def javascript_refusals(self, name: str, files: list[bytes]) -> list[str]:
        """Why the JavaScript parser refuses files; those that it accepts are left out."""
        folder = self.folder if name in self._classes else package("javascript")
        jobs = json.dumps([[class_name(name), base64.b64encode(data).decode()] for data in files])
        script = Path(__file__).with_name("accept.cjs")
        process = subprocess.run(
            ["node", str(script), str(folder), ",".join(sorted(inner_files()))],
            env=os.environ | {"NODE_PATH": str(ROOT / "node_modules")},
            input=jobs,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert process.returncode == 0, process.stderr
        verdicts = [json.loads(line) for line in process.stdout.splitlines()]
        assert len(verdicts) == len(files)
        return [verdict for verdict in verdicts if verdict != "ok"]


def error_of(read: Any, *arguments: Any) -> FormatError | None:
    """The FormatError that reading raises, or None."""
    try:
        read(*arguments)
    except FormatError as error:
        return error
    return None
