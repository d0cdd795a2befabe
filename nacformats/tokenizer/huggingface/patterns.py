"""Regular expressions of `tokenizers` (Oniguruma) as those of a manifest (the library `regex`)."""

from __future__ import annotations

import sys

import regex

from nacformats.errors import InvalidError, UnsupportedError
from nacformats.formats.tisa.steps import Rule
from nacformats.tokenizer.encoding.budget import Allowance
from nacformats.tokenizer.encoding.patterns import compile_rules

#: Where a regular expression is, in errors.
_PATH = "pattern"
#: Characters that are tried between two looks at the clock, and choices that each of them may lead to.
_BLOCK, _MOST_CHOICES = 16, 12

#: What separates words for ByteLevel.
BYTE_LEVEL = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
#: The characters of \w of Oniguruma in a class; \w of `regex` has joiners as well.
_WORD_IN_CLASS = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}"
#: Outside of a class it has superscripts and fractions of Latin-1 as well.
_WORD = rf"{_WORD_IN_CLASS}\xb2\xb3\xb9\xbc-\xbe"
#: Punctuation as `tokenizers` has it: ASCII signs and the category P of Unicode 8, which had two signs more and did not
#: have those that follow.
_LATER_PUNCTUATION = (
    r"\u061d\u09fd\u0a76\u0c77\u0c84\u1b4e\u1b4f\u1b7d\u1b7f\u2e43-\u2e4f\u2e52-\u2e5d\u2e60-\u2e63"
    r"\U00010d6e\U00010ead\U00010ed0\U00010f55-\U00010f59\U00010f86-\U00010f89\U000113d4\U000113d5\U000113d7\U000113d8"
    r"\U0001144b-\U0001144f\U0001145a\U0001145b\U0001145d\U00011660-\U0001166c\U000116b9\U0001183b"
    r"\U00011944-\U00011946\U000119e2\U00011a3f-\U00011a46\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2"
    r"\U00011b00-\U00011b09\U00011be1\U00011c41-\U00011c45\U00011c70\U00011c71\U00011ef7\U00011ef8"
    r"\U00011f43-\U00011f4f\U00011fff\U00012ff1\U00012ff2\U00016d6d-\U00016d6f\U00016e97-\U00016e9a\U00016fe2\U0001e5ff"
)
PUNCTUATION = rf"(?:(?![{_LATER_PUNCTUATION}])[!-/:-@\[-`{{-~\p{{P}}]|[\u166d\U000111c9])"
#: Chinese characters as BERT isolates them.
CHINESE = (
    r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002b73f\U0002b740-\U0002b81f"
    r"\U0002b920-\U0002ceaf\U0002f800-\U0002fa1f]"
)

#: Escapes outside of a class that mean something else to `regex`, or nothing; None: no equivalent.
_OUTSIDE = {
    "w": f"[{_WORD}]",
    "W": f"[^{_WORD}]",
    "b": f"(?:(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}]))",
    "B": f"(?:(?<=[{_WORD}])(?=[{_WORD}])|(?<![{_WORD}])(?![{_WORD}]))",
    "h": "[0-9a-fA-F]",
    "H": "[^0-9a-fA-F]",
    "z": r"\Z",
    "Z": r"(?=\n?\Z)",
    "e": r"\x1b",
}
_INSIDE = {"w": _WORD_IN_CLASS, "h": "0-9a-fA-F", "b": r"\x08", "e": r"\x1b"}
#: Escapes that both know and that mean the same.
_SAME = frozenset("sSdDAnrtfvapPux")
#: What looks at the neighbours of a place.
_LOOK = r"\(\?<?[=!](?:\\.|\[(?:\\.|[^\]\\])*\]|[^()\\\[]|(?<g>\((?:\\.|\[(?:\\.|[^\]\\])*\]|[^()\\\[]|(?&g))*\)))*\)"
#: Lines begin and end like this in Oniguruma, whatever the flags.
_LINE = {"^": r"(?:\A|(?<=\n)(?!\Z))", "$": r"(?:(?=\n)|(?<!\n)\Z)"}
_GROUPS = ("(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i:", "(?-i:")
_CATEGORY = regex.compile(r"\\[pP]\{\^?([A-Z][a-z]?|[A-Z][a-z]{2,}(?:_[A-Z][a-z]+)*)\}")
_CODE = regex.compile(r"\\x\{([0-9a-fA-F]{1,8})\}")
#: Names of properties that are classes of POSIX in Oniguruma, and something else in `regex`.
_POSIX = "Alnum Alpha Ascii Blank Cntrl Digit Graph Lower Print Punct Space Upper Word"


class UntranslatableError(ValueError):
    """A regular expression uses what has no equivalent."""


def translate(pattern: str, allowance: Allowance) -> str:
    """Return the same language in the syntax of `regex`, without groups that are numbered or named.

    Raises:
        UntranslatableError: there is none.
        FormatError: a manifest has no room for it, or it takes too long.
    """
    translated = _Translation(pattern).run()
    if allowance.run(_PATH, compiled(translated).match, "") is not None:
        raise UntranslatableError("a regular expression that matches the empty text")
    return translated


def compiled(pattern: str) -> regex.Pattern[str]:
    """Compile a pattern as the machine of manifests does; UntranslatableError for what that refuses."""
    try:
        return compile_rules([(Rule(pattern), _PATH)], capture=[False])
    except (InvalidError, UnsupportedError) as error:
        raise UntranslatableError(error.reason) from error


def covers_all(pattern: str, allowance: Allowance) -> bool:
    """True if a pattern certainly matches at every character, in any context."""
    free = [each for each in _alternatives(pattern) if not regex.search(r"\(\?<?[=!]|\\[AZ]|(?<!\[)\^|\$", each)]
    if not free or any(map(_has_many_ways, free)):
        return False
    matches = compiled("|".join(free)).fullmatch
    for start in range(0, sys.maxunicode + 1, _BLOCK):
        allowance.look(_PATH)
        if not all(map(matches, map(chr, range(start, start + _BLOCK)))):
            return False
    return True


def _has_many_ways(alternative: str) -> bool:
    """True if matching one character may take long, since nothing interrupts it."""
    choices = alternative.count("|") + alternative.count(")?")
    return choices > _MOST_CHOICES or regex.search(r"\)[*+{]", alternative) is not None


def match_widths(pattern: str, allowance: Allowance) -> set[bool]:
    """Return True for alternatives that match characters, and False for those that match places between them."""
    found = set()
    for each in _alternatives(pattern):
        bare = regex.sub(_LOOK, "", each)
        found.add(bool(bare) and allowance.run(_PATH, compiled(bare).fullmatch, "") is None)
    return found


def _alternatives(pattern: str) -> list[str]:
    """Split a pattern into its alternatives on the top level."""
    found, depth, start = [], 0, 0
    for part in regex.finditer(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()|]", pattern, regex.S):
        depth += {"(": 1, ")": -1}.get(part[0], 0)
        if part[0] == "|" and not depth:
            found.append(pattern[start : part.start()])
            start = part.end()
    return [*found, pattern[start:]]


def escaped(text: str) -> str:
    """Return a pattern that matches this text."""
    return str(regex.escape(text, special_only=True, literal_spaces=True))


class _Translation:
    """One pass over a pattern."""

    def __init__(self, pattern: str) -> None:
        self.pattern, self.at = pattern, 0
        self.closing = [""]  # what the end of each open group closes besides itself

    def run(self) -> str:
        out = []
        while self.at < len(self.pattern):
            out.append(self._next())
        return "".join(out) + self.closing[0]

    def _next(self) -> str:
        character = self.pattern[self.at]
        if character == "\\":
            return self._escape(_OUTSIDE)
        if character == "[":
            return self._class()
        if character == "(":
            return self._group()
        if character == ")":
            self.at += 1
            return (self.closing.pop() if len(self.closing) > 1 else "") + ")"
        if character == "}":
            return self._bound()
        self.at += 1
        return _LINE.get(character, character)

    def _bound(self) -> str:
        self.at += 1
        doubled = self.pattern[self.at : self.at + 1]
        if doubled == "+" or (doubled == "?" and regex.search(r"\{\d*\}$", self.pattern[: self.at])):
            raise UntranslatableError("a repetition such as {2}+ or {2}?")
        return "}"

    def _escape(self, table: dict[str, str]) -> str:
        name = self.pattern[self.at + 1 : self.at + 2]
        if name in ("p", "P"):
            return self._property()
        if name in table:
            self.at += 2
            return table[name]
        if self.pattern.startswith(r"\x{", self.at):
            found = _CODE.match(self.pattern, self.at)
            if found is None or int(found[1], 16) > sys.maxunicode:
                raise UntranslatableError(f"{self.pattern[self.at : self.at + 12]!r} in a regular expression")
            self.at = found.end()
            return f"\\U{int(found[1], 16):08x}"
        if name in _SAME or (name and not name.isalnum()):
            self.at += 2
            return "\\" + name
        raise UntranslatableError(f"\\{name} in a regular expression")

    def _property(self) -> str:
        found = _CATEGORY.match(self.pattern, self.at)
        if found is None or found[1] in _POSIX.split():
            raise UntranslatableError(f"{self.pattern[self.at : self.at + 12]!r} in a regular expression")
        self.at = found.end()
        return str(found[0])

    def _class(self) -> str:
        out = ["["]
        self.at += 1
        if self.pattern.startswith("^", self.at):
            out.append("^")
            self.at += 1
        while self.at < len(self.pattern):
            character = self.pattern[self.at]
            if character == "]" and len("".join(out).lstrip("[^")):
                self.at += 1
                return "".join(out) + "]"
            if character in "[]" or self.pattern.startswith("&&", self.at):
                raise UntranslatableError("a set within a set of a regular expression")
            if character == "\\":
                out.append(self._escape(_INSIDE))
            else:
                out.append(f"\\{character}" if character in "|~&" else character)  # twice, they are operators of sets
                self.at += 1
        raise UntranslatableError("a set without an end in a regular expression")

    def _group(self) -> str:
        for opening in _GROUPS:
            if self.pattern.startswith(opening, self.at):
                self.at += len(opening)
                self.closing.append("")
                return opening
        if self.pattern.startswith("(?i)", self.at):
            # From here to the end of the group that it is in.
            self.at += len("(?i)")
            self.closing[-1] += ")"
            return "(?i:"
        if self.pattern.startswith("(?", self.at):
            raise UntranslatableError(f"{self.pattern[self.at : self.at + 4]!r} in a regular expression")
        self.at += 1
        self.closing.append("")
        return "(?:"
