"""The Kaitai Web IDE, as far as it can be had without a browser: web_ide.cjs follows its rules over the debug parsers.

Each file is opened and every node is expanded: nothing throws, every byte belongs to a field, the number of nodes stays
in proportion to the file, and objects have the one-line form that `inspect` shows. Two differences are wanted and left
out here: `inspect` escapes what a terminal would interpret, and it shows a number for which an enum has no member as
such, where the Web IDE takes it for flags.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import nacformats
from nacformats.codec.records import is_record
from nacformats.codec.streams import Source
from nacformats.codec.tables import class_name
from nacformats.codec.walk import FieldNode, Walk
from nacformats.commands.inspection.core import MAX_READS
from nacformats.printing import printable
from nacformats.schema.model import uses
from nacformats.schema.reading import schema_model
from nacformats.schema.sources import ROOT, imports, load_schema, schema_names
from nacformats.targets import kaitai
from nacformats.view.representation import represent
from tests.partners import partner
from tests.stamps import GENERATORS

pytestmark = pytest.mark.when_changed(*GENERATORS)

FORMATS = ("mic2", "micb", "nac", "stb")
#: Larger files only take longer.
MAX_BYTES = 30_000
#: Nodes of the tables of `lookups`, which are there in every file.
TABLE_NODES = 2_800
#: Nodes for each byte: a token of two bytes is an object, a number with seven groups is three nodes.
NODES_A_BYTE = 8


@dataclass(frozen=True)
class Opened:
    """One file with every node expanded: error, number of nodes, texts of objects by path, extents of leaves."""

    error: str | None
    nodes: int
    texts: dict[str, str]
    leaves: list[tuple[int, int]]

    def uncovered(self, size: int) -> set[int]:
        return set(range(size)).difference(*(range(start, end) for start, end in self.leaves))


@pytest.fixture(scope="module")
def open_in_ide(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, list[Path]], list[Opened]]:
    """Opens files with the debug parser of a schema."""
    partner("ksc")
    folder = tmp_path_factory.mktemp("debug")
    names = schema_names()
    jobs = [kaitai.Job(name, "javascript", debug=True) for name in names]
    for name, text in zip(
        names, kaitai.compile_schemas({name: load_schema(name) for name in names}, jobs), strict=True
    ):
        assert isinstance(text, str), text
        (folder / kaitai.main_file(name, "javascript")).write_text(text, encoding="utf-8")

    def open_files(name: str, files: list[Path]) -> list[Opened]:
        types = {key: found for each in (name, *imports(name)) for key, found in shown_types(each)}
        jobs = [{"className": class_name(name), "types": types, "file": str(file)} for file in files]
        process = subprocess.run(
            ["node", str(Path(__file__).with_name("web_ide.cjs")), str(folder)],
            input=json.dumps(jobs),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            env={**os.environ, "NODE_PATH": str(ROOT / "node_modules")},
        )
        assert process.returncode == 0, process.stderr
        found = map(json.loads, process.stdout.splitlines())
        return [Opened(each.get("error"), each["nodes"], each["texts"], each["leaves"]) for each in found]

    return open_files


def shown_types(name: str) -> Iterator[tuple[str, Any]]:
    """What the Web IDE takes from a schema, by class: the representation, and how instances are read."""

    def visit(id: str, ksy: dict[str, Any]) -> Iterator[tuple[str, Any]]:  # noqa: A002  as in the schema
        instances = {
            camel(key): {"mode": entry.get("-webide-parse-mode"), "computed": "value" in entry}
            for key, entry in ksy.get("instances", {}).items()
        }
        yield class_name(id), {"representation": ksy.get("-webide-representation"), "instances": instances}
        for inner_id, inner in ksy.get("types", {}).items():
            yield from visit(inner_id, inner)

    return visit(name, load_schema(name))


def camel(name: str) -> str:
    return re.sub(r"_([a-z0-9])", lambda match: match[1].upper(), name)


def files_of(name: str, corpus: Path) -> list[Path]:
    """Examples and files of other programs that load strictly."""
    found = [*sorted((ROOT / "examples").glob(f"*.{name}")), *sorted(corpus.rglob(f"*.{name}"))]
    return [path for path in found if path.stat().st_size <= MAX_BYTES and is_canonical(path, name)]


def is_canonical(path: Path, name: str) -> bool:
    """Whether the schema reads the file: that of mic@2 only has the canonical spelling, and nobody reads bad ones."""
    try:
        with nacformats.load(path, format=name) as model:
            return name != "mic2" or nacformats.dumps(model) == path.read_bytes()
    except nacformats.FormatError:
        return False


@pytest.mark.nightly
@pytest.mark.parametrize("name", FORMATS)
def test_every_byte_is_a_field_and_nodes_are_few(name: str, corpus: Path, open_in_ide: Any) -> None:
    files = files_of(name, corpus)
    assert len(files) > 10
    for path, opened in zip(files, open_in_ide(name, files), strict=True):
        size = path.stat().st_size
        assert opened.error is None, path
        assert opened.uncovered(size) == gaps(path, name), path
        assert opened.nodes <= TABLE_NODES * (name == "nac") + NODES_A_BYTE * size, (path, opened.nodes, size)


def gaps(path: Path, name: str) -> set[int]:
    """Zeros between sections of a NAC file: sections have no size, so no field of the schema can hold what follows."""
    if name != "nac":
        return set()
    with nacformats.load(path, format=name) as model:
        found = [extent for extent in model.extents if extent.name is None]
    return {place for extent in found for place in range(extent.start, extent.start + extent.size)}


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("name", FORMATS)
def test_inspect_shows_what_the_web_ide_shows(name: str, corpus: Path, open_in_ide: Any) -> None:
    files = files_of(name, corpus)
    compared, views = 0, views_of(name)
    for path, opened in zip(files, open_in_ide(name, files), strict=True):
        for node in records_of(path, name):
            if re.match(r"rsrc\.files\[\d+\]\.data\b", node.path):
                continue  # what a resource is follows from its name, which the Web IDE does not know
            steps = [views.get(step, step) for step in re.split(r"\.|\[|\]\.?", node.path) if step]
            place = "/".join(map(camel, steps))
            mine, theirs = (inexact(text) for text in (represent(node.value) or "", opened.texts[place]))
            assert mine == theirs, (path, node.path)
            compared += bool(mine)
    assert compared > 100


def views_of(name: str) -> dict[str, str]:
    """What bytes that hold a file are called where the Web IDE shows that: from fields to views."""
    return {
        member.id: view.id
        for target in schema_model(name).types
        for member in target.fields
        for view in target.views
        for use in uses(view.kind)
        if member.holds == use.type.schema
    }


def records_of(path: Path, name: str) -> Iterator[FieldNode]:
    """All objects below the root."""
    walk = Walk(name, Source(path.read_bytes()), MAX_READS)
    waiting = list(walk.children(walk.root))
    while waiting:
        node = waiting.pop()
        if is_record(node.value):
            yield node
        waiting += walk.children(node)


def inexact(text: str) -> str:
    """Text without the numbers that JavaScript cannot hold and the mark that it drops; blanks as a page has them."""
    text = re.sub(r"\d{16,}", "large", text).replace("\\ufeff", "")
    return " ".join(printable(text).split())
