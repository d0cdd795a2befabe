# Generated from schemas/stb.ksy (sha256 0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d) by `nacformats generate`. Do not edit.
"""Construct structs of SVG-Tensor Binary Format (STB) v0.1: they parse and they build."""

from __future__ import annotations

from enum import IntEnum

from nacformats.codec.constructs.expressions import count_of, length_of, offset_of, size_of
from nacformats.codec.constructs.fields import AtLeast, AtMost, Derived, Fixed, Valid
from nacformats.codec.constructs.lists import Repeat
from nacformats.codec.constructs.numbers import Enumerated, Integer
from nacformats.codec.constructs.records import At, Computed, Record
from nacformats.codec.constructs.texts import Contents, Raw, Size

__all__ = ["Dtype", "Layout", "data_region", "stb", "tensor_descriptor"]


class Dtype(IntEnum):
    float32 = 0  # IEEE 754 binary32
    float16 = 1  # IEEE 754 binary16
    int8 = 2  # two's complement, 8 bits
    int32 = 3  # two's complement, 32 bits


class Layout(IntEnum):
    row_major = 0  # the last dimension varies fastest (C order)
    col_major = 1  # the first dimension varies fastest (Fortran order)
    # the channel dimension varies fastest, the others follow in C order. It is dimension 0 of rank 3 (C, spatial,
    # spatial) and dimension 1 from rank 4 on (N, C, spatial...); below rank 3 the same as row_major.
    channels_last = 2


# What one tensor is and where its payload is.
#
# See STB v0.1, section 4.
tensor_descriptor = Record(
    # Identifier by which glyphs refer to the tensor. A table of more than 256 tensors has to repeat some.
    "tensor_id" / Integer("<", "B"),
    # Type of an element. Reserved numbers make the tensor opaque.
    "dtype" / Enumerated(Integer("<", "B"), Dtype),
    # Number of dimensions; a scalar has none.
    "rank" / AtMost(Integer("<", "B"), 8),
    # Order of the elements. Reserved numbers make the tensor opaque.
    "layout" / Enumerated(Integer("<", "B"), Layout),
    # Start of the payload, counted from the start of the file. The table in section 4 calls it an offset into the data
    # region; the invariants below that table and section 2 decide. A multiple of 64.
    "ofs_body" / Derived(
        AtMost(AtLeast(Integer("<", "Q"), lambda this: this._root.ofs_data), lambda this: this._root.len_file),
        offset_of("body"),
    ),
    # Size of the payload in bytes, without padding.
    "len_body" / Derived(
        AtMost(Integer("<", "Q"), lambda this: this._root.len_file - this.ofs_body),
        length_of("body"),
    ),
    # Up to rank 3 the lengths of the dimensions in logical order, whatever the layout; the places past the rank are 0.
    # From rank 4 on, the first place is an index into a shape table outside the file (see `idx_shape`), and the others
    # are 0.
    "dims" / Repeat(Integer("<", "L"), 3),
    # The payload, little-endian, its elements in the order of `layout`.
    "body" / At(
        Raw(Size(lambda this: this.len_body)),
        lambda this: this.ofs_body,
        io=lambda this: this._root._io,
        offset="ofs_body",
        align=64,
    ),
    # Index of the shape in the shape table that the KHΛNARY module keeps as metadata beside the file.
    "idx_shape" / Computed(lambda this: this.dims[0], lambda this: this.rank > 3),
    # The dimensions, or the index of the shape, for the Web IDE.
    "shape_text" / Computed(
        lambda this: (
            "" if this.rank == 0 else "#" + str(this.dims[0]) if this.rank > 3 else str(this.dims[0]) + ("" if this.rank
            < 2 else "," + str(this.dims[1]) + ("" if this.rank < 3 else "," + str(this.dims[2])))
        ),
    ),
)


# Where the payloads are. It has no structure of its own: any order, and padding between them, which is zero in new
# files.
#
# See STB v0.1, section 5.
data_region = Record()


# A container of raw tensors that a runtime maps into memory and uses in place: a header of 32 bytes, a table with one
# descriptor of 32 bytes for each tensor, and a data region that holds the payloads. Descriptors and payloads refer to
# each other by byte offsets from the start of the file; the order of the payloads is free, and two descriptors may
# share one.
#
# The specification does not name the byte order: it is little-endian in the header, in the descriptors and in the
# payloads.
#
# Three rules are not stated here, because a file that breaks them can still be read: `ofs_body` has to be a multiple of
# 64 (writers in use align the data region only), `dtype` and `layout` may hold reserved numbers (that tensor is opaque,
# the others are not), and `len_body` has to be the product of the dimensions times the size of an element (the product
# can exceed 64 bits), or, where the dimensions are not in the file, a multiple of that size.
#
# See STB v0.1.
stb = Record(
    "magic" / Contents(b"STB0"),
    # Version of the format, 1 for v0.1.
    "version" / Fixed(Integer("<", "B"), 1),
    # No flag is defined.
    "flags" / Fixed(Integer("<", "B"), 0),
    # Number of descriptors in the tensor table.
    "num_tensors" / Derived(Integer("<", "H"), count_of("tensors")),
    "reserved0" / Fixed(Integer("<", "L"), 0),
    "reserved1" / Fixed(Integer("<", "L"), 0),
    # Start of the data region, a multiple of 64 past the tensor table.
    "ofs_data" / Derived(
        Valid(
            Integer("<", "Q"),
            lambda it, this: it % 64 == 0 and it >= 32 + 32 * this.num_tensors,
            "`_ % 64 == 0 and _ >= 32 + 32 * num_tensors`",
        ),
        offset_of("data"),
    ),
    # Size of the whole file in bytes.
    "len_file" / Valid(
        Integer("<", "Q"),
        lambda it, this: it == size_of(this._io) and it >= this.ofs_data,
        "`_ == _io.size and _ >= ofs_data`",
        pinned=lambda this: size_of(this._io),
    ),
    # The tensor table.
    "tensors" / At(Repeat(tensor_descriptor, lambda this: this.num_tensors), lambda this: 32),
    # The data region, up to the end of the file. Its parts are the payloads, which are in the descriptors that point to
    # them, as `body`.
    "data" / At(data_region, lambda this: this.ofs_data, offset="ofs_data", align=64),
    is_root=True,
)
