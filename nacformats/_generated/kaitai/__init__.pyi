"""Parsers by the Kaitai Struct compiler: the ones that read files.

Written by `nacformats generate`. Do not edit.
"""
