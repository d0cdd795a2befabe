# Generated from schemas/glyph.ksy (sha256 3d6b6b4e58c73d3c4ef3f916c9e7d0ad19f7ca5b69f51bb94fb8f8f9200a40aa) by `nacformats generate`. Do not edit.
"""Construct structs of KHΛNARY v0.2 instruction word of a glyph that uses STB files: they parse and they build."""

from __future__ import annotations

from enum import IntEnum

from nacformats.codec.constructs.fields import AtLeast, AtMost, Fixed, InEnum, Valid
from nacformats.codec.constructs.numbers import BitField, Enumerated
from nacformats.codec.constructs.records import Computed, Record

__all__ = ["Operation", "glyph"]


class Operation(IntEnum):
    g_load_bin_tensor = 48  # Load a tensor of a file.
    g_mmap_bin_region = 49  # Map the data region of a file.
    g_prefetch_bin = 50  # Read a file ahead.


# One instruction of a KHΛNARY module (KHΛ-2-DENSE-32): a number of 32 bits, its fields from the highest bit to the
# lowest, for the three glyphs that take their operand from an STB file.
#
# The bytes are those of the number in big-endian order. Module files hold their words in little-endian order.
#
# See STB v0.1, section 6.
glyph = Record(
    # The dialect of instruction words.
    "version" / Fixed(BitField(4), 2),
    # What to do. The other glyphs do not use STB files.
    "glyph_id" / InEnum(Enumerated(BitField(8), Operation), Operation),
    # Number of operands.
    "arity" / AtMost(BitField(4), lambda this: this.highest_arity),
    # The highest bit of FLAGS.
    "reserved1" / Fixed(BitField(1), False),
    # Whether a descriptor of the shape follows.
    "has_shape_desc" / BitField(1),
    # Whether the operand is in a file; all three glyphs require it.
    "has_bin_ref" / Fixed(BitField(1), True),
    # The lowest bit of FLAGS, whether the payload is a number.
    "is_immediate" / BitField(1),
    # See `bin_file_id` and `tensor_id`.
    "payload" / BitField(8),
    # Authority, 1 for a user, 2 for the system, 3 for privileged code.
    "auth_class" / AtLeast(BitField(3), 1),
    # Makes the number of bits that are 1 even.
    "parity" / Valid(
        BitField(1),
        lambda it, this: it == (this.num_ones % 2 == 1),
        "`_ == (num_ones % 2 == 1)`",
        pinned=lambda this: this.num_ones % 2 == 1,
    ),
    # Most operands that the glyph takes.
    "highest_arity" / Computed(lambda this: 1 if this.glyph_id == Operation.g_mmap_bin_region else 0),
    # The file, by its row in the table of the module.
    "bin_file_id" / Computed(
        lambda this: this.payload // 16 if this.glyph_id == Operation.g_load_bin_tensor else this.payload,
    ),
    # The tensor in the file.
    "tensor_id" / Computed(lambda this: this.payload % 16, lambda this: this.glyph_id == Operation.g_load_bin_tensor),
    # Number of bits that are 1, but for the parity.
    "num_ones" / Computed(
        lambda this: (
            this.version % 2 + this.version // 2 % 2 + this.version // 4 % 2 + this.version // 8 % 2 +
            int(this.glyph_id) % 2 + int(this.glyph_id) // 2 % 2 + int(this.glyph_id) // 4 % 2 + int(this.glyph_id) // 8
            % 2 + int(this.glyph_id) // 16 % 2 + int(this.glyph_id) // 32 % 2 + int(this.glyph_id) // 64 % 2 +
            int(this.glyph_id) // 128 % 2 + this.arity % 2 + this.arity // 2 % 2 + this.arity // 4 % 2 + this.arity // 8
            % 2 + (1 if this.has_shape_desc else 0) + 1 + (1 if this.is_immediate else 0) + this.payload % 2 +
            this.payload // 2 % 2 + this.payload // 4 % 2 + this.payload // 8 % 2 + this.payload // 16 % 2 +
            this.payload // 32 % 2 + this.payload // 64 % 2 + this.payload // 128 % 2 + this.auth_class % 2 +
            this.auth_class // 2 % 2 + this.auth_class // 4 % 2
        ),
    ),
    is_root=True,
)
