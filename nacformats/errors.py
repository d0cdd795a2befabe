"""The one tree of exceptions of the package.

Whatever the bytes, nothing but a FormatError leaves a reader, a check or a writer.
Misuse of the API (a wrong argument type, an unknown format name) is a plain TypeError or ValueError.
"""

from __future__ import annotations

from typing import Any


class FormatError(ValueError):
    """A file, a graph or a model breaks the rules of its format.

    Attributes:
        reason: what is wrong, without the place.
        format: name of the format ("nac", "micb", "mic2", "stb"), or None.
        path: path of the offending field, such as "data.tensors[3].len_meta", or None.
        offset: absolute byte offset of that field in the file, or None (text formats use line and column).
        line, column: 1-based position in a text format, or None.
        expected, actual: what the format requires and what the file holds, where that is known.
        hint: what to do about it, or None.
        rule: name of the broken rule, as findings have it, where it is known; else None.
    """

    def __init__(
        self,
        reason: str,
        *,
        format: str | None = None,  # noqa: A002  the attribute is public and named so by the contract
        path: str | None = None,
        offset: int | None = None,
        line: int | None = None,
        column: int | None = None,
        expected: object = None,
        actual: object = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.format = format
        self.path = path
        self.offset = offset
        self.line = line
        self.column = column
        self.expected = expected
        self.actual = actual
        self.hint = hint
        self.rule: str | None = None

    def __str__(self) -> str:
        return describe(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.__dict__.copy())


def _rebuild(cls: type[FormatError], state: dict[str, Any]) -> FormatError:
    error = cls(state["reason"])
    error.__dict__.update(state)
    return error


class TruncatedError(FormatError, EOFError):
    """The bytes end before the field does."""


class InvalidError(FormatError):
    """A field holds what the format forbids."""


class UnsupportedError(FormatError):
    """The file may be valid, but this package, or the target format, cannot do what was asked."""


class LimitError(FormatError):
    """A limit of the format, or one of nacformats.limits, is exceeded."""


#: So many characters of what a file has are quoted.
_QUOTED = 300


def describe(problem: Any) -> str:
    """Return one line for a FormatError or a Finding: format, place, reason, expected, actual, hint.

    What they quote from a file is escaped here, so that printing them is safe; their attributes are as in the file.
    """
    from nacformats.printing import printable, shortened  # noqa: PLC0415  most files have no errors

    text = problem.reason
    if problem.expected is not None:
        text += f": expected {problem.expected}"
    if problem.actual is not None:
        text += f"{':' if problem.expected is None else ','} got {shortened(str(problem.actual), _QUOTED)}"
    if problem.hint:
        text += f" ({problem.hint})"
    return printable(": ".join(part for part in (problem.format, _place(problem), text) if part))


def _place(problem: Any) -> str:
    if problem.line is not None:
        position = f"line {problem.line}" + (f", column {problem.column}" if problem.column is not None else "")
    elif problem.offset is not None:
        position = f"byte {problem.offset}"
    else:
        position = ""
    if problem.path and position:
        return f"{problem.path} ({position})"
    return problem.path or position
