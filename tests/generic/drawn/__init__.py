"""Schemas that are drawn at random, each with files: this package against Kaitai's Python parser and itself."""
