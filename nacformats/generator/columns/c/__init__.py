"""The generated C: for each schema a header and a source that need nothing but the C99 library's headers.

- `terms` writes expressions, `helpers` the few functions that all loops share;
- `loops` writes the four functions of a record type, `layout` names what they take;
- `files` puts them together to generated/c/NAME.h and generated/c/NAME.c.
"""

from __future__ import annotations
