"""The table of a safetensors file: what tensors it has, where they are, and its metadata.

A file is the length of a JSON object (8 bytes, little-endian), the object, and the elements of the tensors one after
the other. The library safetensors writes these files; it is not used to read them, since it opens a path of its own
(which may be a pipe by then), maps it whatever it is, and copies what it reads. What it refuses is refused here.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple, NoReturn

from nacformats._generated.tables.safetensors import SCHEMA
from nacformats.errors import FormatError, InvalidError, LimitError, TruncatedError
from nacformats.garbage import collector_paused
from nacformats.limits import MAX_WEIGHTS_HEADER_BYTES
from nacformats.printing import said_by

FORMAT_NAME = SCHEMA.name
#: The key of the metadata, which is no tensor.
METADATA = "__metadata__"
#: How many bits the number in the name of a dtype says that an element has; there is none in BOOL.
_BITS = re.compile(r"[A-Z]+(\d+)")
_BOOL_BITS = 8
#: Where the header begins.
_LENGTH_BYTES = SCHEMA.place("header")
#: Sizes and offsets are below this.
_HIGHEST = 1 << 64
#: A tensor is described in at most so many characters: NumPy has no more than 64 dimensions.
_DESCRIPTION_CHARS = 4096
#: Many tensors have few different shapes, of which so many are kept.
_KEPT_SHAPES = 1024
#: Most descriptions of quantized tensors in one text: there are no more ids of parameters.
_MOST_DESCRIPTIONS = 1 << 16
_SPACES = frozenset(" \t\n\r")
#: Of what it says when it is wrong, so many characters are shown.
_REASON_CHARS = 200
_NULL = "null"
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPACE = re.compile(r"[ \t\n\r]*")
#: A string without escapes, and a key.
_PLAIN_STRING = re.compile(r'"([^"\\\x00-\x1f]*)"')
_PLAIN_KEY = re.compile(rf"{_SPACE.pattern}{_PLAIN_STRING.pattern}{_SPACE.pattern}:{_SPACE.pattern}")
#: Another tensor with its name, described as the library does it.
_NUMBER = r"(?:0|[1-9][0-9]{0,18})"
_NUMBERS = rf"(?:{_NUMBER}(?:,{_NUMBER})*)?"
_PLAIN_MEMBER = re.compile(
    rf',{_PLAIN_STRING.pattern}:\{{"dtype":"([A-Z0-9_]+)","shape":\[({_NUMBERS})\],'
    rf'"data_offsets":\[({_NUMBER}),({_NUMBER})\]\}}'
)


class TensorEntry(NamedTuple):
    """A tensor: the name of its dtype, its shape, and where its elements are in the file, in bytes."""

    dtype: str
    shape: tuple[int, ...]
    start: int
    stop: int


class TensorEntries(NamedTuple):
    """The tensors by name, and the metadata."""

    entries: Mapping[str, TensorEntry]
    metadata: Mapping[str, str]


def read_table(view: memoryview) -> TensorEntries:
    """Return the table of a file.

    Raises:
        FormatError: it is no safetensors file; the path is the name of the tensor.
    """
    found, start = read_tensor_entries(view)
    for error in misplaced(found.entries, start, len(view)):
        raise error
    return found


def read_tensor_entries(view: memoryview) -> tuple[TensorEntries, int]:
    """Return the table of a file, wherever its tensors are, and where their data begins.

    Raises:
        FormatError: as for read_table.
    """
    length = int.from_bytes(view[:_LENGTH_BYTES], "little")
    start = _LENGTH_BYTES + length
    if len(view) < _LENGTH_BYTES or length > MAX_WEIGHTS_HEADER_BYTES or start > len(view):
        raise _length_error(len(view), length)
    try:
        text = str(view[_LENGTH_BYTES:start], "utf-8")
    except UnicodeDecodeError as failure:
        raise _invalid("the header is not UTF-8", offset=_LENGTH_BYTES + failure.start) from None
    with collector_paused():
        return _Reader(text, start, _LENGTH_BYTES).table(), start


def places_of(view: memoryview, names: Collection[str]) -> dict[str, int]:
    """Return where the descriptions of tensors are in the header of a file that could be read."""
    stop = _LENGTH_BYTES + int.from_bytes(view[:_LENGTH_BYTES], "little")
    return _Reader(str(view[_LENGTH_BYTES:stop], "utf-8"), stop, _LENGTH_BYTES).places_of(names)


def _length_error(size: int, length: int) -> FormatError:
    if size < _LENGTH_BYTES:
        return TruncatedError("the file is too short", expected=f"at least {_LENGTH_BYTES} bytes", actual=f"{size}")
    expected = f"at most {size - _LENGTH_BYTES:,} bytes"
    kind: type[FormatError] = TruncatedError
    if length > MAX_WEIGHTS_HEADER_BYTES:
        expected, kind = f"at most {MAX_WEIGHTS_HEADER_BYTES:,} bytes", LimitError
    return kind("the header is too long", expected=expected, actual=f"{length:,} bytes", offset=0)


class _Reader:
    """Reads the JSON object piece by piece, so that memory is bounded by what tensors need, whatever the text."""

    def __init__(self, text: str, base: int, place: int | None = None) -> None:
        """Begin to read.

        Args:
            text: the object.
            base: where what it describes begins in the file.
            place: where it is itself in the file; None where that is not known.
        """
        self._text = text
        self._at = 0
        self._base = base
        self._place = place
        self._measured = 0, 0  # characters, and the bytes that they take
        self._decode = _DECODER.raw_decode

    def table(self) -> TensorEntries:
        entries: dict[str, TensorEntry] = {}
        metadata: dict[str, str] | None = None
        for name in self.members():
            if name in entries or (name == METADATA and metadata is not None):
                raise self._invalid("the name is in the header twice", name)
            if name == METADATA:
                metadata = {} if self._is_null() else {key: self._string() for key in self.members()}
            else:
                entries[name] = self._entry(name)
                self._add_plain(entries)
        self.end()
        return TensorEntries(entries, metadata or {})

    def _add_plain(self, entries: dict[str, TensorEntry]) -> None:
        """Add the tensors that follow, as far as they are as the library writes them: there may be very many."""
        while (found := _PLAIN_MEMBER.match(self._text, self._at)) is not None:
            name, dtype, shape, start, stop = found.groups()
            if name in entries or name == METADATA or found.end() - found.end(1) > _DESCRIPTION_CHARS:
                return
            try:
                entries[name] = _checked_entry(dtype, _plain_shape(shape), int(start), int(stop), self._base)
            except ValueError:  # whoever reads the next member says why
                return
            self._at = found.end()

    def places_of(self, wanted: Collection[str]) -> dict[str, int]:
        """Return where the values of some members are in the file, in an object that could be read."""
        found: dict[str, int] = {}
        for name in self.members():
            if name in wanted:
                found[name] = self._offset(self._at) or 0
            if name != METADATA:
                self._entry(name)
            elif not self._is_null():
                _ = [self._string() for _ in self.members()]
        return found

    def _offset(self, at: int) -> int | None:
        """Return where a character is in the file. Only what is past the one before it is measured."""
        if self._place is None:
            return None
        before, size = self._measured if self._measured[0] <= at else (0, 0)
        self._measured = at, size + len(self._text[before:at].encode())
        return self._place + self._measured[1]

    def _invalid(self, reason: str, name: str | None = None, **details: Any) -> InvalidError:
        return _invalid(reason, name, offset=self._offset(self._at), **details)

    def _is_null(self) -> bool:
        """Pass over a null, which the library takes for no metadata. False when something else is there."""
        found = self._text.startswith(_NULL, self._at)
        self._at += len(_NULL) * found
        return found

    def end(self) -> None:
        """Nothing but spaces is left."""
        self._skip_space()
        if self._at != len(self._text):
            self._refuse("the end of the header")

    def flat_object(self, name: str) -> str:
        """Return the text of an object without others in it."""
        start, stop = self._at, self._text.find("}", self._at) + 1
        if not stop or not self._text.startswith("{", start):
            raise self._invalid("descriptions of quantized tensors: the value is no object", name)
        self._at = stop
        return self._text[start:stop]

    def members(self) -> Iterator[str]:
        """Yield the keys of an object; the caller reads each value."""
        self._expect("{")
        if self._take("}"):
            return
        while True:
            yield self._key()
            if not self._take(","):
                break
        self._expect("}")

    def _key(self) -> str:
        plain = _PLAIN_KEY.match(self._text, self._at)
        if plain is not None:
            self._at = plain.end()
            return plain[1]
        self._skip_space()
        key = self._string()
        self._expect(":")
        self._skip_space()
        return key

    def _string(self) -> str:
        plain = _PLAIN_STRING.match(self._text, self._at)
        if plain is not None:
            self._at = plain.end()
            return plain[1]
        if not self._text.startswith('"', self._at):
            self._refuse("a string")
        try:
            found, self._at = self._decode(self._text, self._at)
        except ValueError as failure:
            raise self._invalid(f"the header is not JSON ({failure})") from None
        if _SURROGATE.search(found) is not None:
            raise self._invalid("a text is not Unicode: half of a surrogate pair is in it", ascii(found))
        return str(found)

    def _entry(self, name: str) -> TensorEntry:
        stop = self._text.find("}", self._at, self._at + _DESCRIPTION_CHARS) + 1
        if not stop or not self._text.startswith("{", self._at):
            raise self._invalid(f"the tensor is not described in an object of {_DESCRIPTION_CHARS:,} characters", name)
        try:
            described, end = self._decode(text := self._text[self._at : stop])
            if "\\u" in text:
                json.dumps(described, ensure_ascii=False).encode()
            entry = _entry(described, self._base)
        except (ValueError, KeyError, TypeError, RecursionError) as failure:
            raise self._invalid(f"the description of the tensor is wrong: {said_by(failure)}", name) from None
        self._at += end
        return entry

    def _expect(self, char: str) -> None:
        if not self._take(char):
            self._refuse(repr(char))

    def _take(self, char: str) -> bool:
        self._skip_space()
        found = self._text[self._at : self._at + 1] == char
        self._at += found
        return found

    def _skip_space(self) -> None:
        if self._text[self._at : self._at + 1] not in _SPACES:
            return
        match = _SPACE.match(self._text, self._at)
        assert match is not None
        self._at = match.end()

    def _refuse(self, expected: str) -> NoReturn:
        found = ascii(self._text[self._at : self._at + 20]) if self._at < len(self._text) else "its end"
        raise self._invalid(f"the header is not JSON at character {self._at}", expected=expected, actual=found)


def read_descriptions(text: str) -> Mapping[str, str]:
    """Return the members of a JSON object by name, whose values are objects without others in them, as texts.

    Raises:
        FormatError: it is none, has too many members, or has one twice.
    """
    reader = _Reader(text, 0)
    found: dict[str, str] = {}
    for name in reader.members():
        if name in found or len(found) == _MOST_DESCRIPTIONS:
            reason = "the name is there twice" if name in found else "there are more names than a file has parameters"
            raise _invalid(f"descriptions of quantized tensors: {reason}", name)
        found[name] = reader.flat_object(name)
    reader.end()
    return found


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is there twice")
    return found


def _integer(text: str) -> int:
    if text == "-0":
        raise ValueError("-0 is no integer")
    return int(text)


def _number(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise ValueError(f"{text[:_REASON_CHARS]} is no number of JSON")
    return number


_DECODER = json.JSONDecoder(
    object_pairs_hook=_without_duplicates, parse_int=_integer, parse_float=_number, parse_constant=_number
)


@lru_cache(_KEPT_SHAPES)
def _plain_shape(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


def _entry(described: Mapping[str, Any], base: int) -> TensorEntry:
    """Return one tensor. Raises KeyError, TypeError and ValueError."""
    dtype, shape, offsets = described["dtype"], described["shape"], described["data_offsets"]
    if not isinstance(dtype, str) or not isinstance(shape, list) or not isinstance(offsets, list):
        raise TypeError("dtype is a text, shape and data_offsets are lists")
    start, stop = map(json_size, offsets)
    return _checked_entry(dtype, tuple(map(json_size, shape)), start, stop, base)


def _checked_entry(dtype: str, shape: tuple[int, ...], start: int, stop: int, base: int) -> TensorEntry:
    elements, bits = _elements(shape), _bits(dtype)
    if start > stop or (bits is not None and elements * bits != (stop - start) * 8):
        raise ValueError(f"{dtype} of shape {list(shape)} does not take bytes {start} to {stop}")
    return TensorEntry(dtype, shape, base + start, base + stop)


@lru_cache(_KEPT_SHAPES)
def _elements(shape: tuple[int, ...]) -> int:
    elements = 1
    for dim in shape:
        elements *= dim
        if elements >= _HIGHEST:
            raise ValueError(f"shape {list(shape)} has more than 2^64 elements")
    return elements


@lru_cache
def _bits(dtype: str) -> int | None:
    """Return the size of an element; None when it is not known."""
    found = _BITS.match(dtype)
    if found is not None:
        return int(found[1])
    return _BOOL_BITS if dtype == "BOOL" else None


def json_size(described: Any) -> int:
    """Return a size in JSON. ValueError when it is none."""
    if isinstance(described, bool) or not isinstance(described, int) or not 0 <= described < _HIGHEST:
        raise ValueError(f"{described!r} is not a size")
    return described


def misplaced(entries: Mapping[str, TensorEntry], start: int, stop: int) -> Iterator[FormatError]:
    """Yield an error for each tensor that keeps the bytes past the header from belonging to one tensor each."""
    places = sorted((entry.start, entry.stop, name) for name, entry in entries.items())
    for before, (at, _, name) in pairwise([(start, start, ""), *places]):
        if at != before[1]:
            problem = "overlaps the one before it" if at < before[1] else "leaves a gap before it"
            yield _invalid(f"the tensor {problem}", name, expected=before[1] - start, actual=at - start)
    end = places[-1][1] if places else start
    if end != stop:
        kind = TruncatedError if end > stop else InvalidError
        path = places[-1][2] if places else None
        reason = "the tensors do not end where the file ends"
        yield kind(reason, path=path, expected=stop - start, actual=end - start)


def _invalid(reason: str, name: str | None = None, **details: Any) -> InvalidError:
    return InvalidError(reason, path=name, **details)
