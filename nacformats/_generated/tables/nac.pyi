# Generated from schemas/nac.ksy (sha256 02ecaf0eb7488ecf19cc8e76349a53df0d170cef870f663a00b54934111a21b5) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of Neural Architecture Code (NAC) v1.6."""

from nacformats.codec.tables import Schema

SCHEMA: Schema
