"""The engine of the page with other schemas: places of fields, of whatever a schema can say, are those of Python."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest

import nacformats
from nacformats.formats.gguf.model import GgufFile
from nacformats.formats.safetensors.model import SafetensorsFile
from nacformats.targets.loading import codec_of_file, schema_of_file
from nacformats.targets.viewer_tables import viewer_tables
from tests.generic.conftest import DATA, TOY
from tests.languages.test_packing import PACKED, SCHEMA
from tests.stamps import PACKAGE
from tests.viewer.engines import SCHEMAS, answers, edges, spans_of

pytestmark = pytest.mark.when_changed(*PACKAGE, "viewer/src/**/*")

#: Bit fields, a byte order that is chosen, parts, padding, terminators, numbers of any length, instances elsewhere.
_EVERYTHING = """
meta: {id: everything, file-extension: every, endian: le}
seq:
  - {id: order, type: u1}
  - {id: flags, type: bits}
  - {id: nibbles, type: b4, repeat: expr, repeat-expr: 3}
  - {id: number, type: u4}
  - {id: part, type: inner, size: 8}
  - {id: named, type: strz, encoding: ASCII, size: 6, pad-right: 0x20}
  - {id: words, type: strz, encoding: UTF-8, repeat: until, repeat-until: '_ == "end"'}
  - {id: hidden, size: 4, process: xor(0x55), type: inner}
  - {id: pairs, type: pair, repeat: expr, repeat-expr: 2}
  - {id: choice, type: {switch-on: number, cases: {1: inner, 2: pair}}}
instances:
  far: {pos: 60, size: 2}
  last: {pos: 62, type: u1, repeat: eos}
  near: {pos: 1, type: u1}
types:
  bits: {seq: [{id: a, type: b3}, {id: b, type: b7}, {id: c, type: b1}]}
  inner:
    meta: {endian: {switch-on: _root.order, cases: {1: be, _: le}}}
    seq: [{id: x, type: u1}, {id: y, type: u2}]
  pair:
    seq: [{id: size, type: u1}, {id: text, type: str, size: size, encoding: ASCII}]
    instances: {elsewhere: {pos: 50 + size, size: 1, if: size > 1}}
"""
_BYTES = b"\1\xab\xcd\xef\x12\x02\0\0\0" + b"xy345678" + b"name\0 " + b"some\0words\0end\0" + b"\x64\x65\x66\x67"
_BYTES += b"\1p\3abc\2de"


def _check_places(engine: Path, folder: Path, ksy: Path, *files: bytes) -> None:
    schema = schema_of_file(ksy)
    tables = folder / "schemas.json"
    tables.write_text(json.dumps([viewer_tables(schema)]), encoding="utf-8")
    paths = [folder / f"{number}.{schema.extension}" for number in range(len(files))]
    for path, data in zip(paths, files, strict=True):
        path.write_bytes(data)
    found = answers(engine, [(path, None, [["spans", 0, path.stat().st_size]]) for path in paths], tables)
    for path, (opened, spans) in zip(paths, found, strict=True):
        assert "failure" not in opened["value"]
        assert edges(spans) == spans_of(path, codec_of_file(ksy))


def test_places_of_a_toy_are_those_of_python(engine: Path, tmp_path: Path) -> None:
    _check_places(engine, tmp_path, TOY, DATA)


def test_places_of_all_kinds_of_fields_are_those_of_python(engine: Path, tmp_path: Path) -> None:
    ksy = tmp_path / "everything.ksy"
    ksy.write_text(_EVERYTHING, encoding="utf-8")
    data = _BYTES.ljust(60, b"-") + b"farrest"
    _check_places(engine, tmp_path, ksy, data)


#: Names that JavaScript objects have by themselves, and those of formats that the page knows.
_NAMES = (
    "constructor",
    "to_string",
    "value_of",
    "has_own_property",
    "proto",
    "nac",
    "stb",
    "gguf",
    "safetensors",
    "mep",
)
_NAMED = """
meta: {{id: {name}, file-extension: {name}, endian: le}}
params: []
seq:
  - {{id: {name}, type: {name}s(7)}}
  - {{id: tensors, type: {name}s(8), repeat: expr, repeat-expr: 2}}
  - {{id: instructions, type: u1, enum: {name}, repeat: eos}}
types:
  {name}s:
    params: [{{id: {name}, type: u1}}]
    seq: [{{id: to_json, type: u1, enum: {name}}}, {{id: name, type: u1}}]
    instances:
      sum: {{value: {name} + name}}
enums:
  {name}: {{1: {name}, 2: other}}
"""
_CALLS = (
    ["tensors"],
    ["program"],
    ["rows", "", 0, 99],
    ["search", "other", "", 9],
    ["json", "", 9999],
    ["tokens", "a"],
    ["spans", 0, 8],
)


def test_any_name_may_be_that_of_a_schema(engine: Path, tmp_path: Path) -> None:
    schemas, tables = [tmp_path / f"{name}.ksy" for name in _NAMES], tmp_path / "schemas.json"
    for ksy, name in zip(schemas, _NAMES, strict=True):
        ksy.write_text(_NAMED.format(name=name), encoding="utf-8")
        (tmp_path / f"file.{name}").write_bytes(bytes([1, 5, 2, 6, 1, 7, 2, 1]))
    own = json.loads(SCHEMAS.read_text(encoding="utf-8"))
    tables.write_text(json.dumps([*own, *(viewer_tables(schema_of_file(ksy)) for ksy in schemas)]), encoding="utf-8")
    found = answers(engine, [(tmp_path / f"file.{name}", name, _CALLS) for name in _NAMES], tables)
    for ksy, name, (opened, tensors, program, rows, hits, shown, tokens, spans) in zip(
        schemas, _NAMES, found, strict=True
    ):
        assert (opened["value"]["schema"], tensors["value"], program.get("value")) == (name, [], None)
        assert [row["path"] for row in rows["value"]] == [name, "tensors", "instructions"]
        assert [row["text"] for row in hits["value"]] == ["other (2)"]
        assert json.loads(shown["value"])[name] == {"to_json": 1, "name": 5}
        assert tokens["failure"]["message"] == "the file has no tokenizer"
        assert edges(spans) == spans_of(tmp_path / f"file.{name}", codec_of_file(ksy))


def test_places_of_what_zlib_packed_are_those_of_python(engine: Path, tmp_path: Path) -> None:
    _check_places(engine, tmp_path, SCHEMA, *PACKED.values())


def test_long_lists_of_numbers_are_read_when_asked_for(engine: Path, tmp_path: Path) -> None:
    ksy = tmp_path / "long.ksy"
    ksy.write_text("meta: {id: long, file-extension: long, endian: be}\nseq: [{id: all, type: s4, repeat: eos}]\n")
    tables, path = tmp_path / "schemas.json", tmp_path / "file.long"
    tables.write_text(json.dumps([viewer_tables(schema_of_file(ksy))]), encoding="utf-8")
    path.write_bytes(struct.pack(">200000i", *range(-100_000, 100_000)))
    calls = [["rows", "all", 199_998, 5], ["search", "-99000", "", 2], ["at", 400_001]]
    _, rows, found, way = (each["value"] for each in answers(engine, [(path, None, calls)], tables)[0])
    assert [row["text"] for row in rows] == ["99998", "99999"]
    assert [row["path"] for row in found] == ["all[1000]"]
    assert way[-1]["path"] == "all[100000]"


@pytest.mark.parametrize("name", ["model.gguf", "model.safetensors"])
def test_tensors_of_other_formats_are_those_of_python(engine: Path, tmp_path: Path, name: str) -> None:
    random = np.random.default_rng(1)
    arrays = {f"layer.{k}": random.normal(size=(4 + k, 32)).astype(dtype) for k, dtype in enumerate(("f2", "f4", "f8"))}
    path = tmp_path / name
    if name.endswith("gguf"):
        file = GgufFile({"general.architecture": "llama", "tokens": [f"token {k}" for k in range(5000)]})
        for key, array in arrays.items():
            file.add(key, array)
        nacformats.dump(file, path)
    else:
        nacformats.dump(SafetensorsFile.of_arrays(arrays), path)
    data = path.read_bytes()
    opened, tensors, spans = answers(engine, [(path, None, [["tensors"], ["spans", 0, len(data)]])])[0]
    assert opened["value"]["schema"] == path.suffix[1:]
    found = {each["name"]: each for each in tensors["value"]}
    assert found.keys() == arrays.keys()
    for key, array in arrays.items():
        assert (found[key]["dtype"], found[key]["shape"]) == (str(array.dtype), list(array.shape))
        assert data[found[key]["start"] : found[key]["stop"]] == array.tobytes()
    assert edges(spans) == spans_of(path, path.suffix[1:])
