"""Pages about files: what is read of each of them, the page, and the browser that shows it.

A page is one HTML file that holds the viewer, reports and, up to a limit, the files themselves. It works from a `file:`
address without a server. Its policy allows its own script and style, by their hashes, and nothing from anywhere else.
What comes from files is in elements that are no scripts: JSON in which no `<` is left, and base64.
"""

# ruff: noqa: A002  `format` and `open` are what everybody calls them

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import tempfile
import webbrowser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from nacformats import _generated
from nacformats.api import read_source
from nacformats.codec.streams import Buffer, Source
from nacformats.comparing.comparison import compare_models, compared_file
from nacformats.comparing.document import difference_document
from nacformats.errors import FormatError
from nacformats.files import PathLike, write_atomically
from nacformats.formats.base import Format
from nacformats.limits import MAX_EMBEDDED_BYTES
from nacformats.schemas import open_schema, page_tables
from nacformats.version import __version__
from nacformats.view.protocol import PageData, PageFile, PageFinding, page_json
from nacformats.view.report import is_onnx, report_of
from nacformats.view.texts import cut, page_text

#: The page of no file, and the suffix of pages.
_NO_FILE, _SUFFIX = "nacformats", ".html"
#: Characters of the name of a file that the name of its page does not have, and how long that may be.
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST_NAME = 80


def explore(
    path: PathLike | None = None,
    other: PathLike | None = None,
    *,
    output: PathLike | None = None,
    format: str | None = None,
    schema: PathLike | None = None,
    strict: bool = True,
    open: bool | None = None,
) -> Path:
    """Make a page to look into a file, or to compare two, and open it in a browser; return its path.

    The page is one HTML file that works without a network. A file of more than limits.MAX_EMBEDDED_BYTES is not in it:
    the page asks for it to be dropped there. A bad file is shown as far as it can be read.

    Args:
        path: the file; None: the page shows whatever is dropped on it.
        other: a second file, which is compared with it.
        output: where the page is written, over what is there; None: into a new temporary folder.
        format: the name of the format of the files; None detects it.
        schema: a .ksy that describes the files.
        strict: False leaves out findings that lenient reading does not have.
        open: whether a browser is asked to show it; None: where there is no output.

    Raises:
        UnsupportedError: no format claims a file.
        OSError: a file cannot be read, or the page cannot be written.
        ValueError: the schema is none, or the format is not known.
    """
    described: str | Format | None = format if schema is None else open_schema(schema).format
    paths = [each for each in (path, other) if each is not None]
    with ExitStack() as stack:
        sources = [stack.enter_context(Source.open(each)) for each in paths]
        viewed = [Viewed.of(source, described, strict=strict) for source in sources]
        target = temporary_page(file.file.name for file in viewed) if output is None else Path(output)
        write_atomically(target, page_of(viewed, () if schema is None else [page_tables(schema)]))
    if open or (open is None and output is None):
        show_page(target)
    return target


@dataclass(frozen=True)
class Viewed:
    """A file for a page: its bytes, which stay open, its format, and what the page is told of it."""

    source: Source
    file: PageFile
    format: str | Format | None = None

    @classmethod
    def of(
        cls, source: Source, format: str | Format | None = None, *, name: str | None = None, strict: bool = True
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
        schema = None if format is None and is_onnx(source) else report.format
        return cls(source, PageFile(called, source.size, schema, report=report), format)

    @property
    def contents(self) -> memoryview | None:
        """The bytes, if the page is to hold them: neither too many, nor without a schema that reads them."""
        is_held = self.file.schema is not None and self.source.size <= MAX_EMBEDDED_BYTES
        return self.source.view if is_held else None

    def with_finding(self, finding: PageFinding) -> Self:
        """Return the file with one finding more, which comes first."""
        assert self.file.report is not None
        report = replace(self.file.report, findings=[finding, *self.file.report.findings])
        return replace(self, file=replace(self.file, report=report))


def page_of(
    files: Sequence[Viewed], schemas: Sequence[Any] = (), difference: Mapping[str, Any] | None = None
) -> Iterator[bytes]:
    """Yield a page about no, one or two files as UTF-8 HTML; what it holds of them is read while it is made.

    Args:
        files: what it shows; without any, it asks for a file.
        schemas: tables of schemas that the viewer does not have by itself, as `schemas.page_tables` gives them.
        difference: of two files, as `difference_document` gives it; None compares them.
    """
    if len(files) == 2 and difference is None:
        files, difference = _compared(*files)
    shown = None if difference is None else _shown_difference(difference)
    contents = [file.contents for file in files]
    return page_pieces(PageData(__version__, schemas, [file.file for file in files], shown), contents)


def _compared(left: Viewed, right: Viewed) -> tuple[list[Viewed], Mapping[str, Any] | None]:
    """Return two files with their difference; where they cannot be compared, with a finding that says why."""
    names = (left.file.name, right.file.name)
    try:
        with ExitStack() as stack:
            models = [stack.enter_context(_model(file)) for file in (left, right)]
            return [left, right], difference_document(compare_models(*models, names=names))
    except (FormatError, TypeError, ValueError, ImportError, OSError) as error:
        finding = PageFinding("note", "comparison", "", None, f"the two files are not compared: {error}")
        return [left.with_finding(finding), right], None


def _shown_difference(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a difference as the page takes it: the values of other places as texts."""
    return {**document, "other": [{**each, **_texts(each)} for each in document["other"]]}


def _texts(place: Mapping[str, Any]) -> dict[str, str | None]:
    sides = {side: place[side] for side in ("left", "right")}
    return {
        side: value if value is None or isinstance(value, str) else cut(json.dumps(value))
        for side, value in sides.items()
    }


def _model(file: Viewed) -> AbstractContextManager[Any]:
    """Return the model of a file: of a path, whatever kinds can be compared; of other bytes, what load gives."""
    source = file.source
    if source.name is not None and file.format is None:
        found: AbstractContextManager[Any] = compared_file(source.name, strict=False, mmap=source.mmap)
        return found
    model: AbstractContextManager[Any] = read_source(
        Source(source.view, source.name, mmap=source.mmap), file.format, strict=False
    )
    return model


def temporary_page(names: Iterable[str]) -> Path:
    """Return the path of a page about files of these names, in a new folder that only this user can read."""
    name = "-".join(_UNSAFE.sub("_", each) for each in names)[:_LONGEST_NAME].lstrip("._-") or _NO_FILE
    return Path(tempfile.mkdtemp(prefix="nacformats-"), name + _SUFFIX)


def show_page(path: PathLike) -> None:
    """Ask a browser to show a page; where there is none, nothing happens."""
    webbrowser.open(Path(path).absolute().as_uri())


#: Names of the parts of the viewer in generated/viewer/.
_SCRIPT, _STYLE, _SCHEMAS = "viewer.js", "viewer.css", "schemas.json"
#: Bytes that become base64 at a time: a multiple of three, so that the pieces are one text.
_PIECE_BYTES = 3 << 18
#: The page around its contents. The script is last: it finds everything else in its place.
_HEAD, _TAIL = Path(__file__).with_name("page.html").read_text(encoding="utf-8").split("{contents}\n")


def page_pieces(page: PageData, contents: Sequence[Buffer | None]) -> Iterator[bytes]:
    """Yield the page as UTF-8.

    Args:
        page: what it shows.
        contents: the bytes of each of its files; None: they are not in the page, which asks for that file.
    """
    elements = [_element(number, content) for number, content in enumerate(contents)]
    files = [replace(file, element=element) for file, element in zip(page.files, elements, strict=True)]
    script, style = _viewer(_SCRIPT), _viewer(_STYLE)
    head = _HEAD.format(policy=_policy(script, style), title=_title(page), style=style)
    yield head.encode()
    yield _json_element("nacformats-page", page_json(replace(page, files=files)))
    yield _element_of_schemas()
    for element, content in zip(elements, contents, strict=True):
        if element is not None and content is not None:
            yield from _file_element(element, memoryview(content))
    yield _TAIL.format(script=script).encode()


def _title(page: PageData) -> str:
    names = " and ".join(page_text(file.name) for file in page.files)
    return f"{names} - nacformats" if names else "nacformats"


def _element(number: int, content: Buffer | None) -> str | None:
    return None if content is None else f"file-{number}"


def _policy(script: str, style: str) -> str:
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hash_of(script)}",
            f"style-src {_hash_of(style)}",
            "worker-src blob:",
            "img-src data: blob:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _hash_of(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _json_element(name: str, value: object) -> bytes:
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return _json_text_element(name, text)


def _json_text_element(name: str, text: str) -> bytes:
    """Return an element with JSON, in which a `<` can only be in a string: no text of a file ends the element."""
    escaped = text.replace("<", "\\u003c")
    return f'<script type="application/json" id="{name}">{escaped}</script>\n'.encode()


def _element_of_schemas() -> bytes:
    return _json_text_element("nacformats-schemas", _viewer(_SCHEMAS))


def _file_element(name: str, content: memoryview) -> Iterator[bytes]:
    yield f'<script type="application/octet-stream;base64" id="{name}">'.encode()
    for start in range(0, len(content), _PIECE_BYTES):
        yield base64.b64encode(content[start : start + _PIECE_BYTES])
    yield b"</script>\n"


def _viewer(name: str) -> str:
    """Return a part of the viewer: in a checkout from generated/, in a wheel from inside the package."""
    for folder in _generated.__path__:
        path = Path(folder, "viewer", name)
        if path.is_file():
            return path.read_text(encoding="utf-8")
    if name == _SCHEMAS:
        return "[]"
    raise FileNotFoundError(f"this installation has no viewer: generated/viewer/{name} is missing")
