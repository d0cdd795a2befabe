"""The added tokens of a tokenizer.json as protected rules of a partition."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nacformats.tokenizer.huggingface.patterns import literal
from nacformats.tokenizer.huggingface.specification import Component, Specification
from nacformats.tokenizer.manifest import Behavior, Rule


@dataclass(frozen=True)
class AddedToken:
    """A token that is found in the text before anything else.

    Attributes:
        content: the text.
        special: whether decoding skips it.
        left, right: whether it takes the white space in front and behind along.
        single_word: whether characters of words next to it forbid it.
        normalized: whether it is found after normalization.
        component: where it stands.
    """

    content: str
    special: bool
    left: bool
    right: bool
    single_word: bool
    normalized: bool
    component: Component

    @property
    def rule(self) -> Rule:
        """What finds it. A token that is not special is marked by ISOLATE, which means nothing else here."""
        pattern = literal(self.content)
        if self.single_word:
            pattern = rf"(?<!\w){pattern}(?!\w)"
        pattern = (r"\s*" if self.left else "") + pattern + (r"\s*" if self.right else "")
        return Rule(pattern, protected=True, behavior=None if self.special else Behavior.isolate)


def added_tokens(specification: Specification) -> list[AddedToken]:
    """The added tokens, the longest first: the library finds the longest one, a partition the first one.

    Raises UnsupportedError for tokens that rules would not find in the same places.
    """
    tokens = [_token(each) for each in specification.root.children("added_tokens")]
    tokens = sorted((token for token in tokens if token.content), key=lambda token: -len(token.content))
    _check_conditions(tokens)
    return tokens


def _token(component: Component) -> AddedToken:
    return AddedToken(
        content=component.text("content"),
        special=component.flag("special"),
        left=component.flag("lstrip"),
        right=component.flag("rstrip"),
        single_word=component.flag("single_word"),
        normalized=component.flag("normalized"),
        component=component,
    )


def _check_conditions(tokens: list[AddedToken]) -> None:
    """A token with a condition that fails hides those that overlap with it in the library, and not in a partition."""
    contents = [token.content for token in tokens]
    for token in tokens:
        if token.single_word and (other := _overlapping(token.content, contents)) is not None:
            raise token.component.unsupported(f"a single word that overlaps with another added token, {other!r}")
        if token.left and (token.content[0].isspace() or any(each[0].isspace() for each in contents)):
            raise token.component.unsupported("lstrip where an added token begins with white space")
        if token.right and (token.content[-1].isspace() or any(each[0].isspace() for each in contents)):
            raise token.component.unsupported("rstrip where an added token is white space")


def _overlapping(content: str, others: Iterable[str]) -> str | None:
    return next((other for other in others if other != content and overlap(content, other)), None)


def overlap(one: str, other: str) -> bool:
    """Whether two texts may share characters of a third one."""
    if one in other or other in one:
        return True
    return any(
        one[-size:] == other[:size] or other[-size:] == one[:size] for size in range(1, min(len(one), len(other)))
    )
