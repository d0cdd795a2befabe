"""The resources of a tokenizer: vocabulary and merges, compiled (`vocab.b`, `merges.b`) or as text and JSON."""
