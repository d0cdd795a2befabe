"""Drawn files are read before they are called valid: every field, and every instance of every record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nacformats.codec.streams import OverBudgetError, Source
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.trees.record import TreeRecord
from nacformats.errors import FormatError, InvalidError

#: The instances of no more records of a file are asked for.
_MOST_RECORDS = 4096


class Judge:
    """Reads the files of a schema."""

    def __init__(self, codec: SchemaCodec) -> None:
        self._codec = codec

    def refusal(self, data: bytes, *, is_strict: bool, is_lazy: bool) -> FormatError | None:
        """Return why reading refuses some bytes; None when it accepts them.

        Args:
            data: the bytes.
            is_strict: whether writing has to give them back, where files of the schema are written.
            is_lazy: whether instances may be bad.
        """
        try:
            root = self._codec.read(Source(data))
            is_whole = root.IS_FAITHFUL and root._io.pos == len(data)
            if not is_lazy:
                _ask_for_all(root)
            is_checked = is_strict and not is_whole and not root.UNWRITABLE
            if is_checked and b"".join(self._codec.chunks(root, fresh=True)) != data:
                return InvalidError("is not what writing gives", format=self._codec.name)
        except OverBudgetError:  # so many instances are not asked for by anybody
            return None
        except FormatError as error:
            return error.with_traceback(None)  # its frames would keep the bytes alive
        return None


def _ask_for_all(root: TreeRecord) -> None:
    """Read every instance. FormatError for one that is bad."""
    seen: set[Any] = set()
    waiting: list[Any] = [root]
    while waiting and len(seen) < _MOST_RECORDS:
        record = waiting.pop()
        if record._key in seen:
            continue
        seen.add(record._key)
        for attributes in (record.FIELDS, record.PLACED, record.VALUES):
            for attribute in attributes.values():
                waiting += _records(getattr(record, attribute))


def _records(value: Any) -> Sequence[Any]:
    """Return the records in the value of a member."""
    if isinstance(value, TreeRecord):
        return [value]
    if isinstance(value, Sequence) and len(value) and isinstance(value[0], TreeRecord):
        return value[:_MOST_RECORDS]
    return ()
