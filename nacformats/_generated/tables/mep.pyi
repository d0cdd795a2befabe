# Generated from schemas/mep.ksy (sha256 eb9578c8944e44be95d5cb4220d2a7da7cd720c2d0d42373ee552188af843fc1) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8."""

from nacformats.codec.tables import SchemaTable

SCHEMA: SchemaTable
