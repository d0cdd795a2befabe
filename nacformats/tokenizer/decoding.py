"""Tokens to text. How follows from the manifest: version 1 of it has no steps for decoding."""

from __future__ import annotations

import codecs
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import lru_cache, partial

from nacformats.formats.tisa.manifest import Manifest
from nacformats.formats.tisa.steps import BpeEncode, ByteEncode, Prepend, Replace, WordPieceEncode
from nacformats.limits import MAX_REMEMBERED_FRAGMENTS, MIN_GROWN_TEXT
from nacformats.tokenizer.vocabulary import SPACE, Vocabulary, to_bytes

#: What cannot be decoded becomes this.
_REPLACEMENT = "\ufffd"
_to_bytes = lru_cache(MAX_REMEMBERED_FRAGMENTS)(to_bytes)
_BYTE_TOKEN = re.compile(r"<0x([0-9A-Fa-f]{2})>")
#: The clean-up of English that WordPiece tokenizers do.
_CLEANUP: tuple[tuple[str, str], ...]
_CLEANUP = ((" .", "."), (" ?", "?"), (" !", "!"), (" ,", ","), (" ' ", "'"), (" n't", "n't"), (" 'm", "'m"))
_CLEANUP += ((" do not", " don't"), (" 's", "'s"), (" 've", "'ve"), (" 're", "'re"))


class Speller(ABC):
    """Makes text of tokens that come one by one."""

    @abstractmethod
    def feed(self, token: str) -> str:
        """Return the text that is certain after one more token."""

    def finish(self) -> str:
        """Return the rest of the text when no token follows."""
        return ""

    def feed_all(self, tokens: Iterable[str]) -> str:
        """Return the text that is certain after some more tokens."""
        return "".join(map(self.feed, tokens))


class ByteSpeller(Speller):
    """After BYTE_ENCODE: characters are bytes, and the bytes are UTF-8."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def feed(self, token: str) -> str:
        """Return the characters that are complete."""
        return self._decoder.decode(_to_bytes(token))

    def finish(self) -> str:
        """Return a replacement character for bytes that are no character."""
        return self._decoder.decode(b"", final=True)

    def feed_all(self, tokens: Iterable[str]) -> str:
        """Return the characters that are complete after some more tokens."""
        return self._decoder.decode(b"".join(map(_to_bytes, tokens)))


class WordPieceSpeller(Speller):
    """WordPiece: a space between words, and none where English has none."""

    def __init__(self, marker: str) -> None:
        self.marker = marker
        self._first = True

    def feed(self, token: str) -> str:
        """Return the token, without its marker or with a space in front."""
        if self._first:
            self._first = False
        elif self.marker and token.startswith(self.marker):
            token = token[len(self.marker) :]
        else:
            token = f" {token}"
        for wrong, right in _CLEANUP:
            token = token.replace(wrong, right)
        return token


class WordSpeller(Speller):
    """Words: a space between all tokens."""

    def __init__(self) -> None:
        self._between = ""

    def feed(self, token: str) -> str:
        """Return the token, with a space in front of all but the first one."""
        text = self._between + token
        self._between = " "
        return text


class SpaceSpeller(Speller):
    """SentencePiece without tokens of bytes: U+2581 is a space, but for what was put in front of the text."""

    def __init__(self, *, drop: bool) -> None:
        """drop: whether the manifest puts a U+2581 in front."""
        self.drop = drop
        self._space = "" if drop else " "

    def feed(self, token: str) -> str:
        """Return the text of the token."""
        text = token.replace(SPACE, self._space)
        self._space = " "
        return text


class FallbackSpeller(Speller):
    """SentencePiece with tokens of bytes: those that follow each other are UTF-8 together, or none of them is."""

    def __init__(self, *, drop: bool) -> None:
        """drop: whether the manifest puts a U+2581 in front, so that one space at the beginning is dropped."""
        self.drop = self._drop = drop
        self._bytes = bytearray()

    def feed(self, token: str) -> str:
        """Return the text of a token; nothing for the token of a byte, until it is known what the others are."""
        byte = _BYTE_TOKEN.fullmatch(token)
        if byte:
            self._bytes.append(int(byte[1], 16))
            return ""
        return self._without_first(self._flushed() + token.replace(SPACE, " "))

    def finish(self) -> str:
        """Return the text of the bytes at the end."""
        return self._without_first(self._flushed())

    def _flushed(self) -> str:
        held = bytes(self._bytes)
        self._bytes.clear()
        try:
            return held.decode()
        except UnicodeDecodeError:
            return _REPLACEMENT * len(held)

    def _without_first(self, text: str) -> str:
        if self._drop and text:
            self._drop = False
            return text.removeprefix(" ")
        return text


class PlainSpeller(Speller):
    """Tokens one after the other."""

    def feed(self, token: str) -> str:
        """Return the token."""
        return token


class SuffixSpeller(Speller):
    """BPE with a suffix: a space behind each word but the last one, in place of the suffix."""

    def __init__(self, suffix: str, make: Callable[[], Speller]) -> None:
        """make: what spells the tokens of one word."""
        self.suffix = suffix
        self.make = make
        self._word = make()
        self._space = ""

    def feed(self, token: str) -> str:
        """Return the text of the token; the space in place of its suffix comes with the next one."""
        *ended, rest = token.split(self.suffix)
        text = ""
        for word in ended:
            text += self._space + self._word.feed(word) + self._word.finish()
            self._word, self._space = self.make(), " "
        if rest:
            text += self._space + self._word.feed(rest)
            self._space = ""
        return text

    def finish(self) -> str:
        """Return the rest of the last word."""
        return self._word.finish()


def speller_of(manifest: Manifest, vocabulary: Vocabulary) -> Callable[[], Speller]:
    """Makes what decodes the ids of a manifest, once for each text."""
    suffix = next((step.suffix for step in manifest.steps if isinstance(step, BpeEncode)), None)
    if suffix:
        has_bytes = any(isinstance(step, ByteEncode) for step in manifest.steps)
        return partial(SuffixSpeller, suffix, ByteSpeller if has_bytes else PlainSpeller)
    if any(isinstance(step, ByteEncode) for step in manifest.steps):
        return ByteSpeller
    marker = next((step.marker for step in manifest.steps if isinstance(step, WordPieceEncode)), None)
    if marker is not None and any(token.startswith(marker) for token in vocabulary.ids):
        return lambda: WordPieceSpeller(marker)
    if marker is not None or (vocabulary.byte_ids is None and not _writes_space(manifest)):
        return WordSpeller
    make = SpaceSpeller if vocabulary.byte_ids is None else FallbackSpeller
    return partial(make, drop=_prepends_space(manifest))


def _writes_space(manifest: Manifest) -> bool:
    """True if the manifest turns anything into U+2581."""
    return any(isinstance(step, Prepend | Replace) and SPACE in step.value for step in manifest.steps)


def _prepends_space(manifest: Manifest) -> bool:
    """True if the manifest puts a U+2581 in front of texts, also by way of later replacements."""
    front = ""
    for step in manifest.steps:
        if isinstance(step, Prepend) and not front.startswith(step.value):
            front = step.value + front
        elif isinstance(step, Replace) and step.pattern:
            if len(front) + front.count(step.pattern) * len(step.value) > MIN_GROWN_TEXT:
                return False
            front = front.replace(step.pattern, step.value)
    return front == SPACE


_NAMED_LIKE_SPECIAL = re.compile(r"<.*>|\[.*\]", re.DOTALL)


def looks_special(token: str) -> bool:
    """True if a token is named like a special one; used for manifests that name none."""
    return bool(_NAMED_LIKE_SPECIAL.fullmatch(token)) and not _BYTE_TOKEN.fullmatch(token)
