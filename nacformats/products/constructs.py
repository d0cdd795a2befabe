"""Construct structs, generated from the schemas: one for the files of each, by the name of the schema.

`nacformats.constructs.stb` is a construct like any other: it parses bytes, builds them from plain dicts, deriving
counts, lengths and offsets, and is part of a larger construct where one is made:

    >>> from construct import Int16ub, Prefixed, Struct
    >>> from nacformats import constructs
    >>> packet = Struct("id" / Int16ub, "word" / constructs.glyph)
    >>> packet.parse(bytes.fromhex("0007 23002252")).word.payload
    37
"""

from __future__ import annotations

from nacformats._generated import generated, schemas

_FOLDER = "construct"


def __getattr__(name: str) -> object:
    return getattr(generated(_FOLDER, name), name)


def __dir__() -> list[str]:
    return schemas(_FOLDER)
