"""The rules of `valid` as conditions, and in words."""

from __future__ import annotations

from collections.abc import Iterator

from nacformats.generator import expressions as ex
from nacformats.generator.model import Field, NumberKind, ValidRule


def condition_of(rule: ValidRule, value: ex.Expression, operands: list[ex.Expression], member: Field) -> ex.Expression:
    match rule.rule:
        case "in-enum":
            assert member.enum is not None
            lowest = 0 if isinstance(member.kind, NumberKind) and member.kind.kind == "u" else None
            spans = _spans({each.number for each in member.enum.members})
            return _any(_within(value, *span, lowest) for span in spans)
        case "any-of":
            return _any(ex.Binary("==", value, operand) for operand in operands)
        case "expr":
            return operands[0]
    return ex.Binary({"eq": "==", "min": ">=", "max": "<="}[rule.rule], value, operands[0])


def rule_words(rule: ValidRule, member: Field) -> tuple[str, str]:
    """What is wrong, and what is expected, as nacformats.codec.explain says it."""
    match rule.rule:
        case "min":
            return "out of range", f"at least {rule.words}"
        case "max":
            return "out of range", f"at most {rule.words}"
        case "any-of":
            return "wrong value", f"one of {rule.words}"
        case "in-enum" if member.enum is not None:
            return "wrong value", "one of " + ", ".join(f"{each.number} ({each.id})" for each in member.enum.members)
        case "eq":
            return "wrong value", rule.words
    return "wrong value", f"`{rule.words}`"


def _any(tests: Iterator[ex.Expression]) -> ex.Expression:
    whole = next(tests, ex.Literal(False))
    for test in tests:
        whole = ex.Binary("or", whole, test)
    return whole


def _spans(numbers: set[int]) -> Iterator[tuple[int, int]]:
    """Runs of numbers without gaps, first and last of each."""
    for first in sorted(number for number in numbers if number - 1 not in numbers):
        last = first
        while last + 1 in numbers:
            last += 1
        yield first, last


def _within(value: ex.Expression, first: int, last: int, lowest: int | None) -> ex.Expression:
    if first == last:
        return ex.Binary("==", value, ex.Literal(first))
    below = ex.Binary("<=", value, ex.Literal(last))
    return below if first == lowest else ex.Binary("and", ex.Binary(">=", value, ex.Literal(first)), below)
