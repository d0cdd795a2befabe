"""The words of the schema for the numbers in operands."""

from __future__ import annotations

from nacformats._generated.tables.mep import SCHEMA

#: The words of each enum by number.
WORDS = {key: {member.number: member.id for member in enum.members} for key, enum in SCHEMA.enums.items()}
