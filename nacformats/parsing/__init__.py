"""Generated parsers at work: how they are called, where and why one failed, and a walk over every field of a file."""
