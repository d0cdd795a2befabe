# Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
"""Parser of KHΛNARY v0.2 instruction word of a glyph that uses STB files."""

from enum import IntEnum

from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct

class Glyph(KaitaiStruct):
    """One instruction of a KHΛNARY module (KHΛ-2-DENSE-32): a number of 32 bits, its fields from the highest bit to the lowest, for the three glyphs that take their operand from an STB file."""
    class Operation(IntEnum):
        g_load_bin_tensor = 48
        g_mmap_bin_region = 49
        g_prefetch_bin = 50
    version: int
    glyph_id: Glyph.Operation
    arity: int
    reserved1: bool
    has_shape_desc: bool
    has_bin_ref: bool
    is_immediate: bool
    payload: int
    auth_class: int
    parity: bool
    @property
    def highest_arity(self) -> int:
        """Most operands that the glyph takes."""
    @property
    def bin_file_id(self) -> int:
        """The file, by its row in the table of the module."""
    @property
    def tensor_id(self) -> int | None:
        """The tensor in the file."""
    @property
    def num_ones(self) -> int:
        """Number of bits that are 1, but for the parity."""
