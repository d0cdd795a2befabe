# Generated from schemas/uleb128.ksy (sha256 7f8186add90b8dbb561b7475dbf873f7412752189f1e2acac510fc34dd3cce21) by `nacformats generate`. Do not edit.
"""Construct structs of Unsigned LEB128 integer of at most 64 bits."""

from nacformats.codec.constructs import Number

uleb128: Number
