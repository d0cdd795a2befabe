"""The same parsers with the positions of all fields: they say where a file is bad.

Written by `nacformats generate`. Do not edit.
"""
