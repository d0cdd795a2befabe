"""The added tokens of a tokenizer.json as protected rules of a partition."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nacformats.formats.tisa.steps import Behavior, Rule
from nacformats.tokenizer.huggingface.patterns import escaped
from nacformats.tokenizer.huggingface.specification import Component, Specification
from nacformats.tokenizer.resources.building import MAX_TOKEN_BYTES


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
        """The rule that matches the token. ISOLATE marks a token that is not special."""
        pattern = escaped(self.content)
        if self.single_word:
            pattern = rf"(?<!\w){pattern}(?!\w)"
        pattern = (r"\s*" if self.left else "") + pattern + (r"\s*" if self.right else "")
        return Rule(pattern, protected=True, behavior=None if self.special else Behavior.isolate)

    def overlaps(self, other: str) -> bool:
        """True if a match of the token may overlap with one of another text."""
        self.component.look()
        return _overlap(self.content, other)


def added_tokens(specification: Specification) -> list[AddedToken]:
    """Return the added tokens, the longest first: the library finds the longest one, a partition the first one.

    Raises UnsupportedError for tokens that rules would not find in the same places.
    """
    found = {token.content: token for token in map(_token, specification.root.children("added_tokens"))}
    found.pop("", None)
    tokens = sorted(found.values(), key=lambda token: (-len(token.content), specification.ids[token.content]))
    _check_conditions(tokens)
    return tokens


def _token(component: Component) -> AddedToken:
    component.number("id")  # which the library wants, and does not look at
    content = component.text("content")
    if len(content.encode()) > MAX_TOKEN_BYTES:
        raise component.invalid(f"at most {MAX_TOKEN_BYTES:,} bytes", f"{len(content):,} characters", "content")
    return AddedToken(
        content=content,
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
    begins_with_space = any(each[0].isspace() for each in contents)
    for token in tokens:
        if token.single_word and (other := _overlapping(token, contents)) is not None:
            raise token.component.unsupported(f"a single word that overlaps with another added token, {other!r}")
        if token.left and begins_with_space:
            raise token.component.unsupported("lstrip where an added token begins with white space")
        if token.right and (token.content[-1].isspace() or begins_with_space):
            raise token.component.unsupported("rstrip where an added token is white space")


def _overlapping(token: AddedToken, others: Iterable[str]) -> str | None:
    return next((other for other in others if other != token.content and token.overlaps(other)), None)


def _overlap(one: str, other: str) -> bool:
    if one in other or other in one:
        return True
    return any(
        one[-size:] == other[:size] or other[-size:] == one[:size] for size in range(1, min(len(one), len(other)))
    )
