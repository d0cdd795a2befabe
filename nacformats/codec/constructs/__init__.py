"""What the generated construct structs are made of: constructs that parse and build what a .ksy describes.

They follow the protocol of the construct library, so that they can be parsed, built and combined like any other
construct. What is different from its own `Struct`:

- `this` in an expression is the record at hand, a RecordNode: a Container of its fields that computes instances when
  they are asked for. `this._parent`, `this._root`, `this._io` and `this._index` are those of Kaitai Struct.
- A record is built from a plain dict. Counts, lengths and offsets may be left out: they are derived. What is given
  is used as it is, and has to agree with the rest.
- Instead of a dict, or of a list of dicts, ready bytes may be given. They are not copied.
- `Record.chunks` builds a list of buffers; `Record.build` joins them.
"""

from __future__ import annotations

from nacformats.codec.constructs.expressions import (
    argument_of,
    at_end_of,
    bounded_product,
    bounded_remainder,
    bounded_shift,
    bounded_sum,
    count_of,
    length_of,
    offset_of,
    position_in,
    size_of,
)
from nacformats.codec.constructs.failures import RecordError
from nacformats.codec.constructs.fields import (
    AtLeast,
    AtMost,
    Default,
    Derived,
    Fixed,
    If,
    InEnum,
    OneOf,
    Switch,
    Valid,
)
from nacformats.codec.constructs.lists import Repeat
from nacformats.codec.constructs.nodes import RecordNode
from nacformats.codec.constructs.numbers import (
    BitField,
    Enumerated,
    Float,
    Float32b,
    Float32l,
    Float64b,
    Float64l,
    Int8sb,
    Int8sl,
    Int8ub,
    Int8ul,
    Int16sb,
    Int16sl,
    Int16ub,
    Int16ul,
    Int32sb,
    Int32sl,
    Int32ub,
    Int32ul,
    Int64sb,
    Int64sl,
    Int64ub,
    Int64ul,
    Sleb128,
    Uleb128,
    Varint,
    VlqBase128Be,
    member,
)
from nacformats.codec.constructs.records import (
    At,
    Call,
    Computed,
    Record,
)
from nacformats.codec.constructs.texts import (
    Contents,
    Raw,
    Rest,
    Size,
    Text,
    Until,
    Within,
)

__all__ = [
    "At",
    "AtLeast",
    "AtMost",
    "BitField",
    "Call",
    "Computed",
    "Contents",
    "Default",
    "Derived",
    "Enumerated",
    "Fixed",
    "Float",
    "Float32b",
    "Float32l",
    "Float64b",
    "Float64l",
    "If",
    "InEnum",
    "Int8sb",
    "Int8sl",
    "Int8ub",
    "Int8ul",
    "Int16sb",
    "Int16sl",
    "Int16ub",
    "Int16ul",
    "Int32sb",
    "Int32sl",
    "Int32ub",
    "Int32ul",
    "Int64sb",
    "Int64sl",
    "Int64ub",
    "Int64ul",
    "OneOf",
    "Raw",
    "Record",
    "RecordError",
    "RecordNode",
    "Repeat",
    "Rest",
    "Size",
    "Sleb128",
    "Switch",
    "Text",
    "Uleb128",
    "Until",
    "Valid",
    "Varint",
    "VlqBase128Be",
    "Within",
    "argument_of",
    "at_end_of",
    "bounded_product",
    "bounded_remainder",
    "bounded_shift",
    "bounded_sum",
    "count_of",
    "length_of",
    "member",
    "offset_of",
    "position_in",
    "size_of",
]
