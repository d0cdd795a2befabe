"""The head of the sections of a NAC file that are read as arrays (NAC v1.6, section 2.3.1)."""

from __future__ import annotations

import struct

from nacformats.errors import InvalidError, TruncatedError

# Tag, number of elements.
_HEAD = struct.Struct("<4sI")
HEAD_BYTES = _HEAD.size


def read_count(view: memoryview, start: int, section: str, tag: bytes, counted: str) -> int:
    """The number of elements of a section, after a look at its tag.

    Args:
        view: all bytes of the file.
        start: byte offset of the section, inside the file.
        section, counted: names of the section and of the number in the schema, for messages.
        tag: the tag that it has to start with.

    Raises:
        TruncatedError: the file ends inside the head.
        InvalidError: the tag is another one.
    """
    head = bytes(view[start : start + HEAD_BYTES])
    if len(head) >= len(tag) and not head.startswith(tag):
        actual = head[: len(tag)]
        path = f"{section}.magic"
        raise InvalidError("wrong value", format="nac", path=path, offset=start, expected=tag, actual=actual)
    if len(head) < HEAD_BYTES:
        field, offset = (counted, start + len(tag)) if len(head) >= len(tag) else ("magic", start)
        raise TruncatedError("the file ends too early", format="nac", path=f"{section}.{field}", offset=offset)
    return int(_HEAD.unpack(head)[1])
