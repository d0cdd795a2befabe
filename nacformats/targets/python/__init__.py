"""The target `python`: plain Python that reads and writes the files of a schema, on nacformats.codec.trees.

- `terms` renders expressions; `reader` the methods that read a record, `writer` those that write it;
- `module` puts the classes of a schema together.
"""

from __future__ import annotations
