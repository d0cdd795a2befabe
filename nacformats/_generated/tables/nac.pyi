# Generated from schemas/nac.ksy (sha256 22ec6e6a8385f20003b8c5abea71d8a6245bc0b57e78dc7b949c37b44066bd07) by `nacformats generate`. Do not edit.
"""Fields, rules, enums and representations of Neural Architecture Code (NAC) v1.6."""

from nacformats.codec.tables import Schema

SCHEMA: Schema
