"""The columns of generated C: loops over repeated records.

- `terms` writes names and expressions, `loops` walks the steps of a record type, `functions` says what each function
  does at every step, with the macros of runtime/nacformats_columns.h;
- `files` has what a header and a source have about columns;
- `scan` finds the records of a list of any schema, in C that is compiled when it is needed.
"""

from __future__ import annotations
