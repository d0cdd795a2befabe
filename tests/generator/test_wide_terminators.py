"""Strings of wide code units end with a whole one, at a multiple of its width."""

from __future__ import annotations

from pathlib import Path

import pytest

from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.errors import FormatError, TruncatedError
from nacformats.formats import generic
from nacformats.targets.loading import codec_of_file


def codec_of(folder: Path, *fields: str, encoding: str = "UTF-16LE") -> SchemaCodec:
    path = folder / "x.ksy"
    path.write_text(f"{{meta: {{id: x, encoding: {encoding}, endian: le}}, seq: [{', '.join(fields)}]}}")
    return codec_of_file(path)


@pytest.mark.parametrize("encoding", ["UTF-16LE", "UTF-16BE", "utf-16le", "UTF-32LE", "UTF-32BE"])
def test_a_zero_byte_of_a_character_ends_nothing(tmp_path: Path, encoding: str) -> None:
    codec = codec_of(tmp_path, "{id: a, type: strz}", "{id: b, type: strz}", encoding=encoding)
    texts = {"a": "a\u0100\u1000b", "b": "\u0001" * 5000}
    data = "".join(f"{text}\0" for text in texts.values()).encode(encoding)
    assert generic.read_tree(codec, Source(data)).fields == texts
    assert b"".join(codec.chunks(texts)) == data


def test_consume_include_and_eos_error(tmp_path: Path) -> None:
    kept, included = "{id: a, type: strz, consume: false}", "{id: c, type: strz, include: true}"
    codec = codec_of(tmp_path, kept, "{id: b, type: u2}", included, "{id: d, type: strz, eos-error: false}")
    data = "a\0b\0c".encode("utf-16le")
    assert generic.read_tree(codec, Source(data)).fields == {"a": "a", "b": 0, "c": "b\0", "d": "c"}


def test_what_has_no_terminator_is_refused(tmp_path: Path) -> None:
    codec = codec_of(tmp_path, "{id: a, type: strz}")
    with pytest.raises(TruncatedError, match="expected bytes 0000"):
        generic.read_tree(codec, Source(b"\x61\x00\x00\x61"))  # two zeros, in two characters
    with pytest.raises(FormatError, match="holds its terminator 0000"):
        codec.chunks({"a": "a\0b"})


def test_a_terminator_that_the_schema_gives_is_a_byte(tmp_path: Path) -> None:
    """As the parsers of the Kaitai Struct compiler have it."""
    codec = codec_of(tmp_path, "{id: a, type: str, terminator: 10}", "{id: b, size-eos: true}")
    assert generic.read_tree(codec, Source(b"a\0\nb")).fields == {"a": "a", "b": b"b"}
