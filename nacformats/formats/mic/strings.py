"""The strings that the values of a graph refer to, by number: spans of the bytes of a file, and strings added later."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]

_NONE = np.zeros(0, np.int64)


class Spans(NamedTuple):
    """Texts in UTF-8: `starts` and `sizes`, in bytes, within `data`."""

    data: bytes
    starts: Integers
    sizes: Integers


class _Texts(dict[int, str]):
    """Texts by number, decoded when they are asked for."""

    def __init__(self, spans: Spans, added: list[str]) -> None:
        super().__init__()
        self._data = spans.data
        self._starts, self._sizes = spans.starts.data, spans.sizes.data
        self._count = len(spans.starts)
        self._added = added

    def __missing__(self, number: int) -> str:
        if number < self._count:
            start = self._starts[number]
            text = self._data[start : start + self._sizes[number]].decode()
        else:
            text = self._added[number - self._count]
        self[number] = text
        return text

    def decode(self, numbers: Iterable[int]) -> None:
        """Decode some texts, which takes a third of the time that it takes one by one."""
        data, count = self._data, self._count
        wanted = [number for number in numbers if number < count and number not in self]
        places = zip(map(self._starts.__getitem__, wanted), map(self._sizes.__getitem__, wanted), strict=True)
        self.update(zip(wanted, [data[start : start + size].decode() for start, size in places], strict=True))


class Strings:
    """Texts by number. Those of a file are decoded when they are asked for; new ones go to the end.

    A number once given out stays valid, so that graphs may share a table.

    Attributes:
        texts: by number.
    """

    def __init__(self, data: bytes = b"", starts: Integers = _NONE, sizes: Integers = _NONE) -> None:
        """The texts of a file: each is `sizes` bytes of UTF-8 from `starts` on, within `data`."""
        self._spans = Spans(data, starts, sizes)
        self._added: list[str] = []
        self._numbers: dict[str, int] = {}
        self.texts = _Texts(self._spans, self._added)

    def __len__(self) -> int:
        return len(self._spans.starts) + len(self._added)

    def __getitem__(self, number: int) -> str:
        return self.texts[number]

    def add(self, text: str) -> int:
        """Return the number of a text, which becomes the last one when it is new. UnicodeEncodeError when UTF-8 cannot
        hold it.
        """
        number = self._numbers.get(text)
        if number is None:
            if not text.isascii():
                text.encode()
            number = self._numbers[text] = len(self)
            self._added.append(text)
        return number

    def spans(self) -> Spans:
        """Return where all the texts are."""
        if not self._added:
            return self._spans
        (data, starts, sizes), added = self._spans, spans_of(self._added)
        starts = np.concatenate((starts, added.starts + len(data)))
        return Spans(data + added.data, starts, np.concatenate((sizes, added.sizes)))


def spans_of(texts: list[str]) -> Spans:
    """Return the texts in UTF-8, one after the other."""
    whole = "".join(texts)
    data = whole.encode()
    measured = texts if len(data) == len(whole) else [text.encode() for text in texts]
    sizes = np.fromiter(map(len, measured), np.int64, len(texts))
    return Spans(data, np.cumsum(sizes) - sizes, sizes)
