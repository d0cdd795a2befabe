"""The errors of parsing and building: those of the construct library, with enough details for a better message."""

from __future__ import annotations

from typing import Any

from construct import ConstructError, StreamError, StringError, ValidationError

from nacformats.codec.explain import Failure, failure_of_python
from nacformats.errors import FormatError, InvalidError, LimitError

#: What expressions raise for bad bytes and for bad trees.
FAILURES = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class RecordError(ConstructError):  # type: ignore[misc]  # construct has no types
    """A tree cannot be built, or something in it cannot be computed.

    Attributes:
        reason, path: what is wrong, and with which field.
        cause: the FormatError that it is for the callers of the package.
        expected, actual: what the schema requires and what was given, where both are known.
    """

    def __init__(
        self,
        reason: str,
        path: object,
        *,
        cause: type[FormatError] = InvalidError,
        expected: Any = None,
        actual: Any = None,
    ) -> None:
        super().__init__(reason, path)
        self.reason = reason
        self.path = str(path)
        self.cause = cause
        self.expected = expected
        self.actual = actual


class MissingError(RecordError):
    """A field has to be given: it does not follow from the others."""


class EndOfStreamError(StreamError):  # type: ignore[misc]  # construct has no types
    """The stream ends before a field does."""

    def __init__(self, message: str, needed: int, available: int, path: Any = None) -> None:
        super().__init__(message, path)
        self.failure = Failure("end", needed, available)


class NoTerminatorError(StreamError):  # type: ignore[misc]
    """The stream ends before the byte that ends a field."""

    def __init__(self, byte: bytes, path: Any) -> None:
        super().__init__(f"no terminator {byte.hex()}", path)
        self.failure = Failure("terminator", byte)


class EncodingError(StringError):  # type: ignore[misc]
    """The bytes of a text are not in its encoding."""

    def __init__(self, encoding: str, start: int, path: Any) -> None:
        super().__init__(f"the text is not {encoding}", path)
        self.failure = Failure("text", encoding, start)


class BrokenRuleError(ValidationError):  # type: ignore[misc]
    """A value breaks `valid` or `contents`.

    Attributes:
        actual: the value.
        is_noted: whether a trace has it.
    """

    def __init__(self, rule: str, words: str, path: Any, expected: Any, actual: Any) -> None:
        super().__init__(f"expected {words}, got {actual!r}", path)
        self.failure = Failure(rule, expected, actual)
        self.actual = actual
        self.is_noted = False


class TooManyBitsError(ValidationError):  # type: ignore[misc]
    """A number of variable length does not fit."""

    def __init__(self, bits: int, path: Any) -> None:
        super().__init__(f"the number takes more than {bits} bits", path)
        self.failure = Failure("bits", bits)


def failure_at(error: Exception, path: object) -> RecordError:
    return RecordError(f"cannot be computed ({type(error).__name__}: {error})", path)


def failure_of(error: BaseException) -> Failure:
    """Return the cause, for nacformats.codec.explain."""
    failure = getattr(error, "failure", None)
    if isinstance(failure, Failure):
        return failure
    if isinstance(error, RecordError) and error.__cause__ is None:
        return Failure("limit" if error.cause is LimitError else "", None, error.reason)
    return failure_of_python(error.__cause__ or error)
