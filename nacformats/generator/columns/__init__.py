"""The generator target `columns`: readers, checkers and writers of repeated records as arrays.

- `lowering` turns a record type of a schema into the intermediate form of `steps`;
- `loop` emits a scan for CPython, `vector` what NumPy does over all records at once, `c` the same loops as C;
- `module` assembles generated/columns/NAME.py from them.
"""

from __future__ import annotations
