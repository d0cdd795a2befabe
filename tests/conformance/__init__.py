"""Readers of every language, held to one answer: python -m tests.conformance (see __main__.py)."""
