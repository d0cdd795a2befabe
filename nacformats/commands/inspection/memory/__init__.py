"""`nacformats inspect --memory`: what the schedule of a program keeps in fast memory, tick by tick."""
