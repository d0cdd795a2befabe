"""Checksums: files of our own schemas are taken by the standard library's readers of PNG chunks, gzip and zip."""

from __future__ import annotations

import gzip
import io
import random
import struct
import zipfile
import zlib
from pathlib import Path

import pytest

from nacformats.codec.checksums import CHECKSUMS
from nacformats.fuzz import Maker
from nacformats.schema.model import SchemaError

PNG_LIKE = r"""
meta: {id: png_like, endian: be, encoding: ASCII}
seq:
  - {id: magic, contents: [0x89, 'PNG', 13, 10, 26, 10]}
  - {id: chunks, type: chunk, repeat: until, repeat-until: _.type == "IEND"}
types:
  chunk:
    seq:
      - {id: len_body, type: u4}
      - {id: type, type: str, size: 4}
      - id: body
        size: len_body
        type: {switch-on: type, cases: {'"IHDR"': header, '"IEND"': nothing, '"tIME"': time}}
      - {id: crc, type: u4, -checksum: {kind: crc32, over: [type, body]}}
  header: {seq: [{id: width, type: u4}, {id: height, type: u4}, {id: rest, size: 5}]}
  time: {seq: [{id: year, type: u2}, {id: rest, size: 5}]}
  nothing: {}
"""
GZIP_LIKE = """
meta: {id: gzip_like, endian: le, bit-endian: le}
seq:
  - {id: magic, contents: [0x1f, 0x8b, 8, 0]}
  - {id: time, type: u4}
  - {id: extra, size: 2}
  - {id: block, type: stored}
  - {id: crc, type: u4}
  - {id: len_data, type: u4, valid: block.len_data}
types:
  stored:
    seq:
      - {id: kind, contents: [1]}
      - {id: len_data, type: u2}
      - {id: not_len_data, type: u2, valid: 0xffff - len_data}
      - {id: data, size: len_data}
"""
ZIP_LIKE = """
meta: {id: zip_like, endian: le, encoding: ASCII}
seq:
  - {id: files, type: file(_index), repeat: expr, repeat-expr: 3}
  - {id: entries, type: entry(_index), repeat: expr, repeat-expr: 3}
  - {id: end, type: end}
types:
  file:
    params: [{id: idx, type: s4}]
    seq:
      - {id: magic, contents: [PK, 3, 4, 20, 0, 0, 0, 0, 0]}
      - {id: time, contents: [0, 0, 0x21, 0]}
      - {id: crc, type: u4, -checksum: {kind: crc32, over: [body]}}
      - {id: len_body, type: u4}
      - {id: len_data, type: u4, valid: len_body}
      - {id: len_name, type: u2, valid: {min: 1, max: 20}}
      - {id: len_extra, type: u2}
      - {id: name, type: str, size: len_name}
      - {id: extra, size: len_extra}
      - {id: body, size: len_body}
    instances:
      len: {value: 30 + len_name + len_extra + len_body}
      ofs: {value: 'idx == 0 ? 0 : _parent.files[idx - 1].ofs + _parent.files[idx - 1].len'}
  entry:
    params: [{id: idx, type: s4}]
    seq:
      - {id: magic, contents: [PK, 1, 2, 20, 0, 20, 0, 0, 0, 0, 0]}
      - {id: time, contents: [0, 0, 0x21, 0]}
      - {id: crc, type: u4, valid: file.crc}
      - {id: len_body, type: u4, valid: file.len_body}
      - {id: len_data, type: u4, valid: file.len_body}
      - {id: len_name, type: u2, valid: file.len_name}
      - {id: rest, contents: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}
      - {id: ofs_file, type: u4, valid: file.ofs}
      - {id: name, type: str, size: len_name, valid: file.name}
    instances:
      file: {value: '_parent.files[idx]'}
  end:
    seq:
      - {id: magic, contents: [PK, 5, 6, 0, 0, 0, 0, 3, 0, 3, 0]}
      - {id: len_entries, type: u4, valid: 138 + len_names}
      - {id: ofs_entries, type: u4, valid: _parent.files.last.ofs + _parent.files.last.len}
      - {id: len_comment, contents: [0, 0]}
    instances:
      sizes: {value: _parent.entries}
      len_names: {value: 'sizes[0].len_name + sizes[1].len_name + sizes[2].len_name'}
"""
FILES = 25


def files_of(folder: Path, schema: str, hints: str = "", count: int = FILES) -> list[bytes]:
    path = folder / f"{schema.split('id: ')[1].split(',', maxsplit=1)[0]}.ksy"
    path.write_text(schema)
    path.with_suffix(".hints.yaml").write_text(hints)
    maker = Maker(path, max_size=2000)
    return [maker.sample(random.Random(seed)).data for seed in range(count)]


def test_chunks_have_the_checksum_of_their_type_and_body(tmp_path: Path) -> None:
    kinds = set()
    for data in files_of(tmp_path, PNG_LIKE):
        at = 8
        while at < len(data):
            size = int.from_bytes(data[at : at + 4], "big")
            covered, crc = data[at + 4 : at + 8 + size], data[at + 8 + size : at + 12 + size]
            assert zlib.crc32(covered).to_bytes(4, "big") == crc
            kinds.add(covered[:4])
            at += 12 + size
    assert {b"IHDR", b"IEND", b"tIME"} <= kinds


def test_a_hint_is_enough(tmp_path: Path) -> None:
    """What a reader unpacks is compared by it with the checksum, which comes after a record that holds the bytes."""
    found = files_of(tmp_path, GZIP_LIKE, "gzip_like.crc: {checksum: {kind: crc32, over: block.data}}\n")
    assert {len(gzip.decompress(data)) for data in found} > {0}


def test_a_number_may_be_a_copy_of_a_checksum(tmp_path: Path) -> None:
    for data in files_of(tmp_path, ZIP_LIKE):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            assert archive.testzip() is None
            assert len(archive.infolist()) == 3


WHOLE = """
meta: {{id: packet, endian: be}}
seq:
  - {{id: len_options, type: u1, valid: {{max: 9}}}}
  - {{id: sum, type: {type}, -checksum: {{kind: {kind}, over: _io}}}}
  - {{id: options, size: len_options}}
"""


@pytest.mark.parametrize(("kind", "code"), [("internet", "u2"), ("sum16", "u2"), ("crc32c", "u4"), ("crc16", "s2")])
def test_the_bytes_of_a_checksum_in_what_it_is_over_are_zeros(kind: str, code: str, tmp_path: Path) -> None:
    size = int(code[1])
    for data in files_of(tmp_path, WHOLE.format(kind=kind, type=code)):
        around = data[:1] + bytes(size) + data[1 + size :]
        assert int.from_bytes(data[1 : 1 + size], "big") == CHECKSUMS[kind]([around])


def test_kinds() -> None:
    """The check values of the usual catalogues, for the bytes 123456789, in any pieces."""
    known = {
        "crc32": 0xCBF43926, "crc32c": 0xE3069283, "crc16": 0xBB3D, "crc16-ccitt": 0x29B1, "crc16-xmodem": 0x31C3,
        "adler32": 0x091E01DE, "sum8": 0xDD, "sum16": 0x01DD, "sum32": 0x01DD, "negative8": 0x23, "xor8": 0x31,
    }  # fmt: skip
    known["internet"] = 0xFFFF - sum(struct.unpack(">5H", b"123456789\0")) % 0xFFFF
    assert {kind: function([b"1234", memoryview(b"56789")]) for kind, function in CHECKSUMS.items()} == known


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("{kind: crc64, over: b}", "/seq/0/-checksum/kind: there is no checksum 'crc64': crc32, "),
        ("{kind: crc32}", "/seq/0/-checksum: has to be a map with `kind` and `over`"),
        ("{kind: crc32, over: []}", "/seq/0/-checksum/over: has to be a list of fields"),
        ("{kind: crc32, over: [c]}", "/seq/0/-checksum/over: there is no field 'c'"),
        ("{kind: crc32, over: b.c}", "/seq/0/-checksum/over: there is no field b.c"),
    ],
)
def test_wrong_checksums_are_refused(said: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.ksy"
    path.write_text(
        f"meta: {{id: wrong, endian: le}}\nseq: [{{id: a, type: u4, -checksum: {said}}}, {{id: b, size: 3}}]"
    )
    with pytest.raises((SchemaError, ValueError), match=message):
        Maker(path)
