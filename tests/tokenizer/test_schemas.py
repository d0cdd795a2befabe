"""The schemas of manifests and of compiled resources, against bytes that were written by hand."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats import FormatError, InvalidError, TruncatedError, loads
from nacformats.codec.columns.reading import RecordTables
from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from tests.effort import some

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "nac"

#: One step of each kind: its bytes, and its operands without lengths and counts.
GOLDEN: dict[str, tuple[bytes, dict[str, Any]]] = {
    "lowercase": (b"\x01\x00\x00\x00\x00", {}),
    "unicode_norm": (b"\x02\x05\x00\x00\x00\x04NFKC", {"form": "NFKC"}),
    "replace": (b"\x03\x08\x00\x00\x00\x01\x00 \x03\x00\xe2\x96\x81", {"pattern": " ", "value": "\u2581"}),
    "filter_category": (b"\x04\x07\x00\x00\x00\x02\x02Mn\x02Cc", {"categories": [{"name": "Mn"}, {"name": "Cc"}]}),
    "prepend": (b"\x07\x05\x00\x00\x00\x03\x00\xe2\x96\x81", {"value": "\u2581"}),
    "partition_rules": (
        b"\x10\x17\x00\x00\x00\x04\x00" + b"\x00\x01\x00a\x01\x01\x00b\x02\x01\x00c\x02\x07\x01\x00d\x01\x02xy",
        {
            "rules": [
                {"flags": 0, "pattern": "a"},
                {"flags": 1, "pattern": "b"},
                {"flags": 2, "pattern": "c", "behavior": 2},
                {"flags": 7, "pattern": "d", "behavior": 1, "trim": "xy"},
            ]
        },
    ),
    "byte_encode": (b"\x15\x00\x00\x00\x00", {}),
    "bpe_encode": (b"\x20\x00\x00\x00\x00", {"suffixes": []}),
    "wordpiece_encode": (b"\x21\x03\x00\x00\x00\x02##", {"marker": "##"}),
    "unigram_encode": (b"\x22\x00\x00\x00\x00", {}),
    "compose": (
        b"\x30\x0e\x00\x00\x00\x03" + b"\x00" + b"\x01\x00\x03<s>" + b"\x01\x01\xfe\xff\xff\xff",
        {
            "items": [
                {"is_fixed": 0},
                {"is_fixed": 1, "is_id": 0, "token": "<s>"},
                {"is_fixed": 1, "is_id": 1, "id_token": -2},
            ]
        },
    ),
}
HEAD = b"TISA\x01"


def without_counts(value: Any) -> Any:
    if isinstance(value, list):
        return [without_counts(each) for each in value]
    if not isinstance(value, Mapping):
        return value
    kept = {name: each for name, each in Mapping.items(value) if not name.startswith(("len_", "num_"))}
    return {name: without_counts(each) for name, each in kept.items()}


def read(name: str, data: bytes) -> tuple[Any, RecordTables]:
    """The tree of a file, whose lists are columns, and these."""
    tables = RecordTables()
    return SchemaCodec.generated(name).with_lists(tables).read(Source(data)), tables


def written(name: str, tables: RecordTables, **numbers: int) -> bytes:
    """The file of some columns."""
    lists = {path: codec.write(columns) for path, (codec, columns) in tables.found.items()}
    return b"".join(SchemaCodec.generated(name).chunks({**numbers, **lists}))


@pytest.mark.parametrize("name", GOLDEN)
def test_one_step(name: str) -> None:
    data, operands = GOLDEN[name]
    tree: Any = loads(HEAD + data)
    (step,) = tree["steps"]
    assert step["opcode"].name == name
    assert without_counts(step["operands"]) == operands
    assert nacformats.dumps({"steps": [{"opcode": name, "operands": operands}]}, format="tisa") == HEAD + data


def test_all_steps_in_a_row_and_none() -> None:
    everything = HEAD + b"".join(data for data, _ in GOLDEN.values())
    tree: Any = loads(everything)
    assert [step["opcode"].name for step in tree["steps"]] == list(GOLDEN)
    assert nacformats.dumps(tree) == everything
    nothing: Any = loads(HEAD)
    assert nothing["steps"] == []


def test_an_unknown_step_is_kept_and_those_behind_it_are_read() -> None:
    tree: Any = loads(HEAD + b"\x99\x02\x00\x00\x00hi" + GOLDEN["bpe_encode"][0])
    assert tree["steps"][0]["opcode"] == 0x99
    assert bytes(tree["steps"][0]["operands"]["data"]) == b"hi"
    assert tree["steps"][1]["opcode"].name == "bpe_encode"


@pytest.mark.parametrize(
    ("step", "path", "offset"),
    [
        (b"\x22\x01\x00\x00\x00x", "steps[0].len_operands", 6),
        (b"\x10\x06\x00\x00\x00\x01\x00\x08\x01\x00a", "steps[0].operands.rules[0].flags", 12),
        (b"\x30\x02\x00\x00\x00\x01\x02", "steps[0].operands.items[0].is_fixed", 11),
        (b"\x02\x02\x00\x00\x00\x01\xff", "steps[0].operands.form", 11),
        (b"\x02\x03\x00\x00\x00\x01Nx", "steps[0].len_operands", 6),  # one byte more than the step has
    ],
)
def test_what_is_refused(step: bytes, path: str, offset: int) -> None:
    with pytest.raises(InvalidError) as caught:
        loads(HEAD + step)
    assert (caught.value.path, caught.value.offset) == (path, offset)


def test_a_step_ends_where_its_length_says() -> None:
    for name, (data, _) in GOLDEN.items():
        for length in range(1, len(data)):
            with pytest.raises(TruncatedError):
                loads(HEAD + data[:length], format="tisa")
        if len(data) > 5:
            shorter = data[:1] + struct.pack("<I", len(data) - 6) + data[5:-1]
            with pytest.raises(TruncatedError, match=r"^tisa: steps\[0\]"):
                loads(HEAD + shorter)
        assert name


# Resources

TOKENS = [("a", 1, 0.0), ("b", 0, -1.5), ("\u2581\u00e4", 2, float("-inf"))]


def vocab_file() -> bytes:
    entries = [
        struct.pack("<H", len(token.encode())) + token.encode() + struct.pack("<if", number, score)
        for token, number, score in TOKENS
    ]
    offsets = np.cumsum([0, *map(len, entries[:-1])]).astype("<u4")
    return struct.pack("<I", len(entries)) + offsets.tobytes() + b"".join(entries)


def test_a_vocabulary_as_columns() -> None:
    data = vocab_file()
    tree, tables = read("vocab", data)
    entries = tables.found["entries"][1]
    assert entries["id_token"].tolist() == [1, 0, 2]
    assert entries["score.bits"].view("<f4").tolist() == [0.0, -1.5, float("-inf")]
    stops = entries["token@"] + entries["token#"]
    assert [data[at:stop].decode() for at, stop in zip(entries["token@"], stops, strict=True)] == [
        "a",
        "b",
        "\u2581\u00e4",
    ]
    assert tables.found["offsets"][1]["ofs_entry"].tolist() == [0, 11, 22]
    assert written("vocab", tables, num_entries=3) == data
    assert tree._io.pos == len(data)


def test_a_vocabulary_as_a_tree() -> None:
    data = vocab_file()
    tree: Any = loads(data, format="vocab")
    assert [entry["token"] for entry in tree["entries"]] == ["a", "b", "\u2581\u00e4"]
    assert nacformats.dumps(tree, format="vocab") == data


def test_merges_run_to_the_end_whatever_the_number_of_lines() -> None:
    pairs = [("a", "b"), ("ab", "\u00e4")]
    parts = [struct.pack("<H", len(part.encode())) + part.encode() for pair in pairs for part in pair]
    data = struct.pack("<I", 5) + b"".join(parts)
    tree, tables = read("merges", data)
    assert tree.num_lines == 5
    assert len(tables.found["pairs"][1]) == 2
    assert written("merges", tables, num_lines=5) == data
    with pytest.raises(TruncatedError, match=r"pairs\[1\].right"):
        read("merges", data[:-1])


@pytest.mark.parametrize("name", ["vocab", "vidx", "merges"])
def test_a_count_that_cannot_be_is_refused(name: str) -> None:
    with pytest.raises(InvalidError, match="16777216"):
        read(name, b"\xff\xff\xff\xff")
    if name != "merges":
        with pytest.raises(FormatError):
            read(name, struct.pack("<I", 1 << 24))


def test_the_files_of_the_corpus() -> None:
    seen = set()
    for path in some(sorted(CORPUS.glob("tok_*/model.nac"))):
        with nacformats.load(path) as nac:
            assert isinstance(nac, nacformats.NacFile)
            manifest: Any = loads(nac.sections.proc or b"")
            assert nacformats.dumps(manifest) == nac.sections.proc
            for resource in nac.resources:
                stem, _, suffix = resource.name.rpartition(".")
                if suffix == "b":
                    tree, _ = read(stem, bytes(resource.data))
                    assert tree._io.pos == len(resource.data)
                    seen.add(stem)
    assert seen == {"vocab", "vidx", "merges"}


# Files that say nowhere what they are


def test_a_file_goes_by_its_name_only(tmp_path: Path) -> None:
    named, other = tmp_path / "vocab.b", tmp_path / "words.b"
    for path in (named, other):
        path.write_bytes(vocab_file())
    assert nacformats.detect(named) == "vocab"
    assert nacformats.detect(other) is None
    assert nacformats.detect(vocab_file()) is None
    assert nacformats.validate(named) == []
    tree: Any = nacformats.load(named)
    assert len(tree["entries"]) == 3
    again: Any = nacformats.load(other, format="vocab")
    nacformats.dump(again, tmp_path / "copy", format="vocab")
    assert (tmp_path / "copy").read_bytes() == vocab_file()
