"""Stands below the Python that is generated from a schema: it reads and writes trees of records. It knows no format.

- `stream`: bytes with a position, and the refusals of reading;
- `record`: the base class of records, lazy and a mapping;
- `trace`: where each field is, for errors and for walks;
- `codec`: reads and writes the files of one schema.
"""

from __future__ import annotations
