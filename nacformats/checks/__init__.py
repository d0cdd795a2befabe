"""Checks of whole files: those of the format first, then those of the programs that are attached to its model."""
