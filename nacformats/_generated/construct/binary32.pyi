# Generated from schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b) by `nacformats generate`. Do not edit.
"""Construct structs of A number of IEEE 754 binary32."""

from nacformats.codec.constructs import Record

binary32: Record
