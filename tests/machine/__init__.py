"""The machine: plain Python that is generated from a schema reads and writes files."""
