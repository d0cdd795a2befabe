"""The rules of partitions: protected ones find tokens, the others cut open fragments into smaller ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import regex

from nacformats.formats.tisa.steps import Behavior, Rule
from nacformats.tokenizer.encoding.aligned import (
    Aligned,
    AlignedFragment,
    Cut,
    CuttingStage,
    Fragment,
    Placed,
    Protected,
)
from nacformats.tokenizer.encoding.budget import Allowance
from nacformats.tokenizer.encoding.patterns import Word, compile_rules, is_space, is_word, word_of

#: The ids of a token; None for what the vocabulary does not have.
Lookup = Callable[[str], int | None]


class _Match(NamedTuple):
    """A match: its span, the number of its rule, and the text of the token if that is known."""

    start: int
    stop: int
    rule: int
    token: str | None = None


class Recognizer(CuttingStage):
    """A stage that takes what the protected rules match out of the open fragments."""

    def __init__(self, rules: Sequence[tuple[Rule, str]], lookup: Lookup, unknown: int | None) -> None:
        """
        Args:
            rules: the protected ones, each with its path.
            lookup: the vocabulary.
            unknown: the id for a match that the vocabulary does not have, or None.
        """
        self._rules = [rule for rule, _ in rules]
        self._lookup = lookup
        self._unknown = unknown
        words = [(index, word) for index, rule in enumerate(self._rules) if (word := word_of(rule.pattern))]
        named = {index for index, _ in words}
        others = [index for index in range(len(rules)) if index not in named]
        self._finders: list[Finder] = []
        if words:
            self._finders.append(WordFinder(words, rules[0][1]))
        if others:
            self._finders.append(PatternFinder([(index, *rules[index]) for index in others]))

    def cuts(self, text: str, budget: Allowance) -> Iterator[Cut]:
        at = 0
        for match in _leftmost(self._finders, text, budget):
            if match.start > at:
                yield at, match.start, None
            yield match.start, match.stop, self._protected(match, text)
            at = match.stop
        if at < len(text):
            yield at, len(text), None

    def _protected(self, match: _Match, text: str) -> Protected:
        rule = self._rules[match.rule]
        found = text[match.start : match.stop]
        ids = (self._lookup(name) for name in (found, match.token or found.strip()))
        known = next((each for each in ids if each is not None), self._unknown)
        return Protected(() if known is None else (known,), rule.trim or "")


def _leftmost(finders: Sequence[Finder], text: str, budget: Allowance) -> Iterator[_Match]:
    """Yield the matches from left to right; of those that begin together, the one of the first rule."""
    found = [finder.find(text, 0, budget) for finder in finders]
    while any(found):
        best = min((match for match in found if match is not None), key=lambda match: (match.start, match.rule))
        yield best
        for index, match in enumerate(found):
            if match is not None and match.start < best.stop:
                found[index] = finders[index].find(text, best.stop, budget)


class WordFinder:
    """Finds texts: by their first character, then by their first two, then the longest one."""

    def __init__(self, words: Sequence[tuple[int, Word]], path: str) -> None:
        """words: each with the number of its rule."""
        self._path = path
        self._rule_of: dict[str, list[tuple[int, Word]]] = {}
        for index, word in words:
            self._rule_of.setdefault(word.text, []).append((index, word))
        lengths: dict[str, set[int]] = {}
        for text in self._rule_of:
            lengths.setdefault(text[:2], set()).add(len(text))
        self._lengths = {first: sorted(found, reverse=True) for first, found in lengths.items()}
        firsts = "".join(re.escape(first) for first in sorted({text[0] for text in self._rule_of}))
        self._first = re.compile(f"[{firsts}]")

    def find(self, text: str, at: int, budget: Allowance) -> _Match | None:
        """Return the first match that begins at a character or after it."""
        # White space in front belongs to a match, so that a text further right may begin further left.
        for candidate in self._first.finditer(text, at):
            budget.look(self._path)
            match = self._match(text, candidate.start(), at)
            if match is not None:
                return match
        return None

    def _match(self, text: str, start: int, at: int) -> _Match | None:
        best: _Match | None = None
        for first in (text[start : start + 2], text[start]):
            for length in self._lengths.get(first, ()):
                for index, word in self._rule_of.get(text[start : start + length], ()):
                    if (best is None or index < best.rule) and _holds(word, text, start, start + length):
                        best = _stretched(word, text, start, at, index)
        return best


def _holds(word: Word, text: str, start: int, stop: int) -> bool:
    """True if the neighbours of a text satisfy its rule."""
    left = word.alone_left and start > 0 and is_word(text[start - 1])
    right = word.alone_right and stop < len(text) and is_word(text[stop])
    return not (left or right)


def _stretched(word: Word, text: str, start: int, at: int, index: int) -> _Match:
    """Return a match with the white space that belongs to it; nothing in front of `at`."""
    stop = start + len(word.text)
    if word.left:
        while start > at and is_space(text[start - 1]):
            start -= 1
    if word.right:
        while stop < len(text) and is_space(text[stop]):
            stop += 1
    return _Match(start, stop, index, word.text)


class PatternFinder:
    """Finds regular expressions."""

    def __init__(self, rules: Sequence[tuple[int, Rule, str]]) -> None:
        """rules: each with its number and its path."""
        self._numbers = [number for number, _, _ in rules]
        self._path = rules[0][2]
        pairs = [(rule, path) for _, rule, path in rules]
        self._pattern: regex.Pattern[str] = compile_rules(pairs, capture=[True] * len(rules))

    def find(self, text: str, at: int, budget: Allowance) -> _Match | None:
        """Return the first match that begins at a character or after it, empty ones left out."""
        while at < len(text):
            found = budget.run(self._path, self._pattern.search, text, at)
            if found is None:
                return None
            if found.end() > found.start():
                return _Match(found.start(), found.end(), self._numbers[(found.lastindex or 1) - 1])
            at = found.end() + 1
        return None


Finder: TypeAlias = WordFinder | PatternFinder


def named_tokens(
    rules: Sequence[tuple[Rule, str]], tokens: Mapping[str, int], allowance: Callable[[int], Allowance] = Allowance
) -> set[str]:
    """Return the tokens that some rules match, of those of a vocabulary.

    Args:
        rules: each with its path.
        tokens: of the vocabulary.
        allowance: called with the length of all tokens together, gives what this may take.

    Raises:
        LimitError: a regular expression takes too long.
    """
    words = {rule.pattern: word_of(rule.pattern) for rule, _ in rules}
    found = {word.text for word in words.values() if word is not None and word.text in tokens}
    others = [(rule, path) for rule, path in rules if words[rule.pattern] is None]
    if not others:
        return found
    pattern, path = compile_rules(others, capture=[False] * len(others)), others[0][1]
    budget = allowance(sum(map(len, tokens)))
    return found | {token for token in tokens if budget.run(path, pattern.fullmatch, token)}


class Trimmer:
    """A stage that cuts what a protected rule wants away from the end of the fragment in front of its match."""

    def plain(self, fragments: list[Fragment], budget: Allowance) -> list[Fragment]:  # noqa: ARG002  as every stage
        """Return the fragments, some of them shorter."""
        done: list[Fragment] = []
        for each in fragments:
            if type(each) is Protected and done and type(done[-1]) is str:
                done[-1] = done[-1].removesuffix(each.trim)
            done.append(each)
        return [each for each in done if each]

    def aligned(self, fragments: list[AlignedFragment], budget: Allowance) -> list[AlignedFragment]:  # noqa: ARG002
        """Return the fragments after the stage, with places."""
        done: list[AlignedFragment] = []
        for each in fragments:
            if isinstance(each, Placed) and done and isinstance(front := done[-1], Aligned):
                done[-1] = front.cut(0, len(front.text.removesuffix(each.protected.trim)))
            done.append(each)
        return [each for each in done if isinstance(each, Placed) or each.text]


class Cutter(CuttingStage):
    """A stage that cuts open fragments at the matches of the rules: matches and what is between them are fragments."""

    def __init__(self, rules: Sequence[tuple[Rule, str]]) -> None:
        """rules: those that are not protected, each with its path; at least one."""
        kept = [rule.behavior is not Behavior.remove for rule, _ in rules]
        self._path = rules[0][1]
        #: Without groups, where no match is removed: fast when matches cover the text.
        self._whole = compile_rules(rules, capture=[False] * len(rules)) if all(kept) else None
        #: With a group for each rule whose matches are kept, for `split`.
        self._pattern = compile_rules(rules, capture=kept)

    def parts(self, text: str, budget: Allowance) -> list[str]:
        """Return the parts of a text, empty ones left out."""
        if self._whole is not None:
            found: list[str] = budget.run(self._path, self._whole.findall, text)
            if sum(map(len, found)) == len(text):
                return found if all(found) else list(filter(None, found))
        parts = budget.run(self._path, self._pattern.split, text)
        return list(filter(None, parts))

    def _matches(self, text: str, timeout: float) -> list[regex.Match[str]]:
        return list(self._pattern.finditer(text, timeout=timeout))

    def cuts(self, text: str, budget: Allowance) -> Iterator[Cut]:
        at = 0
        for found in budget.run(self._path, self._matches, text):
            if found.start() > at:
                yield at, found.start(), None
            if found.end() > found.start() and found.lastindex:
                yield *found.span(), None
            at = found.end()
        if at < len(text):
            yield at, len(text), None
