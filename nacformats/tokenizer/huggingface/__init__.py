"""Tokenizers of Hugging Face, tokenizer.json, as manifests."""

from __future__ import annotations

from nacformats.tokenizer.huggingface.compiling import compile_tokenizer

__all__ = ["compile_tokenizer"]
