"""The page: one HTML file that holds the viewer, reports and, up to a limit, the files themselves.

It works from a `file:` address without a server. Its policy allows its own script and style, by their hashes, and
nothing from anywhere else. What comes from files is in elements that are no scripts: JSON in which no `<` is left, and
base64.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

from nacformats import _generated
from nacformats.codec.streams import Buffer
from nacformats.limits import MAX_SHOWN_TEXT
from nacformats.printing import printable
from nacformats.view.protocol import PageData, page_json
from nacformats.view.texts import cut

#: Names of the parts of the viewer in generated/viewer/.
_SCRIPT, _STYLE, _SCHEMAS = "viewer.js", "viewer.css", "schemas.json"
#: Bytes that become base64 at a time: a multiple of three, so that the pieces are one text.
_PIECE_BYTES = 3 << 18
#: The page around its contents. The script is last: it finds everything else in its place.
_HEAD, _TAIL = Path(__file__).with_suffix(".html").read_text(encoding="utf-8").split("{contents}\n")


def page_text(text: str, width: int = MAX_SHOWN_TEXT) -> str:
    """Return text from a file, or the name of one, as it may stand in HTML: cut, visible, and without any markup.

    Everything from a file that reaches HTML goes through this function; the viewer itself gets it as JSON.
    """
    return escape(printable(cut(text, width)))


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
