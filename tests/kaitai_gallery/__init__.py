"""Kaitai's gallery of schemas, tried on this package: python -m tests.kaitai_gallery DIR."""
