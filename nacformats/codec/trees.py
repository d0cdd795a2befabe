"""Generated parsers: how they are called, and how their failures become FormatErrors that say where."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kaitaistruct import KaitaiStructError

from nacformats.codec.streams import Source
from nacformats.codec.tables import class_name
from nacformats.errors import FormatError

#: What reading hostile bytes can raise, inside a generated parser or beside it.
PARSER_FAILURES = (KaitaiStructError, EOFError, OverflowError, RecursionError, MemoryError, ValueError)


def parser_class(schema: str, *, debug: bool = False) -> Any:
    """Return the class that the Kaitai compiler generated for the root type of a schema."""
    folder = "kaitai_debug" if debug else "kaitai"
    module = importlib.import_module(f"nacformats._generated.{folder}.{schema}")
    return getattr(module, class_name(schema))


def parse(schema: str, source: Source) -> Any:
    """Parse a source with the generated parser. Lazy instances are not touched yet.

    Raises FormatError with the path and the offset of the failing field.
    """
    with located(schema, source):
        return parser_class(schema)(source.stream())


@contextmanager
def located(schema: str, source: Source) -> Iterator[None]:
    """Within this block, whatever the generated parser raises becomes a FormatError that says where."""
    try:
        yield
    except FormatError:
        raise
    except Exception as failure:
        from nacformats.codec.locate import locate, raised_by_parser  # noqa: PLC0415  only bad files need it

        if not isinstance(failure, PARSER_FAILURES) and not raised_by_parser(failure):
            raise  # a mistake in the code around the parser
        raise locate(schema, parser_class(schema, debug=True), source, failure) from None
