"""KHΛNARY v0.2: the table of STB files and the three glyphs that use it (STB v0.1, section 6).

    with BinFileTable({0: "weights/layer_0.stb"}) as table:
        weight = table.load_tensor(0x01).array()  # the payload of a load: file 0, tensor 1
        bias = table.execute(0x23002022).array()  # a whole instruction word: load file 0, tensor 2

Instruction words have 32 bits (KHΛ-2-DENSE-32); `Instruction` takes them apart and puts them together.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum, IntFlag, auto
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from nacformats._generated.python.glyph import Operation
from nacformats.codec.streams import Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.formats.stb.model import StbFile, read_stb
from nacformats.formats.stb.table import FORMAT_NAME
from nacformats.formats.stb.tensor import ShapeTable, StbTensor

_WORD_BYTES = 4
#: The bits of FLAGS from the highest to the lowest, by the names that the schema gives them.
_FLAG_FIELDS = ("reserved1", "has_shape_desc", "has_bin_ref", "is_immediate")
_CODEC = SchemaCodec.generated("glyph")
_FIELDS = _CODEC.table.root.fields
#: What the specification calls a field of the schema that has another name there.
_NAMES = {"version": "VER", **dict.fromkeys(_FLAG_FIELDS, "FLAGS")}


def _read(word: bytes) -> Mapping[str, Any]:
    return _CODEC.read(Source(word))


def _fields_of_word(word: int) -> Mapping[str, Any]:
    """Return the fields of a word by their names in the schema.

    Raises:
        InvalidError: a field breaks a rule; `path` is its name in the specification.
        UnsupportedError: the glyph does not use STB files.
    """
    try:
        return _read(word.to_bytes(_WORD_BYTES, "big"))
    except FormatError as error:
        field = "parity" if word.bit_count() % 2 else str(error.path)  # a flipped bit explains any other rule
        raise _refusal(field, _numbers(word)) from None


def _numbers(word: int) -> dict[str, int]:
    """Return what is in the fields of a word, right or wrong."""
    found = {}
    for field in reversed(_FIELDS):
        word, found[field.id] = divmod(word, 1 << field.bits)
    return found


def _refusal(field: str, fields: Mapping[str, int]) -> FormatError:
    """Return the error for a field that breaks a rule."""
    name = _NAMES.get(field, field.upper())
    if name == "GLYPH_ID":
        known = ", ".join(f"{member:#04x} {member.name.upper()}" for member in Operation)
        reason, shown = "the glyph does not use STB files", f"{fields[field]:#04x}"
        return UnsupportedError(reason, format="knu", path=name, expected=f"one of {known}", actual=shown)
    actual = _flags(fields) if name == "FLAGS" else int(fields[field])
    expected = _expected(name, fields)
    return InvalidError("wrong instruction word", format="knu", path=name, expected=expected, actual=actual)


def _expected(name: str, fields: Mapping[str, int]) -> Any:
    """Return what a field has to be, in words."""
    if name == "VER":
        return VERSION
    if name == "ARITY":
        return f"at most {_read(_example(fields['glyph_id']))['highest_arity']}"
    if name == "FLAGS":
        return "no reserved bit" if fields["has_bin_ref"] else "BIN_REF"
    bits = next((field.bits for field in _FIELDS if field.id.upper() == name), 0)
    words = {"PARITY": "an even number of 1 bits", "PAYLOAD": "one byte"}
    return words.get(name, f"1 to {(1 << bits) - 1}")


def _example(glyph_id: int) -> bytes:
    """Return a right word of a glyph."""
    flags = dict.fromkeys(_FLAG_FIELDS, False) | {"has_bin_ref": True}
    fields = {"glyph_id": glyph_id, "arity": 0, **flags, "payload": 0, "auth_class": 1}
    return b"".join(_CODEC.chunks(fields))


def _flags(fields: Mapping[str, int]) -> int:
    number = 0
    for name in _FLAG_FIELDS:
        number = 2 * number + bool(fields[name])
    return number


#: The dialect of instruction words that is understood (KHΛ-2-DENSE-32).
VERSION = int(_read(_example(min(Operation)))["version"])
#: Highest file and tensor that a load can name: four bits each. Mapping and prefetching reach file 255.
HIGHEST_NIBBLE = 0xF
HIGHEST_BYTE = 0xFF


class Glyph(IntEnum):
    """The glyphs that take their operand from an STB file."""

    G_LOAD_BIN_TENSOR = Operation.g_load_bin_tensor
    G_MMAP_BIN_REGION = Operation.g_mmap_bin_region
    G_PREFETCH_BIN = Operation.g_prefetch_bin


class GlyphFlags(IntFlag):
    """FLAGS of an instruction word, from the lowest bit up; the fourth bit is reserved."""

    IMM = auto()
    BIN_REF = auto()
    SHAPE_DESC = auto()


@dataclass(frozen=True)
class GlyphInstruction:
    """One instruction of the three glyphs.

    Attributes:
        glyph: what to do.
        payload: one byte. G_LOAD_BIN_TENSOR: bits 7-4 are the bin_file_id, bits 3-0 the tensor id; the other two:
            all of it is the bin_file_id.
        arity: number of operands, 0; G_MMAP_BIN_REGION may have 1.
        flags: BIN_REF, which all three require, and others.
        auth_class: authority, from 1 (user) up.
    """

    glyph: Glyph
    payload: int
    arity: int = 0
    flags: GlyphFlags = GlyphFlags.BIN_REF
    auth_class: int = 1

    @classmethod
    def load(cls, bin_file_id: int, tensor_id: int) -> GlyphInstruction:
        """Return the instruction that loads one tensor.

        Raises:
            ValueError: an id is not 0 to 15, so no load can name it.
        """
        _check_range("bin_file_id of a load", bin_file_id, HIGHEST_NIBBLE)
        _check_range("tensor id of a load", tensor_id, HIGHEST_NIBBLE)
        return cls(Glyph.G_LOAD_BIN_TENSOR, bin_file_id << 4 | tensor_id)

    @classmethod
    def decode(cls, word: int) -> GlyphInstruction:
        """Return the instruction in a word of 32 bits.

        Raises:
            InvalidError: parity, version, arity, flags or authority is wrong; `path` names the field.
            UnsupportedError: the glyph is not one of these three.
            ValueError: the number is negative or has more than 32 bits.
        """
        _check_range("instruction word", word, (1 << 8 * _WORD_BYTES) - 1)
        fields = _fields_of_word(word)
        flags = GlyphFlags(sum(flag for name, flag in _FLAGS.items() if fields[name]))
        return cls(Glyph(fields["glyph_id"]), fields["payload"], fields["arity"], flags, fields["auth_class"])

    def encode(self) -> int:
        """Return the instruction as a word of 32 bits, with its parity.

        Raises:
            InvalidError: a field holds what `decode` would refuse.
        """
        flags = {name: flag in self.flags for name, flag in _FLAGS.items()}
        fields = {
            "glyph_id": int(self.glyph),
            "arity": self.arity,
            "reserved1": bool(self.flags & ~sum(GlyphFlags)),
            **flags,
            "payload": self.payload,
            "auth_class": self.auth_class,
        }
        try:
            return int.from_bytes(b"".join(_CODEC.chunks(fields)), "big")
        except FormatError as error:
            raise _refusal(str(error.path), fields) from None

    @property
    def bin_file_id(self) -> int:
        return self.payload >> 4 if self.glyph is Glyph.G_LOAD_BIN_TENSOR else self.payload

    @property
    def tensor_id(self) -> int | None:
        """The tensor that G_LOAD_BIN_TENSOR names; None for the others."""
        return self.payload & HIGHEST_NIBBLE if self.glyph is Glyph.G_LOAD_BIN_TENSOR else None


#: Flags by the names that the schema gives their bits.
_FLAGS = dict(zip(_FLAG_FIELDS[:0:-1], GlyphFlags, strict=True))


@dataclass(frozen=True)
class BinFile:
    """One row of the table: where a file is, and whether it has to be mapped.

    Attributes:
        path: the file, absolute or relative to the table's root.
        mmap_required: False allows reading it into memory where it cannot be mapped.
    """

    path: Path
    mmap_required: bool = True


#: A row of the table as it is given: a path, or a mapping with "path" and, if wanted, "mmap_required".
BinFileRow = str | os.PathLike[str] | Mapping[str, object]


class BinFileTable:
    """The STB files of a KHΛNARY module by bin_file_id, each opened once when it is first needed.

    Args:
        files: {bin_file_id: file} or a list whose places are the ids. A file is a path or a mapping with "path" and,
            if wanted, "mmap_required", as in section 6.1; ids may be strings of digits, as they are in JSON.
        root: folder of relative paths.
        shape_table: shapes of the tensors of rank > 3 by index.
        strict: False reads files whose tensors are not aligned.
        mmap: how files are opened, as for nacformats.load.

    Raises:
        ValueError: an id is not 0 to 255, or a file has no path.
    """

    def __init__(
        self,
        files: Mapping[int, BinFileRow] | Mapping[str, BinFileRow] | Iterable[BinFileRow],
        *,
        root: str | os.PathLike[str] = ".",
        shape_table: ShapeTable | None = None,
        strict: bool = True,
        mmap: bool | None = None,
    ) -> None:
        rows = files.items() if isinstance(files, Mapping) else enumerate(files)
        self.files = {_file_id(key): _bin_file(row, Path(root)) for key, row in rows}
        self._shape_table = shape_table
        self._strict = strict
        self._mmap = mmap
        self._sources: dict[Path, Source] = {}
        self._opened: dict[Path, StbFile] = {}

    def load_tensor(self, payload: int) -> StbTensor:
        """G_LOAD_BIN_TENSOR (0x30): the tensor that the byte names, as a view of its file (section 6.2).

        Raises:
            FormatError: the table has no such file; the file is not valid, or has no or more than one such tensor.
            ValueError: the payload is not a byte.
            OSError: the file cannot be opened.
        """
        _check_range("payload", payload, HIGHEST_BYTE)
        file_id, tensor_id = payload >> 4, payload & HIGHEST_NIBBLE
        try:
            return self.open(file_id).by_id(tensor_id)
        except KeyError as error:
            path = f"bin_file_table[{file_id}]"
            raise InvalidError(error.args[0], format=FORMAT_NAME, path=path) from None

    def mmap_region(self, payload: int) -> memoryview:
        """G_MMAP_BIN_REGION (0x31): the data region of a file, [data_offset, file_size), read-only (section 6.3).

        Raises: as `load_tensor`.
        """
        _check_range("payload", payload, HIGHEST_BYTE)
        return self.open(payload).data_region()

    def prefetch(self, payload: int) -> None:
        """G_PREFETCH_BIN (0x32): ask the system to read a file ahead; changes nothing else (section 6.4).

        The file is mapped but not looked at: whether it is a valid one shows when it is used.

        Raises:
            FormatError: no such file in the table.
            ValueError: the payload is not a byte.
            OSError: the file cannot be opened.
        """
        _check_range("payload", payload, HIGHEST_BYTE)
        self._source(self._row(payload)).prefetch()

    def execute(self, word: int) -> StbTensor | memoryview | None:
        """Execute one instruction word: gives a tensor for a load, a region for a mapping, None for a prefetch.

        Raises: as `Instruction.decode`, `load_tensor`, `mmap_region` and `prefetch`.
        """
        instruction = GlyphInstruction.decode(word)
        actions: dict[Glyph, Callable[[int], StbTensor | memoryview | None]] = {
            Glyph.G_LOAD_BIN_TENSOR: self.load_tensor,
            Glyph.G_MMAP_BIN_REGION: self.mmap_region,
            Glyph.G_PREFETCH_BIN: self.prefetch,
        }
        return actions[instruction.glyph](instruction.payload)

    def open(self, bin_file_id: int) -> StbFile:
        """Return the file with this id. Ids with the same path share one mapping."""
        row = self._row(bin_file_id)
        if row.path not in self._opened:
            self._opened[row.path] = self._read(bin_file_id, row)
        return self._opened[row.path]

    def close(self) -> None:
        """Release all mappings; a later use opens its file again."""
        for opened in self._opened.values():
            opened.close()
        for source in self._sources.values():
            source.close()
        self._opened.clear()
        self._sources.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def _row(self, bin_file_id: int) -> BinFile:
        try:
            return self.files[bin_file_id]
        except KeyError:
            known = ", ".join(map(str, sorted(self.files))) or "no id, the table is empty"
            path = f"bin_file_table[{bin_file_id}]"
            raise InvalidError("no such file", format=FORMAT_NAME, path=path, expected=known) from None

    def _read(self, bin_file_id: int, row: BinFile) -> StbFile:
        try:
            return read_stb(self._source(row), self._strict, shape_table=self._shape_table)
        except FormatError as error:
            error.add_note(f"bin_file_table[{bin_file_id}] is {row.path}")
            raise

    def _source(self, row: BinFile) -> Source:
        if row.path not in self._sources:
            self._sources[row.path] = _open(row, self._mmap)
        return self._sources[row.path]


def _open(row: BinFile, mmap: bool | None) -> Source:
    try:
        return Source.open(row.path, mmap=mmap)
    except OSError:
        if row.mmap_required:
            raise
        return Source.open(row.path, mmap=False)


def _file_id(key: Any) -> int:
    number = int(key)
    _check_range("bin_file_id", number, HIGHEST_BYTE)
    return number


def _bin_file(row: Any, root: Path) -> BinFile:
    if not isinstance(row, Mapping):
        row = {"path": row}
    if "path" not in row:
        raise ValueError(f"a row of the bin file table needs a path: {row!r}")
    return BinFile((root / row["path"]).resolve(), row.get("mmap_required", True))


def _check_range(what: str, number: int, highest: int) -> None:
    if not 0 <= number <= highest:
        raise ValueError(f"a {what} is 0 to {highest}, not {number}")
