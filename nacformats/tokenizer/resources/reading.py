"""The resources of a tokenizer, in a file or a directory beside it: vocabulary and merges from whatever there is.

What is not compiled is read here: vocab.json, merges.txt and tokenizer.json, as Hugging Face has them.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from nacformats.codec.streams import whole
from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.files.folders import Companions
from nacformats.formats.records import FORMAT_NAME
from nacformats.formats.tisa import resources as names
from nacformats.tokenizer.resources.compiled import read_compiled_merges, read_compiled_vocabulary
from nacformats.tokenizer.vocabulary import Merges, Vocabulary

if TYPE_CHECKING:
    from nacformats.formats.nac.file.model import NacFile

_Read = TypeVar("_Read")
_HIGHEST_ID = 2**31 - 1
#: Digits of an integer: no number that is read has more, and int() takes quadratic time.
_MAX_DIGITS = 310
#: What may be half of a surrogate pair: as it is, or as an escape.
_SURROGATE = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")


def vocabulary_of_json(data: bytes) -> Vocabulary:
    """Return the vocabulary of vocab.json: an object of tokens and ids."""
    entries = _parsed(data, names.VOCABULARY_JSON)
    if not isinstance(entries, dict):
        raise _wrong(names.VOCABULARY_JSON, "an object of tokens and ids is expected", entries)
    return Vocabulary(checked_ids(entries, names.VOCABULARY_JSON))


def vocabulary_of_tokenizer_json(data: bytes) -> Vocabulary:
    """Return the vocabulary of tokenizer.json: that of its model, with the scores of Unigram, and its added tokens."""
    content = _object(_parsed(data, names.TOKENIZER_JSON), "")
    path = f"{names.TOKENIZER_JSON}: model.vocab"
    entries = _object(content.get("model"), "model").get("vocab")
    scores: dict[str, float] = {}
    if isinstance(entries, list):
        scores = _scores(entries, path)
        ids: dict[str, object] = {token: number for number, token in enumerate(scores)}
    else:
        ids = dict(_object(entries, "model.vocab"))
    added = content.get("added_tokens") or []
    for entry in added if isinstance(added, list) else ():
        token = _object(entry, "added_tokens")
        ids.setdefault(str(token.get("content")), token.get("id"))
    return Vocabulary(checked_ids(ids, path), scores)


def merges_of_tokenizer_json(data: bytes) -> Merges:
    """Return the merges of tokenizer.json, which are texts with a space in between, or pairs."""
    content = _object(_parsed(data, names.TOKENIZER_JSON), "")
    merges = _object(content.get("model"), "model").get("merges")
    if not isinstance(merges, list):
        raise _wrong(f"{names.TOKENIZER_JSON}: model.merges", "a list is expected", merges)
    return Merges.of(_pairs(merges))


def merges_of_text(data: bytes) -> Merges:
    """Return the merges of merges.txt: two tokens a line; the line `#version` and lines of another form
    are not pairs.
    """
    try:
        lines = bytes(data).decode().split("\n")
    except UnicodeDecodeError as error:
        raise InvalidError("not UTF-8", path=names.MERGES_TEXT, offset=error.start) from None
    parts = (line.rstrip("\r").split(" ") for line in lines if not line.startswith("#version"))
    return Merges.of((pair[0], pair[1]) for pair in parts if len(pair) == 2 and all(pair))


def _pairs(merges: list[object]) -> Iterator[tuple[str, str]]:
    for at, merge in enumerate(merges):
        pair = merge.split(" ") if isinstance(merge, str) else merge
        if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(part, str) for part in pair)):
            raise _wrong(f"{names.TOKENIZER_JSON}: model.merges[{at}]", "two tokens are expected", merge)
        yield pair[0], pair[1]


def _scores(entries: list[object], path: str) -> dict[str, float]:
    scores: dict[str, float] = {}
    for at, entry in enumerate(entries):
        if not (isinstance(entry, list) and len(entry) == 2 and isinstance(entry[0], str) and _is_number(entry[1])):
            raise _wrong(f"{path}[{at}]", "a token and its score are expected", entry)
        if entry[0] in scores:
            raise _wrong(f"{path}[{at}]", "this token has an entry already", entry[0])
        scores[entry[0]] = float(entry[1])
    return scores


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and abs(value) <= 1e300


def checked_ids(entries: dict[str, object], path: str) -> dict[str, int]:
    """Return ids that are numbers, and no two the same; tokens that are text. InvalidError for others."""
    ids: dict[str, int] = {}
    for token, number in entries.items():
        if type(number) is not int or not 0 <= number <= _HIGHEST_ID:
            raise _wrong(f"{path}[{_short(token)}]", f"an id is a number from 0 to {_HIGHEST_ID}", number)
        ids[token] = number
    if len(set(ids.values())) != len(ids):
        ordered = sorted(ids.items(), key=lambda item: item[1])
        token = next(second[0] for first, second in pairwise(ordered) if first[1] == second[1])
        raise _wrong(f"{path}[{_short(token)}]", "another token has this id", ids[token])
    if not "".join(ids).isascii() and any("\ud800" <= mark <= "\udfff" for mark in "".join(ids)):
        raise _wrong(path, "a lone surrogate is not text", "in a token")
    return ids


def _parsed(data: bytes, name: str) -> object:
    content = bytes(data)
    try:
        text = content.decode(json.detect_encoding(content))
    except UnicodeDecodeError as error:
        raise InvalidError("not UTF-8", path=name, offset=error.start) from None
    return parsed_json(text, name)


def parsed_json(text: str, name: str) -> object:
    """Return the value of some JSON, in which numbers are finite and texts are Unicode.

    Args:
        text: the JSON.
        name: of the file, for errors.

    Raises:
        InvalidError: it is no JSON.
        UnsupportedError: it is nested too deeply.
    """
    try:
        value: object = json.loads(text, parse_int=_integer, parse_constant=_no_number)
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise InvalidError(f"not JSON: {error.msg}", path=name, line=error.lineno, column=error.colno) from None
    except UnicodeEncodeError:
        raise InvalidError("not JSON: a lone surrogate is not text", path=name) from None
    except ValueError as error:
        raise InvalidError(f"not JSON: {error}", path=name) from None
    except RecursionError:
        raise UnsupportedError("JSON is nested too deeply", path=name) from None
    return value


def _integer(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise ValueError(f"a number has more than {_MAX_DIGITS} digits")
    return int(digits)


def _no_number(word: str) -> object:
    raise ValueError(f"{word} is no number")


def _object(value: object, field: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _wrong(f"{names.TOKENIZER_JSON}: {field}".removesuffix(": "), "an object is expected", value)
    return value


def _wrong(path: str, reason: str, actual: object) -> FormatError:
    return InvalidError(reason, path=path, actual=_short(actual))


def _short(value: object, longest: int = 80) -> str:
    text = repr(value) if isinstance(value, str | int | float | bool | None) else type(value).__name__
    return text if len(text) <= longest else f"{text[:longest]}…"


#: The directory of a file `model.nac` is called `model-tokenizer`.
DIRECTORY_SUFFIX = "-tokenizer"


class ResourceDirectory(Mapping[str, bytes]):
    """The regular files of a directory by name, through no link. Nothing is read before a file is asked for."""

    def __init__(self, folder: Companions, inner: str | None = None) -> None:
        """folder: the directory, or what the directory `inner` is in."""
        self._folder = folder
        self._inner = inner

    def __getitem__(self, name: str) -> bytes:
        try:
            with self._folder.source(self._below(name), mapped=False) as source:
                return whole(source.view)
        except FileNotFoundError:
            raise KeyError(name) from None
        except OSError as failure:
            place = self._folder.path / self._below(name)
            reason = f"the resource {name} cannot be read ({failure.strerror or failure})"
            raise InvalidError(reason, format=FORMAT_NAME, path=str(place)) from failure

    def __contains__(self, name: object) -> bool:
        status = self._folder.status(self._below(name)) if isinstance(name, str) else None
        return status is not None and not stat.S_ISDIR(status.st_mode)

    def __iter__(self) -> Iterator[str]:
        try:
            return filter(self.__contains__, self._folder.names(self._inner))
        except OSError:
            return iter(())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _below(self, name: str) -> str:
        return name if self._inner is None else f"{self._inner}/{name}"


def resources_of(file: NacFile, directory: str | os.PathLike[str] | None) -> Mapping[str, bytes]:
    """Return the resources of a file by name: of a given directory, else of `rsrc`, else of the one beside it."""
    if directory is not None:
        return ResourceDirectory(Companions(Path(directory)))
    if file.sections.rsrc is not None:
        return {each.name: whole(each.data) for each in file.sections.rsrc}
    folder = None if file.source is None else Companions.of(file.source)
    if file.source is None or file.source.path is None or folder is None:
        return {}
    return ResourceDirectory(folder, file.source.path.stem + DIRECTORY_SUFFIX)


def read_vocabulary(resources: Mapping[str, bytes]) -> Vocabulary:
    """Read the vocabulary of a tokenizer from the first of vocab.b, tokenizer.json and vocab.json that is present.

    Raises:
        InvalidError: none of the three is there, or the one that is breaks its rules.
        TruncatedError: it ends too early.
    """
    return _read_first(
        resources,
        {
            names.VOCABULARY: lambda data: read_compiled_vocabulary(data, resources.get(names.SCORES)),
            names.TOKENIZER_JSON: vocabulary_of_tokenizer_json,
            names.VOCABULARY_JSON: vocabulary_of_json,
        },
    )


def read_merges(resources: Mapping[str, bytes]) -> Merges:
    """Read the merges of a BPE tokenizer from the first of merges.b, tokenizer.json and merges.txt that is present.

    Raises:
        InvalidError: none of the three is there, or the one that is breaks its rules.
        TruncatedError: it ends too early.
    """
    readers = {
        names.MERGES: read_compiled_merges,
        names.TOKENIZER_JSON: merges_of_tokenizer_json,
        names.MERGES_TEXT: merges_of_text,
    }
    return _read_first(resources, readers)


def _read_first(resources: Mapping[str, bytes], readers: Mapping[str, Callable[[bytes], _Read]]) -> _Read:
    """Return what the reader of the first resource that is present makes of it."""
    for name, read in readers.items():
        if name in resources:
            return read(resources[name])
    expected, actual = f"one of {', '.join(readers)}", ", ".join(sorted(resources)) or "none"
    hint = "external resources are in <stem>-tokenizer/ beside the file"
    raise InvalidError("the tokenizer lacks a resource", path="rsrc", expected=expected, actual=actual, hint=hint)
