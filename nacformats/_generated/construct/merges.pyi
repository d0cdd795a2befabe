# Generated from schemas/merges.ksy (sha256 da3f2e4390a052398605c9bfd862235886c0eb1b04704f2894791cd6896fc11a) by `nacformats generate`. Do not edit.
"""Construct structs of Merges of a tokenizer (merges.b) of NAC v1.6."""

from nacformats.codec.constructs import Record

merges: Record
pair: Record
