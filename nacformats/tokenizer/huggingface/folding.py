"""Steps in the order of the library as the steps that the public compiler writes, where they mean the same."""

from __future__ import annotations

from collections.abc import Callable

from nacformats.formats.tisa.steps import (
    FilterCategory,
    Lowercase,
    Partition,
    Prepend,
    Replace,
    Rule,
    Step,
    UnicodeNorm,
)
from nacformats.tokenizer.huggingface.pre_tokenizers import cuts_only_at
from nacformats.tokenizer.machine.patterns import word_of

_Transform = Lowercase | UnicodeNorm | Replace | FilterCategory | Prepend
#: The ASCII characters that NFC makes of others.
_MADE_BY_NFC = frozenset(";`K")


def folded(steps: list[Step], look: Callable[[], object]) -> list[Step]:
    """The same steps, with transforms in front and one partition behind them where that changes nothing.

    The first partition of a manifest takes its protected matches out of the text as it is given, and looks for them
    again where it runs. So it may come after transforms that never make such a match.

    Args:
        steps: in the order of the library.
        look: called now and then, to raise an error when it takes too long.
    """
    steps = _without_idle(steps, look)
    if not steps or not isinstance(steps[0], Partition) or not all(rule.protected for rule in steps[0].rules):
        return steps if any(isinstance(step, Partition) for step in steps) else _with_partition(steps)
    count = 1
    while count < len(steps) and isinstance(steps[count], _Transform):
        count += 1
    transforms, rest = steps[1:count], steps[count:]
    if not steps[0].rules or any(may_appear(_text(rule), transforms, look) for rule in steps[0].rules):
        return steps
    rules = steps[0].rules
    if rest and isinstance(rest[0], Partition) and not any(rule.protected for rule in rest[0].rules):
        rules, rest = rules + rest[0].rules, rest[1:]
    return [*transforms, Partition(rules), *rest]


def _with_partition(steps: list[Step]) -> list[Step]:
    """Public readers want a partition in every manifest: one without rules makes one fragment."""
    count = 0
    while count < len(steps) and isinstance(steps[count], _Transform):
        count += 1
    return [*steps[:count], Partition(), *steps[count:]]


def _without_idle(steps: list[Step], look: Callable[[], object]) -> list[Step]:
    """Without partitions at characters that an earlier step has replaced."""
    kept: list[Step] = []
    absent: set[str] = set()
    for step in steps:
        look()
        if isinstance(step, Partition) and cuts_only_at(step, absent):
            continue
        kept.append(step)
        if isinstance(step, Replace | Prepend):
            absent -= set(step.value)
        elif isinstance(step, UnicodeNorm | Lowercase):
            absent.clear()
        if isinstance(step, Replace) and len(step.pattern) == 1 and step.pattern not in step.value:
            absent.add(step.pattern)
    return kept


def _text(rule: Rule) -> str:
    """Return the text of a protected rule without its conditions."""
    word = word_of(rule.pattern)
    return rule.pattern if word is None else word.text


def may_appear(content: str, steps: list[Step], look: Callable[[], object]) -> bool:
    """True if some steps may produce a text that was not there before; in doubt, they may."""
    look()
    for step in reversed(steps):
        if isinstance(step, Lowercase) and content.lower() != content:
            return False
        if _may_make(step, content):
            return True
    return False


def _may_make(step: Step, content: str) -> bool:
    if isinstance(step, Replace):
        return not step.value or any(character in content for character in step.value)
    if isinstance(step, Prepend):
        return any(character in content for character in step.value)
    if isinstance(step, UnicodeNorm) and step.form == "NFC":
        return not content.isascii() or not _MADE_BY_NFC.isdisjoint(content)
    return isinstance(step, UnicodeNorm | FilterCategory | Lowercase)
