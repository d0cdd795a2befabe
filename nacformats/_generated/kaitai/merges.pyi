# Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
"""Parser of Merges of a tokenizer (merges.b) of NAC v1.6."""

from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct

class Merges(KaitaiStruct):
    """Which neighbours BPE_ENCODE joins: pairs in the order of their rank, the best one first."""
    class Pair(KaitaiStruct):
        """Two tokens that become one."""
        len_left: int
        left: str
        len_right: int
        right: str
    num_lines: int
    pairs: list[Merges.Pair]
