"""A tokenizer.json, read without the library that writes it: every key has its type, or an error names it.

The library `tokenizers` is native code, and ends the process on files that it does not expect. What is read here is
what it would read, with its defaults for keys that may be missing.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator
from io import FileIO
from pathlib import Path
from typing import Any, TypeVar

from nacformats import limits
from nacformats.codec.streams import naming
from nacformats.errors import InvalidError, LimitError, UnsupportedError
from nacformats.files.folders import Folder, read_at_most
from nacformats.formats.tisa.resources import TOKENIZER_JSON
from nacformats.printing import shortened
from nacformats.tokenizer.encoding.budget import Allowance
from nacformats.tokenizer.resources.reading import checked_ids, parsed_json
from nacformats.tokenizer.vocabulary import Vocabulary

FORMAT = TOKENIZER_JSON
_VERSION = "1.0"
_T = TypeVar("_T")
#: Stands for the default of a key that has to be there.
_REQUIRED: Any = object()


class Component:
    """A JSON object of the tokenizer, which knows where it is.

    Attributes:
        path: such as "normalizer.normalizers[2]".
        kind: its "type", or "" where it has none.
        allowance: what reading the whole tokenizer may still take.
    """

    def __init__(self, value: dict[str, object], path: str, allowance: Allowance, depth: int = 0) -> None:
        self._value = value
        self._depth = depth
        self.path = path
        self.allowance = allowance
        self.kind = self.text("type", "")
        if depth > limits.MAX_COMPONENT_DEPTH:
            reason, shown = "components are too deep inside of each other", path[: limits.MAX_SHOWN_TEXT]
            raise LimitError(reason, format=FORMAT, path=shown)
        allowance.look(path)

    def look(self) -> None:
        """Raise LimitError when reading the tokenizer takes too long."""
        self.allowance.look(self.path)

    def flag(self, key: str, default: bool = _REQUIRED) -> bool:
        """Return a bool; null is the default."""
        return self._get(key, bool, default)

    def text(self, key: str, default: str = _REQUIRED) -> str:
        """Return a string; null is the default."""
        return self._get(key, str, default)

    def character(self, key: str, default: str = _REQUIRED) -> str:
        """Return a string of one character; null is the default."""
        text = self.text(key, default)
        if len(text) != 1:
            raise self.invalid("one character", shortened(text, limits.MAX_SHOWN_TEXT), key)
        return text

    def word(self, key: str, words: Iterable[str], default: str = _REQUIRED) -> str:
        """Return one of some strings; null is the default."""
        word = self.text(key, default)
        if word not in words:
            raise self.invalid(f"one of {', '.join(words)}", shortened(word, limits.MAX_SHOWN_TEXT), key)
        return word

    def optional_text(self, key: str) -> str | None:
        """Return a string, or None for null."""
        return self.text(key) if self.has(key) else None

    def number(self, key: str, default: int = _REQUIRED) -> int:
        """Return an integer from 0 on; null is the default."""
        number = self._get(key, int, default)
        if number < 0:
            raise self.invalid("an integer from 0 on", number, key)
        return number

    def optional_number(self, key: str) -> int | None:
        """Return an integer from 0 on, or None for null."""
        return self.number(key) if self.has(key) else None

    def decimal(self, key: str) -> float:
        """Return a number; null is 0."""
        return decimal(self._get(key, (int, float), 0.0), self._at(key))

    def pattern(self) -> tuple[str, str]:
        """Return the kind of the key `pattern`, "String" or "Regex", and its text."""
        found = self._get("pattern", dict, _REQUIRED)
        ((kind, text),) = found.items() if len(found) == 1 else (("", None),)
        if kind not in ("String", "Regex") or not isinstance(text, str):
            raise self.invalid('{"String": text} or {"Regex": text}', type(text).__name__, "pattern")
        return kind, text

    def map(self, key: str, default: dict[str, object] = _REQUIRED) -> dict[str, object]:
        """Return an object; null is the default."""
        return self._get(key, dict, default)

    def list(self, key: str, default: list[object] = _REQUIRED) -> list[object]:
        """Return an array; null is the default."""
        return self._get(key, list, default)

    def get(self, key: str) -> object:
        """Return the value of a key, of any type; None if it is missing."""
        return self._value.get(key)

    def has(self, key: str) -> bool:
        """True if a key is present and not null."""
        return self._value.get(key) is not None

    def child(self, key: str) -> Component | None:
        """Return the component under a key; None for null."""
        return self._inner(self.map(key), self._at(key)) if self.has(key) else None

    def children(self, key: str) -> Iterator[Component]:
        """Yield the components of an array; there are none for null."""
        for index, value in enumerate(self.list(key, [])):
            path = f"{self._at(key)}[{index}]"
            if not isinstance(value, dict):
                raise InvalidError("not a component", format=FORMAT, path=path, actual=type(value).__name__)
            yield self._inner(value, path)

    def unsupported(self, reason: str, key: str = "", hint: str | None = None) -> UnsupportedError:
        """Return the error for what a manifest of v1.6 cannot say; `key` is what it is about, where it is one key."""
        path = self._at(key) if key else self.path
        path = f"{path} ({self.kind})" if self.kind else path
        return UnsupportedError(shortened(reason, 2 * limits.MAX_SHOWN_TEXT), format=FORMAT, path=path, hint=hint)

    def invalid(self, expected: str, actual: object, key: str) -> InvalidError:
        """Return the error for a key that holds something else than the library writes."""
        return InvalidError("wrong value", format=FORMAT, path=self._at(key), expected=expected, actual=actual)

    def _inner(self, value: dict[str, object], path: str) -> Component:
        return Component(value, path, self.allowance, self._depth + 1)

    def _at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def _get(self, key: str, kind: type[_T] | tuple[type[_T], ...], default: _T) -> _T:
        value = self._value.get(key)
        if value is None and default is not _REQUIRED:
            return default
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            expected = getattr(kind, "__name__", "number")
            actual = "nothing" if value is None else type(value).__name__
            raise InvalidError("wrong type", format=FORMAT, path=self._at(key), expected=expected, actual=actual)
        return value


def decimal(value: object, path: str) -> float:
    """Return a number that a float64 can hold; InvalidError for anything else."""
    try:
        number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise InvalidError("wrong type", format=FORMAT, path=path, expected="a number", actual=type(value).__name__)
    return number


class Specification:
    """A tokenizer.json.

    Attributes:
        root: the JSON.
        model: the component of the model.
        own: the id of every token of the model itself.
        ids: the id of every token, added ones included.
        vocabulary: the same.
    """

    def __init__(self, source: str | os.PathLike[str] | dict[str, object]) -> None:
        text = _text_of(source)
        cost = limits.MAX_COMPILING_SECONDS + len(text) * limits.MAX_COMPILING_SECONDS_PER_CHARACTER
        allowance = Allowance(0, cost=cost)
        given = parsed_json(text, FORMAT)
        if not isinstance(given, dict):
            raise InvalidError("not a tokenizer", format=FORMAT, expected="an object", actual=type(given).__name__)
        self.root = Component(given, "", allowance)
        self.root.word("version", (_VERSION,), _VERSION)
        model = self.root.child("model")
        if model is None:
            raise InvalidError("not a tokenizer", format=FORMAT, path="model", expected="a model", actual="nothing")
        self.model = model
        self.own = checked_ids(_own_ids(model), "model.vocab")
        self.ids = checked_ids(self.own | self._added_ids(), "added_tokens")
        self.vocabulary = Vocabulary(self.ids)

    def _added_ids(self) -> dict[str, object]:
        """Return the ids that the library gives to added tokens, whatever the file says: those of the model, or the
        next.
        """
        contents = dict.fromkeys(token.text("content") for token in self.root.children("added_tokens"))
        new = (content for content in contents if content and content not in self.own)
        return {content: number for number, content in enumerate(new, len(self.own))}


def _own_ids(model: Component) -> dict[str, object]:
    """Return the ids of the tokens of a model: listed by token, or a list of tokens with their scores."""
    if not isinstance(model.get("vocab"), list):
        return model.map("vocab")
    tokens = [each[0] if isinstance(each, list) and each else None for each in model.list("vocab")]
    for at, token in enumerate(tokens):
        if not isinstance(token, str):
            raise InvalidError("not a token and its score", format=FORMAT, path=f"model.vocab[{at}]")
    return {str(token): number for number, token in enumerate(tokens)}


def _text_of(source: str | os.PathLike[str] | dict[str, object]) -> str:
    """Return the JSON of a source."""
    if isinstance(source, dict):
        try:
            return json.dumps(source, allow_nan=False)
        except (ValueError, RecursionError) as error:
            raise InvalidError(f"not JSON: {error}", format=FORMAT) from None
    if not isinstance(source, str | os.PathLike):
        raise TypeError(f"expected a path, JSON or a dict, got {type(source).__name__}")
    if isinstance(source, str) and source.lstrip()[:1] == "{":
        return source
    try:
        return _bytes_of(Path(source)).decode()
    except UnicodeDecodeError as error:
        raise InvalidError("not UTF-8", format=FORMAT, offset=error.start) from error


def _bytes_of(path: Path) -> bytes:
    """Read a file, or the tokenizer.json of a folder, which must not be a link out of it."""
    if path.is_dir():
        with naming(path / TOKENIZER_JSON), Folder(path) as folder:
            return folder.read(TOKENIZER_JSON, limits.MAX_TOKENIZER_JSON_BYTES)
    with naming(path), FileIO(path) as file:
        return read_at_most(file, path.name, limits.MAX_TOKENIZER_JSON_BYTES)
