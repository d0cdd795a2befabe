"""A manifest as text for people: one line a step, with its offset, and one line a rule of a partition."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from nacformats.formats.tisa.manifest_bytes import OPCODE_OF, operands_of, write_steps
from nacformats.formats.tisa.steps import BpeEncode, Compose, FilterCategory, Partition, Rule, Step


def listing(steps: tuple[Step, ...], start: int = 0) -> str:
    """The text.

    Args:
        steps: of the manifest.
        start: where the manifest is in its file, in bytes; the offsets of the steps follow from it.
    """
    rows = list(step_lines(steps, start))
    width = max((len(str(offset)) for offset, _ in rows if offset is not None), default=0)
    return "".join(f"{'' if offset is None else offset:>{width}}  {text}\n" for offset, text in rows)


def step_lines(steps: tuple[Step, ...], start: int = 0) -> Iterator[tuple[int | None, str]]:
    """The lines of the text, each with the offset of its step; None for the rules of a partition."""
    for step, offset in zip(steps, _offsets(steps, start), strict=True):
        yield offset, " ".join((opcode_of(step), *_words(step)))
        if isinstance(step, Partition):
            yield from ((None, f"    {_rule(rule)}") for rule in step.rules)


def opcode_of(step: Step) -> str:
    """The name of a step, as the listing has it."""
    return OPCODE_OF[type(step)].upper()


def _offsets(steps: tuple[Step, ...], start: int) -> Iterator[int]:
    """Where each step starts."""
    before = len(write_steps(()))
    for step in steps:
        yield start + before
        before += len(write_steps((step,))) - len(write_steps(()))


def _words(step: Step) -> Iterable[str]:
    """The operands of a step."""
    if isinstance(step, Partition):
        return [f"{len(step.rules)} {'rule' if len(step.rules) == 1 else 'rules'}"]
    if isinstance(step, FilterCategory):
        return map(_quoted, step.categories)
    if isinstance(step, Compose):
        return ["ids" if part is None else _quoted(part) for part in step.template]
    if isinstance(step, BpeEncode):
        return [] if step.suffix is None else [_quoted(step.suffix)]
    return map(_quoted, operands_of(step).values())


def _rule(rule: Rule) -> str:
    words = ["protected"] if rule.protected else []
    words.append(_quoted(rule.pattern))
    words += [rule.behavior.name] if rule.behavior is not None else []
    words += [f"trim {_quoted(rule.trim)}"] if rule.trim is not None else []
    return " ".join(words)


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
