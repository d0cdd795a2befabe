# Generated from schemas/mic2.ksy (sha256 d3ccddff2284fc7ea29448ad0980d4f3c0f72130e486f8eb11711a2345ef830a) by `nacformats generate`. Do not edit.
"""Construct structs of mic@2, text form of Mind IR graphs, lines and tokens."""

from nacformats.codec.constructs import Record

from nacformats._generated.python.mic2 import LineKind as LineKind
declaration: Record
line: Record
mic2: Record
token: Record
