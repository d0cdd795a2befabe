"""Tokens that are decoded one by one: the text of each follows from those before it."""

from __future__ import annotations

from nacformats.tokenizer import DecodeStream, Tokenizer


class StreamedText(str):
    """The text that one more token of a stream made certain.

    Attributes:
        stream: what it is a piece of.
    """

    __slots__ = ("stream",)
    stream: _Stream


class _Stream:
    """Tokens of one tokenizer that follow each other.

    Attributes:
        to_error: whether its pieces are shown on standard error; None where they are not shown.
    """

    def __init__(self, decoder: DecodeStream) -> None:
        self._decoder = decoder
        self.to_error: bool | None = None

    def step(self, token: int) -> StreamedText:
        """Return the piece of one more token; it never ends within a character."""
        piece = StreamedText(self._decoder.step(token))
        piece.stream = self
        return piece

    def rest(self) -> str:
        """Return the text of the bytes that no token has made a character yet."""
        return self._decoder.finish()


class Streams:
    """The streams of a run: one for each tokenizer, until that encodes, or decodes something else than one token."""

    def __init__(self) -> None:
        self._open: dict[Tokenizer, _Stream] = {}
        self._left = {False: "", True: ""}

    def step(self, tokenizer: Tokenizer, token: int) -> StreamedText:
        """Return the piece of one more token of a tokenizer."""
        if tokenizer not in self._open:
            self._open[tokenizer] = _Stream(tokenizer.decode_stream())
        return self._open[tokenizer].step(token)

    def end(self, tokenizer: Tokenizer) -> str:
        """Close the stream of a tokenizer and return the rest of its text, unless that is still to be shown."""
        stream = self._open.pop(tokenizer, None)
        if stream is None:
            return ""
        if stream.to_error is None:
            return stream.rest()
        self._left[stream.to_error] += stream.rest()
        return ""

    def left(self, shown: object, *, to_error: bool) -> str:
        """Return the text to show before something else, unless that continues the same stream."""
        current = shown.stream if isinstance(shown, StreamedText) else None
        if current is not None:
            current.to_error = to_error
        left, self._left[to_error] = self._left[to_error], ""
        others = (each for each in self._open.values() if each.to_error is to_error and each is not current)
        return left + "".join(each.rest() for each in others)
