"""Files that are made by hand: what neither writers nor the fuzzer come to, such as signalling NaNs, wide numbers."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

from nacformats.codec.tables import table_of
from nacformats.schema.sources import ROOT

#: A name, what is odd about the file, its bytes.
Odd = tuple[str, str, bytes]
_EXAMPLES = ROOT / "examples"
_QUIET, _SIGNALLING = 0x7FC00000, 0xFFA00001
_LARGEST = b"\xff" * 9 + b"\x01"


def _u4(*numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}I", *numbers)


def _numbers() -> Iterator[Odd]:
    yield "empty", "no byte at all", b""
    yield "zero", "the least number", b"\x00"
    yield "127", "the largest of one byte", b"\x7f"
    yield "wide-zero", "a number that takes more bytes than it needs", b"\x80\x00"
    yield "ten-bytes-of-zero", "as many bytes as there can be", b"\x80" * 9 + b"\x00"
    yield "largest", "2^64 - 1", _LARGEST
    yield "too-large", "a tenth byte of 2", b"\xff" * 9 + b"\x02"
    yield "endless", "a tenth byte that goes on", b"\x80" * 10 + b"\x00"
    yield "cut", "ends where another byte has to come", b"\xff\xff"
    yield "surplus", "a byte past the number", b"\x05\x00"


def _reals() -> Iterator[Odd]:
    for name, bits in (
        ("zero", 0),
        ("minus-zero", 1 << 31),
        ("one", 0x3F800000),
        ("least", 1),
        ("infinity", 0x7F800000),
    ):
        yield name, "a number by its bits", _u4(bits)
    yield "nan", "a quiet NaN", _u4(_QUIET)
    yield "signalling", "a signalling NaN: its bits have to stay", _u4(_SIGNALLING)
    yield "cut", "three of four bytes", b"\x00\x00\x80"
    yield "surplus", "a fifth byte", bytes(5)


def _glyphs() -> Iterator[Odd]:
    yield "empty", "no byte at all", b""
    yield "zero", "a word of zeros: another version", bytes(4)
    yield "surplus", "the bits of the version are right, and more bytes follow", b"\x20" + bytes(7)


def _entry(token: bytes, number: int = 0, bits: int = 0) -> bytes:
    return struct.pack("<H", len(token)) + token + struct.pack("<iI", number, bits)


def _vocabulary(*entries: bytes) -> bytes:
    offsets = [sum(map(len, entries[:at])) for at in range(len(entries))]
    return _u4(len(entries), *offsets) + b"".join(entries)


#: Texts that are UTF-8 and look as if they were not, and bytes that are not UTF-8.
_TEXTS = (
    ("nul", b"a\0b"),
    ("mark", b"\xef\xbb\xbfa"),
    ("controls", b'\x01\x1f\x7f"\\'),
    ("separators", "\u2028\u2029\x85".encode()),
    ("largest", "\U0010ffff\ue000\ufffe".encode()),
)
_NOT_TEXTS = (
    ("surrogate", b"\xed\xa0\x80"),
    ("overlong", b"\xc0\x80"),
    ("overlong-of-three", b"\xe0\x80\x80"),
    ("beyond", b"\xf4\x90\x80\x80"),
    ("cut", b"a\xe2\x82"),
    ("stray", b"\x80"),
)


def _vocabularies() -> Iterator[Odd]:
    yield "empty", "no byte at all", b""
    yield "no-entries", "a count of 0", _u4(0)
    for name, text in _TEXTS:
        yield f"text-{name}", "a text that is to be kept as it is", _vocabulary(_entry(text))
    for name, text in _NOT_TEXTS:
        yield f"not-text-{name}", "bytes that are no UTF-8", _vocabulary(_entry(b"ok"), _entry(text))
    yield (
        "reals",
        "NaNs, and the lowest id",
        _vocabulary(_entry(b"a", -(1 << 31), _SIGNALLING), _entry(b"b", -1, _QUIET)),
    )
    yield "too-many", "one more than the schema allows", _u4((1 << 24) + 1)
    yield "as-many-as-allowed", "a count that is allowed, of nothing", _u4(1 << 24)
    yield "surplus", "bytes past the last entry", _vocabulary(_entry(b"a")) + b"\0"


def _merges() -> Iterator[Odd]:
    yield "no-pairs", "a count that is not that of the pairs", _u4(7)
    yield "empty-texts", "pairs of nothing", _u4(2) + bytes(8)
    yield "not-text", "bytes that are no UTF-8", _u4(1) + b"\x01\x00\xff\x00\x00"
    yield "cut", "a pair without its second text", _u4(1) + b"\x01\x00a\x05\x00b"
    yield "half-a-length", "one byte of a length", _u4(1) + bytes(4) + b"\x01"


def _counted() -> Iterator[Odd]:
    yield "empty", "no byte at all", b""
    yield "none", "a count of 0", _u4(0)
    yield "largest", "numbers with all bits set", _u4(2) + b"\xff" * 16
    yield "too-many", "one more than the schema allows", _u4((1 << 24) + 1)
    yield "as-many-as-allowed", "a count that is allowed, of nothing", _u4(1 << 24)
    yield "surplus", "bytes past the last number", _u4(0) + b"\0"


def _mic2() -> Iterator[Odd]:
    yield "magic-alone", "no line", b"mic@2"
    yield "last-newline", "a newline past the last line", b"mic@2\nS n\nO 0\n"
    yield "returns", "carriage returns are part of tokens", b"mic@2\nS n\r\nO 0\r"
    yield "blanks", "two blanks have an empty token between them", b"mic@2\nS  n"
    yield "nul", "a token may be anything but a blank", b"mic@2\n\0 \x01 \xc2\x80\nO 0"
    yield "not-text", "bytes that are no UTF-8", b"mic@2\nS n\nS \xed\xa0\x80"


def _micb(*, strings: bytes = b"\x01\x01x", symbols: bytes = b"\0", types: bytes = b"\x01\x01\0", rest: bytes) -> bytes:
    return b"MICB\x02" + strings + symbols + types + rest


_ARG = b"\x00\x00\x00"


def _graphs() -> Iterator[Odd]:
    yield "empty", "no byte at all", b""
    yield "one-argument", "the least graph", _micb(rest=b"\x01" + _ARG + b"\0")
    wide = _micb(strings=b"\x81\x00\x81\x80\x00x", rest=b"\x81\x80\x80\x00" + b"\x00\x80\x00\x80\x80\x00" + b"\x80\x00")
    yield "wide-numbers", "every number takes more bytes than it needs", wide
    axes = b"".join((_LARGEST, b"\xfe" + b"\xff" * 8 + b"\x01", b"\x01", b"\x80\x01"))
    node = b"\x02\x0b\x04" + axes + b"\x01\x00"
    yield "axes", "the least and the largest axis", _micb(rest=b"\x02" + _ARG + node + b"\x01")
    yield "custom", "an operation with a name", _micb(rest=b"\x02" + _ARG + b"\x02\xff\x00\x00" + b"\x01")
    for name, text in _TEXTS:
        strings = b"\x01" + bytes([len(text)]) + text
        yield f"text-{name}", "a text that is to be kept as it is", _micb(strings=strings, rest=b"\x01" + _ARG + b"\0")
    for name, text in _NOT_TEXTS:
        strings = b"\x01" + bytes([len(text)]) + text
        yield f"not-text-{name}", "bytes that are no UTF-8", _micb(strings=strings, rest=b"\x01" + _ARG + b"\0")
    yield "many-strings", "a count of 2^64 - 1", b"MICB\x02" + _LARGEST
    yield "long-string", "a length of 2^64 - 1", b"MICB\x02\x01" + _LARGEST + b"x"
    yield (
        "past-the-end",
        "a reference of 2^31, which is negative in 32 bits",
        _micb(rest=b"\x01" + _ARG + b"\x80\x80\x80\x80\x08"),
    )
    yield "to-itself", "a node that takes its own value", _micb(rest=b"\x02" + _ARG + b"\x02\x05\x01\x01" + b"\x01")
    yield "trailing", "a byte past the output", _micb(rest=b"\x01" + _ARG + b"\0\0")


def _patched(file: Path, *changes: tuple[int, bytes]) -> bytes:
    data = bytearray(file.read_bytes())
    for at, new in changes:
        data[at : at + len(new)] = new
    return bytes(data)


def _u8(number: int) -> bytes:
    return struct.pack("<Q", number)


def _stb() -> Iterator[Odd]:
    file, table = _EXAMPLES / "weights.stb", table_of("stb")
    data = file.read_bytes()
    count, start, size = (table.place(name) for name in ("num_tensors", "ofs_data", "len_file"))
    body, length, first = 36, 44, 32
    yield "empty", "no byte at all", b""
    yield "no-tensors", "a header alone", data[:count] + bytes(10) + _u8(64) + _u8(64) + bytes(32)
    yield "shared", "two tensors have the same bytes", _patched(file, (body + 32, data[body : body + 16]))
    yield "reserved-dtype", "a dtype and a layout without names", _patched(file, (first + 1, b"\xc8\x08\xff"))
    yield "rank-9", "more dimensions than there can be", _patched(file, (first + 2, b"\x09"))
    yield (
        "zero-length",
        "a tensor without bytes at the end of the file",
        _patched(file, (body, _u8(len(data))), (length, _u8(0))),
    )
    yield (
        "past-the-end",
        "a tensor that is one byte longer than the file",
        _patched(file, (length, _u8(len(data) - 127))),
    )
    yield "wraps", "offset and length add up to less in 64 bits", _patched(file, (length, _u8((1 << 64) - 64)))
    yield "far", "an offset of 2^64 - 64", _patched(file, (body, _u8((1 << 64) - 64)))
    yield "far-data", "a data region at 2^63", _patched(file, (start, _u8(1 << 63)), (size, _u8(1 << 63)))
    yield "longer", "a byte more than the header says", data + b"\0"
    yield "shorter", "a byte less than the header says", data[:-1]
    yield "most-tensors", "a count of 65,535, of nothing", _patched(file, (count, b"\xff\xff"))


def _nac() -> Iterator[Odd]:
    file, table = _EXAMPLES / "mlp.nac", table_of("nac")
    data = file.read_bytes()
    memory, ops, names, orch = (table.place(f"ofs_{name}") for name in ("mmap", "ops", "cmap", "orch"))
    yield "empty", "no byte at all", b""
    yield "bare", "a header without a section", data[:memory] + bytes(76)
    yield "past-the-end", "a section at the end of the file", _patched(file, (memory, _u8(len(data))))
    yield "far", "a section at 2^64 - 1", _patched(file, (ops, b"\xff" * 8))
    yield "far-signed", "a section at 2^63, which is negative in 64 bits", _patched(file, (ops, _u8(1 << 63)))
    yield "elsewhere", "a section where another one is", _patched(file, (names, data[ops : ops + 8]))
    yield "shared", "a section where a plan has to be", _patched(file, (orch, data[memory : memory + 8]))
    yield "gap", "zeros past the last section", data + bytes(24)
    yield "surplus", "other bytes past the last section", data + b"more"
    at = int.from_bytes(data[ops : ops + 8], "little")
    yield "many-instructions", "a count of 2^32 - 1", _patched(file, (at + 4, b"\xff" * 4))
    yield "cut", "the last byte is missing", data[:-1]


def _plans() -> Iterator[Odd]:
    yield "empty", "no byte at all: no instruction", b""
    yield "unknown", "an instruction that there is not", b"\xee\x00\x00"


def _manifests() -> Iterator[Odd]:
    yield "no-steps", "the head alone", b"TISA\x01"
    yield "unknown", "a step without a name", b"TISA\x01\xee" + _u4(3) + b"abc"
    yield "long", "a step that is longer than the file", b"TISA\x01\xee" + _u4(1 << 31) + b"abc"
    yield "another-version", "version 2", b"TISA\x02"


def _scores() -> Iterator[Odd]:
    yield "nothing", "no entries", b"SCOR\0"
    yield "two", "the file of the document", b"SCOR\2\3Ada\244\1\4Alan\214\1"
    yield "surplus", "a byte past the last entry", b"SCOR\1\1x\xff\xff\0"
    for name, text in _NOT_TEXTS:
        yield f"not-text-{name}", "bytes that are no UTF-8", b"SCOR\1" + bytes([len(text)]) + text + b"\0\0"


def _weather(*, height: bytes = b"\0", place: bytes = bytes(16), reading: bytes = b"") -> bytes:
    station = b"\x01K" + height + place + (b"\x01" + reading if reading else b"\0")
    return b"WLOG\0\x01\xa0" + bytes(4) + b"\x01" + station + b"\0\0" + b"end\n"


def _logs() -> Iterator[Odd]:
    yield "one-station", "the least log with a station", _weather()
    yield "wide-height", "a signed number that takes more bytes than it needs", _weather(height=b"\xff\x7f")
    yield "lowest-height", "-2^63", _weather(height=b"\x80" * 9 + b"\x7f")
    yield "highest-height", "2^63 - 1", _weather(height=b"\xff" * 9 + b"\x00")
    yield (
        "nans",
        "signalling NaNs: their bits have to stay",
        _weather(place=bytes.fromhex("7ff0000000000001fff4000000000002")),
    )
    yield "minus-zero", "-0.0, which is not less than 0", _weather(reading=b"\x01\x80\0\0\0\0\0")
    yield "nan-speed", "a NaN, which is not at least 0", _weather(reading=b"\x01\x7f\xc0\0\0\0\0")
    yield "no-reading", "a kind that has no body", _weather(reading=b"\x09")
    yield "no-last-note", "the list of notes has no end", _weather()[:-4]
    yield "gap", "bytes that no offset leads to", _weather() + b"gap"


def odd_file() -> bytes:
    """Return a file of oddities.ksy, of which every byte is made by hand."""
    bits = 5 | 0x3FF << 3 | 0b01 << 14  # the last two are the first of `high`, which are 0 and 0
    bits &= 0x3FFF
    parts = [
        b"\x01",
        struct.pack("<IhdH", 7, -2, 1.5, 513),
        bits.to_bytes(2, "little"),
        bytes([0b10100000]),
        bytes(byte ^ 1 for byte in b"abcd"),
        bytes((byte >> 3 | byte << 5) & 255 for byte in (1, 2, 9)),
        bytes(byte ^ key for byte, key in zip(b"xyz", (1, 2, 3), strict=True)),
        "é  ".encode("latin-1") + b"   ",
        b"ab\0zz",
        "hi".encode("utf-16-le") + b"\0\0",
        b"one\n\n",
        b"\x04" + struct.pack(">2H", 1, 2) + b"\x09",
    ]
    return b"".join(parts)


def _oddities() -> Iterator[Odd]:
    good = odd_file()
    lines = good.index(b"one\n\n")
    bits = good.index(b"\xfd\x1f\xa0")
    whole = good.replace(b"\x20\x40\x21", b"\x20\x40\0").replace(b"ab\0zz", b"ab\0\0\0")
    yield "whole", "what writing gives back: no other filler than the schema's", whole
    yield "good", "switched byte order, bits of both orders, parts that are processed, encodings", good
    yield "big", "the other byte order", b"\x02" + good[1:]
    yield "padding", "bits that no field takes", good[: bits + 1] + b"\xdf\xa7" + good[bits + 3 :]
    yield "four-lines", "a list that ends by its count", good[:lines] + b"1\n2\n3\n4\n" + good[lines + 5 :]
    yield "endless-line", "a line that the end of the file ends", good[:lines] + b"one"
    yield "short-rest", "a part that is longer than the file", good[:-6] + b"\x07" + good[-5:]
    yield "dead", "a number that a rule forbids, in a record in a record", good.replace(b"\x01\x02", b"\xad\xde")
    yield "unpaired", "half of a pair of UTF-16", good.replace(b"h\0i\0", b"\x3d\xd8i\0")
    yield "pair", "a pair of UTF-16", good.replace(b"h\0i\0", b"\x3d\xd8\x00\xde")
    yield "unended", "a wide text that the file ends", good[: good.index(b"h\0i\0") + 3]


def _corner(kind: int, body: bytes, lines: bytes = b"\0", tail: int = 0) -> bytes:
    return bytes([kind, len(body)]) + body + lines + bytes([tail])


def _corners() -> Iterator[Odd]:
    yield "bytes", "a kind without a type has bytes", _corner(0, b"ab")
    yield "number", "a number where others have a size", _corner(1, _u4(1 << 31))
    yield "wrong-size", "a size that is not that of the number", b"\1\3" + bytes(6)
    yield "box", "an instance in the stream of a part", _corner(2, b"xy")
    yield "empty-box", "no such instance, whose stream is empty", _corner(2, b"")
    yield "nothing", "an instance that takes no bytes", _corner(3, b"")
    yield "mark", "one that takes some", _corner(4, b"")
    yield "lines", "empty texts, and others", _corner(0, b"", b"\3a\0\0\0\0\0b\0\0\0")
    yield "no-end", "a text that the file ends, and a number that is missing", b"\0\0\1a\0"
    yield "odd-end", "half of a unit at the end", b"\0\0\1a\0b"
    yield "tail", "an instance, by its position plus 2", _corner(0, b"", tail=2)
    yield "negative", "a negative position", _corner(0, b"", tail=1)
    yield "far-tail", "a position past the end", _corner(0, b"", tail=255)


#: Metadata of one value of each type that is no array, by its number.
_GGUF_VALUES = {
    **dict(
        enumerate((b"\x07", b"\xf9", b"\x07\x80", b"\xf9\xff", _u4(1 << 31), _u4(0xFFFFFFF9), _u4(0x7F800001), b"\x01"))
    ),
    10: struct.pack("<Q", (1 << 64) - 1),
    11: struct.pack("<q", -7),
    12: struct.pack("<Q", 0x7FF0000000000001),
}


def _gguf_text(text: bytes) -> bytes:
    return struct.pack("<Q", len(text)) + text


def _gguf_list(kind: int, count: int, content: bytes) -> bytes:
    return struct.pack("<IQ", kind, count) + content


def _gguf(metadata: list[tuple[bytes, int, bytes]], tensors: bytes = b"", data: bytes = b"", **changed: int) -> bytes:
    """A file; changed: numbers of the header that are not what they should be."""
    header = {"version": 3, "num_tensors": 0, "num_metadata": len(metadata), **changed}
    listed = b"".join(_gguf_text(key) + _u4(kind) + content for key, kind, content in metadata)
    return b"GGUF" + struct.pack("<IQQ", *header.values()) + listed + tensors + data


def _gguf_tensor(name: bytes, dims: tuple[int, ...], dtype: int, start: int) -> bytes:
    return _gguf_text(name) + struct.pack(f"<I{len(dims)}QIQ", len(dims), *dims, dtype, start)


def _ggufs() -> Iterator[Odd]:
    values = [(b"v%d" % kind, kind, content) for kind, content in _GGUF_VALUES.items()]
    lists = [(b"l%d" % kind, 9, _gguf_list(kind, 2, content * 2)) for _, kind, content in values]
    texts = _gguf_list(8, 2, _gguf_text(b"") + _gguf_text("\N{SNOWMAN}".encode()))
    nested = _gguf_list(9, 2, _gguf_list(0, 1, b"\x05") + _gguf_list(9, 1, texts))
    texts_and_lists = [(b"s", 8, _gguf_text(b"\x00")), (b"t", 9, texts), (b"n", 9, nested)]
    yield "every-type", "a value of every type, signalling NaNs among them", _gguf(values)
    yield "every-list", "an array of every type, nested ones among them", _gguf([*lists, *texts_and_lists])
    align = (b"general.alignment", 4, _u4(8))
    tensors = _gguf_tensor(b"a", (2, 3), 0, 0) + _gguf_tensor(b"b", (32,), 8, 24) + _gguf_tensor(b"c", (), 99, 64)
    data = b"\0" * 6 + bytes(range(64))
    yield (
        "tensors",
        "an alignment of 8, blocks, a type that is not listed",
        _gguf([align], tensors, data, num_tensors=3),
    )
    huge = _gguf_tensor(b"h", (1 << 63,) * 4, 41, (1 << 64) - 32)
    yield "wraps", "a product of dimensions of 2^252", _gguf([], huge, num_tensors=1)
    yield "version-2", "v2 has the same layout", _gguf(values[:1], version=2)
    yield "version-1", "counts of four bytes", _gguf([], version=1)
    yield "big-endian", "every number the other way round", b"GGUF" + struct.pack(">IQQ", 3, 0, 0)
    yield "many-tensors", "2^63 tensors", _gguf([], num_tensors=1 << 63)
    yield "many-keys", "2^63 keys", _gguf([], num_metadata=1 << 63)
    yield "long-key", "a key that ends past the file", _gguf([], struct.pack("<Q", 1 << 62), num_metadata=1)
    yield "long-list", "an array of more elements than there are bytes", _gguf([(b"k", 9, _gguf_list(0, 1 << 30, b""))])
    yield (
        "long-texts",
        "as many texts as a file may have, none there",
        _gguf([(b"k", 9, _gguf_list(8, 0x7FFFFFFF, b""))]),
    )
    yield "value-type-13", "a type of value that there is not", _gguf([(b"k", 13, b"")])
    yield "entry-type-13", "an array of a type that there is not", _gguf([(b"k", 9, _gguf_list(13, 0, b""))])
    yield "boolean-2", "neither true nor false", _gguf([(b"k", 7, b"\x02")])
    yield "latin-1-key", "a key that is not UTF-8", _gguf([(b"\xe9", 0, b"\x00")])
    yield "five-dims", "more dimensions than there may be", _gguf([], _gguf_tensor(b"a", (1,) * 5, 0, 0), num_tensors=1)
    yield "no-data", "no byte past the metadata", _gguf(values[:1])


def _safetensors_file(header: bytes, data: bytes = b"") -> bytes:
    return struct.pack("<Q", len(header)) + header + data


def _safetensors() -> Iterator[Odd]:
    one = b'{"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}  '
    yield "one", "one tensor", _safetensors_file(one, b"\x00\x00\x80\x3f")
    yield "none", "no tensors", _safetensors_file(b"{}")
    yield "empty", "no byte at all", b""
    yield "latin-1", "a header that is not UTF-8", _safetensors_file(b'{"\xe9":1}')
    yield "long", "a header that ends past the file", struct.pack("<Q", 3) + b"{}"
    yield "limit", "a header of 2^63 bytes", struct.pack("<Q", 1 << 63) + b"{}"


#: By schema.
BY_HAND = {
    "corners": tuple(_corners()),
    "binary32": tuple(_reals()),
    "gguf": tuple(_ggufs()),
    "glyph": tuple(_glyphs()),
    "mep": tuple(_plans()),
    "merges": tuple(_merges()),
    "mic2": tuple(_mic2()),
    "micb": tuple(_graphs()),
    "nac": tuple(_nac()),
    "oddities": tuple(_oddities()),
    "safetensors": tuple(_safetensors()),
    "scores": tuple(_scores()),
    "stb": tuple(_stb()),
    "stranger": tuple(_logs()),
    "tisa": tuple(_manifests()),
    "token_scores": tuple(_counted()),
    "uleb128": tuple(_numbers()),
    "vidx": tuple(_counted()),
    "vocab": tuple(_vocabularies()),
}
