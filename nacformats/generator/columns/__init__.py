"""The generator target `columns`: readers, checkers and writers of repeated records as arrays.

- `lowering` turns a record type of a schema into the intermediate form of `steps`; `inlining` does so for expressions,
  whose results stay within 64 bits;
- `scanning` emits what finds the records, `module` the rest of what NumPy does over all records at once, of which it
  assembles generated/columns/NAME.py; `vector` is what both share, and `generator/c/columns` emits the same as C.
"""

from __future__ import annotations
