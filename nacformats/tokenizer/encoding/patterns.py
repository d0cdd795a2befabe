"""Regular expressions of a manifest: what they say in plain words where they do, and otherwise compiled with bounds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import regex

from nacformats import limits
from nacformats.errors import InvalidError, LimitError, UnsupportedError
from nacformats.formats.records import FORMAT_NAME
from nacformats.formats.tisa.steps import Rule

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
#: How often a part is repeated, at least and at most; -1 is no end.
_BOUNDS = {"*": (0, -1), "+": (1, -1), "?": (0, 1)}
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


def word_of(pattern: str) -> Word | None:
    """Return the single text that a pattern matches, with its conditions; None for other patterns."""
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
    """Return True if a condition forbids a neighbouring word character; None if a border of words is impossible."""
    if condition != r"\b":
        return condition is not None
    return True if is_word(neighbour) else None


def is_word(character: str) -> bool:
    """True if a character is a word character."""
    return _WORD_CHARACTER.match(character) is not None


def is_space(character: str) -> bool:
    """True if a character is white space; the separators U+001C to U+001F of Python's isspace are not."""
    return character.isspace() and not "\x1c" <= character <= "\x1f"


def compile_rules(rules: Sequence[tuple[Rule, str]], *, capture: Sequence[bool]) -> regex.Pattern[str]:
    """Return one pattern for some rules, the first one wins.

    Args:
        rules: each with its path.
        capture: for each whether what it matches is a group.

    Raises:
        InvalidError: one of them is no regular expression.
        UnsupportedError: one refers to groups, or does what only some libraries do.
        LimitError: one is too long or too deep, or there are too many.
    """
    if len(rules) > limits.MAX_PATTERNS:
        most = f"{limits.MAX_PATTERNS} in a partition"
        raise _limit("there are too many regular expressions", rules[limits.MAX_PATTERNS][1], most, len(rules))
    parts = []
    for (rule, path), captured in zip(rules, capture, strict=True):
        pattern = portable(rule.pattern, path)
        _compile(pattern, path)  # an error names the rule
        parts.append(f"({pattern})" if captured else f"(?:{pattern})")
    return _compile("|".join(parts), rules[0][1])


def portable(pattern: str, path: str) -> str:
    """Return the pattern without groups that capture and without what the library alone understands.

    Raises:
        UnsupportedError, LimitError: see `compile_rules`.
    """
    return _scanned(pattern, path)[0]


def parts_of(pattern: str, path: str) -> int:
    """Count the parts that a pattern is compiled to; time and memory grow with them. Errors as `portable`."""
    return _scanned(pattern, path)[1]


def _scanned(pattern: str, path: str) -> tuple[str, int]:
    if len(pattern) > limits.MAX_PATTERN:
        raise _limit("a regular expression is too long", path, f"{limits.MAX_PATTERN:,} characters", len(pattern))
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
            if not sets:
                size.count(kind, text)
        else:
            text = _checked(kind, text, path)
            size.count(kind, text)
        written.append(text)
    return "".join(written), size.parts


class _Open(NamedTuple):
    """A group that has not ended: its longest alternative, the one that is being read, and the parts of all."""

    longest: int = 0
    here: int = 0
    parts: int = 0


class _Size:
    """The size of a pattern with its repetitions written out, as the library compiles it.

    The library prepares to look for the longest alternative in a time that grows with the third power of its length,
    and writes a group out for each time that it has to match, and once more where it may match again: groups with `+`
    inside of each other double with each one.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._open = [_Open()]
        #: Length and parts of what a repetition would be about, and whether that is a repetition already.
        self._last = (0, 0)
        self._repeated = False

    @property
    def parts(self) -> int:
        """The parts of all alternatives together."""
        return self._open[-1].parts

    def count(self, kind: str, text: str) -> None:
        """Take one more part of the pattern, outside of sets."""
        if kind == "repeat" or text in ("*", "+", "?"):
            self._repeat(text)
            return
        self._repeated = False
        if kind == "opening" and not text.endswith(")"):
            self._open.append(_Open())
            self.check_depth(len(self._open) - 1)
        elif kind == "closing":
            group = self._close()
            self.add(max(group.longest, group.here), group.parts + 1)
        elif text == "|":
            longest, here, parts = self._open[-1]
            self._open[-1] = _Open(max(longest, here), 0, parts + 1)
        else:
            self.add(1)

    def _repeat(self, text: str) -> None:
        """Take a repetition of the last part, or the sign that makes one lazy or possessive."""
        if self._repeated and text in ("+", "?"):
            self._repeated = False
            return
        least, most = _BOUNDS.get(text) or _bounds(text)
        length, parts = self._last
        copies = least + (most != least) if parts > 1 else 1  # a single character is repeated in place
        self._repeated = True
        self.add(length * max(0, least - 1), parts * max(0, copies - 1))

    def _close(self) -> _Open:
        if len(self._open) == 1:
            reason = "this is no regular expression: a group ends that was not begun"
            raise InvalidError(reason, format=FORMAT_NAME, path=self._path)
        return self._open.pop()

    def add(self, length: int, parts: int = 1) -> None:
        """Take what is so long, and so many parts."""
        longest, here, before = self._open[-1]
        self._open[-1] = _Open(longest, here + length, before + parts)
        if self._repeated:  # the repetition is one part with what it repeats
            self._last = (self._last[0] + length, self._last[1] + parts)
        else:
            self._last = (length, parts)
        if here + length > limits.MAX_PATTERN_SIZE:
            most = limits.MAX_PATTERN_SIZE
            raise self._too_large("has too many parts in a row, when what it repeats is written out", most)
        if before + parts > limits.MAX_PATTERN_PARTS:
            raise self._too_large("has too many parts, when what it repeats is written out", limits.MAX_PATTERN_PARTS)

    def check_depth(self, depth: int) -> None:
        """Refuse too many groups, or sets, inside of each other."""
        if depth > limits.MAX_PATTERN_DEPTH:
            raise self._too_large("has too many groups inside of each other", limits.MAX_PATTERN_DEPTH)

    def _too_large(self, what: str, most: int) -> LimitError:
        return _limit(f"a regular expression {what}", self._path, str(most))


def _limit(reason: str, path: str, most: str, actual: object = None) -> LimitError:
    return LimitError(reason, format=FORMAT_NAME, path=path, expected=f"at most {most}", actual=actual)


def _bounds(text: str) -> tuple[int, int]:
    """Return the least and the greatest number of repetitions of `{2,5}`; -1 means no end."""
    least, comma, most = text.strip("{}").partition(",")
    return int(least or 0), int(most or -1) if comma else int(least or 0)


def _checked(kind: str, text: str, path: str) -> str:
    """Return a part of a pattern outside of sets, as it is written."""
    numbers = re.findall(r"\d+", text) if kind == "repeat" else ()
    if any(len(number) > 9 or int(number) > limits.MAX_PATTERN_REPEAT for number in numbers):
        raise _limit("a regular expression repeats too often", path, f"{limits.MAX_PATTERN_REPEAT} times", text[:40])
    if kind == "opening" and _CAPTURING.match(text):
        return "(?:"
    if (kind == "escape" and _REFERENCE.match(text)) or (kind == "opening" and not _ALLOWED.match(text)):
        reason = f"a regular expression of a manifest must not use {text!r}"
        raise UnsupportedError(reason, format=FORMAT_NAME, path=path)
    return rf"\{text}" if kind == "brace" else text


def _compile(pattern: str, path: str) -> regex.Pattern[str]:
    """Version 1 of the library reads sets and flags as other libraries do, but folds one character to several."""
    try:
        return regex.compile(f"(?-f:{pattern})", regex.VERSION1)
    except Exception as error:  # noqa: BLE001  whatever the library raises, the pattern is to blame
        reason = str(error) or type(error).__name__
        raise InvalidError(f"this is no regular expression: {reason}", format=FORMAT_NAME, path=path) from None
