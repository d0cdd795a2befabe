"""Trains the tokenizer of the story teller: python examples/story/tokens.py [FILE] writes it as a tokenizer.json."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

sys.path.insert(0, str(Path(__file__).parent))
from stories import story

SEED = 1
#: Comes before every story and after it.
BREAK = "<|story|>"
VOCABULARY = 640


def train_tokenizer() -> Tokenizer:
    """A byte-level BPE tokenizer: it can encode every text, and each of its tokens can be printed by itself."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY, special_tokens=[BREAK], initial_alphabet=alphabet, show_progress=False
    )
    random = Random(SEED)
    tokenizer.train_from_iterator([story(random) for _ in range(5000)], trainer)
    break_id = tokenizer.token_to_id(BREAK)
    tokenizer.post_processor = processors.TemplateProcessing(single=f"{BREAK} $A", special_tokens=[(BREAK, break_id)])
    return tokenizer


if __name__ == "__main__":
    train_tokenizer().save(sys.argv[1] if len(sys.argv) > 1 else str(Path(__file__).with_name("tokenizer.json")))
