"""Tokenizers of Hugging Face, tokenizer.json, as manifests."""
