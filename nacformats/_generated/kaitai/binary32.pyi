# Generated from schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b) by `nacformats generate`. Do not edit.
"""Parser of A number of IEEE 754 binary32."""

from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct

class Binary32(KaitaiStruct):
    """A floating point number of 32 bits. Its bits count; `number` shows them."""
    bits: int
    @property
    def exponent(self) -> int:
        """As it is stored, biased by 127; 0 and 255 are special."""
    @property
    def scale(self) -> float:
        """2 to the power of `exponent`."""
    @property
    def number(self) -> float:
        """The number; exact, but all NaNs look the same."""
