# Generated from schemas/micb.ksy (sha256 5db39ae95eb084788db5a0f8e59b114c46942db28d4c596042ca4fa5d2ad37b2) by `nacformats generate`. Do not edit.
# It imports schemas/uleb128.ksy (sha256 94a08bd38c22b22d5945f850a28504b5fc32944d26824efa10279ce8866c0c94).
"""Fields, rules, enums and representations of MIC-B v2, binary form of Mind IR graphs."""

from nacformats.codec.tables import SchemaTable

SCHEMA: SchemaTable
