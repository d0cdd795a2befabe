"""Build the bytes of a file from a plain tree, by the construct structs generated from the schemas."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from typing import Any

from construct import ConstructError

from nacformats.codec.constructs import Record, RecordError
from nacformats.codec.streams import Buffer
from nacformats.errors import FormatError, InvalidError


def record(schema: str) -> Record:
    """Return the construct struct for a whole file of a schema."""
    module = importlib.import_module(f"nacformats._generated.construct.{schema}")
    return getattr(module, schema)  # type: ignore[no-any-return]


def chunks(schema: str, tree: Mapping[str, Any], *, size: int = 0) -> list[Buffer]:
    """Return the bytes of a file, in pieces. Large buffers of the tree are among them as they are, not copied.

    Args:
        schema: name of the schema, such as "stb".
        tree: the ids of the .ksy as keys. Left out are counts, lengths, offsets, magic numbers and whatever has only
            one right value; what is given of these is used, and has to agree with the rest. Instances with `pos` that
            are not in the tree are not written; the others are written in the order of the tree, unless their
            offsets are given. A record, or a list of records or of numbers, may be given as ready bytes; an enum
            member by number or by name; a uleb128 as an int.
        size: of the file in bytes, if it is to be longer than the tree; the rest is zeros.

    Raises:
        FormatError: the tree does not fit the schema; `path` says where.
    """
    return built(schema, record(schema), tree, size=size)


def built(
    schema: str, struct: Record, tree: Mapping[str, Any], *, size: int = 0, fresh: bool = False, gap: int = sys.maxsize
) -> list[Buffer]:
    """Build the bytes of a file by any construct struct.

    Args:
        schema: name of the schema, for errors.
        struct: that of the whole file.
        tree: as for chunks.
        size: as for chunks.
        fresh: whether counts, lengths and offsets are derived even where the tree gives them.
        gap: most bytes between two parts of the file.
    """
    try:
        return struct.chunks(tree, size, fresh=fresh, gap=gap)
    except RecordError as error:
        details = {"expected": error.expected, "actual": error.actual}
        raise error.cause(error.reason, format=schema, path=error.path or None, **details) from None
    except ConstructError as error:
        raise InvalidError("cannot be built", format=schema, actual=str(error)) from error
    except (ArithmeticError, AttributeError, LookupError, TypeError) as error:  # of an expression
        raise InvalidError("cannot be computed", format=schema, actual=str(error)) from error
    except RecursionError:
        raise FormatError("the tree is nested too deeply", format=schema) from None
