"""A tokenizer.json as a manifest and resources."""

from __future__ import annotations

import os
import warnings

from nacformats.errors import LimitError
from nacformats.formats.tisa.manifest import Manifest
from nacformats.formats.tisa.steps import Behavior, BpeEncode, ByteEncode, Partition, Rule, Step
from nacformats.limits import MAX_MANIFEST_STEPS
from nacformats.tokenizer.decoding import looks_special
from nacformats.tokenizer.huggingface.added_tokens import AddedToken, added_tokens
from nacformats.tokenizer.huggingface.decoders import check_decoder
from nacformats.tokenizer.huggingface.folding import folded, may_appear
from nacformats.tokenizer.huggingface.models import ModelParts, model_parts
from nacformats.tokenizer.huggingface.normalizers import isolates_chinese, normalizer_steps
from nacformats.tokenizer.huggingface.patterns import CHINESE, compiled
from nacformats.tokenizer.huggingface.pre_tokenizers import (
    first_only,
    first_only_steps,
    pre_tokenizer_steps,
    removes_space,
)
from nacformats.tokenizer.huggingface.processors import compose_steps
from nacformats.tokenizer.huggingface.specification import FORMAT, Component, Specification
from nacformats.tokenizer.machine.pipeline import Fragments
from nacformats.tokenizer.resources.building import build_resources
from nacformats.tokenizer.tokenizer import Tokenizer
from nacformats.tokenizer.vocabulary import Vocabulary

#: A protected rule that matches nothing: where there is none, decoding skips what is named like a special token.
_NOTHING_SPECIAL = Partition((Rule("(?!)", protected=True, behavior=Behavior.isolate),))


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
    split = pre_tokenizer_steps(specification.root.child("pre_tokenizer"))
    steps = _front(specification, tokens, split)
    model = model_parts(specification, byte_level=any(isinstance(step, ByteEncode) for step in steps))
    _check_count(steps, model)
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


def _front(specification: Specification, tokens: list[AddedToken], split: list[Step]) -> list[Step]:
    """Return the steps up to the model, in the order in which the library does them."""
    root = specification.root
    normalizer, pre_tokenizer = root.child("normalizer"), root.child("pre_tokenizer")
    early = [token for token in tokens if not token.normalized]
    late = [token for token in tokens if token.normalized]
    if late and normalizer is None and not _any_overlap(early, late):
        early, late = tokens, []
    _check_normalized(specification, late)
    normalized = normalizer_steps(normalizer, spaces_vanish=removes_space(split))
    if isolates_chinese(normalizer):
        split = _with_chinese(normalizer, split)
    if tokens and first_only(pre_tokenizer):
        assert pre_tokenizer is not None
        return first_only_steps(pre_tokenizer, _protected(early), normalized, _protected(late), split)
    return [*_protected(early), *normalized, *_protected(late), *split]


def _protected(tokens: list[AddedToken]) -> list[Step]:
    return [Partition(tuple(token.rule for token in tokens))] if tokens else []


def _any_overlap(some: list[AddedToken], others: list[AddedToken]) -> bool:
    return any(one.overlaps(other.content) for one in some for other in others)


def _check_count(steps: list[Step], model: ModelParts) -> None:
    """LimitError when a manifest has no room for the steps."""
    if len(steps) + len(model.steps) > MAX_MANIFEST_STEPS:
        reason = "the components take too many steps of a manifest"
        raise LimitError(reason, format=FORMAT, expected=f"at most {MAX_MANIFEST_STEPS}")


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


def _with_chinese(normalizer: Component | None, split: list[Step]) -> list[Step]:
    """Chinese characters are words: the library puts spaces around them, which the pre-tokenizer takes away again."""
    assert normalizer is not None
    if not removes_space(split):
        raise normalizer.unsupported("spaces around characters, which no step takes away", "handle_chinese_chars")
    isolated, first = Rule(CHINESE, behavior=Behavior.isolate), split[0]
    assert isinstance(first, Partition)
    if any(rule.behavior is None for rule in first.rules):
        return [Partition((isolated,)), *split]  # a rule for whole words would take them along
    return [Partition((isolated, *first.rules)), *split[1:]]


def _check_tokens_of_model(tokens: list[AddedToken], model: ModelParts, steps: list[Step], split: Fragments) -> None:
    """The models of a manifest know all tokens, and would find some in words that are none of the model's own."""
    by_merges = isinstance(model.steps[-1], BpeEncode)
    for token in tokens:
        if token.content in model.tokens or (by_merges and len(token.content) > 1):
            continue
        if len(split.of(token.content, token.component.allowance)) > 1:
            continue  # no fragment holds all of it
        if token.single_word or (not token.normalized and may_appear(token.content, steps, token.component.look)):
            raise token.component.unsupported(f"the model would find {token.content!r} in words, although it lacks it")
