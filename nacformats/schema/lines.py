"""Lines of generated code: indented, and where they are long broken between words and never within one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

#: A word of code: what has no blank outside of its strings.
_WORD = re.compile(r"""(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\S)+""")


class Lines:
    """Lines of code, in which blocks are indented.

    Attributes:
        body: the lines; depth: of those that come next.
    """

    def __init__(self, depth: int = 0) -> None:
        self.body: list[str] = []
        self.depth = depth

    def add(self, *lines: str) -> None:
        self.body += ["    " * self.depth + line for line in lines]

    @contextmanager
    def indented(self, head: str = "") -> Iterator[None]:
        """Within this block, lines are one level deeper, below a head if there is one."""
        if head:
            self.add(head)
        self.depth += 1
        yield
        self.depth -= 1


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
