# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94).
"""Parser of MIC-B v2, binary form of Mind IR graphs."""

from enum import IntEnum

from nacformats._generated.kaitai.uleb128 import Uleb128
from nacformats.codec.kaitai import KaitaiStream, KaitaiStruct

class Micb(KaitaiStruct):
    """A dataflow graph of tensors, the binary twin of the text format mic@2: a table of strings, then symbols, types and values that refer to it, then the value that is the result. Values have no written ids; they count from 0 in file order, and a node takes earlier values only, so the graph has no cycles."""
    class Dtype(IntEnum):
        f16 = 0
        f32 = 1
        f64 = 2
        bf16 = 3
        i8 = 4
        i16 = 5
        i32 = 6
        i64 = 7
        u8 = 8
        u16 = 9
        u32 = 10
        u64 = 11
        bool = 12
    class Tag(IntEnum):
        arg = 0
        param = 1
        node = 2
    class Opcode(IntEnum):
        matmul = 0
        add = 1
        sub = 2
        mul = 3
        div = 4
        relu = 5
        softmax = 6
        sigmoid = 7
        tanh = 8
        gelu = 9
        layernorm = 10
        transpose = 11
        reshape = 12
        sum = 13
        mean = 14
        max = 15
        concat = 16
        split = 17
        gather = 18
        custom = 255
    class InternedString(KaitaiStruct):
        """One entry of the string table, without a terminator."""
        len_text: Uleb128
        text: str
    class StringRef(KaitaiStruct):
        """Reference to an entry of the string table."""
        idx: Uleb128
        @property
        def text(self) -> str:
            """The string itself."""
    class TypeRef(KaitaiStruct):
        """Reference to an entry of the type table."""
        idx: Uleb128
        @property
        def target(self) -> Micb.TensorType:
            """The type itself."""
    class ValueRef(KaitaiStruct):
        """Reference to a value by its position in the value table."""
        def __init__(self, limit: int, _io: KaitaiStream, _parent: KaitaiStruct | None = None, _root: KaitaiStruct | None = None) -> None: ...
        limit: int
        idx: Uleb128
    class TensorType(KaitaiStruct):
        """Element type and shape of a tensor. Dimensions are text as in mic@2: a number, a symbol or `?`."""
        dtype: Micb.Dtype
        num_dims: Uleb128
        dims: list[Micb.StringRef]
    class GraphValue(KaitaiStruct):
        """One value of the graph."""
        def __init__(self, id: int, _io: KaitaiStream, _parent: KaitaiStruct | None = None, _root: KaitaiStruct | None = None) -> None: ...
        id: int
        tag: Micb.Tag
        body: Micb.Binding | Micb.Node
    class Binding(KaitaiStruct):
        """A value that comes from outside, with its name and its type."""
        name: Micb.StringRef
        type_ref: Micb.TypeRef
    class Node(KaitaiStruct):
        """A value that an operation computes from earlier values."""
        def __init__(self, id: int, _io: KaitaiStream, _parent: KaitaiStruct | None = None, _root: KaitaiStruct | None = None) -> None: ...
        id: int
        opcode: Micb.Opcode
        params: Micb.AxisParam | Micb.ListParam | Micb.SplitParams | Micb.CustomParam | Micb.NoParams
        num_inputs: Uleb128
        inputs: list[Micb.ValueRef]
    class NoParams(KaitaiStruct):
        """An operation that takes no parameters."""
    class AxisParam(KaitaiStruct):
        axis: Micb.Zigzag
    class ListParam(KaitaiStruct):
        """A permutation (transpose) or axes (reductions); may be empty."""
        num_elements: Uleb128
        elements: list[Micb.Zigzag]
    class SplitParams(KaitaiStruct):
        axis: Micb.Zigzag
        count: Uleb128
    class CustomParam(KaitaiStruct):
        name: Micb.StringRef
    class Zigzag(KaitaiStruct):
        """Signed integer of 64 bits: 0, -1, 1, -2, ... are written as the unsigned 0, 1, 2, 3, ..."""
        raw: Uleb128
        @property
        def value(self) -> int:
            """The signed number."""
    magic: bytes
    version: int
    num_strings: Uleb128
    strings: list[Micb.InternedString]
    num_symbols: Uleb128
    symbols: list[Micb.StringRef]
    num_types: Uleb128
    types: list[Micb.TensorType]
    num_values: Uleb128
    values: list[Micb.GraphValue]
    output: Micb.ValueRef
    trailing: bytes
