"""Bit fields among other fields: 50 layouts against the parsers that the Kaitai Struct compiler makes."""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from nacformats.codec.streams import Source
from nacformats.codec.tables import class_name
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.trees.record import PADDING
from nacformats.errors import FormatError
from nacformats.formats import generic
from nacformats.formats.documents import document_of, tree_of
from nacformats.fuzz import Maker
from nacformats.schema.sources import ROOT
from nacformats.targets import kaitai
from nacformats.targets.loading import codec_of_file
from tests.generator.test_schema_javascript import camel, dump
from tests.partners import partner
from tests.stamps import GENERATORS

pytestmark = pytest.mark.when_changed(*GENERATORS)

NAME = "layouts"
LAYOUTS = 50
FILES = 4
#: No layout takes more bytes; where its instance is.
BYTES = 4_500
PLACE = 4_000
#: The most bits that the JavaScript runtime reads at once.
JAVASCRIPT_BITS = 32


class Layouts:
    """Draws types of bit fields, whole numbers, bytes, records, parts, lists, switches and instances.

    Where only what is absent, empty or a record is between two bit fields, and where a switch or a record ends inside a
    byte, the parsers for JavaScript and for Python disagree: `plainly` leaves such layouts out.
    """

    def __init__(self, types: dict[str, Any], rng: random.Random, *, plainly: bool) -> None:
        self.types = types
        self.rng = rng
        self.plainly = plainly
        self.width = rng.choice((9, 20, JAVASCRIPT_BITS if plainly else 64))
        self.endian = rng.choice(("le", "be"))

    def draw(self, name: str) -> None:
        placed = {"pos": PLACE, "type": self.inner(f"{name}_placed", depth=1)}
        self.types[name] = {"seq": self.fields(name, depth=0), "instances": {"placed": placed}}

    def fields(self, name: str, depth: int) -> list[dict[str, Any]]:
        drawn = [self.field(f"{name}x{index}", depth) for index in range(self.rng.randint(2, 8))]
        if self.plainly:
            ends = ({"type": "u1"}, *drawn, {"type": "u1"})
            drawn = [each for pair in pairwise(ends) for each in (_between(*pair), pair[1]) if each]
        return [each | {"id": f"f{index}"} for index, each in enumerate(drawn)]

    def field(self, name: str, depth: int) -> dict[str, Any]:
        bits = {"type": f"b{self.rng.choice((1, 3, 4, 7, 8, self.rng.randint(1, self.width)))}{self.endian}"}
        whole = {"type": self.rng.choice(("u1", "u2", "u4be", "s2"))}
        raw = {"size": self.rng.randint(0, 3)}
        switch = {"type": {"switch-on": 1, "cases": {0: f"b3{self.endian}", 1: f"b9{self.endian}"}}}
        kind = self.rng.choices((bits, whole, raw, "record", switch), (8, 3, 1, 2, not self.plainly))[0]
        drawn = self.record(name, depth) if isinstance(kind, str) else kind
        how = self.rng.random()
        if how < 0.15:
            return drawn | {"repeat": "expr", "repeat-expr": self.rng.randint(0, 3)}
        return drawn | {"if": self.rng.choice(("true", "false"))} if how < 0.3 else drawn

    def record(self, name: str, depth: int) -> dict[str, Any]:
        if depth == 2:
            return {"type": f"b5{self.endian}"}
        record = {"type": self.inner(name, depth + 1)}
        return record | {"size": 240 >> 2 * depth} if self.rng.random() < 0.3 else record

    def inner(self, name: str, depth: int) -> str:
        self.types[name] = {"seq": self.fields(name, depth)}
        return name


def _between(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any] | None:
    """What ends a row of bit fields."""
    both = [str(each["type"]) if "type" in each else "" for each in (before, after)]
    return None if both[0][:1] != "b" or both[1][:1] == "b" else {"type": "u1"}


def schema_of_layouts() -> dict[str, Any]:
    """A schema in which the first byte says which of the layouts comes; the first half are plain."""
    types: dict[str, Any] = {}
    for seed in range(LAYOUTS):
        Layouts(types, random.Random(seed), plainly=seed < LAYOUTS // 2).draw(f"layout{seed}")
    cases = {seed: f"layout{seed}" for seed in range(LAYOUTS)}
    seq = [
        {"id": "which", "type": "u1", "valid": {"max": LAYOUTS - 1}},
        {"id": "layout", "type": {"switch-on": "which", "cases": cases}},
    ]
    return {"meta": {"id": NAME, "endian": "le"}, "seq": seq, "types": types}


def plain(value: Any) -> Any:
    """One of our trees as `dump` has those of the other parsers."""
    if isinstance(value, Mapping):
        return {camel(name): plain(each) for name, each in Mapping.items(value) if not name.startswith("$")}
    return [plain(each) for each in value] if isinstance(value, list) else dump(value)


def present(value: Any) -> Any:
    """The same without what is absent."""
    if isinstance(value, dict):
        return {name: present(each) for name, each in value.items() if each is not None}
    return [present(each) for each in value] if isinstance(value, list) else value


class Compiled:
    """The layouts, with the codec of this package and the parsers of the Kaitai Struct compiler."""

    def __init__(self, folder: Path) -> None:
        schema = schema_of_layouts()
        self.path = folder / f"{NAME}.ksy"
        self.path.write_text(yaml.safe_dump(schema, sort_keys=False))
        self.codec = codec_of_file(self.path)
        self.root = folder
        jobs = [kaitai.Job(NAME, language) for language in ("python", "javascript")]
        python, javascript = kaitai.compile_schemas({NAME: schema}, jobs)
        assert isinstance(python, str), python
        assert isinstance(javascript, str), javascript
        (folder / kaitai.main_file(NAME, "javascript")).write_text(javascript)
        module = ModuleType(NAME)
        exec(compile(python, NAME, "exec"), vars(module))
        self._class = getattr(module, class_name(NAME))

    def tree(self, data: bytes) -> Any:
        return present(plain(generic.fields_of(self.codec.read(Source(data)))))

    def by_python(self, data: bytes) -> Any:
        return present(dump(self._class(Source(data).stream())))

    def by_javascript(self, files: list[bytes]) -> list[Any]:
        paths = [self.root / f"{index}.bin" for index in range(len(files))]
        for path, data in zip(paths, files, strict=True):
            path.write_bytes(data)
        process = subprocess.run(
            ["node", str(Path(__file__).with_name("dump_trees.cjs")), str(self.root)],
            env=os.environ | {"NODE_PATH": str(ROOT / "node_modules")},
            input=json.dumps([[class_name(NAME), str(path)] for path in paths]),
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert process.returncode == 0, process.stderr
        return [present(json.loads(line)) for line in process.stdout.splitlines()]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    partner("ksc")
    return Compiled(tmp_path_factory.mktemp("layouts"))


def random_files(count: int) -> Iterator[bytes]:
    rng = random.Random(0)
    for layout in range(count):
        for _ in range(FILES):
            yield bytes([layout]) + rng.randbytes(BYTES)


@pytest.mark.nightly
def test_trees_are_those_of_the_python_parsers(compiled: Compiled) -> None:
    for data in random_files(LAYOUTS):
        assert compiled.tree(data) == compiled.by_python(data), data[0]


@pytest.mark.nightly
def test_trees_are_those_of_the_javascript_parsers(compiled: Compiled) -> None:
    partner("kaitai-struct")
    files = list(random_files(LAYOUTS // 2))
    for data, other in zip(files, compiled.by_javascript(files), strict=True):
        assert compiled.tree(data) == other, data[0]


def test_generated_files_have_padding_and_are_written_back(compiled: Compiled) -> None:
    """Files are read strictly, as the other parsers read them, and written back, from JSON as well."""
    maker, padded, reached = Maker(compiled.path, hints={}), 0, set()
    for seed in range(FILES * LAYOUTS):
        data = maker.sample(random.Random(seed)).data
        read = generic.read_tree(compiled.codec, Source(data))
        reached.add(data[0])
        padded += PADDING in document_of(read)
        assert b"".join(generic.write_tree(compiled.codec, tree_of(document_of(read)))) == data
        assert compiled.tree(data) == compiled.by_python(data), data[0]
    assert padded > LAYOUTS
    assert len(reached) > LAYOUTS // 2


def small(tmp_path: Path, seq: str) -> SchemaCodec:
    path = tmp_path / "bits.ksy"
    path.write_text(f"{{meta: {{id: bits}}, seq: [{seq}]}}")
    return codec_of_file(path)


def test_stale_bits_are_dropped(tmp_path: Path) -> None:
    codec = small(tmp_path, "{id: a, type: b6}, {id: b, type: u1}, {id: c, type: b14}")
    tree = generic.read_tree(codec, Source(b"\x53\xff\x50\xff"))
    assert tree.fields == {"a": 20, "b": 255, "c": 5183, PADDING: {"a": 3, "c": 3}}


def test_padding_that_is_no_number_is_refused(tmp_path: Path) -> None:
    codec = small(tmp_path, "{id: a, type: b6}, {id: b, type: u1}")
    assert b"".join(codec.chunks({"a": 1, "b": 2, PADDING: {"a": 3}})) == b"\x07\x02"
    with pytest.raises(FormatError, match="padding"):
        codec.chunks({"a": 1, "b": 2, PADDING: {"a": "x"}})


def test_lists_of_bits_begin_inside_of_bytes(tmp_path: Path) -> None:
    codec = small(tmp_path, "{id: a, type: b4, repeat: eos}")
    data = random.Random(1).randbytes(400)
    assert codec.read(Source(data))["a"] == [half for byte in data for half in divmod(byte, 16)]


@pytest.mark.parametrize(
    ("field", "path"),
    [
        ("{id: value, type: {switch-on: flag, cases: {0: u4, _: u8}}}", "value"),
        ("{id: value, type: u4, if: flag == 0}", "value"),
        ("{id: value, type: u4, enum: kind, repeat: expr, repeat-expr: 2}", "value[0]"),
        ("{id: value, size: 4, repeat: eos}", "value[0]"),
    ],
)
def test_what_fails_after_bits_fails_at_its_first_byte(field: str, path: str, tmp_path: Path) -> None:
    ksy = f"meta: {{id: after, endian: le}}\nseq: [{{id: flag, type: b3}}, {field}]\nenums: {{kind: {{0: one}}}}\n"
    (tmp_path / "after.ksy").write_text(ksy, encoding="utf-8")
    codec = codec_of_file(tmp_path / "after.ksy")
    with pytest.raises(FormatError) as failure:
        codec.read(Source(b"\1\2\3"))
    assert (failure.value.path, failure.value.offset) == (path, 1)
