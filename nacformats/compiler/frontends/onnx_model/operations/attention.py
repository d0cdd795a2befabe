"""Attention, and rotary embeddings."""

from __future__ import annotations
