"""A manifest as text for people: one line a step, with its offset, and one line a rule of a partition."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from nacformats.tokenizer.manifest_bytes import OPCODE_OF, operands_of, write_steps
from nacformats.tokenizer.steps import Compose, FilterCategory, Partition, Rule, Step


def listing(steps: tuple[Step, ...], start: int = 0) -> str:
    """The text.

    Args:
        steps: of the manifest.
        start: where the manifest is in its file, in bytes; the offsets of the steps follow from it.
    """
    offsets = list(_offsets(steps, start))
    width = len(str(offsets[-1])) if offsets else 0
    lines: list[str] = []
    for step, offset in zip(steps, offsets, strict=True):
        lines.append(f"{offset:>{width}}  {' '.join((OPCODE_OF[type(step)].upper(), *_words(step)))}")
        if isinstance(step, Partition):
            lines += [f"{'':{width}}      {_rule(rule)}" for rule in step.rules]
    return "".join(f"{line}\n" for line in lines)


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
    return map(_quoted, operands_of(step).values())


def _rule(rule: Rule) -> str:
    words = ["protected"] if rule.protected else []
    words.append(_quoted(rule.pattern))
    words += [rule.behavior.name] if rule.behavior is not None else []
    words += [f"trim {_quoted(rule.trim)}"] if rule.trim is not None else []
    return " ".join(words)


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
