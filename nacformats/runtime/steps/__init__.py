"""The steps of a run, fixed before the first one: what is computed, by which kernel, and from which arguments."""
