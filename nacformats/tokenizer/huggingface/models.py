"""The model of a tokenizer.json: its step, its merges and scores, and what it does that a manifest cannot say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from nacformats.formats.tisa import steps as tisa
from nacformats.limits import MAX_PATTERN, MAX_PATTERN_SIZE, MAX_SHOWN_TEXT
from nacformats.printing import shortened
from nacformats.tokenizer.huggingface.patterns import escaped
from nacformats.tokenizer.huggingface.specification import Component, Specification, decimal
from nacformats.tokenizer.models import LONGEST_WORD, Bpe
from nacformats.tokenizer.vocabulary import TABLE, UNKNOWN_TOKENS, Merges, Vocabulary

#: How many characters the tokens of one such expression have together.
_WHOLE_SIZE = MAX_PATTERN_SIZE - 200
#: The marker of a WordPiece step that stands for a model of whole words: no token continues a word.
NO_MARKER = "\ufff9"


@dataclass(frozen=True)
class ModelParts:
    """The parts of a compiled model.

    Attributes:
        steps: those right before the model, and the one of the model.
        tokens: those of the model itself.
        merges: pairs of BPE, or None.
        scores: of Unigram, by token.
    """

    steps: list[tisa.Step]
    tokens: frozenset[str]
    merges: list[tuple[str, str]] | None = None
    scores: dict[str, float] = field(default_factory=dict)


def model_parts(specification: Specification, *, byte_level: bool) -> ModelParts:
    """Return the step of the model and what it needs.

    Args:
        specification: the tokenizer.
        byte_level: whether the model sees bytes as characters.

    Raises UnsupportedError for options that steps cannot express.
    """
    model = specification.model
    kind = model.kind or _kind_of(model)
    if kind not in _MODELS:
        raise specification.root.unsupported("a manifest of v1.6 has no step for this model", "model")
    return _MODELS[kind](model, specification, byte_level)


def _kind_of(model: Component) -> str:
    """Guess the type of a model that does not name it, as in old files."""
    if model.has("merges"):
        return "BPE"
    if isinstance(model.get("vocab"), list):
        return "Unigram"
    return "WordPiece" if model.has("max_input_chars_per_word") else "WordLevel"


def _bpe(model: Component, specification: Specification, byte_level: bool) -> ModelParts:
    if model.optional_text("continuing_subword_prefix"):
        raise model.unsupported("BPE_ENCODE of v1.6 has no such option", "continuing_subword_prefix")
    if model.decimal("dropout"):
        raise model.unsupported("a manifest has no dropout: ids would not be the same from run to run", "dropout")
    tokens = frozenset(specification.own)
    merges = _merges(model, tokens)
    steps: list[tisa.Step] = []
    suffix = model.optional_text("end_of_word_suffix") or None
    if suffix is not None:
        _check_suffix(model, specification, suffix, byte_level=byte_level)
    elif not _has_every_character(model, tokens, byte_level):
        steps += _unknown_steps(model, specification, merges, byte_level=byte_level)
    if model.flag("ignore_merges", False):
        steps += _whole_tokens(model, specification, merges, suffix or "")
    return ModelParts([*steps, tisa.BpeEncode(suffix)], tokens, merges)


def _check_suffix(model: Component, specification: Specification, suffix: str, *, byte_level: bool) -> None:
    """Unknown characters become in a manifest what the library makes of them, also at the end of a word."""
    tokens, ends = frozenset(specification.own), {chr(code) + suffix for code in TABLE.values()}
    if _has_every_character(model, tokens, byte_level) and (not byte_level or tokens >= ends):
        return
    name = model.optional_text("unk_token")
    _check_unknown(model, name, specification, "character")
    if name is not None and model.flag("fuse_unk", False):
        raise model.unsupported("unknown characters that become one, in words with a suffix", "fuse_unk")


def _merges(model: Component, tokens: frozenset[str]) -> list[tuple[str, str]]:
    """Return the pairs, of which each part and what they become are tokens."""
    merges = []
    for at, merge in enumerate(model.list("merges")):
        if isinstance(merge, str) and merge.startswith("#version"):
            continue
        pair = merge.split(" ") if isinstance(merge, str) else merge
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(part, str) for part in pair):
            raise model.invalid("two tokens", type(merge).__name__, f"merges[{at}]")
        left, right = pair
        for token in (left, right, left + right):
            if token not in tokens:
                raise model.invalid("tokens of the vocabulary", shortened(token, MAX_SHOWN_TEXT), f"merges[{at}]")
        merges.append((left, right))
    return merges


def _has_every_character(model: Component, tokens: frozenset[str], byte_level: bool) -> bool:
    """True if no character is unknown: every byte has a character or a token."""
    if byte_level:
        return tokens >= {chr(code) for code in TABLE.values()}
    return _has_bytes(model, tokens)


def _has_bytes(model: Component, tokens: Iterable[str]) -> bool:
    """True if unknown characters become their bytes, in the library and in a manifest."""
    has_bytes = Vocabulary(dict.fromkeys(tokens, 0)).byte_ids is not None
    falls_back = model.flag("byte_fallback", False)
    if has_bytes != falls_back:
        state = "a token for every byte" if has_bytes else "no token for some byte"
        raise model.unsupported(f"{falls_back}, and {state}", "byte_fallback")
    return has_bytes


def _unknown_steps(
    model: Component, specification: Specification, merges: list[tuple[str, str]], *, byte_level: bool
) -> list[tisa.Step]:
    """Return steps that treat characters outside of the vocabulary as the library does."""
    name = model.optional_text("unk_token")
    if name is None and _unknown_of(specification.ids) is not None and byte_level:
        # They vanish, and what is left on both sides of them may be merged.
        return [tisa.Replace(chr(code), "") for code in TABLE.values() if chr(code) not in specification.own]
    _check_unknown(model, name, specification, "character")
    if name is None or not model.flag("fuse_unk", False):
        return []
    if any(name in pair for pair in merges):
        raise model.unsupported(f"merges of {name!r} with its neighbours", "fuse_unk")
    # A run of unknown characters is taken as one token, which the vocabulary does not have.
    pattern = f"[^{_ranges(sorted(token for token in specification.own if len(token) == 1))}]+"
    if len(pattern) > MAX_PATTERN:
        raise model.unsupported("unknown characters that become one, with an alphabet this large", "fuse_unk")
    return [tisa.Partition((tisa.Rule(pattern, protected=True, behavior=tisa.Behavior.isolate),))]


def _unknown_of(ids: Iterable[str]) -> str | None:
    names = set(ids)
    return next((name for name in UNKNOWN_TOKENS if name in names), None)


def _ranges(characters: Iterable[str]) -> str:
    """Return the inside of a class."""
    runs: list[list[int]] = []
    for code in map(ord, characters):
        if runs and runs[-1][1] == code - 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return "".join(_escaped(first) + (f"-{_escaped(last)}" if last > first else "") for first, last in runs)


def _escaped(code: int) -> str:
    return chr(code) if chr(code).isalnum() else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _whole_tokens(
    component: Component, specification: Specification, merges: list[tuple[str, str]], suffix: str
) -> list[tisa.Step]:
    """Take fragments that are tokens as they are, where merges would not make the token."""
    look = component.look
    model = Bpe(Vocabulary(specification.own), Merges.of(merges), suffix)
    missed = [
        token for token, number in sorted(specification.own.items()) if token and model.encode(token, look) != [number]
    ]
    isolate = tisa.Behavior.isolate
    rules = tuple(tisa.Rule(each, protected=True, behavior=isolate) for each in _whole_patterns(missed))
    return [tisa.Partition(rules)] if rules else []


def _whole_patterns(tokens: list[str]) -> Iterable[str]:
    """Return expressions that match one of some tokens and nothing around it, none of them too large for a manifest."""
    held: list[str] = []
    for token in tokens:
        if held and sum(map(len, held)) + len(token) + len(held) > _WHOLE_SIZE:
            yield _one_of(held)
            held = []
        held.append(token)
    if held:
        yield _one_of(held)


def _one_of(tokens: list[str]) -> str:
    """Return the tokens grouped by first character, so that most fragments are seen to be none of them at once."""
    groups = (
        (first, [token[1:] for token in tokens if token[0] == first]) for first in {token[0]: None for token in tokens}
    )
    parts = (f"{escaped(first)}(?:{'|'.join(map(escaped, rests))})" for first, rests in groups)
    return rf"\A(?:{'|'.join(parts)})\Z"


def _scores(model: Component) -> dict[str, float]:
    """Return the score of each token."""
    scores: dict[str, float] = {}
    for at, entry in enumerate(model.list("vocab")):
        path = f"vocab[{at}]"
        if not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[0], str):
            raise model.invalid("a token and its score", type(entry).__name__, path)
        if entry[0] in scores:
            raise model.unsupported("two tokens with the same text", "vocab")
        scores[entry[0]] = decimal(entry[1], f"{model.path}.{path}")
    return scores


def _unigram(model: Component, specification: Specification, _: bool) -> ModelParts:
    scores = _scores(model)
    has_bytes = _has_bytes(model, scores)
    unknown = model.optional_number("unk_id")
    if unknown is not None and unknown >= len(scores):
        raise model.invalid(f"an id below {len(scores)}", unknown, "unk_id")
    name = None if unknown is None else list(scores)[unknown]
    if name != _unknown_of(specification.ids) and not has_bytes:
        raise model.unsupported(f"the unknown token {name!r}, which a manifest would not take", "unk_id")
    if not any(scores.values()):
        raise model.unsupported("scores that are all 0", "vocab")
    return ModelParts([tisa.UnigramEncode()], frozenset(scores), scores=scores)


def _word_piece(model: Component, specification: Specification, _: bool) -> ModelParts:
    _check_unknown(model, model.text("unk_token"), specification, "word")
    longest = model.number("max_input_chars_per_word")
    if longest != LONGEST_WORD:
        raise model.unsupported(f"{longest}: it is {LONGEST_WORD} in a manifest", "max_input_chars_per_word")
    marker = model.text("continuing_subword_prefix")
    return ModelParts([tisa.WordPieceEncode(marker)], frozenset(specification.own))


def _word_level(model: Component, specification: Specification, _: bool) -> ModelParts:
    """Whole words are WordPiece without tokens that continue a word."""
    _check_unknown(model, model.text("unk_token"), specification, "word")
    tokens = frozenset(specification.own)
    if any(len(token) > LONGEST_WORD or token.startswith(NO_MARKER) for token in tokens):
        raise model.unsupported(f"a token of more than {LONGEST_WORD} characters", "vocab")
    return ModelParts([tisa.WordPieceEncode(NO_MARKER)], tokens)


def _check_unknown(model: Component, name: str | None, specification: Specification, what: str) -> None:
    """Refuse a token for what is unknown that is not the one that a manifest takes."""
    manifest_name = _unknown_of(specification.ids)
    if name != manifest_name:
        raise model.unsupported(f"{name!r}: an unknown {what} becomes {manifest_name!r} in a manifest", "unk_token")


_MODELS: dict[str, Callable[[Component, Specification, bool], ModelParts]] = {
    "BPE": _bpe,
    "Unigram": _unigram,
    "WordPiece": _word_piece,
    "WordLevel": _word_level,
}
