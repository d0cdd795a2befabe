"""A tokenizer.json as a manifest and resources.

Its added tokens become protected rules of a partition, and its steps those that the public compiler writes.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile

from nacformats.errors import LimitError
from nacformats.formats.tisa import steps as tisa
from nacformats.formats.tisa.manifest import Manifest
from nacformats.limits import MAX_MANIFEST_STEPS
from nacformats.tokenizer.decoding import looks_special
from nacformats.tokenizer.encoding.patterns import word_of
from nacformats.tokenizer.encoding.pipeline import Fragments
from nacformats.tokenizer.huggingface import pre_tokenizers
from nacformats.tokenizer.huggingface.decoders import check_decoder
from nacformats.tokenizer.huggingface.models import ModelParts, model_parts
from nacformats.tokenizer.huggingface.normalizers import isolates_chinese, normalizer_steps
from nacformats.tokenizer.huggingface.patterns import CHINESE, compiled, escaped
from nacformats.tokenizer.huggingface.processors import compose_steps
from nacformats.tokenizer.huggingface.specification import FORMAT, Component, Specification
from nacformats.tokenizer.resources.compiled import MAX_TOKEN_BYTES, build_resources
from nacformats.tokenizer.tokenizer import Tokenizer
from nacformats.tokenizer.vocabulary import Vocabulary

#: A protected rule that matches nothing: where there is none, decoding skips what is named like a special token.
_NOTHING_SPECIAL = tisa.Partition((tisa.Rule("(?!)", protected=True, behavior=tisa.Behavior.isolate),))


def compile_tokenizer(source: str | os.PathLike[str] | dict[str, object]) -> Tokenizer:
    """Compile a tokenizer of the library `tokenizers` to a manifest with resources, for the sections `proc` and `rsrc`.

    It gives the ids that the library gives, and decodes as it does. What a manifest cannot say is refused; truncation
    and padding are no part of a manifest, which a warning says. A BPE with `end_of_word_suffix` makes a manifest of NAC
    v1.8 (`tokenizer.manifest.version_needed`), which files of older versions cannot hold; in decoded text there is a
    space in place of the suffix.

    Args:
        source: a path of a tokenizer.json or of its folder, or the JSON as text or as a dict.

    Raises:
        UnsupportedError: a manifest cannot express a component, which the error names.
        InvalidError: it is no tokenizer.json.
        LimitError: it is too large, or a token is.
        OSError: the file cannot be read.
    """
    specification = Specification(source)
    _warn_of_what_is_left_out(specification.root)
    tokens = added_tokens(specification)
    split = pre_tokenizers.pre_tokenizer_steps(specification.root.child("pre_tokenizer"))
    steps = _front(specification, tokens, split)
    model = model_parts(specification, byte_level=any(isinstance(step, tisa.ByteEncode) for step in steps))
    if len(steps) + len(model.steps) > MAX_MANIFEST_STEPS:
        reason = "the components take too many steps of a manifest"
        raise LimitError(reason, format=FORMAT, expected=f"at most {MAX_MANIFEST_STEPS}")
    _check_tokens_of_model(tokens, model, steps, Fragments(split, specification.vocabulary))
    special = frozenset(token.content for token in tokens if token.special)
    template = compose_steps(specification, special)
    if not tokens and not template and any(map(looks_special, specification.ids)):
        steps.insert(0, _NOTHING_SPECIAL)
    manifest = Manifest((*folded([*steps, *model.steps], specification.root.look), *template))
    vocabulary = Vocabulary(specification.ids, model.scores)
    check_decoder(specification, manifest, vocabulary)
    return Tokenizer(manifest, build_resources(vocabulary, model.merges))


def _warn_of_what_is_left_out(root: Component) -> None:
    for name in ("truncation", "padding"):
        if root.has(name):
            warnings.warn(f"{name} is no part of a manifest and is left out", stacklevel=3)


def _front(specification: Specification, tokens: list[AddedToken], split: list[tisa.Step]) -> list[tisa.Step]:
    """Return the steps up to the model, in the order in which the library does them."""
    root = specification.root
    normalizer, pre_tokenizer = root.child("normalizer"), root.child("pre_tokenizer")
    early = [token for token in tokens if not token.normalized]
    late = [token for token in tokens if token.normalized]
    if late and normalizer is None and not any(one.overlaps(other.content) for one in early for other in late):
        early, late = tokens, []
    _check_normalized(specification, late)
    normalized = normalizer_steps(normalizer, spaces_vanish=pre_tokenizers.removes_space(split))
    if isolates_chinese(normalizer):
        split = _with_chinese(normalizer, split)
    if tokens and pre_tokenizers.first_only(pre_tokenizer):
        assert pre_tokenizer is not None
        return pre_tokenizers.first_only_steps(pre_tokenizer, _protected(early), normalized, _protected(late), split)
    return [*_protected(early), *normalized, *_protected(late), *split]


def _protected(tokens: list[AddedToken]) -> list[tisa.Step]:
    return [tisa.Partition(tuple(token.rule for token in tokens))] if tokens else []


def _check_normalized(specification: Specification, late: list[AddedToken]) -> None:
    """Such a token is found as its normalized form, which is looked up as it is."""
    normalizer = specification.root.child("normalizer")
    steps = normalizer_steps(normalizer, spaces_vanish=False)
    chinese = compiled(CHINESE) if isolates_chinese(normalizer) else None
    cut = Fragments(steps, specification.vocabulary)
    for token in late:
        form = "".join(cut.of(token.content, token.component.allowance))
        if chinese is not None:
            form = chinese.sub(r" \g<0> ", form)
        if form != token.content:
            raise token.component.unsupported(f"it is found as {form!r}, which is not its name", "normalized")


def _with_chinese(normalizer: Component | None, split: list[tisa.Step]) -> list[tisa.Step]:
    """Chinese characters are words: the library puts spaces around them, which the pre-tokenizer takes away again."""
    assert normalizer is not None
    if not pre_tokenizers.removes_space(split):
        raise normalizer.unsupported("spaces around characters, which no step takes away", "handle_chinese_chars")
    isolated, first = tisa.Rule(CHINESE, behavior=tisa.Behavior.isolate), split[0]
    assert isinstance(first, tisa.Partition)
    if any(rule.behavior is None for rule in first.rules):
        return [tisa.Partition((isolated,)), *split]  # a rule for whole words would take them along
    return [tisa.Partition((isolated, *first.rules)), *split[1:]]


def _check_tokens_of_model(
    tokens: list[AddedToken], model: ModelParts, steps: list[tisa.Step], split: Fragments
) -> None:
    """The models of a manifest know all tokens, and would find some in words that are none of the model's own."""
    by_merges = isinstance(model.steps[-1], tisa.BpeEncode)
    for token in tokens:
        if token.content in model.tokens or (by_merges and len(token.content) > 1):
            continue
        if len(split.of(token.content, token.component.allowance)) > 1:
            continue  # no fragment holds all of it
        if token.single_word or (not token.normalized and may_appear(token.content, steps, token.component.look)):
            raise token.component.unsupported(f"the model would find {token.content!r} in words, although it lacks it")


@dataclass(frozen=True)
class AddedToken:
    """A token that is found in the text before anything else.

    Attributes:
        content: the text.
        component: where it stands.
        special: whether decoding skips it.
        lstrip, rstrip: whether it takes the white space in front and behind along.
        single_word: whether characters of words next to it forbid it.
        normalized: whether it is found after normalization.
    """

    content: str
    component: Component
    special: bool
    lstrip: bool
    rstrip: bool
    single_word: bool
    normalized: bool

    @property
    def rule(self) -> tisa.Rule:
        """The rule that matches the token. ISOLATE marks a token that is not special."""
        pattern = escaped(self.content)
        if self.single_word:
            pattern = rf"(?<!\w){pattern}(?!\w)"
        pattern = (r"\s*" if self.lstrip else "") + pattern + (r"\s*" if self.rstrip else "")
        return tisa.Rule(pattern, protected=True, behavior=None if self.special else tisa.Behavior.isolate)

    def overlaps(self, other: str) -> bool:
        """True if a match of the token may overlap with one of another text."""
        self.component.look()
        one = self.content
        if one in other or other in one:
            return True
        sizes = range(1, min(len(one), len(other)))
        return any(one[-size:] == other[:size] or other[-size:] == one[:size] for size in sizes)


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
    flags = ("special", "lstrip", "rstrip", "single_word", "normalized")
    return AddedToken(content, component, **{flag: component.flag(flag) for flag in flags})


def _check_conditions(tokens: list[AddedToken]) -> None:
    """A token with a condition that fails hides those that overlap with it in the library, and not in a partition."""
    contents = [token.content for token in tokens]
    begins_with_space = any(each[0].isspace() for each in contents)
    for token in tokens:
        for other in contents if token.single_word else ():
            if other != token.content and token.overlaps(other):
                raise token.component.unsupported(f"a single word that overlaps with another added token, {other!r}")
        if token.lstrip and begins_with_space:
            raise token.component.unsupported("lstrip where an added token begins with white space")
        if token.rstrip and (token.content[-1].isspace() or begins_with_space):
            raise token.component.unsupported("rstrip where an added token is white space")


#: The ASCII characters that NFC makes of others.
_MADE_BY_NFC = frozenset(";`K")


def folded(steps: list[tisa.Step], look: Callable[[], object]) -> list[tisa.Step]:
    """Return the same steps, with transforms in front and one partition behind them where that changes nothing.

    The first partition of a manifest takes its protected matches out of the text as it is given, and looks for them
    again where it runs. So it may come after transforms that never make such a match.

    Args:
        steps: in the order of the library.
        look: called now and then, to raise an error when it takes too long.
    """
    steps = _without_idle(steps, look)
    if not steps or not isinstance(steps[0], tisa.Partition) or not all(rule.protected for rule in steps[0].rules):
        return steps if any(isinstance(step, tisa.Partition) for step in steps) else _with_partition(steps)
    transforms = list(takewhile(_is_transform, steps[1:]))
    rest = steps[1 + len(transforms) :]
    if not steps[0].rules or any(may_appear(_text(rule), transforms, look) for rule in steps[0].rules):
        return steps
    rules = steps[0].rules
    if rest and isinstance(rest[0], tisa.Partition) and not any(rule.protected for rule in rest[0].rules):
        rules, rest = rules + rest[0].rules, rest[1:]
    return [*transforms, tisa.Partition(rules), *rest]


def _with_partition(steps: list[tisa.Step]) -> list[tisa.Step]:
    """Public readers want a partition in every manifest: one without rules makes one fragment."""
    transforms = list(takewhile(_is_transform, steps))
    return [*transforms, tisa.Partition(), *steps[len(transforms) :]]


def _is_transform(step: tisa.Step) -> bool:
    return isinstance(step, tisa.Lowercase | tisa.UnicodeNorm | tisa.Replace | tisa.FilterCategory | tisa.Prepend)


def _without_idle(steps: list[tisa.Step], look: Callable[[], object]) -> list[tisa.Step]:
    """Return the steps without partitions at characters that an earlier step has replaced."""
    kept: list[tisa.Step] = []
    absent: set[str] = set()
    for step in steps:
        look()
        if isinstance(step, tisa.Partition) and pre_tokenizers.cuts_only_at(step, absent):
            continue
        kept.append(step)
        if isinstance(step, tisa.Replace | tisa.Prepend):
            absent -= set(step.value)
        elif isinstance(step, tisa.UnicodeNorm | tisa.Lowercase):
            absent.clear()
        if isinstance(step, tisa.Replace) and len(step.pattern) == 1 and step.pattern not in step.value:
            absent.add(step.pattern)
    return kept


def _text(rule: tisa.Rule) -> str:
    """Return the text of a protected rule without its conditions."""
    word = word_of(rule.pattern)
    return rule.pattern if word is None else word.text


def may_appear(content: str, steps: list[tisa.Step], look: Callable[[], object]) -> bool:
    """True if some steps may produce a text that was not there before; in doubt, they may."""
    look()
    for step in reversed(steps):
        if isinstance(step, tisa.Lowercase) and content.lower() != content:
            return False
        if _may_make(step, content):
            return True
    return False


def _may_make(step: tisa.Step, content: str) -> bool:
    if isinstance(step, tisa.Replace):
        return not step.value or any(character in content for character in step.value)
    if isinstance(step, tisa.Prepend):
        return any(character in content for character in step.value)
    if isinstance(step, tisa.UnicodeNorm) and step.form == "NFC":
        return not content.isascii() or not _MADE_BY_NFC.isdisjoint(content)
    return isinstance(step, tisa.UnicodeNorm | tisa.FilterCategory | tisa.Lowercase)
