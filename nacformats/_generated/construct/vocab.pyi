# Generated from schemas/vocab.ksy (sha256 ab00ae5d009815e4de6bf1001a2dce5766649c2084e408d592535163284b689e) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
"""Construct structs of Vocabulary of a tokenizer (vocab.b) of NAC v1.6."""

from nacformats.codec.constructs import Record

entry: Record
entry_offset: Record
vocab: Record
