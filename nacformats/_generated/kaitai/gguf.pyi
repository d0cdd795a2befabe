# Generated from schemas/gguf.ksy (sha256 14b79c3a1959e01c00550c972a954d7522d4c51fa35a7ad2f5211e13c5ab75d3) by `nacformats generate`. Do not edit.
"""Parser of GGUF v2 and v3."""

from enum import IntEnum

from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct

class Gguf(KaitaiStruct):
    """A model in one file: a header, metadata as keys with typed values (what the model is, its sizes, its tokenizer), a table of tensors, and their elements."""
    class ValueType(IntEnum):
        uint8 = 0
        int8 = 1
        uint16 = 2
        int16 = 3
        uint32 = 4
        int32 = 5
        float32 = 6
        bool = 7
        string = 8
        array = 9
        uint64 = 10
        int64 = 11
        float64 = 12
    class TensorType(IntEnum):
        f32 = 0
        f16 = 1
        q4_0 = 2
        q4_1 = 3
        q5_0 = 6
        q5_1 = 7
        q8_0 = 8
        q8_1 = 9
        q2_k = 10
        q3_k = 11
        q4_k = 12
        q5_k = 13
        q6_k = 14
        q8_k = 15
        iq2_xxs = 16
        iq2_xs = 17
        iq3_xxs = 18
        iq1_s = 19
        iq4_nl = 20
        iq3_s = 21
        iq2_s = 22
        iq4_xs = 23
        i8 = 24
        i16 = 25
        i32 = 26
        i64 = 27
        f64 = 28
        iq1_m = 29
        bf16 = 30
        tq1_0 = 34
        tq2_0 = 35
        mxfp4 = 39
        nvfp4 = 40
        q1_0 = 41
    class Text(KaitaiStruct):
        """A text."""
        len_value: int
        value: str
    class MetadataEntry(KaitaiStruct):
        """A key and its value."""
        def __init__(self, index: int, _io: KaitaiStream, _parent: KaitaiStruct | None = None, _root: KaitaiStruct | None = None) -> None: ...
        index: int
        len_key: int
        key: str
        value_type: Gguf.ValueType
        content: Gguf.Uint8Value | Gguf.Int8Value | Gguf.Uint16Value | Gguf.Int16Value | Gguf.Uint32Value | Gguf.Int32Value | Gguf.Float32Value | Gguf.BoolValue | Gguf.Text | Gguf.ListValue | Gguf.Uint64Value | Gguf.Int64Value | Gguf.Float64Value
        @property
        def alignment_before(self) -> int:
            """What `general.alignment` is before this key, for `alignment`."""
        @property
        def alignment(self) -> int:
            """What `general.alignment` is up to this key."""
    class Uint8Value(KaitaiStruct):
        """A value of this type."""
        value: int
    class Int8Value(KaitaiStruct):
        """A value of this type."""
        value: int
    class Uint16Value(KaitaiStruct):
        """A value of this type."""
        value: int
    class Int16Value(KaitaiStruct):
        """A value of this type."""
        value: int
    class Uint32Value(KaitaiStruct):
        """A value of this type."""
        value: int
    class Int32Value(KaitaiStruct):
        """A value of this type."""
        value: int
    class Float32Value(KaitaiStruct):
        """A value of this type."""
        value: float
    class BoolValue(KaitaiStruct):
        """A value of this type."""
        value: int
    class Uint64Value(KaitaiStruct):
        """A value of this type."""
        value: int
    class Int64Value(KaitaiStruct):
        """A value of this type."""
        value: int
    class Float64Value(KaitaiStruct):
        """A value of this type."""
        value: float
    class ListValue(KaitaiStruct):
        """An array of values of one type, which may be arrays."""
        entry_type: Gguf.ValueType
        num_entries: int
        content: Gguf.Uint8List | Gguf.Int8List | Gguf.Uint16List | Gguf.Int16List | Gguf.Uint32List | Gguf.Int32List | Gguf.Float32List | Gguf.BoolList | Gguf.TextList | Gguf.NestedList | Gguf.Uint64List | Gguf.Int64List | Gguf.Float64List
    class Uint8List(KaitaiStruct):
        """Values of this type."""
        entries: list[int]
    class Int8List(KaitaiStruct):
        """Values of this type."""
        entries: list[int]
    class Uint16List(KaitaiStruct):
        """Values of this type."""
        entries: list[int]
    class Int16List(KaitaiStruct):
        """Values of this type."""
        entries: list[int]
    class Uint32List(KaitaiStruct):
        """Values of this type."""
        entries: list[int]
    class Int32List(KaitaiStruct):
        """Values of this type."""
        entries: list[int]
    class Float32List(KaitaiStruct):
        """Values of this type."""
        entries: list[float]
    class BoolList(KaitaiStruct):
        """Values of this type."""
        entries: list[int]
    class Uint64List(KaitaiStruct):
        """Values of this type."""
        entries: list[int]
    class Int64List(KaitaiStruct):
        """Values of this type."""
        entries: list[int]
    class Float64List(KaitaiStruct):
        """Values of this type."""
        entries: list[float]
    class TextList(KaitaiStruct):
        """Texts."""
        entries: list[Gguf.Text]
    class NestedList(KaitaiStruct):
        """Arrays."""
        entries: list[Gguf.ListValue]
    class TensorInfo(KaitaiStruct):
        """What a tensor is, and where its payload is."""
        len_name: int
        name: str
        num_dims: int
        dims: list[int]
        dtype: Gguf.TensorType | int
        ofs_body: int
        @property
        def body(self) -> bytes | None:
            """The payload, little-endian, its elements or blocks one after the other."""
        @property
        def num_columns(self) -> int: ...
        @property
        def num_rows(self) -> int: ...
        @property
        def num_planes(self) -> int: ...
        @property
        def num_volumes(self) -> int: ...
        @property
        def area(self) -> int:
            """The product of two dimensions, at most 2^52 - 1, which no file holds."""
        @property
        def volume(self) -> int:
            """That of three, likewise."""
        @property
        def num_elements(self) -> int:
            """That of all, likewise."""
        @property
        def len_run(self) -> int:
            """How many elements, which follow one another along the first dimension, are stored together; 0 for types that are not listed."""
        @property
        def len_number(self) -> int:
            """In how many bytes one element is stored, where `len_run` is 1."""
        @property
        def len_block32(self) -> int:
            """In how many bytes a run of 32, 64 or 128 is stored."""
        @property
        def len_block256(self) -> int:
            """In how many bytes a run of 256 is stored."""
        @property
        def len_block(self) -> int:
            """In how many bytes a run is stored; 0 for types that are not listed."""
        @property
        def len_body(self) -> int:
            """Bytes of the payload, at most 2^52 - 1; 0 for types that are not listed."""
        @property
        def has_body(self) -> bool:
            """Whether the payload is in the file."""
        @property
        def shape_text(self) -> str:
            """The dimensions, for the Web IDE."""
    class DataRegion(KaitaiStruct):
        """Padding up to a multiple of the alignment, counted from the start of the file, then the payloads, each padded likewise. A file without tensors may end before the padding does."""
        content: bytes
        @property
        def ofs_content(self) -> int:
            """Where it begins in the file."""
        @property
        def len_padding(self) -> int:
            """Bytes up to the first multiple of the alignment."""
    magic: bytes
    version: int
    num_tensors: int
    num_metadata: int
    metadata: list[Gguf.MetadataEntry]
    tensors: list[Gguf.TensorInfo]
    data: Gguf.DataRegion
    @property
    def alignment(self) -> int:
        """Where the data begins, and each payload in it, is a multiple of this. It is the value of `general.alignment`, or 32."""
