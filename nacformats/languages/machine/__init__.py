"""The machine that reads and writes files by tables, in the neutral language that every target is printed from."""
