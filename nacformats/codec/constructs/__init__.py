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

from nacformats.codec.constructs.failures import RecordError as RecordError
from nacformats.codec.constructs.nodes import RecordNode as RecordNode
from nacformats.codec.constructs.records import Record as Record
