"""The content of a file: its tables, and every field with offset, size and value; as text or as JSON."""
