"""The names of the resources that a tokenizer is made of."""

from __future__ import annotations

#: Compiled, as the public compiler writes them: entries sorted by token; where the entry of each id is; pairs.
VOCABULARY, INDEX, MERGES = "vocab.b", "vidx.b", "merges.b"
#: Ours (schemas/token_scores.ksy): the scores of the entries of vocab.b as float64, where float32 would change one.
SCORES = "scores.b"
#: As in a repository of Hugging Face.
TOKENIZER_JSON, VOCABULARY_JSON, MERGES_TEXT = "tokenizer.json", "vocab.json", "merges.txt"
#: Every file that belongs to a tokenizer; the last ones are kept, and not read.
ALL: tuple[str, ...] = (VOCABULARY, INDEX, MERGES, SCORES, TOKENIZER_JSON, VOCABULARY_JSON, MERGES_TEXT)
ALL += ("spiece.model", "special_tokens_map.json", "tokenizer_config.json")
