"""Columns: readers, checkers and writers of repeated records as arrays.

`scanning` emits what finds the records, `module` the rest of what NumPy does over all records at once, of which it
assembles generated/columns/NAME.py; `vector` is what both share. `lists` makes the same of the lists of any schema.
"""
