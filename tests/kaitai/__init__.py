"""Kaitai's own compiler and Python parsers beside this package: what the commands about Kaitai's repositories share."""
