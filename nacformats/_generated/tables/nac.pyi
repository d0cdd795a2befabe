# Generated from schemas/nac.ksy (sha256 c9a190dcfd99fd8e9da5561457dda2049a4e229badd850e2cf36a637a35ba161) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 86346db96f45d7e92e5a5ac3560c3076988d502fb0adcbb8e7ee2d1d2c4f273d).
# It imports schemas/tisa.ksy (sha256 09f59e7504cc9af473735dbac554a4faddea59b5fb8ee2166af751dfce3886c7).
"""Fields, rules, enums and representations of Neural Architecture Code (NAC) v1.6, v1.7 and v1.8."""

from nacformats.codec.tables import Schema

SCHEMA: Schema
