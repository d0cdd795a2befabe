"""A NAC file: its model, its sections, and how it is read, changed and written."""
