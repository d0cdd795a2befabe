"""The bin file table and the instruction words of the three glyphs."""

from __future__ import annotations

import csv
import errno
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import nacformats
from nacformats import glyphs
from nacformats.formats.stb.glyphs import BinFileTable, Glyph, GlyphFlags, GlyphInstruction
from tests.stb.samples import GOLDEN, UNALIGNED


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "golden.stb").write_bytes(GOLDEN)
    (tmp_path / "unaligned.stb").write_bytes(UNALIGNED)
    (tmp_path / "broken.stb").write_bytes(GOLDEN[:-1])
    (tmp_path / "twice.stb").write_bytes(GOLDEN[:64] + b"\7" + GOLDEN[65:])
    return tmp_path


@pytest.fixture
def table(folder: Path) -> Iterator[BinFileTable]:
    files = {0: "golden.stb", 1: "unaligned.stb", 2: "broken.stb", 3: "twice.stb", 4: "missing.stb", 200: "golden.stb"}
    with BinFileTable(files, root=folder) as opened:
        yield opened


def test_words_of_the_corpus(corpus: Path) -> None:
    rows = rows_of(corpus / "stb" / "knu" / "words.tsv")
    assert len(rows) == 770
    for row in rows:
        word = int(row["word"], 16)
        instruction = GlyphInstruction.decode(word)
        assert instruction.glyph.name == row["glyph"]
        assert instruction.arity == int(row["arity"])
        assert instruction.flags == sum(GlyphFlags[name] for name in row["flags"].split("|"))
        assert instruction.payload == int(row["payload"], 16)
        assert instruction.bin_file_id == int(row["bin_file_id"])
        assert instruction.tensor_id == (None if row["tensor_id"] == "-" else int(row["tensor_id"]))
        assert instruction.auth_class == int(row["auth"])
        assert instruction.encode() == word
        fields = glyphs._fields_of_word(word)
        assert (fields["bin_file_id"], fields.get("tensor_id")) == (instruction.bin_file_id, instruction.tensor_id)


def test_bad_words_of_the_corpus(corpus: Path) -> None:
    for row in rows_of(corpus / "stb" / "knu" / "bad_words.tsv"):
        word = int(row["word"], 16)
        if row["expected"].startswith("undetectable"):
            assert (GlyphInstruction.decode(word).bin_file_id, GlyphInstruction.decode(word).tensor_id) == (2, 6)
        else:
            with pytest.raises(nacformats.FormatError):
                GlyphInstruction.decode(word)


@pytest.mark.parametrize(
    ("word", "field"),
    [
        (0x23002253, "PARITY"),
        (0x13002253 ^ 1, "VER"),
        (0x23302003, "GLYPH_ID"),
        (0x23022253, "ARITY"),
        (0x23220000 | 0x2003, "ARITY"),
        (0x23000253, "FLAGS"),
        (0x2300A253, "FLAGS"),
        (0x23002251, "AUTH_CLASS"),
    ],
)
def test_a_bad_word_names_the_field(word: int, field: str) -> None:
    with pytest.raises(nacformats.FormatError) as caught:
        GlyphInstruction.decode(word)
    assert caught.value.path == field


@pytest.mark.parametrize("word", [-1, 1 << 32])
def test_more_than_a_word(word: int) -> None:
    with pytest.raises(ValueError, match="instruction word"):
        GlyphInstruction.decode(word)


def test_a_load_reaches_sixteen_files_of_sixteen_tensors() -> None:
    assert GlyphInstruction.load(2, 5).encode() == 0x23002252
    assert GlyphInstruction.load(15, 15).encode() == 0x23002FF3
    for ids in ((16, 0), (0, 16), (-1, 0)):
        with pytest.raises(ValueError, match="0 to 15"):
            GlyphInstruction.load(*ids)


def test_what_decode_refuses_is_not_encoded() -> None:
    for wrong in (
        GlyphInstruction(Glyph.G_PREFETCH_BIN, 0x100),
        GlyphInstruction(Glyph.G_PREFETCH_BIN, 0, arity=1),
        GlyphInstruction(Glyph.G_PREFETCH_BIN, 0, flags=GlyphFlags.IMM),
        GlyphInstruction(Glyph.G_PREFETCH_BIN, 0, auth_class=0),
        GlyphInstruction(Glyph.G_PREFETCH_BIN, 0, auth_class=8),
    ):
        with pytest.raises(nacformats.InvalidError):
            wrong.encode()


def test_load(table: BinFileTable) -> None:
    assert table.load_tensor(0x07).array().tolist() == [[1, 2, 3], [-1, 0.5, 0]]
    assert table.execute(GlyphInstruction.load(0, 2).encode()).array() == -2


def test_loads_share_one_mapping(table: BinFileTable) -> None:
    first, second = table.load_tensor(0x07), table.load_tensor(0x07)
    assert first is second
    assert table.open(0) is table.open(200)


def test_map_gives_the_data_region(table: BinFileTable) -> None:
    region = table.mmap_region(200)
    assert bytes(region) == GOLDEN[128:]
    assert region.readonly
    assert table.execute(GlyphInstruction(Glyph.G_MMAP_BIN_REGION, 0).encode()) == region
    start = np.frombuffer(region, np.uint8).ctypes.data
    assert start % 64 == 0
    assert table.load_tensor(0x02).array().ctypes.data == start + 64


def test_prefetch_changes_nothing(table: BinFileTable) -> None:
    assert table.prefetch(0) is None
    assert table.execute(GlyphInstruction(Glyph.G_PREFETCH_BIN, 2).encode()) is None, (
        "broken files show when they are used"
    )
    assert table.load_tensor(0x02).array() == -2


@pytest.mark.parametrize(
    ("payload", "path", "match"),
    [
        (0x90, "bin_file_table[9]", "expected 0, 1, 2, 3, 4, 200"),
        (0x0F, "bin_file_table[0]", "no tensor has the id 15; ids: 2, 7"),
        (0x10, "tensors[1].ofs_body", "aligned"),
        (0x20, "len_file", "cut off"),
        (0x37, "tensors[1].tensor_id", "same tensor id"),
    ],
)
def test_loads_that_fail(table: BinFileTable, payload: int, path: str, match: str) -> None:
    with pytest.raises(nacformats.FormatError, match=match.replace("[", r"\[")) as caught:
        table.load_tensor(payload)
    assert caught.value.path == path


def test_the_file_of_a_bad_load_is_noted(table: BinFileTable, folder: Path) -> None:
    with pytest.raises(nacformats.TruncatedError) as caught:
        table.mmap_region(2)
    assert caught.value.__notes__ == [f"bin_file_table[2] is {folder / 'broken.stb'}"]


@pytest.mark.parametrize("payload", [-1, 256])
def test_a_payload_is_a_byte(table: BinFileTable, payload: int) -> None:
    for action in (table.load_tensor, table.mmap_region, table.prefetch):
        with pytest.raises(ValueError, match="payload"):
            action(payload)


def test_a_missing_file_is_an_os_error(table: BinFileTable) -> None:
    with pytest.raises(FileNotFoundError):
        table.load_tensor(0x40)


def test_unknown_files_cannot_be_mapped_or_prefetched(table: BinFileTable) -> None:
    for action in (table.mmap_region, table.prefetch):
        with pytest.raises(nacformats.InvalidError, match="no such file"):
            action(77)


def test_lenient_tables_read_unaligned_files(folder: Path) -> None:
    with BinFileTable(["unaligned.stb"], root=folder, strict=False) as table:
        assert table.load_tensor(0x02).array() == -2


def test_rows_as_in_json(folder: Path) -> None:
    rows = {"0": {"path": "golden.stb", "mmap_required": True}, "15": {"path": "golden.stb", "mmap_required": False}}
    with BinFileTable(rows, root=folder) as table:
        assert table.load_tensor(0xF2).array() == -2
        assert [row.mmap_required for row in table.files.values()] == [True, False]


@pytest.mark.parametrize("files", [{256: "a.stb"}, {-1: "a.stb"}, [{"mmap_required": True}], ["a.stb"] * 257])
def test_tables_that_cannot_be(files: object) -> None:
    with pytest.raises(ValueError, match=r"bin_file_id|path"):
        BinFileTable(files)


def test_a_file_that_cannot_be_mapped_is_read_where_that_is_allowed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENODEV, "this file system does not map")

    monkeypatch.setattr("nacformats.codec.streams.Mapping", refuse)
    files = [{"path": "golden.stb", "mmap_required": False}, {"path": "golden.stb"}]
    with BinFileTable(files[:1], root=folder) as table:
        assert table.load_tensor(0x02).array() == -2
    with BinFileTable(files[1:], root=folder) as table, pytest.raises(OSError, match="does not map"):
        table.load_tensor(0x02)


def test_the_shape_table_is_that_of_the_module(folder: Path) -> None:
    data = bytearray(GOLDEN)
    data[34] = 4  # rank
    data[52:56] = bytes([9, 0, 0, 0])
    (folder / "high.stb").write_bytes(data)
    with BinFileTable(["high.stb"], root=folder, shape_table={9: (1, 2, 3, 1)}) as table:
        assert table.load_tensor(0x07).array().shape == (1, 2, 3, 1)


def test_a_closed_table_opens_its_files_again(table: BinFileTable) -> None:
    before = table.load_tensor(0x02)
    table.close()
    assert before.array() == -2
    assert table.load_tensor(0x02).array() == -2
