# Generated from schemas/uleb128.ksy (sha256 0e970d61a753e9c984440ccd5e973c10752d3c63d78463209af26d2f125713f7) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of Unsigned LEB128 integer of at most 64 bits."""

from nacformats.codec.tables import SchemaTable

SCHEMA: SchemaTable
