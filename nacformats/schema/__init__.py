"""The schema model, and the generators that read it."""
