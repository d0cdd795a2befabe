"""The bounds of a call: its time, and how far transforms may make the text grow."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, thread_time
from typing import TypeVar

from nacformats import limits
from nacformats.errors import InvalidError, LimitError
from nacformats.formats.records import FORMAT_NAME

#: The clock of the processor is slow: it is looked at after so many characters of work, and a piece counts as some.
_LOOK_EVERY, _PIECE = 4096, 256
_Result = TypeVar("_Result")


class Allowance:
    """The seconds that are left, and the characters that transforms may still add.

    Those of a call are seconds of the processor, so that a busy machine refuses nothing; those of the run that it is
    part of go by the clock.
    """

    def __init__(
        self, length: int, *, cost: float | None = None, seconds: float | None = None, room: int | None = None
    ) -> None:
        """
        Args:
            length: of the text in characters. What a call may cost grows with it.
            cost: seconds of the processor that it may take, where that does not follow from the length.
            seconds: that are left of a longer run, where the call is part of one.
            room: characters that the memory of that run still has room for.
        """
        usual = limits.MAX_TOKENIZER_SECONDS + length * limits.MAX_TOKENIZER_SECONDS_PER_CHARACTER
        self.seconds = usual if cost is None else cost
        self._stop = thread_time() + self.seconds
        self._deadline = None if seconds is None else monotonic() + seconds
        self._passed = 0
        grown = max(limits.MIN_GROWN_TEXT, min(length * limits.MAX_GROWTH, limits.MAX_DECODED_TEXT))
        self._room = grown if room is None else min(grown, room)

    def remaining(self, path: str | None = None) -> float:
        """Return the seconds that are left, more than 0.

        Args:
            path: of the step that wants to know; None where no step is to blame.

        Raises:
            LimitError: none are left.
        """
        left = self._stop - thread_time()
        if self._deadline is not None:
            left = min(left, self._deadline - monotonic())
        if left <= 0:
            raise self._overrun(path)
        return left

    def look(self, path: str | None = None, length: int = 0) -> None:
        """Raise LimitError, now and then, when no seconds are left; called for each piece of work, and its length."""
        self._passed += _PIECE + length
        if self._passed >= _LOOK_EVERY:
            self._passed = 0
            self.remaining(path)

    def run(self, path: str, match: Callable[..., _Result], *arguments: object) -> _Result:
        """Return the result of a method of a regular expression, within the seconds that are left.

        Args:
            path: of the rule.
            match: the method; it takes a timeout.
            arguments: what it takes besides.

        Raises:
            LimitError: it needs more, or too much memory.
        """
        try:
            return match(*arguments, timeout=self.remaining(path))
        except TimeoutError:
            raise self._overrun(path) from None
        except MemoryError:
            raise LimitError("a regular expression needs too much memory", format=FORMAT_NAME, path=path) from None

    def _overrun(self, path: str | None) -> LimitError:
        reason = (
            f"the tokenizer needs more than the {self.seconds:.1f} s that it may take here, or than its run has left"
        )
        hint = "a regular expression with nested repetitions takes exponential time"
        return LimitError(reason, format=FORMAT_NAME, path=path, hint=hint)

    def grow(self, characters: int, path: str) -> None:
        """Account for what a step adds, before it does.

        Raises:
            LimitError: the text gets too long.
        """
        self._room -= max(0, characters)
        if self._room < 0:
            most = f"{limits.MAX_GROWTH} times its length, and always {limits.MIN_GROWN_TEXT:,} characters"
            reason = f"this step makes the text too long: transforms may add {most}"
            raise LimitError(reason, format=FORMAT_NAME, path=path)


def checked_text(text: str) -> str:
    """Return the text, when it can be encoded.

    Raises:
        TypeError: it is no str.
        LimitError: it is too long.
        InvalidError: it holds half of a surrogate pair, which is no character.
    """
    if not isinstance(text, str):
        raise TypeError(f"text is a str, not {type(text).__name__}")
    if len(text) > limits.MAX_TOKENIZED_TEXT:
        expected = f"at most {limits.MAX_TOKENIZED_TEXT:,} characters"
        raise LimitError("the text is too long", expected=expected, actual=len(text))
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise InvalidError(f"character {error.start} of the text is half of a surrogate pair") from None
    return text
