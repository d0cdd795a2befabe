# Generated from schemas/vidx.ksy (sha256 b6212ead37d799475a7e1b2fbd32859b25dc6c31616175e41fa8fc75132db898) by `nacformats generate`. Do not edit.
"""Construct structs of Index of a vocabulary by id (vidx.b) of NAC v1.6: they parse and they build."""

from __future__ import annotations

from nacformats.codec.constructs.expressions import count_of
from nacformats.codec.constructs.fields import AtMost, Derived
from nacformats.codec.constructs.lists import Repeat
from nacformats.codec.constructs.numbers import Integer
from nacformats.codec.constructs.records import Record

__all__ = ["entry_offset", "vidx"]


# Where an entry is.
entry_offset = Record(
    # In bytes, from the first entry of the vocabulary on. Ids without a token have 0, and so has the first entry.
    "ofs_entry" / Integer("<", "L"),
)


# Where the entry of each token id is in `vocab`.
#
# Nothing in the file says that it is one; it goes by its name, vidx.b.
#
# See NAC v1.6, section 6.3.
vidx = Record(
    # The largest id and 1.
    "num_ids" / Derived(AtMost(Integer("<", "L"), 16777216), count_of("offsets")),
    # By id.
    "offsets" / Repeat(entry_offset, lambda this: this.num_ids),
    is_root=True,
)
