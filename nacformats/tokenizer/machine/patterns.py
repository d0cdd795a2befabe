"""Regular expressions of a manifest: what they say in plain words where they do, and otherwise compiled with bounds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import regex

from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.limits import MAX_PATTERN, MAX_PATTERN_DEPTH, MAX_PATTERN_REPEAT, MAX_PATTERN_SIZE, MAX_PATTERNS
from nacformats.tokenizer.machine.budget import FORMAT
from nacformats.tokenizer.manifest import Rule

#: What a literal with conditions may have in front and behind.
_FRONT = re.compile(r"(?P<strip>\\s\*)?(?P<word>\(\?<!\\w\)|\\b)?")
_BEHIND = re.compile(r"(?P<word>\(\?!\\w\)|\\b)?(?P<strip>\\s\*)?\Z")
#: A character that means itself, or one with a backslash that does.
_PLAIN = r"[^\\.^$*+?{}\[\]|()]|\\[^0-9A-Za-z]|\\[nrtfv]"
_LITERAL = re.compile(f"(?:{_PLAIN})+", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
#: Letters, marks, digits, joiners, and what connects words.
_WORD_CHARACTER = regex.compile(r"\w")
_CONTROL = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v"}

#: The parts of a pattern that the scanner tells apart. What is escaped may have an argument in braces.
_PART = re.compile(
    r"""
    (?P<escape> \\(?: [pPNxuU]\{[^}]*\} | . ) )
    | (?P<opening> \( (?: \?\#[^)]*\) | \?P?<[^=!>]*> | \?'[^']*' | \?<?[=!] | \?> | \?\| | \?[-ims]*:? | \* )? )
    | (?P<closing> \) )
    | (?P<repeat> \{ \d* (?:,\d*)? \} )
    | (?P<brace> \{ )
    | (?P<set> \[\^?\]? )
    | (?P<end> \] )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)
#: Escapes that refer to other parts of the pattern, of the program or of the search.
_REFERENCE = re.compile(r"\\[1-9gkLKG]")
#: What may open a group, and what is written for it: groups do not capture, since all rules are one pattern.
_CAPTURING = re.compile(r"\((?:\?P?<[^=!>]+>|\?'[^']+')?\Z")
_ALLOWED = re.compile(r"\(\?(?:#[^)]*\)|<?[=!]|>|[-ims]*:|[-ims]+)\Z")


class Word(NamedTuple):
    """A protected pattern that means one text.

    Attributes:
        text: the token.
        left, right: whether the white space in front and behind belongs to the match.
        alone_left, alone_right: whether no character of a word may be next to it.
    """

    text: str
    left: bool = False
    right: bool = False
    alone_left: bool = False
    alone_right: bool = False

    @property
    def bare(self) -> bool:
        """Whether it has no conditions."""
        return not (self.left or self.right or self.alone_left or self.alone_right)


def word_of(pattern: str) -> Word | None:
    """What a pattern means when it means one text, otherwise None."""
    front = _FRONT.match(pattern)
    behind = _BEHIND.search(pattern, front.end() if front else 0)
    assert front
    assert behind
    core = pattern[front.end() : behind.start()]
    if not _LITERAL.fullmatch(core):
        return None
    text = _ESCAPE.sub(lambda match: _CONTROL.get(match[1], match[1]), core)
    alone = (_alone(front["word"], text[0]), _alone(behind["word"], text[-1]))
    if None in alone:
        return None
    return Word(text, bool(front["strip"]), bool(behind["strip"]), bool(alone[0]), bool(alone[1]))


def _alone(condition: str | None, neighbour: str) -> bool | None:
    """Whether a condition wants no word character next to the text; None for a border of words that is none there."""
    if condition != r"\b":
        return condition is not None
    return True if is_word(neighbour) else None


def is_word(character: str) -> bool:
    """Whether a character belongs to words."""
    return _WORD_CHARACTER.match(character) is not None


def is_space(character: str) -> bool:
    """Whether a character is white space: the separators U+001C to U+001F of Python's isspace are none."""
    return character.isspace() and not "\x1c" <= character <= "\x1f"


def compile_rules(rules: Sequence[tuple[Rule, str]], *, capture: Sequence[bool]) -> regex.Pattern[str]:
    """One pattern for some rules, the first one wins.

    Args:
        rules: each with its path.
        capture: for each whether what it matches is a group.

    Raises:
        InvalidError: one of them is no regular expression.
        UnsupportedError: one refers to groups, or does what only some libraries do.
        LimitError: one is too long or too deep, or there are too many.
    """
    if len(rules) > MAX_PATTERNS:
        raise LimitError(
            "there are too many regular expressions",
            format=FORMAT,
            path=rules[MAX_PATTERNS][1],
            expected=f"at most {MAX_PATTERNS} in a partition",
            actual=len(rules),
        )
    parts = []
    for (rule, path), captured in zip(rules, capture, strict=True):
        pattern = portable(rule.pattern, path)
        _compile(pattern, path)  # an error names the rule
        parts.append(f"({pattern})" if captured else f"(?:{pattern})")
    return _compile("|".join(parts), rules[0][1])


def portable(pattern: str, path: str) -> str:
    """The pattern without groups that capture and without what the library alone understands.

    Raises:
        UnsupportedError, LimitError: see `compile_rules`.
    """
    if len(pattern) > MAX_PATTERN:
        raise LimitError(
            "a regular expression is too long",
            format=FORMAT,
            path=path,
            expected=f"at most {MAX_PATTERN:,} characters",
            actual=len(pattern),
        )
    written: list[str] = []
    size = _Size(path)
    sets = 0
    for part in _PART.finditer(pattern):
        kind, text = str(part.lastgroup), part[0]
        if kind == "set":
            sets += 1
            size.check_depth(sets)
        elif sets:
            sets -= kind == "end"
            size.add(sets == 0)
        else:
            text = _checked(kind, text, path)
            size.count(kind, text)
        written.append(text)
    return "".join(written)


class _Size:
    """How long the longest alternative of a pattern is once what is repeated is written out, as the library does.

    The library prepares to look for it in a time that grows with the third power of this.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        #: Of each open group the longest alternative, and the one that is being read.
        self._open = [(0, 0)]
        self._last = 0

    def count(self, kind: str, text: str) -> None:
        """Take one more part of the pattern, outside of sets."""
        longest, here = self._open[-1]
        if kind == "opening" and not text.endswith(")"):
            self._open.append((0, 0))
            self.check_depth(len(self._open) - 1)
        elif kind == "closing":
            self._close()
            self.add(max(longest, here))
        elif kind == "repeat":
            least = int(text.strip("{}").partition(",")[0] or 0)
            self.add(self._last * max(0, least - 1))
        elif text == "|":
            self._open[-1] = (max(longest, here), 0)
        elif text not in "*+?":
            self.add(1)

    def _close(self) -> None:
        if len(self._open) == 1:
            raise InvalidError(
                "this is no regular expression: a group ends that was not begun", format=FORMAT, path=self._path
            )
        self._open.pop()

    def add(self, parts: int) -> None:
        """Take one that is some parts long."""
        longest, here = self._open[-1]
        self._open[-1] = (longest, here + parts)
        self._last = parts
        if here + parts > MAX_PATTERN_SIZE:
            raise self._too_large("has too many parts in a row, when what it repeats is written out", MAX_PATTERN_SIZE)

    def check_depth(self, depth: int) -> None:
        """Refuse too many groups, or sets, inside of each other."""
        if depth > MAX_PATTERN_DEPTH:
            raise self._too_large("has too many groups inside of each other", MAX_PATTERN_DEPTH)

    def _too_large(self, what: str, most: int) -> LimitError:
        return LimitError(f"a regular expression {what}", format=FORMAT, path=self._path, expected=f"at most {most}")


def _checked(kind: str, text: str, path: str) -> str:
    """A part of a pattern outside of sets, as it is written."""
    if kind == "escape" and _REFERENCE.match(text):
        raise _unsupported(text, path)
    if kind == "repeat":
        _check_repeat(text, path)
    if kind == "opening":
        return _opening(text, path)
    return rf"\{text}" if kind == "brace" else text


def _opening(text: str, path: str) -> str:
    if _CAPTURING.match(text):
        return "(?:"
    if not _ALLOWED.match(text):
        raise _unsupported(text, path)
    return text


def _check_repeat(text: str, path: str) -> None:
    if any(len(number) > 9 or int(number) > MAX_PATTERN_REPEAT for number in re.findall(r"\d+", text)):
        raise LimitError(
            "a regular expression repeats too often",
            format=FORMAT,
            path=path,
            expected=f"at most {MAX_PATTERN_REPEAT} times",
            actual=text[:40],
        )


def _unsupported(text: str, path: str) -> FormatError:
    return UnsupportedError(f"a regular expression of a manifest must not use {text!r}", format=FORMAT, path=path)


def _compile(pattern: str, path: str) -> regex.Pattern[str]:
    """Version 1 of the library reads sets and flags as other libraries do, but folds one character to several."""
    try:
        return regex.compile(f"(?-f:{pattern})", regex.VERSION1)
    except Exception as error:  # noqa: BLE001  whatever the library raises, the pattern is to blame
        reason = str(error) or type(error).__name__
        raise InvalidError(f"this is no regular expression: {reason}", format=FORMAT, path=path) from None
