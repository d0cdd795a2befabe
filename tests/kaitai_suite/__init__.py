"""Kaitai's own test suite, run on this package: python -m tests.kaitai_suite DIR."""
