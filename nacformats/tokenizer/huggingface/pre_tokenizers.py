"""The pre-tokenizers of a tokenizer.json as steps of a manifest."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import regex

from nacformats.formats.tisa import steps as tisa
from nacformats.tokenizer.huggingface.normalizers import ESCAPED, FRONT, MARK
from nacformats.tokenizer.huggingface.patterns import (
    BYTE_LEVEL,
    PUNCTUATION,
    UntranslatableError,
    covers_all,
    escaped,
    match_widths,
    translate,
)
from nacformats.tokenizer.huggingface.specification import Component

_REMOVED_SPACE = tisa.Rule(r"\s+", behavior=tisa.Behavior.remove)
_BEHAVIORS = ("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous")
_ANYTHING = tisa.Rule(r"[\s\S]", behavior=tisa.Behavior.remove)


def pre_tokenizer_steps(component: Component | None) -> list[tisa.Step]:
    """Return the steps of a pre-tokenizer, to be applied to each stretch of text between added tokens.

    Metaspace that puts its mark in front of the first stretch alone is as if it did so with each: the caller knows
    what is in front of them.

    Raises UnsupportedError for one that steps of v1.6 cannot express.
    """
    if component is None:
        return []
    if component.kind in _FIXED:
        return [_FIXED[component.kind]]
    if component.kind not in _PRE_TOKENIZERS:
        raise component.unsupported("a manifest of v1.6 has no step for this pre-tokenizer")
    return _PRE_TOKENIZERS[component.kind](component)


def _sequence(component: Component) -> list[tisa.Step]:
    steps: list[tisa.Step] = []
    for part in component.children("pretokenizers"):
        if any(isinstance(step, tisa.ByteEncode) for step in steps):
            raise part.unsupported("a pre-tokenizer after ByteLevel")
        steps += pre_tokenizer_steps(part)
    return steps


def _byte_level(component: Component) -> list[tisa.Step]:
    front: list[tisa.Step] = [tisa.Prepend(" ")] if component.flag("add_prefix_space") else []
    rules: list[tisa.Step] = [tisa.Partition((tisa.Rule(BYTE_LEVEL),))] if component.flag("use_regex", True) else []
    return [*front, *rules, tisa.ByteEncode()]


def _metaspace(component: Component) -> list[tisa.Step]:
    mark = component.character("replacement")
    steps: list[tisa.Step] = [tisa.Replace(" ", mark)] if mark != " " else []
    if prepend_scheme(component) != "never":
        steps.append(tisa.Prepend(mark))
    if component.flag("split", True):
        steps.append(_split_at(escaped(mark), "MergedWithNext"))
    return steps


def prepend_scheme(component: Component) -> str:
    """Return the texts to which Metaspace prepends its mark; older files use another key."""
    scheme = component.word("prepend_scheme", ("first", "never", "always"), "always")
    if component.flag("add_prefix_space", True):
        return scheme
    if component.has("prepend_scheme") and scheme != "never":
        raise component.invalid("true, as prepend_scheme has it", False, "add_prefix_space")
    return "never"


def _punctuation(component: Component) -> list[tisa.Step]:
    return [_split_at(PUNCTUATION, component.word("behavior", _BEHAVIORS, "Isolated"))]


def _digits(component: Component) -> list[tisa.Step]:
    return [tisa.Partition((tisa.Rule(r"\p{N}" if component.flag("individual_digits") else r"\p{N}+"),))]


def _delimiter(component: Component) -> list[tisa.Step]:
    return [_split_at(escaped(component.character("delimiter")), "Removed")]


def _fixed_length(component: Component) -> list[tisa.Step]:
    return [tisa.Partition((tisa.Rule(rf"[\s\S]{{1,{component.number('length', 5)}}}"),))]


def _split(component: Component) -> list[tisa.Step]:
    kind, pattern = component.pattern()
    behavior, invert = component.word("behavior", _BEHAVIORS), component.flag("invert")
    if kind == "String":
        if not pattern:
            raise component.unsupported("a split at the empty text", "pattern")
        return [_split_at(escaped(pattern), behavior, component, invert=invert)]
    try:
        translated = translate(pattern, component.allowance)
        merged = behavior.startswith("Merged")
        if merged and (consuming := match_widths(translated, component.allowance)) != {True}:
            if True in consuming:
                raise component.unsupported("a match that may be empty, merged with its neighbour", "pattern")
            return [tisa.Partition((tisa.Rule(translated),))]
        return [_split_at(translated, behavior, component, invert=invert)]
    except UntranslatableError as error:
        raise component.unsupported(f"{error}", "pattern") from error


def _split_at(
    pattern: str, behavior: str, component: Component | None = None, *, invert: bool = False
) -> tisa.Partition:
    """Return a partition that cuts as Split does at the matches of a pattern."""
    if behavior == "Removed":
        return _removing(pattern, component if invert else None)
    if behavior == "Isolated":
        return tisa.Partition((tisa.Rule(pattern),))
    one = pattern if regex.fullmatch(r"\\?.|\[[^\[\]]*\]|\\p\{\w+\}", pattern, regex.S) else f"(?:{pattern})"
    between = rf"(?:(?!{pattern})[\s\S])"
    if behavior == "Contiguous":
        return tisa.Partition((tisa.Rule(f"{one}+"),))
    # A match that is merged takes what is between it and its neighbour along. Turned around, what is between two
    # matches takes the match along, which cuts in the same places as the other direction.
    if (behavior == "MergedWithNext") != invert:
        return tisa.Partition((tisa.Rule(f"{one}{between}*|{between}+"),))
    return tisa.Partition((tisa.Rule(f"{between}+{one}?|{one}"),))


def _removing(pattern: str, inverted: Component | None) -> tisa.Partition:
    """Return a partition that drops the matches or, where a component inverts the pattern, what is between them."""
    if inverted is None:
        return tisa.Partition((tisa.Rule(pattern, behavior=tisa.Behavior.remove),))
    rest = () if covers_all(pattern, inverted.allowance) else (_ANYTHING,)
    return tisa.Partition((tisa.Rule(pattern), *rest))


#: Those without options.
_FIXED = {
    # \w of `regex` is that of UTS 18, as in the library's own expression for this.
    "Whitespace": tisa.Partition((tisa.Rule(r"\w+|[^\w\s]+"), _REMOVED_SPACE)),
    "WhitespaceSplit": tisa.Partition((_REMOVED_SPACE,)),
    "BertPreTokenizer": tisa.Partition((tisa.Rule(PUNCTUATION, behavior=tisa.Behavior.isolate), _REMOVED_SPACE)),
}
_PRE_TOKENIZERS: dict[str, Callable[[Component], list[tisa.Step]]] = {
    "Sequence": _sequence,
    "ByteLevel": _byte_level,
    "Metaspace": _metaspace,
    "Punctuation": _punctuation,
    "Digits": _digits,
    "CharDelimiterSplit": _delimiter,
    "FixedLength": _fixed_length,
    "Split": _split,
}


def cuts_only_at(partition: tisa.Partition, characters: Iterable[str]) -> bool:
    """True if a partition leaves text without any of some characters alone."""
    return any(partition == _split_at(escaped(each), behavior) for each in characters for behavior in _BEHAVIORS)


def removes_space(steps: list[tisa.Step]) -> bool:
    """True if the first step removes all white space."""
    return bool(steps) and isinstance(steps[0], tisa.Partition) and _REMOVED_SPACE in steps[0].rules


def first_only(component: Component | None) -> bool:
    """True if a pre-tokenizer prepends to the first stretch of text only."""
    if component is None:
        return False
    if component.kind == "Sequence":
        return any(first_only(part) for part in component.children("pretokenizers"))
    return component.kind == "Metaspace" and prepend_scheme(component) == "first"


def _keeps_the_front(step: tisa.Step) -> bool:
    """True if a step removes no character: the library prepends nothing where the first one is gone."""
    if isinstance(step, tisa.Replace):
        return len(step.pattern) == 1 and bool(step.value)
    return isinstance(step, tisa.Lowercase | tisa.UnicodeNorm)


def first_only_steps(
    component: Component,
    early: list[tisa.Step],
    normalized: list[tisa.Step],
    late: list[tisa.Step],
    split: list[tisa.Step],
) -> list[tisa.Step]:
    """Mark the beginning of the text before anything is cut, and put U+2581 there where the mark is at the end.

    Raises UnsupportedError where other steps would change the mark.
    """
    mark = component.text("replacement", "\u2581")
    front: list[tisa.Step] = [tisa.Replace(" ", mark), tisa.Prepend(mark)]
    if split[:2] != front or not all(_keeps_the_front(step) for step in normalized):
        raise component.unsupported("first: with these other components", "prepend_scheme")
    return [
        tisa.Partition(),  # what follows sees the whole text
        tisa.Replace(MARK, MARK + ESCAPED),
        tisa.Prepend(MARK + FRONT),
        *early,
        *normalized,
        *late,
        tisa.Partition((tisa.Rule(rf"\A{MARK}{FRONT}\Z", behavior=tisa.Behavior.remove),)),
        front[0],
        tisa.Replace(MARK + FRONT + mark, mark),
        tisa.Replace(MARK + FRONT, mark),
        tisa.Replace(MARK + ESCAPED, MARK),
        *split[2:],
    ]
