"""What one call may cost: time, and how far transforms may make the text grow."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from nacformats.errors import InvalidError, LimitError
from nacformats.limits import (
    MAX_GROWTH,
    MAX_TOKENIZED_TEXT,
    MAX_TOKENIZER_SECONDS,
    MAX_TOKENIZER_SECONDS_PER_CHARACTER,
    MIN_GROWN_TEXT,
)

FORMAT = "nac"
Result = TypeVar("Result")


class Budget:
    """The time that a call has left, and the characters that it may still add."""

    def __init__(self, length: int) -> None:
        """length: of the text in characters. What a call may cost grows with it."""
        self.seconds = MAX_TOKENIZER_SECONDS + length * MAX_TOKENIZER_SECONDS_PER_CHARACTER
        self._stop = monotonic() + self.seconds
        self._room = max(MIN_GROWN_TEXT, length * MAX_GROWTH)

    def remaining(self, path: str) -> float:
        """The seconds that are left, more than 0.

        Raises:
            LimitError: none are left.
        """
        left = self._stop - monotonic()
        if left <= 0:
            raise self._overrun(path)
        return left

    def run(self, path: str, match: Callable[..., Result], *arguments: object) -> Result:
        """What a method of a regular expression gives, when it has the seconds that are left.

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
            raise LimitError("a regular expression needs too much memory", format=FORMAT, path=path) from None

    def _overrun(self, path: str) -> LimitError:
        return LimitError(
            f"this step needs more than the {self.seconds:.1f} s that a text of this length may take",
            format=FORMAT,
            path=path,
            hint="a regular expression with nested repetitions takes exponential time",
        )

    def grow(self, characters: int, path: str) -> None:
        """Account for what a step adds, before it does.

        Raises:
            LimitError: the text gets too long.
        """
        self._room -= max(0, characters)
        if self._room < 0:
            raise LimitError(
                f"this step makes the text too long: transforms may add {MAX_GROWTH} times its length, and always "
                f"{MIN_GROWN_TEXT:,} characters",
                format=FORMAT,
                path=path,
            )


def checked(text: str) -> str:
    """The text, when it can be encoded.

    Raises:
        TypeError: it is no str.
        LimitError: it is too long.
        InvalidError: it holds half of a surrogate pair, which is no character.
    """
    if not isinstance(text, str):
        raise TypeError(f"text is a str, not {type(text).__name__}")
    if len(text) > MAX_TOKENIZED_TEXT:
        raise LimitError(
            "the text is too long", expected=f"at most {MAX_TOKENIZED_TEXT:,} characters", actual=len(text)
        )
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise InvalidError(f"character {error.start} of the text is half of a surrogate pair") from None
    return text
