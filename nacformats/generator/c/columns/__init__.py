"""The generated C: for each schema a header and a source that need nothing but the C99 library's headers.

- `terms` writes names and expressions, `loops` walks the steps of a record type, `functions` says what each function
  does at every step;
- `files` puts them together to generated/c/NAME.h and NAME.c, with `header.h` around the declarations and those of
  `helpers.c` that are called.
"""

from __future__ import annotations
