"""Long lines of generated code, broken between words and never within one."""

from __future__ import annotations

import re
from collections.abc import Iterable

#: A word of code: what has no blank outside of its strings.
_WORD = re.compile(r"""(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\S)+""")


def words_of(code: str) -> list[str]:
    """Return the parts of a line of code between which it may be broken: blanks in strings are kept."""
    return _WORD.findall(code)


def filled_words(words: Iterable[str], width: int, first: str = "", rest: str = "", between: str = " ") -> list[str]:
    """Return words on lines, as many on each as fit; one that is too long has a line of its own.

    Args:
        words: in their order.
        width: of the lines, in characters.
        first: what the first line begins with; rest: what the others do.
        between: what is between words on a line.
    """
    lines: list[str] = []
    line = ""
    for word in words:
        if line and len(line) + len(between) + len(word) > width:
            lines.append(line)
            line = ""
        line += between + word if line else (rest if lines else first) + word
    return [*lines, line] if line else lines
