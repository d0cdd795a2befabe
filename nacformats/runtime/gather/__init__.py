"""Gathering: what a run takes from the caller, the file and the run before it."""
