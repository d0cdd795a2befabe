"""Rules that are not protected: cutting open fragments into smaller ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from nacformats.formats.tisa.steps import Behavior, Rule
from nacformats.tokenizer.machine.aligned import (
    Aligned,
    AlignedFragment,
    Fragment,
    Placed,
    Protected,
    cut_aligned,
    cut_plain,
)
from nacformats.tokenizer.machine.budget import Allowance
from nacformats.tokenizer.machine.patterns import compile_rules


class Trimmer:
    """A stage that cuts what a protected rule wants away from the end of the fragment in front of its match."""

    def plain(self, fragments: list[Fragment], budget: Allowance) -> list[Fragment]:  # noqa: ARG002  as every stage
        """The fragments, some of them shorter."""
        done: list[Fragment] = []
        for each in fragments:
            if type(each) is Protected and done and type(done[-1]) is str:
                done[-1] = done[-1].removesuffix(each.trim)
            done.append(each)
        return [each for each in done if each]

    def aligned(self, fragments: list[AlignedFragment], budget: Allowance) -> list[AlignedFragment]:  # noqa: ARG002
        """The same with places."""
        done: list[AlignedFragment] = []
        for each in fragments:
            if isinstance(each, Placed) and done and isinstance(front := done[-1], Aligned):
                done[-1] = front.cut(0, len(front.text.removesuffix(each.protected.trim)))
            done.append(each)
        return [each for each in done if isinstance(each, Placed) or each.text]


class Cutter:
    """A stage that cuts open fragments at the matches of the rules: matches and what is between them are fragments."""

    def __init__(self, rules: Sequence[tuple[Rule, str]]) -> None:
        """rules: those that are not protected, each with its path; at least one."""
        kept = [rule.behavior is not Behavior.remove for rule, _ in rules]
        self._path = rules[0][1]
        #: Without groups, where no match is removed: fast when matches cover the text.
        self._whole = compile_rules(rules, capture=[False] * len(rules)) if all(kept) else None
        #: With a group for each rule whose matches are kept, for `split`.
        self._pattern = compile_rules(rules, capture=kept)

    def plain(self, fragments: list[Fragment], budget: Allowance) -> list[Fragment]:
        """The fragments, cut; empty ones left out."""
        return cut_plain(fragments, lambda text: self._cut(text, budget))

    def _cut(self, text: str, budget: Allowance) -> list[str]:
        if self._whole is not None:
            found: list[str] = budget.run(self._path, self._whole.findall, text)
            if sum(map(len, found)) == len(text):
                return found if all(found) else list(filter(None, found))
        parts = budget.run(self._path, self._pattern.split, text)
        return list(filter(None, parts))

    def aligned(self, fragments: list[AlignedFragment], budget: Allowance) -> list[AlignedFragment]:
        """The same with places."""
        return cut_aligned(fragments, lambda each: [each.cut(*place) for place in self._places(each.text, budget)])

    def _matches(self, text: str, timeout: float) -> list[regex.Match[str]]:
        return list(self._pattern.finditer(text, timeout=timeout))

    def _places(self, text: str, budget: Allowance) -> Iterator[tuple[int, int]]:
        at = 0
        for found in budget.run(self._path, self._matches, text):
            if found.start() > at:
                yield at, found.start()
            if found.end() > found.start() and found.lastindex:
                yield found.span()
            at = found.end()
        if at < len(text):
            yield at, len(text)
