"""Whole files: a tree is written until its offsets agree."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

from nacformats.codec.streams import Buffer
from nacformats.codec.trees.output import Layout, WriteError
from nacformats.codec.trees.output_record import root_record
from nacformats.codec.trees.record import TreeRecord
from nacformats.errors import FormatError, UnsupportedError

#: How often a file is laid out anew before its offsets agree: those of variable length may take several times.
MAX_PASSES = 6


def file_chunks(
    kind: type[TreeRecord], schema: str, tree: Any, size: int = 0, *, fresh: bool = False, gap: int = sys.maxsize
) -> list[Buffer]:
    """Return the bytes of a whole file of a schema, in pieces, as tree_chunks.

    Raises:
        FormatError: the tree does not fit the schema; path says where.
    """
    for path, reason in kind.UNWRITABLE:
        raise UnsupportedError(f"the schema can only be read: {path}: {reason}", format=schema)
    try:
        return tree_chunks(kind, tree, size, fresh=fresh, gap=gap)
    except WriteError as error:
        details = {"expected": error.expected, "actual": error.actual}
        raise error.cause(error.reason, format=schema, path=error.path or None, **details) from None
    except RecursionError:
        raise FormatError("the tree is nested too deeply", format=schema) from None


def tree_chunks(
    kind: type[TreeRecord], tree: Any, size: int = 0, *, fresh: bool = False, gap: int = sys.maxsize
) -> list[Buffer]:
    """Return the bytes of a whole file, in pieces; large buffers of the tree are among them as they are.

    Args:
        kind: the class of the whole file.
        tree: a mapping of the fields, and of the instances that have a place in the file.
        size: of the file, if it is to be longer than what is in it; the rest is zeros.
        fresh: whether what follows from other fields is derived even where the tree gives it.
        gap: most bytes between two parts, which are zeros.

    Raises:
        WriteError: the tree does not fit the schema.
    """
    empty = partial(Layout, size, fresh, gap)
    layout = empty(trusting=fresh)
    try:
        pieces = _laid_out(kind, tree, layout)
    except WriteError:  # perhaps only because the tree has offsets that are none
        if not layout.guessed:
            raise
        layout = empty()
        pieces = _laid_out(kind, tree, layout)
    if not layout.guessed:
        return pieces
    for _ in range(MAX_PASSES):
        final = empty(before=layout)
        failure: WriteError | None = None
        try:
            pieces = _laid_out(kind, tree, final)
        except WriteError as error:  # perhaps only because the layout before was wrong
            failure = error
            final = empty(before=layout, settled=False)
            _laid_out(kind, tree, final)
        if final.is_like(layout):
            if failure is not None:
                raise failure
            return pieces
        layout = final
    raise WriteError("the offsets depend on each other", "")


def _laid_out(kind: type[TreeRecord], tree: Any, layout: Layout) -> list[Buffer]:
    root = root_record(kind, tree, layout)
    root._put(root._io)
    return root._io.finish()  # type: ignore[no-any-return]
