"""The generated C: for each schema a header and a source that need nothing but the C99 library's headers.

- `terms` writes expressions, `helpers` has the few functions that all loops share, `layout` names what they take;
- `loop` walks the steps of a record type; `gather`, `check` and `written` say what a function does at each, and
  `from_columns` what the last two have in common; `functions` lists them;
- `header` and `source` put them together to generated/c/NAME.h and generated/c/NAME.c.
"""

from __future__ import annotations
