"""Building blocks of the generated construct structs, which parse and build what a .ksy describes.

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

from nacformats.codec.constructs.expressions import argument_of as argument_of
from nacformats.codec.constructs.expressions import at_end_of as at_end_of
from nacformats.codec.constructs.expressions import bounded_product as bounded_product
from nacformats.codec.constructs.expressions import bounded_remainder as bounded_remainder
from nacformats.codec.constructs.expressions import bounded_shift as bounded_shift
from nacformats.codec.constructs.expressions import bounded_sum as bounded_sum
from nacformats.codec.constructs.expressions import count_of as count_of
from nacformats.codec.constructs.expressions import length_of as length_of
from nacformats.codec.constructs.expressions import offset_of as offset_of
from nacformats.codec.constructs.expressions import position_in as position_in
from nacformats.codec.constructs.expressions import size_of as size_of
from nacformats.codec.constructs.failures import RecordError as RecordError
from nacformats.codec.constructs.fields import AtLeast as AtLeast
from nacformats.codec.constructs.fields import AtMost as AtMost
from nacformats.codec.constructs.fields import Default as Default
from nacformats.codec.constructs.fields import Derived as Derived
from nacformats.codec.constructs.fields import Fixed as Fixed
from nacformats.codec.constructs.fields import If as If
from nacformats.codec.constructs.fields import InEnum as InEnum
from nacformats.codec.constructs.fields import OneOf as OneOf
from nacformats.codec.constructs.fields import Switch as Switch
from nacformats.codec.constructs.fields import Valid as Valid
from nacformats.codec.constructs.lists import Repeat as Repeat
from nacformats.codec.constructs.nodes import RecordNode as RecordNode
from nacformats.codec.constructs.numbers import BitField as BitField
from nacformats.codec.constructs.numbers import Enumerated as Enumerated
from nacformats.codec.constructs.numbers import Float as Float
from nacformats.codec.constructs.numbers import Float32b as Float32b
from nacformats.codec.constructs.numbers import Float32l as Float32l
from nacformats.codec.constructs.numbers import Float64b as Float64b
from nacformats.codec.constructs.numbers import Float64l as Float64l
from nacformats.codec.constructs.numbers import Int8sb as Int8sb
from nacformats.codec.constructs.numbers import Int8sl as Int8sl
from nacformats.codec.constructs.numbers import Int8ub as Int8ub
from nacformats.codec.constructs.numbers import Int8ul as Int8ul
from nacformats.codec.constructs.numbers import Int16sb as Int16sb
from nacformats.codec.constructs.numbers import Int16sl as Int16sl
from nacformats.codec.constructs.numbers import Int16ub as Int16ub
from nacformats.codec.constructs.numbers import Int16ul as Int16ul
from nacformats.codec.constructs.numbers import Int32sb as Int32sb
from nacformats.codec.constructs.numbers import Int32sl as Int32sl
from nacformats.codec.constructs.numbers import Int32ub as Int32ub
from nacformats.codec.constructs.numbers import Int32ul as Int32ul
from nacformats.codec.constructs.numbers import Int64sb as Int64sb
from nacformats.codec.constructs.numbers import Int64sl as Int64sl
from nacformats.codec.constructs.numbers import Int64ub as Int64ub
from nacformats.codec.constructs.numbers import Int64ul as Int64ul
from nacformats.codec.constructs.numbers import Sleb128 as Sleb128
from nacformats.codec.constructs.numbers import Uleb128 as Uleb128
from nacformats.codec.constructs.numbers import Varint as Varint
from nacformats.codec.constructs.numbers import VlqBase128Be as VlqBase128Be
from nacformats.codec.constructs.numbers import member as member
from nacformats.codec.constructs.records import At as At
from nacformats.codec.constructs.records import Call as Call
from nacformats.codec.constructs.records import Computed as Computed
from nacformats.codec.constructs.records import Record as Record
from nacformats.codec.constructs.texts import Contents as Contents
from nacformats.codec.constructs.texts import Raw as Raw
from nacformats.codec.constructs.texts import Rest as Rest
from nacformats.codec.constructs.texts import Size as Size
from nacformats.codec.constructs.texts import Text as Text
from nacformats.codec.constructs.texts import Until as Until
from nacformats.codec.constructs.texts import Within as Within
