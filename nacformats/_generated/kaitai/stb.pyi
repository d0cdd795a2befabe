# Generated from schemas/stb.ksy (sha256 31e6bc78261a3f78922ec08e97a25dc0fc01477d67c5139cfae15978e6450078) by `nacformats generate`. Do not edit.
"""Parser of SVG-Tensor Binary Format (STB) v0.1."""

from enum import IntEnum

from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct

class Stb(KaitaiStruct):
    """A container of raw tensors that a runtime maps into memory and uses in place: a header of 32 bytes, a table with one descriptor of 32 bytes for each tensor, and a data region that holds the payloads. Descriptors and payloads refer to each other by byte offsets from the start of the file; the order of the payloads is free, and two descriptors may share one."""
    class Dtype(IntEnum):
        float32 = 0
        float16 = 1
        int8 = 2
        int32 = 3
    class Layout(IntEnum):
        row_major = 0
        col_major = 1
        channels_last = 2
    class TensorDescriptor(KaitaiStruct):
        """What one tensor is and where its payload is."""
        tensor_id: int
        dtype: Stb.Dtype | int
        rank: int
        layout: Stb.Layout | int
        ofs_body: int
        len_body: int
        dims: list[int]
        @property
        def body(self) -> bytes:
            """The payload, little-endian, its elements in the order of `layout`."""
        @property
        def idx_shape(self) -> int | None:
            """Index of the shape in the shape table that the KHΛNARY module keeps as metadata beside the file."""
        @property
        def shape_text(self) -> str:
            """The dimensions, or the index of the shape, for the Web IDE."""
    class DataRegion(KaitaiStruct):
        """Where the payloads are. It has no structure of its own: any order, and padding between them, which is zero in new files."""
        @property
        def content(self) -> bytes:
            """All payloads, and the padding between them."""
    magic: bytes
    version: int
    flags: int
    num_tensors: int
    reserved0: int
    reserved1: int
    ofs_data: int
    len_file: int
    @property
    def tensors(self) -> list[Stb.TensorDescriptor]:
        """The tensor table."""
    @property
    def data(self) -> Stb.DataRegion:
        """The data region, up to the end of the file. Its parts are the payloads, which are in the descriptors that point to them, as `body`."""
    @property
    def padding(self) -> bytes:
        """What is between the table and the data region, zeros in new files."""
