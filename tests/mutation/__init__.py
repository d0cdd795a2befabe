"""Mutation testing: every rule is removed in turn, and a test has to notice. `python -m tests.mutation --help`."""
