# Generated from schemas/mep.ksy (sha256 a8c6c4d7b52001da2ce8f018edcee55aadee3cbdea27b4e1d549633e74516e48) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8."""

from nacformats.codec.tables import SchemaTable

SCHEMA: SchemaTable
