"""Summaries: one module for each kind of file."""
