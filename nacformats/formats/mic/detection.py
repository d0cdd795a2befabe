"""Detection of the two forms of Mind IR; nothing else of the room is needed for it."""

from __future__ import annotations

from nacformats.codec.tables import file_formats

#: The first token of a mic@2 text, and how that of every version begins.
HEADER = file_formats()["mic2"][2].decode()
HEADER_PREFIX = HEADER.rstrip("0123456789")


def is_micb(head: bytes) -> bool:
    """Return True if a file begins as MIC-B does."""
    return head.startswith(file_formats()["micb"][2])


def is_mic2(head: bytes) -> bool:
    """Return True if the first line that is neither blank nor a comment is a header, of whichever version."""
    for line in head.split(b"\n"):
        words = line.split()
        if words and not words[0].startswith(b"#"):
            return words[0].startswith(HEADER_PREFIX.encode())
    return False
