# Generated from schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94) by `nacformats generate`. Do not edit.
"""Parser of Unsigned LEB128 integer of at most 64 bits."""

from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct

class Uleb128(KaitaiStruct):
    """Variable-length unsigned integer: 7 bits a byte, least significant group first. The high bit of a byte says that another one follows. At most 10 bytes; the tenth one holds bit 63 only, so that every number fits 64 bits."""
    groups: list[int]
    tenth: int
    @property
    def value(self) -> int:
        """The unsigned number."""
    @property
    def is_minimal(self) -> bool:
        """Whether fewer bytes could not have held the number."""
    @property
    def zigzag(self) -> int:
        """The signed number that `value` is the zigzag encoding of."""
