"""A tokenizer.json as the library `tokenizers` understands it, and refusals that name a component of it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from nacformats.codec.streams import naming
from nacformats.errors import InvalidError, UnsupportedError
from nacformats.folders import Folder, read_at_most
from nacformats.limits import MAX_TOKENIZER_JSON_BYTES
from nacformats.tokenizer.resources.names import TOKENIZER_JSON

if TYPE_CHECKING:
    from tokenizers import Tokenizer as Library

FORMAT = "tokenizer.json"
_T = TypeVar("_T")


class Component:
    """A JSON object of the tokenizer, which knows where it is.

    Attributes:
        path: such as "normalizer.normalizers[2]".
        kind: its "type", or "" where it has none.
    """

    def __init__(self, value: dict[str, object], path: str) -> None:
        self._value = value
        self.path = path
        self.kind = str(value.get("type", ""))

    def flag(self, key: str, default: bool = False) -> bool:
        """A bool; null is the default."""
        return self._get(key, bool, default)

    def text(self, key: str, default: str | None = None) -> str:
        """A string; null is the default, and refused where there is none."""
        return self._get(key, str, default)

    def optional_text(self, key: str) -> str | None:
        """A string, or None for null."""
        return None if self._value.get(key) is None else self.text(key)

    def number(self, key: str, default: int | None = None) -> int:
        """An integer; null is the default, and refused where there is none."""
        return self._get(key, int, default)

    def optional_number(self, key: str) -> int | None:
        """An integer, or None for null."""
        return self.number(key) if self.has(key) else None

    def decimal(self, key: str) -> float:
        """A number; null is 0."""
        return self._get(key, (int, float), 0.0)

    def map(self, key: str) -> dict[str, object]:
        """An object."""
        return self._get(key, dict, {})

    def list(self, key: str) -> list[object]:
        """An array."""
        return self._get(key, list, [])

    def has(self, key: str) -> bool:
        """Whether it is there and not null."""
        return self._value.get(key) is not None

    def child(self, key: str) -> Component | None:
        """The component under a key; None for null."""
        return Component(self.map(key), self._at(key)) if self.has(key) else None

    def children(self, key: str) -> Iterator[Component]:
        """The components of an array."""
        for index, value in enumerate(self.list(key)):
            if not isinstance(value, dict):
                raise InvalidError("not a component", format=FORMAT, path=f"{self._at(key)}[{index}]")
            yield Component(value, f"{self._at(key)}[{index}]")

    def unsupported(self, reason: str, key: str = "", hint: str | None = None) -> UnsupportedError:
        """The error for what a manifest of v1.6 cannot say; `key` is what it is about, where it is one key."""
        path = self._at(key) if key else self.path
        return UnsupportedError(reason, format=FORMAT, path=f"{path} ({self.kind})" if self.kind else path, hint=hint)

    def _at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def _get(self, key: str, kind: type[_T] | tuple[type[_T], ...], default: _T | None) -> _T:
        value = self._value.get(key)
        value = default if value is None else value
        if not isinstance(value, kind):
            expected = getattr(kind, "__name__", "number")
            actual = type(value).__name__
            raise InvalidError("wrong type", format=FORMAT, path=self._at(key), expected=expected, actual=actual)
        return value


class Specification:
    """A tokenizer.json that the library has accepted, in the library's own spelling.

    Attributes:
        root: the JSON.
        library: the same tokenizer as an object of the library, without truncation and padding.
        ids: the id of every token, added ones included.
    """

    def __init__(self, source: str | os.PathLike[str] | dict[str, object]) -> None:
        given = _given(source)
        _check_prefix(given)
        self.library = _accepted(json.dumps(given))
        self.root = Component(json.loads(self.library.to_str()), "")
        self.library.no_truncation()
        self.library.no_padding()
        self.ids: dict[str, int] = self.library.get_vocab(with_added_tokens=True)


def _given(source: str | os.PathLike[str] | dict[str, object]) -> dict[str, object]:
    """The JSON of a source."""
    if isinstance(source, dict):
        return source
    if not isinstance(source, str | os.PathLike):
        raise TypeError(f"expected a path, JSON or a dict, got {type(source).__name__}")
    text = source if isinstance(source, str) and source.lstrip()[:1] == "{" else _read(Path(source))
    try:
        given = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidError(f"not JSON: {error.msg}", format=FORMAT, line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError) as error:
        raise InvalidError(f"not JSON: {error}", format=FORMAT) from None
    if not isinstance(given, dict):
        raise InvalidError("not a tokenizer", format=FORMAT, expected="an object", actual=type(given).__name__)
    return given


def _read(path: Path) -> str:
    try:
        return _bytes_of(path).decode()
    except UnicodeDecodeError as error:
        raise InvalidError("not UTF-8", format=FORMAT, offset=error.start) from error


def _bytes_of(path: Path) -> bytes:
    """Those of a file; of a folder, those of its tokenizer.json, which must be no link: it could lead out."""
    if path.is_dir():
        with naming(path / TOKENIZER_JSON), Folder(path) as folder:
            return folder.read(TOKENIZER_JSON, MAX_TOKENIZER_JSON_BYTES)
    with naming(path), FileIO(path) as file:
        return read_at_most(file, path.name, MAX_TOKENIZER_JSON_BYTES)


def _check_prefix(given: dict[str, object]) -> None:
    """Refuse what no manifest has before the library sees it: with such a prefix it may end the process."""
    model = given.get("model")
    if isinstance(model, dict) and model.get("continuing_subword_prefix") and "merges" in model:
        raise Component({"type": "BPE"}, "model").unsupported(
            "BPE_ENCODE of v1.6 has no such option", "continuing_subword_prefix"
        )


def _accepted(text: str) -> Library:
    try:
        from tokenizers import Tokenizer as Library  # noqa: PLC0415  an extra
    except ImportError as error:
        message = "a tokenizer.json needs the library tokenizers: pip install 'nacformats[tokenizers]'"
        raise ImportError(message) from error
    try:
        return Library.from_str(text)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # what is not an Exception is a panic of the library
        raise InvalidError(f"the library tokenizers refuses it: {error}", format=FORMAT) from error
