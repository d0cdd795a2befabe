# Generated from schemas/safetensors.ksy (sha256 fc4d78d8e2c3d057667c7fff19aa14c6c9c951a8bc11b47849959c3c33a57025) by `nacformats generate`. Do not edit.
"""Parser of safetensors."""

from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct

class Safetensors(KaitaiStruct):
    """Tensors by name: the length of a header, the header, and the elements of the tensors one after the other."""
    len_header: int
    header: str
    data: bytes
