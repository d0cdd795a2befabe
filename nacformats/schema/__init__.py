"""Reads schemas: .ksy files, their types, checks and sizes, how they are written, and what every target shares of them."""
