"""Pages about files: what is read of each of them, and the page."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from nacformats.codec.streams import Source
from nacformats.formats.base import Format
from nacformats.limits import MAX_EMBEDDED_BYTES
from nacformats.version import __version__
from nacformats.view.page import page_pieces
from nacformats.view.protocol import PageData, PageFile
from nacformats.view.report import report_of


@dataclass(frozen=True)
class Viewed:
    """A file for a page: its bytes, which stay open, and what the page is told of it."""

    source: Source
    file: PageFile

    @classmethod
    def of(
        cls,
        source: Source,
        format: str | Format | None = None,  # noqa: A002
        *,
        name: str | None = None,
        strict: bool = True,
    ) -> Self:
        """Read a file as far as it can be read.

        Args:
            source: its bytes.
            format: its format; None detects it.
            name: what it is called; None: as its path is.
            strict: whether the findings are those of strict reading.

        Raises:
            UnsupportedError: no format claims the bytes.
        """
        report = report_of(source, format, strict=strict)
        called = os.path.basename(source.name or "") if name is None else name  # noqa: PTH119
        return cls(source, PageFile(called, source.size, report.format, report=report))


def page_of(
    files: Sequence[Viewed], schemas: Sequence[Any] = (), difference: Mapping[str, Any] | None = None
) -> Iterator[bytes]:
    """Yield a page about no, one or two files as UTF-8 HTML; what it holds of them is read while it is made.

    Args:
        files: what it shows; without any, it asks for a file.
        schemas: tables of schemas that the viewer does not have by itself.
        difference: of two files, as `difference_document` gives it.
    """
    contents = [file.source.view if file.source.size <= MAX_EMBEDDED_BYTES else None for file in files]
    return page_pieces(PageData(__version__, schemas, [file.file for file in files], difference), contents)
