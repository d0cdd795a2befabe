"""Text from a file, or the name of one, as it may be shown: without anything that a terminal would obey or hide."""

from __future__ import annotations

import os
import re
import shlex

#: Characters that str.isprintable accepts and terminals do not show: fillers, and what only changes its neighbours.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def printable(text: str) -> str:
    r"""The text with an escape, such as \x1b or \u202e, for every character that is not plainly visible.

    These are control characters (line breaks included), format characters (bidirectional and zero-width ones),
    separators other than the space, halves of surrogate pairs, and characters that Unicode does not assign or does
    not show. A backslash stays as it is. Text that was escaped is not changed any more.
    """
    if text.isprintable() and (text.isascii() or not _INVISIBLE.search(text)):
        return text
    return "".join(char if _is_visible(char) else _escaped(char) for char in text)


def shell_word(text: str) -> str:
    """Return a name as one word of a command that can be pasted; what is not plainly visible in it is escaped."""
    if printable(text) == text:
        return shlex.quote(text)
    return "$'" + "".join(_in_quotes(char) for char in text) + "'"


def _in_quotes(char: str) -> str:
    if char in "\\'":
        return f"\\{char}"
    return char if _is_visible(char) else "".join(f"\\x{byte:02x}" for byte in os.fsencode(char))


def shortened(text: str, width: int) -> str:
    """Return the text, cut to a width in characters."""
    return text if len(text) <= width else f"{text[: width - 1]}…"


def said_by(error: BaseException) -> str:
    """Return what an exception of Python says; one about a key says no more than the key."""
    return shortened(f"{error} is missing" if isinstance(error, KeyError) else str(error), 200)


def size_text(size: float | None) -> str:
    """Return a number of bytes in the unit that suits it; None is not known."""
    if size is None:
        return "unknown size"
    for unit in ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB"):
        if size < 1024 or unit == "PiB":
            break
        size /= 1024
    return f"{size:,.0f} bytes" if unit == "bytes" else f"{size:,.1f} {unit}"


def _is_visible(char: str) -> bool:
    return char.isprintable() and not _INVISIBLE.match(char)


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
