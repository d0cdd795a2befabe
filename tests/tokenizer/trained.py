"""Tokenizers that the tests train, of every kind that `compile_tokenizer` knows."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

from tests.tokenizer.texts import texts

ADDED = (
    AddedToken("<|im|>", normalized=False),
    AddedToken("<mask>", lstrip=True, normalized=False, special=True),
    AddedToken("<|im|>x", normalized=False, rstrip=True),
    AddedToken("quick brown", normalized=False),
    AddedToken("fox", normalized=False, single_word=True),
)


@cache
def corpus() -> tuple[str, ...]:
    """What they are trained on: nothing that is named like a special token, and no word without an end."""
    plain = (text for text in texts(3000, seed=7) if not any(mark in text for mark in ("<", "[", "x" * 100)))
    return (*plain, *["the quick brown fox jumps over the lazy dog, don't you? " * 3] * 30)


def _train(tokenizer: Tokenizer, trainer: trainers.Trainer) -> Tokenizer:
    tokenizer.train_from_iterator(corpus(), trainer)
    return tokenizer


def byte_level(
    *,
    prefix: bool = False,
    split: pre_tokenizers.PreTokenizer | None = None,
    normalizer: normalizers.Normalizer | None = None,
    full: bool = True,
    ignore_merges: bool = False,
) -> Tokenizer:
    """GPT-2 and what came after it."""
    tokenizer = Tokenizer(models.BPE(ignore_merges=ignore_merges))
    by_regex = split is None
    last = pre_tokenizers.ByteLevel(add_prefix_space=prefix, use_regex=by_regex)
    tokenizer.pre_tokenizer = last if split is None else pre_tokenizers.Sequence([split, last])
    if normalizer is not None:
        tokenizer.normalizer = normalizer
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=900,
        special_tokens=["<|endoftext|>", "<pad>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet() if full else [],
        limit_alphabet=256 if full else 70,
        show_progress=False,
    )
    return _train(tokenizer, trainer)


def byte_fallback(*, split: bool = False) -> Tokenizer:
    """LLaMA; with `split`, Gemma 3."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    replace, restore = normalizers.Replace(" ", "\u2581"), decoders.Replace("\u2581", " ")
    parts = [restore, decoders.ByteFallback(), decoders.Fuse()]
    if split:
        tokenizer.normalizer = replace
        tokenizer.pre_tokenizer = pre_tokenizers.Split(" ", "merged_with_previous")
    else:
        tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("\u2581"), replace])
        parts.append(decoders.Strip(" ", 1, 0))
    tokenizer.decoder = decoders.Sequence(parts)
    special = ["<unk>", "<s>", "</s>"]
    all_bytes = [f"<0x{byte:02X}>" for byte in range(256)]
    trainer = trainers.BpeTrainer(
        vocab_size=1200, special_tokens=special + all_bytes, limit_alphabet=90, show_progress=False
    )
    _train(tokenizer, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    settings = json.loads(tokenizer.to_str())
    settings["added_tokens"] = settings["added_tokens"][: len(special)]  # bytes are no special tokens
    return Tokenizer.from_str(json.dumps(settings))


def word_piece(
    normalizer: normalizers.Normalizer | None = None, split: pre_tokenizers.PreTokenizer | None = None
) -> Tokenizer:
    """BERT."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizer or normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = split or pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    _train(
        tokenizer,
        trainers.WordPieceTrainer(vocab_size=1200, special_tokens=special, limit_alphabet=200, show_progress=False),
    )
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return tokenizer


def unigram(
    normalizer: normalizers.Normalizer | None = None, scheme: str = "always", *, split: bool = True
) -> Tokenizer:
    """SentencePiece."""
    tokenizer = Tokenizer(models.Unigram())
    if normalizer is not None:
        tokenizer.normalizer = normalizer
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme=scheme, split=split)
    tokenizer.decoder = decoders.Metaspace(prepend_scheme=scheme, split=split)
    special = ["<unk>", "<s>", "</s>", "<pad>"]
    trainer = trainers.UnigramTrainer(
        vocab_size=1500, special_tokens=special, unk_token="<unk>", initial_alphabet=[], show_progress=False
    )
    _train(tokenizer, trainer)
    end = tokenizer.token_to_id("</s>")
    tokenizer.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", end)])
    # The library rounds scores that it reads from a file: what was trained may break ties in another way.
    return Tokenizer.from_str(tokenizer.to_str())


def words(
    split: pre_tokenizers.PreTokenizer | None = None,
    normalizer: normalizers.Normalizer | None = None,
    *,
    unknown: str = "[UNK]",
    fuse: bool = False,
) -> Tokenizer:
    """BPE as the first example of the library's documentation has it: no decoder, most characters unknown."""
    tokenizer = Tokenizer(models.BPE(unk_token=unknown, fuse_unk=fuse))
    tokenizer.pre_tokenizer = split or pre_tokenizers.Whitespace()
    if normalizer is not None:
        tokenizer.normalizer = normalizer
    trainer = trainers.BpeTrainer(
        vocab_size=500, special_tokens=[unknown, "<s>"], limit_alphabet=60, show_progress=False
    )
    return _train(tokenizer, trainer)


def word_level() -> Tokenizer:
    """Whole words."""
    tokenizer = Tokenizer(models.WordLevel(unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    return _train(tokenizer, trainers.WordLevelTrainer(vocab_size=400, special_tokens=["[UNK]"], show_progress=False))


def nothing_special() -> Tokenizer:
    """Whole words, without added tokens."""
    settings = json.loads(word_level().to_str())
    return Tokenizer.from_str(json.dumps(settings | {"added_tokens": []}))


def metaspace_bpe(*, fuse: bool = True) -> Tokenizer:
    """SentencePiece BPE without bytes."""
    tokenizer = words(pre_tokenizers.Metaspace(), unknown="<unk>", fuse=fuse)
    tokenizer.decoder = decoders.Metaspace()
    return tokenizer


def with_added(tokenizer: Tokenizer, count: int = len(ADDED)) -> Tokenizer:
    """With tokens that are found in the text first."""
    tokenizer.add_tokens(list(ADDED[:count]))
    return tokenizer


def with_normalized(tokenizer: Tokenizer) -> Tokenizer:
    """With tokens that are found in the text when it is normalized."""
    tokenizer.add_tokens(["fox", AddedToken("jumps over", rstrip=True), AddedToken("[x]")])
    return tokenizer


def roberta() -> Tokenizer:
    """Byte-level BPE with a template of its own."""
    tokenizer = byte_level(prefix=True)
    tokenizer.post_processor = processors.RobertaProcessing(("<pad>", 1), ("<|endoftext|>", 0), False, True)
    return tokenizer


def with_suffix(*, unknown: str | None = "<unk>") -> Tokenizer:
    """GPT-1: words end with </w>."""
    tokenizer = Tokenizer(models.BPE(unk_token=unknown, end_of_word_suffix="</w>"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.BPEDecoder()
    special = [] if unknown is None else [unknown]
    return _train(
        tokenizer,
        trainers.BpeTrainer(
            vocab_size=500, special_tokens=special, end_of_word_suffix="</w>", limit_alphabet=60, show_progress=False
        ),
    )


def clip() -> Tokenizer:
    """Byte-level BPE whose words end with </w>; its decoder leaves that in the text."""
    tokenizer = Tokenizer(models.BPE(end_of_word_suffix="</w>"))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFC(), normalizers.Lowercase()])
    words = Regex(r"<\|startoftext\|>|<\|endoftext\|>|'s|'t|\p{L}+|\p{N}|[^\s\p{L}\p{N}]+")
    split = pre_tokenizers.Split(words, "removed", invert=True)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([split, pre_tokenizers.ByteLevel(add_prefix_space=False)])
    tokenizer.decoder = decoders.ByteLevel()
    special, alphabet = ["<|startoftext|>", "<|endoftext|>"], sorted(pre_tokenizers.ByteLevel.alphabet())
    _train(
        tokenizer,
        trainers.BpeTrainer(
            vocab_size=1000,
            special_tokens=special + [f"{each}</w>" for each in alphabet],
            initial_alphabet=alphabet,
            end_of_word_suffix="</w>",
            show_progress=False,
        ),
    )
    settings = json.loads(tokenizer.to_str())
    settings["added_tokens"] = settings["added_tokens"][: len(special)]  # characters are no special tokens
    return Tokenizer.from_str(json.dumps(settings))


_LLAMA3 = Regex(
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
    r"|\s+(?!\S)|\s+"
)

#: The kinds of the issue, each as it is seen most.
KINDS: dict[str, Callable[[], Tokenizer]] = {
    "byte-level BPE": byte_level,
    "BPE with byte fallback": byte_fallback,
    "WordPiece": word_piece,
    "Unigram": unigram,
}

#: Everything else.
OTHERS: dict[str, Callable[[], Tokenizer]] = {
    "byte-level BPE, a space in front": lambda: byte_level(prefix=True),
    "byte-level BPE, some bytes unknown": lambda: byte_level(full=False),
    "byte-level BPE, llama 3": lambda: byte_level(split=pre_tokenizers.Split(_LLAMA3, "isolated")),
    "byte-level BPE, gpt-4o": lambda: byte_level(split=pre_tokenizers.Split(_LLAMA3, "removed", invert=True)),
    "byte-level BPE, NFC": lambda: byte_level(normalizer=normalizers.NFC()),
    "byte-level BPE, NFKC": lambda: byte_level(normalizer=normalizers.NFKC()),
    "byte-level BPE, digits": lambda: byte_level(split=pre_tokenizers.Digits(individual_digits=True), prefix=True),
    "byte-level BPE, RoBERTa": roberta,
    "byte-level BPE, added tokens": lambda: with_added(byte_level()),
    "BPE with byte fallback, gemma 3": lambda: byte_fallback(split=True),
    "BPE with byte fallback, added tokens": lambda: with_added(byte_fallback()),
    "BPE with a suffix": with_suffix,
    "BPE with a suffix, characters left out": lambda: with_suffix(unknown=None),
    "BPE with a suffix, added tokens": lambda: with_added(with_suffix()),
    "WordPiece, cased": lambda: word_piece(normalizers.BertNormalizer(lowercase=False)),
    "WordPiece, uncleaned": lambda: word_piece(
        normalizers.BertNormalizer(clean_text=False, handle_chinese_chars=False, strip_accents=False)
    ),
    "WordPiece, words": lambda: word_piece(split=pre_tokenizers.Whitespace()),
    "WordPiece, a sequence": lambda: word_piece(
        normalizers.Sequence([normalizers.NFD(), normalizers.Lowercase(), normalizers.StripAccents()]),
        pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Punctuation()]),
    ),
    "WordPiece, added tokens": lambda: with_added(word_piece(), 4),
    "WordPiece, normalized tokens": lambda: with_normalized(word_piece()),
    "byte-level BPE, normalized tokens": lambda: with_normalized(with_added(byte_level(normalizer=normalizers.NFKC()))),
    "Unigram, first": lambda: unigram(scheme="first"),
    "Unigram, never": lambda: unigram(scheme="never"),
    "Unigram, whole text": lambda: unigram(split=False),
    "Unigram, NFKC": lambda: unigram(normalizers.NFKC()),
    "Unigram, NFKC, first": lambda: unigram(normalizers.NFKC(), "first", split=False),
    "Unigram, Nmt": lambda: unigram(
        normalizers.Sequence([normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")])
    ),
    "Unigram, ALBERT": lambda: unigram(
        normalizers.Sequence(
            [normalizers.Replace("``", '"'), normalizers.NFKD(), normalizers.StripAccents(), normalizers.Lowercase()]
        )
    ),
    "Unigram, Strip": lambda: unigram(normalizers.Sequence([normalizers.Strip(), normalizers.Lowercase()])),
    "Unigram, added tokens": lambda: with_added(unigram(), 4),
    "Unigram, added tokens, first": lambda: with_added(unigram(scheme="first"), 4),
    "BPE": words,
    "BPE, unknown characters as one": lambda: words(fuse=True),
    "BPE, Prepend": lambda: words(normalizer=normalizers.Prepend("x")),
    "BPE, replaced expressions": lambda: words(
        normalizer=normalizers.Sequence(
            [
                normalizers.Replace(Regex(r"\s+"), " "),
                normalizers.Replace(Regex("[aeiou]"), ""),
                normalizers.Replace(Regex(r"\p{Nd}"), ""),
            ]
        )
    ),
    "BPE, Metaspace": metaspace_bpe,
    "BPE, Metaspace, unknown characters one by one": lambda: metaspace_bpe(fuse=False),
    "BPE, three characters": lambda: words(pre_tokenizers.FixedLength(3)),
    "BPE, a delimiter": lambda: words(pre_tokenizers.CharDelimiterSplit("o")),
    "whole words": word_level,
    "whole words, nothing special": nothing_special,
}

BEHAVIORS = ("removed", "isolated", "merged_with_previous", "merged_with_next", "contiguous")
#: Expressions whose meaning differs between libraries, or that match nothing but a place.
PATTERNS = (
    " ",
    r"[aeiou]|th",
    r"\w+",
    r"\b",
    r"(?=\p{Lu})",
    r"(?i)THE|o",
    r"\s+(?!\S)|\s+",
    r"^\w|\w$",
    r"a{1,3}?|[^\w\s]",
)
