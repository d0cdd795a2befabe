"""Instruction words of KHΛNARY modules as the generated construct of glyph.ksy reads and writes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from construct import ConstructError

from nacformats._generated.construct.glyph import Operation, glyph
from nacformats.codec.tables import table_of
from nacformats.errors import FormatError, InvalidError, UnsupportedError

#: Bytes of a word.
WORD_BYTES = 4

#: The bits of FLAGS from the highest to the lowest, by the names that the schema gives them.
FLAGS = ("reserved1", "has_shape_desc", "has_bin_ref", "is_immediate")
_FIELDS = table_of("glyph").root.fields
#: What the specification calls a field of the schema that has another name there.
_NAMES = {"version": "VER", **dict.fromkeys(FLAGS, "FLAGS")}


def fields_of_word(word: int) -> Mapping[str, Any]:
    """Return the fields of a word by their names in the schema.

    Raises:
        InvalidError: a field breaks a rule; `path` is its name in the specification.
        UnsupportedError: the glyph does not use STB files.
    """
    try:
        return glyph.parse(word.to_bytes(WORD_BYTES, "big"))
    except ConstructError as error:
        field = "parity" if word.bit_count() % 2 else str(error.path)  # a flipped bit explains any other rule
        raise _refusal(field, _numbers(word)) from None


def glyph_word(fields: Mapping[str, int]) -> int:
    """Return the word of these fields; the version and the parity may be left out.

    Raises: as `parsed`.
    """
    try:
        return int.from_bytes(glyph.build(fields), "big")
    except ConstructError as error:
        raise _refusal(str(error.path), fields) from None


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
        return version()
    if name == "ARITY":
        return f"at most {glyph.parse(_example(fields['glyph_id']))['highest_arity']}"
    if name == "FLAGS":
        return "no reserved bit" if fields["has_bin_ref"] else "BIN_REF"
    bits = next((field.bits for field in _FIELDS if field.id.upper() == name), 0)
    words = {"PARITY": "an even number of 1 bits", "PAYLOAD": "one byte"}
    return words.get(name, f"1 to {(1 << bits) - 1}")


def version() -> int:
    """Return the dialect of instruction words that is understood."""
    return int(glyph.parse(_example(min(Operation)))["version"])


def _example(glyph_id: int) -> bytes:
    """Return a right word of a glyph."""
    flags = dict.fromkeys(FLAGS, False) | {"has_bin_ref": True}
    fields = {"glyph_id": glyph_id, "arity": 0, **flags, "payload": 0, "auth_class": 1}
    return glyph.build(fields)


def _flags(fields: Mapping[str, int]) -> int:
    number = 0
    for name in FLAGS:
        number = 2 * number + bool(fields[name])
    return number
