# Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
"""Parser of Index of a vocabulary by id (vidx.b) of NAC v1.6."""

from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct

class Vidx(KaitaiStruct):
    """Where the entry of each token id is in `vocab`."""
    class EntryOffset(KaitaiStruct):
        """Where an entry is."""
        ofs_entry: int
    num_ids: int
    offsets: list[Vidx.EntryOffset]
