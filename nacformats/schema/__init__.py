"""Reads schemas: .ksy files, their types, checks and sizes, how they are written; every target shares it."""
