# Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
"""Parser of Vocabulary of a tokenizer (vocab.b) of NAC v1.6."""

from nacformats._generated.kaitai.binary32 import Binary32
from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct

class Vocab(KaitaiStruct):
    """The tokens, in the order of their code points, so that one can be found by bisection, with their ids and scores. `vidx` finds a token by its id."""
    class EntryOffset(KaitaiStruct):
        """Where an entry is."""
        ofs_entry: int
    class Entry(KaitaiStruct):
        """A token."""
        len_token: int
        token: str
        id_token: int
        score: Binary32
    num_entries: int
    offsets: list[Vocab.EntryOffset]
    entries: list[Vocab.Entry]
