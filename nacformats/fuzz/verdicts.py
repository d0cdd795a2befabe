"""Verdicts of our readers."""

from __future__ import annotations

from nacformats.api import read_source
from nacformats.codec.streams import Source
from nacformats.errors import FormatError
from nacformats.formats.base import Format


def refusal_of(format: Format, data: bytes) -> FormatError | None:  # noqa: A002
    """Return why strict reading refuses some bytes; None when it accepts them."""
    try:
        read_source(Source(data), format, strict=True).close()
    except FormatError as error:
        return error.with_traceback(None)  # its frames would keep the bytes alive
    return None
