r"""Repeated records as arrays, generated from the schemas: one module for each, such as `nacformats.columns.micb`.

A module has a `RecordCodec` for each repeated record, by the name of its type. It reads all records of a table at once,
each field as a NumPy array, and writes such arrays:

    >>> from nacformats import columns
    >>> strings = columns.micb.interned_string.read(b"\x02hi\x01!", 0, 2)
    >>> strings["text#"].tolist()
    [2, 1]
"""

from __future__ import annotations

from nacformats._generated import generated, schemas

_FOLDER = "columns"


def __getattr__(name: str) -> object:
    return generated(_FOLDER, name)


def __dir__() -> list[str]:
    return schemas(_FOLDER)
